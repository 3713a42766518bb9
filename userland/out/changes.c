// SPDX-License-Identifier: GPL-2.0
/*
 * What may have changed since the row before.
 */
#include <string.h>

#include "changes.h"

/**
 * changes_init() - prepare for rows
 * @c: changes
 * @l: columns
 */
void changes_init(struct changes *c, const struct layout *l)
{
	size_t i, word;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < l->all; i++) {
		const struct column *column = l->columns[i];

		column_set_add(&c->all, i);
		if (!column->uses)
			column_set_add(&c->any, i);
		for (word = 0; word < COLUMN_RUN_WORDS; word++)
			if (column->uses >> word & 1)
				column_set_add(&c->users[word], i);
	}
}

/**
 * changes_forget() - what rows of pages belong to is another now
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
	uint64_t word;
	size_t i;

	for (i = 1; i < COLUMN_RUN_WORDS; i++) {
		memcpy(&word, (const char *)run + i * sizeof(word), sizeof(word));
		if (word == c->words[i])
			continue;
		c->words[i] = word;
		column_set_join(&set, &c->users[i]);
	}
	return set;
}

/**
 * changes_take() - compare a row with the one before
 * @c: the one before; becomes this one
 * @row: row
 *
 * Return: columns whose values may differ; all, unless both rows are of pages
 * of one object.
 */
struct column_set changes_take(struct changes *c, const struct row *row)
{
	const struct pagesnap_run *run = plain_run(row);

	/* the first word has type and flags: which fields there are */
	if (run && c->known && !memcmp(run, c->words, sizeof(c->words[0])))
		return take_words(c, run);
	c->known = run;
	if (run)
		memcpy(c->words, run, sizeof(c->words));
	return c->all;
}
