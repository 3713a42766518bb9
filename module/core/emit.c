// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from a record to the reader
 *
 * A record that is written as a line of text is put into a trace_seq, and
 * the trace_seq is emptied into the session buffer whenever a record does not
 * fit any more.  A line that is longer than a whole trace_seq (one page on 6.1),
 * many lines at once, and records that go out as they are go past it.
 * Nothing is ever dropped: a walk asks for room before it makes a record, and
 * stops until the next read() if there is none.
 *
 * Blocks go past the session buffer, too, where the reader's memory can be written to
 * without a fault: a walk may pin something until it pauses, and a fault may take as
 * long as whoever serves it wants.  What would fault waits in the session buffer.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "buffer.h"
#include "emit.h"

/* Bytes copied to a reader between two chances for other tasks to run. */
#define COPY_PIECE (32 * 1024)
/* To readers who ask for less at a time blocks don't go at once: they would come too often. */
#define AT_ONCE_MIN (64 * 1024)

/**
 * pagesnap_emit_init() - get the buffers
 * @e: emitter, zeroed
 *
 * Return: 0 or -ENOMEM; pagesnap_emit_destroy() is owed in both cases.
 */
int pagesnap_emit_init(struct pagesnap_emit *e)
{
	e->seq = pagesnap_buffer_alloc(sizeof(*e->seq));
	e->out = kvmalloc(PAGESNAP_OUT_SIZE, GFP_KERNEL_ACCOUNT);
	e->text.buf = kvmalloc(PAGESNAP_TEXT_SIZE, GFP_KERNEL_ACCOUNT);
	e->text.cap = PAGESNAP_TEXT_SIZE;
	if (!e->seq || !e->out || !e->text.buf)
		return -ENOMEM;
	trace_seq_init(e->seq);
	return 0;
}

/**
 * pagesnap_emit_destroy() - free the buffers
 * @e: emitter
 */
void pagesnap_emit_destroy(struct pagesnap_emit *e)
{
	pagesnap_tracing_end(&e->traced);
	kvfree(e->seq);
	kvfree(e->out);
	kvfree(e->text.buf);
}

/**
 * pagesnap_emit_waits() - does something wait for a reader?
 * @e: emitter
 *
 * Return: true if it is in a buffer.
 */
bool pagesnap_emit_waits(const struct pagesnap_emit *e)
{
	return e->len != e->pos || trace_seq_used(e->seq);
}

/**
 * pagesnap_emit_is_empty() - is there nothing for this reader yet?
 * @e: emitter
 *
 * Return: true if nothing waits, and nothing went to it since pagesnap_emit_begin().
 */
bool pagesnap_emit_is_empty(const struct pagesnap_emit *e)
{
	return !pagesnap_emit_waits(e) && !e->handed;
}

static void append(struct pagesnap_emit *e, const char *s, u32 len)
{
	if (WARN_ON_ONCE(len > PAGESNAP_OUT_SIZE - e->len))
		len = PAGESNAP_OUT_SIZE - e->len;
	memcpy(e->out + e->len, s, len);
	e->len += len;
}

static void drain(struct pagesnap_emit *e)
{
	u32 used = trace_seq_used(e->seq);

	if (!used)
		return;
	append(e, e->seq->buffer, used);
	trace_seq_init(e->seq);
}

static void put(struct pagesnap_emit *e, const char *s, u32 len)
{
	size_t before = e->seq->seq.len;

	trace_seq_putmem(e->seq, s, len);
	if (!trace_seq_has_overflowed(e->seq))
		return;
	e->seq->seq.len = before;
	e->seq->full = 0;
	drain(e);
	trace_seq_putmem(e->seq, s, len);
}

/**
 * pagesnap_emit_line() - begin a line
 * @e: emitter
 *
 * Return: the empty line to write to; pagesnap_emit_commit() sends it, or, if there are
 * ends of lines in it, pagesnap_emit_send().
 */
struct pagesnap_text *pagesnap_emit_line(struct pagesnap_emit *e)
{
	e->text.len = 0;
	e->text.full = false;
	return &e->text;
}

/* @n bytes of the session buffer are the reader's. Return: true if they were the last. */
static bool got(struct pagesnap_emit *e, size_t n)
{
	e->pos += n;
	e->handed += n;
	if (e->pos < e->len)
		return false;
	e->pos = 0;
	e->len = 0;
	return true;
}

/* Return: how many of these bytes the reader has got; without a fault, so maybe none. */
static u32 hand_over(struct pagesnap_emit *e, const void *bytes, u32 len)
{
	u32 n;

	pagefault_disable();
	n = copy_to_iter(bytes, len, e->to);
	pagefault_enable();
	if (n < len)
		e->to = NULL;
	return n;
}

/* Return: how many bytes of a block went past the session buffer. */
static u32 at_once(struct pagesnap_emit *e, const void *block, u32 len)
{
	u32 n;

	if (!e->to || len < PAGESNAP_EMIT_BLOCK || e->len - e->pos > COPY_PIECE)
		return 0;
	if (!got(e, hand_over(e, e->out + e->pos, e->len - e->pos)))
		return 0;
	n = hand_over(e, block, len);
	e->handed += n;
	return n;
}

/**
 * pagesnap_emit_block() - send records on as they are
 * @e: emitter
 * @records: whole records, to which no other bytes belong; the reader may get them from
 *	there, so they are in memory that may be copied to user space (CONFIG_HARDENED_USERCOPY):
 *	not in a slab cache of somebody's own
 * @len: bytes of them, PAGESNAP_TEXT_SIZE at most
 *
 * Context: may sleep; no lock but the session's read_lock is held.
 */
