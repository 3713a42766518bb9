/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may have changed since the row before.  Of neighbours among pages most
 * fields are equal: the record says so before any column is looked at.
 */
#ifndef OUT_CHANGES_H
#define OUT_CHANGES_H

#include "columns.h"

/**
 * struct changes - the row before, if it was of a run or page
 * @known: it was
 * @words: its record
 * @users: columns that look at each word
 * @all: columns of the layout
 * @any: of these, columns that may look at anything
 */
struct changes {
	bool known;
	uint64_t words[COLUMN_RUN_WORDS];
	struct column_set users[COLUMN_RUN_WORDS];
	struct column_set all;
	struct column_set any;
};

void changes_init(struct changes *c, const struct layout *l);
/* What rows of pages belong to is another now. */
void changes_forget(struct changes *c);
/* Columns of @row whose values may differ from the row that was given before. */
struct column_set changes_take(struct changes *c, const struct row *row);

#endif /* OUT_CHANGES_H */
