// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the page cache of one mapping, by gang lookup
 *
 * What pins what: the caller pins the inode, and so the mapping.  Nothing
 * pins the folios.  Under RCU the xarray's nodes stay; a folio that leaves
 * the cache meanwhile leaves its slot first, so the words that were copied
 * count only if the slot still has the folio afterwards and the folio still
 * names the mapping.  A folio may be split between the look at its slot and
 * the copy: the walk then goes on by index, never by what the slot spanned.
 * The walk is no snapshot of the whole file: it ascends, visits no index
 * twice, and sees each folio as it was at its own moment.
 */
#include <linux/dax.h>
#include <linux/pagemap.h>
#include <linux/rcupdate.h>

#include "../../compat/xarray.h"
#include "../../mm/alike.h"
#include "../../mm/hotplug.h"
#include "cache.h"
#include "slots.h"

/* Tries to read a folio that changes all the time. */
#define TRIES 16
/* Entries of one step, if they are alike and need no more than a few items. */
#define ENTRIES_A_STEP 4096

struct cursor {
	struct address_space *mapping;
	struct xa_state *xas;
	/* In base pages, whatever the mapping counts in: */
	u32 shift;
	u64 *next;
	u64 end;
	struct pagesnap_frame f;
};

/* The entry at @base of @nr pages, clipped to what is still wanted. */
static u64 clip(const struct cursor *c, u64 base, u64 nr, u64 *first)
{
	*first = max(base, *c->next);
	return min(base + nr, c->end) - *first;
}

/* Only between single entries of a leaf does xas_find() find the next index. */
static void go_on(struct cursor *c, u32 order)
{
	if (order || (c->xas->xa_node && c->xas->xa_node->shift))
		xas_set(c->xas, *c->next >> c->shift);
}

/* A value in shmem: swapped out, or a mark that it can't be read back. */
static void add_swap(struct pagesnap_walk *w, void *entry, u32 order, u64 first, u64 skip, u64 n)
{
	struct compat_entry_info info = { .pfn = PAGESNAP_NONE };
	struct pagesnap_gap *gap;

	compat_cache_entry(entry, &info);
	if (info.what != COMPAT_ENTRY_SWAP) {
		pagesnap_walk_add_gap(w, PAGESNAP_REC_SPECIAL, first, n, PAGESNAP_WHY_HWPOISON);
		return;
	}
	gap = pagesnap_walk_add_gap(w, PAGESNAP_REC_SWAP, first, n, PAGESNAP_WHY_NONE);
	gap->order = order;
	gap->swp_type = info.type;
	gap->swp_offset = info.offset + skip;
}

/* Return: false if the slot changed while it was read. */
static bool add_value(struct pagesnap_walk *w, struct cursor *c, void *entry)
{
	u32 order = compat_xas_order(c->xas) + c->shift;
	u64 nr = 1ULL << order;
	u64 base = round_down((u64)c->xas->xa_index << c->shift, nr);
	u64 first, n;

	/* The order comes from the slots as they are now, the entry from a moment ago. */
	if (xas_reload(c->xas) != entry)
		return false;
	n = clip(c, base, nr, &first);
	*c->next = first + n;
	if (dax_mapping(c->mapping))
		w->end.skipped[PAGESNAP_WHY_DAX] += n;
	else if (compat_is_shmem(c->mapping))
		add_swap(w, entry, order, first, first - base, n);
	else
		pagesnap_walk_add_gap(w, PAGESNAP_REC_GONE, first, n, PAGESNAP_WHY_EVICTED);
	go_on(c, order);
	return true;
}

/* Return: false if the folio changed while it was read. */
static bool add_folio(struct pagesnap_walk *w, struct cursor *c, struct folio *folio)
{
	struct pagesnap_frame *f = &c->f;
	u64 index = (u64)c->xas->xa_index << c->shift;
	int alike = pagesnap_frame_next(&w->reader, &folio->page, f);
	u64 base, first, n;

	if (alike < 0 || f->head != &folio->page)
		return false;
	if (xas_reload(c->xas) != folio || f->mapping != (unsigned long)c->mapping)
		return false;
	base = round_down(index, f->nr);
	if ((u64)f->index << c->shift != base)
		return false;
	if (alike) {
		pagesnap_walk_add_alike(w, f, index);
		*c->next = index + 1;
		go_on(c, 0);
		return true;
	}
	/* The slot says page cache: no need to guess. */
	if (f->kind != PAGESNAP_KIND_HUGETLB)
		f->kind = compat_is_shmem(c->mapping) ? PAGESNAP_KIND_SHMEM : PAGESNAP_KIND_FILE;
	n = clip(c, base, f->nr, &first);
	pagesnap_walk_add_frame(w, f, first - base, n, first, 0);
	*c->next = first + n;
	go_on(c, f->order);
	return true;
}