void pagesnap_emit_block(struct pagesnap_emit *e, const void *records, u32 len)
{
	const char *bytes = records;
	u32 n;

	drain(e);
	n = at_once(e, bytes, len);
	append(e, bytes + n, len - n);
}

/**
 * pagesnap_emit_traced() - make trace events of records
 * @e: emitter of an answer that is traced
 * @records: whole records, to which no other bytes belong
 * @len: bytes of them
 *
 * Context: may sleep; no lock but the session's read_lock is held.
 * Return: true if the reader does not get them.
 */
bool pagesnap_emit_traced(struct pagesnap_emit *e, const void *records, u32 len)
{
	const struct pagesnap_rec *rec;
	bool taken = false;
	u32 at;

	for (at = 0; at < len; at += rec->len) {
		rec = (const void *)((const char *)records + at);
		taken = pagesnap_tracing_tell(e->traced, rec, NULL, 0);
	}
	return taken;
}

/**
 * pagesnap_emit_format() - print what a "format" file says
 * @e: emitter
 * @f: what it says
 *
 * Context: may sleep.
 */
void pagesnap_emit_format(struct pagesnap_emit *e, const struct pagesnap_format *f)
{
	u32 i, nr = pagesnap_format_lines(f);

	for (i = 0; i < nr; i++) {
		pagesnap_format_line(pagesnap_emit_line(e), f, i);
		pagesnap_emit_commit(e);
	}
}

/**
 * pagesnap_emit_send() - send on what pagesnap_emit_line() began
 * @e: emitter
 */
void pagesnap_emit_send(struct pagesnap_emit *e)
{
	/* Lines are bounded below the buffer's size by their writers. */
	WARN_ON_ONCE(e->text.full);
	if (e->text.len > PAGESNAP_EMIT_BLOCK)
		pagesnap_emit_block(e, e->text.buf, e->text.len);
	else
		put(e, e->text.buf, e->text.len);
}

/**
 * pagesnap_emit_commit() - end the line and send it on
 * @e: emitter
 */
void pagesnap_emit_commit(struct pagesnap_emit *e)
{
	pagesnap_text_char(&e->text, '\n');
	pagesnap_emit_send(e);
}

/* Most have no parts, and there are many. */
static void emit_alone(struct pagesnap_emit *e, const struct pagesnap_rec *rec)
{
	struct pagesnap_rec *out = (struct pagesnap_rec *)(e->out + e->len);

	if (WARN_ON_ONCE(rec->len > PAGESNAP_OUT_SIZE - e->len))
		return;
	memcpy(out, rec, rec->len);
	if (e->begins)
		out->flags |= PAGESNAP_RF_BEGINS;
	e->len += rec->len;
}

static void emit_whole(struct pagesnap_emit *e, const struct pagesnap_rec *rec,
		       const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	struct pagesnap_text t = { .buf = e->out + e->len, .cap = PAGESNAP_OUT_SIZE - e->len };

	pagesnap_binary_record(&t, rec, e->begins ? PAGESNAP_RF_BEGINS : 0, parts, nr_parts);
	WARN_ON_ONCE(t.full);
	e->len += t.len;
}

/**
 * pagesnap_emit_binary() - send a record on as it is
 * @e: emitter of a binary stream
 * @rec: record
 * @parts: bytes that belong to it, to be put together
 * @nr_parts: how many
 */
void pagesnap_emit_binary(struct pagesnap_emit *e, const struct pagesnap_rec *rec,
			  const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	drain(e);
	if (nr_parts)
		emit_whole(e, rec, parts, nr_parts);
	else
		emit_alone(e, rec);
	e->begins = false;
}

/* In pieces, as the kernel copies for as long as it takes. */
static size_t copy(const char *from, size_t len, struct iov_iter *to)
{
	size_t n = 0, want, copied;

	do {
		want = min_t(size_t, len - n, COPY_PIECE);
		copied = copy_to_iter(from + n, want, to);
		n += copied;
		cond_resched();
	} while (copied == want && n < len);
	return n;
}

/**
 * pagesnap_emit_begin() - a reader comes
 * @e: emitter
 * @to: where its records go; what waits already goes there now, if that is little
 *
 * Context: as pagesnap_emit_copy(), which is owed, before the walk goes on.
 */
void pagesnap_emit_begin(struct pagesnap_emit *e, struct iov_iter *to)
{
	e->asked = iov_iter_count(to);
	e->handed = 0;
	if (e->asked < AT_ONCE_MIN || !user_backed_iter(to))
		return;
	drain(e);
	if (e->len - e->pos > COPY_PIECE)
		return;
	if (got(e, copy(e->out + e->pos, e->len - e->pos, to)))
		e->to = to;
}

/**
 * pagesnap_emit_copy() - hand records to the reader
 * @e: emitter
 * @to: where they go
 *
 * Context: may fault and sleep; no lock but the session's read_lock is held.
 * Return: bytes that it got since pagesnap_emit_begin(), or -EFAULT if it could get
 * none.  What was not copied waits for the next reader.
 */
ssize_t pagesnap_emit_copy(struct pagesnap_emit *e, struct iov_iter *to)
{
	size_t n, want;

	drain(e);
	want = min_t(size_t, e->len - e->pos, iov_iter_count(to));
	got(e, copy(e->out + e->pos, want, to));
	n = e->handed;
	e->to = NULL;
	e->handed = 0;
	e->counts.bytes += n;
	if (e->pos >= PAGESNAP_OUT_SIZE / 2) {
		memmove(e->out, e->out + e->pos, e->len - e->pos);
		e->len -= e->pos;
		e->pos = 0;
	}
	return n || !want ? n : -EFAULT;
}
