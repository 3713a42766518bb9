// SPDX-License-Identifier: GPL-2.0
/*
 * What of a walk goes out: records and their counters.
 */
#include <linux/mm.h>
#include <linux/timekeeping.h>

#include "../core/answer.h"
#include "changes.h"
#include "output.h"
#include "unknown.h"

static void send_query(struct pagesnap_walk *w)
{
	struct pagesnap_query_rec r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_QUERY },
		.q = w->request.q,
		.line = w->request.line,
		.group = w->q.group,
		.mask = w->sel.mask,
		.time_ns = ktime_get_real_ns(),
	};

	/* Who wrote a structure knows it, and there is no text of it. */
	if (!w->request.options)
		r.text_len = min_t(u32, w->request.len, PAGESNAP_ECHO_MAX);

	memcpy(r.tag, w->q.tag, sizeof(r.tag));
	pagesnap_answer_query(w->e, &r, w->request.text);
}

/**
 * pagesnap_output_begin() - the record of the query, and what its source has to say
 * @w: walk that has begun
 */
void pagesnap_output_begin(struct pagesnap_walk *w)
{
	if (w->q.brief)
		pagesnap_answer_begin(w->e, w->q.tag);
	else
		send_query(w);
	if (w->note)
		pagesnap_answer_note(w->e, w->request.q, w->note);
}

static struct pagesnap_bytes_ref part_of(const struct pagesnap_subtotals *s)
{
	return (struct pagesnap_bytes_ref){ s->subtotal, s->nr * sizeof(s->subtotal[0]) };
}

/* What nobody asked for is most of a record: it ends before that. */
static void leave_out(union pagesnap_object *o)
{
	if (o->rec.flags & PAGESNAP_RF_SLAB)
		return;
	if (o->rec.type == PAGESNAP_REC_FILE)
		o->rec.len = offsetof(struct pagesnap_file, slab_inode);
	if (o->rec.flags & PAGESNAP_RF_SUMS)
		return;
	switch (o->rec.type) {
	case PAGESNAP_REC_FILE:
		if (!o->file.subvol)
			o->rec.len = offsetof(struct pagesnap_file, sums);
		break;
	case PAGESNAP_REC_VMA:
		o->rec.len = offsetof(struct pagesnap_vma, sums);
		break;
	case PAGESNAP_REC_SPAN:
		o->rec.len = offsetof(struct pagesnap_span, sums);
		break;
	default:
		break;
	}
}

/* @by: NULL if the object has no sums. */
static void emit_object(struct pagesnap_walk *w, union pagesnap_object *o, const char *bytes,
			const struct pagesnap_by *by)
{
	const struct pagesnap_bytes_ref parts[] = {
		{ bytes, pagesnap_object_bytes(o) },
		by ? part_of(&by->nodes) : (struct pagesnap_bytes_ref){},
		by ? part_of(&by->cgroups) : (struct pagesnap_bytes_ref){},
	};

	pagesnap_unknown_object(w, o, bytes);
	if (w->e->binary)
		leave_out(o);
	if (pagesnap_emit_record(w->e, &o->rec, parts, ARRAY_SIZE(parts)))
		return;
	pagesnap_text_object(pagesnap_emit_line(w->e), o, bytes, parts[1].bytes, parts[2].bytes);
	pagesnap_emit_commit(w->e);
}

static void show_outer(struct pagesnap_walk *w)
{
	if (w->outer_shown || !w->outer.rec.type)
		return;
	emit_object(w, &w->outer, w->outer_bytes, NULL);
	w->outer_shown = true;
}

/* Objects come before their first page. */
static void show_objects(struct pagesnap_walk *w)
{
	if (w->inner_shown)
		return;
	w->inner_shown = true;
	w->end.objects++;
	show_outer(w);
	emit_object(w, &w->inner, w->name,
		    w->inner.rec.flags & PAGESNAP_RF_SUMS ? &w->group.object_by : NULL);
}

/* Is there a record left of limit=? */
static bool take_record(struct pagesnap_walk *w)
{
	if (w->end.records == w->q.limit) {
		w->end.cut = PAGESNAP_CUT_LIMIT;
		return false;
	}
	w->end.records++;
	return true;
}

static void count_gap(struct pagesnap_end *end, const struct pagesnap_gap *gap)
{
	switch (gap->rec.type) {
	case PAGESNAP_REC_GONE:
		end->counters[PAGESNAP_COUNT_GONE] += gap->nr;
		break;
	case PAGESNAP_REC_SWAP:
		end->counters[PAGESNAP_COUNT_SWAP] += gap->nr;
		break;
	case PAGESNAP_REC_HOLE:
		end->counters[PAGESNAP_COUNT_HOLES] += gap->nr;
		break;
	default:
		end->counters[PAGESNAP_COUNT_SPECIAL] += gap->nr;
		break;
	}
}

