// SPDX-License-Identifier: GPL-2.0
/*
 * What sources put into a walk: objects, and items, which are runs of pages and gaps.
 */
#include <linux/mm.h>
#include <linux/mmzone.h>

#include "walk.h"

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
	w->inner.file.q = w->request.q;
	w->inner_live = true;
	w->inner_named = false;
	w->inner_used = false;
	w->inner_shown = false;
}

/*
 * Neighbours are in one zone, mostly, as the files of a batch are.  For some frames, from/pfn.c
 * doesn't know it.  What isn't known now may be in the next answer.
 */
static void name_zone(struct pagesnap_walk *w, struct pagesnap_run *run)
{
	struct pagesnap_zone_name *z = &w->zone;
	const char *name = NULL;

	if (!z->name[0] || z->name[0] == '?' || z->node != run->node || z->zone != run->zone) {
		if (run->node < MAX_NUMNODES && node_online(run->node) && run->zone < MAX_NR_ZONES)
			name = NODE_DATA(run->node)->node_zones[run->zone].name;
		memset(z, 0, sizeof(*z));
		strscpy(z->name, name ?: "?", sizeof(z->name));
		z->node = run->node;
		z->zone = run->zone;
	}
	memcpy(run->zone_name, z->name, sizeof(run->zone_name));
}

static u16 cgroup_flag(const struct pagesnap_frame *f)
{
	return f->cgroup_matches ? PAGESNAP_RF_CGROUP : 0;
}

static struct pagesnap_run *new_run(struct pagesnap_walk *w, const struct pagesnap_frame *f)
{
	struct pagesnap_run *run;

	w->last = w->nr_items++;
	run = &w->items[w->last].run;
	memset(run, 0, sizeof(*run));
	run->rec.len = sizeof(*run);
	run->rec.type = PAGESNAP_REC_RUN;
	run->rec.flags = cgroup_flag(f);
	run->q = w->request.q;
	run->unit = w->source->unit;
	return run;
}

/* @nr pages of a folio from the @nth on. */
static void fill_run(struct pagesnap_run *run, const struct pagesnap_frame *f,
		     const struct pagesnap_frame_range *part, u64 nth, u64 nr)
{
	run->kind = part->kind;
	run->order = f->order;
	run->nr = nr;
	run->pfn = f->pfn + nth;
	run->pfn_end = run->pfn + nr;
	run->frames = 1;
	run->flags = part->flags;
	run->ref_min = f->ref;
	run->ref_max = f->ref;
	run->map_min = part->map_min;
	run->map_max = part->map_max;
	run->mapped = part->mapped;
	run->node = f->node;
	run->zone = f->zone;
	run->cgroup = f->cgroup;
	run->cgroup_online = f->cgroup_online;
}

/* Are all its folios whole?  Then it doesn't matter that they are several. */
static bool is_whole(const struct pagesnap_run *run)
{
	return !((run->pfn | run->nr) & ((1ULL << run->order) - 1));
}

/*
 * Where objects are summed up, are pages counted by the last item?  All that the selection
 * and the sums look at has to be the same; with group=total they look at which page of a folio
 * each is, too.
 */
static bool join_last(struct pagesnap_walk *w, const struct pagesnap_frame *f,
		      const struct pagesnap_frame_range *part, u64 nth, u64 nr, u32 map_order)
{
	struct pagesnap_run *run;

	/* items bound the loop over what a large entry maps */
	if (!pagesnap_walk_sums(w) || !w->nr_items || map_order)
		return false;
	run = &w->items[w->nr_items - 1].run;
	if (run->rec.type != PAGESNAP_REC_RUN || run->kind != part->kind ||
	    run->flags != part->flags || run->order != f->order || run->node != f->node ||
	    run->zone != f->zone || run->cgroup != f->cgroup || run->map_min != part->map_min ||
	    run->map_max != part->map_max || run->rec.flags != cgroup_flag(f))
		return false;
	if (w->q.group == PAGESNAP_GROUP_TOTAL && (nth || !is_whole(run)))
		return false;
	w->last = w->nr_items - 1;
	/* as many of them as items end a step */
	w->looks += PAGESNAP_LOOKS_SOFT / PAGESNAP_ITEMS_SOFT;
	run->nr += nr;
	run->mapped += part->mapped;
	return true;
}

