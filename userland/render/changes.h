/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may have changed since the row before.  Of neighbours among pages most
 * fields are equal: the record says so before any column is looked at.
 */
#ifndef RENDER_CHANGES_H
#define RENDER_CHANGES_H

#include "kinds/columns.h"

/**
 * struct used_word - a word of a flat record that columns look at
 * @at: byte where it begins
 * @last: what it was in the row before
 * @users: these columns
 */
struct used_word {
	size_t at;
	uint64_t last;
	struct column_set users;
};

/**
 * struct changes - the row before
 * @flat_first: first type of the records that are compared
 * @flat_types: how many types there are
 * @known: it was of such a record
 * @moved: what its record belongs to is another now
 * @owned: columns that look at that
 * @head: type and flags of its record
 * @words: of this; @nr of them
 * @nr: see there
 * @all: columns of the layout
 * @any: of these, columns that may look at anything
 * @changed: columns whose values may differ from the row before
 * @bits: of all sets
 */
struct changes {
	unsigned int flat_first;
	unsigned int flat_types;
	bool known;
	bool moved;
	struct column_set owned;
	struct pagesnap_rec head;
	struct used_word *words;
	size_t nr;
	struct column_set all;
	struct column_set any;
	struct column_set changed;
	uint64_t *bits;
};

/* 0 or -ENOMEM. */
int changes_init(struct changes *c, const struct layout *l);
void changes_free(struct changes *c);
/* What records belong to is another now: object, superblock or task, query. */
void changes_move(struct changes *c);
/* Anything is another now. */
void changes_forget(struct changes *c);
/*
 * Columns of @row whose values may differ from the row that was given before.  They
 * stay until the next row.
 */
const struct column_set *changes_take(struct changes *c, const struct row *row);

#endif /* RENDER_CHANGES_H */
