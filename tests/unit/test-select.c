// SPDX-License-Identifier: GPL-2.0
/* Selection: its options, and which pages and gaps they leave. */
#include "unit.h"

#define NONE PAGESNAP_SUBJECT_NONE
#define SB PAGESNAP_SUBJECT_SB

/* Parse "/d @options", or only @options for frames. */
static int parse(u32 subject, const char *options, struct pagesnap_select *sel,
		 struct pagesnap_diag *d, u32 *before)
{
	struct pagesnap_grammar g = {
		.subject = subject, .page_shift = 12, .options = pagesnap_select_options,
	};
	struct pagesnap_query q;
	char line[256], *copy;
	int len, err;

	*before = subject == NONE ? 0 : 3;
	len = snprintf(line, sizeof(line), "%s%s", subject == NONE ? "" : "/d ", options);
	copy = exact(line, len);
	pagesnap_select_init(sel);
	err = pagesnap_query_parse(&g, copy, len, &q, sel, d);
	free(copy);
	return err;
}

static void test_defaults(void)
{
	struct pagesnap_select sel;

	memset(&sel, 0xa5, sizeof(sel));
	pagesnap_select_init(&sel);
	ktap_ok(!sel.all && !sel.none && !sel.any && sel.node == -1 && !sel.has_cgroup && !sel.cgroup_below &&
		!sel.min_order && sel.max_order == PAGESNAP_ORDERS - 1 && !sel.has_order &&
		!sel.min_pages && sel.names && !sel.frame_names, "defaults select everything");
	ktap_ok(sel.mask == ~KPF_BIT(KPF_LOCKED), "default mask: all but locked");
}

/* Values that are read, told by the member they fill. */
static void test_values(void)
{
	struct pagesnap_select s;
	struct pagesnap_diag d;
	u32 col;

#define READS(subject, text, condition) \
	ktap_ok(!parse(subject, text, &s, &d, &col) && (condition), "reads: %s", text)
	READS(SB, "flags=dirty,-mmap", s.all == KPF_BIT(KPF_DIRTY) && s.none == KPF_BIT(KPF_MMAP));
	READS(SB, "any=dirty", s.any == KPF_BIT(KPF_DIRTY) && !s.all && !s.none);
	READS(NONE, "any=dirty,mmap,err", s.any == (KPF_BIT(KPF_DIRTY) | KPF_BIT(KPF_MMAP) |
						   KPF_BIT(KPF_ERROR)));
	READS(SB, "any=dirty any=mmap", s.any == KPF_BIT(KPF_MMAP));
	READS(SB, "any=dirty flags=mmap,-dirty", s.any == KPF_BIT(KPF_DIRTY) &&
	      s.all == KPF_BIT(KPF_MMAP) && s.none == KPF_BIT(KPF_DIRTY));
	READS(SB, "node=0", s.node == 0);
	READS(SB, "node=0x10", s.node == 16);
	READS(SB, "node=65535", s.node == 65535);
	READS(SB, "cgroup=0", s.has_cgroup && !s.cgroup && !s.cgroup_below);
	READS(SB, "cgroup=2417", s.has_cgroup && s.cgroup == 2417 && !s.cgroup_below);
	READS(SB, "cgroup=2417/", s.has_cgroup && s.cgroup == 2417 && s.cgroup_below);
	READS(SB, "cgroup=18446744073709551613", s.cgroup == U64_MAX - 2);
	READS(SB, "min-order=3", s.has_order && s.min_order == 3 && s.max_order == 19);
	READS(SB, "max-order=3", s.has_order && s.min_order == 0 && s.max_order == 3);
	READS(SB, "min-order=19 max-order=19", s.min_order == 19 && s.max_order == 19);
	READS(SB, "min-order=0", s.has_order && s.min_order == 0);
	READS(SB, "min-pages=100", s.min_pages == 100);
	READS(PAGESNAP_SUBJECT_FILE, "min-pages=0", s.min_pages == 0);
	READS(SB, "part=1/1", s.part == 0 && s.parts == 1);
	READS(NONE, "part=3/0x400", s.part == 2 && s.parts == 1024);
	READS(PAGESNAP_SUBJECT_FILE, "part=2/2", s.part == 1 && s.parts == 2);
	READS(SB, "mask=dirty,lru", s.mask == (KPF_BIT(KPF_DIRTY) | KPF_BIT(KPF_LRU)));
	READS(SB, "mask=-dirty,-lru", s.mask == ~(KPF_BIT(KPF_DIRTY) | KPF_BIT(KPF_LRU)));
	READS(SB, "mask=0", s.mask == 0);
	READS(SB, "mask=0x14", s.mask == 0x14);
	READS(SB, "mask=18446744073709551615", s.mask == U64_MAX);
	READS(SB, "names=0", !s.names);
	READS(SB, "names=1", s.names);
	READS(NONE, "names=0", !s.frame_names);
	READS(NONE, "names=1", s.frame_names);
	READS(NONE, "kinds=1 group=total", s.kinds);
	READS(NONE, "kinds=0", !s.kinds);
	READS(SB, "slab=1 group=object", s.slab);
	READS(SB, "slab=0", !s.slab);
	READS(SB, "group=object", !s.has_changed);
	READS(SB, "group=object changed=0", s.has_changed && !s.changed);
	READS(SB, "changed=18446744073709551615 group=object", s.changed == U64_MAX);
	READS(SB, "group=object changed=7 names=0 part=1/2 min-pages=3", s.changed == 7);
#undef READS
}

