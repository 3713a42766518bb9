// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: looking again and again
 *
 * A process asks, and ends when all is answered: then what it took of a processor is known, which
 * is what the kernel took, too, since the module works in the thread that reads.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "engine/save.h"
#include "watch.h"

#define NS_PER_MS 1000000ULL

/* Clocks ---------------------------------------------------------------------------- */

static uint64_t time_ns(const struct timeval *t)
{
	return t->tv_sec * NS_PER_SECOND + t->tv_usec * 1000ULL;
}

/* Of this process, and of those of its own that have ended. */
static uint64_t spent_ns(void)
{
	struct rusage own, others;

	if (getrusage(RUSAGE_SELF, &own) || getrusage(RUSAGE_CHILDREN, &others))
		return 0;
	return time_ns(&own.ru_utime) + time_ns(&own.ru_stime) + time_ns(&others.ru_utime) +
	       time_ns(&others.ru_stime);
}

static uint64_t due_ns(const struct top_watch *w)
{
	struct top_pace pace = w->pace;

	if (!w->begun)
		return 0;
	pace.wanted_ns = w->soon ? 0 : pace.wanted_ns;
	return pace.begun_ns + top_pace_every(&pace, spent_ns());
}

/**
 * top_watch_cost() - what this costs
 * @w: watch
 *
 * Return: tenths of a percent of one processor.
 */
uint64_t top_watch_cost(const struct top_watch *w)
{
	return w->begun ? top_pace_cost(&w->pace, clock_ns(CLOCK_MONOTONIC), spent_ns()) : 0;
}

/**
 * top_watch_interval() - how often it looks
 * @w: watch
 *
 * Return: from one look to the next, in nanoseconds.
 */
uint64_t top_watch_interval(const struct top_watch *w)
{
	return w->begun ? top_pace_every(&w->pace, spent_ns()) : w->pace.wanted_ns;
}

/**
 * top_watch_since() - how long the look that is under way takes
 * @w: watch
 *
 * Return: nanoseconds, 0 if there is none.
 */
uint64_t top_watch_since(const struct top_watch *w)
{
	return w->looking ? clock_ns(CLOCK_MONOTONIC) - w->pace.begun_ns : 0;
}

/**
 * top_watch_every() - look more or less often
 * @w: watch
 * @every_ns: from one look to the next
 */
void top_watch_every(struct top_watch *w, uint64_t every_ns)
{
	w->pace.wanted_ns = every_ns;
}

/* Looks -------------------------------------------------------------------------------- */

static void say(struct top_watch *w, const char *text)
{
	snprintf(w->said, sizeof(w->said), "%s", text);
}

/* Of lines, the first one says what is wrong; what to do about it is said behind. */
static void say_first(struct top_watch *w, const char *lines)
{
	snprintf(w->said, sizeof(w->said), "%.*s", (int)strcspn(lines, "\n"), lines);
}

/* With the names of cgroups, which are of this machine. */
static void save(struct top_watch *w, const struct pagesnap_record *r)
{
	if (w->asking->save && !w->err)
		w->err = save_cgroups(w->asking->save, r) ?:
			 save_record(w->asking->save, w, NULL, r);
}

static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct top_watch *w = ctx;

	save(w, r);
	return top_look_take(&w->look, r);
}

/* A look that has no end is not saved: what came behind it could not be read. */
static void save_none(struct top_watch *w)
{
	if (w->looking && w->asking->save && !w->err)
		w->err = save_back(w->asking->save, w->mark);
}

static int new_decoder(struct top_watch *w)
{
	pagesnap_decoder_free(w->decoder);
	w->decoder = pagesnap_decoder_new(take_record, w);
	return w->decoder ? 0 : -ENOMEM;
}

struct opening {
	const struct top_asking *asking;
	enum top_by by;
};

static int open_source(struct source **out, void *ctx)
{
	const struct opening *o = ctx;

	return o->asking->open(out, o->asking->ctx, o->by);
}

static int begin_asking(struct top_watch *w)
{
	struct opening opening = { .asking = w->asking, .by = w->by };
	const struct feed_asking asking = { .open = open_source, .ctx = &opening, .all = true };
	int err = new_decoder(w);

	return err ? err : feed_ask(&w->feed, &asking);
}

static enum top_event fail(struct top_watch *w, int err)
{
	feed_end(&w->feed, false);
	save_none(w);
	top_look_drop(&w->look);
	w->looking = false;
	w->asked++;
	if (!*w->said)
		say(w, strerror(-err));
	return TOP_FAILED;
}

static enum top_event begin(struct top_watch *w)
{
	int err = 0;

	top_pace_begin(&w->pace, clock_ns(CLOCK_MONOTONIC), w->begun ? spent_ns() : 0);
	w->begun = true;
	w->looking = true;
	w->soon = false;
	*w->said = *w->look.said = '\0';
	if (w->asking->save)
		w->mark = save_mark(w->asking->save);
	if (!w->asking->read)
		err = begin_asking(w);
	return err ? fail(w, err) : TOP_NOTHING;
}

