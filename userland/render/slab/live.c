// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from objects to rows: what is alive, and what may leak
 *
 * Beside the objects, --leaks asks for sums by the same: whose frees nobody saw is never called a
 * leak, as its objects may be gone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "history.h"
#include "in_all.h"
#include "kinds/slab_asked.h"
#include "render/out-internal.h"
#include "slab.h"
#include "subjects.h"

/**
 * struct live_digest - what an output of objects has besides rows
 * @names: of the answer
 * @subjects: whose objects they are
 * @history: of these
 * @counted: subjects that sums tell of
 * @counts: sums of this answer are by what rows are of
 * @unseen: of each of these, are there frees that nobody saw?  Room for @room
 * @room: see there
 * @left_out: rows that were not shown
 * @shown: those that were
 * @unsure: subjects that would be shown if all frees had been seen
 */
struct live_digest {
	struct slab_names names;
	struct slab_subjects subjects;
	struct history history;
	struct slab_subjects counted;
	bool counts;
	bool *unseen;
	size_t room;
	size_t left_out;
	size_t shown;
	size_t unsure;
};

static struct live_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

/* Records ---------------------------------------------------------------------- */

static int take_object(struct live_digest *d, const struct slab_view *view,
		       const struct pagesnap_slab_alloc *object)
{
	const struct slab_subject subject =
		slab_subject_of_object(view->by, &d->names, object, view->report == SLAB_LEAKS);
	size_t nth;

	return slab_subjects_get(&d->subjects, &subject, &nth) ?:
	       history_add(&d->history, nth, object);
}

static int take_sum(struct live_digest *d, enum slab_by by, const struct pagesnap_slab_sum *sum)
{
	const struct slab_subject subject = slab_subject_of_sum(by, &d->names, sum);
	size_t room = d->room ? 2 * d->room : 64, nth;
	bool *unseen;
	int err = slab_subjects_get(&d->counted, &subject, &nth);

	if (err)
		return err;
	if (nth >= d->room) {
		unseen = reallocarray(d->unseen, room, sizeof(*unseen));
		if (!unseen)
			return -ENOMEM;
		memset(unseen + d->room, 0, (room - d->room) * sizeof(*unseen));
		d->unseen = unseen;
		d->room = room;
	}
	d->unseen[nth] |= sum->unseen;
	return 0;
}

/* Rows ------------------------------------------------------------------------- */

static void fill(const struct live_digest *d, size_t nth, const struct pagesnap_slab_round *round,
		 struct live_line *line)
{
	const struct history_live *live = &d->history.list[nth].done;

	*line = (struct live_line){
		.of = slab_line(d->subjects.list[nth], round), .objects = live->objects,
		.requested = live->requested, .allocated = live->allocated,
		.oldest_ns = live->oldest_ns, .youngest_ns = live->youngest_ns,
		.mean_ns = live->objects ? (uint64_t)(live->ages_ns / (double)live->objects) : 0,
	};
}

/* Is it a leak, for all that is known?  If frees of it weren't looked for, that isn't sure. */
static bool may_leak(struct live_digest *d, struct live_line *line)
{
	struct slab_subject subject = line->of.subject;
	size_t nth;

	if (line->sure == LIVE_SURE_NOT)
		return false;
	subject.stack = NULL;
	if (!slab_subjects_find(&d->counted, &subject, &nth)) {
		if (line->sure == LIVE_SURE_HIGH)
			line->sure = LIVE_SURE_MEDIUM;
		return true;
	}
	d->unsure += d->unseen[nth];
	return !d->unseen[nth];
}

static int most_first(const void *a, const void *b)
{
	const struct live_line *x = a, *y = b;

	if (x->sure != y->sure)
		return x->sure < y->sure ? -1 : 1;
	if (x->grown_bytes != y->grown_bytes)
		return x->grown_bytes < y->grown_bytes ? 1 : -1;
	if (x->allocated != y->allocated)
		return x->allocated < y->allocated ? 1 : -1;
	return strcmp(x->of.subject.name ?: "", y->of.subject.name ?: "");
}

static int show(struct out *o, struct live_line *lines, size_t nr)
{
	struct live_digest *d = digest_of(o);
	size_t rows = slab_rows(&o->options, nr), i;
	int err = 0;

	if (nr)
		qsort(lines, nr, sizeof(*lines), most_first);
	for (i = 0; i < rows && !err; i++)
		err = out_show(o, lines + i);
	d->left_out = nr - rows;
	d->shown = rows;
	return err;
}