static const struct bad_case {
	u32 subject;
	const char *text;
	int err;
	u32 col;	/* in text */
} bad[] = {
	{ SB, "changed=", -EINVAL, 8 },
	{ SB, "changed=-", -EINVAL, 8 },
	{ PAGESNAP_SUBJECT_FILE, "changed=1", -EINVAL, 8 },
	{ NONE, "changed=1", -EINVAL, 8 },
	{ SB, "flags=", -EINVAL, 6 },
	{ SB, "flags=dirty,", -EINVAL, 12 },
	{ SB, "flags=nosuch", -EINVAL, 6 },
	{ SB, "flags=dirty,-com", -EINVAL, 13 },
	{ SB, "flags=dirty,-dirty", -EINVAL, 6 },
	{ SB, "flags=0x10", -EINVAL, 6 },
	{ SB, "any=", -EINVAL, 4 },
	{ SB, "any=dirty,,lru", -EINVAL, 10 },
	{ SB, "any=nosuch", -EINVAL, 4 },
	{ SB, "any=re", -EINVAL, 4 },
	{ SB, "any=-dirty", -EINVAL, 4 },
	{ SB, "any=lru,-dirty", -EINVAL, 8 },
	{ SB, "any=lru,mmap,-dirty,-lru", -EINVAL, 13 },
	{ SB, "any=0x10", -EINVAL, 4 },
	{ SB, "node=", -EINVAL, 5 },
	{ SB, "node=-1", -EINVAL, 5 },
	{ SB, "node=1x", -EINVAL, 5 },
	{ SB, "node=65537", -EINVAL, 5 },
	{ SB, "node=18446744073709551616", -EINVAL, 5 },
	{ SB, "cgroup=", -EINVAL, 7 },
	{ SB, "cgroup=/", -EINVAL, 7 },
	{ SB, "cgroup=/system.slice", -EINVAL, 7 },
	{ SB, "cgroup=5//", -EINVAL, 7 },
	{ SB, "cgroup=18446744073709551614", -EINVAL, 7 },
	{ SB, "cgroup=18446744073709551616", -EINVAL, 7 },
	{ SB, "min-order=", -EINVAL, 10 },
	{ SB, "min-order=20", -EINVAL, 10 },
	{ SB, "min-order=a", -EINVAL, 10 },
	{ SB, "max-order=20", -EINVAL, 10 },
	{ SB, "max-order=256", -EINVAL, 10 },
	{ SB, "min-pages=", -EINVAL, 10 },
	{ SB, "min-pages=-1", -EINVAL, 10 },
	{ SB, "min-pages=18446744073709551616", -EINVAL, 10 },
	{ NONE, "min-pages=5", -EINVAL, 10 },
	{ SB, "part=", -EINVAL, 5 },
	{ SB, "part=1", -EINVAL, 5 },
	{ SB, "part=/", -EINVAL, 5 },
	{ SB, "part=/2", -EINVAL, 5 },
	{ SB, "part=1/", -EINVAL, 5 },
	{ SB, "part=1/2/2", -EINVAL, 5 },
	{ SB, "part=0/2", -EINVAL, 5 },
	{ SB, "part=3/2", -EINVAL, 5 },
	{ SB, "part=0/0", -EINVAL, 5 },
	{ SB, "part=1/1025", -EINVAL, 5 },
	{ SB, "mask=", -EINVAL, 5 },
	{ SB, "mask=nosuch", -EINVAL, 5 },
	{ SB, "mask=dirty,-lru", -EINVAL, 5 },
	{ SB, "mask=dirty,l", -EINVAL, 11 },
	{ SB, "mask=18446744073709551616", -EINVAL, 5 },
	{ SB, "names=", -EINVAL, 6 },
	{ SB, "names=2", -EINVAL, 6 },
	{ SB, "names=01", -EINVAL, 6 },
	{ SB, "names=yes", -EINVAL, 6 },
	{ NONE, "names=y", -EINVAL, 6 },
	{ NONE, "kinds=", -EINVAL, 6 },
	{ NONE, "kinds=2", -EINVAL, 6 },
	{ NONE, "kinds=10", -EINVAL, 6 },
	{ SB, "kinds=1", -EINVAL, 6 },
	{ SB, "flag=dirty", -EINVAL, 0 },
	{ SB, "flagss=dirty", -EINVAL, 0 },
};

