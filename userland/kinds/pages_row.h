/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of pages: a record together with the superblock or task, and the object,
 * that came before it; or what was added up of many.
 */
#ifndef KINDS_PAGES_ROW_H
#define KINDS_PAGES_ROW_H

#include "row.h"

struct bar;
struct holders;
struct tally_group;

/**
 * struct pages_row - a row of pages
 * @row: head; its item is a run, page, entry without a page or total
 * @outer: superblock or task
 * @object: file, VMA or span
 * @sums: of an object or total, else NULL
 * @droppable: of @sums, pages that can be dropped; PAGESNAP_NONE where that is nothing to ask
 * @pss: of @sums, bytes, each page shared out to those that map it; as @droppable
 * @recent: of a file, pages that were evicted recently; PAGESNAP_NONE if not asked for
 * @bar: of a file of which runs were added up, else NULL
 * @combo: a row of a summary, else NULL
 * @cache: of such a row, the cache of the slab allocator, "" if unknown; NULL if none
 * @group: a row of files that are added up, else NULL
 * @holders: who holds which file, read when it is needed first, or NULL
 * @holders_known: it was tried
 */
struct pages_row {
	struct row row;
	struct record_copy outer;
	struct record_copy object;
	const struct pagesnap_sums *sums;
	uint64_t droppable;
	uint64_t pss;
	uint64_t recent;
	const struct bar *bar;
	const struct pagesnap_combo *combo;
	const char *cache;
	const struct tally_group *group;
	struct holders *holders;
	bool holders_known;
};

/* Of a row of kind_pages. */
static inline struct pages_row *pages_row(const struct row *row)
{
	return (struct pages_row *)row;
}

/* Is its file charged to several cgroups, or is it unknown to which? */
bool pages_row_is_shared(const struct row *row);

/* The file that it is of, or that owns its pages; NULL if none does. */
const struct pagesnap_file *pages_row_file(const struct row *row);
/* The superblock of that file; of a row without one, no device. */
void pages_row_sb(const struct row *row, struct pagesnap_sb *sb);
/* Where that is mounted, as the module reports it, not terminated; of no bytes if it doesn't. */
const char *pages_row_mount(const struct row *row, size_t *len);
/* Has the row be of a superblock, mounted at @mount.  ROW_SKIP or -ENOMEM. */
int pages_row_take_sb(struct row *row, const struct pagesnap_sb *sb, const char *mount);

#endif /* KINDS_PAGES_ROW_H */
