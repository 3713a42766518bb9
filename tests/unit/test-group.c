// SPDX-License-Identifier: GPL-2.0
/* Grouping: what joins a run, what splits it, and that sums stay exact. */
#include "unit.h"

#define DEFAULT_MASK (~KPF_BIT(KPF_LOCKED))

/* What group.c emitted. */
struct sink {
	union pagesnap_item items[8192];
	u32 nr;
	u32 in_call;
};

static struct sink sink;

static void emit(void *ctx, union pagesnap_item *item)
{
	struct sink *s = ctx;

	if (s->nr == ARRAY_SIZE(s->items))
		ktap_die("the sink is too small");
	s->items[s->nr++] = *item;
	s->in_call++;
}

static void start(struct pagesnap_group *g, u32 mode, u64 mask)
{
	memset(g, 0xa5, sizeof(*g));
	g->emit = emit;
	g->ctx = &sink;
	g->combos.combo = NULL;
	sink.nr = 0;
	pagesnap_group_start(g, mode, mask, false);
}

static void push(struct pagesnap_group *g, const union pagesnap_item *item)
{
	union pagesnap_item copy = *item;

	sink.in_call = 0;
	pagesnap_group_push(g, &copy);
	/* what was pushed is the caller's again */
	memset(&copy, 0x5a, sizeof(copy));
	if (sink.in_call > (g->mode == PAGESNAP_GROUP_PAGE ? 2 : 1))
		ktap_ok(false, "at most one emit a push, two with group=page");
}

static union pagesnap_item run_at(u64 index, u64 nr)
{
	union pagesnap_item item = { .run = {
		.rec = { .len = sizeof(item.run), .type = PAGESNAP_REC_RUN },
		.kind = PAGESNAP_KIND_FILE, .index = index, .nr = nr,
		.pfn = 0x1000 + index, .pfn_end = 0x1000 + index + nr, .frames = 1,
		.flags = KPF_BIT(KPF_LRU) | KPF_BIT(KPF_UPTODATE), .ref_min = 2, .ref_max = 2,
		.cgroup = 5, .cgroup_online = 5, .zone = 2, .owner_index = index,
	} };

	return item;
}

static union pagesnap_item gap_at(u32 type, u64 index, u64 nr)
{
	union pagesnap_item item = { .gap = {
		.rec = { .len = sizeof(item.gap), .type = type },
		.why = type == PAGESNAP_REC_GONE ? PAGESNAP_WHY_EVICTED : PAGESNAP_WHY_NONE,
		.index = index, .nr = nr, .swp_offset = index, .pfn = PAGESNAP_NONE,
	} };

	return item;
}

/* How many come out of @nr that go in. */
static u32 grouped(const union pagesnap_item *items, u32 nr, u32 mode, u64 mask)
{
	struct pagesnap_group g;
	u32 i;

	start(&g, mode, mask);
	for (i = 0; i < nr; i++)
		push(&g, &items[i]);
	pagesnap_group_end_object(&g);
	return sink.nr;
}

/* Pairs ------------------------------------------------------------------- */

struct change {
	const char *what;
	void (*to)(union pagesnap_item *item);
	bool splits;
};

#define CHANGE(name, statement) static void name(union pagesnap_item *i) { statement; }
CHANGE(nothing, (void)i)
CHANGE(skip, i->run.index++; i->run.owner_index++)
CHANGE(back, i->run.index--; i->run.owner_index--)
CHANGE(kind, i->run.kind = PAGESNAP_KIND_SHMEM)
CHANGE(order, i->run.order = 1)
CHANGE(map_order, i->run.map_order = 9)
CHANGE(dirty, i->run.flags |= KPF_BIT(KPF_DIRTY))
CHANGE(high_flag, i->run.flags |= 1ULL << 63)
CHANGE(locked, i->run.flags |= KPF_BIT(KPF_LOCKED))
CHANGE(node, i->run.node = 1)
CHANGE(zone, i->run.zone = 1)
CHANGE(cgroup, i->run.cgroup = 6)
CHANGE(online, i->run.cgroup_online = 1)
CHANGE(in_cgroup, i->rec.flags |= PAGESNAP_RF_CGROUP)
CHANGE(owned, i->rec.flags ^= PAGESNAP_RF_OWNER)
CHANGE(swapped, i->rec.flags ^= PAGESNAP_RF_SWAP)
CHANGE(ref, i->run.ref_min = 1; i->run.ref_max = 9)
CHANGE(map, i->run.map_min = 1; i->run.map_max = 9; i->run.mapped = 1)
CHANGE(pfn, i->run.pfn += 7; i->run.pfn_end += 7)
CHANGE(owner_ino, i->run.owner_ino = 1)
CHANGE(owner_gen, i->run.owner_gen = 1)
CHANGE(owner_major, i->run.owner_major = 1)
CHANGE(owner_minor, i->run.owner_minor = 1)
CHANGE(owner_index, i->run.owner_index = 1234)

static const struct change run_changes[] = {
	{ "nothing", nothing, false }, { "a skipped index", skip, true },
	{ "an index twice", back, true }, { "kind", kind, true }, { "order", order, true },
	{ "map_order", map_order, true }, { "a flag", dirty, true },
	{ "bit 63", high_flag, true }, { "locked", locked, false }, { "node", node, true },
	{ "zone", zone, true }, { "cgroup", cgroup, true }, { "cgroup_online", online, true },
	{ "the asked cgroup", in_cgroup, true }, { "owner or none", owned, true },
	{ "swap area or none", swapped, true },
	{ "ref", ref, false }, { "map", map, false }, { "pfn", pfn, false },
};

static const struct change owner_changes[] = {
	{ "owner_ino", owner_ino, true }, { "owner_gen", owner_gen, true },
	{ "owner_major", owner_major, true }, { "owner_minor", owner_minor, true },
	{ "owner_index", owner_index, true }, { "nothing", nothing, false },
};

/* Two neighbours, the first or the second of which is changed. */
static bool pair_splits(const union pagesnap_item *two, const struct change *c, u32 changed)
{
	union pagesnap_item items[2] = { two[0], two[1] };

	c->to(&items[changed]);
	return grouped(items, 2, PAGESNAP_GROUP_RUN, DEFAULT_MASK) == 2;
}

