// SPDX-License-Identifier: GPL-2.0
/*
 * The same of accesses.  uid:5 are processes 51 and 52, of which 52 exits in the middle;
 * with children=1, 53 comes with who is named, and with 55 comes 54, which has gone when it is
 * asked for its mappings.  A process has a file of 16 pages, and those of has_heap()
 * anonymous memory, too; which pages of these were accessed when stands in one table.  Of what
 * 77 does nothing is known from the middle on; of 78, pages were lost; of 79, a lock was not had
 * once.  Of page frames, the numbers are those of 51.
 */
#include <stdlib.h>

#include "answer-internal.h"

#define MS 1000000ull
/* No sample has found them accessed. */
#define NEVER UINT32_MAX

static const struct area {
	uint64_t vpn;
	uint64_t nr;
	uint32_t age;
	uint16_t kind;
} areas[] = {
	{ 0x1000, 4, 0, PAGESNAP_KIND_FILE },
	{ 0x1004, 4, 15, PAGESNAP_KIND_FILE },
	{ 0x1008, 8, NEVER, PAGESNAP_KIND_FILE },
	{ FAKE_HEAP, 16, 5, PAGESNAP_KIND_ANON },
	{ FAKE_HEAP + 0x10, 16, 50, PAGESNAP_KIND_ANON },
	{ FAKE_HEAP + 0x20, 32, 200, PAGESNAP_KIND_ANON },
	{ FAKE_HEAP + 0x40, 64, NEVER, PAGESNAP_KIND_ANON },
	{ FAKE_HEAP + 0x80, 8, NEVER, PAGESNAP_KIND_ZERO },
	/* unmapped since the last sample */
	{ 0x3000, 2, NEVER, PAGESNAP_KIND_ANON },
};

static uint64_t option(const struct asked *a, const char *name, uint64_t otherwise)
{
	const char *at = find(a, name);

	return at ? strtoull(at + strlen(name), NULL, 0) : otherwise;
}

static bool is_of_file(const struct asked *a)
{
	return strstr(a->file, "filename_index");
}

/* Of frames or a file, and not of a process? */
static bool is_together(const struct asked *a)
{
	return is_of_file(a) || strstr(a->file, "pfn_index");
}

/* What a sample @n samples behind the first look finds. */
static void put_heat(struct stream *s, const struct asked *a, const struct area *area, uint64_t n,
		     uint64_t round)
{
	bool never = area->age >= n;
	struct pagesnap_accesses_heat heat = {
		.rec = HEAD(HEAT, heat, never ? PAGESNAP_RF_AT_LEAST : 0), .q = a->q,
		.index = area->vpn, .nr = area->nr, .accessed = area->age < round, .of = round,
		.dirtied = PAGESNAP_NONE32, .kind = area->kind, .age = never ? n : area->age,
	};

	if (is_together(a))
		heat.rec.flags |= is_of_file(a) ? PAGESNAP_RF_INDEX : PAGESNAP_RF_PFN;
	put(s, &heat, sizeof(heat));
}

static void put_wss(struct stream *s, const struct asked *a, uint32_t pid, uint64_t n)
{
	struct pagesnap_accesses_wss wss = {
		.rec = HEAD(WSS, wss, 0), .q = a->q, .pid = pid, .n = n, .of = n,
	};
	unsigned int i, j;

	if (is_together(a))
		wss.pid = PAGESNAP_NONE32;
	for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS; i++)
		if (1ull << i > n)
			wss.accessed[i] = PAGESNAP_UNKNOWN;
	for (j = 0; j < sizeof(areas) / sizeof(areas[0]); j++) {
		if (areas[j].vpn >= FAKE_HEAP && !has_heap(pid))
			continue;
		wss.pages += areas[j].nr;
		wss.never += areas[j].age >= n ? areas[j].nr : 0;
		for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS; i++)
			if (wss.accessed[i] != PAGESNAP_UNKNOWN && areas[j].age < 1ull << i)
				wss.accessed[i] += areas[j].nr;
	}
	put(s, &wss, sizeof(wss));
}

static void put_span(struct stream *s, const struct asked *a)
{
	struct pagesnap_accesses_span span = {
		.rec = HEAD(HEAT_SPAN, span, is_of_file(a) ? PAGESNAP_RF_INDEX : 0), .q = a->q,
		.end = PAGESNAP_NONE,
	};

	put(s, &span, sizeof(span));
}

