// SPDX-License-Identifier: GPL-2.0
/*
 * What may have changed since the row before.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "changes.h"
#include "kinds/kind.h"

/* The columns that are printed unless others are named look at 15 or 20. */
#define WORDS_AT_ONCE 5

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
	struct column_set none;
	uint64_t *bits;

	memset(c, 0, sizeof(*c));
	/* all, any, next, changed, owned, none, and one for each word */
	bits = c->bits = calloc(words, (7 + record) * sizeof(*bits));
	c->words = calloc(1 + record + WORDS_AT_ONCE, sizeof(*c->words));
	if (!c->bits || !c->words)
		return -ENOMEM;
	c->flat_first = l->kind->flat_first;
	c->flat_types = l->kind->flat_types;
	c->all = next_set(&bits, words);
	c->any = next_set(&bits, words);
	c->next = next_set(&bits, words);
	c->changed = next_set(&bits, words);
	c->owned = next_set(&bits, words);
	for (i = 0; i < l->all; i++) {
		column_set_add(&c->all, i);
		if (!l->columns[i].column->uses)
			column_set_add(&c->any, i);
	}
	add_users(&c->owned, l, 0);
	/* records of another type or with other flags have nothing in common */
	c->words[c->nr++] = (struct used_word){ .users = c->all };
	for (i = 1; i < record; i++) {
		w = &c->words[c->nr];
		*w = (struct used_word){ .at = i * sizeof(uint64_t), .users = next_set(&bits, words) };
		add_users(&w->users, l, i);
		c->nr += !column_set_is_empty(&w->users);
	}
	none = next_set(&bits, words);
	while (c->nr % WORDS_AT_ONCE)
		c->words[c->nr++] = (struct used_word){ .users = none };
	changes_forget(c);
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
	column_set_join(&c->next, &c->owned);
}

/**
 * changes_forget() - anything is another now
 * @c: changes
 */
void changes_forget(struct changes *c)
{
	column_set_copy(&c->next, &c->all);
}

static uint64_t word_at(const struct pagesnap_rec *rec, const struct used_word *w)
{
	uint64_t word;

	memcpy(&word, (const char *)rec + w->at, sizeof(word));
	return word;
}

/* Of layouts with one word of places, as nearly all are. */
static inline uint64_t users_if_new(const struct pagesnap_rec *rec, struct used_word *w)
{
	uint64_t word = word_at(rec, w);

	if (word == w->last)
		return 0;
	w->last = word;
	return *w->users.bits;
}

static void take_short(struct changes *c, const struct pagesnap_rec *rec)
{
	struct used_word *w = c->words, *end = w + c->nr;
	uint64_t changed = *c->next.bits;

	*c->next.bits = *c->any.bits;
	for (; w < end; w += WORDS_AT_ONCE) {
		changed |= users_if_new(rec, &w[0]);
		changed |= users_if_new(rec, &w[1]);
		changed |= users_if_new(rec, &w[2]);
		changed |= users_if_new(rec, &w[3]);
		changed |= users_if_new(rec, &w[4]);
	}
	*c->changed.bits = changed;
}

static void take_long(struct changes *c, const struct pagesnap_rec *rec)
{
	struct used_word *w = c->words, *end = w + c->nr;
	uint64_t word;

	column_set_copy(&c->changed, &c->next);
	column_set_copy(&c->next, &c->any);
	for (; w < end; w++) {
		word = word_at(rec, w);
		if (word == w->last)
			continue;
		w->last = word;
		column_set_join(&c->changed, &w->users);
	}
}

/**
 * changes_take_flat() - compare a row of a flat record with the one before
 * @c: the one before; becomes this one
 * @r: record, which has nothing but its fields
 *
 * Return: as changes_take().
 */
const struct column_set *changes_take_flat(struct changes *c, const struct pagesnap_record *r)
{
	if (c->changed.words == 1)
		take_short(c, &r->u->rec);
	else
		take_long(c, &r->u->rec);
	return &c->changed;
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
	const struct pagesnap_record *r = row->item;

	/* what a column may look at is in this record, and in nothing else that changes */
	if (r && !r->len && r->u->rec.type - c->flat_first < c->flat_types)
		return changes_take_flat(c, r);
	changes_forget(c);
	return &c->all;
}
