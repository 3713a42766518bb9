// SPDX-License-Identifier: GPL-2.0
/*
 * The records that every collection's answers have, in the format of their
 * stream.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "answer.h"

/**
 * pagesnap_answer_header() - begin a stream
 * @e: emitter
 * @h: header; what is the same in every stream is filled in here
 */
void pagesnap_answer_header(struct pagesnap_emit *e, struct pagesnap_header *h)
{
	h->rec.len = sizeof(*h);
	h->rec.type = PAGESNAP_REC_HEADER;
	memcpy(h->magic, PAGESNAP_MAGIC, sizeof(h->magic));
	h->byte_order = PAGESNAP_BYTE_ORDER;
	h->abi_major = PAGESNAP_ABI_MAJOR;
	h->abi_minor = PAGESNAP_ABI_MINOR;
	h->page_shift = PAGE_SHIFT;
	if (pagesnap_emit_record(e, &h->rec, NULL, 0))
		return;
	pagesnap_text_header(pagesnap_emit_line(e), h);
	pagesnap_emit_commit(e);
}

/**
 * pagesnap_answer_query() - begin an answer
 * @e: emitter
 * @r: record
 * @query: r->text_len bytes of query
 */
void pagesnap_answer_query(struct pagesnap_emit *e, const struct pagesnap_query_rec *r,
			   const char *query)
{
	const struct pagesnap_bytes_ref bytes = { query, r->text_len };

	if (pagesnap_emit_record(e, &r->rec, &bytes, 1))
		return;
	pagesnap_text_query(pagesnap_emit_line(e), r, query, e->words);
	pagesnap_emit_commit(e);
}

/**
 * pagesnap_answer_line() - begin an answer to a line of text
 * @e: emitter
 * @request: line, of a collection that has neither group= nor mask=
 * @tag: word of tag=
 */
void pagesnap_answer_line(struct pagesnap_emit *e, const struct pagesnap_request *request,
			  const char *tag)
{
	struct pagesnap_query_rec r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_QUERY },
		.q = request->q,
		.line = request->line,
		.time_ns = ktime_get_real_ns(),
		.text_len = min_t(u32, request->len, PAGESNAP_ECHO_MAX),
	};

	memcpy(r.tag, tag, sizeof(r.tag));
	pagesnap_answer_query(e, &r, request->text);
}

/**
 * pagesnap_answer_begin() - begin an answer without a record of its query
 * @e: emitter of a binary stream; the next record says that it is the first
 * @tag: word of tag=, which trace events have
 */
void pagesnap_answer_begin(struct pagesnap_emit *e, const char *tag)
{
	e->begins = true;
	pagesnap_tracing_tag(e->traced, tag);
}

/**
 * pagesnap_answer_note() - say something to people
 * @e: emitter
 * @q: query
 * @text: sentence, trusted
 */
void pagesnap_answer_note(struct pagesnap_emit *e, u32 q, const char *text)
{
	const struct pagesnap_note r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_NOTE },
		.q = q,
		.text_len = strlen(text),
	};
	const struct pagesnap_bytes_ref bytes = { text, r.text_len };

	if (pagesnap_emit_record(e, &r.rec, &bytes, 1))
		return;
	pagesnap_text_note(pagesnap_emit_line(e), &r, text);
	pagesnap_emit_commit(e);
}

/**
 * pagesnap_answer_lost() - say that events are missing
 * @e: emitter
 * @q: query
 * @read: what pagesnap_ring_read() said, with its lost not 0
 */
void pagesnap_answer_lost(struct pagesnap_emit *e, u32 q, const struct pagesnap_event_read *read)
{
	const struct pagesnap_lost r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_LOST },
		.q = q,
		.cpu = read->cpu,
		.events = read->lost,
		.time_ns = read->ns,
	};

	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	pagesnap_text_lost(pagesnap_emit_line(e), &r);
	pagesnap_emit_commit(e);
}

/**
 * pagesnap_answer_error() - a query could not be answered
 * @e: emitter
 * @r: record
 * @msg: r->msg_len bytes of message
 * @query: r->text_len bytes of query
 */
void pagesnap_answer_error(struct pagesnap_emit *e, const struct pagesnap_error *r,
			   const char *msg, const char *query)
{
	const struct pagesnap_bytes_ref parts[] = { { msg, r->msg_len }, { query, r->text_len } };

	if (pagesnap_emit_record(e, &r->rec, parts, ARRAY_SIZE(parts)))
		return;
	pagesnap_text_error(pagesnap_emit_line(e), r, msg, query);
	pagesnap_emit_commit(e);
}

/* Who asks for events that nobody takes should not have to find that out. */
static void note_events(struct pagesnap_emit *e, u32 q)
{
	const struct pagesnap_traced *t = e->traced;
	char text[128];

	/* of to=both the reader has them */
	if (!t->off || (!t->alone && t->off < t->seq))
		return;
	scnprintf(text, sizeof(text),
		  "to=: %llu of %llu records had no event enabled: see events/pagesnap/enable in the tracing directory",
		  t->off, t->seq);
	pagesnap_answer_note(e, q, text);
}

/**
 * pagesnap_answer_end() - end an answer
 * @e: emitter
 * @r: record
 */
void pagesnap_answer_end(struct pagesnap_emit *e, const struct pagesnap_end *r)
{
	if (r->status == PAGESNAP_END_ERROR)
		e->counts.errors++;
	else
		e->counts.answers++;
	e->counts.records += r->records;
	if (e->traced)
		note_events(e, r->q);
	if (pagesnap_emit_record(e, &r->rec, NULL, 0))
		return;
	pagesnap_text_end(pagesnap_emit_line(e), r, e->words);
	pagesnap_emit_commit(e);
}
