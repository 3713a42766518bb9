/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is kept of a moment to tell what of the next one is new: a mark for each record.
 */
#ifndef RECORDING_MARKS_H
#define RECORDING_MARKS_H

#include <stddef.h>
#include <stdint.h>

/* No record has this number. */
#define MARKS_NONE UINT32_MAX

/**
 * struct mark - what stands for a record
 * @low: of its hash
 * @high: likewise
 */
struct mark {
	uint64_t low;
	uint64_t high;
};

/**
 * struct marker - what marks the records of a moment
 * @seed: secret of the moment
 * @secret: made of it
 */
struct marker {
	uint64_t seed;
	unsigned char secret[192];
};

/**
 * struct marks - records of a moment, in their order; all zero is none
 * @list: marks
 * @nr: how many
 * @room: places in @list
 * @table: numbers of records by their marks, NULL if nobody has looked for one yet
 * @mask: places in @table, less one
 */
struct marks {
	struct mark *list;
	size_t nr;
	size_t room;
	uint32_t *table;
	size_t mask;
};

void marker_begin(struct marker *m, uint64_t seed);
/*
 * Of a record.  Names are chosen by anyone: without knowing the seed nobody finds two records that
 * have the same mark.
 */
struct mark mark_of(const void *record, size_t len, const struct marker *m);
/* 0, -ENOMEM, or -EFBIG if there are too many. */
int marks_add(struct marks *m, const struct mark *mark);
/* The same for @nr records of others, from @nth on. */
int marks_copy(struct marks *m, const struct marks *from, size_t nth, size_t nr);
/* Is it that of record @nth? */
int marks_has(const struct marks *m, size_t nth, const struct mark *mark);
/* The number of a record with this mark in @found, or MARKS_NONE.  0 or -ENOMEM. */
int marks_find(struct marks *m, const struct mark *mark, uint32_t *found);
/* What stands for all of them, in their order. */
uint64_t marks_sum(const struct marks *m, uint64_t seed);
/* There are none from now on; memory is kept. */
void marks_empty(struct marks *m);
void marks_free(struct marks *m);

#endif /* RECORDING_MARKS_H */
