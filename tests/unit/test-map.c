// SPDX-License-Identifier: GPL-2.0
/* Maps: from pages to cells, rows and what is left out between them. */
#include "unit.h"

#include "render/map/label.h"
#include "render/map/layout.h"

#define CELLS_MAX 64

static struct map_counts cells[CELLS_MAX];

static void add(struct map_model *m, uint64_t start, uint64_t end, enum map_state state)
{
	if (map_model_add(m, start, end, state))
		ktap_die("no memory");
}

static bool looks(const struct map_layout *l, size_t nth, enum map_state state, enum map_fill fill)
{
	const struct map_look look = map_look_at(l, nth);

	return look.is_mapped && look.state == state && look.fill == fill;
}

static void test_one_page(void)
{
	struct map_model m = { .page_shift = 12 };
	struct map_layout l;
	struct map_row row;

	add(&m, 0, 1, MAP_CACHED);
	map_layout_begin(&l, &m, 20, 8, cells);
	ktap_ok(map_layout_next(&l, &row) && l.shift == 0 && row.start == 0 && !row.absent,
		"a file of one page has a row");
	ktap_ok(looks(&l, 0, MAP_CACHED, MAP_FILL_ALL), "the cell of a file of one page is full");
	ktap_ok(!map_look_at(&l, 1).is_mapped, "behind the end of a file there is nothing");
	ktap_ok(!map_layout_next(&l, &row) && !row.absent && !row.blank,
		"nothing is left out of a file of one page");
	map_model_free(&m);
}

static void test_no_page(void)
{
	struct map_model m = { .page_shift = 12 };
	struct map_layout l;
	struct map_row row;

	map_layout_begin(&l, &m, 1, 1, cells);
	ktap_ok(!map_layout_next(&l, &row) && !row.absent && !row.blank,
		"an empty file has no row");
	map_model_free(&m);
}

/* 100 cached, 100 dirty, 3 cached pages, in cells of 64. */
static void test_edges(void)
{
	struct map_model m = { .page_shift = 12 };
	struct map_layout l;
	struct map_row row;

	add(&m, 0, 100, MAP_CACHED);
	add(&m, 100, 200, MAP_DIRTY);
	add(&m, 200, 252, MAP_ABSENT);
	add(&m, 252, 255, MAP_CACHED);
	map_layout_begin(&l, &m, 1, 4, cells);
	ktap_ok(map_layout_next(&l, &row) && l.shift == 6, "255 pages are four cells of 64");
	ktap_ok(looks(&l, 0, MAP_CACHED, MAP_FILL_ALL), "a cell of one state is full");
	ktap_ok(cells[1].pages[MAP_CACHED] == 36 && cells[1].pages[MAP_DIRTY] == 28,
		"an edge inside of a cell gives each state its pages");
	ktap_ok(looks(&l, 1, MAP_CACHED, MAP_FILL_PART), "a cell with an edge shows what is most");
	ktap_ok(looks(&l, 2, MAP_DIRTY, MAP_FILL_ALL), "an edge on a border is in no cell");
	ktap_ok(map_counts_sum(cells + 3) == 63, "the last cell has what is left of the file");
	ktap_ok(looks(&l, 3, MAP_DIRTY, MAP_FILL_PART), "8 pages of 63 are part of a cell");
	map_model_free(&m);
}

/* At both ends, so that no smaller cell would do. */
static void test_little(void)
{
	uint64_t nr;

	for (nr = 2; nr <= 5; nr++) {
		struct map_model m = { .page_shift = 12 };
		struct map_layout l;
		struct map_row row;

		add(&m, 0, 1, MAP_CACHED);
		add(&m, 1, 65 - nr, MAP_ABSENT);
		add(&m, 65 - nr, 64, MAP_CACHED);
		map_layout_begin(&l, &m, 1, 1, cells);
		map_layout_next(&l, &row);
		ktap_ok(looks(&l, 0, MAP_CACHED, nr < 4 ? MAP_FILL_LITTLE : MAP_FILL_PART),
			"%u of 64 pages are %s", (unsigned int)nr, nr < 4 ? "little" : "a part");
		map_model_free(&m);
	}
}