static void test_bad(void)
{
	const struct bad_case *c;
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	u32 before;

	for (c = bad; c < bad + ARRAY_SIZE(bad); c++) {
		int err = parse(c->subject, c->text, &sel, &d, &before);

		if (!ktap_ok(err == c->err && d.err == err && d.col == before + c->col && d.msg,
			     "refuses: %s", c->text))
			ktap_note("%d at %u", err, d.col);
	}
}

/* What is left ------------------------------------------------------------ */

/* A page like most: node 1, order 2, in the cgroup that is asked for. */
static union pagesnap_item page(u64 flags)
{
	union pagesnap_item item = { .run = {
		.rec = { .len = sizeof(item.run), .type = PAGESNAP_REC_RUN,
			 .flags = PAGESNAP_RF_CGROUP },
		.kind = PAGESNAP_KIND_FILE, .order = 2, .nr = 1, .frames = 1, .node = 1,
		.flags = flags,
	} };

	return item;
}

static union pagesnap_item gap(u32 type)
{
	union pagesnap_item item = { .gap = {
		.rec = { .len = sizeof(item.gap), .type = type },
		.nr = 1, .pfn = PAGESNAP_NONE,
	} };

	return item;
}

#define DIRTY KPF_BIT(KPF_DIRTY)
#define MMAP KPF_BIT(KPF_MMAP)
#define LRU KPF_BIT(KPF_LRU)

