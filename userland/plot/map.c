// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where a file, a process or memory has what
 *
 * The rows of a terminal, but more of them, and finer.  A cell is two pixels wide, and filled from
 * below: by as much of each state as there is, and by at least a pixel of what is there at all.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caption.h"
#include "frame.h"
#include "pictures.h"
#include "render/map/label.h"
#include "ticks.h"

#define LEFT 118
#define RIGHT 62
#define RIGHT_OF_NAMES 330
#define CELL 2
/* From row to row at the least, and at the most; two pixels of it are between them. */
#define PITCH 16
#define PITCH_MAX 40
#define BETWEEN 2
#define SIDE 12
/* Lines of the legend. */
#define KEY_LINE 17
#define KEY_ROOM 40
#define NS_PER_SECOND 1000000000ULL

/**
 * struct sheet - a map on paper
 * @c: the picture
 * @f: its frame
 * @run: what it is of
 * @layout: its rows
 * @cells: room for the counts of a row
 * @nr: cells of a row
 * @lines: that the frame has room for
 * @rows: of these, for cells
 * @pitch: pixels of a line
 * @image: of all of them
 */
struct sheet {
	struct canvas *c;
	struct frame f;
	const struct map_run *run;
	struct map_layout layout;
	struct map_counts *cells;
	size_t nr;
	size_t lines;
	size_t rows;
	size_t pitch;
	cairo_surface_t *image;
};

static void begin_layout(struct sheet *s)
{
	map_layout_begin(&s->layout, &s->run->model, s->rows, s->nr, s->cells);
}

/* Lines that it takes, with those that say what is left out. */
static size_t count_lines(struct sheet *s)
{
	char text[MAP_FOLD_MAX];
	struct map_row row;
	size_t lines = 0, first = 1;
	bool more;

	begin_layout(s);
	do {
		more = map_layout_next(&s->layout, &row);
		lines += map_fold(&s->run->model, &row, first, false, text) + more;
		first = 0;
	} while (more);
	return lines;
}

/* As many rows as fit; fewer are higher. */
static void fit(struct sheet *s)
{
	const size_t most = s->f.box.h / PITCH;
	size_t more;

	s->rows = most;
	for (s->lines = count_lines(s); s->lines > most && s->rows > 1; s->lines = count_lines(s)) {
		more = s->lines - most;
		s->rows -= more < s->rows ? more : s->rows - 1;
	}
	if (s->lines > most)
		s->lines = most;
	s->pitch = s->f.box.h / (double)s->lines;
	if (s->pitch > PITCH_MAX)
		s->pitch = PITCH_MAX;
	s->f.box.h = (double)(s->lines * s->pitch);
}

/* Cells -------------------------------------------------------------------------------- */

static void fill(struct sheet *s, size_t x, size_t y, size_t height, unsigned int color)
{
	unsigned char *data = cairo_image_surface_get_data(s->image);
	const size_t stride = cairo_image_surface_get_stride(s->image);
	uint32_t pixel = 0xff000000U | color;
	size_t row, i;

	for (row = y; row < y + height; row++)
		for (i = 0; i < CELL; i++)
			memcpy(data + row * stride + (x + i) * sizeof(pixel), &pixel,
			       sizeof(pixel));
}

/* From below.  What is blank gives way to what is there. */
static void draw_cell(struct sheet *s, const struct map_counts *cell, size_t x, size_t y)
{
	const double all = (double)map_counts_sum(cell);
	const double whole = fmax(all, ldexp(1, (int)s->layout.shift));
	const size_t high = s->pitch - BETWEEN;
	size_t left = high, height;
	unsigned int i, state;

	for (i = 0; i < MAP_STATES && left; i++) {
		/* the first two come last */
		state = (i + MAP_CACHED) % MAP_STATES;
		if (!cell->pages[state])
			continue;
		height = fmax(1, round((double)high * (double)cell->pages[state] / whole));
		if (height > left)
			height = left;
		left -= height;
		fill(s, x, y + left, height, canvas_colour(INK_MAP + state));
	}
}

