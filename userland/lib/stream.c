// SPDX-License-Identifier: GPL-2.0
/*
 * The records that the streams of all collections have.
 */
#include "collection.h"
#include "internal.h"

static u64 query_promises(const union pagesnap_any *u)
{
	return u->query.text_len;
}

static u64 note_promises(const union pagesnap_any *u)
{
	return u->note.text_len;
}

static u64 error_promises(const union pagesnap_any *u)
{
	return (u64)u->error.msg_len + u->error.text_len;
}

static const struct pagesnap_words *words_of(const struct pagesnap_record *r)
{
	static const struct pagesnap_words none;
	const struct collection *c = pagesnap_collection_of(r->collection);

	return c ? c->words : &none;
}

static void text_header(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_header(t, &r->u->header);
}

/* This one and that of an error with the line as it was asked. */
static void text_query(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	struct pagesnap_query_rec copy = r->u->query;
	size_t len;
	const char *line = pagesnap_record_query(r, &len);

	copy.text_len = len;
	pagesnap_text_query(t, &copy, line, words_of(r));
}

static void text_note(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_note(t, &r->u->note, r->bytes);
}

static void text_error(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	struct pagesnap_error copy = r->u->error;
	size_t len;
	const char *line = pagesnap_record_query(r, &len);

	copy.text_len = len;
	pagesnap_text_error(t, &copy, r->bytes, line);
}

static void text_end(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_end(t, &r->u->end, words_of(r));
}

static void text_lost(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_lost(t, &r->u->lost);
}

const struct record_layout pagesnap_stream_layouts[] = {
	[PAGESNAP_REC_HEADER] = {
		.size = sizeof(struct pagesnap_header), .min = 216,
		.place = RECORD_BETWEEN_ANSWERS,
		.strings = {
			RECORD_STRING(pagesnap_header, set_comm), RECORD_STRING(pagesnap_header, file),
			RECORD_STRING(pagesnap_header, kernel), RECORD_STRING(pagesnap_header, boot),
			RECORD_STRING(pagesnap_header, collection),
		},
		.text = text_header,
	},
	[PAGESNAP_REC_QUERY] = {
		.size = sizeof(struct pagesnap_query_rec), .min = 72,
		.place = RECORD_BETWEEN_ANSWERS,
		.strings = { RECORD_STRING(pagesnap_query_rec, tag) },
		.promises = query_promises, .text = text_query,
	},
	[PAGESNAP_REC_NOTE] = {
		.size = sizeof(struct pagesnap_note), .min = 16, .place = RECORD_ANYWHERE,
		.promises = note_promises, .text = text_note,
	},
	[PAGESNAP_REC_ERROR] = {
		.size = sizeof(struct pagesnap_error), .min = 64,
		.place = RECORD_BETWEEN_ANSWERS,
		.strings = { RECORD_STRING(pagesnap_error, tag) },
		.promises = error_promises, .text = text_error,
	},
	[PAGESNAP_REC_END] = {
		.size = sizeof(struct pagesnap_end), .min = 376, .place = RECORD_IN_ANSWER,
		.brief = offsetof(struct pagesnap_end, skipped),
		.strings = { RECORD_STRING(pagesnap_end, tag) },
		.text = text_end,
	},
	[PAGESNAP_REC_BYTES] = {
		.size = sizeof(struct pagesnap_bytes), .min = sizeof(struct pagesnap_bytes),
		.place = RECORD_ANYWHERE,
	},
	[PAGESNAP_REC_LOST] = {
		.size = sizeof(struct pagesnap_lost), .min = 32, .place = RECORD_IN_ANSWER,
		.text = text_lost,
	},
	[PAGESNAP_REC_CGROUP] = {
		.size = sizeof(struct pagesnap_cgroup),
		.min = offsetof(struct pagesnap_cgroup, path), .place = RECORD_ANYWHERE,
		.strings = { RECORD_STRING(pagesnap_cgroup, path) },
	},
};

const u32 pagesnap_nr_stream_layouts = ARRAY_SIZE(pagesnap_stream_layouts);
