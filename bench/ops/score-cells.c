// SPDX-License-Identifier: GPL-2.0
/*
 * score-cells LOG TOLD: how right somebody was who said which cells were touched.
 *
 * LOG is that of access-patterns.  TOLD has a line for each cell of each window of time that
 * was told of: "FROM TO CELL TOUCHED", the last 1 or 0.  A cell counts as touched if a turn
 * that touched it lies within the window, and as left alone if none is near it.  What was
 * touched at an edge of the window alone counts as neither: nobody says when within a look a
 * page was looked at.
 *
 * Prints how many cells were touched, how many of these were told cold, how many were left
 * alone, and how many of those were told hot.
 */
#include <stdbool.h>

#include "ops.h"

#define EDGE_NS		30000000ull
#define MAX_CELLS	4096ul

struct turn {
	uint64_t began, ended;
	bool *cells;
};

static struct turn *turns;
static size_t nr_turns, nr_cells;

static FILE *open_lines(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		err(1, "%s", path);
	return f;
}

static void add_turn(char *line)
{
	struct turn t = { 0, 0, calloc(nr_cells, sizeof(bool)) };
	char *end;
	size_t cell;

	t.began = strtoull(line, &line, 10);
	t.ended = strtoull(line, &line, 10);
	for (;;) {
		cell = strtoul(line, &end, 10);
		if (end == line)
			break;
		if (cell < nr_cells)
			t.cells[cell] = true;
		line = end;
	}
	turns = realloc(turns, (nr_turns + 1) * sizeof(*turns));
	if (!turns)
		err(1, "no memory");
	turns[nr_turns++] = t;
}

static void read_log(const char *path)
{
	FILE *f = open_lines(path);
	char *line = NULL;
	size_t size = 0;

	if (getline(&line, &size, f) < 0)
		errx(1, "%s is empty", path);
	nr_cells = strtoul(line, NULL, 10);
	if (!nr_cells || nr_cells > MAX_CELLS)
		errx(1, "%s: bad first line", path);
	while (getline(&line, &size, f) > 0)
		add_turn(line);
	free(line);
	fclose(f);
}

/* Whether a turn touched @cell between the two times. */
static bool was_touched(size_t cell, uint64_t from, uint64_t to, bool within)
{
	size_t i;

	for (i = 0; i < nr_turns; i++) {
		const struct turn *t = &turns[i];

		if (!t->cells[cell])
			continue;
		if (within ? t->began >= from && t->ended <= to :
			     t->ended >= from && t->began <= to)
			return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	unsigned long touched = 0, missed = 0, alone = 0, made_up = 0;
	unsigned long long from, to;
	unsigned long cell;
	int hot;
	FILE *f;

	if (argc != 3)
		errx(2, "usage: score-cells LOG TOLD");
	read_log(argv[1]);
	f = open_lines(argv[2]);
	while (fscanf(f, "%llu %llu %lu %d", &from, &to, &cell, &hot) == 4) {
		if (cell >= nr_cells)
			continue;
		if (was_touched(cell, from + EDGE_NS, to - EDGE_NS, true)) {
			touched++;
			missed += !hot;
		} else if (!was_touched(cell, from - EDGE_NS, to + EDGE_NS, false)) {
			alone++;
			made_up += hot != 0;
		}
	}
	printf("%lu %lu %lu %lu\n", touched, missed, alone, made_up);
	fclose(f);
	return 0;
}
