// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: how a map is laid out
 *
 * A cell stands for 2^N pages, the same all over.  Rows follow each other as addresses do, but a
 * row in which nothing would be seen is left out, and so are all that follow until there is
 * something.  N is the least with which the rows fit, so a few pages in a huge file are seen
 * one by one.
 */
#include <string.h>

#include "layout.h"

/* Less than this part of a cell is little. */
#define LITTLE 16

static bool is_blank(const struct map_slice *s)
{
	return s->counts.pages[MAP_ABSENT] == map_counts_sum(&s->counts);
}

static uint64_t sum_or_most(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* Pages of a row. */
static uint64_t row_pages(const struct map_layout *l)
{
	const uint64_t most = UINT64_MAX >> l->shift;

	return l->cells > most ? UINT64_MAX : (uint64_t)l->cells << l->shift;
}

/*
 * Where the next row begins: *@slice gets the first slice that something is seen of.  Next to the
 * row before, unless a whole row would be blank.
 */
static bool next_start(const struct map_layout *l, size_t *slice, uint64_t *start)
{
	const struct map_model *m = l->model;
	const uint64_t pages = row_pages(l);
	uint64_t first;

	while (*slice < m->nr && (m->slices[*slice].end <= l->at || is_blank(m->slices + *slice)))
		(*slice)++;
	if (*slice == m->nr)
		return false;
	first = m->slices[*slice].start;
	if (first < l->at)
		first = l->at;
	/* a file begins at 0, and a part where it was asked to; others where they begin */
	*start = (l->at || m->by == MAP_BY_OFFSET) && first - l->at < pages ?
		 l->at : first >> l->shift << l->shift;
	if (*start < l->at)
		*start = l->at;
	return true;
}

static bool fits(struct map_layout *l, size_t rows)
{
	uint64_t start;
	size_t nr = 0, slice = 0;

	for (l->at = l->model->start; next_start(l, &slice, &start); nr++) {
		if (nr == rows)
			return false;
		l->at = sum_or_most(start, row_pages(l));
		if (l->at == UINT64_MAX)
			return true;
	}
	return true;
}

/**
 * map_layout_begin() - choose how much a cell stands for
 * @l: layout
 * @model: what is laid out
 * @rows: at most, 1 or more
 * @cells: of a row, 1 or more
 * @cell: room for the counts of a row
 */
void map_layout_begin(struct map_layout *l, const struct map_model *model, size_t rows,
		      size_t cells, struct map_counts *cell)
{
	*l = (struct map_layout){ .model = model, .cells = cells, .cell = cell };
	while (l->shift < 63 && !fits(l, rows))
		l->shift++;
	l->at = model->start;
}

/* Of @pages, of a slice of @of pages, those in front of its page @nr. */
static uint64_t share(uint64_t pages, uint64_t nr, uint64_t of)
{
	return (unsigned __int128)pages * nr / of;
}

/* The part of a slice from page @from to @to; parts that follow each other sum to the slice. */
static void add_part(struct map_counts *to, const struct map_slice *s, uint64_t from, uint64_t end)
{
	const uint64_t of = s->end - s->start;
	unsigned int i;

	for (i = 0; i < MAP_STATES; i++)
		if (s->counts.pages[i])
			to->pages[i] += share(s->counts.pages[i], end - s->start, of) -
					share(s->counts.pages[i], from - s->start, of);
}

static void add_slice(struct map_layout *l, struct map_row *row, const struct map_slice *s)
{
	uint64_t from = s->start > row->start ? s->start : row->start;
	const uint64_t end = s->end < row->end ? s->end : row->end;
	uint64_t border;
	size_t nth;

	add_part(&row->counts, s, from, end);
	for (; from < end; from = border) {
		nth = (from - row->start) >> l->shift;
		border = sum_or_most(row->start, (uint64_t)(nth + 1) << l->shift);
		if (border > end || border <= from)
			border = end;
		add_part(l->cell + nth, s, from, border);
	}
}

/* What lies between two rows, or behind the last. */
static void count_fold(const struct map_layout *l, struct map_row *row, uint64_t start)
{
	const struct map_model *m = l->model;
	struct map_counts between = { { 0 } };
	size_t i;

	for (i = l->slice; i < m->nr && m->slices[i].start < start; i++)
		if (m->slices[i].end > l->at)
			add_part(&between, m->slices + i,
				 m->slices[i].start > l->at ? m->slices[i].start : l->at,
				 m->slices[i].end < start ? m->slices[i].end : start);
	row->absent = between.pages[MAP_ABSENT];
	row->blank = start - l->at - row->absent;
}

static uint64_t overlap(const struct map_row *row, const struct map_area *area)
{
	const uint64_t start = area->start > row->start ? area->start : row->start;
	const uint64_t end = area->end < row->end ? area->end : row->end;

	return start < end ? end - start : 0;
}

/* Mappings come in order, and their ends do, too. */
static void name_row(struct map_layout *l, struct map_row *row)
{
	const struct map_model *m = l->model;
	uint64_t most = 0, pages;
	size_t i;

	while (l->area < m->nr_areas && m->areas[l->area].end <= row->start)
		l->area++;
	for (i = l->area; i < m->nr_areas && m->areas[i].start < row->end; i++) {
		pages = overlap(row, m->areas + i);
		row->more_areas += row->area != NULL;
		if (pages <= most)
			continue;
		most = pages;
		row->area = m->areas + i;
	}
}

/**
 * map_layout_next() - make the next row
 * @l: layout
 * @row: gets it
 *
 * Return: false if there is no other; then @row has what lies behind the last.
 */
bool map_layout_next(struct map_layout *l, struct map_row *row)
{
	const struct map_model *m = l->model;
	size_t seen = l->slice, i;
	uint64_t start;

	*row = (struct map_row){ .start = 0 };
	if (l->at == UINT64_MAX || !next_start(l, &seen, &start)) {
		if (m->nr && m->slices[m->nr - 1].end > l->at)
			count_fold(l, row, m->slices[m->nr - 1].end);
		return false;
	}
	/* what is in front of the first mapping is no news */
	count_fold(l, row, start);
	row->start = start;
	row->end = sum_or_most(start, row_pages(l));
	memset(l->cell, 0, l->cells * sizeof(*l->cell));
	for (i = l->slice; i < m->nr && m->slices[i].start < row->end; i++)
		if (m->slices[i].end > start)
			add_slice(l, row, m->slices + i);
	while (l->slice < m->nr && m->slices[l->slice].end <= row->end)
		l->slice++;
	name_row(l, row);
	l->at = row->end;
	return true;
}

/**
 * map_layout_whole() - of how many pages are some a part?
 * @l: layout
 * @counts: of a cell, or of a row
 * @span: its pages, from the first to the last
 *
 * Of addresses that is all of them: what is not mapped is not in memory.  A file has an end.
 *
 * Return: pages.
 */
uint64_t map_layout_whole(const struct map_layout *l, const struct map_counts *counts,
			  uint64_t span)
{
	const uint64_t all = map_counts_sum(counts);

	return l->model->by == MAP_BY_ADDRESS && span > all ? span : all;
}

/**
 * map_look_at() - what does a cell show?
 * @l: layout, with a row
 * @nth: which cell of the row
 *
 * What is there is seen however little it is, unless it is less than a sixteenth: then how little.
 *
 * Return: that.
 */
struct map_look map_look_at(const struct map_layout *l, size_t nth)
{
	const struct map_counts *cell = l->cell + nth;
	const uint64_t all = map_counts_sum(cell);
	const uint64_t there = all - cell->pages[MAP_ABSENT] - cell->pages[MAP_FREE];
	const uint64_t whole = map_layout_whole(l, cell, 1ULL << l->shift);
	struct map_look look = { .is_mapped = all, .state = MAP_ABSENT };
	unsigned int i;

	if (!there) {
		look.state = cell->pages[MAP_FREE] ? MAP_FREE : MAP_ABSENT;
		return look;
	}
	look.state = MAP_FREE + 1;
	for (i = look.state; i < MAP_STATES; i++)
		if (cell->pages[i] > cell->pages[look.state])
			look.state = i;
	look.fill = cell->pages[look.state] == whole ? MAP_FILL_ALL :
		    there < whole / LITTLE ? MAP_FILL_LITTLE : MAP_FILL_PART;
	return look;
}