static void test_run_pairs(void)
{
	union pagesnap_item two[2] = { run_at(10, 3), run_at(13, 2) };
	const struct change *c;

	for (c = run_changes; c < run_changes + ARRAY_SIZE(run_changes); c++)
		ktap_ok(pair_splits(two, c, 1) == c->splits && (c->to == skip || c->to == back ||
								pair_splits(two, c, 0) == c->splits),
			"runs: %s %s", c->what, c->splits ? "splits" : "joins");
	for (c = owner_changes; c < owner_changes + ARRAY_SIZE(owner_changes); c++)
		ktap_ok(!pair_splits(two, c, 1), "runs without an owner: %s joins", c->what);
	two[0].rec.flags = two[1].rec.flags = PAGESNAP_RF_OWNER;
	for (c = owner_changes; c < owner_changes + ARRAY_SIZE(owner_changes); c++)
		ktap_ok(pair_splits(two, c, 1) == c->splits, "runs with an owner: %s %s", c->what,
			c->splits ? "splits" : "joins");
	two[0].rec.flags = two[1].rec.flags = PAGESNAP_RF_SWAP;
	for (c = owner_changes; c < owner_changes + ARRAY_SIZE(owner_changes); c++)
		ktap_ok(pair_splits(two, c, 1) == c->splits, "runs in a swap area: %s %s", c->what,
			c->splits ? "splits" : "joins");
	two[0].rec.flags = two[1].rec.flags = PAGESNAP_RF_CACHE;
	ktap_ok(!pair_splits(two, &run_changes[0], 0), "slabs of one cache join");
	two[1].run.owner_ino++;
	ktap_ok(pair_splits(two, &run_changes[0], 0), "slabs of two caches don't join");
}

static void test_mask(void)
{
	union pagesnap_item two[2] = { run_at(0, 1), run_at(1, 1) };
	u32 bit;
	bool splits = true, joins = true;

	for (bit = 0; bit < 64; bit++) {
		two[1].run.flags = two[0].run.flags ^ 1ULL << bit;
		splits = splits && grouped(two, 2, PAGESNAP_GROUP_RUN, 1ULL << bit) == 2;
		joins = joins && grouped(two, 2, PAGESNAP_GROUP_RUN, ~(1ULL << bit)) == 1;
	}
	ktap_ok(splits, "mask: each of its flags splits");
	ktap_ok(joins, "mask: a flag that is not in it doesn't");
	two[1].run.flags = ~two[0].run.flags;
	ktap_equal(grouped(two, 2, PAGESNAP_GROUP_RUN, 0), 1, "mask: none splits by no flag");
}

static void test_joined(void)
{
	union pagesnap_item items[4] = { run_at(0, 4), run_at(4, 1), run_at(5, 2), run_at(7, 1) };
	const struct pagesnap_run *r = &sink.items[0].run;

	items[0].run.ref_min = 3;
	items[0].run.ref_max = 5;
	items[1].run.ref_min = 4;
	items[1].run.ref_max = 9;
	items[2].run.ref_min = 1;
	items[2].run.ref_max = 1;
	items[1].run.map_min = items[1].run.map_max = 3;
	items[1].run.mapped = 1;
	items[2].run.map_min = 1;
	items[2].run.map_max = 7;
	items[2].run.mapped = 2;
	ktap_equal(grouped(items, 4, PAGESNAP_GROUP_RUN, DEFAULT_MASK), 1, "four join");
	ktap_ok(r->index == 0 && r->nr == 8, "joined: index and nr");
	ktap_ok(r->ref_min == 1 && r->ref_max == 9, "joined: ref is smallest to largest");
	ktap_ok(r->map_min == 0 && r->map_max == 7, "joined: map is smallest to largest");
	ktap_equal(r->mapped, 3, "joined: mapped pages are added");
	ktap_ok(r->pfn == 0x1000 && r->pfn_end == 0x1008 && r->frames == 1,
		"joined: frames in a row are one piece");
	items[1].run.pfn = 0x5000;
	items[1].run.pfn_end = 0x5001;
	items[2].run.pfn = 0x5001;
	items[2].run.pfn_end = 0x5003;
	grouped(items, 4, PAGESNAP_GROUP_RUN, DEFAULT_MASK);
	ktap_ok(r->pfn == 0x1000 && r->pfn_end == 0x1008 && r->frames == 3 && r->nr == 8,
		"joined: three ranges of frames");
	items[1].run.pfn = 0xfff;
	items[1].run.pfn_end = 0x1000;
	grouped(items, 2, PAGESNAP_GROUP_RUN, DEFAULT_MASK);
	ktap_equal(r->frames, 2, "joined: a piece that lies just below is another one");
}

CHANGE(gap_skip, i->gap.index++; i->gap.swp_offset++)
CHANGE(gap_why, i->gap.why = PAGESNAP_WHY_MARKER)
CHANGE(gap_order, i->gap.order = 9)
CHANGE(gap_type, i->rec.type = PAGESNAP_REC_HOLE)
CHANGE(gap_pfn, i->gap.pfn = 77)
CHANGE(gap_swp_type, i->gap.swp_type = 1)
CHANGE(gap_swp_offset, i->gap.swp_offset++)

static const struct change gap_changes[] = {
	{ "nothing", nothing, false }, { "a skipped index", gap_skip, true },
	{ "why", gap_why, true }, { "order", gap_order, true }, { "pfn or none", gap_pfn, true },
	{ "swap offset", gap_swp_offset, false }, { "swap type", gap_swp_type, false },
};

static const struct change swap_changes[] = {
	{ "nothing", nothing, false }, { "a skipped index", gap_skip, true },
	{ "order", gap_order, true }, { "swap offset", gap_swp_offset, true },
	{ "swap type", gap_swp_type, true }, { "another type", gap_type, true },
};

static void test_gap_pairs(void)
{
	static const u32 types[] = { PAGESNAP_REC_GONE, PAGESNAP_REC_HOLE, PAGESNAP_REC_SPECIAL };
	const struct change *c;
	u32 i;

	for (c = gap_changes; c < gap_changes + ARRAY_SIZE(gap_changes); c++) {
		bool good = true;

		for (i = 0; i < ARRAY_SIZE(types); i++) {
			union pagesnap_item two[2] = { gap_at(types[i], 4, 3),
						       gap_at(types[i], 7, 1) };

			good = good && pair_splits(two, c, 1) == c->splits;
		}
		ktap_ok(good, "gaps: %s %s", c->what, c->splits ? "splits" : "joins");
	}
	for (c = swap_changes; c < swap_changes + ARRAY_SIZE(swap_changes); c++) {
		union pagesnap_item two[2] = { gap_at(PAGESNAP_REC_SWAP, 4, 3),
					       gap_at(PAGESNAP_REC_SWAP, 7, 1) };

		ktap_ok(pair_splits(two, c, 1) == c->splits, "swap: %s %s", c->what,
			c->splits ? "splits" : "joins");
	}
}

