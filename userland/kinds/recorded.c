// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of a recording: its moments.
 */
#include <inttypes.h>

#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "recorded_line.h"

static const struct recorded_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

#define GET_NUMBER(name)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_number(v, line_of(row)->name);				\
}

#define GET_WORD(name)							\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_word(v, line_of(row)->name);				\
}

GET_NUMBER(moment)
GET_NUMBER(time)
GET_NUMBER(missed)
GET_NUMBER(records)
GET_NUMBER(took_ms)
GET_NUMBER(every_ms)
GET_WORD(state)
GET_WORD(kind)
GET_WORD(file)

static void get_when(struct row *row, struct value *v)
{
	const char *when = line_of(row)->when;

	set_word(v, when ?: "?");
}

/* Of some seconds or days; people need no more of it than that. */
static void get_gap(struct row *row, struct value *v)
{
	uint64_t ms = line_of(row)->gap_ms;

	if (ms >= PAGESNAP_NONE || !row->for_people)
		set_number(v, ms);
	else
		set_printed(row, v, "%" PRIu64 "s", (ms + 500) / 1000);
}

static void set_amount(struct value *v, uint64_t bytes)
{
	if (bytes >= PAGESNAP_NONE)
		set_number(v, bytes);
	else
		set_bytes(v, bytes);
}

static void get_size(struct row *row, struct value *v)
{
	set_amount(v, line_of(row)->size);
}

static void get_bytes(struct row *row, struct value *v)
{
	set_amount(v, line_of(row)->bytes);
}

static void get_boot(struct row *row, struct value *v)
{
	const char *boot = line_of(row)->boot;

	if (*boot)
		set_string(v, boot, strlen(boot));
	else
		v->type = VALUE_UNKNOWN;
}

static const struct column of_recorded[] = {
	{ "MOMENT", N, R, { }, get_moment, NULL, "number of the moment in its recording, from 1", ANY },
	{ "WHEN", S, 0, { }, get_when, NULL, "when it was, in the time zone of who reads it", ANY },
	{ "KEPT", S, 0, { }, get_state, NULL, "is it there: good, partial, damaged, lost or cut", ANY },
	{ "GAP", N, R, { }, get_gap, NULL, "since the one before it, if too long; milliseconds", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "bytes that it takes", ANY },
	{ "BYTES", N, R, { }, get_bytes, NULL, "bytes of the stream that it stands for", ANY },
	{ "RECORDS", N, R, { }, get_records, NULL, "records in that", ANY },
	{ "FORM", S, 0, { }, get_kind, NULL, "full, or delta: what differs from the one before", ANY },
	{ "MISSED", N, R, { }, get_missed, NULL, "moments before it that were due, and are not there", ANY },
	{ "TOOK", N, R, { }, get_took_ms, NULL, "how long the look took, in milliseconds", ANY },
	{ "EVERY", N, R, { }, get_every_ms, NULL, "wanted from one to the next, in milliseconds", ANY },
	{ "TIME", N, R, { }, get_time, NULL, "when it was, seconds since 1970", ANY },
	{ "BOOT", S, 0, { }, get_boot, NULL, "boot id of the machine then", ANY },
	{ "FILE", S, 0, { }, get_file, NULL, "file of the recording that it is in", ANY },
};

static COLUMN_TABLE(recorded_columns, &kind_recorded, of_recorded);
static const struct column_table *const tables[] = { &recorded_columns, NULL };

#define COLUMNS "MOMENT,WHEN,KEPT,GAP,SIZE,BYTES,FORM,FILE"

const struct kind kind_recorded = {
	.name = "recorded",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
