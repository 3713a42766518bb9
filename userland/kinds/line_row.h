/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of what is no record: each shows a line that a digest, or a subcommand, has filled in.
 */
#ifndef KINDS_LINE_ROW_H
#define KINDS_LINE_ROW_H

#include "column_get.h"
#include "lib/pagesnap.h"

/**
 * struct line_row - a row that shows a line
 * @row: head
 * @line: of the kind's own type
 */
struct line_row {
	struct row row;
	const void *line;
};

static inline const void *line_of_row(const struct row *row)
{
	return ((const struct line_row *)row)->line;
}

/* As show() and amount() of struct kind: samples are counted. */
void line_row_show(struct row *row, const void *line);
uint64_t line_row_amount(const struct pagesnap_record *r);
/* As amount(): references are. */
uint64_t line_row_references(const struct pagesnap_record *r);
/* The name of a process, "?" for "". */
void set_comm(struct value *v, const char *comm);

#endif /* KINDS_LINE_ROW_H */
