// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: saved answers
 *
 * The same decoder and the same way to the output as for live answers.  The
 * numbers of sessions say nothing here, so answers are counted.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "lib/internal.h"
#include "replay.h"

#define READ_SIZE (256 * 1024)
/* Of a stream that no index file has answered: lines that could not be asked. */
#define NO_INDEX PAGESNAP_ALL_INDEXES_MAX
/* What the library puts behind each query. */
#define SUFFIX " format=binary"

/**
 * struct replay - a saved stream
 * @answers: takes the records
 * @save: takes the bytes, or NULL
 * @origin: file
 * @query: what is answered
 * @text: of @query
 * @word: that a query of this index file begins with, "" if none does
 * @in_answer: between the beginning of an answer and its end
 * @greeted: a header has come: this is a stream
 * @refused: one that this program can't read, which was said
 */
struct replay {
	struct answers *answers;
	struct save *save;
	const char *origin;
	struct query query;
	char text[PAGESNAP_MORE_MAX + 64];
	const char *word;
	bool in_answer;
	bool greeted;
	bool refused;
};

/*
 * Does this program know the collection, and this subcommand show its rows?  As text, any.
 */
static bool can_show(struct replay *rp, const char *collection)
{
	const struct out_options *out = rp->answers->settings->out;
	bool known = pagesnap_collection_find(collection);

	if (answers_take_kind(rp->answers, collection) ||
	    (known && (out->format == OUT_TEXT ||
		       (!out->kind->of && kind_is_made_of(out->kind, collection)))))
		return true;
	say_error("%s: answers of objects/mm/%s, which this %s", say_safe(rp->origin),
		  say_safe(collection), known ? "subcommand does not show" : "pagesnap does not know");
	return false;
}

static int take_header(struct replay *rp, const struct pagesnap_record *r)
{
	const char *collection = r->u->header.collection;
	int which = pagesnap_index_find_in(collection, r->u->header.file);

	rp->greeted = true;
	if (!can_show(rp, collection)) {
		rp->refused = true;
		return -EPROTONOSUPPORT;
	}
	rp->word = which < 0 ? "" : query_word(which);
	rp->query.which = which < 0 ? NO_INDEX : which;
	return answers_header(rp->answers, r);
}

/* What was asked for is in the queries. */
static int learn(struct replay *rp)
{
	int err = rp->answers->learn(rp->answers->ctx, &rp->query);

	if (err == -EINVAL)
		rp->answers->err = err;
	return err;
}

/* The first record of an answer has the text of the query. */
static int begin_answer(struct replay *rp, const struct pagesnap_record *r)
{
	size_t len, word_len = strlen(rp->word), at = word_len ? word_len + 1 : 0;
	const char *text = pagesnap_record_query(r, &len);

	if (len > strlen(SUFFIX) &&
	    !memcmp(text + len - strlen(SUFFIX), SUFFIX, strlen(SUFFIX)))
		len -= strlen(SUFFIX);
	memcpy(rp->text, rp->word, word_len);
	rp->text[word_len] = ' ';
	memcpy(rp->text + at, text, len);
	rp->text[at + len] = '\0';
	rp->query.line = rp->text;
	rp->query.len = at + len;
	rp->query.offset = at;
	rp->query.number++;
	rp->in_answer = true;
	return learn(rp);
}