static void test_special_frames(void)
{
	union pagesnap_item two[2] = { gap_at(PAGESNAP_REC_SPECIAL, 0, 2),
				       gap_at(PAGESNAP_REC_SPECIAL, 2, 1) };

	two[0].gap.pfn = 100;
	two[1].gap.pfn = 102;
	ktap_equal(grouped(two, 2, PAGESNAP_GROUP_RUN, DEFAULT_MASK), 1,
		   "special: frames in a row");
	ktap_equal(sink.items[0].gap.nr, 3, "special: nr is added");
	two[1].gap.pfn = 103;
	ktap_equal(grouped(two, 2, PAGESNAP_GROUP_RUN, DEFAULT_MASK), 2, "special: other frames");
}

static void test_modes(void)
{
	union pagesnap_item items[6] = {
		run_at(0, 1), run_at(1, 1), gap_at(PAGESNAP_REC_GONE, 2, 1),
		gap_at(PAGESNAP_REC_GONE, 3, 1), run_at(4, 1), run_at(5, 1),
	};

	ktap_equal(grouped(items, 6, PAGESNAP_GROUP_RUN, DEFAULT_MASK), 3, "a gap splits a run");
	ktap_equal(grouped(items, 6, PAGESNAP_GROUP_PAGE, DEFAULT_MASK), 5,
		   "group=page: pages stay apart, gaps join");
	ktap_equal(grouped(items, 6, PAGESNAP_GROUP_OBJECT, DEFAULT_MASK), 0,
		   "group=object emits no items");
	ktap_equal(grouped(items, 0, PAGESNAP_GROUP_RUN, DEFAULT_MASK), 0, "nothing of nothing");
}

static void test_objects_apart(void)
{
	union pagesnap_item a = run_at(0, 2), b = run_at(2, 2);
	struct pagesnap_group g;

	start(&g, PAGESNAP_GROUP_RUN, DEFAULT_MASK);
	push(&g, &a);
	ktap_equal(sink.nr, 0, "a run waits for the next item");
	pagesnap_group_end_object(&g);
	ktap_equal(sink.nr, 1, "the end of its object ends it");
	push(&g, &b);
	pagesnap_group_end_object(&g);
	ktap_equal(sink.nr, 2, "the next object's run is another one");
	pagesnap_group_end_object(&g);
	ktap_equal(sink.nr, 2, "an object without a page emits nothing");
}

/* Shares -------------------------------------------------------------------- */

static u64 subtotals_sum(const struct pagesnap_subtotals *s)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < s->nr; i++)
		sum += s->subtotal[i].pages;
	return sum;
}

static u64 subtotal_of(const struct pagesnap_subtotals *s, u64 key)
{
	u32 i;

	for (i = 0; i < s->nr; i++)
		if (s->subtotal[i].key == key)
			return s->subtotal[i].pages;
	return 0;
}

static bool subtotals_ascend(const struct pagesnap_subtotals *s)
{
	u32 i;

	for (i = 1; i < s->nr && i < PAGESNAP_SUBTOTALS_MAX; i++)
		if (s->subtotal[i - 1].key >= s->subtotal[i].key)
			return false;
	return s->nr <= PAGESNAP_SUBTOTALS_MAX + 1;
}

static void push_charged(struct pagesnap_group *g, u64 index, u64 nr, u32 node, u64 cgroup)
{
	union pagesnap_item item = run_at(index, nr);

	item.run.node = node;
	item.run.cgroup = cgroup;
	push(g, &item);
}

static void test_subtotals_of_object(void)
{
	union pagesnap_item gap = gap_at(PAGESNAP_REC_GONE, 10, 7);
	struct pagesnap_group g;

	start(&g, PAGESNAP_GROUP_OBJECT, DEFAULT_MASK);
	push_charged(&g, 0, 3, 1, 88);
	push_charged(&g, 3, 2, 0, 5);
	push_charged(&g, 5, 4, 1, 88);
	push_charged(&g, 9, 1, PAGESNAP_UNKNOWN32, PAGESNAP_NONE);
	push(&g, &gap);
	ktap_ok(subtotal_of(&g.object_by.nodes, 0) == 2 &&
		subtotal_of(&g.object_by.nodes, 1) == 7 &&
		subtotal_of(&g.object_by.nodes, PAGESNAP_UNKNOWN) == 1, "shares by node");
	ktap_ok(subtotal_of(&g.object_by.cgroups, 5) == 2 &&
		subtotal_of(&g.object_by.cgroups, 88) == 7 &&
		subtotal_of(&g.object_by.cgroups, PAGESNAP_NONE) == 1, "shares by cgroup");
	ktap_ok(g.object_by.nodes.nr == 3 && g.object_by.cgroups.nr == 3 &&
		subtotals_ascend(&g.object_by.cgroups), "each key once, ascending");
	ktap_equal(subtotals_sum(&g.object_by.cgroups), g.object.pages, "gaps are in no share");
	pagesnap_group_end_object(&g);
	ktap_ok(!g.object_by.nodes.nr && !g.object_by.cgroups.nr, "the next object begins with none");
}

/* More keys than there is room for, in each order, over one object and over many. */
static void test_subtotals_other(u32 objects, u32 keys, u32 step)
{
	struct pagesnap_group g;
	u32 i, key;

	start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
	g.combos.combo = malloc(PAGESNAP_COMBOS_ROOM * sizeof(*g.combos.combo));
	for (i = 0; i < keys * 10; i++) {
		key = i * step % keys;
		push_charged(&g, 2 * i, 1 + key, key % 3, 1000 + key);
		if (i % (keys * 10 / objects) == keys * 10 / objects - 1)
			pagesnap_group_end_object(&g);
	}
	pagesnap_group_end_object(&g);
	ktap_ok(subtotals_sum(&g.all_by.cgroups) == g.all.pages &&
		subtotals_sum(&g.all_by.nodes) == g.all.pages,
		"%u cgroups in %u objects: shares add up to the pages", keys, objects);
	ktap_ok(subtotals_ascend(&g.all_by.cgroups),
		"%u cgroups in %u objects: shares ascend", keys, objects);
	if (keys <= PAGESNAP_SUBTOTALS_MAX)
		ktap_ok(g.all_by.cgroups.nr == keys &&
			!subtotal_of(&g.all_by.cgroups, PAGESNAP_OTHER), "all have their own");
	else
		ktap_ok(g.all_by.cgroups.nr == PAGESNAP_SUBTOTALS_MAX + 1 &&
			subtotal_of(&g.all_by.cgroups, PAGESNAP_OTHER), "the rest is in one other");
	free(g.combos.combo);
}