/* Another item like @like, of the page in frame @pfn. */
static struct pagesnap_run *copy_item(struct pagesnap_walk *w, const struct pagesnap_run *like,
				      u64 pfn)
{
	struct pagesnap_run *run;

	w->last = w->nr_items++;
	run = &w->items[w->last].run;
	*run = *like;
	run->pfn = pfn;
	run->pfn_end = pfn + 1;
	return run;
}

/* Another item like @like, which may be of several pages. */
static struct pagesnap_run *copy_one(struct pagesnap_walk *w, const struct pagesnap_run *like,
				     u64 pfn, u64 index)
{
	struct pagesnap_run *run = copy_item(w, like, pfn);

	run->index = index;
	run->nr = 1;
	run->frames = 1;
	run->mapped = run->map_min ? 1 : 0;
	return run;
}

/* Their frames don't matter: sums have none. */
static void count_pages(struct pagesnap_run *run, u64 nr)
{
	run->nr += nr;
	run->mapped += run->map_min ? nr : 0;
}

/* The page before is the one that was read last, of which the walk's reader has the words. */
static void set_reader(struct pagesnap_walk *w, const struct pagesnap_count *count)
{
	struct pagesnap_alike words = count->last->words;

	words.mapping = count->mapping;
	pagesnap_alike_set(&w->reader.snap, &words);
	w->reader.memo = count->last->memo;
}

/**
 * pagesnap_count_other() - is a page like one further back than the one before?
 * @w: walk that sums
 * @count: those before; goes on with its item
 * @page: page
 * @stand: gets its position, if it isn't NULL
 *
 * Context: as for pagesnap_frame_next().
 * Return: true if so.
 */
bool pagesnap_count_other(struct pagesnap_walk *w, struct pagesnap_count *count,
			  struct page *page, struct pagesnap_stand *stand)
{
	struct pagesnap_run *run = count->last->run;
	struct pagesnap_stand own = {};
	struct pagesnap_memo *memo;

	stand = stand ?: &own;
	if (!count->other->run || !pagesnap_has_words(&count->other->words, page, stand)) {
		memo = pagesnap_memo_now(&w->reader, page, stand);
		if (!memo || !memo->item)
			return false;
		*count->other = (struct pagesnap_known){
			memo->words, memo, &w->items[memo->item - 1].run,
		};
	}
	swap(count->last, count->other);
	count->words = count->last->words;
	count->turned = true;
	count->mapping = stand->mapping;
	count_pages(run, count->nr);
	count->nr = 0;
	return true;
}

/**
 * pagesnap_count_end() - no more pages are counted
 * @w: walk that sums
 * @count: those that were
 * @all_known: the page looked at last was counted, too; if not, nothing is known of it
 */
void pagesnap_count_end(struct pagesnap_walk *w, const struct pagesnap_count *count,
			bool all_known)
{
	count_pages(count->last->run, count->nr);
	if (count->turned)
		w->last = container_of(count->last->run, union pagesnap_item, run) - w->items;
	if (!all_known)
		w->reader.alike = false;
	else if (count->turned)
		set_reader(w, count);
}

/**
 * pagesnap_walk_add_known() - a single page with the facts of an item of this step
 * @w: walk that doesn't sum; its reader's memo, of the page, has an item
 * @pfn: frame of the page
 * @index: where it stands
 *
 * Return: the new item, to which the source adds its owner; until then it has that of
 * another page.
 */
struct pagesnap_run *pagesnap_walk_add_known(struct pagesnap_walk *w, u64 pfn, u64 index)
{
	return copy_one(w, &w->items[w->reader.memo->item - 1].run, pfn, index);
}

/**
 * pagesnap_run_owner_clear() - nobody owns a run, as far as is known
 * @run: run
 */
void pagesnap_run_owner_clear(struct pagesnap_run *run)
{
	run->rec.flags &= ~(PAGESNAP_RF_OWNER | PAGESNAP_RF_SWAP | PAGESNAP_RF_CACHE);
	run->owner_major = 0;
	run->owner_minor = 0;
	run->owner_gen = 0;
	run->owner_ino = 0;
	run->owner_index = 0;
}

/**
 * pagesnap_walk_add_again() - a single page with the facts of an item of this step
 * @w: walk
 * @item: number of that item, from 1
 * @pfn: frame of the page, which nobody owns, as far as is known
 * @index: where it stands
 *
 * It is an item that differs in its place only; where pages are counted, it is counted there.
 */
