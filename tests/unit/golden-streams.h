/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Streams of every kind, made with the module's own encoder, and the text of
 * the same records by the module's own functions.  What they look like may not
 * change: see tests/golden/README.md.
 */
#ifndef TESTS_GOLDEN_STREAMS_H
#define TESTS_GOLDEN_STREAMS_H

#include <sys/stat.h>

#include "core/binary.h"
#include "unit.h"

#define GOLDEN_MAX (512 * 1024)

/* Of a file without slab=1, as the module leaves out what nobody asked for. */
#define GOLDEN_FILE offsetof(struct pagesnap_file, slab_inode)

/* A stream while it is made: its bytes, and a line for each record. */
struct golden {
	struct pagesnap_text bin;
	struct pagesnap_text txt;
	u32 q;
	u32 unit;
	struct pagesnap_end end;	/* counters of the answer under way */
};

static void golden_begin(struct golden *g)
{
	memset(g, 0, sizeof(*g));
	g->bin.cap = g->txt.cap = GOLDEN_MAX;
	g->bin.buf = malloc(GOLDEN_MAX);
	g->txt.buf = malloc(GOLDEN_MAX);
	if (!g->bin.buf || !g->txt.buf)
		ktap_die("malloc");
}

static void golden_end(struct golden *g)
{
	free(g->bin.buf);
	free(g->txt.buf);
}

/* Every structure begins with it; the length is its own unless it is given. */
#define HEAD_OF(r, type_) (r)->rec = (struct pagesnap_rec){ \
	.len = (r)->rec.len ?: sizeof(*(r)), .type = (type_), .flags = (r)->rec.flags }

static void end_line(struct golden *g)
{
	pagesnap_text_char(&g->txt, '\n');
	if (g->txt.full || g->bin.full)
		ktap_die("GOLDEN_MAX is too small");
}

/* Records ------------------------------------------------------------------------ */

static struct pagesnap_header golden_header(const char *file)
{
	struct pagesnap_header h = {
		.byte_order = PAGESNAP_BYTE_ORDER, .abi_major = PAGESNAP_ABI_MAJOR,
		.abi_minor = PAGESNAP_ABI_MINOR,
		.page_shift = 12, .features = 0x1f, .time_ns = 1700000000123456789,
		.session = 9, .kernel = "6.12.117",
		.boot = "5c0f2a1e-1111-2222-3333-444455556666",
	};

	memcpy(h.magic, PAGESNAP_MAGIC, sizeof(h.magic));
	strcpy(h.collection, "pages");
	strcpy(h.file, file);
	return h;
}

static void put_header(struct golden *g, struct pagesnap_header h)
{
	HEAD_OF(&h, PAGESNAP_REC_HEADER);
	pagesnap_binary_record(&g->bin, &h.rec, 0, NULL, 0);
	pagesnap_text_header(&g->txt, &h);
	end_line(g);
}

/* Begins an answer: what follows is of this query, and counts in @unit. */
static void put_query(struct golden *g, u32 group, u32 unit, const char *tag, const char *text)
{
	struct pagesnap_query_rec r = {
		.q = ++g->q, .line = g->q, .group = group, .mask = ~1ULL,
		.time_ns = 1700000000200000000, .text_len = strlen(text),
	};
	struct pagesnap_bytes_ref part = { text, strlen(text) };

	g->unit = unit;
	memset(&g->end, 0, sizeof(g->end));
	strcpy(g->end.tag, tag);
	strcpy(r.tag, tag);
	HEAD_OF(&r, PAGESNAP_REC_QUERY);
	pagesnap_binary_record(&g->bin, &r.rec, 0, &part, 1);
	pagesnap_text_query(&g->txt, &r, text, &pagesnap_pages_words);
	end_line(g);
}

static void count_sums(struct golden *g, const struct pagesnap_sums *s)
{
	g->end.records++;
	g->end.counters[PAGESNAP_COUNT_PAGES] += s->pages;
	g->end.counters[PAGESNAP_COUNT_GONE] += s->evicted;
	g->end.counters[PAGESNAP_COUNT_SWAP] += s->swapped;
	g->end.counters[PAGESNAP_COUNT_SPECIAL] += s->special;
	g->end.counters[PAGESNAP_COUNT_HOLES] += s->holes;
}

