/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Columns: what can be printed of a row.
 */
#ifndef KINDS_COLUMNS_H
#define KINDS_COLUMNS_H

#include <sys/types.h>

#include "row.h"
#include "value.h"

enum column_type {
	COLUMN_NUMBER,
	COLUMN_STRING,
	COLUMN_ARRAY,
};

#define COLUMN_RIGHT	0x01	/* aligned to the right */
#define COLUMN_TRUNC	0x02	/* may be cut on a terminal */
#define COLUMN_WRAP	0x40	/* goes on in another line there, as all of it is needed */
#define COLUMN_HEX_KEYS	0x04	/* keys of its pairs are bits */
#define COLUMN_SUMMARY	0x08	/* a number in a summary, and aligned as such */
/*
 * A number of flat records: the last word that @get looks at is a member of 64 bits.  Where it
 * gives a number, and no other word that it looks at changes, it gives this one, unless that
 * stands for "-" or "?".
 */
#define COLUMN_PLAIN	0x10
#define COLUMN_OF_QUERY	0x20	/* from the record of the query, which brief answers lack */
#define COLUMN_END	0x80	/* is cut at its end, and not in the middle */

/* Sets the value of a column in a row; it is VALUE_NONE before. */
typedef void column_get(struct row *row, struct value *v);

/**
 * struct column - a column
 * @name: upper case
 * @type: in JSON; any column may be null or "?" there
 * @flags: COLUMN_*
 * @keys: names that keys and counts of pairs have in JSON
 * @get: its value in a row
 * @color: of a value, NULL for none; may be NULL
 * @help: one line
 * @uses: of rows of flat records, what @get looks at: COLUMN_WORD(), COLUMN_OBJECT;
 *	0 if it may be anything
 */
struct column {
	const char *name;
	enum column_type type;
	unsigned int flags;
	const char *keys[2];
	column_get *get;
	const char *(*color)(const struct value *v);
	const char *help;
	uint64_t uses;
};

/*
 * The word of eight bytes of a flat record that has a member.  Type and flags need not be
 * named; what is behind the last word that has a bit can't be, and is "anything".
 */
#define COLUMN_WORD(type, member)	(1ULL << offsetof(type, member) / 8)
#define COLUMN_WORDS_MAX		64
/* What the row belongs to: object, superblock or task, query.  In place of type and flags. */
#define COLUMN_OBJECT			1ULL

/* Where the number of a column with COLUMN_PLAIN is in the record: the byte; of others 0. */
static inline size_t column_plain_at(const struct column *column)
{
	return column->flags & COLUMN_PLAIN ?
	       (63 - __builtin_clzll(column->uses)) * sizeof(uint64_t) : 0;
}

/**
 * struct column_table - columns of one kind of rows
 * @of: which; in rows of another they are "-".  NULL: of any
 * @columns: them
 * @nr: how many
 */
struct column_table {
	const struct kind *of;
	const struct column *columns;
	size_t nr;
};

/**
 * struct column_at - a place among the columns of a kind; all zero is before the first
 * @table: which of its tables
 * @nth: columns of this that were passed
 */
struct column_at {
	size_t table;
	size_t nth;
};

const struct column *column_next(const struct kind *kind, struct column_at *at);
/* NULL if there is none; upper and lower case are the same. */
const struct column *column_find(const struct kind *kind, const char *name, size_t len,
				 struct column_at *at);
const char *column_type_name(enum column_type type);

/**
 * struct layout_column - a column of an output
 * @column: column
 * @get: its value; NULL: "-" in all rows
 */
struct layout_column {
	const struct column *column;
	column_get *get;
};

/**
 * struct layout - which columns an output has
 * @kind: of the rows
 * @columns: them
 * @nr: columns that are printed
 * @all: and with those that only sort
 * @room: columns that there is memory for
 */
struct layout {
	const struct kind *kind;
	struct layout_column *columns;
	size_t nr;
	size_t all;
	size_t room;
};

/**
 * struct column_set - places in a layout
 * @bits: one each
 * @words: of @bits, one at least
 */
struct column_set {
	uint64_t *bits;
	size_t words;
};

/* Words of a set of @nr places, one at least. */
static inline size_t column_set_words(size_t nr)
{
	return nr ? (nr + 63) / 64 : 1;
}

static inline void column_set_add(struct column_set *set, size_t nth)
{
	set->bits[nth / 64] |= 1ULL << nth % 64;
}

/* Both of the same number of words. */
static inline void column_set_copy(struct column_set *set, const struct column_set *from)
{
	size_t i = 0;

	do
		set->bits[i] = from->bits[i];
	while (++i < set->words);
}

static inline void column_set_join(struct column_set *set, const struct column_set *other)
{
	size_t i = 0;

	do
		set->bits[i] |= other->bits[i];
	while (++i < set->words);
}

static inline bool column_set_is_empty(const struct column_set *set)
{
	size_t i = 0;

	do
		if (set->bits[i])
			return false;
	while (++i < set->words);
	return true;
}

/*
 * Goes through the places of a set, from the first one on: @nth is each of them.  @word and
 * @left are its own.  Leave it by return or goto: break goes on with the next word.
 */
#define column_set_each(set, word, left, nth)						\
	for ((word) = 0; (word) < (set)->words; (word)++)				\
		for ((left) = (set)->bits[word];					\
		     (left) && ((nth) = (word) * 64 + __builtin_ctzll(left), true);	\
		     (left) &= (left) - 1)

/* The value of column @nth in a row. */
static inline void layout_get(const struct layout *l, size_t nth, struct row *row, struct value *v)
{
	*v = (struct value){ .type = VALUE_NONE };
	if (l->columns[nth].get)
		l->columns[nth].get(row, v);
}

/* Appends a column of a table once.  Its place, or -ENOMEM. */
ssize_t layout_add(struct layout *l, const struct column_table *table, const struct column *column);
/* Appends the column of that name.  Its place, -ENOMEM, or -EINVAL with a sentence in @why. */
ssize_t layout_add_name(struct layout *l, const char *name, size_t len, char *why,
			size_t why_size);
/* Appends the columns of "NAME,NAME".  0, -ENOMEM, or -EINVAL with a sentence in @why. */
int layout_read(struct layout *l, const char *list, char *why, size_t why_size);
/* 0 or -ENOMEM. */
int layout_add_all(struct layout *l);
void layout_free(struct layout *l);

#endif /* KINDS_COLUMNS_H */
