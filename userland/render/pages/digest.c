// SPDX-License-Identifier: GPL-2.0
/*
 * What is made of answers about pages besides their rows: sums of files, summaries,
 * bars, totals of processes; and which rows are not wanted.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "pages.h"
#include "kinds/pages_layouts.h"
#include "kinds/recent.h"

static void count(struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		o->totals.objects++;
		o->totals.files += r->u->rec.type == PAGESNAP_REC_FILE;
		sums = pagesnap_record_sums(r);
		if (sums)
			o->totals.holes += sums->holes;
		break;
	case PAGESNAP_REC_HOLE:
		o->totals.holes += r->u->gap.nr;
		break;
	case PAGESNAP_REC_TOTAL:
		o->totals.holes += r->u->total.sums.holes;
		break;
	}
}

static bool is_file_row(const struct row *row)
{
	return pages_row(row)->sums && !row->item &&
	       pages_row(row)->object.any.rec.type == PAGESNAP_REC_FILE;
}

/* Is it of a state that is wanted?  What is no file has none. */
static bool has_wanted_state(const struct out *o, const union pagesnap_any *u)
{
	return !o->options.pages.states || u->rec.type != PAGESNAP_REC_FILE ||
	       (u->file.state < 32 && o->options.pages.states >> u->file.state & 1);
}

/**
 * pages_digest_wants() - is an object of a state that is wanted?
 * @o: output
 * @object: file, VMA or span of a row, or nothing
 *
 * Return: true if so, or if it has none.
 */
bool pages_digest_wants(const struct out *o, const struct record_copy *object)
{
	return !object->set || has_wanted_state(o, &object->any);
}

/* 1 also for a file that another answer has reported. */
static int passes_over(struct out *o, const struct pagesnap_record *r)
{
	int again = 0;

	if (o->options.pages.once && r->u->rec.type == PAGESNAP_REC_FILE)
		again = seen_before(&pages_digest(o)->seen, &r->u->file);
	if (!again && has_wanted_state(o, r->u))
		count(o, r);
	return again;
}

/* Of a row: is it not wanted? */
static bool is_unwanted(const struct out *o)
{
	return (o->options.pages.shared && !pages_row_is_shared(o->row)) ||
	       !pages_digest_wants(o, &pages_row(o->row)->object);
}

static int take_row(struct out *o)
{
	struct tally *tally = pages_digest(o)->tally;

	if (o->options.pages.recent && is_file_row(o->row))
		pages_row(o->row)->recent = recent_pages(o->row);
	if (!tally)
		return out_print_row(o);
	return pages_row(o->row)->sums && !o->row->item ? tally_take(tally, o->row) : 0;
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int step, status = pages_take_sums(o, r);

	if (status)
		return status;
	if (o->options.pages.bar)
		return pages_take_bar(o, r);
	step = row_take(o->row, r);
	if (o->options.pages.task_totals && step >= 0)
		status = pages_take_task(o, r);
	if (status)
		return status;
	changes_move(&o->changes);
	if (step != ROW_PRINT || o->options.summary || is_unwanted(o))
		return step < 0 ? step : 0;
	return take_row(o);
}

static unsigned int traits(const struct out_options *options)
{
	const struct pages_view *v = &options->pages;
	unsigned int traits = 0;

	if (v->by || v->shared || v->recent || v->states || v->bar)
		traits |= OUT_LOOKS;
	if (v->by || v->once)
		traits |= OUT_JOINS;
	if (v->by || v->shared)
		traits |= OUT_OTHER_ROWS;
	if (v->bar || v->task_totals)
		traits |= OUT_ENDS;
	return traits;
}

static const char *const columns_of_sums[] = {
	[TALLY_BY_DIR] = PAGES_DIR_COLUMNS, [TALLY_BY_FS] = PAGES_BY_FS_COLUMNS,
	[TALLY_BY_TYPE] = PAGES_TYPE_COLUMNS, [TALLY_BY_CGROUP] = PAGES_CGROUP_COLUMNS,
	[TALLY_BY_PAIR] = PAGES_PAIR_COLUMNS,
};

/* Insert columns behind one that is in a list; none where it has no such. */
static void put_behind(char *list, size_t size, const char *column, const char *more)
{
	char *at = strstr(list, column);
	size_t len = strlen(more);

	if (!at || strlen(list) + len >= size)
		return;
	at += strlen(column);
	memmove(at + len, at, strlen(at) + 1);
	mempcpy(at, more, len);
}

/*
 * What was evicted recently stands beside what was evicted, what files cost beside what is
 * cached of them.
 */
static const char *columns(const struct out_options *options, const char *usual, char *room,
			   size_t size)
{
	const struct pages_view *v = &options->pages;
	const char *list = v->by && !options->row_columns && !options->summary ?
			   columns_of_sums[v->by] : usual;

	if (options->summary && v->names)
		return PAGES_SUMMARY_NAMES_COLUMNS;
	if (!v->recent && !v->slab)
		return list;
	snprintf(room, size, "%s", list);
	if (v->recent)
		put_behind(room, size, "EVICTED,", "RECENT,");
	if (v->slab)
		put_behind(room, size, "RES,", PAGES_SLAB_COLUMNS);
	return room;
}

static int begin(struct out *o)
{
	struct pages_digest *d = pages_digest(o);

	d->summary.raw_flags = o->options.raw_flags;
	if (o->options.pages.by)
		d->tally = tally_new(&o->options.pages);
	return o->options.pages.by && !d->tally ? -ENOMEM : 0;
}

static void release(struct out *o)
{
	struct pages_digest *d = pages_digest(o);

	pages_summary_free(&d->summary);
	pages_summary_free(&d->bar_sums);
	tally_free(d->tally);
	seen_free(&d->seen);
	free(d->remarks);
}

const struct out_digest out_digest_pages = {
	.kind = &kind_pages,
	.size = sizeof(struct pages_digest),
	.traits = traits,
	.columns = columns,
	.begin = begin,
	.passes_over = passes_over,
	.take = take,
	.finish = pages_print_sums,
	.end = pages_end_sums,
	.free = release,
};