static void send_item(struct pagesnap_walk *w, const union pagesnap_item *item)
{
	bool run = item->rec.type == PAGESNAP_REC_RUN || item->rec.type == PAGESNAP_REC_PAGE;
	const struct pagesnap_bytes_ref name = { w->name, run ? item->run.name_len : 0 };
	struct pagesnap_emit *e = w->e;
	struct pagesnap_text *t;

	if (run)
		pagesnap_unknown_named(w, &item->run);
	if (pagesnap_emit_record(e, &item->rec, &name, 1))
		return;
	t = pagesnap_emit_line(e);
	if (run && !(item->rec.flags & PAGESNAP_RF_NAME))
		pagesnap_run_line(&w->lines, t, &item->run);
	else if (run)
		pagesnap_text_run(t, &item->run, w->name);
	else
		pagesnap_text_gap(t, &item->gap);
	pagesnap_emit_commit(e);
}

/**
 * pagesnap_output_item() - the end of the pipeline: group.c finished a run, page or gap
 * @ctx: walk
 * @item: which
 */
void pagesnap_output_item(void *ctx, union pagesnap_item *item)
{
	struct pagesnap_walk *w = ctx;

	if (!take_record(w))
		return;
	show_objects(w);
	if (item->rec.type == PAGESNAP_REC_RUN) {
		if (w->q.group == PAGESNAP_GROUP_PAGE)
			item->rec.type = PAGESNAP_REC_PAGE;
		else
			/* Of the others only the first page's are known. */
			item->run.flags &= w->sel.mask;
		if (w->sel.frame_names)
			w->source->name_run(w, &item->run);
		w->end.counters[PAGESNAP_COUNT_PAGES] += item->run.nr;
	} else {
		count_gap(&w->end, &item->gap);
	}
	send_item(w, item);
}

static void send_runs(struct pagesnap_walk *w, const union pagesnap_item *item, u32 n)
{
	struct pagesnap_text *t;
	u32 i;

	static_assert(PAGESNAP_OUTPUT_RUNS * 1024 <= PAGESNAP_TEXT_SIZE);
	if (pagesnap_emit_records(w->e, item, n * sizeof(*item)))
		return;
	t = pagesnap_emit_line(w->e);
	for (i = 0; i < n; i++) {
		pagesnap_run_line(&w->lines, t, &item[i].run);
		pagesnap_text_char(t, '\n');
	}
	pagesnap_emit_send(w->e);
}

static void finish_pages(struct pagesnap_walk *w, union pagesnap_item *item, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		item[i].rec.type = PAGESNAP_REC_PAGE;
		pagesnap_unknown_run(w, &item[i].run);
	}
	w->end.counters[PAGESNAP_COUNT_PAGES] += n;
}

static void finish_runs(struct pagesnap_walk *w, union pagesnap_item *item, u32 n)
{
	const u64 mask = w->sel.mask;
	u64 pages = 0;
	u32 i;

	for (i = 0; i < n; i++) {
		item[i].run.flags &= mask;
		pagesnap_unknown_run(w, &item[i].run);
		pages += item[i].run.nr;
	}
	w->end.counters[PAGESNAP_COUNT_PAGES] += pages;
}

/**
 * pagesnap_output_runs() - runs, or single pages, go out as they are
 * @w: walk; there is room for a step, and limit= allows so many
 * @item: the first of them, without a name
 * @n: how many, PAGESNAP_OUTPUT_RUNS at most
 */
void pagesnap_output_runs(struct pagesnap_walk *w, union pagesnap_item *item, u32 n)
{
	show_objects(w);
	if (w->q.group == PAGESNAP_GROUP_PAGE)
		finish_pages(w, item, n);
	else
		finish_runs(w, item, n);
	send_runs(w, item, n);
	w->end.records += n;
}

static void count_sums(struct pagesnap_end *end, const struct pagesnap_sums *s)
{
	end->counters[PAGESNAP_COUNT_PAGES] += s->pages;
	end->counters[PAGESNAP_COUNT_GONE] += s->evicted;
	end->counters[PAGESNAP_COUNT_SWAP] += s->swapped;
	end->counters[PAGESNAP_COUNT_SPECIAL] += s->special;
	end->counters[PAGESNAP_COUNT_HOLES] += s->holes;
}

static u64 pss_bytes(const struct pagesnap_more *more)
{
	return more->pss >> (PAGESNAP_PSS_SHIFT - PAGE_SHIFT);
}

/* The sums of the object under way become part of its record. */
static void fill_sums(union pagesnap_object *o, const struct pagesnap_sums *sums,
		      const struct pagesnap_more *more, const struct pagesnap_by *by)
{
	o->rec.flags |= PAGESNAP_RF_SUMS;
	switch (o->rec.type) {
	case PAGESNAP_REC_FILE:
		o->file.sums = *sums;
		o->file.droppable = more->droppable;
		o->file.nr_nodes = by->nodes.nr;
		o->file.nr_cgroups = by->cgroups.nr;
		break;
	case PAGESNAP_REC_VMA:
		o->vma.sums = *sums;
		o->vma.pss = pss_bytes(more);
		o->vma.nr_nodes = by->nodes.nr;
		o->vma.nr_cgroups = by->cgroups.nr;
		break;
	default:
		o->span.sums = *sums;
		o->span.nr_nodes = by->nodes.nr;
		o->span.nr_cgroups = by->cgroups.nr;
		break;
	}
}

