// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of audit.
 */
#include "audit_line.h"
#include "column_get.h"

void get_counter(struct row *row, struct value *v)
{
	const struct audit_line *line = row->audit;
	char *text;

	if (!line)
		return;
	if (!line->part || !row->for_people) {
		set_name(v, line->counter, line->len);
		return;
	}
	text = row_scratch(row, line->len + 2);
	if (!text)
		return;
	text[0] = text[1] = ' ';
	memcpy(text + 2, line->counter, line->len);
	/* words of ours, whose blanks are to stay */
	v->type = VALUE_WORD;
	v->text = text;
	v->len = line->len + 2;
}

void get_kernel(struct row *row, struct value *v)
{
	if (row->audit)
		set_number(v, row->audit->kernel);
}

void get_walked(struct row *row, struct value *v)
{
	if (row->audit)
		set_number(v, row->audit->walked);
}

void get_diff(struct row *row, struct value *v)
{
	const struct audit_line *line = row->audit;

	if (!line)
		return;
	if (line->has_diff) {
		v->type = VALUE_SIGNED;
		v->number = line->diff;
	} else if (line->kernel == PAGESNAP_UNKNOWN) {
		v->type = VALUE_UNKNOWN;
	}
}

void get_moved(struct row *row, struct value *v)
{
	if (row->audit)
		set_number(v, row->audit->moved);
}
