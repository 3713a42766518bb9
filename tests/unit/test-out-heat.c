// SPDX-License-Identifier: GPL-2.0
/* Heat by ranges of addresses: which range pages fall into, and what each round found there. */
#include "unit.h"
#include "render/heat/bins.h"
#include "render/heat/processes.h"

static void add(struct heat_areas *a, u64 start, u64 end, const char *name, u64 resident)
{
	const struct pagesnap_vma vma = { .start = start, .end = end };

	if (heat_areas_add(a, &vma, name, strlen(name), resident))
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
	struct heat_line line = { };
	u32 permille[2];
	bool any = bins_line(b, nth, permille, &line);

	if (any && line.start == start && line.end == end && permille[0] == first &&
	    permille[1] == second)
		return true;
	ktap_note("%d: %#lx-%#lx %u %u", any, line.start, line.end, permille[0], permille[1]);
	return false;
}

static bool is_first(const struct heat_bins *b, size_t nth, u64 start, u64 end)
{
	struct heat_line line = { };
	u32 permille[1];

	return bins_line(b, nth, permille, &line) && line.start == start && line.end == end;
}

static void test_ranges(void)
{
	struct heat_areas a = { };
	struct heat_bins b = { };
	struct heat_line line = { };
	u32 permille[2];

	add(&a, 0x100, 0x10a, "a", 10);
	add(&a, 0x10a, 0x110, "", 6);
	add(&a, 0x200, 0x204, "b", 0);
	if (bins_make(&b, &a, 4, 2, SIZE_MAX))
		ktap_die("no memory");
	ktap_ok(b.places[2].shift == 2 && b.nr == 3 + 2 + 1 + 1, "16 pages in 4 ranges");
	/* through all of the first mapping and into the second, behind that, and in none */
	count(&b, 0, 0x102, 10, 1, 2);
	count(&b, 1, 0x10e, 4, 1, 1);
	count(&b, 1, 0x400, 1, 0, 1);
	count(&b, 2, 0x100, 1, 1, 1);
	ktap_ok(is(&b, 0, 0x100, 0x104, 500, HEAT_ABSENT), "a range whose end was told of");
	ktap_ok(is(&b, 2, 0x108, 0x10a, 500, HEAT_ABSENT), "the last range of a mapping is short");
	ktap_ok(is(&b, 3, 0x10a, 0x10e, 500, HEAT_ABSENT), "ranges end with their mapping");
	ktap_ok(is(&b, 4, 0x10e, 0x110, HEAT_ABSENT, 1000), "a second round");
	ktap_ok(!bins_line(&b, 5, permille, &line), "a range that was never there has no row");
	ktap_ok(is(&b, 6, 0, 0, HEAT_ABSENT, 666), "pages of no mapping have a row of their own");
	bins_line(&b, 3, permille, &line);
	ktap_ok(line.mapping_len == 6 && !memcmp(line.mapping, "[anon]", 6), "what has no name");
	count(&b, 0, 0x100, 1, 0, 100000);
	ktap_ok(is(&b, 0, 0x100, 0x104, 1, HEAT_ABSENT), "little is more than nothing");
	bins_free(&b);
	heat_areas_free(&a);
}

static void test_large(void)
{
	struct heat_areas a = { };
	struct heat_bins b = { };

	add(&a, 0, 1ULL << 36, "huge", 100);
	if (bins_make(&b, &a, 100, 1, SIZE_MAX))
		ktap_die("no memory");
	ktap_equal(b.nr, 4096 + 1, "a mapping that is mostly empty has 4096 ranges at most");
	count(&b, 0, UINT64_MAX - 1, 8, 1, 1);
	count(&b, 0, (1ULL << 36) - 1, 2, 1, 1);
	ktap_equal(b.counts[4095].there, 1, "the last page of it is in the last of these");
	ktap_equal(b.counts[4096].there, 1, "the one behind it is in none");
	bins_free(&b);
	heat_areas_free(&a);
}

