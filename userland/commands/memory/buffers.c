// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: memory of tracing and of drivers, by files of tracefs, debugfs and sysfs
 *
 * Of a filesystem that isn't mounted nothing is known.  Nothing is mounted to look.
 */
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/numbers.h"
#include "base/system_path.h"
#include "system.h"

/* Of a page of a trace buffer, a head for its length and time (BUF_PAGE_HDR_SIZE). */
#define TRACE_HEAD 16

/* Calls @take with each line of the files that match @pattern, below /sys.  0 or -ENOMEM. */
static int each_match(const char *pattern, void (*take)(struct system *s, const char *line),
		      struct system *s)
{
	char path[PATH_MAX], line[256];
	glob_t found = { 0 };
	int err = 0;
	size_t i;

	snprintf(path, sizeof(path), "%s/%s", system_path("PAGESNAP_SYSFS", "/sys"), pattern);
	if (glob(path, GLOB_NOSORT, NULL, &found) == GLOB_NOSPACE)
		err = -ENOMEM;
	for (i = 0; i < found.gl_pathc && !err; i++) {
		FILE *f = fopen(found.gl_pathv[i], "re");

		if (!f && errno == ENOMEM)
			err = -ENOMEM;
		while (f && fgets(line, sizeof(line), f))
			take(s, line);
		if (f)
			fclose(f);
	}
	globfree(&found);
	return err;
}

static uint64_t pages_of(uint64_t bytes, uint64_t in_page)
{
	return (bytes + in_page - 1) / in_page;
}

/* "2816", or "14 (expanded: 2816)" before the first use: KiB, of all CPUs, of what is traced. */
static void take_trace(struct system *s, const char *line)
{
	uint64_t bytes = strtoull(line, NULL, 10) * 1024;

	s->numbers[SYSTEM_TRACE] += pages_of(bytes, sysconf(_SC_PAGESIZE) - TRACE_HEAD);
}

/* "262144": bytes that drivers may take in interrupts. */
static void take_atomic(struct system *s, const char *line)
{
	s->numbers[SYSTEM_DMA] += strtoull(line, NULL, 10) / sysconf(_SC_PAGESIZE);
}

/* "NAME  BLOCKS_IN_USE BLOCKS SIZE PIECES": pieces have a page, or one block that is larger. */
static void take_pool(struct system *s, const char *line)
{
	enum { IN_USE, BLOCKS, SIZE, PIECES, NUMBERS };
	uint64_t n[NUMBERS], page_size = sysconf(_SC_PAGESIZE);
	const char *at = line + strlen(line);
	unsigned int words = 0;

	/* a name may have spaces and numbers in it: the last four are meant */
	while (at > line && words < NUMBERS) {
		at--;
		words += *at == ' ' && at[1] != ' ' && at[1] != '\n';
	}
	if (words == NUMBERS && numbers_read(at, n, NUMBERS))
		s->numbers[SYSTEM_DMA] += n[PIECES] * pages_of(n[SIZE], page_size);
}

/**
 * buffers_read() - read what tracing and drivers keep
 * @s: gets it
 *
 * What can't be read has no number.
 *
 * Return: 0 or -ENOMEM.
 */
int buffers_read(struct system *s)
{
	return each_match("kernel/tracing/buffer_total_size_kb", take_trace, s) ?:
	       each_match("kernel/tracing/instances/*/buffer_total_size_kb", take_trace, s) ?:
	       each_match("kernel/debug/dma_pools/pool_size_*", take_atomic, s) ?:
	       each_match("bus/*/devices/*/pools", take_pool, s);
}
