// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: pfn_index: physical frames, ascending
 *
 * What pins what: nothing is kept between two frames but the position.  The
 * struct page of an online section stays while the hotplug reader of
 * hotplug.c runs; pfn_to_online_page() is asked inside it, for every folio.
 * What a frame is may change at any time: each folio's words are copied once
 * and its facts derived from the copy (frame.c), and a free block or folio that is found
 * is passed as a whole, so that every frame of the range is answered exactly
 * once, as a page, as a hole, or counted as torn.
 */
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/memory_hotplug.h>
#include <linux/mmzone.h>
#include <linux/sched.h>

#include "../../fs/owner.h"
#include "../../fs/place.h"
#include "../../mm/alike.h"
#include "../../mm/caches.h"
#include "../../mm/hotplug.h"
#include "../walk.h"

/* Frames without memory that one step may pass, and frames that are alike. */
#define HOLES_A_STEP 1024
#define FRAMES_A_STEP 4096
/* Frames between two looks whether another task is to run. */
#define FRAMES_A_LOOK 512U

/**
 * struct named - whose name was found
 * @valid: somebody's
 * @major: device of its superblock
 * @minor: device of its superblock
 * @gen: i_generation
 * @ino: inode number
 */
struct named {
	bool valid;
	u32 major;
	u32 minor;
	u32 gen;
	u64 ino;
};

/**
 * struct pfn_state - how far a walk is
 * @next: frame to read next
 * @end: frame behind the last
 * @node: of the span under way, -1 before the first
 * @place: to find names of files
 * @named: whose name was found last, in this step
 */
struct pfn_state {
	u64 next;
	u64 end;
	int node;
	struct pagesnap_place place;
	struct named named;
};

static int pfn_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct pfn_state *s = w->state;

	*s = (struct pfn_state){ .next = w->q.start, .node = NUMA_NO_NODE };
	s->end = min(w->q.end, pagesnap_frames_end());
	pagesnap_select_range(&w->sel, &s->next, &s->end);
	pagesnap_place_init(&s->place, w->name, w->path);
	return 0;
}

/*
 * Is @pfn between @start and @end, in whole pageblocks?  Each of these has one zone: the
 * first zone of a PC begins behind frame 0, which is in its first block.
 */
static bool spans(u64 start, u64 end, u64 pfn)
{
	return start < end && pfn >= round_down(start, pageblock_nr_pages) &&
	       pfn < round_up(end, pageblock_nr_pages);
}

static bool node_spans(u32 nid, u64 pfn)
{
	/* What goes offline is left out of it when no reader of ours is there. */
	return nid < MAX_NUMNODES && node_online(nid) &&
	       /* as pagesnap_node_end() */
	       spans(data_race(NODE_DATA(nid)->node_start_pfn), pagesnap_node_end(nid), pfn);
}

/* Where the zone that @f names ends, 0 if @pfn is no part of it. */
static u64 zone_end(const struct pagesnap_frame *f, u64 pfn)
{
	struct zone *zone;
	unsigned int seq;
	u64 start, end;

	if (f->zone >= MAX_NR_ZONES)
		return 0;
	zone = &NODE_DATA(f->node)->node_zones[f->zone];
	do {
		seq = zone_span_seqbegin(zone);
		/* Whatever changes meanwhile is read again: so says the counter. */
		start = data_race(zone->zone_start_pfn);
		/* This, too. */
		end = data_race(zone_end_pfn(zone));
	} while (zone_span_seqretry(zone, seq));
	return spans(start, end, pfn) ? round_up(end, pageblock_nr_pages) : 0;
}

/*
 * Frames that no allocator ever had, mostly the firmware's, get the words of the
 * memory behind them (init_unavailable_range() in mm/mm_init.c): these may name a
 * node or zone that begins elsewhere, which is then not known.
 *
 * Return: where the zone ends, 0 if it is not known.
 */
static u64 check_zone(struct pagesnap_frame *f, u64 pfn)
{
	u64 end = 0;

	if (node_spans(f->node, pfn))
		end = zone_end(f, pfn);
	else
		f->node = PAGESNAP_UNKNOWN32;
	if (!end)
		f->zone = PAGESNAP_UNKNOWN32;
	return end;
}