static void test_subtotals(void)
{
	static const u32 keys[] = { 1, 63, 64, 65, 66, 200 };
	u32 i;

	test_subtotals_of_object();
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		test_subtotals_other(1, keys[i], 1);
		test_subtotals_other(10, keys[i], keys[i] - 1);
		test_subtotals_other(5, keys[i], 17);
	}
}

/* What others could not tell apart stays together, whatever comes later. */
static void test_subtotals_of_others(void)
{
	struct pagesnap_subtotals a = { }, b = { };
	u32 i;

	pagesnap_subtotals_add(&a, PAGESNAP_OTHER, 3);
	pagesnap_subtotals_add(&a, PAGESNAP_UNKNOWN, 1);
	pagesnap_subtotals_add(&b, 9, 2);
	pagesnap_subtotals_add(&b, PAGESNAP_OTHER, 4);
	pagesnap_subtotals_add_all(&a, &b);
	ktap_ok(a.nr == 3 && subtotal_of(&a, PAGESNAP_OTHER) == 7 && subtotal_of(&a, 9) == 2,
		"other of two is one");
	for (i = 0; i < 100; i++)
		pagesnap_subtotals_add(&a, 100 + i, 1);
	ktap_ok(subtotals_sum(&a) == 110 && subtotal_of(&a, PAGESNAP_OTHER) == 7 + 100 - 61,
		"other stays one when more shares find no place");
}

/* Random answers against a simple model ------------------------------------- */

#define RANDOM_ITEMS 2000

/*
 * Two pages one after the other are of one run if their indices follow each
 * other and their keys are equal.  What must count up with the index stands in
 * a key less the index.
 */
struct key {
	u64 v[12];
};

static struct key key_of(const union pagesnap_item *item, u64 mask)
{
	const struct pagesnap_run *r = &item->run;
	const struct pagesnap_gap *p = &item->gap;
	struct key k = { .v = { item->rec.type, item->rec.flags } };

	if (item->rec.type == PAGESNAP_REC_RUN) {
		k.v[2] = r->kind | r->order << 8 | r->map_order << 16;
		k.v[3] = r->flags & mask;
		k.v[4] = (u64)r->node << 32 | r->zone;
		k.v[5] = r->cgroup;
		k.v[6] = r->cgroup_online;
		if (r->rec.flags & PAGESNAP_RF_OWNER) {
			k.v[7] = r->owner_ino;
			k.v[8] = (u64)r->owner_major << 32 | r->owner_minor;
			k.v[9] = r->owner_gen;
			k.v[10] = r->owner_index - r->index;
		}
		return k;
	}
	k.v[2] = p->why | p->order << 8;
	if (p->rec.type == PAGESNAP_REC_SWAP) {
		k.v[3] = p->swp_type;
		k.v[4] = p->swp_offset - p->index;
	} else {
		k.v[5] = p->pfn == PAGESNAP_NONE ? PAGESNAP_NONE : p->pfn - p->index;
	}
	return k;
}

/* Change it a little, or not at all. */
static void vary_run(struct pagesnap_run *r)
{
	static const u64 flags[] = { KPF_BIT(KPF_DIRTY), KPF_BIT(KPF_LOCKED), KPF_BIT(KPF_LOCKED),
				     KPF_BIT(KPF_ACTIVE), KPF_BIT(KPF_WRITEBACK), 1ULL << 40 };

	switch (pick(24)) {
	case 0: r->order = pick(3); break;
	case 1: r->node = pick(2); break;
	case 2: r->zone = pick(2); break;
	case 3: r->cgroup = 5 + pick(2); break;
	case 4: r->cgroup_online = 5 + pick(2); break;
	case 5: r->kind = 1 + pick(2); break;
	case 6: r->rec.flags ^= 1 << (1 + pick(2)); break;
	case 7: r->owner_ino = pick(2); break;
	case 8: r->owner_index += pick(2); break;
	case 9: r->map_order = pick(2); break;
	case 10: case 11: case 12: r->flags ^= flags[pick(ARRAY_SIZE(flags))]; break;
	default: break;
	}
	r->ref_min = 1 + pick(4);
	r->ref_max = r->ref_min + pick(3);
	r->map_min = pick(3);
	r->map_max = r->map_min + pick(3);
	r->mapped = pick(r->nr + 1);
}

static void vary_gap(struct pagesnap_gap *g)
{
	switch (pick(8)) {
	case 0: g->swp_offset += pick(3); break;
	case 1: g->swp_type ^= 1; break;
	case 2: g->why = pick(3); break;
	case 3: g->pfn = g->pfn == PAGESNAP_NONE ? 500 + g->index : PAGESNAP_NONE; break;
	case 4: g->order = pick(2); break;
	default: break;
	}
}

/* The next item, which begins at @index, like the last one but for a little. */
static union pagesnap_item random_item(u64 index, u64 nr, union pagesnap_item *like_run,
				       union pagesnap_item *like_gap, bool gap)
{
	u64 ahead;

	if (gap) {
		struct pagesnap_gap *g = &like_gap->gap;

		ahead = index - g->index;
		g->swp_offset += ahead;
		g->pfn += g->pfn == PAGESNAP_NONE ? 0 : ahead;
		g->index = index;
		g->nr = nr;
		if (!pick(6))
			g->rec.type = PAGESNAP_REC_GONE + pick(4);
		vary_gap(g);
		return *like_gap;
	}
	ahead = index - like_run->run.index;
	like_run->run.index = index;
	like_run->run.nr = nr;
	like_run->run.owner_index += ahead;
	like_run->run.pfn = pick(3) ? like_run->run.pfn_end : 0x100 * (1 + pick(50));
	like_run->run.pfn_end = like_run->run.pfn + nr;
	vary_run(&like_run->run);
	return *like_run;
}

static void random_items(union pagesnap_item *items, u32 nr, bool single)
{
	union pagesnap_item like_run = run_at(0, 1), like_gap = gap_at(PAGESNAP_REC_GONE, 0, 1);
	u64 index = 0;
	bool gap = false;
	u32 i;

	for (i = 0; i < nr; i++) {
		u64 pages = single ? 1 : 1 + pick(5);

		if (!pick(4))
			gap = !gap;
		if (!pick(12))
			index += 1 + pick(9);
		items[i] = random_item(index, pages, &like_run, &like_gap, gap);
		index += pages;
	}
}

