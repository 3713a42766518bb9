/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may have changed since the row before.  Of neighbours among pages most
 * fields are equal: the record says so before any column is looked at.
 */
#ifndef RENDER_CHANGES_H
#define RENDER_CHANGES_H

#include "cells.h"
#include "kinds/columns.h"

/**
 * struct used_word - a word of a flat record that columns look at
 * @at: byte where it begins
 * @last: what it was in the row before
 * @users: these columns
 * @plain: place of another column, whose number it is; in words behind the first @nr_plain
 *	of struct changes it means nothing
 */
struct used_word {
	size_t at;
	uint64_t last;
	struct column_set users;
	size_t plain;
};

/**
 * struct changes - the row before
 * @flat_first: first type of the records that are compared
 * @flat_types: how many types there are
 * @owned: columns that look at what its record belongs to
 * @words: of its record; @nr of them, the last of which may have no users.  First those that
 *	are numbers of columns
 * @nr: see there
 * @nr_plain: words that are; in layouts of more than 64 columns none
 * @all: columns of the layout
 * @any: of these, columns that may look at anything
 * @next: columns whose values may differ in the next row, whatever its record
 * @changed: columns whose values may differ from the row before
 * @bits: of all sets
 */
struct changes {
	unsigned int flat_first;
	unsigned int flat_types;
	struct column_set owned;
	struct used_word *words;
	size_t nr;
	size_t nr_plain;
	struct column_set all;
	struct column_set any;
	struct column_set next;
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
/*
 * The same of a row of a flat record that has nothing but its fields.  Where nothing but a
 * number has changed in a column, it is written into @cells, the line of the row before, unless
 * this is NULL: such a column isn't in the set.
 */
const struct column_set *changes_take_flat(struct changes *c, const struct pagesnap_record *r,
					   struct cells *cells);

#endif /* RENDER_CHANGES_H */
