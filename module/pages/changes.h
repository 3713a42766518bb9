/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_CHANGES_H
#define PAGESNAP_PAGES_CHANGES_H

#include "told.h"
#include "walk.h"

/**
 * struct pagesnap_print - what stands for a file, and for how it is
 * @key: the inode
 * @pages: its attributes and its pages
 * @names: its names; with names=0 always the same
 * @sure: it was the same before and behind the look at its pages and its name
 */
struct pagesnap_print {
	u64 key;
	u64 pages;
	u64 names;
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
 * @full: no other file is remembered in this answer
 */
struct pagesnap_changes {
	struct pagesnap_told_table table;
	u64 secret[2];
	u64 view;
	u64 next;
	struct pagesnap_same same;
	struct pagesnap_print print;
	u64 torn;
	bool full;
};

int pagesnap_changes_begin(struct pagesnap_walk *w, struct pagesnap_diag *d);
void pagesnap_changes_free(struct pagesnap_changes *c);
bool pagesnap_changes_is_same(struct pagesnap_walk *w, dev_t dev);
void pagesnap_changes_told(struct pagesnap_walk *w);
void pagesnap_changes_flush(struct pagesnap_walk *w);

#endif /* PAGESNAP_PAGES_CHANGES_H */
