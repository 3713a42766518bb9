/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What programs share that read an answer which goes on, and have in a file what they were told
 * of so far: text that is there, too, when they were killed in the middle.  By SIGTERM they end
 * when they have read all.
 */
#ifndef BENCH_COUNT_H
#define BENCH_COUNT_H

#include <errno.h>
#include <linux/pagesnap.h>
#include <signal.h>
#include <sys/mman.h>

#include "ops.h"

/* What a session holds at most; see read-index.c. */
#define SESSION_BYTES	(256ul << 10)

/* Counts a record. */
typedef void bench_count_one(const struct pagesnap_rec *rec);
/* What was counted, as text of at most a page. */
typedef void bench_show_counts(char *text);

static volatile sig_atomic_t bench_ending;

static void bench_on_term(int nr)
{
	(void)nr;
	bench_ending = 1;
}

static char *bench_map_page(const char *path)
{
	int fd = bench_open(path, O_RDWR | O_CREAT | O_TRUNC);
	char *at;

	if (ftruncate(fd, PAGE_BYTES))
		err(1, "%s", path);
	at = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		err(1, "%s", path);
	close(fd);
	return at;
}

/*
 * Whole records; of one that read() has cut the rest comes next.  What this does with each is part
 * of what one costs.  Return: bytes that are left.
 */
static size_t bench_count_block(char *bytes, size_t len, bench_count_one *one)
{
	const char *at = bytes, *end = bytes + len;
	const struct pagesnap_rec *rec;

	while (end - at >= (long)sizeof(*rec)) {
		rec = (const void *)at;
		at += rec->len;
		if (at > end) {
			at -= rec->len;
			break;
		}
		if (rec->type == PAGESNAP_REC_ERROR)
			errx(1, "the line has an error");
		one(rec);
	}
	memmove(bytes, at, (size_t)(end - at));
	return (size_t)(end - at);
}

/* A read that waits comes back when there is something, or by the signal. */
static ssize_t bench_read_some(int fd, char *block, size_t left)
{
	if (bench_ending && fcntl(fd, F_SETFL, O_NONBLOCK))
		err(1, "fcntl()");
	return read(fd, block + left, SESSION_BYTES - left);
}

/* Asks @index for @line, and has the counts in the file @path. */
static void bench_count(const char *index, const char *line, const char *path, bench_count_one *one,
			bench_show_counts *show)
{
	const struct sigaction on_term = { .sa_handler = bench_on_term };
	char *block = bench_block(SESSION_BYTES), *shown = bench_map_page(path);
	int fd = bench_open(index, O_RDWR);
	size_t left = 0;
	ssize_t n;

	if (dprintf(fd, "%s format=binary\n", line) < 0)
		err(1, "%s", line);
	sigaction(SIGTERM, &on_term, NULL);
	while ((n = bench_read_some(fd, block, left)) > 0 || (n < 0 && errno == EINTR)) {
		if (n < 0)
			continue;
		left = bench_count_block(block, left + (size_t)n, one);
		show(shown);
	}
	if (n < 0 && !bench_ending)
		err(1, "%s", line);
}

#endif /* BENCH_COUNT_H */