/* As of a kernel that doesn't let its direct map be looked at. */
static void put_kernel(struct stream *s, struct asked *a, uint64_t round)
{
	const struct pagesnap_accesses_heat heat = {
		.rec = HEAD(HEAT, heat, PAGESNAP_RF_PFN | PAGESNAP_RF_KERNEL), .q = a->q,
		.index = 0x1000, .nr = 8, .accessed = PAGESNAP_UNKNOWN32, .of = PAGESNAP_UNKNOWN32,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_NONE16, .order = PAGESNAP_UNKNOWN16,
		.age = PAGESNAP_UNKNOWN32, .node = PAGESNAP_UNKNOWN32,
	};
	const struct pagesnap_accesses_heat known = {
		.rec = HEAD(HEAT, known, PAGESNAP_RF_PFN | PAGESNAP_RF_KERNEL), .q = a->q,
		.index = 0x2000, .nr = 512, .accessed = round, .of = round,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_NONE16, .order = 9,
	};

	put(s, &heat, sizeof(heat));
	put(s, &known, sizeof(known));
	a->end.records += 2;
}

static void put_round(struct stream *s, struct asked *a, uint32_t pid, uint64_t n, uint64_t round)
{
	unsigned int i;

	if (is_together(a))
		put_span(s, a);
	else
		put_task_record(s, a, pid);
	for (i = 0; i < sizeof(areas) / sizeof(areas[0]); i++) {
		if (areas[i].vpn >= FAKE_HEAP && !has_heap(pid))
			continue;
		put_heat(s, a, areas + i, n, round);
		a->end.records++;
	}
	put_wss(s, a, pid, n);
	if (option(a, "kernel=", 0))
		put_kernel(s, a, round);
}

static void put_process(struct stream *s, const struct asked *a, uint32_t pid, uint64_t n,
			uint32_t what)
{
	struct pagesnap_accesses_process process = {
		.rec = HEAD(PROCESS, process, 0), .q = a->q, .pid = pid, .n = n, .what = what,
		.comm = "fake",
	};

	put(s, &process, sizeof(process));
}

/* The process that comes with who is named; 0 for none. */
static uint32_t child_of(const struct asked *a)
{
	if (!find(a, " children=1"))
		return 0;
	return is_path(a, "55") ? 54 : 53;
}

/* Of whose samples these are: of a target who is there. */
static void put_rounds(struct stream *s, struct asked *a, uint64_t n, uint64_t round,
		       bool last_of_52)
{
	if (is_together(a)) {
		put_round(s, a, 51, n, round);
		return;
	}
	if (child_of(a))
		put_round(s, a, child_of(a), n, round);
	if (!is_path(a, "uid:5")) {
		put_round(s, a, strtoul(a->path, NULL, 0), n, round);
		return;
	}
	put_round(s, a, 51, n, round);
	if (last_of_52)
		put_round(s, a, 52, n, round);
}

void put_samples(struct stream *s, struct asked *a)
{
	uint64_t samples = option(a, " samples=", 2), every = option(a, " every=", 100), n;
	uint64_t aggregate = option(a, " aggregate=", 1);
	uint64_t middle = (samples / aggregate + 1) / 2 * aggregate;
	bool target = is_path(a, "uid:5");

	if (is_path(a, "77")) {
		samples /= 2;
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.cut = PAGESNAP_CUT_EXITED;
	} else if (is_path(a, "78")) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.counters[PAGESNAP_ACCESSES_COUNT_LOST] = 3;
	}
	if (child_of(a))
		put_process(s, a, child_of(a), 0, PAGESNAP_PROCESS_COMES);
	for (n = 51; target && n <= 52; n++)
		put_process(s, a, n, 0, PAGESNAP_PROCESS_COMES);
	if (is_endless(a->file))
		samples /= 2;
	for (n = 1; n <= samples; n++) {
		struct pagesnap_accesses_sample sample = {
			.rec = HEAD(SAMPLE, sample, 0), .q = a->q, .processes = 1, .n = n,
			.time_ns = TIME_NS + n * every * MS, .late_ns = 1000, .took_ns = 2000,
			.entries = 16, .pages = 16, .accessed = 4, .dirtied = PAGESNAP_NONE,
			.passed = 7,
		};

		/* without a heat in this sample */
		if (is_path(a, "79") && n == 3)
			put_process(s, a, 79, n, PAGESNAP_PROCESS_LOCKED);
		if (target && n == middle)
			put_process(s, a, 52, n, PAGESNAP_PROCESS_EXITED);
		put(s, &sample, sizeof(sample));
		if (n % aggregate == 0 || n == samples)
			put_rounds(s, a, n, n % aggregate ? n % aggregate : aggregate, n <= middle);
	}
	a->end.objects = 1;
	a->end.counters[PAGESNAP_ACCESSES_COUNT_SAMPLES] = samples;
	a->end.counters[PAGESNAP_ACCESSES_COUNT_ENTRIES] = 16 * samples;
	a->end.counters[PAGESNAP_ACCESSES_COUNT_FLUSHES] = samples + 1;
	a->end.skipped[PAGESNAP_ACCESSES_WHY_PFNMAP] = 5;
}
