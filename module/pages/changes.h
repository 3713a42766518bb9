/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_CHANGES_H
#define PAGESNAP_PAGES_CHANGES_H

#include "told.h"
#include "walk.h"

/* What one look at a file may look at; several that follow each other begin with as much. */
#define PAGESNAP_PRINT_ENTRIES 4096

/**
 * struct pagesnap_seen - what a print was made of, as it is counted in struct pagesnap_sums
 * @pages: pages
 * @dirty: of dirty folios
 * @writeback: of folios under writeback
 * @mapped: in some page table
 * @active: of folios on an active list
 * @referenced: of folios with PG_referenced
 * @unevictable: of unevictable folios
 * @gaps: entries without a page, of all kinds
 */
struct pagesnap_seen {
	u32 pages;
	u32 dirty;
	u32 writeback;
	u32 mapped;
	u32 active;
	u32 referenced;
	u32 unevictable;
	u32 gaps;
};

/**
 * struct pagesnap_print - what stands for a file, and for how it is
 * @key: the inode
 * @pages: its attributes and its pages
 * @names: its names; with names=0 always the same
 * @seen: pages that it is of, once it is @sure
 * @made: it has all that stands for the file, and not @key alone
 * @sure: it was the same before and behind the walk of its pages and the look at its name
 */
struct pagesnap_print {
	u64 key;
	u64 pages;
	u64 names;
	struct pagesnap_seen seen;
	bool made;
	bool sure;
};

/**
 * struct pagesnap_changes - with changed=: what a session told of, from one answer to the next
 * @table: files
 * @secret: makes all prints: a file can't be made so that it has another one's
 * @view: what names depend on but those of the file: how the filesystem is mounted
 * @next: number of the next file
 * @same: files that are the same, and have no record yet; @same.nr 0: there are none
 * @print: of the file under way
 * @torn: entries that could not be read before it
 * @left: entries that this step may look at
 * @folder: one whose way up was looked at in this step; not to be followed, NULL if there is none
 * @folder_parent: folder that it was in; not to be followed
 * @folder_name: hash of its name
 * @renames: rename_lock as it was then
 * @way: what stands for the way
 * @first: number of the first file of this answer
 * @full: no other file is remembered in this answer
 * @emptied: number below which files were left behind when the largest table was made anew
 */
struct pagesnap_changes {
	struct pagesnap_told_table table;
	u64 secret[2];
	u64 view;
	u64 next;
	struct pagesnap_same same;
	struct pagesnap_print print;
	u64 torn;
	s64 left;
	const struct dentry *folder;
	const struct dentry *folder_parent;
	u64 folder_name;
	u32 renames;
	u64 way;
	u64 first;
	bool full;
	u64 emptied;
};

int pagesnap_changes_begin(struct pagesnap_walk *w, struct pagesnap_diag *d);
void pagesnap_changes_free(struct pagesnap_changes *c);
bool pagesnap_changes_is_same(struct pagesnap_walk *w, dev_t dev);
void pagesnap_changes_told(struct pagesnap_walk *w);
void pagesnap_changes_flush(struct pagesnap_walk *w);

#endif /* PAGESNAP_PAGES_CHANGES_H */