static enum top_event looked(struct top_watch *w)
{
	w->looking = false;
	w->asked++;
	if (*w->look.said)
		say(w, w->look.said);
	return TOP_LOOKED;
}

/* There is nothing more to come. */
static enum top_event end(struct top_watch *w)
{
	int err = pagesnap_decoder_finish(w->decoder);

	feed_end(&w->feed, true);
	if (w->feed.len)
		say_first(w, w->feed.said);
	else if (*w->look.said)
		say(w, w->look.said);
	/* a process that could ask nothing has begun no stream */
	if (err && !*w->said)
		say(w, *pagesnap_decoder_message(w->decoder) ?
		    pagesnap_decoder_message(w->decoder) : strerror(-err));
	w->ended = w->asking->read;
	/* between two answers the stream of who was killed is whole, but not all was asked */
	if (!w->ended && (err || w->feed.killed))
		return fail(w, err ?: -EINTR);
	err = top_look_end(&w->look);
	return err ? fail(w, err) : looked(w);
}

/* Of a saved run, up to where the next look begins. */
static enum top_event decode(struct top_watch *w, const void *bytes, size_t len)
{
	int err = pagesnap_decoder_push(w->decoder, bytes, len);

	w->more = err == TOP_LOOK_NEXT;
	if (w->more)
		return looked(w);
	if (!err)
		return TOP_NOTHING;
	say(w, *w->look.said ? w->look.said : pagesnap_decoder_message(w->decoder));
	w->ended = w->asking->read;
	return fail(w, err);
}

static enum top_event take(struct top_watch *w)
{
	const void *bytes;
	ssize_t n;

	n = feed_take(&w->feed, &bytes);
	if (!n)
		return TOP_NOTHING;
	if (n == -ENODATA)
		return end(w);
	if (n < 0)
		return fail(w, n);
	return decode(w, bytes, n);
}

/* Events ---------------------------------------------------------------------------------- */

/**
 * top_watch_timeout() - when there is something to do
 * @w: watch
 *
 * Return: milliseconds until then; -1 if that depends on descriptors alone.
 */
int top_watch_timeout(const struct top_watch *w)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC), due = due_ns(w);

	if (w->more && w->looking)
		return 0;
	if (w->looking || w->ended)
		return -1;
	return due > now ? (due - now + NS_PER_MS - 1) / NS_PER_MS : 0;
}

/**
 * top_watch_fds() - what to wait for
 * @w: watch
 * @fds: gets TOP_WATCH_FDS descriptors
 */
void top_watch_fds(const struct top_watch *w, struct pollfd *fds)
{
	fds[0] = (struct pollfd){ .fd = w->looking ? w->feed.fd : -1, .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = w->looking ? w->feed.errors : -1, .events = POLLIN };
}

/**
 * top_watch_take() - do what there is to do
 * @w: watch
 * @fds: those of top_watch_fds(), behind poll()
 *
 * Return: TOP_*.
 */
enum top_event top_watch_take(struct top_watch *w, const struct pollfd *fds)
{
	if (!w->looking)
		return w->ended || clock_ns(CLOCK_MONOTONIC) < due_ns(w) ? TOP_NOTHING : begin(w);
	if (fds[1].revents)
		feed_take_errors(&w->feed);
	if (w->more)
		return decode(w, NULL, 0);
	return fds[0].revents ? take(w) : TOP_NOTHING;
}

/* Beginning and end --------------------------------------------------------------------------- */

static int open_look(struct top_watch *w)
{
	bool saved = w->asking->read;
	int err;

	w->feed = (struct feed){ .fd = -1, .errors = -1 };
	err = top_look_init(&w->look, w->by, &w->asking->view, saved);
	if (!err && saved)
		err = new_decoder(w) ?: feed_read(&w->feed, w->asking->read);
	return err;
}

static void close_look(struct top_watch *w)
{
	feed_end(&w->feed, false);
	save_none(w);
	pagesnap_decoder_free(w->decoder);
	top_look_free(&w->look);
	w->decoder = NULL;
	w->looking = w->more = w->ended = false;
	*w->said = '\0';
}

/**
 * top_watch_open() - begin to watch
 * @w: gets it
 * @asking: what is looked at; must stay
 *
 * Return: 0 or a negative errno; top_watch_close() is owed in any case.
 */
int top_watch_open(struct top_watch *w, const struct top_asking *asking)
{
	*w = (struct top_watch){
		.asking = asking, .by = asking->by,
		.pace = { .wanted_ns = asking->every_ns, .percent = asking->percent },
	};
	return open_look(w);
}

/**
 * top_watch_turn() - have rows be of something else
 * @w: watch
 * @by: of what
 *
 * Return: 0 or a negative errno.
 */
int top_watch_turn(struct top_watch *w, enum top_by by)
{
	close_look(w);
	w->by = by;
	w->soon = true;
	return open_look(w);
}

/**
 * top_watch_close() - end it
 * @w: watch
 */
void top_watch_close(struct top_watch *w)
{
	close_look(w);
}
