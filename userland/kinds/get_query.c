// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of the stream, the query and the kind of row.
 */
#include <inttypes.h>

#include "column_get.h"

void get_record(struct row *row, struct value *v)
{
	if (row->item)
		set_word(v, pagesnap_record_word(row->item->u->rec.type));
	else if (row->object.set)
		set_word(v, pagesnap_record_word(row->object.any.rec.type));
}

const char *color_record(const struct value *v)
{
	static const char * const gaps[] = { "gone", "swap", "hole", "special" };
	size_t i;

	for (i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++)
		if (is_word(v, gaps[i]))
			return "yellow";
	return NULL;
}

void get_q(struct row *row, struct value *v)
{
	if (row->q)
		set_number(v, row->q);
}

void get_line(struct row *row, struct value *v)
{
	if (row->begin.set && row->begin.any.query.line)
		set_number(v, row->begin.any.query.line);
}

void get_tag(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_string(v, row->begin.any.query.tag, sizeof(row->begin.any.query.tag));
}

void get_group(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_word(v, pagesnap_group_word(row->begin.any.query.group));
}

void get_mask(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_hex(v, row->begin.any.query.mask);
}

void get_time(struct row *row, struct value *v)
{
	if (row->begin.set)
		set_number(v, row->begin.any.query.time_ns);
}

void get_query(struct row *row, struct value *v)
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

void get_abi(struct row *row, struct value *v)
{
	if (row->header.set)
		set_printed(row, v, "%u.%u", row->header.any.header.abi_major,
			    row->header.any.header.abi_minor);
}

void get_index_file(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.file, sizeof(row->header.any.header.file));
}

void get_page_size(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, 1ULL << row->page_shift);
}

void get_release(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.kernel,
			   sizeof(row->header.any.header.kernel));
}

void get_boot(struct row *row, struct value *v)
{
	if (row->header.set)
		set_string(v, row->header.any.header.boot, sizeof(row->header.any.header.boot));
}

/* Those that have no word come as one number, as in the text of the header. */
void get_features(struct row *row, struct value *v)
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

void get_session(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, row->header.any.header.session);
}

void get_started(struct row *row, struct value *v)
{
	if (row->header.set)
		set_number(v, row->header.any.header.time_ns);
}

void get_set_by(struct row *row, struct value *v)
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

void get_age(struct row *row, struct value *v)
{
	if (row->header.set && row->header.any.header.set_pid)
		set_number(v, row->header.any.header.age_ms / 1000);
}