/* Begin the span that @pfn of @node is in. */
static void begin_span(struct pagesnap_walk *w, u64 pfn, int node)
{
	struct pagesnap_span *r = &w->inner.span;
	struct pfn_state *s = w->state;

	s->node = node;
	pagesnap_walk_object(w, PAGESNAP_REC_SPAN, sizeof(*r));
	r->start = pfn;
	r->end = s->end;
	if (node >= 0 && pagesnap_node_end(node) > pfn)
		r->end = min(r->end, pagesnap_node_end(node));
	r->node = node == NUMA_NO_NODE ? 0 : node;
}

/*
 * A hole: the rest of a section that is not online, or of a part of one that
 * has no memory map.
 */
static void add_hole(struct pagesnap_walk *w)
{
	struct pfn_state *s = w->state;
	u64 unit = PAGES_PER_SUBSECTION, end;
	u32 why = PAGESNAP_WHY_ABSENT;
	unsigned long section = pfn_to_section_nr(s->next);

	/* It may come meanwhile, but not go, see hotplug.c: a hole it was. */
	if (section >= NR_MEM_SECTIONS || data_race(!present_section_nr(section)))
		unit = PAGES_PER_SECTION;
	/* likewise */
	else if (data_race(!online_section_nr(section)))
		why = PAGESNAP_WHY_OFFLINE;
	end = min(round_down(s->next, unit) + unit, s->end);
	pagesnap_walk_add_gap(w, PAGESNAP_REC_HOLE, s->next, end - s->next, why);
	s->next = end;
}

static void add_torn(struct pagesnap_walk *w)
{
	struct pfn_state *s = w->state;

	w->end.skipped[PAGESNAP_WHY_TORN]++;
	s->next++;
}

/**
 * struct fill - while one RCU section lasts
 * @f: the folio that was read last
 * @online: memory that is known to be online
 * @frames: that were looked at
 * @holes: that were found
 * @plain: each frame is read for itself
 * @alike: the frame read last was like the one before
 * @zone_end: of the zone of the frame that was read last; 0 if that is not known
 * @node: of that zone
 * @zone: its index there
 * @streak: frames alike of one inode may follow, whose owner was read with
 *	the first of them
 * @followed: they did
 * @sb: superblock of the file whose frame was read last
 * @owner: what the last folio belongs to; of a streak the first frame does
 * @last: the last of those that followed
 * @first: the first of them
 * @first_item: and its item
 * @memo: of the frame before, among those that are known by their words
 * @mapping: its mapping
 */
struct fill {
	struct pagesnap_frame f;
	struct pagesnap_online online;
	u32 frames;
	u32 holes;
	bool plain;
	bool alike;
	bool streak;
	bool followed;
	u32 node;
	u32 zone;
	u64 zone_end;
	struct pagesnap_owner_sb sb;
	struct pagesnap_owner owner;
	struct pagesnap_frame last;
	u64 first;
	u32 first_item;
	const struct pagesnap_memo *memo;
	unsigned long mapping;
};

static void begin_streak(const struct pagesnap_walk *w, struct fill *c, u64 first, u32 first_item)
{
	if (c->plain || !w->reader.alike || c->owner.by != PAGESNAP_OWNED_BY_INODE)
		return;
	c->streak = true;
	c->followed = false;
	c->first = first;
	c->first_item = first_item;
}

/*
 * That all frames of a streak had the mapping of the first one does not say
 * that they had its owner, should the mapping have become another's meanwhile.
 * The first one had it: pagesnap_owner_read() has looked at its mapping afterwards.
 *
 * Return: false if that may be so; then they are to be read again.
 */
static bool end_streak(struct pagesnap_walk *w, struct fill *c)
{
	struct pfn_state *s = w->state;

	if (!c->streak)
		return true;
	c->streak = false;
	if (!c->followed || pagesnap_owner_still(&c->last, &c->sb, &c->owner))
		return true;
	w->nr_items = c->first_item;
	s->next = c->first;
	c->plain = true;
	c->frames = 0;
	pagesnap_frame_begin(&w->reader);
	return false;
}

