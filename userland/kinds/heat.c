// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of heat: ranges of addresses, and how much of each was accessed as time went on.
 */
#include "column_table.h"
#include "heat_line.h"
#include "kind.h"
#include "line_row.h"

static const struct heat_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_pid(struct row *row, struct value *v)
{
	if (line_of(row)->by != HEAT_BY_ADDRESS)
		return;
	if (line_of(row)->pid)
		set_number(v, line_of(row)->pid);
	else
		v->type = VALUE_UNKNOWN;
}

static void get_command(struct row *row, struct value *v)
{
	if (line_of(row)->by == HEAT_BY_ADDRESS)
		set_comm(v, line_of(row)->comm);
}

static void get_addr(struct row *row, struct value *v)
{
	if (line_of(row)->mapping)
		set_hex(v, line_of(row)->start << row->page_shift);
}

static void get_size(struct row *row, struct value *v)
{
	if (line_of(row)->mapping)
		set_pages(row, v, line_of(row)->end - line_of(row)->start);
}

/**
 * heat_permille() - how much was accessed?
 * @accessed: pages, once for each sample
 * @there: the same, of those that were there
 *
 * Return: thousandths, 1 for any that are less; HEAT_ABSENT if nothing was there.
 */
uint32_t heat_permille(uint64_t accessed, uint64_t there)
{
	uint32_t permille;

	if (!there)
		return HEAT_ABSENT;
	/* more than all only if the stream is damaged */
	if (accessed >= there)
		return 1000;
	permille = accessed * 1000.0 / there;
	return accessed && !permille ? 1 : permille;
}

/**
 * heat_sign() - a sign for how much was accessed
 * @permille: thousandths
 *
 * Return: one of eight: for nothing, and for sevenths.
 */
char heat_sign(uint32_t permille)
{
	static const char levels[] = ".:-=+*#@";

	return levels[((permille < 1000 ? permille : 1000) * 7 + 999) / 1000];
}

static void get_heat(struct row *row, struct value *v)
{
	const struct heat_line *line = line_of(row);
	char *text = row_scratch(row, line->nr + 1);
	size_t i;

	if (!text)
		return;
	for (i = 0; i < line->nr; i++)
		text[i] = line->permille[i] == HEAT_ABSENT ? '_' :
			  heat_sign(line->permille[i]);
	text[i] = '\0';
	set_word(v, text);
}

/* Rounds that found no page there are left out. */
static void get_rounds(struct row *row, struct value *v)
{
	const struct heat_line *line = line_of(row);
	struct value_pair *pairs = row_scratch(row, line->nr * sizeof(*pairs));
	size_t i;

	if (!pairs)
		return;
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	for (i = 0; i < line->nr; i++)
		if (line->permille[i] != HEAT_ABSENT)
			pairs[v->len++] = (struct value_pair){ i + 1, line->permille[i] };
}

static void get_mapping(struct row *row, struct value *v)
{
	const struct heat_line *line = line_of(row);

	if (line->mapping)
		set_name(v, line->mapping, line->mapping_len);
	else if (row->for_people)
		set_word(v, line->crowded ? "[no room for mappings]" : "[mapped since]");
	else
		v->type = VALUE_UNKNOWN;
}

static const struct column of_heat[] = {
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", ANY },
	{ "ADDR", N, R, { }, get_addr, NULL, "first virtual address; of a file, its offset", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "size of the range", ANY },
	{ "HEAT", S, 0, { }, get_heat, NULL,
		"time runs to the right: . nothing was accessed, : - = + * # @ more and more", ANY },
	{ "ROUNDS", A, 0, { "round", "permille" }, get_rounds, NULL,
		"of what was there in each round, that which was accessed", ANY },
	{ "MAPPING", S, T, { }, get_mapping, NULL, "the mapping, or the file", ANY },
};

static COLUMN_TABLE(heat_columns, &kind_heat, of_heat);

static const struct column_table *const tables[] = { &heat_columns, &stream_header_columns, NULL };

const struct kind kind_heat = {
	.name = "heat",
	.made_of = (const struct collection *const[]){
		&pagesnap_collection_accesses, &pagesnap_collection_pages, NULL
	},
	.tables = tables,
	.layouts = { .items = HEAT_COLUMNS, .objects = HEAT_COLUMNS, .totals = HEAT_COLUMNS },
	.objects = "ranges of addresses",
	.sort_column = "ADDR",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = line_row_amount,
	.amounts = "samples",
};