static const struct page_case {
	const char *options;
	u64 flags;
	u32 node;
	u32 order;
	bool in_cgroup;
	bool kept;
} page_cases[] = {
	{ "", 0, 0, 0, false, true },
	{ "", ~0ULL, 65535, 19, true, true },
	{ "flags=dirty", DIRTY, 0, 0, false, true },
	{ "flags=dirty", DIRTY | LRU, 0, 0, false, true },
	{ "flags=dirty", LRU, 0, 0, false, false },
	{ "flags=dirty", 0, 0, 0, false, false },
	{ "flags=dirty,lru", DIRTY, 0, 0, false, false },
	{ "flags=dirty,lru", DIRTY | LRU, 0, 0, false, true },
	{ "flags=-mmap", 0, 0, 0, false, true },
	{ "flags=-mmap", MMAP, 0, 0, false, false },
	{ "flags=-mmap,-lru", LRU, 0, 0, false, false },
	{ "flags=dirty,-mmap", DIRTY, 0, 0, false, true },
	{ "flags=dirty,-mmap", DIRTY | MMAP, 0, 0, false, false },
	{ "flags=arch_2", 1ULL << 41, 0, 0, false, true },
	{ "flags=-arch_2", 1ULL << 41, 0, 0, false, false },
	{ "any=dirty", DIRTY | LRU, 0, 0, false, true },
	{ "any=dirty", LRU, 0, 0, false, false },
	{ "any=dirty,lru", LRU | MMAP, 0, 0, false, true },
	{ "any=dirty,lru", DIRTY, 0, 0, false, true },
	{ "any=dirty,lru", MMAP, 0, 0, false, false },
	{ "any=dirty,lru", 0, 0, 0, false, false },
	{ "any=dirty,lru flags=mmap", MMAP, 0, 0, false, false },
	{ "any=dirty,lru flags=mmap", DIRTY, 0, 0, false, false },
	{ "any=dirty,lru flags=mmap", DIRTY | MMAP, 0, 0, false, true },
	{ "any=dirty,lru flags=-lru", DIRTY | LRU, 0, 0, false, false },
	{ "any=dirty node=1", DIRTY, 0, 0, false, false },
	{ "node=0", 0, 0, 0, false, true },
	{ "node=0", 0, 1, 0, false, false },
	{ "node=1", 0, 1, 0, false, true },
	{ "node=1", 0, 0, 0, false, false },
	{ "min-order=2", 0, 0, 1, false, false },
	{ "min-order=2", 0, 0, 2, false, true },
	{ "min-order=2", 0, 0, 19, false, true },
	{ "max-order=2", 0, 0, 2, false, true },
	{ "max-order=2", 0, 0, 3, false, false },
	{ "max-order=0", 0, 0, 0, false, true },
	{ "max-order=0", 0, 0, 1, false, false },
	{ "min-order=2 max-order=3", 0, 0, 3, false, true },
	{ "min-order=2 max-order=3", 0, 0, 4, false, false },
	{ "cgroup=5", 0, 0, 0, true, true },
	{ "cgroup=5", 0, 0, 0, false, false },
	{ "cgroup=5/", 0, 0, 0, true, true },
	{ "cgroup=5/", 0, 0, 0, false, false },
	{ "cgroup=5 node=1", 0, 0, 0, true, false },
	{ "cgroup=5 flags=dirty", 0, 0, 0, true, false },
	{ "mask=0 names=0 min-pages=9", 0, 0, 0, false, true },
};

static void test_pages(void)
{
	const struct page_case *c;
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	u32 col;

	for (c = page_cases; c < page_cases + ARRAY_SIZE(page_cases); c++) {
		union pagesnap_item item = page(c->flags);

		item.run.node = c->node;
		item.run.order = c->order;
		item.run.rec.flags = c->in_cgroup ? PAGESNAP_RF_CGROUP : 0;
		ktap_ok(!parse(SB, c->options, &sel, &d, &col) &&
			pagesnap_select_items(&sel, &item, 1) == c->kept,
			"%s: \"%s\" of flags %#llx node %u order %u cgroup %d",
			c->kept ? "keeps" : "drops", c->options, (long long)c->flags, c->node,
			c->order, c->in_cgroup);
	}
}

static const struct {
	const char *options;
	bool kept;
} gap_cases[] = {
	{ "", true }, { "names=0", true }, { "mask=0", true }, { "min-pages=5", true },
	{ "group=object", true }, { "limit=5", true },
	{ "flags=dirty", false }, { "flags=-dirty", false }, { "any=dirty", false },
	{ "node=0", false },
	{ "cgroup=5", false }, { "cgroup=5/", false }, { "min-order=1", false },
	{ "min-order=0", false }, { "max-order=19", false },
};

static void test_gaps(void)
{
	static const u32 types[] = {
		PAGESNAP_REC_GONE, PAGESNAP_REC_SWAP, PAGESNAP_REC_HOLE, PAGESNAP_REC_SPECIAL,
	};
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	u32 i, j, col;

	for (i = 0; i < ARRAY_SIZE(gap_cases); i++) {
		bool good = !parse(SB, gap_cases[i].options, &sel, &d, &col);

		for (j = 0; j < ARRAY_SIZE(types); j++) {
			union pagesnap_item item = gap(types[j]);

			good = good &&
			       pagesnap_select_items(&sel, &item, 1) == gap_cases[i].kept;
		}
		ktap_ok(good, "%s gaps: \"%s\"", gap_cases[i].kept ? "keeps" : "drops",
			gap_cases[i].options);
	}
}

