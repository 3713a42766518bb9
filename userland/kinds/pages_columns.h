/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of the columns of pages: the kinds whose rows are about pages have them all.
 */
#ifndef KINDS_PAGES_COLUMNS_H
#define KINDS_PAGES_COLUMNS_H

#include "columns.h"

extern const struct column_table pages_columns;
extern const struct column_table pages_why_columns;
extern const struct column_table pages_swap_columns;
extern const struct column_table pages_total_columns;

/*
 * Tables of a kind whose rows are about pages, or are printed beside such.  Scripts
 * that take all columns get the same from each subcommand; @why is the kind's own.
 */
#define PAGES_TABLES(why)						\
	{								\
		&stream_row_columns, &pages_columns, (why), &pages_swap_columns,\
		&audit_columns, &doctor_columns, &pages_total_columns,	\
		&stream_header_columns, NULL,				\
	}

#endif /* KINDS_PAGES_COLUMNS_H */