/* The one page of @item at @nth. */
static union pagesnap_item page_of(const union pagesnap_item *item, u64 nth)
{
	union pagesnap_item page = *item;

	if (page.rec.type == PAGESNAP_REC_RUN) {
		page.run.index += nth;
		page.run.pfn += nth;
		page.run.owner_index += nth;
		return page;
	}
	page.gap.index += nth;
	page.gap.swp_offset += nth;
	page.gap.pfn += page.gap.pfn == PAGESNAP_NONE ? 0 : nth;
	return page;
}

static u64 nr_of(const union pagesnap_item *item)
{
	return item->rec.type == PAGESNAP_REC_RUN ? item->run.nr : item->gap.nr;
}

static u64 index_of(const union pagesnap_item *item)
{
	return item->rec.type == PAGESNAP_REC_RUN ? item->run.index : item->gap.index;
}

/* Page by page: is what came out, expanded, what went in? */
static bool expands_to(const union pagesnap_item *in, u32 nr_in, u64 mask)
{
	u32 i, o = 0;
	u64 nth, out_nth = 0;

	for (i = 0; i < nr_in; i++) {
		for (nth = 0; nth < nr_of(&in[i]); nth++) {
			union pagesnap_item want = page_of(&in[i], nth), got;
			struct key a = key_of(&want, mask), b;

			if (o == sink.nr)
				return false;
			got = page_of(&sink.items[o], out_nth);
			b = key_of(&got, mask);
			if (index_of(&got) != index_of(&want) || memcmp(&a, &b, sizeof(a)))
				return false;
			if (++out_nth == nr_of(&sink.items[o])) {
				out_nth = 0;
				o++;
			}
		}
	}
	return o == sink.nr && !out_nth;
}

/* Neighbours that could have been one. */
static bool nothing_left_to_join(u64 mask)
{
	u32 o;

	for (o = 1; o < sink.nr; o++) {
		union pagesnap_item last = page_of(&sink.items[o - 1], nr_of(&sink.items[o - 1]));
		struct key a = key_of(&last, mask), b = key_of(&sink.items[o], mask);

		if (index_of(&last) == index_of(&sink.items[o]) && !memcmp(&a, &b, sizeof(a)))
			return false;
	}
	return true;
}

/* Numbers of the run @out, from the items that begin at @in. */
static bool facts_are(const struct pagesnap_run *out, const union pagesnap_item *in, u32 *used)
{
	u32 ref_min = U32_MAX, ref_max = 0, map_min = U32_MAX, map_max = 0;
	u64 nr = 0, mapped = 0, frames = 0, pfn = 0;
	u32 i;

	for (i = 0; nr < out->nr; i++) {
		const struct pagesnap_run *r = &in[i].run;

		frames += !i || pfn != r->pfn;
		pfn = r->pfn_end;
		nr += r->nr;
		mapped += r->mapped;
		ref_min = r->ref_min < ref_min ? r->ref_min : ref_min;
		ref_max = r->ref_max > ref_max ? r->ref_max : ref_max;
		map_min = r->map_min < map_min ? r->map_min : map_min;
		map_max = r->map_max > map_max ? r->map_max : map_max;
	}
	*used = i;
	return nr == out->nr && out->pfn == in->run.pfn && out->pfn_end == pfn &&
	       out->frames == frames && out->mapped == mapped && out->ref_min == ref_min &&
	       out->ref_max == ref_max && out->map_min == map_min && out->map_max == map_max;
}

static bool all_facts_are(const union pagesnap_item *in)
{
	u32 o, used;
	u64 nr;

	for (o = 0; o < sink.nr; o++) {
		if (sink.items[o].rec.type == PAGESNAP_REC_RUN) {
			if (!facts_are(&sink.items[o].run, in, &used))
				return false;
		} else {
			for (used = 0, nr = 0; nr < sink.items[o].gap.nr; used++)
				nr += in[used].gap.nr;
		}
		in += used;
	}
	return true;
}

static void test_random(void)
{
	static const u64 masks[] = { DEFAULT_MASK, ~0ULL, 0, KPF_BIT(KPF_DIRTY) };
	union pagesnap_item *in = malloc(RANDOM_ITEMS * sizeof(*in));
	bool expands = true, maximal = true, facts = true, joined = true, pages = true;
	u32 i, nr;

	for (i = 0; i < 40; i++) {
		u64 mask = masks[i % ARRAY_SIZE(masks)];

		random_items(in, RANDOM_ITEMS, false);
		nr = grouped(in, RANDOM_ITEMS, PAGESNAP_GROUP_RUN, mask);
		joined = joined && nr > 100 && nr < RANDOM_ITEMS * 9 / 10;
		expands = expands && expands_to(in, RANDOM_ITEMS, mask);
		maximal = maximal && nothing_left_to_join(mask);
		facts = facts && all_facts_are(in);
		random_items(in, RANDOM_ITEMS, true);
		grouped(in, RANDOM_ITEMS, PAGESNAP_GROUP_PAGE, mask);
		pages = pages && expands_to(in, RANDOM_ITEMS, ~0ULL) && all_facts_are(in);
	}
	ktap_ok(joined, "random: some join and some don't, so the test tests");
	ktap_ok(expands, "random: group=run, expanded page by page, is the input");
	ktap_ok(maximal, "random: no two neighbours are left that could join");
	ktap_ok(facts, "random: frames, ref, map and mapped are those of the input");
	ktap_ok(pages, "random: group=page is the input");
	free(in);
}

/* As the module's walk.c does it: runs go out from where they stand, @at_once at most. */
static void group_in_place(struct pagesnap_group *g, union pagesnap_item *items, u32 nr,
			   u32 at_once)
{
	u32 i, n, used, pos = 0;

	while (pos < nr) {
		if (items[pos].rec.type == PAGESNAP_REC_RUN) {
			if (!pagesnap_group_closes(g, &items[pos])) {
				pos++;
				continue;
			}
			n = pagesnap_group_runs(g, items + pos,
						nr - pos < at_once ? nr - pos : at_once, &used);
			for (i = 0; i < n; i++)
				emit(&sink, &items[pos + i]);
			pos += used;
			if (used)
				continue;
		}
		push(g, &items[pos++]);
	}
	pagesnap_group_end_object(g);
}