/* Of the text of a line. */
static double base_line(const struct sheet *s, size_t line)
{
	return s->f.box.y + (double)(line * s->pitch) + floor((double)(s->pitch - PITCH) / 2) + 11;
}

static void draw_row(struct sheet *s, const struct map_row *row, size_t line)
{
	const struct map_model *m = &s->run->model;
	const uint64_t all = map_layout_whole(&s->layout, &row->counts, row->end - row->start);
	const uint64_t there = map_counts_there(&row->counts);
	const double right = s->f.box.x + s->f.box.w, y = base_line(s, line);
	struct words beside = { .len = 0 };
	char label[MAP_LABEL_MAX];
	size_t i;

	for (i = 0; i < s->nr; i++)
		draw_cell(s, s->cells + i, i * CELL, line * s->pitch);
	canvas_text(s->c, ALIGN_RIGHT, s->f.box.x - 8, y, map_label(m, row->start, false, label));
	words_add(&beside, "%u %%", map_percent(there, all));
	canvas_text(s->c, ALIGN_RIGHT, right + 46, y, beside.text);
	if (!row->area)
		return;
	if (row->area->name)
		canvas_name(s->c, right + 56, y, s->c->width - right - 116, row->area->name,
			    strlen(row->area->name));
	else
		canvas_text(s->c, ALIGN_LEFT, right + 56, y, "[anon]");
	beside = (struct words){ .len = 0 };
	if (row->more_areas)
		words_add(&beside, "+%zu", row->more_areas);
	canvas_text(s->c, ALIGN_RIGHT, s->c->width - SIDE, y, beside.text);
}

static void draw_fold(const struct sheet *s, const char *text, size_t line)
{
	canvas_text(s->c, ALIGN_CENTER, s->f.box.x + s->f.box.w / 2, base_line(s, line), text);
}

static int draw_rows(struct sheet *s)
{
	char text[MAP_FOLD_MAX];
	struct map_row row;
	size_t line = 0;
	bool first = true, more;

	s->image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(s->nr * CELL),
					      (int)(s->lines * s->pitch));
	if (!cairo_image_surface_get_data(s->image)) {
		cairo_surface_destroy(s->image);
		return -ENOMEM;
	}
	begin_layout(s);
	do {
		more = map_layout_next(&s->layout, &row);
		if (map_fold(&s->run->model, &row, first, false, text) && line < s->lines)
			draw_fold(s, text, line++);
		if (more && line < s->lines)
			draw_row(s, &row, line++);
		first = false;
	} while (more);
	cairo_surface_mark_dirty(s->image);
	cairo_set_source_surface(s->c->cr, s->image, s->f.box.x, s->f.box.y);
	cairo_pattern_set_filter(cairo_get_source(s->c->cr), CAIRO_FILTER_NEAREST);
	cairo_paint(s->c->cr);
	cairo_surface_destroy(s->image);
	return 0;
}

/* Above and below ------------------------------------------------------------------------ */

static double bytes_of(const struct map_model *m, uint64_t pages)
{
	return ldexp((double)pages, (int)m->page_shift);
}

static void add_subject(struct words *w, const struct map_model *m)
{
	switch (m->by) {
	case MAP_BY_OFFSET:
		words_add(w, "%s: by offset", m->name ? m->name : "[name not cached]");
		return;
	case MAP_BY_ADDRESS:
		words_add(w, "%.16s%sPID %" PRIu32 ": by address", m->comm, *m->comm ? ", " : "",
			  m->pid);
		return;
	default:
		words_add(w, "Memory: by page frame");
		return;
	}
}