/* One mapping that is mostly empty beside others that are not. */
static void test_sparse(void)
{
	struct heat_areas a = { };
	struct heat_bins b = { };

	add(&a, 0x1000, 0x1000 + (1ULL << 34), "sparse", 100);
	add(&a, 1ULL << 35, (1ULL << 35) + 64, "heap", 64);
	if (bins_make(&b, &a, 41, 1, SIZE_MAX))
		ktap_die("no memory");
	ktap_ok(b.places[1].shift == 2 && b.places[0].shift >= 22,
		"a sparse mapping has large ranges, the one beside it small ones: %u, %u",
		b.places[0].shift, b.places[1].shift);
	count(&b, 0, (1ULL << 35) + 60, 4, 1, 1);
	ktap_ok(is_first(&b, b.nr - 2, (1ULL << 35) + 60, (1ULL << 35) + 64),
		"each range has the size of its mapping's");
	bins_free(&b);
	ktap_equal(bins_make(&b, &a, 41, 1000, 4096), -E2BIG, "without room there are none");
	bins_free(&b);
	heat_areas_free(&a);
}

static struct heat_process *told(struct heat_processes *all, u32 pid)
{
	const struct pagesnap_task task = { .pid = pid, .comm = "x" };

	return heat_processes_told(all, &task);
}

static void test_processes(void)
{
	struct heat_processes all = { .size = sizeof(struct heat_process) };
	const struct pagesnap_accesses_process execs = {
		.pid = 7, .what = PAGESNAP_PROCESS_EXECED,
	}, comes = { .pid = 7, .what = PAGESNAP_PROCESS_COMES };
	const struct heat_process *old = told(&all, 7), *other = told(&all, 8);
	u32 pid;

	ktap_ok(old && told(&all, 7) == old && other != old,
		"processes are told apart by their number");
	heat_processes_change(&all, &execs);
	heat_processes_change(&all, &comes);
	ktap_ok(told(&all, 7) == old, "what runs another program now is told of once more");
	ktap_ok(told(&all, 7) != old && all.nr == 3, "the other program is another process");
	for (pid = 10; all.nr < HEAT_PROCESSES_MAX; pid++)
		told(&all, pid);
	old = told(&all, 100000);
	ktap_ok(old->pid == 0 && old->crowded && told(&all, 100001) == old && all.others == 2,
		"processes above the limit are one, and counted");
	ktap_ok(told(&all, 8) == other, "those below it stay what they are");
	heat_processes_free(&all);
}

/* What no module writes, but a file that is read may have. */
static void test_damaged(void)
{
	const struct pagesnap_vma vma = { .start = 0x100, .end = 0x104 };
	struct heat_areas a = { };
	struct heat_bins b = { };
	struct heat_line line = { };
	char *name = exact("a\0b", 3);
	u32 permille[1];

	if (heat_areas_add(&a, &vma, name, 3, 4) || bins_make(&b, &a, 4, 1, SIZE_MAX))
		ktap_die("no memory");
	free(name);
	ktap_ok(a.list[0].len == 3 && !memcmp(a.list[0].name, "a\0b", 3),
		"a name with a zero byte is kept with all of its bytes");
	count(&b, 0, 0x200, 1ULL << 40, 1, 1);
	count(&b, 0, 0x100, 1, UINT32_MAX, 1);
	ktap_ok(bins_line(&b, 0, permille, &line) && permille[0] == 1000,
		"no more than all is accessed: %u", permille[0]);
	count(&b, 0, 0x101, 1ULL << 62, 1000, 1);
	ktap_ok(bins_line(&b, b.nr - 1, permille, &line) && permille[0] <= 1000,
		"numbers that are too large are no more than all: %u", permille[0]);
	bins_free(&b);
	heat_areas_free(&a);
}

int main(void)
{
	test_damaged();
	test_ranges();
	test_large();
	test_sparse();
	test_processes();
	return ktap_end();
}
