// SPDX-License-Identifier: GPL-2.0
/* Ranges, flags and masks of the client's options, against page-types' meaning. */
#include "unit.h"

#include "cli/specs.h"

#define BIT(n) (1ULL << (n))
#define HEAD_TAIL (BIT(KPF_COMPOUND_HEAD) | BIT(KPF_COMPOUND_TAIL))
/* Flags with names: no others can be excluded. */
#define WELL_KNOWN 0x07ffffffULL
#define NAMED (WELL_KNOWN | 0x3ffULL << 32)

static const struct {
	const char *text;
	u64 start, end;
} ranges[] = {
	{ "5", 5, 6 }, { "0", 0, 1 }, { "0x10", 16, 17 }, { "0XfF", 255, 256 },
	{ "5+3", 5, 8 }, { "5+0", 5, 5 }, { "0x10+0x10", 16, 32 },
	{ "5,8", 5, 8 }, { "5,5", 5, 5 }, { "5,", 5, U64_MAX }, { ",8", 0, 8 }, { ",0", 0, 0 },
	{ "5-", 5, U64_MAX }, { "5 8", 5, 8 }, { "5  8", 5, 8 },
	{ "18446744073709551615,", U64_MAX, U64_MAX },
	{ "0,18446744073709551615", 0, U64_MAX },
};

static const char *const bad_ranges[] = {
	"", " ", "a", "-", "+", ",", "-5", "+5", "5-8", "5+", "5 ", "8,5", "5,8,9", "5,+3", "5,x",
	"5x", "0x", "0xg", "010", "5,010", "1+18446744073709551615", "18446744073709551615",
	"18446744073709551616", "5,18446744073709551616", " 5", "5,8 ", "5;8", "5\t8", "1e3",
};

static void test_ranges(void)
{
	struct range range;
	const char *why;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++)
		ktap_ok(!spec_range(ranges[i].text, &range, &why) &&
			range.start == ranges[i].start && range.end == ranges[i].end,
			"range \"%s\"", ranges[i].text);
	for (i = 0; i < ARRAY_SIZE(bad_ranges); i++) {
		why = NULL;
		ktap_ok(spec_range(bad_ranges[i], &range, &why) == -EINVAL && why,
			"no range: \"%s\"", bad_ranges[i]);
	}
}

/* Frames and addresses ------------------------------------------------------ */

struct hex_case {
	const char *text;
	bool phys;
	u64 start, end;
};

static const struct hex_case frames[] = {
	{ "pfn:5ec76", false, 0x5ec76, 0x5ec77 }, { "pfn:0x10", false, 16, 17 },
	{ "pfn:10-20", false, 16, 32 }, { "pfn:10,20", false, 16, 32 },
	{ "pfn:10-", false, 16, U64_MAX }, { "pfn:10+10", false, 16, 26 },
	{ "pfn:10+0x10", false, 16, 32 }, { "pfn:10-10", false, 16, 16 },
	{ "phys:5ec76000", false, 0x5ec76, 0x5ec77 }, { "phys:5ec76fff", false, 0x5ec76, 0x5ec77 },
	{ "phys:1000-2000", false, 1, 2 }, { "phys:1000-2001", false, 1, 3 },
	{ "phys:0-ffffffffffffffff", false, 0, 1ULL << 52 }, { "phys:0+4097", false, 0, 2 },
	{ "5ec76000", true, 0x5ec76, 0x5ec77 }, { "10000", true, 16, 17 },
	{ "pfn:10", true, 16, 17 }, { "12345", false, 12345, 12346 }, { "0x10+2", false, 16, 18 },
};

static const char *const bad_frames[] = {
	"", "pfn:", "pfn:x", "pfn:5x", "pfn:20-10", "pfn:5-x", "pfn:5+x", "phys:", "phys:g",
	"pfn:fffffffffffffffff", "pfn:1+18446744073709551615", "5ec76", "deadbeef", "5-8",
};

