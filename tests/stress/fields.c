// SPDX-License-Identifier: GPL-2.0
/*
 * What holds of the fields of one record.  A walk takes no lock on a page, but
 * copies the words that describe it once, and tells all from the copy, and
 * what led to the page still did so afterwards (docs/design.md).  So what
 * follows from one word, or from the way to the page, holds under any race.
 * What follows from two words that change independently (is a dirty page
 * uptodate?) does not, and is not asked for.
 */
#include "check.h"

#define BIT_KNOWN(a, bit) ((a)->group == PAGESNAP_GROUP_PAGE || ((a)->mask & (bit)))

/* A flag that goes with a kind and with no other; each is told by the other. */
static const struct {
	uint32_t kind;
	uint64_t flag;
} twins[] = {
	{ PAGESNAP_KIND_BUDDY, PS_BUDDY }, { PAGESNAP_KIND_SLAB, PS_SLAB },
	{ PAGESNAP_KIND_PGTABLE, PS_PGTABLE }, { PAGESNAP_KIND_OFFLINE, PS_OFFLINE },
	{ PAGESNAP_KIND_HUGETLB, PS_HUGE }, { PAGESNAP_KIND_ZERO, PS_ZERO_PAGE },
	{ PAGESNAP_KIND_KSM, PS_KSM },
};

static bool is_kind(const struct fact_item *i, uint32_t a, uint32_t b)
{
	return i->kind == a || i->kind == b;
}

/* Memory of files and processes, as against the kernel's. */
static bool is_user(const struct fact_item *i)
{
	return is_kind(i, PAGESNAP_KIND_FILE, PAGESNAP_KIND_SHMEM) ||
	       is_kind(i, PAGESNAP_KIND_ANON, PAGESNAP_KIND_KSM);
}

static void check_kind(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	uint64_t flags = i->i.flags;
	bool anon = flags & PS_ANON;
	unsigned int t;

	if (i->kind == KIND_UNSAID)
		return;
	for (t = 0; t < sizeof(twins) / sizeof(*twins); t++)
		if (BIT_KNOWN(a, twins[t].flag) &&
		    (i->kind == twins[t].kind) != !!(flags & twins[t].flag))
			check_wrong(ck, "kind and flags don't go together");
	if (BIT_KNOWN(a, PS_ANON) && anon != is_kind(i, PAGESNAP_KIND_ANON, PAGESNAP_KIND_KSM) &&
	    i->kind != PAGESNAP_KIND_HUGETLB)
		check_wrong(ck, "kind and anonymous don't go together");
	if (BIT_KNOWN(a, PS_SWAPCACHE) && i->kind == PAGESNAP_KIND_SWAPCACHE && !(flags & PS_SWAPCACHE))
		check_wrong(ck, "swapcache that isn't");
	if (i->owned && !is_kind(i, PAGESNAP_KIND_FILE, PAGESNAP_KIND_SHMEM) &&
	    i->kind != PAGESNAP_KIND_HUGETLB)
		check_wrong(ck, "only pages of files have an owner");
	if (i->i.swp_offset && BIT_KNOWN(a, PS_SWAPCACHE) && !(flags & PS_SWAPCACHE))
		check_wrong(ck, "only pages of the swap cache are in a swap area");
	if (i->i.swp_offset &&
	    (i->i.swp_type || i->i.swp_offset + i->i.nr > shared->swap_pages))
		check_wrong(ck, "a page lies behind the end of its swap area");
	if (i->kind == PAGESNAP_KIND_HWPOISON)
		check_wrong(ck, "no memory is broken here");
}

/* A slot of the page cache led to it. */
static void check_cached(struct check *ck, const struct fact_item *i)
{
	const uint64_t never = PS_BUDDY | PS_SLAB | PS_PGTABLE | PS_ANON | PS_KSM | PS_OFFLINE |
			       PS_ZERO_PAGE;

	if (i->i.flags & never)
		check_wrong(ck, "no flags of page cache");
	if (i->kind != KIND_UNSAID && !is_kind(i, PAGESNAP_KIND_FILE, PAGESNAP_KIND_SHMEM) &&
	    i->kind != PAGESNAP_KIND_HUGETLB)
		check_wrong(ck, "no kind of page cache");
	if ((i->i.at ^ i->i.pfn) & ((1ULL << i->i.order) - 1))
		check_wrong(ck, "a folio that is not aligned to its order");
}

