// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from sums of sites and caches to rows
 *
 * A round tells all sums anew, and several may be of one subject.  Only rounds that have ended
 * count: what an interrupted one has told is no whole.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "in_all.h"
#include "kinds/slab_sum.h"
#include "render/out-internal.h"
#include "slab.h"
#include "subjects.h"

/**
 * struct tally - what a subject has allocated
 * @before: in answers before this one
 * @done: in this one, as the last whole round tells it
 * @now: as far as the round under way tells it
 * @told: number of the round that @now is of
 */
struct tally {
	struct pagesnap_slab_sum before;
	struct pagesnap_slab_sum done;
	struct pagesnap_slab_sum now;
	uint64_t told;
};

/**
 * struct hotspots_digest - what an output of sums has besides rows
 * @names: of the answer
 * @subjects: all that have allocated
 * @tallies: of each; room for @room
 * @room: see there
 * @under_way: number of the round that is told
 * @began_real_ns: when the answer began, 0 before
 * @last_ns: when the last round began, CLOCK_MONOTONIC; 0 without one
 * @lasted_ns: how long all was counted
 * @left_out: rows that were not shown
 * @shown: those that were
 */
struct hotspots_digest {
	struct slab_names names;
	struct slab_subjects subjects;
	struct tally *tallies;
	size_t room;
	uint64_t under_way;
	uint64_t began_real_ns;
	uint64_t last_ns;
	uint64_t lasted_ns;
	size_t left_out;
	size_t shown;
};

static struct hotspots_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

/* Sums ------------------------------------------------------------------------ */

/* All that is counted: the words behind the head of a sum. */
#define FIRST_COUNTER offsetof(struct pagesnap_slab_sum, allocs)
#define COUNTERS ((sizeof(struct pagesnap_slab_sum) - FIRST_COUNTER) / sizeof(__u64))

static __u64 *counter(struct pagesnap_slab_sum *sum, size_t nth)
{
	return (__u64 *)((char *)sum + FIRST_COUNTER) + nth;
}

static __u64 value_of(const struct pagesnap_slab_sum *sum, size_t nth)
{
	return *((const __u64 *)((const char *)sum + FIRST_COUNTER) + nth);
}

static void add(struct pagesnap_slab_sum *to, const struct pagesnap_slab_sum *sum)
{
	size_t i;

	for (i = 0; i < COUNTERS; i++)
		*counter(to, i) += value_of(sum, i);
}

/* What was allocated since; but what is alive now, is. */
static struct pagesnap_slab_sum since(const struct pagesnap_slab_sum *now,
				      const struct pagesnap_slab_sum *then)
{
	struct pagesnap_slab_sum diff = *now;
	size_t i;

	/* an allocation that was told twice may be taken back between two rounds */
	for (i = 0; i < COUNTERS; i++)
		*counter(&diff, i) -= value_of(now, i) < value_of(then, i) ? value_of(now, i) :
									     value_of(then, i);
	diff.live = now->live;
	diff.live_requested = now->live_requested;
	return diff;
}

static int make_room(struct hotspots_digest *d, size_t nth)
{
	size_t room = d->room ? 2 * d->room : 64;
	struct tally *tallies;

	if (nth < d->room)
		return 0;
	tallies = reallocarray(d->tallies, room, sizeof(*tallies));
	if (!tallies)
		return -ENOMEM;
	memset(tallies + d->room, 0, (room - d->room) * sizeof(*tallies));
	d->tallies = tallies;
	d->room = room;
	return 0;
}

static int take_sum(struct hotspots_digest *d, enum slab_by by, const struct pagesnap_slab_sum *sum)
{
	const struct slab_subject subject = slab_subject_of_sum(by, &d->names, sum);
	struct tally *tally;
	size_t nth;
	int err;

	err = slab_subjects_get(&d->subjects, &subject, &nth) ?: make_room(d, nth);
	if (err)
		return err;
	tally = d->tallies + nth;
	if (tally->told != d->under_way)
		tally->now = (struct pagesnap_slab_sum){ 0 };
	tally->told = d->under_way;
	add(&tally->now, sum);
	return 0;
}

/* Those that top= left out of the round are as they were told last. */
static void end_round(struct hotspots_digest *d)
{
	struct tally *tally = d->tallies;
	size_t i;

	for (i = 0; i < d->subjects.nr; i++, tally++)
		if (tally->told == d->under_way)
			tally->done = tally->now;
	d->under_way++;
}

static void begin_answer(struct hotspots_digest *d, const struct pagesnap_query_rec *query)
{
	struct tally *tally = d->tallies;
	size_t i;

	slab_names_clear(&d->names);
	for (i = 0; i < d->subjects.nr; i++, tally++) {
		add(&tally->before, &tally->done);
		tally->done = tally->now = (struct pagesnap_slab_sum){ 0 };
	}
	d->under_way++;
	d->began_real_ns = query->time_ns;
	d->last_ns = 0;
}

/* Rows ------------------------------------------------------------------------ */

static uint64_t weight(enum slab_report report, const struct pagesnap_slab_sum *sum)
{
	switch (report) {
	case SLAB_FRAG:
		return slab_waste(sum->requested, sum->allocated);
	case SLAB_CROSS:
		return sum->other_cpu + sum->other_node;
	case SLAB_LIFETIMES:
		return sum->frees;
	default:
		return sum->live;
	}
}