static const struct hex_case virtual[] = {
	{ "addr:7f3a1c000000-7f3a1c200000", false, 0x7f3a1c000, 0x7f3a1c200 },
	{ "addr:0x7f3a1c000001-7f3a1c200001", false, 0x7f3a1c000, 0x7f3a1c201 },
	{ "addr:400000", false, 0x400, 0x401 }, { "addr:400000-", false, 0x400, U64_MAX },
	{ "5", false, 5, 6 }, { "0x7f3a1c000+16", false, 0x7f3a1c000, 0x7f3a1c010 },
	{ "0,0xffffffffffff", false, 0, 0xffffffffffff },
};

static const char *const bad_virtual[] = {
	"addr:", "addr:x", "addr:100000000000000", "addr:ffffffffff600000-ffffffffff601000",
	"0x7f3a1c000000", "0x100000000000", "7f3a1c000000", "7f3a1c000000-7f3a1c200000", "5-8",
};

static void test_hex(void)
{
	char why[SPEC_WHY_MAX];
	struct range range;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(frames); i++)
		ktap_ok(!spec_frames(frames[i].text, frames[i].phys, &range, why) &&
			range.start == frames[i].start && range.end == frames[i].end,
			"frames \"%s\"", frames[i].text);
	for (i = 0; i < ARRAY_SIZE(virtual); i++)
		ktap_ok(!spec_virtual(virtual[i].text, &range, why) &&
			range.start == virtual[i].start && range.end == virtual[i].end,
			"virtual pages \"%s\"", virtual[i].text);
	for (i = 0; i < ARRAY_SIZE(bad_frames); i++) {
		*why = '\0';
		ktap_ok(spec_frames(bad_frames[i], false, &range, why) == -EINVAL && *why,
			"no frames: \"%s\"", bad_frames[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bad_virtual); i++) {
		*why = '\0';
		ktap_ok(spec_virtual(bad_virtual[i], &range, why) == -EINVAL && *why,
			"no virtual pages: \"%s\"", bad_virtual[i]);
	}
	ktap_ok(spec_is_either("12345") && spec_is_either("10") && !spec_is_either("5") &&
		!spec_is_either("0x10") && !spec_is_either("pfn:10") && !spec_is_either("10,20"),
		"digits alone could be hexadecimal");
}

/* Flags -------------------------------------------------------------------- */

#define D BIT(KPF_DIRTY)
#define L BIT(KPF_LRU)
#define M BIT(KPF_MMAP)
#define U BIT(KPF_UPTODATE)

static const struct flag_case {
	const char *text;
	u64 all, none, any;
} flags[] = {
	{ "dirty", D, 0, 0 },
	{ "dirty,-mmap", D, M, 0 },
	{ "dirty,lru", D | L, 0, 0 },
	{ "dirty,~mmap", D, M, 0 },
	{ "~mmap", 0, M, 0 },
	{ "dirty,lru=lru", L, D, 0 },
	{ "=lru,uptodate", L | U, WELL_KNOWN & ~HEAD_TAIL & ~(L | U), 0 },
};

/* bits of page-types: (flags & mask) == bits, or != 0 for a plain list. */
static const struct flag_case bits[] = {
	{ "dirty", 0, 0, D },
	{ "dirty,lru", 0, 0, D | L },
	{ "dirty,lru=lru", L, D, 0 },
	{ "dirty,lru=lru,dirty", L | D, 0, 0 },
	{ "dirty,~lru", D, L, 0 },
	{ "~lru", 0, L, 0 },
	{ "~lru,~dirty", 0, L | D, 0 },
	{ "=lru", L, WELL_KNOWN & ~HEAD_TAIL & ~L, 0 },
	{ "=huge", BIT(KPF_HUGE), WELL_KNOWN & ~BIT(KPF_HUGE), 0 },
	/* beginnings mean the first flag in page-types' order, and these two together */
	{ "u", 0, 0, U }, { "re", 0, 0, BIT(KPF_REFERENCED) }, { "a", 0, 0, BIT(KPF_ACTIVE) },
	{ "compound", 0, 0, HEAD_TAIL }, { "co", 0, 0, HEAD_TAIL },
	{ "compound_t", 0, 0, BIT(KPF_COMPOUND_TAIL) },
	{ "reserved", 0, 0, BIT(PAGESNAP_KPF_RESERVED) },
	{ "0x14", 0, 0, D | BIT(2) }, { "16", 0, 0, D },
};