static void test_huge(void)
{
	const uint64_t last = (1ULL << 51) - 1;
	struct map_model m = { .page_shift = 12 }, most = { .page_shift = 12 };
	struct map_counts sum = { { 0 } };
	struct map_layout l;
	struct map_row row;
	size_t rows = 0;

	add(&m, 0, last, MAP_ABSENT);
	add(&m, last, last + 1, MAP_CACHED);
	map_layout_begin(&l, &m, 20, 64, cells);
	ktap_ok(map_layout_next(&l, &row) && l.shift == 0 && row.start == last &&
		row.absent == last, "the last page of 2^63 bytes is a cell of its own");
	ktap_ok(looks(&l, 0, MAP_CACHED, MAP_FILL_ALL), "the cell of the last page of 2^63 bytes is full");
	map_model_free(&m);

	add(&most, 0, UINT64_MAX, MAP_CACHED);
	map_layout_begin(&l, &most, 20, 64, cells);
	while (map_layout_next(&l, &row) && rows++ < 20)
		sum.pages[MAP_CACHED] += row.counts.pages[MAP_CACHED];
	ktap_ok(rows <= 20 && sum.pages[MAP_CACHED] == UINT64_MAX,
		"2^64 pages end, and are all there");
	map_model_free(&most);
}

static void test_part(void)
{
	struct map_model m = { .page_shift = 12, .start = 310, .is_part = true };
	struct map_layout l;
	struct map_row row;

	add(&m, 310, 350, MAP_ABSENT);
	map_layout_begin(&l, &m, 20, 64, cells);
	ktap_ok(!map_layout_next(&l, &row) && row.absent == 40 && !row.blank,
		"in front of a range nothing is left out");
	add(&m, 350, 360, MAP_CACHED);
	map_layout_begin(&l, &m, 20, 64, cells);
	ktap_ok(map_layout_next(&l, &row) && row.start == 310 && !row.absent && !row.blank,
		"a part begins where it was asked to");
	map_model_free(&m);
}

/* Of any pages; more slices than are kept become coarser. */
static void fill(struct map_model *m, unsigned int runs)
{
	uint64_t at = 0, nr;

	while (runs--) {
		nr = 1 + pick(40);
		add(m, at, at + nr, pick(3) ? MAP_ABSENT : pick(MAP_STATES));
		at += nr;
	}
}

static void add_all(struct map_counts *to, const struct map_counts *from)
{
	unsigned int i;

	for (i = 0; i < MAP_STATES; i++)
		to->pages[i] += from->pages[i];
}

/* Do rows, and what is between them, have all pages, and cells those of their row? */
static bool has_all(const struct map_model *m, size_t rows, size_t nr_cells)
{
	struct map_counts all = { { 0 } }, row_cells;
	struct map_layout l;
	struct map_row row;
	bool good = true, more;
	size_t nr = 0, i;

	map_layout_begin(&l, m, rows, nr_cells, cells);
	do {
		more = map_layout_next(&l, &row);
		all.pages[MAP_ABSENT] += row.absent;
		row_cells = (struct map_counts){ { 0 } };
		for (i = 0; more && i < nr_cells; i++)
			add_all(&row_cells, cells + i);
		good = good && !memcmp(&row_cells, &row.counts, sizeof(row_cells));
		add_all(&all, &row.counts);
		nr += more;
	} while (more);
	return good && nr <= rows && !memcmp(&all, &m->total, sizeof(all));
}

static void test_sums(void)
{
	static const unsigned int runs[] = { 1, 2, 17, 1000, 200000 };
	static const size_t shapes[][2] = { { 1, 1 }, { 1, 64 }, { 3, 7 }, { 20, 64 }, { 20, 48 } };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		struct map_model m = { .page_shift = 12 };

		fill(&m, runs[i]);
		for (j = 0; j < ARRAY_SIZE(shapes); j++)
			ktap_ok(has_all(&m, shapes[j][0], shapes[j][1]),
				"%u runs in %zu rows of %zu cells are all there", runs[i],
				shapes[j][0], shapes[j][1]);
		ktap_ok(m.nr <= MAP_SLICES_MAX, "%u runs are kept in bounded memory", runs[i]);
		map_model_free(&m);
	}
}

static void test_percent(void)
{
	ktap_ok(map_percent(0, 0) == 0, "nothing of nothing is 0%%");
	ktap_ok(map_percent(1, 1000) == 1, "a little is 1%%");
	ktap_ok(map_percent(999, 1000) == 99, "not quite all is 99%%");
	ktap_ok(map_percent(UINT64_MAX, UINT64_MAX) == 100, "all of 2^64 is 100%%");
}

int main(void)
{
	test_one_page();
	test_no_page();
	test_edges();
	test_little();
	test_huge();
	test_part();
	test_sums();
	test_percent();
	return ktap_end();
}
