// SPDX-License-Identifier: GPL-2.0
/*
 * A line that is complete: it is checked, and goes into the queue of its
 * session or into the standing set.
 */
#include <linux/mm.h>
#include <linux/poll.h>

#include "change.h"
#include "ask.h"
#include "enqueue.h"

/**
 * pagesnap_enqueue_text() - what an error about a line shows of it
 * @line: line, or structure
 *
 * Return: the line; of a structure its path, or its options if these are no good.
 */
struct pagesnap_bytes_ref pagesnap_enqueue_text(const struct pagesnap_line *line)
{
	struct pagesnap_slice bytes;

	if (!line->options)
		return (struct pagesnap_bytes_ref){ line->text, line->len };
	if (line->options->d.err)
		return (struct pagesnap_bytes_ref){ line->options->text, line->options->len };
	bytes = pagesnap_ask_bytes(line->text, line->len);
	return (struct pagesnap_bytes_ref){ line->text + bytes.off, bytes.len };
}

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
	struct pagesnap_bytes_ref text = pagesnap_enqueue_text(line);

	pagesnap_errlog_add(s->file->log, &at, text.bytes, text.len, d);
}

/**
 * pagesnap_enqueue_ask_diag() - what core knows to be wrong with a structure
 * @s: session
 * @line: of a structure
 * @d: gets it
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_enqueue_ask_diag(const struct pagesnap_session *s, const struct pagesnap_line *line,
			      struct pagesnap_diag *d)
{
	if (!s->file->index->ask)
		return pagesnap_diag(d, -EOPNOTSUPP, 0, "this file takes lines of text only");
	if (line->options->d.err)
		*d = line->options->d;
	return d->err;
}

/**
 * pagesnap_enqueue_tag() - the word of tag= of a line that is refused before its collection sees it
 * @s: session
 * @line: line, or structure
 * @tag: gets it, empty if there is none
 */
void pagesnap_enqueue_tag(const struct pagesnap_session *s, const struct pagesnap_line *line,
			  char tag[PAGESNAP_TAG_MAX + 1])
{
	const struct pagesnap_index_ops *index = s->file->index;
	struct pagesnap_bound bound = line->bound;
	struct pagesnap_diag ignored = {};
	struct pagesnap_query q = {};

	if (!line->options)
		index->check(index, line->text, line->len, &bound, &q, &ignored);
	else if (index->options)
		index->options(index, line->options->text, line->options->len, &q, &ignored);
	memcpy(tag, q.tag, sizeof(q.tag));
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
	line->to = d->err ? PAGESNAP_TO_READER : q.to;
	if (!d->err)
		return;
	line->logged = true;
	pagesnap_enqueue_log(s, line, d);
}

/* Queries behind options that are no good get what is wrong; the log has it once. */
static int take_options(struct pagesnap_session *s, const char *ask, u32 len)
{
	const struct pagesnap_index_ops *index = s->file->index;
	struct pagesnap_slice bytes = pagesnap_ask_bytes(ask, len);
	struct pagesnap_where at = { s->file->name, s->id, s->nr_lines + 1 };
	struct pagesnap_options *options;
	struct pagesnap_query q = {};

	options = pagesnap_options_alloc(ask + bytes.off, bytes.len);
	if (!options)
		return -ENOMEM;
	s->nr_lines++;
	options->id = ++s->nr_options;
	if (!pagesnap_ask_check(ask, len, &options->d) && index->options)
		index->options(index, options->text, options->len, &q, &options->d);
	if (!options->d.err)
		options->to = q.to;
	else
		pagesnap_errlog_add(s->file->log, &at, options->text, options->len, &options->d);
	pagesnap_options_put(s->options);
	s->options = options;
	return 0;
}

static void check_ask(struct pagesnap_session *s, struct pagesnap_line *line)
{
	const struct pagesnap_index_ops *index = s->file->index;
	struct pagesnap_diag d = {};

	line->logged = line->options->d.err;
	if (pagesnap_enqueue_ask_diag(s, line, &d) ||
	    !index->ask(index, line->text, line->len, &line->bound, &d) || line->logged)
		return;
	line->logged = true;
	pagesnap_enqueue_log(s, line, &d);
}

