// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: write(): bytes into query lines
 *
 * A batch means the same however it was cut into write()s.  A line counts
 * when its newline arrives, at the first read, or at close; its number and
 * its place in the answer don't depend on whether it is any good.
 */
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "session.h"

/* Bytes that one turn copies from the writer. */
#define CHUNK 4096

static bool is_setter(const struct pagesnap_session *s)
{
	return !s->may_read;
}

/*
 * Check a line's syntax and fix its PID; a fault is logged, not fatal.  With
 * @try its names are tried as well, by the task that writes them: the shell's
 * one chance to hear of a bad line.
 */
static void check_line(struct pagesnap_session *s, struct pagesnap_line *line, bool try,
		       struct pagesnap_fault *f)
{
	const struct pagesnap_index *index = s->file->index;
	struct pagesnap_query q;

	index->check(index, line->text, line->len, &line->bound, &q, f);
	if (try)
		index->try(index, line->text, line->len, &q, f);
	line->binary = f->err ? pagesnap_query_wants_binary(line->text, line->len) : q.binary;
	if (!f->err)
		return;
	line->logged = true;
	pagesnap_session_log(s, line, f);
}

static struct pagesnap_line *make_line(struct pagesnap_session *s)
{
	return pagesnap_line_alloc(s->feed.partial, s->feed.len);
}

static int queue_line(struct pagesnap_session *s)
{
	struct pagesnap_fault f = {};
	struct pagesnap_line *line;

	if (!pagesnap_lines_have_room(&s->queue, s->feed.len))
		return -ENOSPC;
	line = make_line(s);
	if (!line)
		return -ENOMEM;
	line->line = ++s->nr_lines;
	line->q = s->next_q++;
	check_line(s, line, false, &f);
	pagesnap_lines_add(&s->queue, line);
	wake_up_interruptible_poll(&s->room, EPOLLIN | EPOLLRDNORM);
	return 0;
}

static void sign_set(struct pagesnap_set *set)
{
	set->pid = task_tgid_nr(current);
	get_task_comm(set->comm, current);
	set->set_ns = ktime_get_boottime_ns();
}

/* Does the set wait for its first line, and which line would it be? */
static int look_at_set(struct pagesnap_set *set, bool *empty, u32 *line_nr)
{
	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	*empty = pagesnap_lines_empty(&set->lines);
	*line_nr = set->nr_lines + 1;
	mutex_unlock(&set->lock);
	return 0;
}

static int append_to_set(struct pagesnap_set *set, struct pagesnap_line *line)
{
	int err = -ENOSPC;

	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	if (pagesnap_lines_have_room(&set->lines, line->len)) {
		line->line = ++set->nr_lines;
		line->q = set->next_q++;
		pagesnap_lines_add(&set->lines, line);
		sign_set(set);
		err = 0;
	}
	mutex_unlock(&set->lock);
	return err;
}

/*
 * The set's lock is not held while names are tried: a path may hang.  Who
 * else writes meanwhile only makes the line a later one than it was tried as.
 */
static int add_to_set(struct pagesnap_session *s, struct pagesnap_set *set, bool at_close)
{
	struct pagesnap_line *line = make_line(s);
	struct pagesnap_fault f = {};
	bool first;
	int err;

	if (!line)
		return -ENOMEM;
	err = look_at_set(set, &first, &line->line);
	if (err)
		goto out;
	/* At close nobody hears an errno: let the answer tell. */
	first = first && !at_close;
	check_line(s, line, first, &f);
	if (first && f.err) {
		err = f.err;
		s->write_err = err;
		goto out;
	}
	err = append_to_set(set, line);
	if (!err)
		return 0;
out:
	kvfree(line);
	return err;
}

static int count_blank(struct pagesnap_set *set)
{
	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	set->nr_lines++;
	mutex_unlock(&set->lock);
	return 0;
}

/* The line in s->feed is complete. Context: write_lock is held. */
static int end_line(struct pagesnap_session *s, bool at_close)
{
	struct pagesnap_set *set = &s->file->set;
	bool blank = pagesnap_query_is_blank(s->feed.partial, s->feed.len);
	int err = 0;

	if (is_setter(s))
		err = blank ? count_blank(set) : add_to_set(s, set, at_close);
	else if (blank)
		s->nr_lines++;
	else
		err = queue_line(s);
	if (!err || s->write_err)
		s->feed.len = 0;
	return err;
}

/**
 * pagesnap_session_end_line() - complete a line that has no newline
 * @s: session
 * @nonblock: don't wait for a writer
 *
 * Called at the first read and at close.
 *
 * Return: 0 or a negative errno.
 */
int pagesnap_session_end_line(struct pagesnap_session *s, bool nonblock)
{
	int err = pagesnap_session_lock(&s->write_lock, nonblock);

	if (err)
		return err;
	if (s->feed.len && !s->write_err)
		err = end_line(s, true);
	mutex_unlock(&s->write_lock);
	return err;
}

/* A writer hears of a full queue before it begins a line, not in its middle. */
static bool may_begin_line(struct pagesnap_session *s)
{
	struct pagesnap_lines *lines = is_setter(s) ? &s->file->set.lines : &s->queue;

	return s->feed.len || pagesnap_lines_have_room(lines, 1);
}

/* Bytes of @buf that were taken, fewer than @n if @err is set. */
static size_t feed(struct pagesnap_session *s, const char *buf, size_t n, int *err)
{
	size_t done = 0, part;
	const char *newline;

	while (done < n) {
		if (!may_begin_line(s)) {
			*err = -ENOSPC;
			break;
		}
		newline = memchr(buf + done, '\n', n - done);
		part = newline ? newline - (buf + done) : n - done;
		*err = pagesnap_feed_bytes(&s->feed, buf + done, part);
		if (*err)
			break;
		done += part;
		if (!newline)
			break;
		*err = end_line(s, false);
		if (*err)
			break;
		done++;
		cond_resched();
	}
	return done;
}

/* Copy and feed. Return: bytes taken, or a negative errno if none were. */
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
		taken = feed(s, buf, n, &err);
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
 * errno if none were: ENOSPC with a full queue, or, for the first line of a
 * standing set, what is wrong with it.
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
	ret = s->write_err ?: write_all(s, from, buf);
	mutex_unlock(&s->write_lock);
	kfree(buf);
	return ret;
}
