// SPDX-License-Identifier: GPL-2.0
/*
 * Grouping: equal neighbours into runs, pages into sums.  Pure.
 *
 * A run never spans two objects: the walk ends the object before it begins
 * the next.
 */
#include "buckets.h"
#include "group.h"
#include "join.h"

static void clear_by(struct pagesnap_by *by)
{
	by->nodes.nr = 0;
	by->cgroups.nr = 0;
}

static void clear_object(struct pagesnap_group *g)
{
	memset(&g->object, 0, sizeof(g->object));
	memset(&g->object_more, 0, sizeof(g->object_more));
	clear_by(&g->object_by);
}

static void clear_all(struct pagesnap_group *g)
{
	memset(&g->all, 0, sizeof(g->all));
	memset(&g->all_more, 0, sizeof(g->all_more));
	clear_by(&g->all_by);
	memset(g->objects_by_pages, 0, sizeof(g->objects_by_pages));
	pagesnap_combos_clear(&g->combos);
}

/* Without sums there is nothing to clear: answers that are short notice it. */
static bool has_sums(const struct pagesnap_group *g)
{
	return g->mode == PAGESNAP_GROUP_OBJECT || g->mode == PAGESNAP_GROUP_TOTAL;
}

/**
 * pagesnap_group_start() - begin an answer
 * @g: grouping; emit, ctx and the places of combos are kept
 * @mode: PAGESNAP_GROUP_*
 * @mask: KPF bits that split runs
 * @kinds: combinations of flags are told apart by kind, too
 */
void pagesnap_group_start(struct pagesnap_group *g, u32 mode, u64 mask, bool kinds)
{
	g->mode = mode;
	g->mask = mask;
	g->kinds = kinds;
	g->has_open = false;
	if (!has_sums(g))
		return;
	clear_object(g);
	clear_all(g);
}

/* Let @item join the open one. Return: false if it does not fit. */
static bool join(struct pagesnap_group *g, const union pagesnap_item *item)
{
	return g->has_open && pagesnap_join(g->mask, &g->open, item);
}

static void flush(struct pagesnap_group *g)
{
	if (!g->has_open)
		return;
	g->has_open = false;
	g->emit(g->ctx, &g->open);
}

/**
 * pagesnap_group_closes() - before @item, does the open run or gap end?
 * @g: grouping of runs
 * @item: next item
 *
 * Return: true if nothing is open any more; false if @item has joined what was.
 */
bool pagesnap_group_closes(struct pagesnap_group *g, const union pagesnap_item *item)
{
	if (join(g, item))
		return false;
	flush(g);
	return true;
}

/**
 * pagesnap_group_runs() - the first runs of some items, where they stand
 * @g: grouping of runs, with none open
 * @items: items, the first of them a run; neighbours that are one run become that
 * @nr: how many
 * @used: gets how many of @items are done with
 *
 * Most neighbours in mixed memory are runs of their own, which needn't be moved.
 *
 * Return: how many runs at the beginning of @items are complete.
 */
u32 pagesnap_group_runs(const struct pagesnap_group *g, union pagesnap_item *items, u32 nr,
			u32 *used)
{
	u32 i, n = 0;

	for (i = 1; i < nr && items[i].rec.type == PAGESNAP_REC_RUN; i++) {
		if (pagesnap_join(g->mask, &items[n], &items[i]))
			continue;
		if (++n == i)
			continue;
		*used = i;
		return n;
	}
	/* That one may still grow. */
	if (n != i - 1)
		items[i - 1] = items[n];
	*used = i - 1;
	return n;
}

static void sum_run(struct pagesnap_sums *s, const struct pagesnap_run *r)
{
	u64 f = r->flags, nr = r->nr;

	s->pages += nr;
	s->mapped += r->mapped;
	s->dirty += f & KPF_BIT(KPF_DIRTY) ? nr : 0;
	s->writeback += f & KPF_BIT(KPF_WRITEBACK) ? nr : 0;
	s->active += f & KPF_BIT(KPF_ACTIVE) ? nr : 0;
	s->referenced += f & KPF_BIT(KPF_REFERENCED) ? nr : 0;
	s->unevictable += f & KPF_BIT(KPF_UNEVICTABLE) ? nr : 0;
	s->orders[r->order < PAGESNAP_ORDERS ? r->order : PAGESNAP_ORDERS - 1] += nr;
}

/*
 * Whether drop_caches frees a folio is certain only when it tries: somebody may hold a
 * reference.  All its other conditions are here; a folio is mapped if one page of it is.
 */
static bool is_droppable(const struct pagesnap_run *r)
{
	const u64 stays = KPF_BIT(KPF_DIRTY) | KPF_BIT(KPF_WRITEBACK) | KPF_BIT(KPF_MMAP) |
			  KPF_BIT(KPF_UNEVICTABLE) | KPF_BIT(PAGESNAP_KPF_MLOCKED);

	return (r->kind == PAGESNAP_KIND_FILE || r->kind == PAGESNAP_KIND_SHMEM) &&
	       !(r->flags & stays) && !r->mapped;
}

/*
 * As smaps_account() in the kernel's fs/proc/task_mmu.c, which sees neither zero pages
 * nor hugetlb.  The pages of a run have one map count here, see pagesnap_walk_add_frame().
 */
