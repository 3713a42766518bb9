// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what is missing in an answer
 *
 * Pure: no state, no output.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "skipped.h"

static const char *const unit_names[SKIPPED_UNITS][2] = {
	[SKIPPED_INODES] = { "inode", "inodes" },
	[SKIPPED_ENTRIES] = { "page cache entry", "page cache entries" },
	[SKIPPED_PAGES] = { "page", "pages" },
	[SKIPPED_FILESYSTEMS] = { "filesystem", "filesystems" },
	[SKIPPED_PROCESSES] = { "process", "processes" },
	[SKIPPED_SWEEPS] = { "sweep", "sweeps" },
	[SKIPPED_EVENTS] = { "event", "events" },
	[SKIPPED_OBJECTS] = { "object", "objects" },
	[SKIPPED_ROUNDS] = { "round", "rounds" },
	[SKIPPED_RECORDS] = { "record", "records" },
};

static enum skipped_unit unit_of(const struct kind *kind, unsigned int why)
{
	return kind->skipped ? kind->skipped(why) : SKIPPED_RECORDS;
}

__attribute__((format(printf, 4, 5)))
static size_t add(char *buf, size_t size, size_t len, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(buf + len, size - len, format, args);
	va_end(args);
	return n < 0 || len + n >= size ? size - 1 : len + n;
}

static size_t add_unit(const struct kind *kind, const struct pagesnap_end *end,
		       enum skipped_unit unit, char *buf, size_t size, size_t len)
{
	const char *before = " (";
	uint64_t all = 0;
	unsigned int why;

	for (why = 0; why < PAGESNAP_WHYS_MAX; why++)
		if (unit_of(kind, why) == unit)
			all += end->skipped[why];
	if (!all)
		return len;
	len = add(buf, size, len, "%s%" PRIu64 " %s skipped", len ? ", " : "", all,
		  unit_names[unit][all != 1]);
	for (why = 0; why < PAGESNAP_WHYS_MAX; why++) {
		if (unit_of(kind, why) != unit || !end->skipped[why])
			continue;
		len = add(buf, size, len, "%s%" PRIu64 " %s", before, (uint64_t)end->skipped[why],
			  kind_reason_word(kind, why));
		before = ", ";
	}
	return add(buf, size, len, ")");
}

static bool anything(const struct pagesnap_end *end)
{
	static const uint64_t nothing[PAGESNAP_WHYS_MAX];

	return memcmp(end->skipped, nothing, sizeof(nothing)) != 0;
}

/**
 * skipped_text() - say what was passed over
 * @kind: of the answer
 * @end: of an answer
 * @buf: takes the text
 * @size: of @buf
 *
 * Return: @buf.
 */
const char *skipped_text(const struct kind *kind, const struct pagesnap_end *end, char *buf,
			 size_t size)
{
	enum skipped_unit unit;
	size_t len = 0;

	buf[0] = '\0';
	if (!anything(end))
		return buf;
	for (unit = 0; unit < SKIPPED_UNITS; unit++)
		len = add_unit(kind, end, unit, buf, size, len);
	return buf;
}

/**
 * truncated_text() - say why an answer ends early
 * @end: of the answer
 *
 * Return: a sentence, NULL if it does not.
 */
const char *truncated_text(const struct pagesnap_end *end)
{
	switch (end->cut) {
	case PAGESNAP_CUT_NONE:
		return NULL;
	case PAGESNAP_CUT_LIMIT:
		return "the limit of records was reached, the rest is missing";
	case PAGESNAP_CUT_CURSOR:
		return "the place in the walk was lost and not found again, the rest is missing: ask again";
	case PAGESNAP_CUT_UNMOUNTED:
		return "the filesystem was unmounted meanwhile, the rest is missing";
	case PAGESNAP_CUT_EXITED:
		return "the process exited meanwhile, the rest is missing";
	case PAGESNAP_CUT_LOCKED:
		return "the memory map of the process, or a hugetlbfs file in it, was locked for a second, "
		       "the rest is missing";
	case PAGESNAP_CUT_EXECED:
		return "the process runs another program now, the rest is missing";
	}
	return "the answer ends early for a reason that this program does not know";
}
