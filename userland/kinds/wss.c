// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of wss: working sets and cold memory of processes, or of their mappings.
 */
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "wss_line.h"

static const struct wss_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static bool is_of_one(const struct row *row)
{
	return line_of(row)->by == WSS_BY_PROCESS || line_of(row)->by == WSS_BY_MAPPING;
}

static void get_processes(struct row *row, struct value *v)
{
	if (!line_of(row)->file)
		set_number(v, line_of(row)->processes);
}

static void get_pid(struct row *row, struct value *v)
{
	if (is_of_one(row) && !line_of(row)->file)
		set_number(v, line_of(row)->pid);
}

static void get_command(struct row *row, struct value *v)
{
	const struct wss_line *line = line_of(row);

	if (is_of_one(row) && line->file)
		set_name(v, line->file, strlen(line->file));
	else if (is_of_one(row))
		set_comm(v, line->comm);
}

static void get_state(struct row *row, struct value *v)
{
	if (is_of_one(row) && !line_of(row)->file)
		set_word(v, line_of(row)->state);
}

static void get_samples(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->samples);
}

static void get_missed(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->missed);
}

/* Whole ones, so that 100 is all of it. */
static void set_percent(struct value *v, uint64_t part, uint64_t all)
{
	if (part == PAGESNAP_UNKNOWN)
		v->type = VALUE_UNKNOWN;
	else if (all)
		set_number(v, part * 100 / all);
}

/* Each sum in bytes, and in pages. */
#define GET_SUM(name, sum)						\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		set_pages(row, v, line_of(row)->sums.sum);		\
	}								\
									\
	static void get_##name##_pages(struct row *row, struct value *v) \
	{								\
		set_number(v, line_of(row)->sums.sum);			\
	}

/* And in percent. */
#define GET_SHARE(name, part)						\
	GET_SUM(name, part)						\
									\
	static void get_##name##_percent(struct row *row, struct value *v) \
	{								\
		const struct wss_sums *sums = &line_of(row)->sums;	\
									\
		set_percent(v, sums->part, sums->pages);			\
	}

GET_SUM(rss, pages)
GET_SHARE(wss_1s, accessed[WSS_1S])
GET_SHARE(wss_10s, accessed[WSS_10S])
GET_SHARE(wss_60s, accessed[WSS_1M])
GET_SHARE(cold, cold)
GET_SHARE(cold_1m, idle[WSS_1M])
GET_SHARE(cold_10m, idle[WSS_10M])
GET_SHARE(cold_1h, idle[WSS_1H])
GET_SUM(file_cold, file_cold)

static void get_largest(struct row *row, struct value *v)
{
	const struct wss_line *line = line_of(row);
	char *text, size[UNITS_MAX];

	if (line->largest == WSS_LARGEST_UNKNOWN)
		v->type = VALUE_UNKNOWN;
	if (line->largest != WSS_LARGEST_KNOWN)
		return;
	set_name(v, line->largest_name, line->largest_len);
	text = row->for_people ? row_scratch(row, line->largest_len + sizeof(size) + 8) : NULL;
	if (text)
		set_name(v, text, sprintf(text, "%.*s (%s)", (int)line->largest_len,
					  line->largest_name,
					  units_size(line->largest_pages << row->page_shift, size)));
}

static void get_largest_pages(struct row *row, struct value *v)
{
	const struct wss_line *line = line_of(row);

	if (line->largest == WSS_LARGEST_KNOWN)
		set_number(v, line->largest_pages);
	else if (line->largest == WSS_LARGEST_UNKNOWN)
		v->type = VALUE_UNKNOWN;
}

/* What a row of this sort is called; @people are told why it has no name. */
static void set_line_name(struct row *row, struct value *v, enum wss_by by, const char *people)
{
	const struct wss_line *line = line_of(row);

	if (line->by != by || (line->is_none && !row->for_people))
		return;
	if (line->name)
		set_name(v, line->name, line->name_len);
	else if (row->for_people)
		set_word(v, people);
	else
		v->type = VALUE_UNKNOWN;
}

static void get_mapping(struct row *row, struct value *v)
{
	set_line_name(row, v, WSS_BY_MAPPING, "[no mapping any more]");
}

static void get_file(struct row *row, struct value *v)
{
	set_line_name(row, v, WSS_BY_FILE,
		      line_of(row)->is_none ? "[no file]" : "[no mapping any more]");
}

static void get_cgroup_path(struct row *row, struct value *v)
{
	set_line_name(row, v, WSS_BY_CGROUP, "?");
}

static const char of_rss[] = "the same in percent of RSS";

