// SPDX-License-Identifier: GPL-2.0
/*
 * What may have changed since the row before.
 */
#include <string.h>

#include "changes.h"

/* Columns of @l that look at a word of the record. */
static struct column_set users_of(const struct layout *l, size_t word)
{
	struct column_set users = { };
	size_t i;

	for (i = 0; i < l->all; i++)
		if (l->columns[i]->uses >> word & 1)
			column_set_add(&users, i);
	return users;
}

/**
 * changes_init() - prepare for rows
 * @c: changes
 * @l: columns
 */
void changes_init(struct changes *c, const struct layout *l)
{
	struct column_set users;
	size_t i;

	memset(c, 0, sizeof(*c));
	c->all = column_set_all(l->all);
	for (i = 0; i < l->all; i++)
		if (!l->columns[i]->uses)
			column_set_add(&c->any, i);
	c->owned = users_of(l, 0);
	for (i = 1; i < COLUMN_RUN_WORDS; i++) {
		users = users_of(l, i);
		if (!column_set_is_empty(&users))
			c->words[c->nr++] = (struct used_word){ .nth = i, .users = users };
	}
}

/**
 * changes_move() - what pages belong to is another now
 * @c: changes
 */
void changes_move(struct changes *c)
{
	c->moved = true;
}

/**
 * changes_forget() - anything is another now
 * @c: changes
 */
void changes_forget(struct changes *c)
{
	c->known = false;
}

/* What a column may look at is in this record, and in nothing else that changes. */
static const struct pagesnap_run *plain_run(const struct row *row)
{
	const struct pagesnap_record *r = row->item;

	if (!r || r->len)
		return NULL;
	return r->u->rec.type == PAGESNAP_REC_RUN || r->u->rec.type == PAGESNAP_REC_PAGE ?
	       &r->u->run : NULL;
}

static struct column_set take_words(struct changes *c, const struct pagesnap_run *run)
{
	struct column_set set = c->any;
	struct used_word *w;
	uint64_t word;

	if (c->moved)
		column_set_join(&set, &c->owned);
	c->moved = false;
	for (w = c->words; w < c->words + c->nr; w++) {
		memcpy(&word, (const char *)run + w->nth * sizeof(word), sizeof(word));
		if (word == w->last)
			continue;
		w->last = word;
		column_set_join(&set, &w->users);
	}
	return set;
}

/**
 * changes_take() - compare a row with the one before
 * @c: the one before; becomes this one
 * @row: row
 *
 * Return: columns whose values may differ; all, unless both rows are of records
 * of pages with the same fields.
 */
struct column_set changes_take(struct changes *c, const struct row *row)
{
	const struct pagesnap_run *run = plain_run(row);
	bool comparable = run && c->known && !memcmp(&run->rec, &c->head, sizeof(c->head));
	struct column_set changed;

	c->known = run;
	if (!run)
		return c->all;
	c->head = run->rec;
	changed = take_words(c, run);
	return comparable ? changed : c->all;
}