static void test_in_place(void)
{
	union pagesnap_item *in = malloc(RANDOM_ITEMS * sizeof(*in));
	union pagesnap_item *want = malloc(RANDOM_ITEMS * sizeof(*want));
	static struct pagesnap_group g;
	u32 i, nr, bad = 0;

	for (i = 0; i < 40; i++) {
		random_items(in, RANDOM_ITEMS, false);
		nr = grouped(in, RANDOM_ITEMS, PAGESNAP_GROUP_RUN, DEFAULT_MASK);
		memcpy(want, sink.items, nr * sizeof(*want));
		start(&g, PAGESNAP_GROUP_RUN, DEFAULT_MASK);
		group_in_place(&g, in, RANDOM_ITEMS, 1 + i);
		bad += sink.nr != nr || memcmp(want, sink.items, nr * sizeof(*want));
	}
	ktap_equal(bad, 0, "random: runs where they stand are the same runs");
	free(in);
	free(want);
}

/* Sums ---------------------------------------------------------------------- */

static void model_sum(struct pagesnap_sums *s, const union pagesnap_item *item)
{
	u64 nth, f = item->run.flags;

	for (nth = 0; nth < nr_of(item); nth++) {
		s->evicted += item->rec.type == PAGESNAP_REC_GONE;
		s->swapped += item->rec.type == PAGESNAP_REC_SWAP;
		s->special += item->rec.type == PAGESNAP_REC_SPECIAL;
		s->holes += item->rec.type == PAGESNAP_REC_HOLE;
		if (item->rec.type != PAGESNAP_REC_RUN)
			continue;
		s->pages++;
		s->dirty += f >> 4 & 1;
		s->writeback += f >> 8 & 1;
		s->active += f >> 6 & 1;
		s->referenced += f >> 2 & 1;
		s->unevictable += f >> 18 & 1;
		s->orders[item->run.order]++;
	}
	if (item->rec.type == PAGESNAP_REC_RUN)
		s->mapped += item->run.mapped;
}

static void random_sum_items(union pagesnap_item *items, u32 nr)
{
	u32 i;

	random_items(items, nr, false);
	for (i = 0; i < nr; i++) {
		if (items[i].rec.type != PAGESNAP_REC_RUN)
			continue;
		items[i].run.flags = (u64)pick(U32_MAX) << 20 ^ pick(U32_MAX);
		items[i].run.order = pick(PAGESNAP_ORDERS);
	}
}

/* One flag, one sum: a wrong bit can't hide behind another. */
static void test_single_sums(void)
{
	static const struct {
		const char *name;
		u32 bit;
		u32 offset;
	} sums[] = {
		{ "dirty", KPF_DIRTY, offsetof(struct pagesnap_sums, dirty) },
		{ "writeback", KPF_WRITEBACK, offsetof(struct pagesnap_sums, writeback) },
		{ "active", KPF_ACTIVE, offsetof(struct pagesnap_sums, active) },
		{ "referenced", KPF_REFERENCED, offsetof(struct pagesnap_sums, referenced) },
		{ "unevictable", KPF_UNEVICTABLE, offsetof(struct pagesnap_sums, unevictable) },
	};
	struct pagesnap_group g;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sums); i++) {
		struct pagesnap_sums want = { .pages = 7, .mapped = 2, .orders = { [3] = 7 } };
		union pagesnap_item item = run_at(0, 7);

		*(u64 *)((char *)&want + sums[i].offset) = 7;
		item.run.flags = 1ULL << sums[i].bit;
		item.run.mapped = 2;
		item.run.order = 3;
		start(&g, PAGESNAP_GROUP_OBJECT, 0);
		push(&g, &item);
		ktap_ok(!memcmp(&g.object, &want, sizeof(want)), "sum: %s", sums[i].name);
	}
}

static void start_total(struct pagesnap_group *g)
{
	static struct pagesnap_combo combos[PAGESNAP_COMBOS_ROOM];

	start(g, PAGESNAP_GROUP_TOTAL, 0);
	g->combos.combo = combos;
}

/* Each of them alone keeps a page: what can be dropped has none. */
static void test_droppable(void)
{
	static const struct {
		const char *name;
		u64 flags;
		u64 mapped;
		u8 kind;
		u64 want;
	} cases[] = {
		{ "clean", KPF_BIT(KPF_UPTODATE) | KPF_BIT(KPF_LRU), 0, PAGESNAP_KIND_FILE, 7 },
		{ "active", KPF_BIT(KPF_ACTIVE), 0, PAGESNAP_KIND_FILE, 7 },
		{ "shmem", 0, 0, PAGESNAP_KIND_SHMEM, 7 },
		{ "dirty", KPF_BIT(KPF_DIRTY), 0, PAGESNAP_KIND_FILE, 0 },
		{ "writeback", KPF_BIT(KPF_WRITEBACK), 0, PAGESNAP_KIND_FILE, 0 },
		{ "another page of its folio is mapped", KPF_BIT(KPF_MMAP), 0, PAGESNAP_KIND_FILE, 0 },
		{ "mapped", 0, 1, PAGESNAP_KIND_FILE, 0 },
		{ "unevictable", KPF_BIT(KPF_UNEVICTABLE), 0, PAGESNAP_KIND_FILE, 0 },
		{ "mlocked", KPF_BIT(PAGESNAP_KPF_MLOCKED), 0, PAGESNAP_KIND_FILE, 0 },
		{ "anonymous", 0, 0, PAGESNAP_KIND_ANON, 0 },
		{ "slab", 0, 0, PAGESNAP_KIND_SLAB, 0 },
	};
	struct pagesnap_group g;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		union pagesnap_item item = run_at(0, 7);

		item.run.flags = cases[i].flags;
		item.run.mapped = cases[i].mapped;
		item.run.kind = cases[i].kind;
		start_total(&g);
		push(&g, &item);
		ktap_equal(g.object_more.droppable, cases[i].want, "droppable: %s", cases[i].name);
	}
	pagesnap_group_end_object(&g);
	ktap_equal(g.object_more.droppable, 0, "droppable: each object begins with none");
}