/* Neighbours that are slabs have the same words, but not the same cache. */
static bool has_cache(const struct pagesnap_walk *w, const struct pagesnap_frame *f)
{
	return w->sel.frame_names && f->kind == PAGESNAP_KIND_SLAB;
}

/* Does the item of the frame before describe the one that was read?  Sums have no owner. */
static bool is_known(const struct pagesnap_walk *w, const struct fill *c)
{
	return c->streak || pagesnap_walk_sums(w) ||
	       (!pagesnap_owner_has(&c->f) && !(c->f.flags & KPF_BIT(KPF_SWAPCACHE)) &&
		!has_cache(w, &c->f));
}

static void add_alike(struct pagesnap_walk *w, struct fill *c)
{
	struct pfn_state *s = w->state;

	pagesnap_walk_add_alike(w, &c->f, s->next);
	c->last = c->f;
	c->followed = true;
	s->next++;
}

static void set_inode(struct pagesnap_run *run, const struct pagesnap_owner *owner)
{
	run->rec.flags |= PAGESNAP_RF_OWNER;
	run->owner_major = MAJOR(owner->dev);
	run->owner_minor = MINOR(owner->dev);
	run->owner_gen = owner->gen;
	run->owner_ino = owner->ino;
	run->owner_index = owner->index;
}

/* The page of @run is the @nth behind the one whose owner was read, in the same folio. */
static void set_owner(const struct fill *c, struct pagesnap_run *run, u64 nth)
{
	const struct pagesnap_owner *owner = &c->owner;

	if (owner->by == PAGESNAP_OWNED_BY_NONE)
		return;
	if (owner->by == PAGESNAP_OWNED_BY_SWAP) {
		run->rec.flags |= PAGESNAP_RF_SWAP;
		run->owner_gen = owner->gen;
	} else {
		set_inode(run, owner);
	}
	run->owner_index = owner->index + nth;
}

/* The same, of a slab. */
static void add_cache(struct pagesnap_walk *w, struct fill *c, u32 first)
{
	u64 id = pagesnap_cache_id(c->f.head);
	u32 at;

	c->owner.by = PAGESNAP_OWNED_BY_NONE;
	for (at = first; at < w->nr_items; at++) {
		w->items[at].run.rec.flags |= PAGESNAP_RF_CACHE;
		w->items[at].run.owner_ino = id;
	}
}

/* Who owns the items from @first on, which are of the folio that was read. */
static void add_owner(struct pagesnap_walk *w, struct fill *c, u32 first)
{
	u64 pfn = w->items[first].run.pfn;
	u32 at;

	if (has_cache(w, &c->f)) {
		add_cache(w, c, first);
		return;
	}
	pagesnap_owner_read(&c->f, pfn, &c->sb, &c->owner);
	for (at = first; at < w->nr_items; at++)
		set_owner(c, &w->items[at].run, w->items[at].run.pfn - pfn);
}

/* Is it in the zone of the frame before?  Walks ascend, so that its beginning is behind. */
static bool is_same_zone(const struct fill *c, u64 pfn)
{
	return pfn < c->zone_end && c->f.zone == c->zone && c->f.node == c->node;
}

/* Return: false if the frame belongs to another node than the span under way. */
static bool enter_zone(struct pagesnap_walk *w, struct fill *c)
{
	struct pfn_state *s = w->state;
	u64 next = s->next;

	c->zone_end = check_zone(&c->f, next);
	if (c->f.node == PAGESNAP_UNKNOWN32) {
		/* As a hole, it is part of the span that is under way. */
		if (!w->inner_live)
			begin_span(w, next, s->node);
	} else if (s->node != (int)c->f.node) {
		if (w->nr_items)
			return false;
		if (w->inner_live) {
			w->object_done = true;
			return false;
		}
		begin_span(w, next, c->f.node);
	}
	c->node = c->f.node;
	c->zone = c->f.zone;
	/* What its words say of the zone isn't so: no other frame's facts are known by them. */
	if (!c->zone_end)
		w->reader.memo = NULL;
	return true;
}

