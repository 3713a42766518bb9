// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one answer, pulled
 *
 *   source -> items -> selection -> grouping -> lines
 *
 * A source reads under its locks into an array of items and returns.  With no
 * lock held, the items that the query selects are grouped, and each finished
 * run becomes a line.  When the session buffer is full, the items that are
 * left wait for the next read().
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../core/answer.h"
#include "../core/buffer.h"
#include "changes.h"
#include "output.h"
#include "walk.h"

/*
 * Items of one step, or pages of one that is a large folio: with group=page and
 * flags=compound_head, say, most fill no buffer.
 */
#define PUSHES_A_STEP 1024

/**
 * pagesnap_walk_alloc() - memory for one walk at a time
 *
 * Return: the walk, or NULL.
 */
void *pagesnap_walk_alloc(void)
{
	struct pagesnap_walk *w = kvzalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);

	if (!w)
		return NULL;
	w->items = kvmalloc_array(PAGESNAP_ITEMS_MAX, sizeof(*w->items), GFP_KERNEL_ACCOUNT);
	w->outer_bytes = kvmalloc(2 * PATH_MAX, GFP_KERNEL_ACCOUNT);
	w->name = kvmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	w->path = kvmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	w->group.emit = pagesnap_output_item;
	w->group.ctx = w;
	if (w->items && w->outer_bytes && w->name && w->path)
		return w;
	pagesnap_walk_free(w);
	return NULL;
}

/**
 * pagesnap_walk_free() - end of a walk's memory
 * @walk: finished walk
 */
void pagesnap_walk_free(void *walk)
{
	struct pagesnap_walk *w = walk;

	kvfree(w->group.combos.combo);
	kvfree(w->items);
	kvfree(w->outer_bytes);
	kvfree(w->name);
	kvfree(w->path);
	kvfree(w->state);
	pagesnap_changes_free(w->changes);
	kvfree(w);
}

/**
 * pagesnap_walk_source() - where the pages of this answer come from
 * @w: walk
 * @source: the source; one that is beginning may hand over to another
 * @d: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_walk_source(struct pagesnap_walk *w, const struct pagesnap_source *source,
			 struct pagesnap_diag *d)
{
	if (w->state_room < source->state_size) {
		kvfree(w->state);
		w->state_room = 0;
		w->state = pagesnap_buffer_alloc(source->state_size);
		if (!w->state)
			return pagesnap_diag(d, -ENOMEM, 0, "no memory");
		w->state_room = source->state_size;
	} else if (w->source != source) {
		memset(w->state, 0, source->state_size);
	}
	w->source = source;
	return 0;
}

static void reset(struct pagesnap_walk *w)
{
	w->nr_items = 0;
	w->pos = 0;
	w->split = 0;
	w->object_done = false;
	w->source_done = false;
	w->outer.rec.type = 0;
	w->outer_shown = false;
	w->inner_live = false;
	w->note = NULL;
	w->unknown = 0;
	pagesnap_answer_init_end(&w->end, w->request.q, w->q.tag, PAGESNAP_END_COMPLETE);
}

/**
 * pagesnap_walk_begin() - start an answer
 * @w: walk, with ask, q and sel filled
 * @source: where its pages come from
 * @e: emitter with room
 * @d: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_walk_begin(struct pagesnap_walk *w, const struct pagesnap_source *source,
			struct pagesnap_emit *e, struct pagesnap_diag *d)
{
	struct pagesnap_combos *combos = &w->group.combos;

	w->e = e;
	w->started_ns = ktime_get_ns();
	reset(w);
	if (w->q.group == PAGESNAP_GROUP_TOTAL && !combos->combo) {
		combos->combo = pagesnap_buffer_alloc(PAGESNAP_COMBOS_ROOM *
						      sizeof(*combos->combo));
		if (!combos->combo)
			return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	}
	pagesnap_group_start(&w->group, w->q.group, w->sel.mask, w->sel.kinds);
	w->reader.cgroup = (struct pagesnap_frame_cgroup){
		.asked = w->sel.has_cgroup, .below = w->sel.cgroup_below, .ino = w->sel.cgroup,
	};
	if (pagesnap_walk_source(w, source, d) || source->begin(w, d))
		return d->err;
	w->open = true;
	pagesnap_output_begin(w);
	return 0;
}

/* Give one page of a run its half of PAGESNAP_KPF_COMPOUND. */
static void correct_compound_flags(struct pagesnap_run *run)
{
	bool tail = run->pfn & ((1ULL << run->order) - 1);

	if (run->flags & PAGESNAP_KPF_COMPOUND)
		run->flags &= ~KPF_BIT(tail ? KPF_COMPOUND_HEAD : KPF_COMPOUND_TAIL);
}

