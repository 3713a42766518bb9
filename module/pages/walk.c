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
#include <linux/mmzone.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../core/answer.h"
#include "untold.h"
#include "walk.h"

/*
 * Items of one step, or pages of one that is a large folio: with group=page and
 * flags=compound_head, say, most fill no buffer.
 */
#define PUSHES_A_STEP 1024

static void emit_item(void *ctx, union pagesnap_item *item);

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
	w->group.emit = emit_item;
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
	kvfree(w);
}

/* Sources ------------------------------------------------------------- */

/**
 * pagesnap_walk_source() - where the pages of this answer come from
 * @w: walk
 * @source: the source; one that is beginning may hand over to another
 * @f: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @f.
 */
int pagesnap_walk_source(struct pagesnap_walk *w, const struct pagesnap_source *source,
			 struct pagesnap_fault *f)
{
	if (w->state_room < source->state_size) {
		kvfree(w->state);
		w->state_room = 0;
		w->state = kvzalloc(source->state_size, GFP_KERNEL_ACCOUNT);
		if (!w->state)
			return pagesnap_fault(f, -ENOMEM, 0, "no memory");
		w->state_room = source->state_size;
	}
	w->source = source;
	return 0;
}

/**
 * pagesnap_walk_object() - a source begins an object
 * @w: walk
 * @type: PAGESNAP_REC_*
 * @len: bytes of its record
 */
void pagesnap_walk_object(struct pagesnap_walk *w, u32 type, u32 len)
{
	memset(&w->inner, 0, sizeof(w->inner));
	w->inner.rec.type = type;
	w->inner.rec.len = len;
	/* Every object has its query at the same place. */
	w->inner.file.q = w->ask.q;
	w->inner_live = true;
	w->inner_named = false;
	w->inner_used = false;
	w->inner_shown = false;
}

/* Neighbours are in one zone, mostly.  Of some frames from/pfn.c can't tell it. */
static void name_zone(struct pagesnap_walk *w, struct pagesnap_run *run)
{
	struct pagesnap_zone_name *z = &w->zone;
	const char *name = NULL;

	if (!z->name[0] || z->node != run->node || z->zone != run->zone) {
		if (run->node < MAX_NUMNODES && node_online(run->node) && run->zone < MAX_NR_ZONES)
			name = NODE_DATA(run->node)->node_zones[run->zone].name;
		memset(z, 0, sizeof(*z));
		strscpy(z->name, name ?: "?", sizeof(z->name));
		z->node = run->node;
		z->zone = run->zone;
	}
	memcpy(run->zone_name, z->name, sizeof(run->zone_name));
}

static struct pagesnap_run *new_run(struct pagesnap_walk *w, const struct pagesnap_frame *f)
{
	struct pagesnap_run *run = &w->items[w->nr_items++].run;

	memset(run, 0, sizeof(*run));
	run->rec.len = sizeof(*run);
	run->rec.type = PAGESNAP_REC_RUN;
	run->rec.flags = f->cgroup_matches ? PAGESNAP_RF_CGROUP : 0;
	run->q = w->ask.q;
	run->unit = w->source->unit;
	return run;
}

/* @nr pages of a folio from the @nth on. */
static void fill_run(struct pagesnap_run *run, const struct pagesnap_frame *f, u64 nth, u64 nr)
{
	struct pagesnap_frame_part part;

	pagesnap_frame_part(f, nth, nr, &part);
	run->kind = part.kind;
	run->order = f->order;
	run->nr = nr;
	run->pfn = f->pfn + nth;
	run->pfn_end = run->pfn + nr;
	run->frames = 1;
	run->flags = part.flags;
	run->ref_min = f->ref;
	run->ref_max = f->ref;
	run->map_min = part.map_min;
	run->map_max = part.map_max;
	run->mapped = part.mapped;
	run->node = f->node;
	run->zone = f->zone;
	run->cgroup = f->cgroup;
	run->cgroup_online = f->cgroup_online;
}

/**
 * pagesnap_walk_add_frame() - a source found pages of a folio
 * @w: walk
 * @f: folio
 * @nth: first page in it
 * @nr: pages
 * @index: where they stand
 * @map_order: log2 of the pages that one page table entry maps
 *
 * Pages that differ become items of their own: with group=page by their map
 * counts, always if some are poisoned.  Where a process is summed up neighbours
 * of one map count stay together.  There is room for those of one folio past
 * PAGESNAP_ITEMS_SOFT.
 */
