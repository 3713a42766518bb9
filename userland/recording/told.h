/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of a moment by the numbers that they have in their session, as with changed=.  Pure: no
 * input, no output.
 */
#ifndef RECORDING_TOLD_H
#define RECORDING_TOLD_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct told_file - a file that has a number
 * @at: its record, of those of the moment
 * @nr: records, with those that belong to it
 * @len: bytes of these
 * @q: query of the moment that it is an answer to
 */
struct told_file {
	uint32_t at;
	uint32_t nr;
	uint32_t len;
	uint32_t q;
};

/**
 * struct told - all that have one, in the order of their numbers; all zero is none
 * @list: files
 * @first: number of the first of them, or that it would have
 * @nr: how many
 * @room: places in @list
 */
struct told {
	struct told_file *list;
	uint64_t first;
	size_t nr;
	size_t room;
};

/* The number that the next one gets. */
uint64_t told_next(const struct told *t);
/* Gives it that number: 0 or -ENOMEM. */
int told_add(struct told *t, const struct told_file *file);
/* The last one has one more record, of @len bytes. */
void told_add_more(struct told *t, uint32_t len);
/* Those with @nr numbers from @from on, which stay where they are; NULL if there are not so many. */
const struct told_file *told_find(const struct told *t, uint64_t from, uint64_t nr);
/*
 * Gives @nr files of another moment, whose records follow each other there, the next numbers; the
 * first record of them is @at here.  As told_add().
 */
int told_copy(struct told *t, const struct told_file *files, size_t nr, uint32_t at);
/* There are none from now on, and the next one gets number @first; memory is kept. */
void told_empty(struct told *t, uint64_t first);
void told_free(struct told *t);

#endif /* RECORDING_TOLD_H */