/* Group the next page of an item. Return: true if that was its last. */
static bool push_page_of(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	union pagesnap_item out = { .run = *run };

	out.run.index += w->split;
	if (run->rec.flags & (PAGESNAP_RF_OWNER | PAGESNAP_RF_SWAP))
		out.run.owner_index += w->split;
	out.run.pfn += w->split;
	out.run.pfn_end = out.run.pfn + 1;
	out.run.mapped = run->map_min ? 1 : 0;
	out.run.nr = 1;
	correct_compound_flags(&out.run);
	/* Which half of a compound page it is shows only now. */
	if (pagesnap_select_items(&w->sel, &out, 1)) {
		w->inner_used = true;
		pagesnap_group_push(&w->group, &out);
	}
	if (++w->split < run->nr)
		return false;
	w->split = 0;
	return true;
}

/* Is it one page, about which the selection by folio has said all? */
static bool is_single(const struct pagesnap_run *run)
{
	return run->nr == 1 && !(run->flags & PAGESNAP_KPF_COMPOUND);
}

/* Group the next item, or page. */
static void push_one(struct pagesnap_walk *w)
{
	union pagesnap_item *item = &w->items[w->pos];
	bool run = item->rec.type == PAGESNAP_REC_RUN;

	if (run && w->q.group == PAGESNAP_GROUP_PAGE && !is_single(&item->run)) {
		w->pos += push_page_of(w, &item->run);
		return;
	}
	if (run && w->q.group != PAGESNAP_GROUP_TOTAL)
		item->run.flags &= ~PAGESNAP_KPF_COMPOUND;
	w->pos++;
	w->inner_used = true;
	pagesnap_group_push(&w->group, item);
}

/* Items from the next one on that are pages of their own; at most @max. */
static u32 single_pages(const struct pagesnap_walk *w, u64 max)
{
	const struct pagesnap_run *run;
	u32 n;

	max = min(max, (u64)(w->nr_items - w->pos));
	for (n = 0; n < max; n++) {
		run = &w->items[w->pos + n].run;
		if (run->rec.type != PAGESNAP_REC_RUN || !is_single(run))
			break;
	}
	return n;
}

/* How many records may go out at a time, as far as limit= says. */
static u32 records_at_once(const struct pagesnap_walk *w)
{
	return min_t(u64, w->q.limit - w->end.records, PAGESNAP_OUTPUT_RUNS);
}

/*
 * With group=page, most items are the records that go out: several at a time.
 *
 * Return: false if the next item has to be pushed by itself.
 */
static bool push_pages(struct pagesnap_walk *w)
{
	union pagesnap_item *item = &w->items[w->pos];
	u32 n;

	if (w->group.has_open)
		return false;
	n = single_pages(w, records_at_once(w));
	if (!n)
		return false;
	w->inner_used = true;
	pagesnap_output_runs(w, item, n);
	w->pos += n;
	return true;
}

/* With group=run, where neighbours differ.  Return: as push_pages(). */
static bool push_runs(struct pagesnap_walk *w)
{
	union pagesnap_item *item = &w->items[w->pos];
	u32 i, n, used;

	if (item->rec.type != PAGESNAP_REC_RUN)
		return false;
	w->inner_used = true;
	item->run.flags &= ~PAGESNAP_KPF_COMPOUND;
	if (!pagesnap_group_closes(&w->group, item)) {
		w->pos++;
		return true;
	}
	n = min(records_at_once(w), w->nr_items - w->pos);
	for (i = 1; i < n; i++)
		item[i].run.flags &= ~PAGESNAP_KPF_COMPOUND;
	if (n < 2)
		return false;
	n = pagesnap_group_runs(&w->group, item, n, &used);
	if (n)
		pagesnap_output_runs(w, item, n);
	w->pos += used;
	return used;
}

