// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: reading two moments, and whether they can be compared
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "take.h"

#define READ_SIZE (256 * 1024)

static const char *const words[] = {
	[DIFF_BY_FILE] = "file", [DIFF_BY_DIR] = "dir", [DIFF_BY_FS] = "fs", [DIFF_BY_TYPE] = "type",
	[DIFF_BY_CGROUP] = "cgroup", [DIFF_BY_CLASS] = "class",
};

/**
 * diff_by_word() - what a row is of, as a word
 * @by: it
 *
 * Return: word.
 */
const char *diff_by_word(enum diff_by by)
{
	return words[by];
}

/**
 * diff_by_of_word() - what a word says that rows are of
 * @word: word
 *
 * Return: that, DIFF_BYS if it is none.
 */
enum diff_by diff_by_of_word(const char *word)
{
	enum diff_by by;

	for (by = 0; by < DIFF_BYS && strcmp(words[by], word); by++)
		;
	return by;
}

/**
 * diff_moments_init() - begin to compare
 * @m: gets it
 * @by: what a row is of
 * @view: folders that were named, and how deep they are told apart
 */
void diff_moments_init(struct diff_moments *m, enum diff_by by, const struct pages_view *view)
{
	static const enum tally_by tallies[DIFF_BYS] = {
		[DIFF_BY_DIR] = TALLY_BY_DIR, [DIFF_BY_FS] = TALLY_BY_FS,
		[DIFF_BY_TYPE] = TALLY_BY_TYPE, [DIFF_BY_CGROUP] = TALLY_BY_CGROUP,
	};

	*m = (struct diff_moments){ .by = by, .view = *view };
	m->view.by = tallies[by];
	m->tells_how = true;
}

/**
 * diff_moments_free() - forget all
 * @m: moments
 */
void diff_moments_free(struct diff_moments *m)
{
	diff_files_free(&m->files);
	diff_names_free(&m->groups);
	diff_names_free(&m->queries);
	free(m->answered);
	memset(m, 0, sizeof(*m));
}

/* Reading ----------------------------------------------------------------------------------- */

