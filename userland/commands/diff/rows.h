/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of what has changed between two moments, in their order.
 */
#ifndef COMMANDS_DIFF_ROWS_H
#define COMMANDS_DIFF_ROWS_H

#include "moments.h"

enum diff_sort {
	DIFF_SORT_CHANGE,
	DIFF_SORT_BEFORE,
	DIFF_SORT_AFTER,
	DIFF_SORT_ENTERED,
	DIFF_SORT_LEFT,
	DIFF_SORT_DIRTIED,
	DIFF_SORT_WRITTEN,
	DIFF_SORT_EVICTED,
	DIFF_SORT_NAME,
	DIFF_SORTS
};

/**
 * struct diff_row - a row
 * @file: of which file it is; NULL: of @group
 * @group: of which group
 * @pages: what has happened, by enum diff_pages
 * @name: of it
 * @name_len: bytes of @name
 */
struct diff_row {
	const struct diff_file *file;
	const struct diff_name *group;
	uint64_t pages[DIFF_PAGES];
	const char *name;
	size_t name_len;
};

/**
 * struct diff_rows - all of them
 * @list: rows in which something has changed; @nr of them
 * @nr: see there
 * @same: files, groups or classes in which nothing has
 * @total: of all
 */
struct diff_rows {
	struct diff_row *list;
	size_t nr;
	size_t same;
	uint64_t total[DIFF_PAGES];
};

/* Its number, DIFF_SORTS if it is no word for one. */
enum diff_sort diff_sort_of_word(const char *word);

/* Rows of two moments that match.  0 or -ENOMEM; diff_rows_free() is owed. */
int diff_rows_make(struct diff_rows *rows, struct diff_moments *m, enum diff_sort sort);
/* What @row shows; it stays as long as @m and @row. */
struct diff_line diff_rows_line(const struct diff_moments *m, const struct diff_row *row);
/* The same of the sum of all rows, and of what has not changed. */
struct diff_line diff_rows_total(const struct diff_moments *m, const struct diff_rows *rows);
void diff_rows_free(struct diff_rows *rows);

#endif /* COMMANDS_DIFF_ROWS_H */
