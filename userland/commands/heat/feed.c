// SPDX-License-Identifier: GPL-2.0
/*
 * What records of a target become.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/safe.h"
#include "feed.h"

/* Records ------------------------------------------------------------------------ */

static void say_error_record(struct heat_feed *f, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_message(r, &len);
	char shown[512], line[1024];

	safe_text(text, len, "\"\\", shown, sizeof(shown));
	snprintf(line, sizeof(line), "pagesnap: %.255s: %s", f->name,
		 len ? shown : strerror(r->u->error.err));
	feed_say(&f->from, line);
}

static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct heat_feed *f = ctx;

	if (r->u->rec.type == PAGESNAP_REC_ERROR)
		say_error_record(f, r);
	return heat_model_take(&f->model, r);
}

/* The process has nothing more to say, or there is an end of the file. */
static void end(struct heat_feed *f, int err)
{
	if (!err && f->model.samples)
		err = pagesnap_decoder_finish(f->decoder);
	if (err && *pagesnap_decoder_message(f->decoder))
		feed_say(&f->from, pagesnap_decoder_message(f->decoder));
	else if (err)
		feed_say(&f->from, strerror(-err));
	feed_end(&f->from, true);
}

/**
 * heat_feed_take() - take records
 * @f: feed whose @from is readable
 *
 * At the end, or if it fails, @from has no @fd afterwards.
 */
void heat_feed_take(struct heat_feed *f)
{
	const void *bytes;
	ssize_t n = feed_take(&f->from, &bytes);
	int err;

	if (n < 0)
		end(f, n == -ENODATA ? 0 : n);
	if (n <= 0)
		return;
	heat_spool_put(&f->spool, bytes, n);
	err = pagesnap_decoder_push(f->decoder, bytes, n);
	if (!err)
		return;
	feed_stop(&f->from);
	end(f, err);
}

/* Beginning and end ---------------------------------------------------------------- */

static int init(struct heat_feed *f, const char *name, size_t runs_max)
{
	*f = (struct heat_feed){ .from = { .fd = -1, .errors = -1 } };
	heat_model_init(&f->model, runs_max);
	f->name = strdup(name);
	f->decoder = pagesnap_decoder_new(take_record, f);
	return f->name && f->decoder ? 0 : -ENOMEM;
}

/* How to ask about a target, for the process that does. */
struct target {
	const struct heat_asking *asking;
	char *name;
};

static int open_target(struct source **out, void *ctx)
{
	const struct target *t = ctx;

	return t->asking->open(out, t->asking, t->name);
}

/**
 * heat_feed_ask() - ask about a target
 * @f: gets a process that does
 * @asking: how
 * @target: PID, uid:USER, cgroup:PATH or file:PATH
 * @runs_max: as heat_model_init() has it
 *
 * Return: 0 or a negative errno; heat_feed_close() is owed in any case.
 */
int heat_feed_ask(struct heat_feed *f, const struct heat_asking *asking, const char *target,
		  size_t runs_max)
{
	int err = init(f, target, runs_max);
	struct target t = { .asking = asking, .name = f->name };

	const struct feed_asking asked = { .open = open_target, .ctx = &t };

	return err ? err : feed_ask(&f->from, &asked);
}

/**
 * heat_feed_read() - read a saved run
 * @f: feed
 * @path: file, "-" for stdin
 * @runs_max: as heat_model_init() has it
 *
 * Return: 0 or a negative errno; heat_feed_close() is owed in any case.
 */
int heat_feed_read(struct heat_feed *f, const char *path, size_t runs_max)
{
	return init(f, path, runs_max) ?: feed_read(&f->from, path);
}

/**
 * heat_feed_close() - end a feed
 * @f: feed; all zero afterwards
 */
void heat_feed_close(struct heat_feed *f)
{
	feed_end(&f->from, false);
	pagesnap_decoder_free(f->decoder);
	heat_model_free(&f->model);
	heat_spool_close(&f->spool);
	free(f->name);
	memset(f, 0, sizeof(*f));
}