/* Waits for input or a signal, then reads. */
static ssize_t read_some(int fd, char *buf)
{
	struct pollfd fds[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = interrupt_fd(), .events = POLLIN },
	};
	ssize_t n;

	do {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return -errno;
		if (interrupt_seen())
			return -EINTR;
		n = read(fd, buf, READ_SIZE);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int decode(int fd, struct pagesnap_decoder *decoder, char *buf)
{
	ssize_t n;
	int err = 0;

	while (!err && (n = read_some(fd, buf)) > 0)
		err = pagesnap_decoder_push(decoder, buf, n);
	return err ?: n < 0 ? (int)n : pagesnap_decoder_finish(decoder);
}

/* What is cut off or damaged tells of what came before; it is said, and is no whole answer. */
static int explain(struct diff_taking *t, const struct pagesnap_decoder *decoder, int err)
{
	const char *message = decoder ? pagesnap_decoder_message(decoder) : "";

	if (!err || err == -EINTR || t->refused)
		return err;
	say_error("%s: %s", say_safe(t->look->origin), *message ? message : strerror(-err));
	if ((err != -ENODATA && err != -EPROTO) || !t->look->answers)
		return err;
	t->look->partial = true;
	return 0;
}

/**
 * diff_moments_read() - read a moment
 * @m: both
 * @moment: which; the first one first
 * @fd: stream, read to its end
 * @origin: where it comes from, which stays
 *
 * Return: 0, -EINTR after a signal, or another negative errno after a message.
 */
int diff_moments_read(struct diff_moments *m, enum diff_moment moment, int fd, const char *origin)
{
	struct diff_taking t = {
		.m = m, .moment = moment, .look = &m->looks[moment], .row = row_new(&kind_pages),
	};
	struct pagesnap_decoder *decoder = pagesnap_decoder_new(diff_take, &t);
	char *buf = malloc(READ_SIZE);
	int err = -ENOMEM;

	t.look->origin = origin;
	if (t.row && decoder && buf) {
		/* words in brackets where there is no name */
		t.row->for_people = true;
		err = decode(fd, decoder, buf);
	}
	err = explain(&t, decoder, err);
	free(buf);
	pagesnap_decoder_free(decoder);
	row_free(t.row);
	return err;
}

/* Comparing --------------------------------------------------------------------------------- */

static int refuse(const struct diff_look *look, const char *why)
{
	say_error("%s: %s", say_safe(look->origin), why);
	return -EINVAL;
}

static int match_look(const struct diff_moments *m, const struct diff_look *look)
{
	if (m->by == DIFF_BY_CLASS && !look->frames)
		return refuse(look, "answers of files: what they compare is not by class");
	if (m->by != DIFF_BY_CLASS && !look->files && !look->subjects && look->frames)
		return refuse(look, "answers of frames: they are compared --by class");
	if (!look->files && look->others)
		return refuse(look, "answers of processes, which have no rows here: see pagesnap top");
	if (m->by == DIFF_BY_CGROUP && look->runs)
		return refuse(look, "runs are not added up by cgroup: save with --group object");
	return 0;
}

/* Queries of one moment alone tell nothing of the other. */
static int match_queries(struct diff_moments *m)
{
	size_t i, both = 0;

	m->answered = calloc(m->queries.nr + 1, 1);
	if (!m->answered) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	for (i = 0; i < m->queries.nr; i++) {
		m->answered[i + 1] = m->queries.list[i]->answered;
		both += m->queries.list[i]->asked == 3;
	}
	if (!both) {
		say_error("%s and %s have no query in common: nothing can be compared",
			  say_safe(m->looks[0].origin), say_safe(m->looks[1].origin));
		return -EINVAL;
	}
	for (i = 0; i < m->queries.nr; i++) {
		const struct diff_name *q = m->queries.list[i];
		struct diff_look *look = &m->looks[q->asked == 1 << DIFF_SECOND];

		if (q->asked == 3)
			continue;
		look->partial = true;
		say_error("%s: asked there alone, so not compared: %s", say_safe(look->origin),
			  say_safe_bytes(q->name, q->name_len));
	}
	return 0;
}

static void say_more(struct diff_moments *m)
{
	const struct diff_look *a = &m->looks[DIFF_FIRST], *b = &m->looks[DIFF_SECOND];
	uint64_t again = a->again > b->again ? a->again : b->again;

	if (m->boots && m->tells_how)
		say("# %s is of another boot, or of another machine: what was evicted or written is not known",
		    say_safe(b->origin));
	if (b->time_ns < a->time_ns)
		say("# %s was saved before %s", say_safe(b->origin), say_safe(a->origin));
	if (again)
		say("# %llu files came in several answers, and count once", (unsigned long long)again);
}

/**
 * diff_moments_match() - can they be compared?
 * @m: moments, both read
 *
 * Return: 0, or a negative errno after a message.
 */
int diff_moments_match(struct diff_moments *m)
{
	const struct diff_look *a = &m->looks[DIFF_FIRST], *b = &m->looks[DIFF_SECOND];
	int err = match_look(m, a) ?: match_look(m, b);

	if (err)
		return err;
	if (a->page_shift != b->page_shift)
		return refuse(b, "its pages are of another size");
	if (!a->runs != !b->runs && a->files && b->files) {
		say_error("%s tells of pages one by one, %s does not",
			  say_safe(a->runs ? a->origin : b->origin),
			  say_safe(a->runs ? b->origin : a->origin));
		return -EINVAL;
	}
	m->boots = memcmp(a->boot, b->boot, sizeof(a->boot)) || !strcmp(a->boot, "?");
	err = match_queries(m);
	if (!err)
		say_more(m);
	return err;
}

/**
 * diff_moments_told() - what can be known of them
 * @m: moments that match
 *
 * Return: it.
 */
struct diff_told diff_moments_told(const struct diff_moments *m)
{
	return (struct diff_told){
		.queries = m->answered, .nr = m->answered ? m->queries.nr + 1 : 0, .boots = m->boots,
	};
}
