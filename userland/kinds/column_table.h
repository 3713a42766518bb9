/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Short words for tables of columns.  For the files that have one, before the table:
 * each defines RUN(member) or the like by COLUMN_WORD(), if it has flat records.
 */
#ifndef KINDS_COLUMN_TABLE_H
#define KINDS_COLUMN_TABLE_H

#include "columns.h"

#define N COLUMN_NUMBER
#define S COLUMN_STRING
#define A COLUMN_ARRAY
#define R COLUMN_RIGHT
#define OF_QUERY COLUMN_OF_QUERY
#define T COLUMN_TRUNC
#define W COLUMN_WRAP
#define P COLUMN_PLAIN
#define OBJECT COLUMN_OBJECT
#define ANY 0

#define COLUMN_TABLE(name, kind, list)					\
	const struct column_table name = {				\
		.of = (kind), .columns = (list),			\
		.nr = sizeof(list) / sizeof((list)[0]),			\
	}

#endif /* KINDS_COLUMN_TABLE_H */