static const struct column of_wss[] = {
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process, or the file", ANY },
	{ "RSS", N, R, { }, get_rss, NULL, "pages in memory that are mapped", ANY },
	{ "RSS_PAGES", N, R, { }, get_rss_pages, NULL, "the same in pages", ANY },
	{ "WSS-1s", N, R, { }, get_wss_1s, NULL, "of these, accessed in the last second", ANY },
	{ "WSS-1s_PAGES", N, R, { }, get_wss_1s_pages, NULL, "the same in pages", ANY },
	{ "WSS-1s_PERCENT", N, R, { }, get_wss_1s_percent, NULL, of_rss, ANY },
	{ "WSS-10s", N, R, { }, get_wss_10s, NULL, "of these, in the last 10 seconds", ANY },
	{ "WSS-10s_PAGES", N, R, { }, get_wss_10s_pages, NULL, "the same in pages", ANY },
	{ "WSS-10s_PERCENT", N, R, { }, get_wss_10s_percent, NULL, of_rss, ANY },
	{ "WSS-60s", N, R, { }, get_wss_60s, NULL, "of these, in the last 60 seconds", ANY },
	{ "WSS-60s_PAGES", N, R, { }, get_wss_60s_pages, NULL, "the same in pages", ANY },
	{ "WSS-60s_PERCENT", N, R, { }, get_wss_60s_percent, NULL, of_rss, ANY },
	{ "COLD", N, R, { }, get_cold, NULL, "of these, not accessed in the whole run", ANY },
	{ "COLD_PAGES", N, R, { }, get_cold_pages, NULL, "the same in pages", ANY },
	{ "COLD_PERCENT", N, R, { }, get_cold_percent, NULL, of_rss, ANY },
	{ "COLD-1m", N, R, { }, get_cold_1m, NULL, "there, and not accessed, for a minute", ANY },
	{ "COLD-1m_PAGES", N, R, { }, get_cold_1m_pages, NULL, "the same in pages", ANY },
	{ "COLD-1m_PERCENT", N, R, { }, get_cold_1m_percent, NULL, of_rss, ANY },
	{ "COLD-10m", N, R, { }, get_cold_10m, NULL, "the same for 10 minutes", ANY },
	{ "COLD-10m_PAGES", N, R, { }, get_cold_10m_pages, NULL, "the same in pages", ANY },
	{ "COLD-10m_PERCENT", N, R, { }, get_cold_10m_percent, NULL, of_rss, ANY },
	{ "COLD-1h", N, R, { }, get_cold_1h, NULL, "the same for an hour", ANY },
	{ "COLD-1h_PAGES", N, R, { }, get_cold_1h_pages, NULL, "the same in pages", ANY },
	{ "COLD-1h_PERCENT", N, R, { }, get_cold_1h_percent, NULL, of_rss, ANY },
	{ "FILE-COLD", N, R, { }, get_file_cold, NULL, "of the cold, pages of files", ANY },
	{ "FILE-COLD_PAGES", N, R, { }, get_file_cold_pages, NULL, "the same in pages", ANY },
	{ "LARGEST_COLD", S, T, { }, get_largest, NULL, "the mapping with most cold pages", ANY },
	{ "LARGEST_COLD_PAGES", N, R, { }, get_largest_pages, NULL, "these", ANY },
	{ "MAPPING", S, T, { }, get_mapping, NULL, "the mapping, with --by mapping", ANY },
	{ "FILE", S, T, { }, get_file, NULL, "the file, with --by file", ANY },
	{ "CGROUP_PATH", S, T, { }, get_cgroup_path, NULL, "the cgroup, with --by cgroup", ANY },
	{ "PROCESSES", N, R, { }, get_processes, NULL, "how many processes a row is of", ANY },
	{ "STATE", S, 0, { }, get_state, NULL,
		"live, exited, execed, left, locked or busy", ANY },
	{ "SAMPLES", N, R, { }, get_samples, NULL, "samples since it was looked at first", ANY },
	{ "MISSED", N, R, { }, get_missed, NULL, "samples that were missed", ANY },
};

static COLUMN_TABLE(wss_columns, &kind_wss, of_wss);

enum remark { ON_SHORT, ON_MINUTE, ON_LONG, ON_MISSED };

static const char not_covered[] = "?: the samples don't cover that window: "
	"--for is shorter, or it is no multiple of --every.";

static const struct kind_remark remarks[] = {
	[ON_SHORT] = {
		.columns = { "WSS-60s", "WSS-10s" },
		.says = not_covered,
	},
	/* of a minute alone */
	[ON_MINUTE] = {
		.columns = { "WSS-60s" },
		.says = not_covered,
	},
	[ON_LONG] = {
		.columns = { "COLD-10m", "COLD-1h" },
		.says = "?: what is cold for 10 minutes, or an hour, takes a run that is as long.",
	},
	[ON_MISSED] = {
		.columns = { "WSS-1s", "COLD" },
		.says = "Samples were missed: what was accessed then counts as accessed later.",
	},
};

static uint32_t explain(const struct row *row)
{
	const struct wss_line *line = line_of(row);
	uint32_t bits = line->missed ? 1U << ON_MISSED : 0;
	const uint64_t *accessed = line->sums.accessed;

	if (accessed[WSS_1S] == PAGESNAP_UNKNOWN || accessed[WSS_10S] == PAGESNAP_UNKNOWN)
		bits |= 1U << ON_SHORT;
	else if (accessed[WSS_1M] == PAGESNAP_UNKNOWN)
		bits |= 1U << ON_MINUTE;
	if (accessed[WSS_10M] == PAGESNAP_UNKNOWN || accessed[WSS_1H] == PAGESNAP_UNKNOWN)
		bits |= 1U << ON_LONG;
	return bits;
}

static const struct column_table *const tables[] = { &wss_columns, &stream_header_columns, NULL };

const struct kind kind_wss = {
	.name = "wss",
	.made_of = (const struct collection *const[]){
		&pagesnap_collection_accesses, &pagesnap_collection_pages, NULL
	},
	.tables = tables,
	.layouts = { .items = WSS_COLUMNS, .objects = WSS_COLUMNS, .totals = WSS_COLUMNS },
	.objects = "processes",
	.sort_column = "COLD",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = line_row_amount,
	.amounts = "samples",
	.remarks = remarks,
	.nr_remarks = sizeof(remarks) / sizeof(*remarks),
	.explain = explain,
};