/* A page table entry led to it, and was locked. */
static void check_mapped(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	uint64_t entry = (1ULL << i->i.map_order) - 1;

	if (is_kind(i, PAGESNAP_KIND_BUDDY, PAGESNAP_KIND_SLAB) ||
	    is_kind(i, PAGESNAP_KIND_PGTABLE, PAGESNAP_KIND_OFFLINE))
		check_wrong(ck, "no process has such pages");
	if (is_user(i) && !i->i.order && (!i->i.map[0] || !i->i.ref[0]))
		check_wrong(ck, "a page that is mapped counts no mapping");
	if (is_user(i) && !i->i.order && BIT_KNOWN(a, PS_MMAP) && !(i->i.flags & PS_MMAP))
		check_wrong(ck, "a page that is mapped lacks the flag mmap");
	if ((i->i.at ^ i->i.pfn) & entry)
		check_wrong(ck, "an entry that is not aligned to what it maps");
	if (i->i.map_order && is_user(i) && i->i.order < i->i.map_order)
		check_wrong(ck, "an entry maps more than its folio has");
	if (ck->object.shared && is_kind(i, PAGESNAP_KIND_ANON, PAGESNAP_KIND_KSM))
		check_wrong(ck, "private pages in a shared mapping");
}

/* Of single pages, both counts stand in one word of memory, with the type. */
static void check_counts(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	bool typed = is_kind(i, PAGESNAP_KIND_BUDDY, PAGESNAP_KIND_SLAB) ||
		     i->kind == PAGESNAP_KIND_PGTABLE;

	if (i->i.ref[0] > i->i.ref[1] || i->i.map[0] > i->i.map[1])
		check_wrong(ck, "the smallest count is above the largest");
	if (typed && i->i.map[1])
		check_wrong(ck, "what has a type has no map count");
	if (BIT_KNOWN(a, PS_MMAP) && (!i->i.order || i->kind == PAGESNAP_KIND_HUGETLB)) {
		if ((i->i.flags & PS_MMAP) ? !i->i.map[0] : i->i.map[1])
			check_wrong(ck, "mmap and the map count don't go together");
	}
	if (is_user(i) && !i->i.order && (i->i.map[0] > i->i.ref[0] || i->i.map[1] > i->i.ref[1]))
		check_wrong(ck, "mappings that are no references");
}

static void check_order(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	uint64_t compound = i->i.flags & PS_COMPOUND;
	bool tail = i->i.pfn & ((1ULL << i->i.order) - 1);

	if (i->i.order >= PAGESNAP_ORDERS) {
		check_wrong(ck, "no folio is that large");
		return;
	}
	if (i->i.order < a->min_order || i->i.order > a->max_order)
		check_wrong(ck, "an order that was not asked for");
	if (a->group != PAGESNAP_GROUP_PAGE || !i->i.order) {
		if (compound)
			check_wrong(ck, "compound, but alone or in a run");
	} else if (compound ? compound != (tail ? PS_TAIL : PS_HEAD) : !(i->i.flags & PS_BUDDY)) {
		check_wrong(ck, "order and head or tail don't go together");
	}
	if (i->owned && ((i->i.index ^ i->i.pfn) & ((1ULL << i->i.order) - 1)))
		check_wrong(ck, "a folio that is not aligned to its order");
}

/* Where memory is does not change, but for what firmware keeps for itself. */
static void check_frame(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	uint64_t end = i->pfn_end ?: i->i.pfn + (i->i.frames == 1 ? i->i.nr : 1);
	uint64_t node = i->i.node;

	if (i->i.pfn >= shared->frames || end > shared->frames)
		check_wrong(ck, "a frame behind the last one");
	if (i->kind == PAGESNAP_KIND_RESERVED || i->kind == PAGESNAP_KIND_UNKNOWN ||
	    i->kind == PAGESNAP_KIND_KERNEL || i->kind == PAGESNAP_KIND_ZERO)
		return;
	if (node >= (uint64_t)shared->nodes || i->i.pfn < shared->node_start[node] ||
	    end > shared->node_end[node])
		check_wrong(ck, "a frame that is not on its node");
	if ((!strcmp(i->i.zone, "DMA") && i->i.pfn >= 4096) ||
	    (!strcmp(i->i.zone, "DMA32") && i->i.pfn >= 1 << 20) || *i->i.zone == '?')
		check_wrong(ck, "a frame that is not in its zone");
	if (a->node >= 0 && node != (uint64_t)a->node)
		check_wrong(ck, "a node that was not asked for");
	if (a->which == PAGESNAP_PFN && node != ck->object.node)
		check_wrong(ck, "a frame of another node than its span");
}