static const struct pagesnap_sums golden_sums = {
	.pages = 611, .dirty = 3, .writeback = 5, .mapped = 12, .active = 600, .referenced = 580,
	.unevictable = 4, .evicted = 64, .swapped = 1, .special = 2, .holes = 80,
	.orders = { [0] = 34, [4] = 576, [19] = 1 },
};

/* The golden sums by node and cgroup: as many as there are pages. */
#define GOLDEN_NODES 2
#define GOLDEN_CGROUPS 4
static const struct pagesnap_subtotal golden_subtotals[GOLDEN_NODES + GOLDEN_CGROUPS] = {
	{ 0, 511 }, { 1, 100 },
	{ 88, 3 }, { 2417, 605 }, { PAGESNAP_NONE, 1 }, { PAGESNAP_OTHER, 2 },
};

static void put_shared(struct golden *g, union pagesnap_object o, u32 size, const char *bytes,
		       u32 len, u32 nr_subtotals)
{
	struct pagesnap_bytes_ref parts[] = {
		{ bytes, len }, { golden_subtotals, nr_subtotals * sizeof(golden_subtotals[0]) },
	};

	o.rec.len = size;
	o.file.q = g->q;
	pagesnap_binary_record(&g->bin, &o.rec, 0, parts, ARRAY_SIZE(parts));
	pagesnap_text_object(&g->txt, &o, bytes, golden_subtotals, golden_subtotals + GOLDEN_NODES);
	end_line(g);
}

static void put_object(struct golden *g, union pagesnap_object o, u32 size, const char *bytes,
		       u32 len)
{
	put_shared(g, o, size, bytes, len, 0);
}

/* With the sums of group=object. */
#define PUT_SUMMED(g, o, member, size, bytes, len) do { \
	(o).rec.flags = PAGESNAP_RF_SUMS; \
	(o).member.sums = golden_sums; \
	(o).member.nr_nodes = GOLDEN_NODES; \
	(o).member.nr_cgroups = GOLDEN_CGROUPS; \
	count_sums(g, &golden_sums); \
	put_shared(g, o, size, bytes, len, ARRAY_SIZE(golden_subtotals)); \
} while (0)

/* @name: of names=1, else NULL */
static void put_named_run(struct golden *g, struct pagesnap_run r, u32 type, u32 state,
			  const char *name)
{
	struct pagesnap_bytes_ref part = { name, name ? strlen(name) : 0 };

	r.q = g->q;
	r.unit = g->unit;
	if (name) {
		r.rec.flags |= PAGESNAP_RF_NAME;
		r.name_len = part.len;
		r.name_state = state;
	}
	HEAD_OF(&r, type);
	pagesnap_binary_record(&g->bin, &r.rec, 0, &part, 1);
	pagesnap_text_run(&g->txt, &r, name);
	end_line(g);
	g->end.records++;
	g->end.counters[PAGESNAP_COUNT_PAGES] += r.nr;
}

static void put_run(struct golden *g, struct pagesnap_run r, u32 type)
{
	put_named_run(g, r, type, 0, NULL);
}

static void put_gap(struct golden *g, struct pagesnap_gap r, u32 type)
{
	r.q = g->q;
	r.unit = g->unit;
	HEAD_OF(&r, type);
	pagesnap_binary_record(&g->bin, &r.rec, 0, NULL, 0);
	pagesnap_text_gap(&g->txt, &r);
	end_line(g);
	g->end.records++;
	g->end.counters[PAGESNAP_COUNT_GONE] += type == PAGESNAP_REC_GONE ? r.nr : 0;
	g->end.counters[PAGESNAP_COUNT_SWAP] += type == PAGESNAP_REC_SWAP ? r.nr : 0;
	g->end.counters[PAGESNAP_COUNT_HOLES] += type == PAGESNAP_REC_HOLE ? r.nr : 0;
	g->end.counters[PAGESNAP_COUNT_SPECIAL] += type == PAGESNAP_REC_SPECIAL ? r.nr : 0;
}

