// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what is asked for numbers that others watch
 *
 * Frames are asked as memory asks them, next to the kernel's counters.  All files come once, and
 * are added up by filesystem, by type and by cgroup at the same time: so these three agree.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "ask/asking.h"
#include "ask/places.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "look.h"
#include "render/pages/seen.h"
#include "render/pages/tally.h"


/* Pacing ---------------------------------------------------------------------------- */

static int pause_until(uint64_t due_ns)
{
	const struct timespec due = { due_ns / NS_PER_SECOND, due_ns % NS_PER_SECOND };

	while (!interrupt_seen() &&
	       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
		;
	return interrupt_seen() ? -EINTR : 0;
}

static int tick(void *ctx)
{
	struct export_look *l = ctx;
	uint64_t now = clock_ns(CLOCK_MONOTONIC);
	uint64_t due = pace_until(&l->pace, clock_ns(CLOCK_PROCESS_CPUTIME_ID), now);

	return due > now ? pause_until(due) : 0;
}

static void count_skipped(struct export_look *l, const struct pagesnap_record *r)
{
	unsigned int why;

	for (why = 0; r->u->rec.type == PAGESNAP_REC_END && why < PAGESNAP_WHYS_MAX; why++)
		l->skipped[why] += r->u->end.skipped[why];
}

/* Frames ----------------------------------------------------------------------------- */

static int take_frames(void *ctx, const struct pagesnap_record *r)
{
	struct export_look *l = ctx;

	count_skipped(l, r);
	return census_take(&l->census, r);
}

/* The counters are read next to the walk, as memory does it; of names it needs few. */
static int look_at_frames(struct export_look *l)
{
	struct asking asking = {
		.subject = "frames", .take = take_frames, .tick = tick, .ctx = l,
	};
	const struct pagesnap_params query = census_query();
	int err = asking_run(&asking, PAGESNAP_PFN, &query);

	l->partial |= asking.partial || asking.failed;
	if (err || !l->census.seen)
		return err;
	err = system_read_numbers(&l->system);
	if (!err && (vmalloc_read(&l->system) == -ENOMEM || caches_read(&l->system) == -ENOMEM))
		err = -ENOMEM;
	l->has_frames = !err;
	l->partial |= err;
	if (err)
		say_error("the kernel's counters can't be read: %s", strerror(-err));
	/* without them files are still to be had */
	return err == -ENOMEM ? err : 0;
}

/* Files -------------------------------------------------------------------------------- */

static int take_file(struct export_look *l, const struct pagesnap_file *file)
{
	struct seen seen = { .root = l->seen };
	int again = l->once ? seen_before(&seen, file) : 0;
	unsigned int by;

	l->seen = seen.root;
	for (by = 0; by < EXPORT_BYS && !again; by++)
		again = tally_take(l->tallies[by], l->row);
	return again < 0 ? again : 0;
}

static int take_files(void *ctx, const struct pagesnap_record *r)
{
	struct export_look *l = ctx;

	count_skipped(l, r);
	if (row_take(l->row, r) == -ENOMEM)
		return -ENOMEM;
	if (r->u->rec.type != PAGESNAP_REC_FILE || !pagesnap_record_sums(r))
		return 0;
	return take_file(l, &r->u->file);
}

static int ask_files(struct export_look *l, const char *subject)
{
	struct asking asking = { .subject = subject, .take = take_files, .tick = tick, .ctx = l };
	bool path = *subject == '/';
	const struct pagesnap_params query = {
		.group = PAGESNAP_GROUP_OBJECT, .no_names = true,
		.path = path ? subject : NULL,
		.fstype = path ? NULL : subject + strlen("type:"),
	};
	int err;

	row_begin(l->row, 1);
	err = asking_run(&asking, PAGESNAP_SB, &query);
	l->partial |= asking.failed || asking.partial;
	l->has_files |= !err && !asking.failed;
	return err;
}

static int look_at_files(struct export_look *l)
{
	struct places *places = places_everywhere(true);
	size_t i;
	int err = 0;

	if (!places) {
		places_say_missing(false);
		return -EIO;
	}
	l->once = places->twice;
	for (i = 0; i < places->nr && !err; i++)
		err = ask_files(l, places->subjects[i]);
	places_free(places);
	return err;
}

/* Looks ---------------------------------------------------------------------------------- */

static int begin(struct export_look *l, unsigned int percent)
{
	static const enum tally_by by[EXPORT_BYS] = {
		[EXPORT_BY_FS] = TALLY_BY_FS, [EXPORT_BY_TYPE] = TALLY_BY_TYPE,
		[EXPORT_BY_CGROUP] = TALLY_BY_CGROUP,
	};
	bool failed = false;
	unsigned int i;

	memset(l, 0, sizeof(*l));
	l->pace.percent = percent;
	l->row = row_new(&kind_pages);
	for (i = 0; i < EXPORT_BYS; i++) {
		l->views[i].by = by[i];
		l->tallies[i] = tally_new(&l->views[i]);
		failed |= !l->tallies[i];
	}
	if (l->row && !failed)
		return 0;
	say_error("%s", strerror(ENOMEM));
	return -ENOMEM;
}

/**
 * export_look() - look at all of memory
 * @l: gets it
 * @percent: of one processor that may be taken, 0 for any
 *
 * Context: interrupt_catch() was called.
 * Return: 0, -EINTR after a signal, or another negative errno after a message;
 * export_look_free() is owed in any case.
 */
int export_look(struct export_look *l, unsigned int percent)
{
	uint64_t begun = clock_ns(CLOCK_MONOTONIC), spent = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	int err = begin(l, percent);

	if (!err && percent)
		err = tick(l);
	err = err ?: look_at_frames(l) ?: look_at_files(l);
	l->ended_ns = clock_ns(CLOCK_REALTIME);
	l->lasted_ns = clock_ns(CLOCK_MONOTONIC) - begun;
	l->spent_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - spent;
	return err;
}

/**
 * export_look_free() - forget it
 * @l: look
 */
void export_look_free(struct export_look *l)
{
	struct seen seen = { .root = l->seen };
	unsigned int by;

	for (by = 0; by < EXPORT_BYS; by++)
		tally_free(l->tallies[by]);
	seen_free(&seen);
	row_free(l->row);
	memset(l, 0, sizeof(*l));
}
