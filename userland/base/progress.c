// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: progress on a terminal
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"
#include "units.h"

#define FIRST_MS 2000
#define NEXT_MS 250

static struct {
	bool on;
	bool shown;
	uint64_t began;
	uint64_t next;
} line;

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ull + t.tv_nsec / 1000000;
}

/**
 * progress_begin() - the run begins
 */
void progress_begin(void)
{
	const char *term = getenv("TERM");

	/* a dumb one can't take the line away again */
	line.on = isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
	line.began = now_ms();
	line.next = line.began + FIRST_MS;
}

/**
 * progress_erase() - take the line away
 */
void progress_erase(void)
{
	if (!line.shown)
		return;
	line.shown = false;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}

/**
 * progress_tick() - show the line if it is time to
 * @at: how far the run is
 */
void progress_tick(const struct progress *at)
{
	char queries[UNITS_MAX], records[UNITS_MAX], amount[UNITS_MAX];
	uint64_t now;

	if (!line.on)
		return;
	now = now_ms();
	if (now < line.next)
		return;
	line.next = now + NEXT_MS;
	units_grouped(at->queries, queries);
	units_grouped(at->records, records);
	units_grouped(at->amount, amount);
	fprintf(stderr, "\r%s queries answered, %s records, ", queries, records);
	if (at->amounts)
		fprintf(stderr, "%s %s, ", amount, at->amounts);
	fprintf(stderr, "%llu s\033[K", (unsigned long long)(now - line.began) / 1000);
	fflush(stderr);
	line.shown = true;
}
