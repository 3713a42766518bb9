// SPDX-License-Identifier: GPL-2.0
/*
 * Which columns are printed: lists of names.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "escape.h"

/**
 * layout_add() - append a column
 * @l: layout
 * @column: column; if it is there already, it stays where it is
 *
 * Return: its place.
 */
size_t layout_add(struct layout *l, const struct column *column)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (l->columns[i] == column)
			return i;
	l->columns[l->nr] = column;
	return l->nr++;
}

/**
 * layout_add_all() - append all columns
 * @l: layout
 */
void layout_add_all(struct layout *l)
{
	size_t i;

	for (i = 0; i < columns_nr; i++)
		layout_add(l, &columns[i]);
}

static void say_unknown(const char *name, size_t len, char *why, size_t why_size)
{
	struct value_buf b = { .s = NULL };

	if (len)
		escape_put(&b, name, len, true);
	if (!b.len)
		snprintf(why, why_size, "the list lacks the name of a column; -H lists all");
	else
		snprintf(why, why_size, "unknown column: %.*s; -H lists all columns",
			 (int)b.len, b.s);
	value_buf_free(&b);
}

/**
 * layout_read() - append columns by name
 * @l: layout
 * @list: names with commas between
 * @why: sentence on what is wrong
 * @why_size: bytes there
 *
 * Return: 0 or -EINVAL.
 */
int layout_read(struct layout *l, const char *list, char *why, size_t why_size)
{
	const struct column *column;
	size_t len;

	for (;;) {
		len = strcspn(list, ",");
		column = column_find(list, len);
		if (!column) {
			say_unknown(list, len, why, why_size);
			return -EINVAL;
		}
		layout_add(l, column);
		if (!list[len])
			return 0;
		list += len + 1;
	}
}
