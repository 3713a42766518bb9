// SPDX-License-Identifier: GPL-2.0
/*
 * How changes look on the terminal: three lines above, rows, two lines below.
 */
#include <curses.h>
#include <string.h>

#include "draw.h"
#include "render/cut.h"

#define LINES_ABOVE 3
#define LINES_BELOW 2
#define COLORS_NEEDED 8

/* Pairs of colours. */
enum { PAIR_NONE, PAIR_GREW, PAIR_SHRANK };

/**
 * top_draw_colors() - make the colours of rows
 * @colors: that the terminal has
 *
 * Return: false if these are too few.
 */
bool top_draw_colors(int colors)
{
	if (colors < COLORS_NEEDED || use_default_colors() != OK)
		return false;
	init_pair(PAIR_GREW, COLOR_YELLOW, -1);
	init_pair(PAIR_SHRANK, COLOR_CYAN, -1);
	return true;
}

/**
 * top_draw_height() - how many rows fit
 *
 * Return: rows.
 */
size_t top_draw_height(void)
{
	return LINES > LINES_ABOVE + LINES_BELOW ? LINES - LINES_ABOVE - LINES_BELOW : 0;
}

/* Text that fits in the line but for the last column, in which some terminals scroll. */
static size_t width(void)
{
	return COLS > 1 ? COLS - 1 : 1;
}

static void put_text(int y, const char *text)
{
	if (y >= 0 && y < LINES)
		mvaddnstr(y, 0, text, -1);
}

/* Takes the line in any case. */
static void put_buf(int y, struct value_buf *b)
{
	value_buf_char(b, '\0');
	if (!b->failed)
		put_text(y, b->s);
	value_buf_free(b);
	*b = (struct value_buf){ .s = NULL };
}

static void put_cut(int y, const char *text)
{
	struct value_buf b = { .s = NULL };

	cut_end(&b, text, strlen(text), width());
	put_buf(y, &b);
}

/* The whole line. */
static void put_titles(const struct top_picture *p)
{
	struct value_buf b = { .s = NULL };
	int at;

	attron(A_REVERSE);
	for (at = 0; at < COLS - 1; at++)
		mvaddch(2, at, ' ');
	top_layout_titles(&b, p->head.order->sort, width());
	put_buf(2, &b);
	attroff(A_REVERSE);
}

static void draw_above(const struct top_picture *p)
{
	struct value_buf b = { .s = NULL };

	top_layout_cost(&b, &p->head, width());
	put_buf(0, &b);
	top_layout_total(&b, &p->head, width());
	put_buf(1, &b);
	if (LINES > LINES_ABOVE)
		put_titles(p);
}

static int pair_of(const struct top_picture *p, const struct top_row *row)
{
	int64_t change;

	if (!p->colors || !top_row_change(row, TOP_SIZE, &change) || !change)
		return PAIR_NONE;
	return change > 0 ? PAIR_GREW : PAIR_SHRANK;
}

static void draw_rows(struct top_picture *p)
{
	struct value_buf b = { .s = NULL };
	size_t height = top_draw_height(), i;
	int pair;

	if (p->at + height > p->head.shown)
		p->at = p->head.shown > height ? p->head.shown - height : 0;
	for (i = 0; i < height && p->at + i < p->head.shown; i++) {
		pair = pair_of(p, p->list[p->at + i]);
		top_layout_row(&b, p->list[p->at + i], p->head.page_shift, width());
		attron(COLOR_PAIR(pair));
		put_buf(LINES_ABOVE + i, &b);
		attroff(COLOR_PAIR(pair));
	}
}

static void draw_below(const struct top_picture *p)
{
	static const char most[] = "TAB by  < > sort  R reverse  / filter  p pause  + - delay  "
				   "arrows  q quit  ? help";
	static const char some[] = "TAB by  < > sort  / filter  p pause  q quit  ? help";
	char text[1024];

	if (LINES <= LINES_ABOVE + LINES_BELOW)
		return;
	if (p->question) {
		snprintf(text, sizeof(text), "%s%s_", p->question, p->answer);
		put_cut(LINES - 2, text);
	} else if (p->message) {
		put_cut(LINES - 2, p->message);
	}
	put_cut(LINES - 1, (size_t)COLS > strlen(most) ? most : some);
}

static void draw_help(void)
{
	static const char *const lines[] = {
		"What grew, shrank, got dirty or was evicted since the last refresh.",
		"",
		"TAB b 1-7  by file, dir, fs, type, cgroup, process, class",
		"< >        sort by the column to the left, to the right",
		"M P N      sort by size, by change, by name",
		"R          the other way round",
		"/          only names with this in them; nothing typed: all",
		"p, space   pause: nothing is looked at",
		"+ -        refresh less often, more often",
		"up down    scroll; also Page Up, Page Down, Home, End",
		"^L         draw anew",
		"q          quit",
		"",
		"cost       of one processor, this program and the kernel for it",
		"DIRTIED    more dirty pages; below 0: they were written",
		"GONE       evicted or swapped out; below 0: came back",
		"Any key goes back.",
	};
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(*lines) && (int)i < LINES; i++)
		put_cut(i, lines[i]);
}

/**
 * top_draw() - draw the screen
 * @p: what is on it
 */
void top_draw(struct top_picture *p)
{
	erase();
	if (p->help) {
		draw_help();
	} else {
		draw_above(p);
		draw_rows(p);
		draw_below(p);
	}
	refresh();
}
