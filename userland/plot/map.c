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
/* Above each of several maps, and the base line of what stands there. */
#define HEAD 28
#define HEAD_LINE 20
#define NS_PER_SECOND 1000000000ULL

/**
 * struct sheet - a map on paper
 * @c: the picture
 * @f: its frame
 * @m: what it is of
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
	const struct map_model *m;
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
	map_layout_begin(&s->layout, s->m, s->rows, s->nr, s->cells);
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
		lines += map_fold(s->m, &row, first, false, text) + more;
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
	const struct map_model *m = s->m;
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
		if (map_fold(s->m, &row, first, false, text) && line < s->lines)
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
	const struct map_model *m = s->m;
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

/* Of what it is, and where it begins. */
static void add_title(struct words *w, const struct map_model *m)
{
	char start[MAP_LABEL_MAX];

	add_subject(w, m);
	if (m->is_part)
		words_add(w, " from %s", map_label(m, m->start, false, start));
}

static void add_when(struct words *w, const struct map_run *run)
{
	const time_t began = run->time_ns / NS_PER_SECOND;
	char day[64] = "";
	struct tm tm;

	if (gmtime_r(&began, &tm))
		strftime(day, sizeof(day), "%Y-%m-%d %H:%M:%S UTC", &tm);
	words_add(w, "from %s   Linux %.40s   ", day, run->kernel);
}

static void add_lacks(struct words *w, const struct map_run *run, size_t drawn)
{
	if (run->maps > drawn)
		words_add(w, "Others that were asked for, not drawn: %" PRIu64 ".  ",
			  run->maps - drawn);
	if (run->has_end && run->end.status != PAGESNAP_END_COMPLETE)
		words_add(w, "Not complete.  ");
	if (run->stream.err || !run->has_end)
		words_add(w, "Cut short%s%s.", run->stream.err ? ": " : "", run->stream.why);
}

/* In lines from the last but two on. */
static void draw_legend(struct canvas *c, const struct map_model *m, const struct map_counts *all)
{
	struct canvas at = { c->cr, c->width, c->height - 2 * KEY_LINE };
	char size[TICKS_TEXT_MAX];
	struct words key;
	double x = SIDE;
	unsigned int state;

	for (state = 0; state < MAP_STATES; state++) {
		if (!all->pages[state])
			continue;
		key = (struct words){ .len = 0 };
		words_add(&key, "%s %s", map_state_words(m->by, state),
			  ticks_bytes(bytes_of(m, all->pages[state]), size));
		if (x + canvas_text_width(&at, key.text) + KEY_ROOM > at.width) {
			x = SIDE;
			at.height += KEY_LINE;
		}
		x = caption_key(&at, x, INK_MAP + state, key.text);
	}
}

/* Maps --------------------------------------------------------------------------------- */

/* Rows begin at round numbers, and fill the frame. */
static struct sheet make_sheet(struct canvas *c, const struct map_model *m)
{
	struct sheet s = { .c = c, .m = m };

	s.f = frame_make(c, LEFT, m->by == MAP_BY_ADDRESS ? RIGHT_OF_NAMES : RIGHT);
	s.nr = (size_t)s.f.box.w / CELL / 64 * 64;
	s.f.box.w = (double)(s.nr * CELL);
	return s;
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
	if (!err)
		canvas_outline(s->c, INK_FRAME, s->f.box);
	return err;
}

static int draw_one(struct canvas *c, const struct map_run *run)
{
	struct words title = { .len = 0 }, how = { .len = 0 }, lacks = { .len = 0 };
	struct sheet s = make_sheet(c, run->models);
	int err = draw(&s);

	if (err)
		return err;
	add_title(&title, s.m);
	add_when(&how, run);
	add_sizes(&how, &s);
	add_lacks(&lacks, run, 1);
	caption_lines(c, &title, &how, &lacks);
	draw_legend(c, s.m, &s.m->total);
	return 0;
}

/* From @top on, with a line above it that says what it is of. */
static int draw_next(struct canvas *c, const struct map_model *m, double *top, double height)
{
	struct sheet s = make_sheet(c, m);
	struct words words = { .len = 0 };
	const double y = *top + HEAD_LINE;
	int err;

	s.f.box.y = *top + HEAD;
	s.f.box.h = height - HEAD;
	err = draw(&s);
	if (err)
		return err;
	add_sizes(&words, &s);
	canvas_text(c, ALIGN_RIGHT, c->width - SIDE, y, words.text);
	height = c->width - 3 * SIDE - canvas_text_width(c, words.text);
	words = (struct words){ .len = 0 };
	add_title(&words, m);
	canvas_name(c, SIDE, y, height, words.text, words.len);
	*top = s.f.box.y + s.f.box.h;
	return 0;
}

/* One below the other, as many as have room for two rows. */
static int draw_several(struct canvas *c, const struct map_run *run)
{
	const double bottom = c->height - FRAME_BELOW;
	const size_t most = (size_t)((bottom - FRAME_TOP) / (HEAD + 2 * PITCH));
	const size_t nr = run->nr < most ? run->nr : most;
	struct words title = { .len = 0 }, how = { .len = 0 }, lacks = { .len = 0 };
	struct map_counts all = { { 0 } };
	double top = FRAME_TOP;
	size_t i;
	int err;

	for (i = 0; i < nr; i++) {
		err = draw_next(c, run->models + i, &top, floor((bottom - top) / (double)(nr - i)));
		if (err)
			return err;
		map_counts_add(&all, &run->models[i].total);
	}
	words_add(&title, "%zu maps", nr);
	add_when(&how, run);
	add_lacks(&lacks, run, nr);
	caption_lines(c, &title, &how, &lacks);
	draw_legend(c, run->models, &all);
	return 0;
}

/**
 * picture_draw_map() - draw where files, processes or memory have what
 * @c: picture
 * @run: what it is of
 *
 * Return: 0 or a negative errno, -ENODATA if there is no page of anything.
 */
int picture_draw_map(struct canvas *c, const struct map_run *run)
{
	if (!run->nr)
		return -ENODATA;
	return run->maps == 1 ? draw_one(c, run) : draw_several(c, run);
}