/* With pages: the golden ones, and their subtotals. */
static void put_total(struct golden *g, struct pagesnap_total r,
		      const struct pagesnap_combo *combos, u32 nr)
{
	struct pagesnap_bytes_ref parts[] = {
		{ combos, nr * sizeof(*combos) },
		{ golden_subtotals, r.sums.pages ? sizeof(golden_subtotals) : 0 },
	};

	r.q = g->q;
	r.nr_combos = nr;
	r.nr_nodes = r.sums.pages ? GOLDEN_NODES : 0;
	r.nr_cgroups = r.sums.pages ? GOLDEN_CGROUPS : 0;
	HEAD_OF(&r, PAGESNAP_REC_TOTAL);
	pagesnap_binary_record(&g->bin, &r.rec, 0, parts, ARRAY_SIZE(parts));
	pagesnap_text_total(&g->txt, &r, combos, golden_subtotals, golden_subtotals + GOLDEN_NODES);
	end_line(g);
	count_sums(g, &r.sums);
}

static void put_note(struct golden *g, const char *text)
{
	struct pagesnap_note r = { .q = g->q, .text_len = strlen(text) };
	struct pagesnap_bytes_ref part = { text, strlen(text) };

	HEAD_OF(&r, PAGESNAP_REC_NOTE);
	pagesnap_binary_record(&g->bin, &r.rec, 0, &part, 1);
	pagesnap_text_note(&g->txt, &r, text);
	end_line(g);
}

/* An error begins an answer in place of a query. */
static void put_error(struct golden *g, u32 err, u32 col, const char *tag, const char *msg,
		      const char *text)
{
	struct pagesnap_error r = {
		.q = ++g->q, .line = 2 * g->q, .err = err, .col = col, .msg_len = strlen(msg),
		.text_len = strlen(text),
	};
	struct pagesnap_bytes_ref parts[] = { { msg, strlen(msg) }, { text, strlen(text) } };

	strcpy(r.tag, tag);
	HEAD_OF(&r, PAGESNAP_REC_ERROR);
	pagesnap_binary_record(&g->bin, &r.rec, 0, parts, 2);
	pagesnap_text_error(&g->txt, &r, msg, text);
	end_line(g);
}

static void put_end(struct golden *g, struct pagesnap_end r)
{
	r.q = g->q;
	HEAD_OF(&r, PAGESNAP_REC_END);
	pagesnap_binary_record(&g->bin, &r.rec, 0, NULL, 0);
	pagesnap_text_end(&g->txt, &r, &pagesnap_pages_words);
	end_line(g);
}

/* What things look like -------------------------------------------------------------- */

static union pagesnap_object golden_sb(u32 asked_len, u32 name_len)
{
	return (union pagesnap_object){ .sb = {
		.rec.type = PAGESNAP_REC_SB, .dev_major = 254, .dev_minor = 2,
		.asked_len = asked_len, .name_len = name_len, .fstype = "ext4", .id = "vda2",
	} };
}

static union pagesnap_object golden_file(u32 name_len)
{
	return (union pagesnap_object){ .file = {
		.rec.type = PAGESNAP_REC_FILE, .dev_major = 254, .dev_minor = 2, .gen = 77,
		.ino = 1786946, .size = 4194304, .cached = 611, .nlink = 1, .mode = S_IFREG,
		.name_len = name_len,
	} };
}

static union pagesnap_object golden_task(void)
{
	return (union pagesnap_object){ .task = {
		.rec.type = PAGESNAP_REC_TASK, .pid = 4242, .vmas = 412, .comm = "post gres",
	} };
}

static union pagesnap_object golden_vma(u32 name_len)
{
	return (union pagesnap_object){ .vma = {
		.rec.type = PAGESNAP_REC_VMA, .prot = 5, .start = 0x7f3a1c000, .end = 0x7f3a1c200,
		.dev_major = 254, .dev_minor = 2, .ino = 1310, .pgoff = 16, .gen = 7,
		.name_len = name_len,
	} };
}

static union pagesnap_object golden_span(void)
{
	return (union pagesnap_object){ .span = {
		.rec.type = PAGESNAP_REC_SPAN, .start = 0x100000, .end = 0x180000,
	} };
}

