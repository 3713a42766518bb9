// SPDX-License-Identifier: GPL-2.0
/*
 * One look of a recorder.  Bytes are passed on as they come, with the names of memory cgroups,
 * which are looked up as they are met.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/queries.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "engine/answers.h"
#include "engine/save.h"
#include "lib/internal.h"
#include "look.h"
#include "recording/writer.h"

/**
 * struct look - a look under way
 * @w: where answers go
 * @to: the same, as a stream
 * @save: what puts names before them
 * @session: that is open, or NULL
 * @which: of this index file
 * @decoder: of its bytes
 * @header: last one that came from it
 * @has_header: one has
 * @partial: not all was answered
 * @err: first thing that went wrong with what was read
 * @refused: what could not be written, as writer_take() said it
 */
struct look {
	struct writer *w;
	FILE *to;
	struct save *save;
	struct pagesnap_session *session;
	enum pagesnap_index_file which;
	struct pagesnap_decoder *decoder;
	struct pagesnap_header header;
	bool has_header;
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

	if (r->u->rec.type == PAGESNAP_REC_HEADER) {
		l->header = r->u->header;
		l->has_header = true;
	}
	if (r->u->rec.type == PAGESNAP_REC_ERROR)
		l->partial = true;
	if (r->u->rec.type == PAGESNAP_REC_END)
		l->partial |= r->u->end.cut || r->u->end.skipped[PAGESNAP_WHY_BUSY];
	return save_cgroups(l->save, r);
}

/* Decoded first: names are written before what they are of. */
static void take_bytes(void *ctx, const void *buf, size_t len)
{
	struct look *l = ctx;
	const struct pagesnap_header header = l->header;
	bool headed = l->has_header, whole;

	if (l->err)
		return;
	whole = !headed || pagesnap_decoder_is_between(l->decoder);
	l->err = pagesnap_decoder_push(l->decoder, buf, len);
	if (l->err && *pagesnap_decoder_message(l->decoder))
		say_error("%s", pagesnap_decoder_message(l->decoder));
	if (!l->err)
		l->err = save_bytes(l->save, l->session, headed ? &header : NULL, buf, len, whole);
}

/* Asking ---------------------------------------------------------------------- */

static void close_session(struct look *l)
{
	pagesnap_close(l->session);
	pagesnap_decoder_free(l->decoder);
	l->session = NULL;
	l->decoder = NULL;
	l->has_header = false;
}

/* One session for queries of one file, as long as they follow each other. */
static int open_session(struct look *l, enum pagesnap_index_file which)
{
	int err;

	if (l->session && l->which == which)
		return 0;
	close_session(l);
	l->which = which;
	l->decoder = pagesnap_decoder_new(take_record, l);
	err = l->decoder ? pagesnap_open(&l->session, which, NULL) : -ENOMEM;
	if (!err) {
		pagesnap_decoder_set_live(l->decoder);
		pagesnap_on_bytes(l->session, take_bytes, l);
	}
	return err;
}

static int read_all(struct look *l)
{
	int err;

	do {
		err = pagesnap_read(l->session, NULL, NULL);
		if (interrupt_seen())
			return -EINTR;
	} while (!l->err && !l->refused && (err > 0 || err == -EINTR));
	return err;
}

static int ask(struct look *l, const struct query *query)
{
	char *line;
	int len, err;

	if (query->err) {
		answers_say_refusal(query);
		l->partial = true;
		return 0;
	}
	len = asprintf(&line, "%s%s", query->line + query->offset, query->more ?: "");
	if (len < 0)
		return -ENOMEM;
	err = open_session(l, query->which) ?: pagesnap_queue_line(l->session, line, len);
	free(line);
	err = err ?: read_all(l);
	if (err && err != -EINTR)
		say_lines(l->session && *pagesnap_message(l->session) ?
			  pagesnap_message(l->session) : strerror(-err));
	return err;
}

static int ask_all(struct look *l, struct source *source)
{
	struct query query;
	int got = 0, err = 0;

	while (!err && !l->err && !l->refused && (got = source->next(source, &query)) > 0) {
		err = ask(l, &query);
		query_free(&query);
	}
	return err ?: got < 0 ? got : 0;
}

static int run(struct look *l, const struct look_asking *asking)
{
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

static int open_stream(struct look *l)
{
	static const cookie_io_functions_t writes = { .write = write_on };

	l->to = fopencookie(l, "w", writes);
	if (!l->to) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	return save_open(&l->save, NULL);
}

/**
 * look_run() - look
 * @asking: at what
 * @w: gets the answers
 * @partial: set if not all was answered
 *
 * Return: 0; -EINTR after a signal; -ENODATA after a message, or what writer_take() said.
 */
int look_run(const struct look_asking *asking, struct writer *w, bool *partial)
{
	struct look l = { .w = w };
	int err = open_stream(&l);

	if (!err) {
		save_also(l.save, l.to);
		err = run(&l, asking);
	}
	close_session(&l);
	if (save_close(l.save) && !err)
		err = -ENODATA;
	if (l.to && fclose(l.to) && !err)
		err = -ENODATA;
	*partial |= l.partial;
	if (l.refused)
		return l.refused;
	return err && err != -EINTR ? -ENODATA : err;
}