/* Is the entry before *next one of a single index, so that the leaf goes on behind it? */
static bool is_in_leaf(const struct cursor *c)
{
	const struct xa_state *xas = c->xas;

	return !c->shift && pagesnap_slots_are_leaf(xas) && xas->xa_index + 1 == *c->next;
}

/* The slot of the leaf that ends what may follow there, @max at the most. */
static u32 leaf_end(const struct cursor *c, u64 max)
{
	return min_t(u64, XA_CHUNK_SIZE, c->xas->xa_offset + 1 + min(max, c->end - *c->next));
}

/* Slots up to @at are done with.  Return: how many these are. */
static u32 pass(struct cursor *c, u32 at)
{
	u32 nr = at - c->xas->xa_offset - 1;

	pagesnap_slots_move(c->xas, at - 1);
	*c->next += nr;
	return nr;
}

static unsigned long slot_at(const struct cursor *c, u32 at)
{
	return pagesnap_slot_word(c->xas->xa_node->slots + at);
}

/* The page in a slot of the leaf under way, NULL if there is none. */
static struct page *page_at(const struct cursor *c, u32 at)
{
	unsigned long entry = slot_at(c, at);

	return entry && !(entry & PAGESNAP_SLOT_TAGS) ? folio_page((struct folio *)entry, 0) : NULL;
}

/*
 * Most pages are like the one before: those that follow it in the same node of
 * the xarray, @max at the most, are compared with it and counted, and that is all.
 */
static u32 add_streak(struct pagesnap_walk *w, struct cursor *c, u32 max)
{
	struct pagesnap_alike like;
	struct xa_state *xas = c->xas;
	struct pagesnap_stand stand;
	struct pagesnap_streak streak;
	unsigned long next = xas->xa_index + 1;
	struct page *page;
	u32 at, end;

	if (!is_in_leaf(c) || !pagesnap_walk_streak(w, next, &streak))
		return 0;
	like = pagesnap_alike_of(&w->reader.snap);
	end = leaf_end(c, min(max, streak.max));
	for (at = xas->xa_offset + 1; at < end; at++, next++) {
		page = page_at(c, at);
		if (!page || !pagesnap_is_alike(&like, page, &stand) || stand.index != next ||
		    page_at(c, at) != page)
			break;
		pagesnap_streak_add(w, &streak, page_to_pfn(page));
	}
	pagesnap_walk_extend(w, &streak);
	return pass(c, at);
}

/*
 * Where pages are only counted, those that follow in the node under way are counted by
 * their words, as long as these are known; empty slots between them are passed.
 */
static u32 count_known(struct pagesnap_walk *w, struct cursor *c, u32 max)
{
	struct xa_state *xas = c->xas;
	struct pagesnap_count count;
	struct pagesnap_stand stand;
	unsigned long entry;
	struct page *page;
	u32 at, end, begin = xas->xa_offset + 1;

	if (!w->reader.alike || !is_in_leaf(c))
		return 0;
	pagesnap_count_begin(w, &count);
	end = leaf_end(c, max);
	for (at = begin; at < end; at++) {
		entry = slot_at(c, at);
		if (!entry) {
			at = pagesnap_slots_pass_empty(xas->xa_node, at + 1, end) - 1;
			continue;
		}
		if (entry & PAGESNAP_SLOT_TAGS)
			break;
		page = folio_page((struct folio *)entry, 0);
		if (!pagesnap_count_knows(w, &count, page, &stand) ||
		    stand.index != *c->next + (at - begin) || slot_at(c, at) != entry ||
		    stand.mapping != (unsigned long)c->mapping)
			break;
		count.nr++;
	}
	pagesnap_count_end(w, &count, at == end);
	return pass(c, at);
}