static void test_pss(void)
{
	const u64 page = 1ULL << PAGESNAP_PSS_SHIFT;
	struct pagesnap_group g;
	union pagesnap_item item;
	u32 maps;

	start_total(&g);
	for (maps = 0; maps < 4; maps++) {
		item = run_at(10 * maps, 2);
		item.run.kind = PAGESNAP_KIND_ANON;
		item.run.map_min = item.run.map_max = maps;
		push(&g, &item);
	}
	ktap_equal(g.object_more.pss, 2 * (page + page + page / 2 + page / 3),
		   "pss: a page of several is divided; one that nobody counts is ours");
	item = run_at(100, 2);
	item.run.kind = PAGESNAP_KIND_ZERO;
	push(&g, &item);
	item = run_at(200, 2);
	item.run.kind = PAGESNAP_KIND_HUGETLB;
	push(&g, &item);
	ktap_equal(g.object_more.pss, 2 * (page + page + page / 2 + page / 3),
		   "pss: neither zero pages nor hugetlb");
	pagesnap_group_end_object(&g);
	ktap_equal(g.all_more.pss, 2 * (page + page + page / 2 + page / 3), "pss: of the answer");
}

static void test_odd_orders(void)
{
	union pagesnap_item item = run_at(0, 3);
	struct pagesnap_group g;

	item.run.order = 255;
	start(&g, PAGESNAP_GROUP_OBJECT, 0);
	push(&g, &item);
	ktap_equal(g.object.orders[PAGESNAP_ORDERS - 1], 3, "an order past the last counts there");
}

static void test_object_sums(void)
{
	union pagesnap_item *items = malloc(300 * sizeof(*items));
	struct pagesnap_sums want;
	struct pagesnap_group g;
	bool good = true, cleared = true, all = true;
	u32 i, object;

	start(&g, PAGESNAP_GROUP_OBJECT, DEFAULT_MASK);
	for (object = 0; object < 20; object++) {
		memset(&want, 0, sizeof(want));
		random_sum_items(items, 300);
		for (i = 0; i < 300; i++) {
			push(&g, &items[i]);
			model_sum(&want, &items[i]);
		}
		good = good && !memcmp(&g.object, &want, sizeof(want));
		pagesnap_group_end_object(&g);
		memset(&want, 0, sizeof(want));
		cleared = cleared && !memcmp(&g.object, &want, sizeof(want));
		all = all && !g.all.pages && !g.combos.nr;
	}
	ktap_ok(good, "group=object: the sums are the model's");
	ktap_ok(cleared, "group=object: the next object begins with zeros");
	ktap_ok(all, "group=object: nothing is added up for the answer");
	free(items);
}

static u32 model_bucket(u64 pages)
{
	u32 bucket;

	for (bucket = 0; bucket < 63; bucket++)
		if (pages < 1ULL << bucket)
			return bucket;
	return 63;
}

static void test_total(void)
{
	union pagesnap_item *items = malloc(100 * sizeof(*items));
	u64 hist[PAGESNAP_LOG2_BUCKETS] = { };
	struct pagesnap_sums want = { }, one;
	struct pagesnap_group g;
	u64 in_combos;
	u32 i, object;

	start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
	g.combos.combo = malloc(PAGESNAP_COMBOS_MAX * sizeof(*g.combos.combo));
	for (object = 0; object < 200; object++) {
		u32 nr = pick(100);

		memset(&one, 0, sizeof(one));
		random_sum_items(items, nr);
		for (i = 0; i < nr; i++) {
			push(&g, &items[i]);
			model_sum(&one, &items[i]);
			model_sum(&want, &items[i]);
		}
		pagesnap_group_end_object(&g);
		hist[model_bucket(one.pages)]++;
	}
	for (i = 0, in_combos = g.combos.other; i < g.combos.nr; i++)
		in_combos += g.combos.combo[i].pages;
	ktap_ok(!sink.nr, "group=total emits no items");
	ktap_ok(!memcmp(&g.all, &want, sizeof(want)), "group=total: the sums are the model's");
	ktap_ok(!memcmp(g.objects_by_pages, hist, sizeof(hist)), "group=total: histogram");
	ktap_equal(in_combos, want.pages, "group=total: combinations and other are all pages");
	free(g.combos.combo);
	free(items);
}

/* The edges of every bucket: N counts 2^(N-1) to 2^N-1. */
static void test_buckets(void)
{
	struct pagesnap_group g;
	struct pagesnap_combo combos[1];
	bool good = true;
	u32 bit, i;

	for (bit = 0; bit < 64; bit++) {
		u64 first = bit ? 1ULL << (bit - 1) : 0;
		u64 last = bit < 63 ? (1ULL << bit) - 1 : U64_MAX;
		u64 pages[2] = { first, last };

		start(&g, PAGESNAP_GROUP_TOTAL, 0);
		g.combos.combo = combos;
		for (i = 0; i < 2; i++) {
			union pagesnap_item item = run_at(0, pages[i]);

			if (pages[i])
				push(&g, &item);
			pagesnap_group_end_object(&g);
		}
		good = good && g.objects_by_pages[bit] == 2;
	}
	ktap_ok(good, "histogram: first and last number of each bucket");
}

/* Combinations --------------------------------------------------------------- */

#define COMBOS 3000

/* Sorted, unique, and as many pages each as the model has. */
static bool combos_are(const struct pagesnap_group *g, const u64 *pages)
{
	u32 i;

	for (i = 0; i < g->combos.nr; i++) {
		const struct pagesnap_combo *combo = &g->combos.combo[i];
		u64 flags = combo->flags;

		if (flags & 1 || flags / 2 >= COMBOS || combo->pages != pages[flags / 2])
			return false;
		if (i && combo[-1].flags >= flags)
			return false;
	}
	return true;
}

/* @nr different combinations, in no order and several times each. */
static void test_combos(u32 nr)
{
	u64 pages[COMBOS] = { }, listed = 0, all = 0;
	struct pagesnap_group g;
	u32 i, seen = 0, listed_max = nr < PAGESNAP_COMBOS_MAX ? nr : PAGESNAP_COMBOS_MAX;

	start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
	/* exactly as many as may be listed: one too many is ASan's */
	g.combos.combo = malloc(PAGESNAP_COMBOS_MAX * sizeof(*g.combos.combo));
	for (i = 0; i < 4 * nr; i++) {
		union pagesnap_item item = run_at(0, 1 + pick(9));
		/* 1009 has no factor in common with what is used here: all come up */
		u32 combo = i * 1009ULL % nr;

		/* the bit that the mask leaves out makes no other combination */
		item.run.flags = 2 * combo + pick(2);
		all += item.run.nr;
		seen += !pages[combo];
		pages[combo] += item.run.nr;
		push(&g, &item);
	}
	for (i = 0; i < g.combos.nr; i++)
		listed += g.combos.combo[i].pages;
	ktap_ok(seen == nr && g.combos.nr == listed_max, "%u combinations: %u are listed", nr,
		listed_max);
	ktap_ok(combos_are(&g, pages), "%u combinations: ascending, with all their pages", nr);
	ktap_ok(listed + g.combos.other == all && !g.combos.other == (nr <= PAGESNAP_COMBOS_MAX),
		"%u combinations: other keeps the sum exact", nr);
	free(g.combos.combo);
}