/* Return: false if the frame belongs to another node than the span under way. */
static bool add_folio(struct pagesnap_walk *w, struct fill *c)
{
	struct pfn_state *s = w->state;
	u64 nth, nr, next = s->next;
	u32 first = w->nr_items;

	if (!is_same_zone(c, next) && !enter_zone(w, c))
		return false;
	nth = next - c->f.pfn;
	nr = min(c->f.nr - nth, s->end - next);
	pagesnap_walk_add_frame(w, &c->f, nth, nr, next, 0);
	s->next += nr;
	if (pagesnap_walk_sums(w))
		return true;
	if (w->nr_items > first)
		add_owner(w, c, first);
	begin_streak(w, c, next, first);
	return true;
}

/* Return: false if the frame belongs to another node than the span under way. */
static bool add_frame(struct pagesnap_walk *w, struct fill *c, struct page *page)
{
	const struct pfn_state *s = w->state;
	int alike;

	c->alike = false;
	if (c->plain || s->next >= c->zone_end)
		w->reader.alike = false;
	alike = pagesnap_frame_next(&w->reader, page, &c->f);
	if (alike > 0 && is_known(w, c)) {
		add_alike(w, c);
		c->alike = true;
		return true;
	}
	if (!end_streak(w, c))
		return true;
	if (alike >= 0)
		return add_folio(w, c);
	add_torn(w);
	return true;
}

/* Return: as add_frame(). */
static bool add_next(struct pagesnap_walk *w, struct fill *c)
{
	struct pfn_state *s = w->state;
	struct page *page = pagesnap_online_page(&c->online, s->next);

	if (page)
		return add_frame(w, c, page);
	c->alike = false;
	if (!end_streak(w, c))
		return true;
	if (!w->inner_live)
		begin_span(w, s->next, s->node);
	add_hole(w);
	c->holes++;
	return true;
}

/*
 * Most frames are like the one before: those that follow it in memory that is
 * known to be online, @max at the most, are compared with it and counted, and
 * that is all.
 */
static u32 add_streak(struct pagesnap_walk *w, struct fill *c, u32 max)
{
	struct pagesnap_alike like;
	struct pfn_state *s = w->state;
	const struct pagesnap_run *last;
	struct pagesnap_stand stand;
	struct pagesnap_streak streak;
	struct page *page;
	u64 pfn, end, index;
	bool owner;

	if (c->plain || !pagesnap_walk_streak(w, s->next, &streak) || !is_known(w, c))
		return 0;
	like = pagesnap_alike_of(&w->reader.snap);
	last = &w->items[w->last].run;
	owner = last->rec.flags & PAGESNAP_RF_OWNER;
	index = last->owner_index + last->nr;
	end = min3(s->end, s->next + min(max, streak.max), pagesnap_online_end(&c->online));
	end = min(end, c->zone_end);
	for (pfn = s->next; pfn < end; pfn++) {
		page = pfn_to_page(pfn);
		if (!pagesnap_is_alike(&like, page, &stand) ||
		    pagesnap_is_zero_alike(&like, pfn) ||
		    (owner && stand.index != index++))
			break;
		pagesnap_streak_add(w, &streak, pfn);
		c->last.head = page;
	}
	pagesnap_walk_extend(w, &streak);
	s->next = pfn;
	return streak.nr;
}

/* Frames with the same words are in one zone; those of another item say so of themselves. */
static bool is_last_here(const struct fill *c, const struct pagesnap_count *count)
{
	return count->last->run->zone == c->zone && count->last->run->node == c->node;
}

/*
 * Where pages are only counted, those that follow are counted by their words, as long as
 * these are known in this zone.
 */