static void add_sizes(struct words *w, const struct sheet *s)
{
	const struct map_model *m = &s->run->model;
	const uint64_t absent = m->by == MAP_BY_FRAME ? m->total.pages[MAP_ABSENT] : 0;
	char size[TICKS_TEXT_MAX], part[TICKS_TEXT_MAX], cell[TICKS_TEXT_MAX], row[TICKS_TEXT_MAX];
	const double of = m->by == MAP_BY_OFFSET && !m->is_part ? (double)m->size :
			  bytes_of(m, map_counts_sum(&m->total) - absent);

	ticks_bytes(of, size);
	ticks_bytes(bytes_of(m, map_counts_there(&m->total)), part);
	ticks_bytes(bytes_of(m, 1ULL << s->layout.shift), cell);
	ticks_bytes(bytes_of(m, 1ULL << s->layout.shift) * (double)s->nr, row);
	if (m->by == MAP_BY_ADDRESS)
		words_add(w, "%s in memory", part);
	else
		words_add(w, "%s, %s %s", size, part,
			  m->by == MAP_BY_FRAME ? "in use" : "in memory");
	words_add(w, "   a row is %s, a column of it %s", row, cell);
}

static void draw_above(const struct sheet *s)
{
	const struct map_run *run = s->run;
	const time_t began = run->time_ns / NS_PER_SECOND;
	struct words title = { .len = 0 }, how = { .len = 0 }, lacks = { .len = 0 };
	char day[64] = "", start[MAP_LABEL_MAX];
	struct tm tm;

	if (gmtime_r(&began, &tm))
		strftime(day, sizeof(day), "%Y-%m-%d %H:%M:%S UTC", &tm);
	add_subject(&title, &run->model);
	if (run->model.is_part)
		words_add(&title, " from %s",
			  map_label(&run->model, run->model.start, false, start));
	words_add(&how, "from %s   Linux %.40s   ", day, run->kernel);
	add_sizes(&how, s);
	if (run->maps > 1)
		words_add(&lacks, "Others that were asked for, not drawn: %" PRIu64 ".  ",
			  run->maps - 1);
	if (run->has_end && run->end.status != PAGESNAP_END_COMPLETE)
		words_add(&lacks, "Not complete.  ");
	if (run->stream.err || !run->has_end)
		words_add(&lacks, "Cut short%s%s.", run->stream.err ? ": " : "", run->stream.why);
	caption_lines(s->c, &title, &how, &lacks);
}

/* In lines from the last but two on. */
static void draw_legend(const struct sheet *s)
{
	const struct map_model *m = &s->run->model;
	struct canvas at = { s->c->cr, s->c->width, s->c->height - 2 * KEY_LINE };
	char size[TICKS_TEXT_MAX];
	struct words key;
	double x = SIDE;
	unsigned int state;

	for (state = 0; state < MAP_STATES; state++) {
		if (!m->total.pages[state])
			continue;
		key = (struct words){ .len = 0 };
		words_add(&key, "%s %s", map_state_words(m->by, state),
			  ticks_bytes(bytes_of(m, m->total.pages[state]), size));
		if (x + canvas_text_width(&at, key.text) + KEY_ROOM > at.width) {
			x = SIDE;
			at.height += KEY_LINE;
		}
		x = caption_key(&at, x, INK_MAP + state, key.text);
	}
}

static int draw(struct sheet *s)
{
	int err;

	s->cells = calloc(s->nr, sizeof(*s->cells));
	if (!s->cells)
		return -ENOMEM;
	fit(s);
	err = draw_rows(s);
	free(s->cells);
	if (err)
		return err;
	canvas_outline(s->c, INK_FRAME, s->f.box);
	draw_above(s);
	draw_legend(s);
	return 0;
}

/**
 * picture_draw_map() - draw where a file, a process or memory has what
 * @c: picture
 * @run: what it is of
 *
 * Return: 0 or a negative errno, -ENODATA if there is no page of anything.
 */
int picture_draw_map(struct canvas *c, const struct map_run *run)
{
	const bool named = run->model.by == MAP_BY_ADDRESS;
	struct sheet s = { .c = c, .run = run };

	if (!run->maps || !run->model.nr)
		return -ENODATA;
	s.f = frame_make(c, LEFT, named ? RIGHT_OF_NAMES : RIGHT);
	/* so rows begin at round numbers, and fill the frame */
	s.nr = (size_t)s.f.box.w / CELL / 64 * 64;
	s.f.box.w = (double)(s.nr * CELL);
	return draw(&s);
}