/* What is kept is moved together, whole and in order. */
static void test_order(void)
{
	u32 i, nr = 500, kept, want = 0;
	union pagesnap_item *items = malloc(nr * sizeof(*items));
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	bool good;
	u32 col;

	good = !parse(SB, "flags=dirty", &sel, &d, &col);
	for (i = 0; i < nr; i++) {
		items[i] = i % 7 ? page(pick(2) ? DIRTY : LRU) : gap(PAGESNAP_REC_GONE);
		if (i % 7)
			items[i].run.index = want += items[i].run.flags == DIRTY;
	}
	kept = pagesnap_select_items(&sel, items, nr);
	for (i = 0; i < kept; i++)
		good = good && items[i].rec.type == PAGESNAP_REC_RUN &&
		       items[i].run.flags == DIRTY && items[i].run.index == i + 1 &&
		       items[i].run.node == 1;
	ktap_ok(good && kept == want, "what is kept stays in order");
	ktap_equal(pagesnap_select_items(&sel, items, 0), 0, "nothing of nothing");
	free(items);
}

/* Options that don't go together, and what is asked of a whole folio. */
static void test_check(void)
{
	static const struct {
		const char *options;
		u32 group;
		int err;
	} cases[] = {
		{ "flags=compound_head", PAGESNAP_GROUP_PAGE, 0 },
		{ "flags=-compound_tail", PAGESNAP_GROUP_PAGE, 0 },
		{ "any=compound_head,compound_tail", PAGESNAP_GROUP_PAGE, 0 },
		{ "any=dirty", PAGESNAP_GROUP_TOTAL, 0 },
		{ "flags=compound_head", PAGESNAP_GROUP_RUN, -EINVAL },
		{ "flags=-compound_tail", PAGESNAP_GROUP_OBJECT, -EINVAL },
		{ "any=dirty,compound_head", PAGESNAP_GROUP_RUN, -EINVAL },
		{ "any=compound_tail", PAGESNAP_GROUP_OBJECT, -EINVAL },
		{ "any=compound_tail", PAGESNAP_GROUP_TOTAL, -EINVAL },
		{ "min-order=2 max-order=2", PAGESNAP_GROUP_RUN, 0 },
		{ "min-order=3 max-order=2", PAGESNAP_GROUP_RUN, -EINVAL },
	};
	struct pagesnap_query q = { };
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	u32 i, col;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		q.group = cases[i].group;
		ktap_ok(!parse(SB, cases[i].options, &sel, &d, &col) &&
			pagesnap_select_check(&sel, &q, &d) == cases[i].err,
			"%s: \"%s\" with group=%s", cases[i].err ? "refuses" : "takes",
			cases[i].options, pagesnap_group_name(cases[i].group));
	}
	for (q.group = PAGESNAP_GROUP_RUN; q.group <= PAGESNAP_GROUP_TOTAL; q.group++) {
		bool sum = q.group >= PAGESNAP_GROUP_OBJECT;

		ktap_ok(!parse(NONE, "names=1", &sel, &d, &col) &&
			pagesnap_select_check(&sel, &q, &d) == (sum ? -EINVAL : 0),
			"%s: names of frames with group=%s", sum ? "refuses" : "takes",
			pagesnap_group_name(q.group));
	}
}