/* Heads and tails ------------------------------------------------------------- */

#define HEAD KPF_BIT(KPF_COMPOUND_HEAD)
#define TAIL KPF_BIT(KPF_COMPOUND_TAIL)

/* Pages @first to @first + @nr - 1 of a folio of order 4 at frame 0x1000. */
static union pagesnap_item part_of_folio(u64 first, u64 nr)
{
	union pagesnap_item item = run_at(first, nr);

	item.run.order = 4;
	item.run.flags |= HEAD | TAIL;
	item.run.mapped = nr / 2;
	return item;
}

static u64 pages_of(const struct pagesnap_group *g, u64 flags)
{
	u64 pages = 0;
	u32 i;

	for (i = 0; i < g->combos.nr; i++)
		pages += g->combos.combo[i].flags == flags ? g->combos.combo[i].pages : 0;
	return pages;
}

static void test_heads(void)
{
	static const struct {
		u64 first;
		u64 nr;
		u64 heads;
	} parts[] = {
		{ 0, 16, 1 }, { 0, 1, 1 }, { 0, 5, 1 }, { 1, 15, 0 }, { 15, 1, 0 },
		/* several folios, the last of them maybe in part */
		{ 0, 48, 3 }, { 16, 32, 2 }, { 0, 37, 3 },
	};
	const u64 rest = KPF_BIT(KPF_LRU) | KPF_BIT(KPF_UPTODATE);
	struct pagesnap_combo combos[8];
	struct pagesnap_sums want;
	struct pagesnap_group g;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		union pagesnap_item item = part_of_folio(parts[i].first, parts[i].nr);
		u64 tails = parts[i].nr - parts[i].heads;
		u32 combos_want = !!parts[i].heads + !!tails;

		start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
		g.combos.combo = combos;
		push(&g, &item);
		ktap_ok(pages_of(&g, rest | HEAD) == parts[i].heads &&
			pages_of(&g, rest | TAIL) == tails &&
			g.combos.nr == combos_want,
			"page %u, %u pages of folios of 16: %u heads", (u32)parts[i].first,
			(u32)parts[i].nr, (u32)parts[i].heads);
		memset(&want, 0, sizeof(want));
		want.pages = want.orders[4] = parts[i].nr;
		want.mapped = parts[i].nr / 2;
		ktap_ok(!memcmp(&g.object, &want, sizeof(want)), "... and the sums of all");
		pagesnap_group_end_object(&g);
		ktap_equal(g.objects_by_pages[model_bucket(parts[i].nr)], 1, "... as one object");
	}
}

/* A mask without the two bits tells nothing apart; small pages have neither. */
static void test_no_heads(void)
{
	union pagesnap_item item = part_of_folio(0, 16), small = run_at(0, 3);
	struct pagesnap_combo combos[8];
	struct pagesnap_group g;

	start(&g, PAGESNAP_GROUP_TOTAL, KPF_BIT(KPF_LRU));
	g.combos.combo = combos;
	push(&g, &item);
	push(&g, &small);
	ktap_ok(g.combos.nr == 1 && combos[0].flags == KPF_BIT(KPF_LRU) && combos[0].pages == 19,
		"a mask without heads and tails makes one combination");
	start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
	g.combos.combo = combos;
	push(&g, &small);
	ktap_ok(g.combos.nr == 1 && combos[0].flags == small.run.flags && combos[0].pages == 3,
		"a small page is neither head nor tail");
}

static void test_kinds(void)
{
	union pagesnap_item file = run_at(0, 3), kernel = run_at(3, 2);
	const u64 shift = PAGESNAP_COMBO_KIND_SHIFT;
	struct pagesnap_combo combos[4];
	struct pagesnap_group g;

	kernel.run.kind = PAGESNAP_KIND_KERNEL;
	start(&g, PAGESNAP_GROUP_TOTAL, KPF_BIT(KPF_LRU));
	g.combos.combo = combos;
	push(&g, &file);
	push(&g, &kernel);
	ktap_ok(g.combos.nr == 1 && combos[0].flags == KPF_BIT(KPF_LRU) && combos[0].pages == 5,
		"pages of two kinds with the same flags make one combination");
	pagesnap_group_start(&g, PAGESNAP_GROUP_TOTAL, KPF_BIT(KPF_LRU), true);
	push(&g, &kernel);
	push(&g, &file);
	push(&g, &file);
	ktap_ok(g.combos.nr == 2 &&
		combos[0].flags == ((u64)PAGESNAP_KIND_FILE << shift | KPF_BIT(KPF_LRU)) &&
		combos[0].pages == 6 &&
		combos[1].flags == ((u64)PAGESNAP_KIND_KERNEL << shift | KPF_BIT(KPF_LRU)) &&
		combos[1].pages == 2,
		"asked for kinds, pages of two kinds with the same flags make two combinations");
}

static void test_restart(void)
{
	union pagesnap_item item = run_at(0, 3);
	struct pagesnap_combo combos[4];
	struct pagesnap_group g;

	start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK);
	g.combos.combo = combos;
	push(&g, &item);
	pagesnap_group_end_object(&g);
	push(&g, &item);
	pagesnap_group_start(&g, PAGESNAP_GROUP_TOTAL, DEFAULT_MASK, false);
	ktap_ok(!g.combos.nr && !g.combos.other && !g.object.pages && !g.all.pages && !g.has_open &&
		!g.objects_by_pages[2] && g.combos.combo == combos && g.emit == emit &&
		g.ctx == &sink,
		"a new answer begins with nothing, and keeps what it was given");
}

int main(void)
{
	test_run_pairs();
	test_mask();
	test_joined();
	test_gap_pairs();
	test_special_frames();
	test_modes();
	test_objects_apart();
	test_subtotals();
	test_subtotals_of_others();
	test_random();
	test_in_place();
	test_single_sums();
	test_droppable();
	test_pss();
	test_odd_orders();
	test_object_sums();
	test_total();
	test_buckets();
	test_combos(1);
	test_combos(PAGESNAP_COMBOS_MAX);
	test_combos(PAGESNAP_COMBOS_MAX + 1);
	test_combos(COMBOS);
	test_heads();
	test_kinds();
	test_no_heads();
	test_restart();
	return ktap_end();
}
