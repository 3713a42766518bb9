// SPDX-License-Identifier: GPL-2.0
/*
 * What is made of answers about pages besides their rows: sums of files, summaries,
 * bars, totals of processes; and which rows are not wanted.
 */
#include <errno.h>
#include <string.h>

#include "kinds/pages_row.h"
#include "kinds/recent.h"
#include "kinds/sums.h"
#include "out-internal.h"
#include "total.h"

static void count(struct out *o, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		o->totals.objects++;
		o->totals.files += r->u->rec.type == PAGESNAP_REC_FILE;
		if (pagesnap_record_sums(r))
			o->totals.holes += pagesnap_record_sums(r)->holes;
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
	return !o->options.states || u->rec.type != PAGESNAP_REC_FILE ||
	       (u->file.state < 32 && o->options.states >> u->file.state & 1);
}

static bool is_wanted(const struct out *o, const struct record_copy *object)
{
	return !object->set || has_wanted_state(o, &object->any);
}

/* The file whose runs were added up is a row. */
static int print_bar(struct out *o)
{
	int status = 0;

	if (!o->in_bar)
		return 0;
	o->in_bar = false;
	o->row->scratch_len = 0;
	o->row->item = NULL;
	pages_row(o->row)->sums = &o->bar_sums.sums;
	pages_row(o->row)->bar = &o->bar;
	if (is_wanted(o, &pages_row(o->row)->object))
		status = out_print_row(o);
	pages_row(o->row)->bar = NULL;
	pages_row(o->row)->sums = NULL;
	return status;
}

static int take_bar(struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_file *file = &r->u->file;
	int status;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		status = print_bar(o) ?: row_take(o->row, r);
		if (status < 0)
			return status;
		pages_summary_free(&o->bar_sums);
		memset(&o->bar_sums, 0, sizeof(o->bar_sums));
		bar_begin(&o->bar, (file->size + (1ULL << o->row->page_shift) - 1) >> o->row->page_shift);
		o->in_bar = true;
		return 0;
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		bar_add(&o->bar, r->u->run.index, r->u->run.nr);
		return pages_summary_take(&o->bar_sums, r);
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_SPECIAL:
		return pages_summary_take(&o->bar_sums, r);
	case PAGESNAP_REC_END:
		return print_bar(o);
	default:
		status = row_take(o->row, r);
		return status < 0 ? status : 0;
	}
}

/* Below the VMAs of a process what they add up to. */
static int print_task_total(struct out *o)
{
	size_t i;

	o->in_task = false;
	pages_row(o->row)->object.set = false;
	o->row->item = NULL;
	pages_row(o->row)->sums = &o->task_sums;
	pages_row(o->row)->pss = o->task_pss;
	o->row->scratch_len = 0;
	for (i = 0; i < o->layout.all; i++) {
		const char *name = o->layout.columns[i].column->name;

		layout_get(&o->layout, i, o->row, &o->values[i]);
		if (!strcmp(name, "FILE"))
			o->values[i] = (struct value){ VALUE_WORD, .text = "total", .len = 5 };
		else if (o->values[i].type == VALUE_NONE)
			o->values[i] = (struct value){ VALUE_WORD, .text = "", .len = 0 };
	}
	pages_row(o->row)->sums = NULL;
	return o->sink->ops->row(o->sink, o->values, NULL);
}

/* 0, or -errno of a row that was printed. */
static int take_of_task(struct out *o, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_TASK:
		memset(&o->task_sums, 0, sizeof(o->task_sums));
		o->task_pss = 0;
		o->in_task = false;
		break;
	case PAGESNAP_REC_VMA:
		if (!pagesnap_record_sums(r))
			break;
		o->in_task = true;
		sums_add(&o->task_sums, pagesnap_record_sums(r));
		sums_count(&o->task_pss, pages_row(o->row)->pss);
		break;
	case PAGESNAP_REC_END:
		return o->in_task ? print_task_total(o) : 0;
	}
	return 0;
}

/* A file of which nothing is cached has a row if it was named, but is not added up. */
static bool is_summed(const struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	return o->options.summary || (o->tally && !(sums && sums_empty(sums)));
}

/* 1 also for a file that another answer has reported. */
static int passes_over(struct out *o, const struct pagesnap_record *r)
{
	int again = 0;

	if (o->options.once && r->u->rec.type == PAGESNAP_REC_FILE)
		again = seen_before(&o->seen, &r->u->file);
	if (!again && has_wanted_state(o, r->u))
		count(o, r);
	return again;
}

/* Of a row: is it not wanted? */
static bool is_unwanted(const struct out *o)
{
	return (o->options.shared && !pages_row_is_shared(o->row)) ||
	       !is_wanted(o, &pages_row(o->row)->object);
}

static int take_row(struct out *o)
{
	if (o->options.recent && is_file_row(o->row))
		pages_row(o->row)->recent = recent_pages(o->row);
	if (!o->tally)
		return out_print_row(o);
	return pages_row(o->row)->sums && !o->row->item ? tally_take(o->tally, o->row) : 0;
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int step, status = 0;

	if (is_summed(o, r))
		status = pages_summary_take(&o->summary, r);
	if (status)
		return status;
	if (o->options.bar)
		return take_bar(o, r);
	step = row_take(o->row, r);
	if (o->options.task_totals && step >= 0)
		status = take_of_task(o, r);
	if (status)
		return status;
	changes_move(&o->changes);
	if (step != ROW_PRINT || o->options.summary || is_unwanted(o))
		return step < 0 ? step : 0;
	return take_row(o);
}

static int print_summary(struct out *o)
{
	const struct pagesnap_combo *combos;
	size_t i, nr;
	int status = 0;

	combos = pages_summary_rows(&o->summary, &nr);
	if (!combos)
		return -ENOMEM;
	row_begin(o->row, 0);
	o->row->query = NULL;
	for (i = 0; i < nr && !status; i++) {
		pages_row(o->row)->combo = &combos[i];
		o->row->scratch_len = 0;
		status = out_print_row(o);
	}
	pages_row(o->row)->combo = NULL;
	return status;
}

static int print_tally(struct out *o)
{
	const struct tally_group *const *groups;
	size_t nr, i;
	int status = 0;

	if (o->options.dead)
		tally_keep_dead(o->tally, o->row->names);
	groups = tally_groups(o->tally, &nr);
	o->totals.huge_bytes = tally_huge(o->tally) << o->row->page_shift;
	for (i = 0; i < nr && !status; i++) {
		o->totals.groups++;
		o->totals.nameless |= !strcmp(groups[i]->key, TALLY_NAMELESS);
		status = tally_row(groups[i], o->row);
		if (!status)
			status = out_print_row(o);
	}
	return status;
}

static int finish(struct out *o)
{
	int status = o->options.summary ? print_summary(o) : 0;

	return !status && o->tally ? print_tally(o) : status;
}

static int end_below_rows(struct out *o, struct sink_end *end, char **remarks)
{
	if (o->no_total || !(o->tally || o->options.summary))
		return 0;
	if (o->tally) {
		total_of_tally(o->row, &o->layout, tally_total(o->tally), o->values);
	} else {
		*remarks = total_remarks(&o->summary, end->ending);
		if (!*remarks)
			return -ENOMEM;
		total_values(o->row, &o->layout, &o->summary, *remarks, o->values);
	}
	end->summary = &o->summary;
	end->total = o->values;
	return 0;
}

const struct out_more out_pages = {
	.kind = &kind_pages,
	.passes_over = passes_over,
	.take = take,
	.finish = finish,
	.end = end_below_rows,
};
