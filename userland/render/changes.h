/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may have changed since the row before.  Of neighbours among pages most
 * fields are equal: the record says so before any column is looked at.
 */
#ifndef RENDER_CHANGES_H
#define RENDER_CHANGES_H

#include "kinds/columns.h"

/**
 * struct used_word - a word of a run's record that columns look at
 * @nth: which
 * @last: what it was in the row before
 * @users: these columns
 */
struct used_word {
	size_t nth;
	uint64_t last;
	struct column_set users;
};

/**
 * struct changes - the row before
 * @known: it was of a run or page
 * @moved: what its pages belong to is another now
 * @owned: columns that look at that
 * @head: type and flags of its record
 * @words: of this; @nr of them
 * @nr: see there
 * @all: columns of the layout
 * @any: of these, columns that may look at anything
 */
struct changes {
	bool known;
	bool moved;
	struct column_set owned;
	struct pagesnap_rec head;
	struct used_word words[COLUMN_RUN_WORDS];
	size_t nr;
	struct column_set all;
	struct column_set any;
};

void changes_init(struct changes *c, const struct layout *l);
/* What pages belong to is another now: object, superblock or task, query. */
void changes_move(struct changes *c);
/* Anything is another now. */
void changes_forget(struct changes *c);
/* Columns of @row whose values may differ from the row that was given before. */
struct column_set changes_take(struct changes *c, const struct row *row);

#endif /* RENDER_CHANGES_H */