/**
 * pagesnap_output_same() - files that are as they were told of before
 * @w: walk with room for it
 * @same: which
 */
void pagesnap_output_same(struct pagesnap_walk *w, const struct pagesnap_same *same)
{
	show_outer(w);
	if (pagesnap_emit_record(w->e, &same->rec, NULL, 0))
		return;
	pagesnap_text_same(pagesnap_emit_line(w->e), same);
	pagesnap_emit_commit(w->e);
}

/**
 * pagesnap_output_end_object() - all pages of the object under way were grouped
 * @w: walk with an object, of which a page was
 */
void pagesnap_output_end_object(struct pagesnap_walk *w)
{
	if (w->q.group == PAGESNAP_GROUP_OBJECT && take_record(w)) {
		fill_sums(&w->inner, &w->group.object, &w->group.object_more,
			  &w->group.object_by);
		count_sums(&w->end, &w->group.object);
		pagesnap_changes_flush(w);
		show_objects(w);
		pagesnap_changes_told(w);
	} else if (w->q.group == PAGESNAP_GROUP_TOTAL) {
		w->end.objects++;
	}
}

static void send_total(struct pagesnap_emit *e, const struct pagesnap_total *total,
		       const struct pagesnap_combo *combos, const struct pagesnap_by *by)
{
	const struct pagesnap_bytes_ref parts[] = {
		{ combos, total->nr_combos * sizeof(*combos) },
		part_of(&by->nodes), part_of(&by->cgroups),
	};

	if (pagesnap_emit_record(e, &total->rec, parts, ARRAY_SIZE(parts)))
		return;
	pagesnap_text_total(pagesnap_emit_line(e), total, combos, by->nodes.subtotal,
			    by->cgroups.subtotal);
	pagesnap_emit_commit(e);
}

static void emit_total(struct pagesnap_walk *w)
{
	struct pagesnap_group *g = &w->group;
	bool task = w->source->unit == PAGESNAP_UNIT_VPN;
	struct pagesnap_total total = {
		.rec = { .len = sizeof(total), .type = PAGESNAP_REC_TOTAL },
		.q = w->request.q,
		.sums = g->all,
		.nr_nodes = g->all_by.nodes.nr,
		.nr_cgroups = g->all_by.cgroups.nr,
		.droppable = task ? PAGESNAP_NONE : g->all_more.droppable,
		.pss = task ? pss_bytes(&g->all_more) : PAGESNAP_NONE,
	};

	pagesnap_combos_end(&g->combos);
	total.nr_combos = g->combos.nr;
	memcpy(total.objects_by_pages, g->objects_by_pages, sizeof(total.objects_by_pages));
	w->end.records++;
	count_sums(&w->end, &g->all);
	send_total(w->e, &total, g->combos.combo, &g->all_by);
}

static void emit_end(struct pagesnap_walk *w)
{
	u64 skipped = 0, lacking;
	u32 i;

	for (i = 0; i < PAGESNAP_WHYS; i++)
		skipped += w->end.skipped[i];
	/* Of what was passed over, what was asked for: no memory is meant to come twice. */
	lacking = skipped - w->end.skipped[PAGESNAP_WHY_SELF] -
		  w->end.skipped[PAGESNAP_WHY_SHARED];
	if (w->q.brief && !w->e->traced && !skipped && !w->end.cut && !w->end.rescans &&
	    !w->end.rescanned)
		w->end.rec.len = offsetof(struct pagesnap_end, skipped);
	else
		w->end.us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	w->end.status = lacking || w->end.cut ? PAGESNAP_END_PARTIAL : PAGESNAP_END_COMPLETE;
	pagesnap_answer_end(w->e, &w->end);
}

/* Sums are a task's, be they 0: it was named.  Those of a target weren't. */
static void show_task(struct pagesnap_walk *w)
{
	if (w->outer.rec.type == PAGESNAP_REC_TASK && w->q.target == PAGESNAP_TARGET_PID &&
	    (w->q.group == PAGESNAP_GROUP_OBJECT || w->q.group == PAGESNAP_GROUP_TOTAL))
		show_outer(w);
}

/**
 * pagesnap_output_end() - totals, notes and the end of the answer
 * @w: walk that is through
 */
void pagesnap_output_end(struct pagesnap_walk *w)
{
	pagesnap_changes_flush(w);
	show_task(w);
	if (w->q.group == PAGESNAP_GROUP_TOTAL && !pagesnap_walk_limit_hit(w))
		emit_total(w);
	pagesnap_unknown_notes(w);
	emit_end(w);
}
