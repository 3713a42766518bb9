/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Columns: what can be printed of a row.
 */
#ifndef KINDS_COLUMNS_H
#define KINDS_COLUMNS_H

#include "row.h"
#include "value.h"

enum column_type {
	COLUMN_NUMBER,
	COLUMN_STRING,
	COLUMN_ARRAY,
};

#define COLUMN_RIGHT	0x01	/* aligned to the right */
#define COLUMN_TRUNC	0x02	/* may be cut on a terminal */
#define COLUMN_HEX_KEYS	0x04	/* keys of its pairs are bits */
#define COLUMN_SUMMARY	0x08	/* a number in a summary, and aligned as such */

/**
 * struct column - a column
 * @name: upper case
 * @type: in JSON; any column may be null or "?" there
 * @flags: COLUMN_*
 * @keys: names that keys and counts of pairs have in JSON
 * @get: its value in a row; the value is VALUE_NONE before
 * @color: of a value, NULL for none; may be NULL
 * @help: one line
 * @uses: of rows of runs and pages, what @get looks at: COLUMN_RUN(),
 *	COLUMN_OBJECT; 0 if it may be anything
 */
struct column {
	const char *name;
	enum column_type type;
	unsigned int flags;
	const char *keys[2];
	void (*get)(struct row *row, struct value *v);
	const char *(*color)(const struct value *v);
	const char *help;
	uint32_t uses;
};

/* Records of runs and pages, in words of eight bytes. */
#define COLUMN_RUN_WORDS	(sizeof(struct pagesnap_run) / 8)
/* The word that has a member.  Type and flags need not be told. */
#define COLUMN_RUN(member)	(1U << offsetof(struct pagesnap_run, member) / 8)
/* What the pages belong to: object, superblock or task, query.  In place of type and flags. */
#define COLUMN_OBJECT		COLUMN_RUN(rec)

extern const struct column columns[];
extern const size_t columns_nr;

/* NULL if there is none; upper and lower case are the same. */
const struct column *column_find(const char *name, size_t len);
const char *column_type_name(enum column_type type);

/* More than there are columns. */
#define COLUMNS_MAX 192

/**
 * struct layout - the columns of an output
 * @columns: them
 * @nr: columns that are printed
 * @all: and with those that only sort
 */
struct layout {
	const struct column *columns[COLUMNS_MAX];
	size_t nr;
	size_t all;
};

/**
 * struct column_set - places in a layout
 * @bits: one each
 */
struct column_set {
	uint64_t bits[COLUMNS_MAX / 64];
};

static inline void column_set_add(struct column_set *set, size_t nth)
{
	set->bits[nth / 64] |= 1ULL << nth % 64;
}

static inline struct column_set column_set_all(size_t nr)
{
	struct column_set set = { };
	size_t i;

	for (i = 0; i < nr; i++)
		column_set_add(&set, i);
	return set;
}

static inline void column_set_join(struct column_set *set, const struct column_set *other)
{
	size_t i;

	for (i = 0; i < COLUMNS_MAX / 64; i++)
		set->bits[i] |= other->bits[i];
}

static inline bool column_set_is_empty(const struct column_set *set)
{
	size_t i;

	for (i = 0; i < COLUMNS_MAX / 64; i++)
		if (set->bits[i])
			return false;
	return true;
}

/* Takes the first place out of the set; COLUMNS_MAX if it is empty. */
static inline size_t column_set_pop(struct column_set *set)
{
	size_t i, nth;

	for (i = 0; i < COLUMNS_MAX / 64; i++) {
		if (!set->bits[i])
			continue;
		nth = __builtin_ctzll(set->bits[i]);
		set->bits[i] &= set->bits[i] - 1;
		return i * 64 + nth;
	}
	return COLUMNS_MAX;
}

/* Appends a column once; says where it is. */
size_t layout_add(struct layout *l, const struct column *column);
/* Appends the columns of "NAME,NAME".  0, or -EINVAL with a sentence in @why. */
int layout_read(struct layout *l, const char *list, char *why, size_t why_size);
void layout_add_all(struct layout *l);

#endif /* KINDS_COLUMNS_H */
