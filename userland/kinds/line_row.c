// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of what is no record.
 */
#include "line_row.h"

/**
 * line_row_show() - have a row show a line
 * @row: struct line_row
 * @line: which stays as long
 */
void line_row_show(struct row *row, const void *line)
{
	((struct line_row *)row)->line = line;
}

/**
 * line_row_amount() - what is to be counted of a record
 * @r: record
 *
 * While somebody waits for the next sample, samples show that it goes on.
 *
 * Return: 1 for a sample.
 */
uint64_t line_row_amount(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_SAMPLE;
}

/**
 * line_row_references() - what is to be counted of a record of a trace
 * @r: record
 *
 * While somebody waits for the end, references show that it goes on.
 *
 * Return: 1 for a reference.
 */
uint64_t line_row_references(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_FAULT;
}

/**
 * set_comm() - set the name of a process
 * @v: value
 * @comm: name, "" if it is unknown
 */
void set_comm(struct value *v, const char *comm)
{
	if (*comm)
		set_name(v, comm, strlen(comm));
	else
		v->type = VALUE_UNKNOWN;
}