void pagesnap_walk_add_frame(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 nth,
			     u64 nr, u64 index, u32 map_order)
{
	bool differ = f->some_poison || (w->q.group == PAGESNAP_GROUP_PAGE && f->mapcount &&
					 f->kind != PAGESNAP_KIND_HUGETLB);
	bool by_maps = w->source->unit == PAGESNAP_UNIT_VPN && pagesnap_frame_counts_each(f) &&
		       w->q.group >= PAGESNAP_GROUP_OBJECT;
	bool room = nr <= PAGESNAP_ITEMS_MAX - w->nr_items;
	u64 i, step = differ && room ? 1 : nr;
	struct pagesnap_run *run;

	w->looks += f->looked + (pagesnap_frame_counts_each(f) ? nr : 0);
	for (i = 0; i < nr; i += step) {
		if (by_maps && room && !differ)
			step = pagesnap_frame_same_maps(f, nth + i, nr - i);
		run = new_run(w, f);
		fill_run(run, f, nth + i, step);
		run->index = index + i;
		run->map_order = map_order;
		name_zone(w, run);
	}
}

/* Another item like the last one, of the page in frame @pfn. */
static struct pagesnap_run *copy_last(struct pagesnap_walk *w, u64 pfn)
{
	struct pagesnap_run *run = &w->items[w->nr_items++].run;

	*run = run[-1];
	run->pfn = pfn;
	run->pfn_end = pfn + 1;
	return run;
}

/**
 * pagesnap_walk_repeat() - a page like the last item, which is one, follows it
 * @w: walk
 * @pfn: its frame
 */
void pagesnap_walk_repeat(struct pagesnap_walk *w, u64 pfn)
{
	struct pagesnap_run *run = copy_last(w, pfn);

	run->index++;
	if (run->rec.flags & PAGESNAP_RF_OWNER)
		run->owner_index++;
}

/**
 * pagesnap_walk_extend() - all that follow have been added
 * @w: walk
 * @tail: of pagesnap_walk_tail()
 */
void pagesnap_walk_extend(struct pagesnap_walk *w, const struct pagesnap_tail *tail)
{
	struct pagesnap_run *last = &w->items[w->nr_items - 1].run;

	if (tail->each)
		return;
	last->nr += tail->nr;
	last->frames += tail->frames;
	last->pfn_end = tail->pfn_end;
	last->mapped += last->map_min ? tail->nr : 0;
}

/**
 * pagesnap_walk_add_alike() - a source found a page like the last one it added
 * @w: walk
 * @f: that page, see pagesnap_frame_next()
 * @index: where it stands
 *
 * It becomes part of the last item, or, with group=page or if it doesn't follow
 * on that, an item that differs in its place only.
 */
void pagesnap_walk_add_alike(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 index)
{
	struct pagesnap_run *last = &w->items[w->nr_items - 1].run, *run;
	struct pagesnap_tail tail;

	if (pagesnap_walk_tail(w, index, &tail) &&
	    (!(last->rec.flags & PAGESNAP_RF_OWNER) || last->owner_index + last->nr == f->index)) {
		pagesnap_tail_add(w, &tail, f->pfn);
		pagesnap_walk_extend(w, &tail);
		return;
	}
	run = copy_last(w, f->pfn);
	run->index = index;
	run->nr = 1;
	run->frames = 1;
	run->mapped = run->map_min ? 1 : 0;
	if (run->rec.flags & PAGESNAP_RF_OWNER)
		run->owner_index = f->index;
}

/**
 * pagesnap_walk_add_gap() - a source found indices without a normal page
 * @w: walk
 * @type: PAGESNAP_REC_GONE, _SWAP, _HOLE or _SPECIAL
 * @index: first of them
 * @nr: how many
 * @why: PAGESNAP_WHY_*
 *
 * Return: the item, to add what the source knows more.
 */