/* What a selection by folio leaves: of a folio's pages, of small ones, of gaps. */
static void test_folio(void)
{
	static const struct {
		const char *options;
		bool folio, small, gap;
	} cases[] = {
		{ "flags=compound_head", true, false, false },
		{ "flags=compound_tail", true, false, false },
		{ "flags=compound_head,compound_tail", true, false, false },
		{ "flags=compound_tail,-compound_head", true, false, false },
		{ "flags=-compound_head", true, true, false },
		{ "flags=-compound_head,dirty", true, true, false },
		{ "flags=-compound_head,lru", false, false, false },
		{ "any=compound_head,mmap", true, false, false },
		{ "any=compound_tail", true, false, false },
		{ "min-pages=0", true, true, true },
	};
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	u32 i, col;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		union pagesnap_item folio = page(DIRTY | PAGESNAP_KPF_COMPOUND);
		union pagesnap_item small = page(DIRTY), none = gap(PAGESNAP_REC_HOLE);
		bool good = !parse(SB, cases[i].options, &sel, &d, &col);

		pagesnap_select_by_folio(&sel);
		ktap_ok(good && pagesnap_select_items(&sel, &folio, 1) == cases[i].folio &&
			pagesnap_select_items(&sel, &small, 1) == cases[i].small &&
			pagesnap_select_items(&sel, &none, 1) == cases[i].gap,
			"by folio: %s", cases[i].options);
	}
}

/* Inode numbers as filesystems give them out: one after the other, or a fixed step apart. */
static void test_parts(void)
{
	static const u64 steps[] = { 1, 2, 32, 64, 256, 4096, 1 << 20, 1ULL << 32 };
	struct pagesnap_select sel;
	unsigned int i, n, hits;

	pagesnap_select_init(&sel);
	ktap_ok(pagesnap_select_inode(&sel, 0) && pagesnap_select_inode(&sel, U64_MAX),
		"without parts all inodes are in");
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		unsigned int in_part[5] = { 0 }, twice = 0, most = 0;

		for (n = 0; n < 10000; n++) {
			hits = 0;
			sel.parts = 5;
			for (sel.part = 0; sel.part < 5; sel.part++)
				if (pagesnap_select_inode(&sel, 12 + n * steps[i])) {
					in_part[sel.part]++;
					hits++;
				}
			twice += hits != 1;
		}
		for (n = 0; n < 5; n++)
			most = in_part[n] > most ? in_part[n] : most;
		ktap_ok(!twice, "step %llu: each inode is in one part",
			(unsigned long long)steps[i]);
		ktap_ok(most < 2200, "step %llu: parts are of a size, at most %u of 10000",
			(unsigned long long)steps[i], most);
	}
}

/* Pieces of a range: one after the other, none missing. */
static void test_pieces(void)
{
	static const u64 ranges[][2] = {
		{ 0, 0 }, { 5, 5 }, { 7, 3 }, { 0, 1 }, { 0, 1 << 15 }, { 1, 1 << 20 },
		{ 40000, 40001 }, { 32767, 65537 }, { 100, 1310720 }, { 0, 1ULL << 52 },
	};
	struct pagesnap_select sel;
	unsigned int i;

	pagesnap_select_init(&sel);
	for (i = 0; i < ARRAY_SIZE(ranges); i++)
		for (sel.parts = 1; sel.parts <= 1024; sel.parts = sel.parts * 3 + 2) {
			u64 at = ranges[i][0], start, end, most = 0;
			bool good = true;

			for (sel.part = 0; sel.part < sel.parts; sel.part++) {
				start = ranges[i][0];
				end = ranges[i][1];
				pagesnap_select_range(&sel, &start, &end);
				if (start >= end)
					continue;
				good &= start == at && (!(start % 32768) || start == ranges[i][0]);
				at = end;
				most = end - start > most ? end - start : most;
			}
			ktap_ok(good && (at == ranges[i][1] || ranges[i][0] >= ranges[i][1]),
				"frames %llu to %llu in %u pieces", (unsigned long long)ranges[i][0],
				(unsigned long long)ranges[i][1], sel.parts);
			if (sel.parts > 1)
				ktap_ok(most <= (ranges[i][1] - ranges[i][0]) / sel.parts + 2 * 32768 ||
					!most, "pieces of frames are of a size, at most %llu",
					(unsigned long long)most);
		}
}

int main(void)
{
	test_defaults();
	test_values();
	test_bad();
	test_pages();
	test_gaps();
	test_order();
	test_check();
	test_folio();
	test_parts();
	test_pieces();
	return ktap_end();
}