static void put_sb(struct golden *g)
{
	put_object(g, golden_sb(8, 4), sizeof(struct pagesnap_sb), "/var/log/mnt", 12);
}

/* With @sums those of group=object. */
static void put_file(struct golden *g, bool sums)
{
	union pagesnap_object o = golden_file(17);

	g->end.objects++;
	o.file.droppable = sums ? 590 : 0;
	if (sums)
		PUT_SUMMED(g, o, file, GOLDEN_FILE, "/home/foo/bar.txt", 17);
	else
		put_object(g, o, GOLDEN_FILE, "/home/foo/bar.txt", 17);
}

static void put_vma(struct golden *g, bool sums)
{
	union pagesnap_object o = golden_vma(18);

	g->end.objects++;
	o.vma.pss = sums ? 1234567 : 0;
	if (sums)
		PUT_SUMMED(g, o, vma, sizeof(o.vma), "/usr/lib/libc.so.6", 18);
	else
		put_object(g, o, sizeof(o.vma), "/usr/lib/libc.so.6", 18);
}

static void put_span(struct golden *g, bool sums)
{
	union pagesnap_object o = golden_span();

	g->end.objects++;
	if (sums)
		PUT_SUMMED(g, o, span, sizeof(o.span), NULL, 0);
	else
		put_object(g, o, sizeof(o.span), NULL, 0);
}

static void put_task(struct golden *g)
{
	put_object(g, golden_task(), sizeof(struct pagesnap_task), NULL, 0);
}

/* Place of the @nth page of the answer under way. */
static u64 golden_index(const struct golden *g, u64 nth)
{
	static const u64 first[] = {
		[PAGESNAP_UNIT_INDEX] = 0, [PAGESNAP_UNIT_VPN] = 0x7f3a1c000,
		[PAGESNAP_UNIT_PFN] = 0x10a200,
	};

	return first[g->unit] + nth;
}

static struct pagesnap_run golden_run(const struct golden *g, u64 nth, u64 nr, u32 order)
{
	struct pagesnap_run r = {
		.rec.flags = g->unit == PAGESNAP_UNIT_PFN ? PAGESNAP_RF_OWNER : 0,
		.kind = PAGESNAP_KIND_FILE, .order = order, .index = golden_index(g, nth),
		.nr = nr, .pfn = 0x10a200 + nth, .pfn_end = 0x10a200 + nth + nr, .frames = 1,
		.flags = 0x6c, .ref_min = 34, .ref_max = 34, .map_max = 12, .mapped = nr / 2,
		.cgroup = 2417, .cgroup_online = 2417, .zone = 2, .zone_name = "Normal",
	};

	if (r.rec.flags & PAGESNAP_RF_OWNER) {
		r.owner_major = 254;
		r.owner_minor = 2;
		r.owner_gen = 77;
		r.owner_ino = 1786946;
		r.owner_index = nth;
	}
	return r;
}

static struct pagesnap_gap golden_gap(const struct golden *g, u64 nth, u64 nr, u32 why)
{
	return (struct pagesnap_gap){
		.why = why, .index = golden_index(g, nth), .nr = nr, .pfn = PAGESNAP_NONE,
	};
}

static void put_swap(struct golden *g, u64 nth)
{
	struct pagesnap_gap gap = golden_gap(g, nth, 512, 0);

	gap.order = 9;
	gap.swp_type = 1;
	gap.swp_offset = 0x4400;
	put_gap(g, gap, PAGESNAP_REC_SWAP);
}

static void put_golden_total(struct golden *g)
{
	static const struct pagesnap_combo combos[] = {
		{ 0x1c, 35 }, { 0x86c, 36 }, { 0x1086c, 540 },
	};
	struct pagesnap_total total = {
		.sums = golden_sums, .objects_by_pages = { [0] = 2, [10] = 1 },
		.droppable = g->unit == PAGESNAP_UNIT_VPN ? PAGESNAP_NONE : 590,
		.pss = g->unit == PAGESNAP_UNIT_VPN ? 1234567 : PAGESNAP_NONE,
	};

	g->end.objects += 3;
	put_total(g, total, combos, ARRAY_SIZE(combos));
}

#endif /* TESTS_GOLDEN_STREAMS_H */