struct pagesnap_gap *pagesnap_walk_add_gap(struct pagesnap_walk *w, u32 type, u64 index, u64 nr,
					   u32 why)
{
	struct pagesnap_gap *gap = &w->items[w->nr_items++].gap;

	/* What is told by the page before goes with its item, which is to be the last. */
	w->reader.alike = false;
	memset(gap, 0, sizeof(*gap));
	gap->rec.len = sizeof(*gap);
	gap->rec.type = type;
	gap->q = w->ask.q;
	gap->unit = w->source->unit;
	gap->index = index;
	gap->nr = nr;
	gap->why = why;
	gap->pfn = PAGESNAP_NONE;
	return gap;
}

/**
 * pagesnap_walk_select() - leave out the items that the query doesn't want
 * @w: walk
 *
 * A source may call it before the walk does, to know whether a name is worth
 * looking up.
 */
void pagesnap_walk_select(struct pagesnap_walk *w)
{
	struct pagesnap_select sel = w->sel;

	pagesnap_select_by_folio(&sel);
	w->nr_items = pagesnap_select_items(&sel, w->items, w->nr_items);
}

/* Lines --------------------------------------------------------------- */

static struct pagesnap_part part_of(const struct pagesnap_shares *s)
{
	return (struct pagesnap_part){ s->share, s->nr * sizeof(s->share[0]) };
}

/* @by: NULL if the object has no sums. */
static void emit_object(struct pagesnap_walk *w, const union pagesnap_object *o, const char *bytes,
			const struct pagesnap_by *by)
{
	const struct pagesnap_part parts[] = {
		{ bytes, pagesnap_object_bytes(o) },
		by ? part_of(&by->nodes) : (struct pagesnap_part){},
		by ? part_of(&by->cgroups) : (struct pagesnap_part){},
	};

	pagesnap_untold_object(w, o, bytes);
	if (w->e->binary) {
		pagesnap_emit_binary(w->e, &o->rec, parts, ARRAY_SIZE(parts));
		return;
	}
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

static bool limit_hit(const struct pagesnap_walk *w)
{
	return w->end.cut == PAGESNAP_CUT_LIMIT;
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
		end->gone += gap->nr;
		break;
	case PAGESNAP_REC_SWAP:
		end->swap += gap->nr;
		break;
	case PAGESNAP_REC_HOLE:
		end->holes += gap->nr;
		break;
	default:
		end->special += gap->nr;
		break;
	}
}

static void send_item(struct pagesnap_walk *w, const union pagesnap_item *item)
{
	bool run = item->rec.type == PAGESNAP_REC_RUN || item->rec.type == PAGESNAP_REC_PAGE;
	const struct pagesnap_part name = { w->name, run ? item->run.name_len : 0 };
	struct pagesnap_emit *e = w->e;
	struct pagesnap_text *t;

	if (run)
		pagesnap_untold_named(w, &item->run);
	if (e->binary) {
		pagesnap_emit_binary(e, &item->rec, &name, 1);
		return;
	}
	t = pagesnap_emit_line(e);
	if (item->rec.type == PAGESNAP_REC_PAGE && !item->run.name_len)
		pagesnap_text_page(t, &w->page_text, &item->run);
	else if (run)
		pagesnap_text_run(t, &item->run, w->name);
	else
		pagesnap_text_gap(t, &item->gap);
	pagesnap_emit_commit(e);
}

/* The end of the pipeline: group.c finished a run, page or gap. */
static void emit_item(void *ctx, union pagesnap_item *item)
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
		w->end.pages += item->run.nr;
	} else {
		count_gap(&w->end, &item->gap);
	}
	send_item(w, item);
}