static u32 count_known(struct pagesnap_walk *w, struct fill *c, u32 max)
{
	struct pfn_state *s = w->state;
	/* Nobody else has these two: they stay in registers. */
	struct pagesnap_alike words;
	u64 nr = 0;
	struct pagesnap_count count;
	u64 pfn = s->next, end;
	struct page *page;

	if (c->plain || !w->reader.alike)
		return 0;
	end = min3(s->end, pfn + max, pagesnap_online_end(&c->online));
	end = min(end, c->zone_end);
	if (pfn >= end)
		return 0;
	pagesnap_count_begin(w, &count);
	words = count.words;
	/* A subsection has its memory map in one piece. */
	for (page = pfn_to_page(pfn); pfn < end; pfn++, page++) {
		if (!pagesnap_has_words(&words, page, NULL)) {
			count.nr += nr;
			nr = 0;
			if (!pagesnap_count_other(w, &count, page, NULL) ||
			    !is_last_here(c, &count))
				break;
			words = count.words;
		}
		nr++;
	}
	count.nr += nr;
	pagesnap_count_end(w, &count, pfn == end);
	max = pfn - s->next;
	s->next = pfn;
	return max;
}

/* Who owns a page whose item is @run, and which has been copied. */
static void add_own(struct pagesnap_walk *w, struct fill *c, const struct page *page,
		    struct pagesnap_run *run)
{
	unsigned long mapping = (unsigned long)w->reader.snap.folio.mapping;

	if (!pagesnap_owner_has(&w->reader.memo->frame))
		return;
	if (pagesnap_owner_of(page, mapping, &c->sb, &c->owner))
		set_inode(run, &c->owner);
	else
		pagesnap_run_owner_clear(run);
}

/* Is the page that was read last like the one before, so that a streak begins? */
static bool is_like_before(const struct pagesnap_walk *w, struct fill *c)
{
	const struct pagesnap_memo *before = c->memo;
	unsigned long mapping = c->mapping;

	c->memo = w->reader.memo;
	c->mapping = (unsigned long)w->reader.snap.folio.mapping;
	return c->memo == before && c->mapping == mapping;
}

/*
 * Is there an item of this step with the facts of the page, in the same zone?  What else
 * a page has, its owner, is read with each; a place in a swap area needs more care.
 */
static bool has_item(struct pagesnap_walk *w, const struct fill *c, struct page *page,
		     struct pagesnap_stand *stand)
{
	const struct pagesnap_memo *memo = pagesnap_frame_memo(&w->reader, page, stand);

	return memo && memo->item && memo->frame.zone == c->zone && memo->frame.node == c->node &&
	       !(memo->frame.flags & KPF_BIT(KPF_SWAPCACHE)) && !has_cache(w, &memo->frame);
}

/* Frames up to @end, until one has no item or is like the one before. */
static void add_items(struct pagesnap_walk *w, struct fill *c, u64 end)
{
	struct pfn_state *s = w->state;
	struct pagesnap_stand stand;
	struct page *page;
	u64 first = s->next;

	c->memo = w->reader.alike ? w->reader.memo : NULL;
	c->mapping = (unsigned long)w->reader.snap.folio.mapping;
	for (; s->next < end; s->next++) {
		page = pfn_to_page(s->next);
		if (!has_item(w, c, page, &stand)) {
			w->reader.alike = false;
			break;
		}
		if (is_like_before(w, c) || (s->next == first && !end_streak(w, c)))
			break;
		c->owner.index = stand.index;
		add_own(w, c, page, pagesnap_walk_add_known(w, s->next, s->next));
	}
	/* The frame that was read last isn't the one in c->f. */
	if (s->next > first)
		w->reader.alike = false;
}

/*
 * Where memory is mixed, hardly a page is like the one before, but most are like others
 * before: those that follow become items as long as their words are known in this zone.
 *
 * Return: how many.
 */
static u32 add_known(struct pagesnap_walk *w, struct fill *c, u32 max)
{
	struct pfn_state *s = w->state;
	u32 nr = w->nr_items;
	u64 end;

	if (c->plain || nr >= PAGESNAP_ITEMS_SOFT)
		return 0;
	max = min(max, PAGESNAP_ITEMS_SOFT - nr);
	end = min3(s->end, s->next + max, pagesnap_online_end(&c->online));
	add_items(w, c, min(end, c->zone_end));
	return w->nr_items > nr ? w->nr_items - nr : 0;
}

