// SPDX-License-Identifier: GPL-2.0
/*
 * access-patterns PATTERN SECONDS LOG: touches memory in a way that is known, and writes down
 * what it touched and when.
 *
 * The memory is 256 MiB of small pages, all written to before; cells are 2 MiB of it.  Every
 * 10 ms some pages are touched:
 *
 *   random  one page anywhere
 *   zipf    ten pages; the cell of rank k is taken 1/k times as often as the first
 *   scan    each page in turn, a cell in 100 ms
 *   stride  one page of each third cell, always the same
 *   phase   ten pages anywhere in 16 cells side by side; other cells every three seconds
 *   idle    none
 *
 * "ready FIRST_PAGE" on standard output says that it begins.  LOG has a line "CELLS OFFSET",
 * OFFSET being what CLOCK_REALTIME is ahead of CLOCK_MONOTONIC; and one for each turn that
 * touched something: "BEGAN ENDED CELL...", by CLOCK_MONOTONIC.  All times are nanoseconds.
 */
#include <stdbool.h>
#include <sys/mman.h>

#include "ops.h"

#define CELLS		128ul
#define CELL_PAGES	512ul
#define PAGES		(CELLS * CELL_PAGES)
#define TURN_NS		10000000ul
#define PHASE_TURNS	300ul
#define PHASE_CELLS	16ul

static volatile char *memory;
static bool touched[CELLS];

static void touch(unsigned long page)
{
	(void)memory[page * PAGE_BYTES];
	touched[page / CELL_PAGES] = true;
}

static void turn_random(unsigned long turn)
{
	(void)turn;
	touch(bench_random(PAGES));
}

/* Cells of ranks side by side lie apart. */
static unsigned long cell_of_rank(unsigned long rank)
{
	return rank * 37 % CELLS;
}

static void turn_zipf(unsigned long turn)
{
	static double sums[CELLS + 1];
	unsigned long i, rank;
	double at;

	(void)turn;
	for (i = 0; sums[CELLS] == 0 && i < CELLS; i++)
		sums[i + 1] = sums[i] + 1.0 / (double)(i + 1);
	for (i = 0; i < 10; i++) {
		at = (double)bench_random(1u << 31) / (double)(1u << 31) * sums[CELLS];
		for (rank = 0; rank < CELLS - 1 && sums[rank + 1] <= at; rank++)
			;
		touch(cell_of_rank(rank) * CELL_PAGES + bench_random(CELL_PAGES));
	}
}

static void turn_scan(unsigned long turn)
{
	unsigned long pages = CELL_PAGES / 10, i;

	for (i = 0; i < pages; i++)
		touch((turn * pages + i) % PAGES);
}

static void turn_stride(unsigned long turn)
{
	unsigned long cell;

	(void)turn;
	for (cell = 0; cell < CELLS; cell += 3)
		touch(cell * CELL_PAGES + CELL_PAGES / 2);
}

static void turn_phase(unsigned long turn)
{
	unsigned long first = turn / PHASE_TURNS * 48 % (CELLS - PHASE_CELLS), i;

	for (i = 0; i < 10; i++)
		touch((first + bench_random(PHASE_CELLS)) * CELL_PAGES + bench_random(CELL_PAGES));
}

static void turn_idle(unsigned long turn)
{
	(void)turn;
}

static const struct pattern {
	const char *name;
	void (*turn)(unsigned long turn);
} patterns[] = {
	{ "random", turn_random },
	{ "zipf", turn_zipf },
	{ "scan", turn_scan },
	{ "stride", turn_stride },
	{ "phase", turn_phase },
	{ "idle", turn_idle },
};

static const struct pattern *find_pattern(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (!strcmp(patterns[i].name, name))
			return &patterns[i];
	errx(2, "no pattern is called %s", name);
}

static void log_turn(FILE *log, uint64_t began)
{
	unsigned long cell, nr = 0;

	for (cell = 0; cell < CELLS; cell++) {
		if (!touched[cell])
			continue;
		if (!nr++)
			fprintf(log, "%llu %llu", (unsigned long long)began,
				(unsigned long long)bench_now());
		fprintf(log, " %lu", cell);
	}
	if (nr)
		fputc('\n', log);
	memset(touched, 0, sizeof(touched));
}

static uint64_t realtime_offset(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec - bench_now();
}

/* On a border of cells, which a page table has, too. */
static void make_memory(void)
{
	unsigned long cell_bytes = CELL_PAGES * PAGE_BYTES;
	char *at = mmap(NULL, (PAGES + CELL_PAGES) * PAGE_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		err(1, "mmap()");
	at += (cell_bytes - (uintptr_t)at % cell_bytes) % cell_bytes;
	madvise(at, PAGES * PAGE_BYTES, MADV_NOHUGEPAGE);
	memset(at, 1, PAGES * PAGE_BYTES);
	memory = at;
}

int main(int argc, char **argv)
{
	const struct pattern *pattern;
	struct timespec pause = { 0, TURN_NS };
	unsigned long turn, turns;
	uint64_t began;
	FILE *log;

	if (argc != 4)
		errx(2, "usage: access-patterns PATTERN SECONDS LOG");
	pattern = find_pattern(argv[1]);
	turns = strtoul(argv[2], NULL, 10) * 1000000000ul / TURN_NS;
	log = fopen(argv[3], "w");
	if (!log)
		err(1, "%s", argv[3]);
	make_memory();
	fprintf(log, "%lu %llu\n", CELLS, (unsigned long long)realtime_offset());
	printf("ready 0x%lx\n", (unsigned long)memory / PAGE_BYTES);
	fflush(stdout);
	for (turn = 0; turn < turns; turn++) {
		began = bench_now();
		pattern->turn(turn);
		log_turn(log, began);
		nanosleep(&pause, NULL);
	}
	if (fclose(log))
		err(1, "%s", argv[3]);
	return 0;
}
