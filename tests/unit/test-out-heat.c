// SPDX-License-Identifier: GPL-2.0
/* Heat by ranges of addresses: which range pages fall into, and what each round found there. */
#include "unit.h"
#include "render/heat/bins.h"

static void add(struct heat_bins *b, u64 start, u64 end, const char *name, u64 resident)
{
	const struct pagesnap_vma vma = { .start = start, .end = end };

	if (bins_add_area(b, &vma, name, strlen(name), resident))
		ktap_die("no memory");
}

static void count(struct heat_bins *b, size_t round, u64 index, u64 nr, u32 accessed, u32 of)
{
	const struct pagesnap_accesses_heat heat = {
		.index = index, .nr = nr, .accessed = accessed, .of = of,
	};

	bins_count(b, round, &heat);
}

/* Is a bin there, of these pages, and with that in its two rounds? */
static bool is(const struct heat_bins *b, size_t nth, u64 start, u64 end, u32 first, u32 second)
{
	struct heat_line line;
	u32 permille[2];
	bool any = bins_line(b, nth, permille, &line);

	if (any && line.start == start && line.end == end && permille[0] == first &&
	    permille[1] == second)
		return true;
	ktap_note("%d: %#lx-%#lx %u %u", any, line.start, line.end, permille[0], permille[1]);
	return false;
}

static void test_ranges(void)
{
	struct heat_bins b = { .pid = 1 };
	struct heat_line line;
	u32 permille[2];

	add(&b, 0x100, 0x10a, "a", 10);
	add(&b, 0x10a, 0x110, "", 6);
	add(&b, 0x200, 0x204, "b", 0);
	if (bins_make(&b, 4, 2))
		ktap_die("no memory");
	ktap_ok(b.shift == 2 && b.nr == 3 + 2 + 1 + 1, "16 pages that are there in 4 ranges");
	/* through all of the first mapping and into the second, behind that, and in none */
	count(&b, 0, 0x102, 10, 1, 2);
	count(&b, 1, 0x10e, 4, 1, 1);
	count(&b, 1, 0x400, 1, 0, 1);
	count(&b, 2, 0x100, 1, 1, 1);
	ktap_ok(is(&b, 0, 0x100, 0x104, 500, HEAT_ABSENT), "a range whose end was told of");
	ktap_ok(is(&b, 2, 0x108, 0x10a, 500, HEAT_ABSENT), "the last range of a mapping is shorter");
	ktap_ok(is(&b, 3, 0x10a, 0x10e, 500, HEAT_ABSENT), "ranges end with their mapping");
	ktap_ok(is(&b, 4, 0x10e, 0x110, HEAT_ABSENT, 1000), "a second round");
	ktap_ok(!bins_line(&b, 5, permille, &line), "a range of which nothing was there has no row");
	ktap_ok(is(&b, 6, 0, 0, HEAT_ABSENT, 666), "pages of no mapping have a row of their own");
	bins_line(&b, 3, permille, &line);
	ktap_ok(line.mapping_len == 6 && !memcmp(line.mapping, "[anon]", 6), "what has no name");
	count(&b, 0, 0x100, 1, 0, 100000);
	ktap_ok(is(&b, 0, 0x100, 0x104, 1, HEAT_ABSENT), "little is more than nothing");
	bins_free(&b);
}

static void test_large(void)
{
	struct heat_bins b = { .pid = 1 };

	add(&b, 0, 1ULL << 36, "huge", 100);
	if (bins_make(&b, 100, 1))
		ktap_die("no memory");
	ktap_equal(b.nr, 4096 + 1, "a mapping that is mostly empty has 4096 ranges at the most");
	count(&b, 0, UINT64_MAX - 1, 8, 1, 1);
	count(&b, 0, (1ULL << 36) - 1, 2, 1, 1);
	ktap_equal(b.counts[4095].there, 1, "the last page of it is in the last of these");
	ktap_equal(b.counts[4096].there, 1, "the one behind it is in none");
	bins_free(&b);
}

/* What no module writes, but a file that is read may have. */
static void test_damaged(void)
{
	const struct pagesnap_vma vma = { .start = 0x100, .end = 0x104 };
	struct heat_bins b = { .pid = 1 };
	struct heat_line line;
	char *name = exact("a\0b", 3);
	u32 permille[1];

	if (bins_add_area(&b, &vma, name, 3, 4) || bins_make(&b, 4, 1))
		ktap_die("no memory");
	free(name);
	ktap_ok(b.areas[0].len == 3 && !memcmp(b.areas[0].name, "a\0b", 3),
		"a name with a zero byte is kept with all of its bytes");
	add(&b, 0x200, 1ULL << 50, "late", 4);
	ktap_equal(b.nr_areas, 1, "a mapping behind the making of ranges is passed over");
	count(&b, 0, 0x200, 1ULL << 40, 1, 1);
	count(&b, 0, 0x100, 1, UINT32_MAX, 1);
	ktap_ok(bins_line(&b, 0, permille, &line) && permille[0] == 1000,
		"no more than all is accessed: %u", permille[0]);
	count(&b, 0, 0x101, 1ULL << 62, 1000, 1);
	ktap_ok(bins_line(&b, b.nr - 1, permille, &line) && permille[0] <= 1000,
		"numbers that are too large are no more than all: %u", permille[0]);
	bins_free(&b);
}

int main(void)
{
	test_damaged();
	test_ranges();
	test_large();
	return ktap_end();
}