/* As add_more(), @max at the most. */
static u32 add_some(struct pagesnap_walk *w, struct fill *c, u32 max)
{
	if (pagesnap_walk_sums(w))
		return count_known(w, c, max);
	return c->alike ? add_streak(w, c, max) : add_known(w, c, max);
}

/* Frames that follow without more ado.  Return: how many. */
static u32 add_more(struct pagesnap_walk *w, struct fill *c, u32 max)
{
	u32 n, nr = 0;

	do {
		n = add_some(w, c, min(max - nr, FRAMES_A_LOOK));
		nr += n;
	} while (n == FRAMES_A_LOOK && nr < max && !need_resched());
	return nr;
}

/* Context: RCU and a hotplug reader. */
static void fill_rcu(struct pagesnap_walk *w)
{
	struct pfn_state *s = w->state;
	struct fill c = { };

	pagesnap_frame_begin(&w->reader);
	do {
		while (s->next < s->end && pagesnap_walk_has_room(w) &&
		       c.holes < HOLES_A_STEP && c.frames++ < FRAMES_A_STEP) {
			if (!add_next(w, &c))
				break;
			c.frames += add_more(w, &c, FRAMES_A_STEP - c.frames);
		}
	} while (!end_streak(w, &c));
}

static int pfn_fill(struct pagesnap_walk *w)
{
	struct pfn_state *s = w->state;
	int token;

	s->named.valid = false;
	if (s->next >= s->end)
		return 0;
	token = pagesnap_hotplug_enter();
	rcu_read_lock();
	fill_rcu(w);
	rcu_read_unlock();
	pagesnap_hotplug_leave(token);
	return s->next < s->end;
}

static bool is_named(const struct named *n, const struct pagesnap_run *run)
{
	return n->valid && n->ino == run->owner_ino && n->gen == run->owner_gen &&
	       n->major == run->owner_major && n->minor == run->owner_minor;
}

static void name_owner(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	const struct pagesnap_owner owner = {
		.dev = MKDEV(run->owner_major, run->owner_minor),
		.gen = run->owner_gen, .ino = run->owner_ino,
	};
	struct inode *inode = pagesnap_owner_hold(run->pfn, &owner);
	struct pfn_state *s = w->state;

	s->place.len = 0;
	s->place.state = PAGESNAP_UNKNOWN32;
	s->named.valid = inode;
	if (inode) {
		pagesnap_place_name(&s->place, inode);
		pagesnap_owner_release(inode);
		return;
	}
	s->place.len = pagesnap_owner_offlist(run->pfn, w->name, PAGESNAP_OWNER_TYPE_MAX);
	if (s->place.len) {
		s->place.state = PAGESNAP_STATE_OFFLIST;
		s->named.valid = true;
	}
}

static void name_cache(struct pagesnap_walk *w, struct pagesnap_run *run)
{
	run->name_len = pagesnap_cache_name_of(run->pfn, run->owner_ino, w->name);
	run->name_state = run->name_len ? PAGESNAP_STATE_CACHE : PAGESNAP_UNKNOWN32;
}

/* Only what is shown is looked up, and neighbours of one file once in each step. */
static void pfn_name_run(struct pagesnap_walk *w, struct pagesnap_run *run)
{
	struct pfn_state *s = w->state;

	run->rec.flags |= PAGESNAP_RF_NAME;
	if (run->rec.flags & PAGESNAP_RF_CACHE) {
		name_cache(w, run);
		/* it is in the place of the file's that was named last */
		s->named.valid = false;
	}
	if (!(run->rec.flags & PAGESNAP_RF_OWNER))
		return;
	if (!is_named(&s->named, run)) {
		s->named = (struct named){
			.major = run->owner_major, .minor = run->owner_minor,
			.gen = run->owner_gen, .ino = run->owner_ino,
		};
		name_owner(w, run);
		cond_resched();
	}
	run->name_len = s->place.len;
	run->name_state = s->place.state;
}

const struct pagesnap_source pagesnap_pfn_source = {
	.unit = PAGESNAP_UNIT_PFN,
	.state_size = sizeof(struct pfn_state),
	.begin = pfn_begin,
	.fill = pfn_fill,
	.name_run = pfn_name_run,
};
