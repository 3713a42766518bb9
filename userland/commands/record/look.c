// SPDX-License-Identifier: GPL-2.0
/*
 * Looks of a recorder.  Bytes are passed on as they come, with the names of memory cgroups,
 * which are looked up as they are met.
 *
 * The session that is asked about filesystems stays open from one moment to the next, if each
 * builds upon the one before: then it tells only of files that have changed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask/queries.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "changed.h"
#include "engine/answers.h"
#include "engine/save.h"
#include "lib/internal.h"
#include "look.h"
#include "recording/writer.h"

/**
 * struct channel - a session, and what came from it
 * @session: NULL if there is none
 * @which: of this index file
 * @decoder: of its bytes
 * @header: last one
 * @has_header: there was one
 * @asked: queries so far
 * @skip_q: of these, before the moment under way
 */
struct channel {
	struct pagesnap_session *session;
	enum pagesnap_index_file which;
	struct pagesnap_decoder *decoder;
	struct pagesnap_header header;
	bool has_header;
	uint32_t asked;
	uint32_t skip_q;
};

/**
 * struct look - looks, one after the other
 * @asking: at what
 * @again: it is worth to ask for what has changed
 * @kept: what filesystems are asked by, if @again
 * @other: what others are, one after the other
 * @at: the one of both that is asked
 * @numbered: @kept may be asked for what has changed
 * @changed: what it was asked
 * @before: has the names that the last moment has; NULL if none is built upon it
 * @w: where answers go
 * @to: the same, as a stream
 * @save: what puts names before them
 * @partial: not all was answered
 * @err: first thing that went wrong with what was read
 * @refused: what could not be written, as writer_take() said it
 */
struct look {
	const struct look_asking *asking;
	bool again;
	struct channel kept;
	struct channel other;
	struct channel *at;
	bool numbered;
	struct changed changed;
	struct save *before;
	struct writer *w;
	FILE *to;
	struct save *save;
	bool partial;
	int err;
	int refused;
};

/* Bytes ---------------------------------------------------------------------- */

static ssize_t write_on(void *ctx, const char *buf, size_t len)
{
	struct look *l = ctx;

	if (!l->refused)
		l->refused = writer_take(l->w, buf, len);
	errno = -l->refused;
	return l->refused ? 0 : len;
}

/* Inodes that come and go are met on each machine in use. */
static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct look *l = ctx;
	int err;

	if (r->u->rec.type == PAGESNAP_REC_HEADER) {
		l->at->header = r->u->header;
		l->at->has_header = true;
	}
	if (r->u->rec.type == PAGESNAP_REC_ERROR)
		l->partial = true;
	if (r->u->rec.type == PAGESNAP_REC_END)
		l->partial |= r->u->end.cut || r->u->end.skipped[PAGESNAP_WHY_BUSY];
	err = save_cgroups(l->save, r);
	if (err)
		l->err = -ENODATA;
	return err;
}

/* Decoded first: names are written before what they are of. */
static void take_bytes(void *ctx, const void *buf, size_t len)
{
	struct look *l = ctx;
	const struct channel *at = l->at;
	const struct pagesnap_header header = at->header;
	bool headed = at->has_header, whole;
	int err;

	if (l->err)
		return;
	whole = !headed || pagesnap_decoder_is_between(at->decoder);
	err = pagesnap_decoder_push(at->decoder, buf, len);
	if (err && !l->err && *pagesnap_decoder_message(at->decoder)) {
		say_error("%s", pagesnap_decoder_message(at->decoder));
		err = -ENODATA;
	}
	if (!err && save_bytes(l->save, at->session, headed ? &header : NULL, buf, len, whole))
		err = -ENODATA;
	l->err = l->err ?: err;
}

/* Asking ---------------------------------------------------------------------- */

static void close_channel(struct channel *c)
{
	pagesnap_close(c->session);
	pagesnap_decoder_free(c->decoder);
	*c = (struct channel){ .session = NULL };
}

static int open_channel(struct look *l, struct channel *c, enum pagesnap_index_file which)
{
	int err;

	close_channel(c);
	c->which = which;
	c->decoder = pagesnap_decoder_new(take_record, l);
	err = c->decoder ? pagesnap_open(&c->session, which, NULL) : -ENOMEM;
	if (err)
		return err;
	pagesnap_decoder_set_live(c->decoder);
	pagesnap_on_bytes(c->session, take_bytes, l);
	if (c == &l->kept)
		l->numbered = changed_is_known();
	return 0;
}

/* One session for queries of one file, as long as they follow each other. */
static int choose_channel(struct look *l, enum pagesnap_index_file which)
{
	l->at = l->again && which == PAGESNAP_SB ? &l->kept : &l->other;
	return l->at->session && l->at->which == which ? 0 : open_channel(l, l->at, which);
}

static int read_all(struct look *l)
{
	int err;

	do {
		err = pagesnap_read(l->at->session, NULL, NULL);
		if (interrupt_seen())
			return -EINTR;
	} while (!l->err && !l->refused && (err > 0 || err == -EINTR));
	/* a decoder of the session's own may have come to the same, and says it as well */
	return l->err ?: l->refused ?: err;
}

