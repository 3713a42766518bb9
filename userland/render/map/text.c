// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a map as text
 *
 * Each row has the number of its first page, a sign for each cell, and how much of it is in memory.
 * A capital stands for a cell that is all of one state, a small letter for one that is in part, so
 * nothing is lost where there are no colours.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/escape.h"
#include "label.h"
#include "layout.h"
#include "render/cut.h"
#include "text.h"

/* Between label and signs, and the percent behind them. */
#define BESIDE 6
/* On terminals that are narrower a row has no name. */
#define NAMES_FROM 60
/* Cells come in eights, so rows begin at round numbers. */
#define EIGHT 8
#define LEAST_LABEL 5

/**
 * struct page - a map on its way to be text
 * @b: the text
 * @m: the map
 * @style: of it
 * @cell: room for cells
 * @cells: of a row
 * @label: columns of a label
 * @shift: log2 of the pages of a cell
 */
struct page {
	struct value_buf *b;
	const struct map_model *m;
	const struct map_style *style;
	struct map_counts *cell;
	size_t cells;
	size_t label;
	unsigned int shift;
};

__attribute__((format(printf, 2, 3)))
static void put(struct value_buf *b, const char *format, ...)
{
	char text[256];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (len > 0)
		value_buf_put(b, text, (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

/* Sizes -------------------------------------------------------------------------------- */

static uint64_t bytes_of(const struct page *p, uint64_t pages)
{
	return pages > UINT64_MAX >> p->m->page_shift ? UINT64_MAX : pages << p->m->page_shift;
}

static const char *size_of(const struct page *p, uint64_t bytes, char buf[MAP_LABEL_MAX])
{
	return map_label_about(bytes, p->style->bytes, buf);
}

/* Rows --------------------------------------------------------------------------------- */

static const char *color_of(enum map_state state)
{
	static const char *const colors[MAP_STATES] = {
		[MAP_ABSENT] = "90", [MAP_FREE] = "90", [MAP_CACHED] = "32", [MAP_DIRTY] = "31",
		[MAP_WRITEBACK] = "33", [MAP_BEYOND] = "36", [MAP_EVICTED] = "35",
		[MAP_SWAPPED] = "35", [MAP_FILE] = "32", [MAP_SHMEM] = "36", [MAP_ANON] = "33",
		[MAP_HUGE] = "31", [MAP_SWAPCACHE] = "35", [MAP_SLAB] = "34", [MAP_TABLES] = "94",
		[MAP_KERNEL] = "95", [MAP_RESERVED] = "37", [MAP_OFFLINE] = "90",
		[MAP_BROKEN] = "91", [MAP_SPECIAL] = "96", [MAP_UNKNOWN] = "91",
	};

	return colors[state];
}

static char sign_of(const struct map_look *look)
{
	const char sign = map_state_sign(look->state);

	if (!look->is_mapped)
		return ' ';
	if (look->fill == MAP_FILL_LITTLE)
		return ',';
	return look->fill == MAP_FILL_PART ? tolower((unsigned char)sign) : sign;
}

/* All of a cell is a block of colour, a part is a letter in it. */
static void begin_color(struct value_buf *b, const struct map_look *look)
{
	put(b, "\033[%s%sm", look->fill == MAP_FILL_ALL ? "7;" : "",
	    look->is_mapped ? color_of(look->state) : "39");
}

static bool looks_same(const struct map_look *a, const struct map_look *b)
{
	return a->is_mapped == b->is_mapped && a->state == b->state &&
	       (a->fill == MAP_FILL_ALL) == (b->fill == MAP_FILL_ALL);
}

static void put_cells(const struct page *p, const struct map_layout *layout)
{
	struct map_look look, last = { .state = MAP_STATES };
	size_t i;

	for (i = 0; i < p->cells; i++) {
		look = map_look_at(layout, i);
		if (p->style->color && !looks_same(&look, &last)) {
			if (i)
				put(p->b, "\033[0m");
			begin_color(p->b, &look);
		}
		value_buf_char(p->b, sign_of(&look));
		last = look;
	}
	if (p->style->color)
		put(p->b, "\033[0m");
}

/* Any bytes, as wide as there is room for. */
static void put_name(const struct page *p, const char *name, size_t len, size_t width)
{
	struct value_buf text = { .s = NULL };

	escape_put(&text, name, len, true);
	if (p->style->whole_names)
		value_buf_put(p->b, text.s, text.len);
	else
		cut_middle(p->b, text.s, text.len, width);
	p->b->failed |= text.failed;
	value_buf_free(&text);
}

static void put_area(const struct page *p, const struct map_row *row)
{
	const size_t before = p->label + p->cells + BESIDE;
	char more[MAP_LABEL_MAX] = "";
	size_t room;

	if (!row->area || p->style->width < NAMES_FROM)
		return;
	if (row->more_areas)
		snprintf(more, sizeof(more), " +%zu", row->more_areas);
	room = strlen(more) + before + 2;
	room = p->style->width > room ? p->style->width - room : 1;
	put(p->b, " ");
	if (row->area->name)
		put_name(p, row->area->name, strlen(row->area->name), room);
	else
		put(p->b, "[anon]");
	put(p->b, "%s", more);
}

static void put_row(const struct page *p, const struct map_layout *layout,
		    const struct map_row *row)
{
	const uint64_t all = map_layout_whole(layout, &row->counts, row->end - row->start);
	char label[MAP_LABEL_MAX];

	put(p->b, "%*s ", (int)p->label, map_label(p->m, row->start, p->style->bytes, label));
	put_cells(p, layout);
	put(p->b, " %3u%%", map_percent(map_counts_there(&row->counts), all));
	put_area(p, row);
	value_buf_char(p->b, '\n');
}

static void put_fold(const struct page *p, const struct map_row *row, bool first)
{
	const size_t before = p->label + 1, width = p->style->width;
	char text[MAP_FOLD_MAX];

	if (!map_fold(p->m, row, first, p->style->bytes, text))
		return;
	put(p->b, "%*s", (int)before, "~ ");
	cut_end(p->b, text, strlen(text), width > before ? width - before : 1);
	value_buf_char(p->b, '\n');
}

static void put_rows(const struct page *p)
{
	struct map_layout layout;
	struct map_row row;
	bool first = true, more;

	map_layout_begin(&layout, p->m, p->style->rows, p->cells, p->cell);
	do {
		more = map_layout_next(&layout, &row);
		put_fold(p, &row, first);
		if (more)
			put_row(p, &layout, &row);
		first = false;
	} while (more);
}

/* Above and below ----------------------------------------------------------------------- */

static void put_subject(const struct page *p)
{
	const struct map_model *m = p->m;

	switch (m->by) {
	case MAP_BY_OFFSET:
		if (m->name)
			put_name(p, m->name, m->name_len,
				 p->style->width > 60 ? p->style->width - 44 : 16);
		else
			put(p->b, "[name not cached]");
		return;
	case MAP_BY_ADDRESS:
		put_name(p, m->comm, strnlen(m->comm, sizeof(m->comm)), sizeof(m->comm));
		put(p->b, "%s%" PRIu32, *m->comm ? " " : "", m->pid);
		return;
	default:
		put(p->b, "memory");
		return;
	}
}

static void put_sizes(const struct page *p, struct value_buf *b)
{
	const struct map_counts *total = &p->m->total;
	const uint64_t there = map_counts_there(total);
	const uint64_t none = p->m->by == MAP_BY_FRAME ? total->pages[MAP_ABSENT] : 0;
	const uint64_t of = map_counts_sum(total) - none;
	const bool has_size = p->m->by == MAP_BY_OFFSET && !p->m->is_part;
	char size[MAP_LABEL_MAX], part[MAP_LABEL_MAX], cell[MAP_LABEL_MAX];

	size_of(p, has_size ? p->m->size : bytes_of(p, of), size);
	size_of(p, bytes_of(p, there), part);
	if (p->m->by == MAP_BY_ADDRESS)
		put(b, "%s in memory", part);
	else
		put(b, "%s, %s %s (%u%%)", size, part,
		    p->m->by == MAP_BY_FRAME ? "in use" : "in memory", map_percent(there, of));
	map_label_size(bytes_of(p, 1ULL << p->shift), p->style->bytes, cell);
	put(b, "; a sign is %s", cell);
}

/* Where a line has no room for both, sizes are below the name. */
static void put_title(const struct page *p)
{
	struct value_buf sizes = { .s = NULL };
	char start[MAP_LABEL_MAX];

	put_subject(p);
	if (p->m->is_part)
		put(p->b, " from %s", map_label(p->m, p->m->start, p->style->bytes, start));
	put_sizes(p, &sizes);
	put(p->b, p->style->width < NAMES_FROM ? ":\n" : ": ");
	if (p->style->width < NAMES_FROM)
		cut_lines(p->b, sizes.s, sizes.len, p->style->width);
	else
		value_buf_put(p->b, sizes.s, sizes.len);
	value_buf_char(p->b, '\n');
	p->b->failed |= sizes.failed;
	value_buf_free(&sizes);
}

/* What a sign is, and how much of that there is, in the line if it has room. */
static void put_key(const struct page *p, enum map_state state, size_t *at)
{
	char text[64], size[MAP_LABEL_MAX];
	size_t len;

	snprintf(text, sizeof(text), "%c %s %s", map_state_sign(state),
		 map_state_words(p->m->by, state),
		 size_of(p, bytes_of(p, p->m->total.pages[state]), size));
	len = strlen(text);
	if (*at && *at + 2 + len > p->style->width) {
		put(p->b, ",\n");
		*at = 0;
	} else if (*at) {
		put(p->b, ", ");
		*at += 2;
	}
	put(p->b, "%s", text);
	*at += len + 1;
}

static void put_legend(const struct page *p)
{
	static const char how[] = "Capitals: all of a sign's pages; small: part of them; "
				  "comma: under a sixteenth.";
	unsigned int i;
	size_t at = 0;

	for (i = 0; i < MAP_STATES; i++)
		if (p->m->total.pages[i])
			put_key(p, i, &at);
	value_buf_char(p->b, '\n');
	cut_lines(p->b, how, strlen(how), p->style->width);
	value_buf_char(p->b, '\n');
}

/* How it fits --------------------------------------------------------------------------- */

static size_t cells_for(const struct page *p)
{
	const size_t width = p->style->width, beside = p->label + BESIDE;
	size_t cells = width > beside ? width - beside : 1;

	if (p->m->by == MAP_BY_ADDRESS && width >= NAMES_FROM)
		cells = cells * 5 / 8;
	return cells < EIGHT ? cells : cells / EIGHT * EIGHT;
}

/* The widest label, and what a cell stands for. */
static size_t try_labels(struct page *p)
{
	struct map_layout layout;
	struct map_row row;
	char label[MAP_LABEL_MAX];
	size_t widest = LEAST_LABEL, len;

	map_layout_begin(&layout, p->m, p->style->rows, p->cells, p->cell);
	p->shift = layout.shift;
	while (map_layout_next(&layout, &row)) {
		len = strlen(map_label(p->m, row.start, p->style->bytes, label));
		if (len > widest)
			widest = len;
	}
	return widest;
}

/* With wider labels there are fewer cells, and may be other labels. */
static void fit(struct page *p)
{
	size_t widest = LEAST_LABEL;

	do {
		p->label = widest;
		p->cells = cells_for(p);
		widest = try_labels(p);
	} while (widest > p->label);
}

/**
 * map_text() - print a map
 * @b: gets the lines
 * @m: map
 * @style: how
 *
 * Return: 0 or -ENOMEM.
 */
int map_text(struct value_buf *b, const struct map_model *m, const struct map_style *style)
{
	struct page p = { .b = b, .m = m, .style = style };

	p.cell = calloc(style->width + 1, sizeof(*p.cell));
	if (!p.cell)
		return -ENOMEM;
	fit(&p);
	if (!style->only_rows)
		put_title(&p);
	put_rows(&p);
	if (!style->only_rows)
		put_legend(&p);
	free(p.cell);
	return b->failed ? -ENOMEM : 0;
}
