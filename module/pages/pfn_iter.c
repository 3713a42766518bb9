// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: pfn_index: physical frames, ascending
 *
 * What pins what: nothing is held between two frames but the position.  The
 * struct page of an online section stays while the hotplug reader of
 * hotplug.c runs; pfn_to_online_page() is asked inside it, for every folio.
 * What a frame is may change at any time: each folio's words are copied once
 * and told from the copy (frame.c), and a free block or folio that is found
 * is passed as a whole, so that every frame of the range is answered exactly
 * once, as a page, as a hole, or counted as torn.
 */
#include <linux/memory_hotplug.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>

#include "hotplug.h"
#include "owner.h"
#include "walk.h"

/* Frames without memory that one step may pass. */
#define HOLES_A_STEP 1024

static u64 last_frame(void)
{
	u64 end = 0;
	int nid;

	for_each_online_node(nid)
		end = max_t(u64, end, pgdat_end_pfn(NODE_DATA(nid)));
	return end;
}

static int pfn_begin(struct pagesnap_walk *w, struct pagesnap_fault *f)
{
	struct pagesnap_pfn_state *s = &w->s.pfn;

	s->next = w->q.start;
	s->end = min(w->q.end, last_frame());
	s->node = NUMA_NO_NODE;
	return 0;
}

/* Begin the span that @pfn of @node is in. */
static void begin_span(struct pagesnap_walk *w, u64 pfn, int node)
{
	struct pagesnap_span *r = &w->inner.span;

	w->s.pfn.node = node;
	pagesnap_walk_object(w, PAGESNAP_REC_SPAN, sizeof(*r));
	r->start = pfn;
	r->end = w->s.pfn.end;
	/* Frames of firmware may name a node that they are no part of. */
	if (node >= 0 && node < MAX_NUMNODES && node_online(node) &&
	    pgdat_end_pfn(NODE_DATA(node)) > pfn)
		r->end = min(r->end, (u64)pgdat_end_pfn(NODE_DATA(node)));
	r->node = node == NUMA_NO_NODE ? 0 : node;
}

/*
 * A hole: the rest of a section that is not online, or of a part of one that
 * has no memory map.
 */
static void add_hole(struct pagesnap_walk *w)
{
	struct pagesnap_pfn_state *s = &w->s.pfn;
	u64 unit = PAGES_PER_SUBSECTION, end;
	u32 why = PAGESNAP_WHY_ABSENT;
	unsigned long section = pfn_to_section_nr(s->next);

	if (section >= NR_MEM_SECTIONS || !present_section_nr(section))
		unit = PAGES_PER_SECTION;
	else if (!online_section_nr(section))
		why = PAGESNAP_WHY_OFFLINE;
	end = min(round_down(s->next, unit) + unit, s->end);
	pagesnap_walk_add_gap(w, PAGESNAP_REC_HOLE, s->next, end - s->next, why);
	s->next = end;
}

static void add_torn(struct pagesnap_walk *w)
{
	w->end.skipped[PAGESNAP_WHY_TORN]++;
	w->s.pfn.next++;
}

/* Return: false if the frame belongs to another node than the span under way. */
static bool add_frame(struct pagesnap_walk *w, struct page *page)
{
	struct pagesnap_pfn_state *s = &w->s.pfn;
	struct pagesnap_frame f;
	u64 nth, nr;
	u32 at;

	if (pagesnap_frame_read(&w->reader, page, &f)) {
		add_torn(w);
		return true;
	}
	if (s->node != (int)f.node) {
		if (w->nr_items)
			return false;
		if (w->inner_live) {
			w->object_done = true;
			return false;
		}
		begin_span(w, s->next, f.node);
	}
	nth = s->next - f.pfn;
	nr = min(f.nr - nth, s->end - s->next);
	at = w->nr_items;
	pagesnap_walk_add_frame(w, &f, nth, nr, s->next, 0);
	for (; at < w->nr_items; at++)
		pagesnap_owner_read(&f, &w->items[at].run);
	s->next += nr;
	return true;
}

/* Context: RCU and a hotplug reader. */
static void fill_rcu(struct pagesnap_walk *w)
{
	struct pagesnap_pfn_state *s = &w->s.pfn;
	u32 holes = 0;
	struct page *page;

	while (s->next < s->end && w->nr_items < PAGESNAP_ITEMS_SOFT && holes < HOLES_A_STEP) {
		page = pfn_to_online_page(s->next);
		if (page) {
			if (!add_frame(w, page))
				return;
			continue;
		}
		if (!w->inner_live)
			begin_span(w, s->next, s->node);
		add_hole(w);
		holes++;
	}
}

static int pfn_fill(struct pagesnap_walk *w)
{
	struct pagesnap_pfn_state *s = &w->s.pfn;
	int token;

	if (s->next >= s->end)
		return 0;
	token = pagesnap_hotplug_enter();
	rcu_read_lock();
	fill_rcu(w);
	rcu_read_unlock();
	pagesnap_hotplug_leave(token);
	return s->next < s->end;
}

const struct pagesnap_source pagesnap_pfn_source = {
	.unit = PAGESNAP_UNIT_PFN,
	.begin = pfn_begin,
	.fill = pfn_fill,
};