static void count_sums(struct pagesnap_end *end, const struct pagesnap_sums *s)
{
	end->pages += s->pages;
	end->gone += s->evicted;
	end->swap += s->swapped;
	end->special += s->special;
	end->holes += s->holes;
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

static void end_object(struct pagesnap_walk *w)
{
	w->object_done = false;
	if (!w->inner_live)
		return;
	w->inner_live = false;
	if (!w->inner_used)
		return;
	if (w->q.group == PAGESNAP_GROUP_OBJECT && take_record(w)) {
		fill_sums(&w->inner, &w->group.object, &w->group.object_more,
			  &w->group.object_by);
		count_sums(&w->end, &w->group.object);
		show_objects(w);
	} else if (w->q.group == PAGESNAP_GROUP_TOTAL) {
		w->end.objects++;
	}
	pagesnap_group_end_object(&w->group);
}

static void send_total(struct pagesnap_emit *e, const struct pagesnap_total *total,
		       const struct pagesnap_combo *combos, const struct pagesnap_by *by)
{
	const struct pagesnap_part parts[] = {
		{ combos, total->nr_combos * sizeof(*combos) },
		part_of(&by->nodes), part_of(&by->cgroups),
	};

	if (e->binary) {
		pagesnap_emit_binary(e, &total->rec, parts, ARRAY_SIZE(parts));
		return;
	}
	pagesnap_text_total(pagesnap_emit_line(e), total, combos, by->nodes.share,
			    by->cgroups.share);
	pagesnap_emit_commit(e);
}

static void emit_total(struct pagesnap_walk *w)
{
	struct pagesnap_group *g = &w->group;
	bool task = w->source->unit == PAGESNAP_UNIT_VPN;
	struct pagesnap_total total = {
		.rec = { .len = sizeof(total), .type = PAGESNAP_REC_TOTAL },
		.q = w->ask.q,
		.sums = g->all,
		.nr_nodes = g->all_by.nodes.nr,
		.nr_cgroups = g->all_by.cgroups.nr,
		.droppable = task ? PAGESNAP_NONE : g->all_more.droppable,
		.pss = task ? pss_bytes(&g->all_more) : PAGESNAP_NONE,
	};

	if (w->q.group != PAGESNAP_GROUP_TOTAL || limit_hit(w))
		return;
	pagesnap_combos_end(&g->combos);
	total.nr_combos = g->combos.nr;
	memcpy(total.objects_by_pages, g->objects_by_pages, sizeof(total.objects_by_pages));
	w->end.records++;
	count_sums(&w->end, &g->all);
	send_total(w->e, &total, g->combos.combo, &g->all_by);
}

static void emit_end(struct pagesnap_walk *w)
{
	u64 skipped = 0;
	u32 i;

	for (i = 0; i < PAGESNAP_WHYS; i++)
		skipped += w->end.skipped[i];
	w->end.status = skipped || w->end.cut ? PAGESNAP_END_PARTIAL : PAGESNAP_END_COMPLETE;
	w->end.us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(w->e, &w->end);
}

static void emit_query(struct pagesnap_walk *w)
{
	struct pagesnap_query_rec r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_QUERY },
		.q = w->ask.q,
		.line = w->ask.line,
		.group = w->q.group,
		.mask = w->sel.mask,
		.time_ns = ktime_get_real_ns(),
		.text_len = min_t(u32, w->ask.len, PAGESNAP_ECHO_MAX),
	};

	memcpy(r.tag, w->q.tag, sizeof(r.tag));
	pagesnap_answer_query(w->e, &r, w->ask.text);
}

/* The walk -------------------------------------------------------------- */

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
	w->untold = 0;
	w->page_text.valid = false;
	w->zone.name[0] = '\0';
	memset(&w->end, 0, sizeof(w->end));
	w->end.rec.len = sizeof(w->end);
	w->end.rec.type = PAGESNAP_REC_END;
	w->end.q = w->ask.q;
	memcpy(w->end.tag, w->q.tag, sizeof(w->end.tag));
}

/**
 * pagesnap_walk_begin() - start an answer
 * @w: walk, with ask, q and sel filled
 * @source: where its pages come from
 * @e: emitter with room
 * @f: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @f.
 */
int pagesnap_walk_begin(struct pagesnap_walk *w, const struct pagesnap_source *source,
			struct pagesnap_emit *e, struct pagesnap_fault *f)
{
	struct pagesnap_combos *combos = &w->group.combos;

	w->e = e;
	w->started_ns = ktime_get_ns();
	reset(w);
	if (w->q.group == PAGESNAP_GROUP_TOTAL && !combos->combo) {
		combos->combo = kvmalloc_array(PAGESNAP_COMBOS_ROOM, sizeof(*combos->combo),
					       GFP_KERNEL_ACCOUNT);
		if (!combos->combo)
			return pagesnap_fault(f, -ENOMEM, 0, "no memory");
	}
	pagesnap_group_start(&w->group, w->q.group, w->sel.mask);
	w->reader.cgroup = (struct pagesnap_frame_cgroup){
		.asked = w->sel.has_cgroup, .below = w->sel.cgroup_below, .ino = w->sel.cgroup,
	};
	if (pagesnap_walk_source(w, source, f) || source->begin(w, f))
		return f->err;
	w->open = true;
	emit_query(w);
	if (w->note)
		pagesnap_answer_note(w->e, w->ask.q, w->note);
	return 0;
}