void pagesnap_walk_add_again(struct pagesnap_walk *w, u32 item, u64 pfn, u64 index)
{
	struct pagesnap_run *run = &w->items[item - 1].run;

	if (pagesnap_walk_sums(w))
		count_pages(run, 1);
	else
		pagesnap_run_owner_clear(copy_one(w, run, pfn, index));
}

/* The same for the page that was read.  Return: false if there is no such item. */
static bool add_known(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 index)
{
	const struct pagesnap_memo *memo = w->reader.memo;

	if (!memo || !memo->item)
		return false;
	pagesnap_walk_add_again(w, memo->item, f->pfn, index);
	if (pagesnap_walk_sums(w))
		w->last = memo->item - 1;
	return true;
}

/* The pages of pagesnap_walk_add_frame() as new items. */
static void add_items(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 nth, u64 nr,
		      u64 index, u32 map_order)
{
	bool differ = f->some_poison || (w->q.group == PAGESNAP_GROUP_PAGE && f->mapcount &&
					 f->kind != PAGESNAP_KIND_HUGETLB);
	bool by_maps = w->source->unit == PAGESNAP_UNIT_VPN && pagesnap_frame_counts_each(f) &&
		       w->q.group >= PAGESNAP_GROUP_OBJECT;
	bool room = nr <= PAGESNAP_ITEMS_MAX - w->nr_items;
	u64 i, step = differ && room ? 1 : nr;
	struct pagesnap_frame_range part;
	struct pagesnap_run *run;

	w->looks += f->looked + (pagesnap_frame_counts_each(f) ? nr : 0);
	for (i = 0; i < nr; i += step) {
		if (by_maps && room && !differ)
			step = pagesnap_frame_same_maps(f, nth + i, nr - i);
		pagesnap_frame_range(f, nth + i, step, &part);
		if (join_last(w, f, &part, nth + i, step, map_order))
			continue;
		run = new_run(w, f);
		fill_run(run, f, &part, nth + i, step);
		run->index = index + i;
		run->map_order = map_order;
		name_zone(w, run);
	}
	if (w->reader.memo)
		w->reader.memo->item = w->nr_items;
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
 * A single page may be known by its memo.  Pages that differ become items of their
 * own: with group=page by their map counts, always if some are poisoned.  Where a
 * process is summed up neighbours of one map count stay together.  There is room for
 * those of one folio past PAGESNAP_ITEMS_SOFT.
 */
void pagesnap_walk_add_frame(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 nth,
			     u64 nr, u64 index, u32 map_order)
{
	if (map_order || !add_known(w, f, index))
		add_items(w, f, nth, nr, index, map_order);
}

/**
 * pagesnap_walk_repeat() - a page like the last item, which is one, follows it
 * @w: walk
 * @pfn: its frame
 */
void pagesnap_walk_repeat(struct pagesnap_walk *w, u64 pfn)
{
	struct pagesnap_run *run = copy_item(w, &w->items[w->last].run, pfn);

	run->index++;
	if (run->rec.flags & PAGESNAP_RF_OWNER)
		run->owner_index++;
}

/**
 * pagesnap_walk_extend() - all that follow have been added
 * @w: walk
 * @streak: of pagesnap_walk_streak()
 */
void pagesnap_walk_extend(struct pagesnap_walk *w, const struct pagesnap_streak *streak)
{
	struct pagesnap_run *last = &w->items[w->last].run;

	if (streak->each)
		return;
	last->nr += streak->nr;
	last->frames += streak->frames;
	last->pfn_end = streak->pfn_end;
	last->mapped += last->map_min ? streak->nr : 0;
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
	struct pagesnap_run *last = &w->items[w->last].run, *run;
	struct pagesnap_streak streak;

	if (pagesnap_walk_streak(w, index, &streak) &&
	    (!(last->rec.flags & PAGESNAP_RF_OWNER) || last->owner_index + last->nr == f->index)) {
		pagesnap_streak_add(w, &streak, f->pfn);
		pagesnap_walk_extend(w, &streak);
		return;
	}
	run = copy_one(w, last, f->pfn, index);
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

	/* A page is compared with the one before only if that has the last item. */
	w->reader.alike = false;
	memset(gap, 0, sizeof(*gap));
	gap->rec.len = sizeof(*gap);
	gap->rec.type = type;
	gap->q = w->request.q;
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
