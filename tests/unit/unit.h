/* SPDX-License-Identifier: GPL-2.0 */
/* What the unit tests share. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <ktap.h>

#include "core/query.h"
#include "core/records.h"
#include "core/text.h"
#include "pages/flags.h"
#include "pages/format.h"
#include "pages/group.h"
#include "pages/page_records.h"
#include "pages/run_lines.h"
#include "pages/select.h"

/* A malloc'ed copy of exactly @len bytes: one byte too far is a report. */
__attribute__((unused))
static void *exact(const void *bytes, size_t len)
{
	void *copy = malloc(len);

	if (!copy)
		ktap_die("malloc");
	if (len)
		memcpy(copy, bytes, len);
	return copy;
}

/* A line of input for a test's name; the last one asked for stands. */
__attribute__((unused))
static const char *shown(const char *line, size_t len)
{
	static char buf[256];
	size_t i, n = 0;

	for (i = 0; i < len && n < sizeof(buf) - 8; i++) {
		unsigned char c = line[i];

		if (c < 0x20 || c >= 0x7f || c == '#')
			n += sprintf(buf + n, "\\x%02x", c);
		else
			buf[n++] = c;
	}
	strcpy(buf + n, i < len ? "..." : "");
	return buf;
}

/* The same numbers in every run. */
__attribute__((unused))
static u32 pick(u32 below)
{
	static u64 state = 0x9e3779b97f4a7c15;

	state = state * 6364136223846793005 + 1442695040888963407;
	return (state >> 33) % below;
}

#endif /* TESTS_UNIT_H */
