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

/* The first column whose number is the word at @at, or @l->all. */
static size_t plain_column(const struct layout *l, size_t at)
{
	size_t i;

	for (i = 0; i < l->all; i++)
		if (column_plain_at(l->columns[i].column) == at)
			return l->all <= 64 ? i : l->all;
	return l->all;
}

static struct used_word *add_word(struct changes *c, const struct layout *l, size_t nth,
				  uint64_t **bits)
{
	struct used_word *w = &c->words[c->nr++];

	*w = (struct used_word){
		.at = nth * sizeof(uint64_t), .users = next_set(bits, c->all.words),
	};
	add_users(&w->users, l, nth);
	return w;
}

static void add_plain_words(struct changes *c, const struct layout *l, uint64_t **bits)
{
	size_t i, plain, record = record_words(l->kind);
	struct used_word *w;

	for (i = 1; i < record; i++) {
		plain = plain_column(l, i * sizeof(uint64_t));
		if (plain == l->all)
			continue;
		w = add_word(c, l, i, bits);
		w->plain = plain;
		*w->users.bits &= ~(1ULL << plain);
	}
	c->nr_plain = c->nr;
}

/* As many as are looked at at once, or some times that: the last ones without a user. */
static void add_other_words(struct changes *c, const struct layout *l, uint64_t **bits)
{
	size_t i, record = record_words(l->kind);
	struct column_set none;

	for (i = 1; i < record; i++) {
		if (plain_column(l, i * sizeof(uint64_t)) < l->all)
			continue;
		if (column_set_is_empty(&add_word(c, l, i, bits)->users))
			c->nr--;
	}
	none = next_set(bits, c->all.words);
	while ((c->nr - c->nr_plain) % WORDS_AT_ONCE)
		c->words[c->nr++] = (struct used_word){ .users = none };
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
	add_plain_words(c, l, &bits);
	/* records of another type or with other flags have nothing in common */
	c->words[c->nr++] = (struct used_word){ .users = c->all };
	add_other_words(c, l, &bits);
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

/* Bits that differ from the row before. */
static inline uint64_t differs(const struct pagesnap_rec *rec, const struct used_word *w)
{
	return word_at(rec, w) ^ w->last;
}

/* Columns that look at those of WORDS_AT_ONCE words in which @rec differs from the row before. */
__attribute__((noinline))
static uint64_t users_of_new(struct used_word *w, const struct pagesnap_rec *rec)
{
	struct used_word *end = w + WORDS_AT_ONCE;
	uint64_t users = 0;

	for (; w < end; w++) {
		if (!differs(rec, w))
			continue;
		w->last = word_at(rec, w);
		users |= *w->users.bits;
	}
	return users;
}

/*
 * Words of which most are the number of one column, and nothing else.  That one needs no value
 * if its cell has a number: then COLUMN_PLAIN promises that this is the next one.
 */
static inline uint64_t take_plain(struct changes *c, const struct pagesnap_rec *rec,
				  struct cells *cells)
{
	struct used_word *w = c->words, *end = w + c->nr_plain;
	uint64_t users = 0, word;

	for (; w < end; w++) {
		word = word_at(rec, w);
		if (word == w->last)
			continue;
		w->last = word;
		users |= *w->users.bits;
		if (word >= PAGESNAP_NONE || !cells || !cells_number(cells, w->plain, word))
			users |= 1ULL << w->plain;
	}
	return users;
}

/* Of layouts with one word of places, as nearly all are. */
static void take_short(struct changes *c, const struct pagesnap_rec *rec, struct cells *cells)
{
	struct used_word *w = c->words + c->nr_plain, *end = c->words + c->nr;
	uint64_t changed = *c->next.bits;

	*c->next.bits = *c->any.bits;
	/* mostly none differs: so they are asked together, and looked at if one does */
	for (; w < end; w += WORDS_AT_ONCE)
		if (differs(rec, &w[0]) | differs(rec, &w[1]) | differs(rec, &w[2]) |
		    differs(rec, &w[3]) | differs(rec, &w[4]))
			changed |= users_of_new(w, rec);
	*c->changed.bits = changed | take_plain(c, rec, cells);
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
 * @cells: the line of the row before, or NULL: numbers that have changed are written over those
 *	that stand there
 *
 * Return: as changes_take(), without columns of which nothing has changed but a number that was
 * written.
 */
const struct column_set *changes_take_flat(struct changes *c, const struct pagesnap_record *r,
					   struct cells *cells)
{
	if (c->changed.words == 1)
		take_short(c, &r->u->rec, cells);
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
		return changes_take_flat(c, r, NULL);
	changes_forget(c);
	return &c->all;
}
