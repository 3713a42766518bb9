/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums by key, now and at the last look: what has changed between two.
 */
#ifndef RENDER_TOP_ROWS_H
#define RENDER_TOP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is added up, in pages. */
enum top_sum {
	TOP_SIZE,	/* in memory */
	TOP_DIRTY,	/* of these, of dirty folios */
	TOP_EVICTED,	/* that were, and were evicted or swapped out */
	TOP_MAPPED,	/* that some page table maps */
	TOP_SUMS
};

/**
 * struct top_sums - pages of something
 * @pages: by enum top_sum; PAGESNAP_NONE or _UNKNOWN where they can't be known
 */
struct top_sums {
	uint64_t pages[TOP_SUMS];
};

/**
 * struct top_row - what was found under one key
 * @key: any bytes
 * @key_len: how many
 * @name: for people, any bytes, then a zero byte
 * @name_len: how many
 * @now: at the last look that has ended
 * @before: at the one before
 * @next: of the look that is under way
 */
struct top_row {
	char *key;
	size_t key_len;
	char *name;
	size_t name_len;
	struct top_sums now;
	struct top_sums before;
	struct top_sums next;
};

/**
 * struct top_rows - all of them; all zero at first
 * @root: of a tree of rows by key
 * @list: them; @nr of them
 * @nr: see there
 * @room: rows that @list has memory for
 * @seen: rows that had something at the last look, or at the one before
 * @looks: that have ended
 * @total: of all rows
 */
struct top_rows {
	void *root;
	struct top_row **list;
	size_t nr;
	size_t room;
	size_t seen;
	uint64_t looks;
	struct top_row total;
};

/* The row of a key in the look that is under way; a new one, if need be.  NULL: no memory. */
struct top_row *top_rows_find(struct top_rows *rows, const void *key, size_t key_len);
/* Its name is this from now on.  0 or -ENOMEM. */
int top_row_name(struct top_row *row, const char *name, size_t len);
/* Adds to what is unknown or known of a row. */
void top_row_add(struct top_row *row, const struct top_sums *sums);
/* The look has ended: what is empty in it and was in the one before is forgotten. */
void top_rows_turn(struct top_rows *rows);
/* The look has failed: what came of it is forgotten. */
void top_rows_drop(struct top_rows *rows);
void top_rows_free(struct top_rows *rows);

/* Had it something at the last look, or at the one before?  Else it is of one under way. */
bool top_row_is_seen(const struct top_row *row);
/* How much more there is than before; false if that can't be known. */
bool top_row_change(const struct top_row *row, enum top_sum sum, int64_t *change);

#endif /* RENDER_TOP_ROWS_H */
