// SPDX-License-Identifier: GPL-2.0
/*
 * Columns that rows of every kind have: of what was asked, and of the stream.
 */
#include <inttypes.h>

#include "column_get.h"
#include "column_table.h"
#include "kind.h"

static void get_record(struct row *row, struct value *v)
{
	if (row->item)
		set_word(v, pagesnap_record_word(row->item->u->rec.type));
	else if (row->object && row->object->set)
		set_word(v, pagesnap_record_word(row->object->any.rec.type));
}

static const char *color_record(const struct value *v)
{
	static const char * const gaps[] = { "gone", "swap", "hole", "special" };
	size_t i;

	for (i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++)
		if (is_word(v, gaps[i]))
			return "yellow";
	return NULL;
}

static void get_q(struct row *row, struct value *v)
{
	if (row->q)
		set_number(v, row->q);
}

static void get_line(struct row *row, struct value *v)
{
	if (row->begin.set && row->begin.any.query.line)
		set_number(v, row->begin.any.query.line);
}

static void get_tag(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_string(v, row->begin.any.query.tag, sizeof(row->begin.any.query.tag));
}

static void get_group(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_word(v, pagesnap_group_word(row->begin.any.query.group));
}

static void get_mask(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_hex(v, row->begin.any.query.mask);
}

static void get_time(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_number(v, row->begin.any.query.time_ns);
}

static void get_query(struct row *row, struct value *v)
{
	const char *text;
	size_t len;

	if (row->query) {
		set_name(v, row->query, strlen(row->query));
	} else if (row->begin.set) {
		text = pagesnap_record_query(&row->begin.record, &len);
		set_name(v, text, len);
	}
}

static void get_abi(struct row *row, struct value *v)
{
	if (row->header.set)
		set_printed(row, v, "%u.%u", row->header.any.header.abi_major,
			    row->header.any.header.abi_minor);
}

static void get_index_file(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.file, sizeof(row->header.any.header.file));
}

static void get_page_size(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, 1ULL << row->page_shift);
}

static void get_release(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.kernel,
			   sizeof(row->header.any.header.kernel));
}

static void get_boot(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.boot, sizeof(row->header.any.header.boot));
}

/* Those that have no word come as one number, as in the text of the header. */
static void get_features(struct row *row, struct value *v)
{
	uint64_t features = row->header.any.header.features, nameless = features;
	unsigned int bit;
	const char *word;
	size_t len = 0;
	char *list;

	if (!row->header.set || !features)
		return;
	list = row_scratch(row, 64);
	if (!list)
		return;
	*list = '\0';
	for (bit = 0; bit < 64; bit++) {
		word = pagesnap_feature_word(bit);
		if (!(features >> bit & 1) || *word == '?')
			continue;
		len += sprintf(list + len, "%s%s", len ? "," : "", word);
		nameless &= ~(1ULL << bit);
	}
	if (nameless)
		sprintf(list + len, "%s0x%" PRIx64, len ? "," : "", nameless);
	set_word(v, list);
}

static void get_session(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, row->header.any.header.session);
}

static void get_started(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, row->header.any.header.time_ns);
}

static void get_set_by(struct row *row, struct value *v)
{
	const struct pagesnap_header *h = &row->header.any.header;
	char *text;

	if (!row->header.set || !h->set_pid)
		return;
	text = row_scratch(row, 64);
	if (text)
		set_name(v, text, sprintf(text, "%.*s[%u]", (int)sizeof(h->set_comm), h->set_comm,
					  h->set_pid));
}

static void get_age(struct row *row, struct value *v)
{
	if (row->header.set && row->header.any.header.set_pid)
		set_number(v, row->header.any.header.age_ms / 1000);
}

static const struct column of_row[] = {
	{ "RECORD", S, 0, { }, get_record, color_record,
		"what the row is: file, vma, span, run, ...", OBJECT },
	{ "Q", N, R, { }, get_q, NULL, "number of the query", OBJECT },
	{ "LINE", N, R | OF_QUERY, { }, get_line, NULL, "line of the query in the batch file",
	  OBJECT },
	{ "TAG", S, OF_QUERY, { }, get_tag, NULL, "word of tag= in the query", OBJECT },
	{ "GROUP", S, OF_QUERY, { }, get_group, NULL, "group= of the query", OBJECT },
	{ "MASK", N, R | OF_QUERY, { }, get_mask, NULL, "flags that split runs, as bits", OBJECT },
	{ "TIME", N, R | OF_QUERY, { }, get_time, NULL, "when the answer began, ns since 1970",
	  OBJECT },
	{ "QUERY", S, T, { }, get_query, NULL, "the query", OBJECT },
};

static const struct column of_header[] = {
	{ "ABI", S, 0, { }, get_abi, NULL, "version of the records", OBJECT },
	{ "INDEX_FILE", S, 0, { }, get_index_file, NULL, "index file that answered", OBJECT },
	{ "PAGE_SIZE", N, R, { }, get_page_size, NULL, "bytes of a page", OBJECT },
	{ "RELEASE", S, 0, { }, get_release, NULL, "release of the kernel that answered", OBJECT },
	{ "BOOT", S, 0, { }, get_boot, NULL, "boot id of that kernel", OBJECT },
	{ "FEATURES", S, 0, { }, get_features, NULL, "what that kernel can report", ANY },
	{ "SESSION", N, R, { }, get_session, NULL, "number of the session", OBJECT },
	{ "STARTED", N, R, { }, get_started, NULL, "when the stream began, ns since 1970", OBJECT },
	{ "SET_BY", S, 0, { }, get_set_by, NULL, "who wrote the standing queries, COMM[PID]", ANY },
	{ "AGE", N, R, { }, get_age, NULL, "how long before, in seconds", ANY },
};

COLUMN_TABLE(stream_row_columns, NULL, of_row);
COLUMN_TABLE(stream_header_columns, NULL, of_header);
