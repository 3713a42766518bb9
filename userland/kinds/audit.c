// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of audit: counters of the kernel beside what was found.
 */
#include "audit_line.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "pages_columns.h"

static const struct audit_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_counter(struct row *row, struct value *v)
{
	const struct audit_line *line = line_of(row);
	char *text;

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

static void get_kernel(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->kernel);
}

static void get_found(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->found);
}

static void get_diff(struct row *row, struct value *v)
{
	const struct audit_line *line = line_of(row);

	if (line->has_diff) {
		v->type = VALUE_SIGNED;
		v->number = line->diff;
	} else if (line->kernel == PAGESNAP_UNKNOWN) {
		v->type = VALUE_UNKNOWN;
	}
}

static void get_moved(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->moved);
}

static void get_why(struct row *row, struct value *v)
{
	const char *why = line_of(row)->why;

	if (*why)
		set_string(v, why, strlen(why));
}

static const struct column of_audit[] = {
	{ "COUNTER", S, 0, { }, get_counter, NULL, "what the kernel counts", ANY },
	{ "KERNEL", N, R, { }, get_kernel, NULL, "pages by the kernel's counter", ANY },
	{ "WALKED", N, R, { }, get_found, NULL, "pages that were found", ANY },
	{ "DIFF", N, R, { }, get_diff, NULL, "how many more were found", ANY },
	{ "MOVED", N, R, { }, get_moved, NULL, "by how much the counter moved meanwhile", ANY },
};

/* In the place of that of pages. */
static const struct column why_only[] = {
	{ "WHY", S, 0, { }, get_why, NULL, "why there is no page, or a difference", ANY },
};

COLUMN_TABLE(audit_columns, &kind_audit, of_audit);
static COLUMN_TABLE(audit_why_columns, &kind_audit, why_only);

static const struct column_table *const tables[] = PAGES_TABLES(&audit_why_columns);

#define COLUMNS "COUNTER,KERNEL,WALKED,DIFF,MOVED,WHY"

const struct kind kind_audit = {
	.name = "audit",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
