// SPDX-License-Identifier: GPL-2.0
/*
 * Which columns are printed: lists of names.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "escape.h"
#include "kind.h"

static int grow(struct layout *l)
{
	size_t room = l->room ? 2 * l->room : 16;
	struct layout_column *columns;

	if (l->nr < l->room)
		return 0;
	columns = reallocarray(l->columns, room, sizeof(*columns));
	if (!columns)
		return -ENOMEM;
	l->columns = columns;
	l->room = room;
	return 0;
}

/**
 * layout_add() - append a column
 * @l: layout
 * @table: which it is in
 * @column: column; if it is there already, it stays where it is
 *
 * Return: its place, or -ENOMEM.
 */
ssize_t layout_add(struct layout *l, const struct column_table *table, const struct column *column)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (l->columns[i].column == column)
			return i;
	if (grow(l))
		return -ENOMEM;
	l->columns[l->nr] = (struct layout_column){
		.column = column,
		.get = !table->of || table->of == l->kind ? column->get : NULL,
	};
	return l->nr++;
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
 * layout_add_name() - append the column of a name
 * @l: layout
 * @name: name
 * @len: bytes of it
 * @why: sentence on what is wrong
 * @why_size: bytes there
 *
 * Return: its place; -EINVAL if there is none, or -ENOMEM.
 */
ssize_t layout_add_name(struct layout *l, const char *name, size_t len, char *why, size_t why_size)
{
	struct column_at at;
	const struct column *column = column_find(l->kind, name, len, &at);

	if (column)
		return layout_add(l, l->kind->tables[at.table], column);
	say_unknown(name, len, why, why_size);
	return -EINVAL;
}

/**
 * layout_add_all() - append all columns
 * @l: layout
 *
 * Return: 0 or -ENOMEM.
 */
int layout_add_all(struct layout *l)
{
	const struct column *column;
	struct column_at at = { };

	while ((column = column_next(l->kind, &at)))
		if (layout_add(l, l->kind->tables[at.table], column) < 0)
			return -ENOMEM;
	return 0;
}

/**
 * layout_free() - free a layout
 * @l: layout
 */
void layout_free(struct layout *l)
{
	free(l->columns);
}

/**
 * layout_read() - append columns by name
 * @l: layout
 * @list: names with commas between
 * @why: sentence on what is wrong
 * @why_size: bytes there
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int layout_read(struct layout *l, const char *list, char *why, size_t why_size)
{
	ssize_t place;
	size_t len;

	for (;;) {
		len = strcspn(list, ",");
		place = layout_add_name(l, list, len, why, why_size);
		if (place < 0)
			return place;
		if (!list[len])
			return 0;
		list += len + 1;
	}
}