static u64 pss_of(const struct pagesnap_run *r)
{
	u64 page = 1ULL << PAGESNAP_PSS_SHIFT;

	if (r->kind == PAGESNAP_KIND_ZERO || r->kind == PAGESNAP_KIND_HUGETLB)
		return 0;
	return r->nr * (r->map_max > 1 ? page / r->map_max : page);
}

static void sum_more(struct pagesnap_more *m, const struct pagesnap_run *r)
{
	m->droppable += is_droppable(r) ? r->nr : 0;
	m->pss += pss_of(r);
}

static void add_subtotals(struct pagesnap_by *by, const struct pagesnap_run *r)
{
	u64 node = r->node == PAGESNAP_UNKNOWN32 ? PAGESNAP_UNKNOWN : r->node;

	pagesnap_subtotals_add(&by->nodes, node, r->nr);
	pagesnap_subtotals_add(&by->cgroups, r->cgroup, r->nr);
}

static void sum_item(struct pagesnap_sums *s, const union pagesnap_item *item)
{
	switch (item->rec.type) {
	case PAGESNAP_REC_RUN:
		sum_run(s, &item->run);
		break;
	case PAGESNAP_REC_GONE:
		s->evicted += item->gap.nr;
		break;
	case PAGESNAP_REC_SWAP:
		s->swapped += item->gap.nr;
		break;
	case PAGESNAP_REC_SPECIAL:
		s->special += item->gap.nr;
		break;
	case PAGESNAP_REC_HOLE:
		s->holes += item->gap.nr;
		break;
	default:
		break;
	}
}

static void count_combo(struct pagesnap_group *g, u8 kind, u64 flags, u64 pages)
{
	u64 bits = g->kinds ? (u64)kind << PAGESNAP_COMBO_KIND_SHIFT : 0;

	pagesnap_combos_add(&g->combos, (flags & g->mask) | bits, pages);
}

/*
 * A run has pages of one folio here, or of several whole ones, and both bits if these are compound:
 * the first page of each is the head, the others are tails.
 */
static void count_run(struct pagesnap_group *g, const struct pagesnap_run *r)
{
	u64 last, heads;

	if (!(r->flags & PAGESNAP_KPF_COMPOUND)) {
		count_combo(g, r->kind, r->flags, r->nr);
		return;
	}
	last = (1ULL << r->order) - 1;
	heads = r->pfn & last ? 0 : (r->nr + last) >> r->order;
	if (heads)
		count_combo(g, r->kind, r->flags & ~KPF_BIT(KPF_COMPOUND_TAIL), heads);
	if (r->nr > heads)
		count_combo(g, r->kind, r->flags & ~KPF_BIT(KPF_COMPOUND_HEAD), r->nr - heads);
}

/**
 * pagesnap_group_push() - take the next selected item of the object under way
 * @g: grouping
 * @item: item; with group=page its runs have one page each, with group=total
 *	those of a compound folio have both bits of PAGESNAP_KPF_COMPOUND
 *
 * Calls g->emit() at most once, with group=page twice: for a gap that ends, and
 * for the page.  What is emitted is the callee's to change.
 */
void pagesnap_group_push(struct pagesnap_group *g, union pagesnap_item *item)
{
	switch (g->mode) {
	case PAGESNAP_GROUP_PAGE:
		if (item->rec.type == PAGESNAP_REC_RUN) {
			flush(g);
			g->emit(g->ctx, item);
			break;
		}
		fallthrough;
	case PAGESNAP_GROUP_RUN:
		if (join(g, item))
			return;
		flush(g);
		g->open = *item;
		g->has_open = true;
		break;
	case PAGESNAP_GROUP_TOTAL:
		if (item->rec.type == PAGESNAP_REC_RUN)
			count_run(g, &item->run);
		fallthrough;
	default:
		sum_item(&g->object, item);
		if (item->rec.type == PAGESNAP_REC_RUN) {
			add_subtotals(&g->object_by, &item->run);
			sum_more(&g->object_more, &item->run);
		}
		break;
	}
}

static void add_sums(struct pagesnap_sums *to, const struct pagesnap_sums *from)
{
	u64 *t = (u64 *)to;
	const u64 *s = (const u64 *)from;
	u32 i;

	for (i = 0; i < sizeof(*to) / sizeof(u64); i++)
		t[i] += s[i];
}

/**
 * pagesnap_group_end_object() - the object under way is complete
 * @g: grouping
 *
 * Its open run is emitted; its sums are added to the answer's and cleared.
 */
void pagesnap_group_end_object(struct pagesnap_group *g)
{
	flush(g);
	if (g->mode == PAGESNAP_GROUP_TOTAL) {
		g->objects_by_pages[pagesnap_log2_bucket(g->object.pages)]++;
		add_sums(&g->all, &g->object);
		g->all_more.droppable += g->object_more.droppable;
		g->all_more.pss += g->object_more.pss;
		pagesnap_subtotals_add_all(&g->all_by.nodes, &g->object_by.nodes);
		pagesnap_subtotals_add_all(&g->all_by.cgroups, &g->object_by.cgroups);
	}
	if (has_sums(g))
		clear_object(g);
}