/* Not inline: rows, which most records are, need no registers for it. */
__attribute__((noinline))
static int take_other(struct replay *rp, const struct pagesnap_record *r)
{
	unsigned int type = r->u->rec.type;
	int err = 0;

	if (type == PAGESNAP_REC_CGROUP)
		return answers_cgroup(rp->answers, r);
	if (type == PAGESNAP_REC_HEADER)
		return take_header(rp, r);
	if (!kind_knows(r))
		return answers_unknown(rp->answers, r);
	if (!rp->in_answer && r->u->rec.flags & PAGESNAP_RF_BEGINS) {
		say_error("these answers are brief: they don't say what was asked, so they can't be shown");
		return -EPROTO;
	}
	if (!rp->in_answer && (type == PAGESNAP_REC_QUERY || type == PAGESNAP_REC_ERROR))
		err = begin_answer(rp, r);
	if (err)
		return err;
	if (type == PAGESNAP_REC_END)
		rp->in_answer = false;
	return answers_record(rp->answers, &rp->query, r);
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct replay *rp = ctx;

	if (rp->in_answer && answers_is_row(rp->answers, r))
		return answers_row(rp->answers, &rp->query, r);
	return take_other(rp, r);
}

static int on_alike(void *ctx, struct pagesnap_record *r, size_t nr)
{
	struct replay *rp = ctx;

	if (!rp->in_answer || !answers_is_row(rp->answers, r))
		return 0;
	return answers_alike(rp->answers, &rp->query, r, nr);
}

/* Waits for input or a signal, then reads. */
static ssize_t read_some(int fd, char *buf)
{
	struct pollfd fds[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = interrupt_fd(), .events = POLLIN },
	};
	ssize_t n;

	do {
		while (poll(fds, 2, -1) < 0)
			if (errno != EINTR)
				return -errno;
		if (interrupt_seen())
			return -EINTR;
		n = read(fd, buf, READ_SIZE);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int read_stream(struct replay *rp, int fd, struct pagesnap_decoder *decoder, char *buf)
{
	ssize_t n;
	int err;

	while ((n = read_some(fd, buf)) > 0) {
		err = rp->save ? save_copy(rp->save, buf, n) : 0;
		err = err ?: pagesnap_decoder_push(decoder, buf, n);
		if (err)
			return err;
		progress_tick(&rp->answers->at);
	}
	return n < 0 ? n : pagesnap_decoder_finish(decoder);
}

/* Says what went wrong; what was damaged, or refused, once it was a stream is a partial answer. */
static int explain(struct replay *rp, const struct pagesnap_decoder *decoder, int err)
{
	if (!err || err == -EINTR || rp->answers->err || (rp->save && save_also_failed(rp->save)))
		return err;
	if (rp->refused)
		return rp->query.number ? -ENODATA : err;
	if (*pagesnap_decoder_message(decoder))
		say_error("%s: %s", say_safe(rp->origin), pagesnap_decoder_message(decoder));
	else
		say_error("%s: %s", say_safe(rp->origin), strerror(-err));
	return rp->greeted && (err == -EPROTO || err == -EPROTONOSUPPORT) ? -ENODATA : err;
}

/**
 * replay_run() - show saved answers
 * @path: file, or "-"
 * @answers: takes them
 * @save: gets the bytes as they are, NULL for nobody
 *
 * Return: 0 or a negative errno.
 */
int replay_run(const char *path, struct answers *answers, struct save *save)
{
	bool from_stdin = !strcmp(path, "-");
	struct replay *rp = calloc(1, sizeof(*rp));
	struct pagesnap_decoder *decoder = pagesnap_decoder_new(on_record, rp);
	char *buf = malloc(READ_SIZE);
	int fd = STDIN_FILENO, err = -ENOMEM;

	if (!from_stdin)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		say_error("%s: %s", say_safe(path), strerror(errno));
	} else if (rp && decoder && buf) {
		pagesnap_decoder_set_alike(decoder, on_alike);
		rp->answers = answers;
		rp->save = save;
		rp->origin = answers->settings->read_name ?: from_stdin ? "stdin" : path;
		rp->word = "";
		rp->query.origin = rp->origin;
		rp->query.saved = true;
		err = explain(rp, decoder, read_stream(rp, fd, decoder, buf));
	} else {
		say_error("%s", strerror(ENOMEM));
	}
	if (fd > STDIN_FILENO)
		close(fd);
	free(buf);
	pagesnap_decoder_free(decoder);
	free(rp);
	return err;
}
