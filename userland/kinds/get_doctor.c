// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of doctor.
 */
#include "column_get.h"
#include "doctor_line.h"

void get_check(struct row *row, struct value *v)
{
	if (row->doctor)
		set_name(v, row->doctor->check, strlen(row->doctor->check));
}

void get_result(struct row *row, struct value *v)
{
	static const char *const words[] = {
		[DOCTOR_OK] = "ok", [DOCTOR_NOTE] = "note", [DOCTOR_FAILS] = "FAILS",
		[DOCTOR_UNKNOWN] = "?",
	};

	if (row->doctor)
		set_word(v, words[row->doctor->result]);
}

const char *color_result(const struct value *v)
{
	if (v->type == VALUE_UNKNOWN)
		return "yellow";
	return v->type == VALUE_WORD && !strcmp(v->text, "FAILS") ? "red" : NULL;
}

void get_found(struct row *row, struct value *v)
{
	if (row->doctor)
		set_name(v, row->doctor->found, strlen(row->doctor->found));
}

void get_next(struct row *row, struct value *v)
{
	if (row->doctor && *row->doctor->next)
		set_name(v, row->doctor->next, strlen(row->doctor->next));
}