static void check_asked(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	uint64_t known = a->group == PAGESNAP_GROUP_PAGE ? ~0ULL : a->mask;
	uint64_t flags = i->i.flags;

	if ((flags & a->all & known) != (a->all & known) || (flags & a->none))
		check_wrong(ck, "flags that were not asked for");
	if (a->any && !(a->any & ~known) && !(flags & a->any))
		check_wrong(ck, "none of the flags that were asked for");
	if (a->group == PAGESNAP_GROUP_RUN && (flags & ~a->mask))
		check_wrong(ck, "flags outside of the mask");
	if (a->cgroup && i->i.cgroup != a->cgroup)
		check_wrong(ck, "a cgroup that was not asked for");
	if ((i->i.cgroup == PS_NONE) != (i->i.cgroup_online == PS_NONE) && i->i.cgroup == PS_NONE)
		check_wrong(ck, "no cgroup, but its ancestor");
	if (is_kind(i, PAGESNAP_KIND_BUDDY, PAGESNAP_KIND_SLAB) && i->i.cgroup != PS_NONE)
		check_wrong(ck, "free pages and slab are charged to a cgroup");
}

static void check_pages(struct check *ck, const struct ask *a, const struct fact_item *i)
{
	if (!i->i.nr || !i->i.frames || i->i.frames > i->i.nr ||
	    (i->i.what == PS_PAGE && i->i.nr != 1))
		check_wrong(ck, "nr or frames is impossible");
	if (i->pfn_end && i->i.frames == 1 && i->pfn_end != i->i.pfn + i->i.nr)
		check_wrong(ck, "one piece that does not end where it should");
	if (a->which == PAGESNAP_PFN && i->i.pfn != i->i.at)
		check_wrong(ck, "pfn is not index");
	check_kind(ck, a, i);
	check_order(ck, a, i);
	check_counts(ck, a, i);
	check_frame(ck, a, i);
	check_asked(ck, a, i);
	if (a->which == PAGESNAP_FILE || a->which == PAGESNAP_SB)
		check_cached(ck, i);
	if (a->which == PAGESNAP_TASK)
		check_mapped(ck, a, i);
}

/* Only what the churners make: no broken pages, no device memory, one swap area. */
static void check_gap(struct check *ck, const struct ask *a, const struct fact *f)
{
	const struct fact_item *i = &f->item;
	bool files = a->which == PAGESNAP_FILE || a->which == PAGESNAP_SB, may = false;

	switch (f->type) {
	case PAGESNAP_REC_GONE:
		may = files && i->why == PAGESNAP_WHY_EVICTED;
		break;
	case PAGESNAP_REC_SWAP:
		may = a->which != PAGESNAP_PFN && !i->i.swp_type &&
		      i->i.swp_offset + i->i.nr <= shared->swap_pages;
		break;
	case PAGESNAP_REC_HOLE:
		may = a->which == PAGESNAP_PFN &&
		      (i->why == PAGESNAP_WHY_ABSENT || i->why == PAGESNAP_WHY_OFFLINE);
		break;
	case PAGESNAP_REC_SPECIAL:
		may = a->which == PAGESNAP_TASK &&
		      (i->why == PAGESNAP_WHY_MIGRATION || i->why == PAGESNAP_WHY_MARKER ||
		       i->why == PAGESNAP_WHY_PFNMAP);
		break;
	}
	if (!may || !i->i.nr)
		check_wrong(ck, "no place without a page can be like this here");
	if (!ask_wants_gaps(a))
		check_wrong(ck, "places without a page were not asked for");
}

void check_fields(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);

	if (fact_is_pages(f))
		check_pages(ck, a, &f->item);
	else
		check_gap(ck, a, f);
}

/* Every flag is one of the pages', and every page has one order. */
void check_sums(struct check *ck, const struct ps_sums *s)
{
	const struct ask *a = check_ask(ck);
	uint64_t parts[] = {
		s->dirty, s->writeback, s->mapped, s->active, s->referenced, s->unevictable,
	};
	uint64_t ordered = 0;
	unsigned int i;

	for (i = 0; i < PS_ORDERS; i++) {
		ordered += s->orders[i];
		if (s->orders[i] && (i < a->min_order || i > a->max_order))
			check_wrong(ck, "pages of an order that was not asked for");
	}
	if (ordered != s->pages)
		check_wrong(ck, "orders have %llu pages in all", (unsigned long long)ordered);
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (parts[i] > s->pages)
			check_wrong(ck, "more pages with a flag than pages");
	if (!ask_wants_gaps(a) && s->evicted + s->swapped + s->special + s->holes)
		check_wrong(ck, "places without a page were not asked for");
}