/* Return: false if the next item has to be pushed by itself. */
static bool push_several(struct pagesnap_walk *w)
{
	static_assert(sizeof(union pagesnap_item) == sizeof(struct pagesnap_run));
	if (w->sel.frame_names || w->q.group > PAGESNAP_GROUP_PAGE)
		return false;
	return w->q.group == PAGESNAP_GROUP_PAGE ? push_pages(w) : push_runs(w);
}

static void end_object(struct pagesnap_walk *w)
{
	w->object_done = false;
	if (!w->inner_live)
		return;
	w->inner_live = false;
	if (!w->inner_used)
		return;
	pagesnap_output_end_object(w);
	pagesnap_group_end_object(&w->group);
}

static int refill(struct pagesnap_walk *w)
{
	u64 rescans = w->end.rescans;
	int more;

	w->nr_items = 0;
	w->looks = 0;
	w->pos = 0;
	more = w->source->fill(w);
	if (more < 0)
		return more;
	w->source_done = !more;
	if (w->source_done)
		w->object_done = true;
	pagesnap_walk_select(w);
	if ((w->nr_items || (w->inner_live && w->inner_used)) && !w->inner_named &&
	    w->source->name) {
		w->source->name(w);
		w->inner_named = true;
	}
	return w->end.rescans == rescans ? PAGESNAP_STEP_MORE : PAGESNAP_STEP_RETURNED;
}

static void finish_answer(struct pagesnap_walk *w)
{
	if (!pagesnap_walk_limit_hit(w))
		end_object(w);
	pagesnap_output_end(w);
	pagesnap_walk_finish(w);
}

/* Return: false if the step ends here, with items left. */
static bool push_items(struct pagesnap_walk *w)
{
	u32 pushes = 0;

	while (w->pos < w->nr_items && !pagesnap_walk_limit_hit(w)) {
		if (!pagesnap_emit_has_room(w->e) || pushes == PUSHES_A_STEP ||
		    (pushes && need_resched()))
			return false;
		pushes++;
		if (!push_several(w))
			push_one(w);
	}
	return true;
}

/**
 * pagesnap_walk_step() - a bounded amount of work on an answer
 * @walk: walk
 * @e: emitter with room
 *
 * Return: PAGESNAP_STEP_MORE or _RETURNED, 0 after the end record, -EINTR on a
 * signal.
 */
int pagesnap_walk_step(void *walk, struct pagesnap_emit *e)
{
	struct pagesnap_walk *w = walk;
	int more;

	w->e = e;
	do {
		if (!push_items(w))
			return PAGESNAP_STEP_MORE;
		if (w->object_done && !pagesnap_walk_limit_hit(w)) {
			if (!pagesnap_emit_has_room(e))
				return PAGESNAP_STEP_MORE;
			end_object(w);
			if (!w->source_done)
				return PAGESNAP_STEP_MORE;
		}
		if (w->source_done || pagesnap_walk_limit_hit(w)) {
			if (!pagesnap_emit_has_room(e))
				return PAGESNAP_STEP_MORE;
			finish_answer(w);
			return 0;
		}
		more = refill(w);
		/* The last step of most files is their first: their answer ends with it. */
	} while (more == PAGESNAP_STEP_MORE && w->source_done && !need_resched());
	return more;
}

/**
 * pagesnap_walk_pause() - the reader may be away for long
 * @walk: walk
 */
void pagesnap_walk_pause(void *walk)
{
	struct pagesnap_walk *w = walk;

	pagesnap_near_drop(&w->near);
	if (w->open && w->source->pause)
		w->source->pause(w);
}

/**
 * pagesnap_walk_finish() - drop everything that the walk pins
 * @walk: walk, maybe finished already
 */
void pagesnap_walk_finish(void *walk)
{
	struct pagesnap_walk *w = walk;

	if (!w->open)
		return;
	w->open = false;
	if (w->source->finish)
		w->source->finish(w);
}