/* Before the first options there are none. */
static int need_options(struct pagesnap_session *s)
{
	if (s->options)
		return 0;
	s->options = pagesnap_options_alloc("", 0);
	if (!s->options)
		return -ENOMEM;
	s->options->id = ++s->nr_options;
	return 0;
}

static int queue_line(struct pagesnap_session *s, const char *text, u32 len, bool ask)
{
	struct pagesnap_diag d = {};
	struct pagesnap_line *line;

	if (!pagesnap_lines_have_room(&s->queue, len))
		return -ENOSPC;
	line = pagesnap_line_alloc(&s->input.chunk, text, len);
	if (!line)
		return -ENOMEM;
	line->line = ++s->nr_lines;
	line->q = s->next_q++;
	if (ask) {
		pagesnap_line_add_options(line, s->options);
		check_ask(s, line);
	} else {
		check_line(s, line, false, &d);
	}
	pagesnap_lines_add(&s->queue, line);
	if (wq_has_sleeper(&s->room))
		wake_up_interruptible_poll(&s->room, EPOLLIN | EPOLLRDNORM);
	return 0;
}

/*
 * The set's lock is not held while names are tried: a path may hang.  Who
 * else writes meanwhile only makes the line a later one than it was tried as.
 */
static int add_to_set(struct pagesnap_session *s, struct pagesnap_set *set, bool at_close)
{
	struct pagesnap_line *line = pagesnap_line_alloc(NULL, s->input.partial, s->input.len);
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
	pagesnap_line_free(line);
	return err;
}

/**
 * pagesnap_enqueue_ask() - a structure is complete, or cut short
 * @s: session
 * @ask: the structure
 * @len: bytes of it
 *
 * Context: write_lock is held.
 * Return: 0 or a negative errno.
 */
int pagesnap_enqueue_ask(struct pagesnap_session *s, const char *ask, u32 len)
{
	int err;

	if (pagesnap_ask_is_options(ask, len) && !pagesnap_ask_is_lost(ask, len))
		return take_options(s, ask, len);
	err = need_options(s) ?: queue_line(s, ask, len, true);
	if (!err)
		s->lost = pagesnap_ask_is_lost(ask, len);
	return err;
}

/**
 * pagesnap_enqueue_is_ask() - is what is written a structure?
 * @s: session; the bytes so far are in s->input
 * @next: byte behind these
 *
 * Context: write_lock is held.
 * Return: true if it is, as far as can be known yet.  A standing set has lines only.
 */
bool pagesnap_enqueue_is_ask(const struct pagesnap_session *s, char next)
{
	return !pagesnap_session_is_setter(s) &&
	       pagesnap_ask_goes_on(s->input.partial, s->input.len, next);
}

/**
 * pagesnap_enqueue() - the line, or structure, in s->input is complete
 * @s: session
 * @at_close: there is no write() left that could fail
 *
 * Context: write_lock is held.
 * Return: 0 or a negative errno.
 */
int pagesnap_enqueue(struct pagesnap_session *s, bool at_close)
{
	struct pagesnap_set *set = &s->file->set;
	bool blank = pagesnap_query_is_blank(s->input.partial, s->input.len);
	int err = 0;

	if (s->input.len >= PAGESNAP_ASK_MAGIC_LEN && pagesnap_enqueue_is_ask(s, 0))
		err = pagesnap_enqueue_ask(s, s->input.partial, s->input.len);
	else if (pagesnap_session_is_setter(s))
		err = blank ? pagesnap_set_skip(set) : add_to_set(s, set, at_close);
	else if (blank)
		s->nr_lines++;
	else if (pagesnap_change_is(s, s->input.partial, s->input.len))
		err = pagesnap_change_add(s, s->input.partial, s->input.len);
	else
		err = queue_line(s, s->input.partial, s->input.len, false);
	if (!err || s->write_err)
		s->input.len = 0;
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
	if (s->input.len && !s->write_err)
		err = pagesnap_enqueue(s, true);
	mutex_unlock(&s->write_lock);
	return err;
}