static const struct flag_case raw_bits[] = {
	{ "=lru", L, NAMED & ~L, 0 },
	{ "dirty,lru", 0, 0, D | L },
};

static const char *const bad_bits[] = {
	"", ",", "dirty,", ",dirty", "nosuch", "~", "dirty,~", "=", "dirty=", "dirty=lru",
	"dirty,~lru=dirty", "dirty=~dirty", "dirty,~dirty", "readahead", "018", "dirty lru",
};

static const char *const bad_flags[] = {
	"", ",", "dirty,", "nosuch", "re", "dirty,-", "0x10", "dirty=lru", "dirty,-lru,~mmap",
};

static bool same(const struct flag_filter *f, const struct flag_case *c)
{
	return f->all == c->all && f->none == c->none && f->any == c->any;
}

static void test_flags(void)
{
	struct flag_filter f;
	const char *why;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(flags); i++)
		ktap_ok(!spec_flags(flags[i].text, false, &f, &why) && same(&f, flags + i),
			"flags \"%s\"", flags[i].text);
	for (i = 0; i < ARRAY_SIZE(bits); i++)
		ktap_ok(!spec_bits(bits[i].text, false, &f, &why) && same(&f, bits + i),
			"bits \"%s\"", bits[i].text);
	for (i = 0; i < ARRAY_SIZE(raw_bits); i++)
		ktap_ok(!spec_bits(raw_bits[i].text, true, &f, &why) && same(&f, raw_bits + i),
			"raw bits \"%s\"", raw_bits[i].text);
	for (i = 0; i < ARRAY_SIZE(bad_bits); i++) {
		why = NULL;
		ktap_ok(spec_bits(bad_bits[i], false, &f, &why) == -EINVAL && why,
			"no bits: \"%s\"", bad_bits[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bad_flags); i++) {
		why = NULL;
		ktap_ok(spec_flags(bad_flags[i], false, &f, &why) == -EINVAL && why,
			"no flags: \"%s\"", bad_flags[i]);
	}
}

/*
 * Does page-types let a page pass?  Written after its bit_mask_ok() on flags as
 * it sees them without --raw.
 */
static bool page_types_passes(const char *text, u64 page)
{
	const char *equals = strchr(text, '=');
	u64 mask = 0, want = 0;

	page &= WELL_KNOWN;
	if (!(page & BIT(KPF_HUGE)))
		page &= ~HEAD_TAIL;
	/* only flags d, l, m: letters of the tests below */
#define HAS(s, c) (strchr(s, c) ? BIT((c) == 'd' ? KPF_DIRTY : (c) == 'l' ? KPF_LRU : KPF_MMAP) : 0)
	if (equals) {
		char before[64] = "";

		memcpy(before, text, equals - text);
		want = HAS(equals, 'd') | HAS(equals, 'l') | HAS(equals, 'm');
		mask = *before ? HAS(before, 'd') | HAS(before, 'l') | HAS(before, 'm') : ~0ULL;
		return (page & mask) == want;
	}
	mask = HAS(text, 'd') | HAS(text, 'l') | HAS(text, 'm');
	return (page & mask) != 0;
#undef HAS
}

/* Of the short specifications here each letter is a flag's beginning in the long ones. */
static const struct {
	const char *ours, *letters;
} compared[] = {
	{ "dirty,lru", "d,l" }, { "dirty", "d" }, { "dirty,lru,mmap=lru", "d,l,m=l" },
	{ "dirty,lru=dirty,lru", "d,l=d,l" }, { "=dirty,lru", "=d,l" }, { "=mmap", "=m" },
};