static int ask_line(struct look *l, const char *line)
{
	bool numbered = l->at == &l->kept && l->numbered;
	char *with = numbered ? changed_line(&l->changed, l->w, line) : NULL;
	int err = numbered && !with ? -ENOMEM : 0;
	const size_t text = strlen(line);

	if (with)
		line = with;
	writer_answer(l->w, l->at->skip_q, numbered ? &text : NULL);
	err = err ?: pagesnap_queue_line(l->at->session, line, strlen(line));
	free(with);
	l->at->asked++;
	return err ?: read_all(l);
}

static int ask(struct look *l, const struct query *query)
{
	char *line;
	int err;

	if (query->err) {
		answers_say_refusal(query);
		l->partial = true;
		return 0;
	}
	if (asprintf(&line, "%s%s", query->line + query->offset, query->more ?: "") < 0)
		return -ENOMEM;
	err = choose_channel(l, query->which) ?: ask_line(l, line);
	free(line);
	if (!err || err == -EINTR || l->err || l->refused || !l->at->session ||
	    !*pagesnap_message(l->at->session))
		return err;
	say_lines(pagesnap_message(l->at->session));
	return -ENODATA;
}

static int ask_all(struct look *l, struct source *source)
{
	struct query query;
	int got = 0, err = 0;

	while (!err && !l->err && !l->refused && (got = source->next(source, &query)) > 0) {
		err = ask(l, &query);
		query_free(&query);
	}
	if (err || got >= 0)
		return err;
	/* the source has said what is wrong with it */
	return got == -EINTR ? got : -ENODATA;
}

static int ask_sources(struct look *l)
{
	const struct look_asking *asking = l->asking;
	struct source *source;
	unsigned int nth;
	int err = 0;

	for (nth = 0; nth < asking->nr && !err && !l->err && !l->refused; nth++) {
		source = NULL;
		err = asking->open(&source, asking->ctx, nth) ? -ENODATA : ask_all(l, source);
		if (source)
			source->close(source);
	}
	return err ?: l->err;
}

/* Looks ----------------------------------------------------------------------- */

/* Not buffered: what comes belongs to the answer that writer_answer() said last. */
static int open_stream(struct look *l)
{
	static const cookie_io_functions_t writes = { .write = write_on };

	l->to = fopencookie(l, "w", writes);
	if (!l->to)
		return -ENOMEM;
	setvbuf(l->to, NULL, _IONBF, 0);
	return save_open(&l->save, NULL) ? -ENODATA : 0;
}

/* As a session that is opened now would begin, with the names of what may come by numbers. */
static int go_on(struct look *l)
{
	l->kept.skip_q = l->kept.asked;
	l->kept.header.time_ns = clock_ns(CLOCK_REALTIME);
	changed_begin(&l->changed);
	return l->before && writer_has_told(l->w) && save_cgroups_of(l->save, l->before) ?
	       -ENODATA : 0;
}

static int close_stream(struct look *l)
{
	int err = l->to && fclose(l->to) ? -ENODATA : 0;

	save_close(l->before);
	l->before = l->save;
	l->to = NULL;
	l->save = NULL;
	return err;
}

/**
 * look_run() - look
 * @l: at what
 * @w: gets the answers
 * @partial: set if not all was answered
 *
 * Return: 0; -EINTR after a signal; -ENODATA after a message, or what writer_take() said.
 */
int look_run(struct look *l, struct writer *w, bool *partial)
{
	int err, closed;

	l->w = w;
	l->partial = false;
	l->err = l->refused = 0;
	err = open_stream(l);
	if (!err) {
		save_also(l->save, l->to);
		err = go_on(l) ?: ask_sources(l);
	}
	close_channel(&l->other);
	closed = close_stream(l);
	if (closed)
		err = closed;
	*partial |= l->partial;
	if (l->refused)
		return l->refused;
	if (!err || err == -EINTR)
		return err;
	/* -ENODATA: a message said what it was */
	if (err != -ENODATA)
		say_error("%s", strerror(-err));
	return -ENODATA;
}

/**
 * look_new() - get ready to look
 * @asking: at what
 *
 * Return: for look_run(), or NULL.
 */
struct look *look_new(const struct look_asking *asking)
{
	struct look *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->asking = asking;
	l->again = asking->again;
	return l;
}

/**
 * look_drop() - nothing is built upon the last moment
 * @l: looks
 * @err: why there is no such moment
 */
void look_drop(struct look *l, int err)
{
	close_channel(&l->kept);
	changed_forget(&l->changed);
	save_close(l->before);
	l->before = NULL;
	/* each moment between two would be lost, if this came of what is told by numbers */
	if (err == -EPROTO)
		l->again = false;
}

/**
 * look_free() - look no more
 * @l: looks, or NULL
 */
void look_free(struct look *l)
{
	if (!l)
		return;
	look_drop(l, 0);
	free(l);
}