/* Those with most first; then those that allocated most. */
static int most_first(const void *a, const void *b, void *ctx)
{
	const struct hotspots_line *x = a, *y = b;
	const enum slab_report *report = ctx;
	uint64_t of_x = weight(*report, &x->sum), of_y = weight(*report, &y->sum);

	if (of_x != of_y)
		return of_x < of_y ? 1 : -1;
	if (x->sum.allocated != y->sum.allocated)
		return x->sum.allocated < y->sum.allocated ? 1 : -1;
	return strcmp(x->of.subject.name ?: "", y->of.subject.name ?: "");
}

static int show(struct out *o, struct hotspots_line *lines, size_t nr, uint64_t all)
{
	struct hotspots_digest *d = digest_of(o);
	enum slab_report report = o->options.slab.report;
	size_t rows = slab_rows(&o->options, nr), i;
	int err = 0;

	if (nr)
		qsort_r(lines, nr, sizeof(*lines), most_first, &report);
	for (i = 0; i < rows && !err; i++) {
		lines[i].all = all;
		lines[i].sum.rec.type = PAGESNAP_REC_SITE_SUM;
		lines[i].record = (struct pagesnap_record){
			.u = (const union pagesnap_any *)&lines[i].sum, .bytes = "",
			.size = sizeof(lines[i].sum), .collection = PAGESNAP_COLLECTION_SLAB,
		};
		err = out_show(o, lines + i);
	}
	d->left_out = nr - rows;
	d->shown = rows;
	return err;
}

/* What each has allocated in the run, or with @round since the round before. */
static int show_all(struct out *o, const struct pagesnap_slab_round *round, uint64_t lasted_ns)
{
	struct hotspots_digest *d = digest_of(o);
	struct hotspots_line *lines = calloc(d->subjects.nr + 1, sizeof(*lines)), *line = lines;
	const struct tally *tally = d->tallies;
	struct slabinfo info = { NULL };
	uint64_t all = 0;
	size_t i;
	int err;

	if (!lines)
		return -ENOMEM;
	slab_in_all_read(&info, &o->options.slab);
	for (i = 0; i < d->subjects.nr; i++, tally++) {
		line->of = slab_line(d->subjects.list[i], round);
		slab_in_all_set(&info, &line->of.subject);
		if (round && tally->told == d->under_way)
			line->sum = since(&tally->now, &tally->done);
		else if (!round)
			line->sum = tally->before;
		if (!round)
			add(&line->sum, &tally->done);
		line->lasted_ns = lasted_ns;
		all += line->sum.allocated;
		line += line->sum.allocs || line->sum.frees || line->sum.live;
	}
	err = show(o, lines, line - lines, all);
	free(lines);
	slabinfo_free(&info);
	return err;
}

static int take_round(struct out *o, const struct pagesnap_slab_round *round)
{
	struct hotspots_digest *d = digest_of(o);
	const uint32_t q = o->row->q;
	uint64_t lasted = 0;
	int err = 0;

	if (d->last_ns)
		lasted = round->time_ns - d->last_ns;
	else if (d->began_real_ns && round->real_ns > d->began_real_ns)
		lasted = round->real_ns - d->began_real_ns;
	d->lasted_ns += lasted;
	d->last_ns = round->time_ns;
	if (o->options.slab.each_round)
		err = show_all(o, round, lasted) ?: out_flush(o);
	/* the answer goes on behind the rows */
	o->row->q = q;
	end_round(d);
	return err;
}

/* The output -------------------------------------------------------------------- */

static int take(struct out *o, const struct pagesnap_record *r)
{
	struct hotspots_digest *d = digest_of(o);
	int err = row_take(o->row, r);

	if (err < 0 || r->collection != PAGESNAP_COLLECTION_SLAB)
		return err < 0 ? err : 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_answer(d, &r->u->query);
		return 0;
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		return take_sum(d, o->options.slab.by, &r->u->slab_sum);
	case PAGESNAP_REC_SLAB_ROUND:
		return take_round(o, &r->u->slab_round);
	default:
		return slab_names_take(&d->names, r);
	}
}

static int finish(struct out *o)
{
	struct hotspots_digest *d = digest_of(o);

	return o->options.slab.each_round ? 0 : show_all(o, NULL, d->lasted_ns);
}

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS;
}

static void remark(const struct out *o, char *buf, size_t size)
{
	const struct hotspots_digest *d = digest_of(o);

	slab_say_left_out(&o->options, d->shown, d->left_out,
			  d->last_ns ? "nothing was allocated that was looked at" : NULL, buf, size);
}

static void release(struct out *o)
{
	struct hotspots_digest *d = digest_of(o);

	slab_names_clear(&d->names);
	slab_subjects_free(&d->subjects);
	free(d->tallies);
}

const struct out_digest out_digest_hotspots = {
	.kind = &kind_hotspots,
	.size = sizeof(struct hotspots_digest),
	.traits = traits,
	.columns = slab_columns,
	.take = take,
	.finish = finish,
	.remark = remark,
	.free = release,
};
