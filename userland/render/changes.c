// SPDX-License-Identifier: GPL-2.0
/*
 * What may have changed since the row before.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "changes.h"
#include "kinds/kind.h"

/* The next set of those that were allocated together. */
static struct column_set next_set(uint64_t **bits, size_t words)
{
	struct column_set set = { .bits = *bits, .words = words };

	*bits += words;
	return set;
}

/* Columns of @l that look at a word of the record. */
static void add_users(struct column_set *users, const struct layout *l, size_t word)
{
	size_t i;

	for (i = 0; i < l->all; i++)
		if (l->columns[i].column->uses >> word & 1)
			column_set_add(users, i);
}

/* Of the flat records, those that have a bit. */
static size_t record_words(const struct kind *kind)
{
	size_t words = kind->flat_size / sizeof(uint64_t);

	return words < COLUMN_WORDS_MAX ? words : COLUMN_WORDS_MAX;
}

/**
 * changes_init() - prepare for rows
 * @c: changes
 * @l: columns
 *
 * Return: 0 or -ENOMEM.
 */
int changes_init(struct changes *c, const struct layout *l)
{
	size_t words = column_set_words(l->all), record = record_words(l->kind), i;
	struct used_word *w;
	uint64_t *bits;

	memset(c, 0, sizeof(*c));
	/* all, any, changed, owned, and one for each word but the first */
	bits = c->bits = calloc(words, (4 + record) * sizeof(*bits));
	c->words = calloc(record + 1, sizeof(*c->words));
	if (!c->bits || !c->words)
		return -ENOMEM;
	c->flat_first = l->kind->flat_first;
	c->flat_types = l->kind->flat_types;
	c->all = next_set(&bits, words);
	c->any = next_set(&bits, words);
	c->changed = next_set(&bits, words);
	c->owned = next_set(&bits, words);
	for (i = 0; i < l->all; i++) {
		column_set_add(&c->all, i);
		if (!l->columns[i].column->uses)
			column_set_add(&c->any, i);
	}
	add_users(&c->owned, l, 0);
	for (i = 1; i < record; i++) {
		w = &c->words[c->nr];
		*w = (struct used_word){ .at = i * sizeof(uint64_t), .users = next_set(&bits, words) };
		add_users(&w->users, l, i);
		c->nr += !column_set_is_empty(&w->users);
	}
	return 0;
}

/**
 * changes_free() - free what was prepared
 * @c: changes
 */
void changes_free(struct changes *c)
{
	free(c->bits);
	free(c->words);
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
static const struct pagesnap_rec *plain_record(const struct changes *c, const struct row *row)
{
	const struct pagesnap_record *r = row->item;

	return r && !r->len && r->u->rec.type - c->flat_first < c->flat_types ? &r->u->rec : NULL;
}

static void take_words(struct changes *c, const struct pagesnap_rec *rec)
{
	struct used_word *w = c->words, *end = w + c->nr;
	struct column_set changed = c->changed;
	uint64_t word;

	column_set_copy(&changed, &c->any);
	if (c->moved)
		column_set_join(&changed, &c->owned);
	c->moved = false;
	for (; w < end; w++) {
		memcpy(&word, (const char *)rec + w->at, sizeof(word));
		if (word == w->last)
			continue;
		w->last = word;
		column_set_join(&changed, &w->users);
	}
}

/**
 * changes_take() - compare a row with the one before
 * @c: the one before; becomes this one
 * @row: row
 *
 * Return: columns whose values may differ; all, unless both rows are of flat records
 * with the same fields.
 */
const struct column_set *changes_take(struct changes *c, const struct row *row)
{
	const struct pagesnap_rec *rec = plain_record(c, row);
	bool comparable = rec && c->known && !memcmp(rec, &c->head, sizeof(c->head));

	c->known = rec;
	if (!rec)
		return &c->all;
	c->head = *rec;
	take_words(c, rec);
	return comparable ? &c->changed : &c->all;
}
