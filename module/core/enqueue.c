// SPDX-License-Identifier: GPL-2.0
/*
 * A line that is complete: it is checked, and goes into the queue of its
 * session or into the standing set.
 */
#include <linux/mm.h>
#include <linux/poll.h>

#include "enqueue.h"

/**
 * pagesnap_enqueue_log() - put a bad line into error_log
 * @s: session
 * @line: line
 * @d: what is wrong with it
 */
void pagesnap_enqueue_log(struct pagesnap_session *s, const struct pagesnap_line *line,
			  const struct pagesnap_diag *d)
{
	struct pagesnap_where at = { s->file->name, s->id, line->line };

	pagesnap_errlog_add(s->file->log, &at, line->text, line->len, d);
}

/*
 * Check a line's syntax and fix its PID; a fault is logged, not fatal.  With
 * @try its names are tried as well, by the task that writes them: the shell's
 * one chance to learn of a bad line.
 */
static void check_line(struct pagesnap_session *s, struct pagesnap_line *line, bool try,
		       struct pagesnap_diag *d)
{
	const struct pagesnap_index_ops *index = s->file->index;
	struct pagesnap_query q;

	index->check(index, line->text, line->len, &line->bound, &q, d);
	if (try)
		index->try(index, line->text, line->len, &q, d);
	line->binary = d->err ? pagesnap_query_wants_binary(line->text, line->len) : q.binary;
	if (!d->err)
		return;
	line->logged = true;
	pagesnap_enqueue_log(s, line, d);
}

static struct pagesnap_line *make_line(struct pagesnap_session *s)
{
	return pagesnap_line_alloc(s->feed.partial, s->feed.len);
}

static int queue_line(struct pagesnap_session *s)
{
	struct pagesnap_diag d = {};
	struct pagesnap_line *line;

	if (!pagesnap_lines_have_room(&s->queue, s->feed.len))
		return -ENOSPC;
	line = make_line(s);
	if (!line)
		return -ENOMEM;
	line->line = ++s->nr_lines;
	line->q = s->next_q++;
	check_line(s, line, false, &d);
	pagesnap_lines_add(&s->queue, line);
	wake_up_interruptible_poll(&s->room, EPOLLIN | EPOLLRDNORM);
	return 0;
}

/*
 * The set's lock is not held while names are tried: a path may hang.  Who
 * else writes meanwhile only makes the line a later one than it was tried as.
 */
static int add_to_set(struct pagesnap_session *s, struct pagesnap_set *set, bool at_close)
{
	struct pagesnap_line *line = make_line(s);
	struct pagesnap_diag d = {};
	bool first;
	int err;

	if (!line)
		return -ENOMEM;
	err = pagesnap_set_look(set, &first, &line->line);
	if (err)
		goto out;
	/* At close nobody sees an errno: let the answer report it. */
	first = first && !at_close;
	check_line(s, line, first, &d);
	if (first && d.err) {
		err = d.err;
		s->write_err = err;
		goto out;
	}
	err = pagesnap_set_append(set, line);
	if (!err)
		return 0;
out:
	kvfree(line);
	return err;
}

/**
 * pagesnap_enqueue() - the line in s->feed is complete
 * @s: session
 * @at_close: there is no write() left that could fail
 *
 * Context: write_lock is held.
 * Return: 0 or a negative errno.
 */
int pagesnap_enqueue(struct pagesnap_session *s, bool at_close)
{
	struct pagesnap_set *set = &s->file->set;
	bool blank = pagesnap_query_is_blank(s->feed.partial, s->feed.len);
	int err = 0;

	if (pagesnap_session_is_setter(s))
		err = blank ? pagesnap_set_skip(set) : add_to_set(s, set, at_close);
	else if (blank)
		s->nr_lines++;
	else
		err = queue_line(s);
	if (!err || s->write_err)
		s->feed.len = 0;
	return err;
}

/**
 * pagesnap_enqueue_rest() - complete a line that has no newline
 * @s: session
 * @nonblock: don't wait for a writer
 *
 * Called at the first read and at close.
 *
 * Return: 0 or a negative errno.
 */
int pagesnap_enqueue_rest(struct pagesnap_session *s, bool nonblock)
{
	int err = pagesnap_session_lock(&s->write_lock, nonblock);

	if (err)
		return err;
	if (s->feed.len && !s->write_err)
		err = pagesnap_enqueue(s, true);
	mutex_unlock(&s->write_lock);
	return err;
}