/*
 * Does a slot of the leaf under way have a value of a single index?  As in add_value(), siblings
 * and the entry are read one after the other.
 */
static bool is_single_value(const struct cursor *c, u32 at)
{
	unsigned long entry = slot_at(c, at);

	return xa_is_value((void *)entry) &&
	       (at + 1 == XA_CHUNK_SIZE || !xa_is_internal((void *)slot_at(c, at + 1))) &&
	       slot_at(c, at) == entry;
}

/* Evicted pages mostly follow one another: those behind the last item are part of it. */
static u32 add_evicted(struct pagesnap_walk *w, struct cursor *c, u32 max)
{
	struct pagesnap_gap *gap = &w->items[w->nr_items - 1].gap;
	u32 at, end;

	if (gap->rec.type != PAGESNAP_REC_GONE || gap->index + gap->nr != *c->next ||
	    !is_in_leaf(c))
		return 0;
	end = leaf_end(c, max);
	for (at = c->xas->xa_offset + 1; at < end && is_single_value(c, at); at++)
		gap->nr++;
	return pass(c, at);
}

/* What follows without more ado.  Return: how many indices are passed. */
static u32 add_more(struct pagesnap_walk *w, struct cursor *c, u32 max)
{
	if (!w->reader.alike)
		return w->nr_items ? add_evicted(w, c, max) : 0;
	return pagesnap_walk_sums(w) ? count_known(w, c, max) : add_streak(w, c, max);
}

/* An entry of the mapping. Return: false if it changed while it was read. */
static bool add_entry(struct pagesnap_walk *w, struct cursor *c, void *entry)
{
	bool added = xa_is_value(entry) ? add_value(w, c, entry) : add_folio(w, c, entry);

	if (!added)
		w->reader.alike = false;
	return added;
}

/* Context: RCU. Return: true if entries may be left. */
static bool fill_rcu(struct pagesnap_walk *w, struct cursor *c)
{
	unsigned long last = (c->end - 1) >> c->shift;
	u32 budget = ENTRIES_A_STEP, tries = 0;
	void *entry;

	pagesnap_frame_begin(&w->reader);
	while (budget-- && pagesnap_walk_has_room(w) && *c->next < c->end) {
		entry = xas_next_entry(c->xas, last);
		if (!entry)
			return false;
		if (xas_retry(c->xas, entry))
			continue;
		*c->next = max(*c->next, (u64)c->xas->xa_index << c->shift);
		if (!add_entry(w, c, entry)) {
			if (++tries < TRIES) {
				xas_reset(c->xas);
				continue;
			}
			w->end.skipped[PAGESNAP_WHY_TORN]++;
			*c->next = (u64)(c->xas->xa_index + 1) << c->shift;
			xas_set(c->xas, c->xas->xa_index + 1);
		}
		tries = 0;
		budget -= add_more(w, c, budget);
		pagesnap_slots_skip_empty(c->xas);
	}
	return *c->next < c->end;
}

/**
 * pagesnap_cache_fill() - add the next items of a mapping
 * @w: walk
 * @mapping: page cache of an inode that the caller pins
 * @next: page index to go on from, in base pages; moved on
 * @end: page index behind the last
 *
 * Context: process context, no locks.
 * Return: true if there may be more.
 */
bool pagesnap_cache_fill(struct pagesnap_walk *w, struct address_space *mapping, u64 *next,
			 u64 end)
{
	u32 shift = compat_index_shift(mapping);
	XA_STATE(xas, &mapping->i_pages, 0);
	struct cursor c = {
		.mapping = mapping, .xas = &xas, .shift = shift, .next = next,
		/* The last page index that an xarray can have. */
		.end = min(end, (u64)ULONG_MAX >> shift << shift),
	};
	bool more;
	int token;

	if (*next >= c.end)
		return false;
	xas_set(&xas, *next >> shift);
	token = pagesnap_hotplug_enter();
	rcu_read_lock();
	more = fill_rcu(w, &c);
	rcu_read_unlock();
	pagesnap_hotplug_leave(token);
	return more;
}