/* Give one page of a run its half of PAGESNAP_KPF_COMPOUND. */
static void tell_head_and_tail(struct pagesnap_run *run)
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
	tell_head_and_tail(&out.run);
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

/* There is room for them: without names, lines are short. */
static void send_pages(struct pagesnap_walk *w, const union pagesnap_item *item, u32 n)
{
	u32 i;

	if (w->e->binary) {
		pagesnap_emit_block(w->e, item, n * sizeof(*item));
		return;
	}
	for (i = 0; i < n; i++) {
		pagesnap_text_page(pagesnap_emit_line(w->e), &w->page_text, &item[i].run);
		pagesnap_emit_commit(w->e);
	}
}

/*
 * With group=page, most items are the records that go out: several at a time.
 *
 * Return: false if the next item has to be pushed by itself.
 */
static bool push_pages(struct pagesnap_walk *w)
{
	union pagesnap_item *item = &w->items[w->pos];
	u32 i, n;

	static_assert(sizeof(*item) == sizeof(item->run));
	if (w->q.group != PAGESNAP_GROUP_PAGE || w->sel.frame_names || w->group.has_open)
		return false;
	n = single_pages(w, min_t(u64, w->q.limit - w->end.records,
				  PAGESNAP_EMIT_BLOCK / sizeof(*item)));
	if (!n)
		return false;
	w->inner_used = true;
	show_objects(w);
	for (i = 0; i < n; i++) {
		item[i].rec.type = PAGESNAP_REC_PAGE;
		pagesnap_untold_run(w, &item[i].run);
	}
	send_pages(w, item, n);
	w->end.records += n;
	w->end.pages += n;
	w->pos += n;
	return true;
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
	if (w->nr_items && !w->inner_named && w->source->name) {
		w->source->name(w);
		w->inner_named = true;
	}
	return w->end.rescans == rescans ? PAGESNAP_STEP_MORE : PAGESNAP_STEP_RETURNED;
}

/* Sums are a task's, be they 0: it was named. */
static void show_task(struct pagesnap_walk *w)
{
	if (w->outer.rec.type == PAGESNAP_REC_TASK &&
	    (w->q.group == PAGESNAP_GROUP_OBJECT || w->q.group == PAGESNAP_GROUP_TOTAL))
		show_outer(w);
}

static void finish_answer(struct pagesnap_walk *w)
{
	if (!limit_hit(w))
		end_object(w);
	show_task(w);
	emit_total(w);
	pagesnap_untold_notes(w);
	emit_end(w);
	pagesnap_walk_finish(w);
}

/**
 * pagesnap_walk_step() - a bounded piece of an answer
 * @walk: walk
 * @e: emitter with room
 *
 * Return: PAGESNAP_STEP_MORE or _RETURNED, 0 after the end record, -EINTR on a
 * signal.
 */
int pagesnap_walk_step(void *walk, struct pagesnap_emit *e)
{
	struct pagesnap_walk *w = walk;
	u32 pushes = 0;

	w->e = e;
	while (w->pos < w->nr_items && !limit_hit(w)) {
		if (!pagesnap_emit_has_room(e) || pushes++ == PUSHES_A_STEP)
			return PAGESNAP_STEP_MORE;
		if (!push_pages(w))
			push_one(w);
	}
	if (w->object_done && !limit_hit(w)) {
		if (!pagesnap_emit_has_room(e))
			return PAGESNAP_STEP_MORE;
		end_object(w);
		if (!w->source_done)
			return PAGESNAP_STEP_MORE;
	}
	if (w->source_done || limit_hit(w)) {
		if (!pagesnap_emit_has_room(e))
			return PAGESNAP_STEP_MORE;
		finish_answer(w);
		return 0;
	}
	return refill(w);
}

/**
 * pagesnap_walk_pause() - the reader may be away for long
 * @walk: walk
 */
void pagesnap_walk_pause(void *walk)
{
	struct pagesnap_walk *w = walk;

	if (w->open && w->source->pause)
		w->source->pause(w);
}

/**
 * pagesnap_walk_finish() - drop everything that the walk holds
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
