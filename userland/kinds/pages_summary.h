/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Summary: pages by their combination of flags, over all answers.
 */
#ifndef KINDS_PAGES_SUMMARY_H
#define KINDS_PAGES_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"

/**
 * struct pages_summary_row - pages with one combination of flags
 * @combo: flags and pages
 * @cache: of frames with names, the cache of slabs, "" if unknown; NULL for other pages
 */
struct pages_summary_row {
	struct pagesnap_combo combo;
	const char *cache;
};

/**
 * struct pages_summary - pages by flags, and by cache where slabs have a name
 * @raw_flags: distinguish all flags
 * @table: open addressing, a power of two; no pages: an empty place
 * @size: of @table
 * @nr: places in use
 * @caches: names of caches, each once
 * @nr_caches: how many
 * @other: pages whose flags are unknown
 * @sums: of all totals; of runs only what they report
 * @objects_by_pages: of all totals
 * @files: files whose sums were added
 * @us: microseconds that the answers took
 */
struct pages_summary {
	bool raw_flags;
	struct pages_summary_row *table;
	size_t size;
	size_t nr;
	char **caches;
	size_t nr_caches;
	uint64_t other;
	struct pagesnap_sums sums;
	__u64 objects_by_pages[PAGESNAP_LOG2_BUCKETS];
	uint64_t files;
	uint64_t us;
};

void pages_summary_free(struct pages_summary *s);
/* Adds a total, run, page, sums of an object, entries without a page, or an end.  0, -ENOMEM. */
int pages_summary_take(struct pages_summary *s, const struct pagesnap_record *r);
/* Sorts: most pages first, "other" (flags PAGESNAP_UNKNOWN) last; nothing can be added then. */
const struct pages_summary_row *pages_summary_rows(struct pages_summary *s, size_t *nr);

#endif /* KINDS_PAGES_SUMMARY_H */