static bool passes(const struct flag_filter *f, u64 page)
{
	return (page & f->all) == f->all && !(page & f->none) && (!f->any || page & f->any);
}

static void test_meaning(void)
{
	static const u64 others[] = {
		0, U, HEAD_TAIL & -HEAD_TAIL, BIT(PAGESNAP_KPF_PRIVATE), BIT(KPF_HUGE),
	};
	struct flag_filter f;
	const char *why;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(compared); i++) {
		bool good = !spec_bits(compared[i].ours, false, &f, &why);
		u32 set;

		for (set = 0; set < 8; set++)
			for (j = 0; j < ARRAY_SIZE(others); j++) {
				u64 page = (set & 1 ? D : 0) | (set & 2 ? L : 0) |
					   (set & 4 ? M : 0) | others[j];

				good = good && passes(&f, page) ==
				       page_types_passes(compared[i].letters, page);
			}
		ktap_ok(good, "lets the same pages pass as page-types: \"%s\"", compared[i].ours);
	}
}

/* Several demands ---------------------------------------------------------- */

#define F(a, n, y) { .all = (a), .none = (n), .any = (y) }

static const struct {
	struct flag_filter first, second, both;
	bool good;
} sums[] = {
	{ F(D, 0, 0), F(L, 0, 0), F(D | L, 0, 0), true },
	{ F(D, 0, 0), F(0, L, 0), F(D, L, 0), true },
	{ F(D, 0, 0), F(0, D, 0), F(0, 0, 0), false },
	{ F(0, 0, 0), F(0, 0, D), F(D, 0, 0), true },
	{ F(0, 0, 0), F(0, 0, D | L), F(0, 0, D | L), true },
	{ F(0, 0, D | L), F(0, 0, D | L | M), F(0, 0, D | L), true },
	{ F(0, 0, D | L | M), F(0, 0, D | L), F(0, 0, D | L), true },
	{ F(0, 0, D | L), F(0, 0, L | M), F(0, 0, 0), false },
	{ F(0, 0, D | L), F(D, 0, 0), F(D, 0, 0), true },
	{ F(D, 0, 0), F(0, 0, D | L), F(D, 0, 0), true },
	{ F(0, 0, D | L), F(0, D, 0), F(L, D, 0), true },
	{ F(0, D | L, 0), F(0, 0, D | L), F(0, 0, 0), false },
};

static void test_sums(void)
{
	const char *why;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sums); i++) {
		struct flag_filter f = sums[i].first;
		int err = spec_filter_add(&f, &sums[i].second, &why);

		ktap_ok(sums[i].good ? !err && !memcmp(&f, &sums[i].both, sizeof(f)) :
			err == -EINVAL, "two demands, case %zu", i);
	}
}

static const struct {
	const char *text;
	u64 mask;
	bool good;
} masks[] = {
	{ "dirty,lru", D | L, true }, { "-dirty", ~D, true }, { "-dirty,-lru", ~(D | L), true },
	{ "0", 0, true }, { "0x14", 0x14, true }, { "18446744073709551615", U64_MAX, true },
	{ "", 0, false }, { "dirty,-lru", 0, false }, { "nosuch", 0, false },
	{ "18446744073709551616", 0, false }, { "0x", 0, false }, { "5x", 0, false },
};

static void test_masks(void)
{
	const char *why;
	size_t i;
	u64 mask;

	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		int err = spec_mask(masks[i].text, &mask, &why);

		ktap_ok(masks[i].good ? !err && mask == masks[i].mask : err == -EINVAL,
			"mask \"%s\"", masks[i].text);
	}
}

int main(void)
{
	test_ranges();
	test_hex();
	test_flags();
	test_meaning();
	test_sums();
	test_masks();
	return ktap_end();
}
