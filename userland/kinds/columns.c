// SPDX-License-Identifier: GPL-2.0
/*
 * Columns by name, and in order.
 */
#include <strings.h>

#include "columns.h"
#include "kind.h"

/**
 * column_next() - the next column that rows of a kind may have
 * @kind: kind
 * @at: where the last one was; all zero for the first
 *
 * Return: column, NULL if there are no more.
 */
const struct column *column_next(const struct kind *kind, struct column_at *at)
{
	const struct column_table *table;

	while ((table = kind->tables[at->table])) {
		if (at->nth < table->nr)
			return &table->columns[at->nth++];
		at->table++;
		at->nth = 0;
	}
	return NULL;
}

/**
 * column_find() - find a column by its name
 * @kind: of whose rows
 * @name: name, in any case, not terminated
 * @len: its length
 * @at: where it is
 *
 * Return: column or NULL.
 */
const struct column *column_find(const struct kind *kind, const char *name, size_t len,
				 struct column_at *at)
{
	const struct column *column;

	*at = (struct column_at){ };
	while ((column = column_next(kind, at)))
		if (!strncasecmp(column->name, name, len) && !column->name[len])
			break;
	return column;
}

/**
 * column_type_name() - word for a type
 * @type: type
 *
 * Return: word.
 */
const char *column_type_name(enum column_type type)
{
	static const char * const names[] = {
		[COLUMN_NUMBER] = "number", [COLUMN_STRING] = "string", [COLUMN_ARRAY] = "array",
	};

	return names[type];
}
