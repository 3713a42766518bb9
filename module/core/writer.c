// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: write(): bytes into query lines, which enqueue.c takes
 *
 * A batch means the same however it was cut into write()s.  A line counts
 * when its newline arrives, at the first read, or at close; its number and
 * its place in the answer don't depend on whether it is any good.
 */
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "ask.h"
#include "enqueue.h"

/* Bytes that one turn copies from the writer. */
#define CHUNK 4096

/* A writer learns of a full queue before it begins a line, not in its middle. */
static bool may_begin_line(struct pagesnap_session *s)
{
	struct pagesnap_lines *lines = &s->queue;

	if (pagesnap_session_is_setter(s))
		lines = &s->file->set.lines;
	return s->input.len || pagesnap_lines_have_room(lines, 1);
}

/* Bytes of a structure that is there as a whole, as most are; 0 if it is none, or not all of it. */
static u32 whole_ask(const char *buf, size_t n)
{
	u32 len;

	if (n < sizeof(struct pagesnap_ask) || !pagesnap_ask_goes_on(buf, n, 0))
		return 0;
	len = pagesnap_ask_wants(buf, n);
	return len <= n ? len : 0;
}

/* The rest of a structure, of which there may be more. */
static size_t take_part(struct pagesnap_session *s, const char *buf, size_t n, int *err)
{
	struct pagesnap_input *in = &s->input;
	size_t len = min_t(size_t, n, pagesnap_ask_wants(in->partial, in->len) - in->len);

	*err = pagesnap_input_bytes(in, buf, len);
	if (*err)
		return 0;
	if (in->len < sizeof(struct pagesnap_ask) ||
	    pagesnap_ask_wants(in->partial, in->len) > in->len)
		return len;
	*err = pagesnap_enqueue(s, false);
	if (*err) {
		in->len--;
		return len - 1;
	}
	return len;
}

/*
 * Bytes of a structure, up to its end at the most.  If that can't be enqueued nothing is taken,
 * or, of one that came in parts, all but its last byte, so that the writer comes back with it.
 */
static size_t take_ask(struct pagesnap_session *s, const char *buf, size_t n, int *err)
{
	size_t len = s->input.len ? 0 : whole_ask(buf, n);

	if (len) {
		*err = pagesnap_enqueue_ask(s, buf, len);
		if (*err)
			return 0;
	} else {
		len = take_part(s, buf, n, err);
	}
	if (s->lost && !*err)
		*err = -EINVAL;
	return len;
}

/* Bytes of @buf that were taken, fewer than @n if @err is set. */
static size_t take_input(struct pagesnap_session *s, const char *buf, size_t n, int *err)
{
	size_t done = 0, len;
	const char *newline;

	while (done < n) {
		if (!may_begin_line(s)) {
			*err = -ENOSPC;
			break;
		}
		if (pagesnap_enqueue_is_ask(s, buf[done])) {
			done += take_ask(s, buf + done, n - done, err);
			if (*err)
				break;
			continue;
		}
		newline = memchr(buf + done, '\n', n - done);
		len = newline ? newline - (buf + done) : n - done;
		*err = pagesnap_input_bytes(&s->input, buf + done, len);
		if (*err)
			break;
		done += len;
		if (!newline)
			break;
		*err = pagesnap_enqueue(s, false);
		if (*err)
			break;
		done++;
		cond_resched();
	}
	return done;
}

/* Copy bytes, and take them. Return: how many were taken, or a negative errno if none were. */
static ssize_t write_all(struct pagesnap_session *s, struct iov_iter *from, char *buf)
{
	size_t total = 0, n, taken;
	int err = 0;

	while (iov_iter_count(from) && !err) {
		if (fatal_signal_pending(current)) {
			err = -EINTR;
			break;
		}
		n = copy_from_iter(buf, CHUNK, from);
		if (!n) {
			err = -EFAULT;
			break;
		}
		taken = take_input(s, buf, n, &err);
		total += taken;
		iov_iter_revert(from, n - taken);
	}
	/* A set whose first line is bad takes nothing of the whole write. */
	if (s->write_err)
		return s->write_err;
	return total ?: err;
}

/**
 * pagesnap_session_write() - take query lines
 * @iocb: the write
 * @from: bytes
 *
 * Return: bytes taken; fewer than asked when the queue is full; or a negative
 * errno if none were: ENOSPC with a full queue, EINVAL behind a structure of an
 * impossible length, or, for the first line of a standing set, what is wrong with it.
 */
ssize_t pagesnap_session_write(struct kiocb *iocb, struct iov_iter *from)
{
	struct pagesnap_session *s = iocb->ki_filp->private_data;
	ssize_t ret;
	char *buf;

	if (!s->file->index)
		return -EBADF;
	if (!iov_iter_count(from))
		return 0;
	buf = kmalloc(CHUNK, GFP_KERNEL_ACCOUNT);
	if (!buf)
		return -ENOMEM;
	if (mutex_lock_killable(&s->write_lock)) {
		kfree(buf);
		return -EINTR;
	}
	ret = s->lost ? -EINVAL : s->write_err ?: write_all(s, from, buf);
	mutex_unlock(&s->write_lock);
	kfree(buf);
	return ret;
}
