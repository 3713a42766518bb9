// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of doctor: what was looked at on the machine.
 */
#include "column_table.h"
#include "doctor_line.h"
#include "kind.h"
#include "line_row.h"
#include "pages_columns.h"

static const struct doctor_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_check(struct row *row, struct value *v)
{
	set_name(v, line_of(row)->check, strlen(line_of(row)->check));
}

static void get_result(struct row *row, struct value *v)
{
	static const char *const words[] = {
		[DOCTOR_OK] = "ok", [DOCTOR_NOTE] = "note", [DOCTOR_FAILS] = "FAILS",
		[DOCTOR_UNKNOWN] = "?",
	};

	set_word(v, words[line_of(row)->result]);
}

static const char *color_result(const struct value *v)
{
	if (v->type == VALUE_UNKNOWN)
		return "yellow";
	return v->type == VALUE_WORD && !strcmp(v->text, "FAILS") ? "red" : NULL;
}

static void get_found(struct row *row, struct value *v)
{
	set_name(v, line_of(row)->found, strlen(line_of(row)->found));
}

static void get_next(struct row *row, struct value *v)
{
	if (*line_of(row)->next)
		set_name(v, line_of(row)->next, strlen(line_of(row)->next));
}

static const struct column of_doctor[] = {
	{ "CHECK", S, 0, { }, get_check, NULL, "what doctor looked at", ANY },
	{ "RESULT", S, 0, { }, get_result, color_result, "ok, note, FAILS, or ?", ANY },
	{ "FOUND", S, W, { }, get_found, NULL, "what doctor found", ANY },
	{ "NEXT", S, W, { }, get_next, NULL, "command that helps", ANY },
};

COLUMN_TABLE(doctor_columns, &kind_doctor, of_doctor);

static const struct column_table *const tables[] = PAGES_TABLES(&pages_why_columns);

#define COLUMNS "RESULT,CHECK,FOUND,NEXT"

const struct kind kind_doctor = {
	.name = "doctor",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