/* What is alive in the last round; with @round while the answer goes on. */
static int show_all(struct out *o, const struct pagesnap_slab_round *round)
{
	struct live_digest *d = digest_of(o);
	bool leaks = o->options.slab.report == SLAB_LEAKS;
	struct live_line *lines = calloc(d->history.nr + 1, sizeof(*lines)), *line = lines;
	struct slabinfo info = { NULL };
	size_t nth;
	int err;

	if (!lines)
		return -ENOMEM;
	slab_in_all_read(&info, &o->options.slab);
	for (nth = 0; nth < d->history.nr; nth++) {
		if (!d->history.list[nth].done.objects)
			continue;
		fill(d, nth, round, line);
		slab_in_all_set(&info, &line->of.subject);
		if (leaks)
			history_leak(&d->history, nth, line);
		if (!leaks || may_leak(d, line))
			line++;
	}
	err = show(o, lines, line - lines);
	free(lines);
	slabinfo_free(&info);
	return err;
}

static int take_round(struct out *o, const struct pagesnap_slab_round *round)
{
	const uint32_t q = o->row->q;
	int err = 0;

	history_round(&digest_of(o)->history, round->time_ns);
	if (o->options.slab.each_round && o->options.slab.report != SLAB_LEAKS)
		err = show_all(o, round) ?: out_flush(o);
	/* the answer goes on behind the rows */
	o->row->q = q;
	return err;
}

/* Sums that were saved may be of something else than rows are of now. */
static void begin_answer(struct live_digest *d, const struct out *o,
			 const struct pagesnap_record *r)
{
	bool caches = !strcmp(o->row->header.any.header.file, "cache_index");
	struct pagesnap_slab_options asked;

	slab_names_clear(&d->names);
	d->counts = slab_asked(r, &asked) &&
		    slab_told_by(caches, asked.by) & 1U << o->options.slab.by;
}

/* The output ----------------------------------------------------------------------- */

/* Rounds of sums are no rounds of objects. */
static bool is_of_objects(const struct out *o)
{
	return !strcmp(o->row->header.any.header.file, "object_index");
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	struct live_digest *d = digest_of(o);
	int err = row_take(o->row, r);

	if (err < 0 || r->collection != PAGESNAP_COLLECTION_SLAB)
		return err < 0 ? err : 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_answer(d, o, r);
		return 0;
	case PAGESNAP_REC_OBJECT:
		return take_object(d, &o->options.slab, &r->u->slab_alloc);
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		return d->counts ? take_sum(d, o->options.slab.by, &r->u->slab_sum) : 0;
	case PAGESNAP_REC_SLAB_ROUND:
		return is_of_objects(o) ? take_round(o, &r->u->slab_round) : 0;
	default:
		return slab_names_take(&d->names, r);
	}
}

static int finish(struct out *o)
{
	struct live_digest *d = digest_of(o);

	history_finish(&d->history);
	if (o->options.slab.each_round && o->options.slab.report != SLAB_LEAKS)
		return 0;
	return show_all(o, NULL);
}

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS;
}

static const char *none_of(const struct out_options *options)
{
	return options->slab.report == SLAB_LEAKS ?
	       "nothing has more objects than in the first round" :
	       "nothing is alive that was allocated meanwhile";
}

static void remark(const struct out *o, char *buf, size_t size)
{
	const struct live_digest *d = digest_of(o);

	if (d->unsure)
		snprintf(buf, size, "%zu more only got more, but nobody saw all of their frees, so they "
			 "are not called leaks", d->unsure);
	else
		slab_say_left_out(&o->options, d->shown, d->left_out,
				  d->history.rounds ? none_of(&o->options) : NULL, buf, size);
}

static void release(struct out *o)
{
	struct live_digest *d = digest_of(o);

	slab_names_clear(&d->names);
	slab_subjects_free(&d->subjects);
	slab_subjects_free(&d->counted);
	history_free(&d->history);
	free(d->unseen);
}

const struct out_digest out_digest_live = {
	.kind = &kind_live,
	.size = sizeof(struct live_digest),
	.traits = traits,
	.columns = slab_columns,
	.take = take,
	.finish = finish,
	.remark = remark,
	.free = release,
};
