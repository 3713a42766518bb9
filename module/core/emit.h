/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_EMIT_H
#define PAGESNAP_CORE_EMIT_H

#include <linux/trace_seq.h>
#include <linux/uio.h>

#include "binary.h"
#include "format.h"
#include "text.h"
#include "tracing.h"

/* Bytes of the session buffer. */
#define PAGESNAP_OUT_SIZE	(256 * 1024)
/*
 * Bytes of the longest line: 1024 flag combinations, or two escaped names.
 * In binary, PAGESNAP_MORE_MAX bytes and their record are less.
 */
#define PAGESNAP_TEXT_SIZE	(48 * 1024)
/* Bytes that fit an empty trace_seq on every kernel. */
#define PAGESNAP_EMIT_BLOCK	2048
/* Free bytes that a step may count on: the line of an object and that of a record. */
#define PAGESNAP_OUT_ROOM	(2 * PAGESNAP_TEXT_SIZE)

/**
 * struct pagesnap_counts - what a session has answered since this was added up
 * @answers: lines that were answered to their end
 * @errors: lines that got an error
 * @records: records of those answers, as their ends say
 * @bytes: bytes that were read
 */
struct pagesnap_counts {
	u64 answers;
	u64 errors;
	u64 records;
	u64 bytes;
};

/**
 * struct pagesnap_emit - records on their way to the reader
 * @text: the line that is being written
 * @seq: whole records, gathered until it is full
 * @out: session buffer
 * @len: bytes in @out
 * @pos: bytes of @out that the reader already has
 * @to: where blocks go at once, past @out; NULL: nowhere
 * @asked: bytes for which the reader has room
 * @handed: bytes that it got of them
 * @binary: records go out as they are, not as text
 * @begins: the next record is the first of an answer that has none of its query
 * @traced: makes trace events of records, too; NULL: nobody does
 * @words: of the collection
 * @counts: what went through
 *
 * Context: owned by the session's reader, under its read_lock.
 */
struct pagesnap_emit {
	struct pagesnap_text text;
	struct trace_seq *seq;
	char *out;
	u32 len;
	u32 pos;
	struct iov_iter *to;
	size_t asked;
	size_t handed;
	bool binary;
	bool begins;
	struct pagesnap_traced *traced;
	const struct pagesnap_words *words;
	struct pagesnap_counts counts;
};

/**
 * pagesnap_emit_has_room() - may a step make records?
 * @e: emitter
 *
 * Return: true if an object's line and a record's certainly fit.
 */
static inline bool pagesnap_emit_has_room(const struct pagesnap_emit *e)
{
	return PAGESNAP_OUT_SIZE - e->len - trace_seq_used(e->seq) >= PAGESNAP_OUT_ROOM;
}

/**
 * pagesnap_emit_is_full() - has the reader got all that it has room for?
 * @e: emitter
 *
 * Return: true if so, without a copy yet to be made.
 */
static inline bool pagesnap_emit_is_full(const struct pagesnap_emit *e)
{
	return e->handed && e->handed == e->asked;
}

int pagesnap_emit_init(struct pagesnap_emit *e);
void pagesnap_emit_destroy(struct pagesnap_emit *e);
bool pagesnap_emit_waits(const struct pagesnap_emit *e);
bool pagesnap_emit_is_empty(const struct pagesnap_emit *e);
struct pagesnap_text *pagesnap_emit_line(struct pagesnap_emit *e);
void pagesnap_emit_send(struct pagesnap_emit *e);
void pagesnap_emit_commit(struct pagesnap_emit *e);
void pagesnap_emit_binary(struct pagesnap_emit *e, const struct pagesnap_rec *rec,
			  const struct pagesnap_bytes_ref *parts, u32 nr_parts);
void pagesnap_emit_block(struct pagesnap_emit *e, const void *records, u32 len);
bool pagesnap_emit_traced(struct pagesnap_emit *e, const void *records, u32 len);
void pagesnap_emit_format(struct pagesnap_emit *e, const struct pagesnap_format *f);
void pagesnap_emit_begin(struct pagesnap_emit *e, struct iov_iter *to);
ssize_t pagesnap_emit_copy(struct pagesnap_emit *e, struct iov_iter *to);

/**
 * pagesnap_emit_record() - send a record to all who want it as it is
 * @e: emitter
 * @rec: record
 * @parts: bytes that belong to it, to be put together
 * @nr_parts: how many
 *
 * Context: may sleep; no lock but the session's read_lock is held.
 * Return: false if it is still to be written as text.
 */
static inline bool pagesnap_emit_record(struct pagesnap_emit *e, const struct pagesnap_rec *rec,
					const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	if (unlikely(e->traced) && pagesnap_tracing_tell(e->traced, rec, parts, nr_parts))
		return true;
	if (e->binary)
		pagesnap_emit_binary(e, rec, parts, nr_parts);
	return e->binary;
}

/**
 * pagesnap_emit_records() - the same of many
 * @e: emitter
 * @records: whole records, as pagesnap_emit_block() wants them
 * @len: bytes of them
 *
 * Context: may sleep; no lock but the session's read_lock is held.
 * Return: false if they are still to be written as text.
 */
static inline bool pagesnap_emit_records(struct pagesnap_emit *e, const void *records, u32 len)
{
	if (unlikely(e->traced) && pagesnap_emit_traced(e, records, len))
		return true;
	if (e->binary)
		pagesnap_emit_block(e, records, len);
	return e->binary;
}

#endif /* PAGESNAP_CORE_EMIT_H */
