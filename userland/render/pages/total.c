// SPDX-License-Identifier: GPL-2.0
/*
 * The line below a summary.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/column_get.h"
#include "kinds/pages_row.h"
#include "tally.h"
#include "total.h"

static void print_count(FILE *f, const char **lead, const char *what, uint64_t count)
{
	if (!count)
		return;
	fprintf(f, "%s%s %llu", *lead, what, (unsigned long long)count);
	*lead = ", ";
}

/**
 * total_remarks() - what a summary says besides flags
 * @s: summary
 * @ending: would there have been more?
 *
 * Return: text to be freed, NULL if there is no memory.
 */
char *total_remarks(const struct pages_summary *s, enum out_ending ending)
{
	const char *lead = "";
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	print_count(f, &lead, "holes", s->sums.holes);
	print_count(f, &lead, "evicted", s->sums.evicted);
	print_count(f, &lead, "swapped", s->sums.swapped);
	print_count(f, &lead, "special", s->sums.special);
	fprintf(f, "%s%llu.%llu s", *lead ? "; " : "", (unsigned long long)s->us / 1000000,
		(unsigned long long)s->us / 100000 % 10);
	if (ending != OUT_WHOLE)
		fputs(ending == OUT_CUT ? "; cut" : "; interrupted", f);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}

/**
 * total_values() - the line below a summary
 * @row: row of no query
 * @l: columns
 * @s: summary
 * @remarks: text of total_remarks()
 * @values: one for each column
 *
 * What does not add up is left empty.
 */
void total_values(struct row *row, const struct layout *l, const struct pages_summary *s,
		  const char *remarks, struct value *values)
{
	struct pages_row *p = pages_row(row);
	struct pagesnap_combo all = { PAGESNAP_UNKNOWN, s->sums.pages };
	const struct column *column;
	size_t i;

	p->combo = &all;
	row->scratch_len = 0;
	for (i = 0; i < l->all; i++) {
		column = l->columns[i].column;
		layout_get(l, i, row, &values[i]);
		if (!strcmp(column->name, "FLAGS"))
			set_word(&values[i], "total");
		else if (!strcmp(column->name, "SYMBOLIC"))
			set_word(&values[i], remarks);
		else if (values[i].type == VALUE_UNKNOWN || values[i].type == VALUE_NONE)
			set_word(&values[i], "");
	}
	p->combo = NULL;
}

/**
 * total_of_tally() - the line below sums of files
 * @row: row
 * @l: columns
 * @total: of all files
 * @values: one for each column
 */
void total_of_tally(struct row *row, const struct layout *l, const struct tally_group *total,
		    struct value *values)
{
	static const char *const key[] = {
		[TALLY_BY_DIR] = "DIR", [TALLY_BY_FS] = "MOUNT", [TALLY_BY_TYPE] = "FSTYPE",
		[TALLY_BY_CGROUP] = "CGROUP_PATH", [TALLY_BY_PAIR] = "CGROUP_PATH",
	};
	size_t i;

	/* of no superblock: nothing to allocate */
	(void)tally_row(total, row);
	for (i = 0; i < l->all; i++) {
		layout_get(l, i, row, &values[i]);
		if (!strcmp(l->columns[i].column->name, key[total->by]))
			set_word(&values[i], "total");
		else if (values[i].type == VALUE_NONE)
			set_word(&values[i], "");
	}
}
