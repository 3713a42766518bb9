// SPDX-License-Identifier: GPL-2.0
/*
 * A process that asks.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask/queries.h"
#include "asker.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "engine/answers.h"
#include "lib/pagesnap.h"

/**
 * struct asker - where answers go
 * @fd: to there
 * @err: -errno: nobody reads any more
 * @refused: an answer was an error
 * @session: that is open, or NULL
 * @which: of this index file
 */
struct asker {
	int fd;
	int err;
	bool refused;
	struct pagesnap_session *session;
	enum pagesnap_index_file which;
};

static void write_bytes(void *ctx, const void *buf, size_t len)
{
	struct asker *a = ctx;
	const char *at = buf;
	ssize_t n;

	for (; len && !a->err; at += n, len -= n) {
		n = write(a->fd, at, len);
		if (n < 0 && errno != EINTR)
			a->err = -errno;
		if (n < 0)
			n = 0;
	}
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct asker *a = ctx;

	a->refused = a->refused || r->u->rec.type == PAGESNAP_REC_ERROR;
	return a->err;
}

static int ask_line(struct asker *a, struct pagesnap_session *s, const struct query *query)
{
	char *line;
	int len = asprintf(&line, "%s%s", query->line + query->offset, query->more ?: ""), err;

	if (len < 0)
		return -ENOMEM;
	pagesnap_on_bytes(s, write_bytes, a);
	err = pagesnap_queue_line(s, line, len);
	free(line);
	if (err)
		return err;
	do {
		err = pagesnap_read(s, take, a);
	} while (err > 0 || err == -EINTR);
	return err;
}

/* One session for queries of one file, as long as they follow each other. */
static int open_session(struct asker *a, enum pagesnap_index_file which)
{
	if (a->session && a->which == which)
		return 0;
	pagesnap_close(a->session);
	a->session = NULL;
	a->which = which;
	return pagesnap_open(&a->session, which, NULL);
}

static int ask(struct asker *a, const struct query *query)
{
	int err;

	if (query->err) {
		answers_say_refusal(query);
		return -EINVAL;
	}
	err = open_session(a, query->which);
	if (!err)
		err = ask_line(a, a->session, query);
	/* if nobody reads any more, nobody wants to know */
	if (err && !a->err)
		say_lines(a->session && *pagesnap_message(a->session) ?
			  pagesnap_message(a->session) : strerror(-err));
	return err;
}

/**
 * asker_run() - ask, one after the other
 * @source: what
 * @fd: gets the answers
 * @all: an answer that is an error is not the last one
 *
 * Return: an exit code, after a message.
 */
int asker_run(struct source *source, int fd, bool all)
{
	struct asker a = { .fd = fd };
	struct query query;
	int got = 0, err = 0;

	while (!err && (all || !a.refused) && (got = source->next(source, &query)) > 0) {
		err = ask(&a, &query);
		query_free(&query);
	}
	pagesnap_close(a.session);
	return err || got < 0 || a.refused ? EXIT_FAILED : EXIT_OK;
}
