// SPDX-License-Identifier: GPL-2.0
/*
 * How a sight looks on the terminal: two or three lines above, cells, three lines below.
 */
#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/safe.h"
#include "base/units.h"
#include "draw.h"
#include "kinds/heat_line.h"

/* Below the cells: the row at the cursor, what is to be said, keys. */
#define LINES_BELOW 3
#define ADDR_WIDTH 12
#define NS_PER_SECOND 1000000000ULL

/* Pairs of colours: of a level of heat, and of what is no heat. */
#define HEAT_PAIR 1
#define HEAT_PAIR_OTHER 9
/* A terminal of fewer has none for eight levels. */
#define COLORS_NEEDED 256

/* Text ----------------------------------------------------------------------------- */

/* One line, cut to the screen. */
static void put_line(int y, const char *text)
{
	move(y, 0);
	clrtoeol();
	addnstr(text, COLS - 1);
}

/* Behind what is there, or on the next line. */
static void put_field(int *y, int *x, const char *text)
{
	int len = strlen(text);

	if (*x && *x + 2 + len >= COLS) {
		++*y;
		*x = 0;
	}
	mvaddnstr(*y, *x ? *x + 2 : 0, text, COLS - 1);
	*x = getcurx(stdscr);
}

static const char *size_text(uint64_t pages, unsigned int shift, char *buf)
{
	return pages == PAGESNAP_UNKNOWN ? "?" : units_size(pages << shift, buf);
}

/* As short as a person would say it: 40s, 2m10s, 1h05m. */
static void time_text(uint64_t seconds, char *buf, size_t size)
{
	if (seconds < 60)
		snprintf(buf, size, "%" PRIu64 "s", seconds);
	else if (seconds < 3600)
		snprintf(buf, size, "%" PRIu64 "m%02" PRIu64 "s", seconds / 60, seconds % 60);
	else
		snprintf(buf, size, "%" PRIu64 "h%02" PRIu64 "m", seconds / 3600,
			 seconds / 60 % 60);
}

/* Above ---------------------------------------------------------------------------- */

static void put_working_set(int *y, int *x, const struct heat_model *m, const struct heat_seen *p)
{
	const struct wss_sums *s = &p->sums;
	char text[128], time[32], a[UNITS_MAX], b[UNITS_MAX], c[UNITS_MAX];
	unsigned int shift = m->page_shift;

	snprintf(text, sizeof(text), "RSS %s", size_text(s->pages, shift, a));
	put_field(y, x, text);
	snprintf(text, sizeof(text), "WSS 1s %s 10s %s 60s %s", size_text(s->accessed[0], shift, a),
		 size_text(s->accessed[1], shift, b), size_text(s->accessed[2], shift, c));
	put_field(y, x, text);
	time_text(p->samples * m->every_ns / NS_PER_SECOND, time, sizeof(time));
	snprintf(text, sizeof(text), "cold %s %s", time, size_text(s->cold, shift, a));
	put_field(y, x, text);
}

static void put_cost(int *y, int *x, const struct heat_model *m)
{
	char text[64];

	if (!m->samples || !m->every_ns)
		return;
	snprintf(text, sizeof(text), "cost %.1f %% of a CPU",
		 100.0 * m->took_ns / m->samples / m->every_ns);
	put_field(y, x, text);
}

static void put_overlays(int *y, int *x, enum heat_overlay overlay)
{
	enum heat_overlay i;
	char text[64] = "";

	for (i = 0; i < HEAT_OVERLAYS; i++) {
		strcat(text, i ? " " : "");
		strcat(text, i == overlay ? "[" : "");
		strcat(text, heat_overlay_word(i));
		strcat(text, i == overlay ? "]" : "");
	}
	put_field(y, x, text);
}

static void put_state(int *y, int *x, const struct heat_picture *p)
{
	const struct heat_sight *s = p->sight;
	const struct heat_model *m = s->model;
	char text[96], size[UNITS_MAX], time[32];

	if (p->of > 1) {
		snprintf(text, sizeof(text), "%zu of %zu processes", p->nth, p->of);
		put_field(y, x, text);
	}
	if (s->nr_rows) {
		snprintf(text, sizeof(text), "rows of %s%s",
			 units_size(1ULL << (s->shift + m->page_shift), size),
			 s->inside ? " in one mapping" : "");
		put_field(y, x, text);
	}
	if (s->held && m->rounds) {
		time_text((m->rounds - 1 - s->newest) * m->aggregate * m->every_ns / NS_PER_SECOND,
			  time, sizeof(time));
		snprintf(text, sizeof(text), "PAUSED %s ago", time);
		put_field(y, x, text);
	}
	if (!m->ended)
		return;
	snprintf(text, sizeof(text), "%s%s%s", p->saved_run ? "saved run" : "ended",
		 m->end.cut ? ": " : "", m->end.cut ? pagesnap_cut_word(m->end.cut) : "");
	put_field(y, x, text);
}

/* Who or what it is. */
static void process_text(const struct heat_process *p, char *buf, size_t size)
{
	char comm[4 * sizeof(p->comm) + 1] = "?";

	if (p->by != HEAT_BY_ADDRESS && p->areas.nr) {
		safe_text(p->areas.list->name, p->areas.list->len, "", buf, size);
		return;
	}
	if (*p->comm)
		safe_text(p->comm, strlen(p->comm), "", comm, sizeof(comm));
	snprintf(buf, size, "%s %" PRIu32 "%s", comm, p->pid, p->gone ? " (gone)" : "");
}

/* How many lines it took. */
static int draw_above(const struct heat_picture *p)
{
	const struct heat_seen *process = p->sight->process;
	char text[512];
	int y = 0, x = 0;

	if (process) {
		process_text(&process->process, text, sizeof(text));
		put_field(&y, &x, text);
		put_working_set(&y, &x, p->sight->model, process);
	} else {
		put_field(&y, &x, p->name);
	}
	put_cost(&y, &x, p->sight->model);
	put_overlays(&y, &x, p->sight->overlay);
	put_state(&y, &x, p);
	return y + 1;
}

/* Cells ---------------------------------------------------------------------------- */

static int name_width(void)
{
	return COLS < 80 ? 12 : COLS < 120 ? 20 : 32;
}

/* What is left of the line, but for blanks between, and the last column. */
static int cells_width(void)
{
	int width = COLS - ADDR_WIDTH - name_width() - 3;

	return width > 1 ? width : 1;
}

static void mapping_text(const struct heat_sight *s, const struct heat_row *row, char *buf,
			 size_t size)
{
	if (row->area)
		safe_text(row->area->name, row->area->len, "", buf, size);
	else
		snprintf(buf, size, s->process->process.crowded ?
			 "[no room for mappings]" : "[mapped since]");
}

/* The last part of a path says most: one that is too long loses its beginning. */
static void put_mapping(const struct heat_sight *s, const struct heat_row *row, int width)
{
	char whole[512];
	const char *text = whole;
	int len;

	mapping_text(s, row, whole, sizeof(whole));
	len = strlen(whole);
	if (len > width && *whole != '/') {
		addnstr(text, width);
		return;
	}
	if (len > width) {
		addch('<');
		text += len - --width;
		/* not in the middle of a character */
		for (; (*text & 0xc0) == 0x80; text++)
			width--;
		len = width;
	}
	printw("%s%*s", text, width - len, "");
}

static void draw_cell(const struct heat_picture *p, size_t nth, size_t column)
{
	const struct heat_sight *s = p->sight;
	struct heat_cell cell;
	unsigned int level;
	chtype sign;
	int pair;

	if (!heat_sight_cell(s, nth, column, &cell)) {
		addch(' ');
		return;
	}
	sign = (unsigned char)heat_overlay_sign(s->overlay, &cell, &level);
	pair = s->overlay == HEAT_OVERLAY_NODE || s->overlay == HEAT_OVERLAY_KIND ?
	       HEAT_PAIR_OTHER : HEAT_PAIR;
	addch(p->colors ? sign | COLOR_PAIR(pair + level) : sign);
}

static void draw_row(const struct heat_picture *p, size_t nth, int y)
{
	const struct heat_sight *s = p->sight;
	const struct heat_row *row = s->rows + s->top + nth;
	bool first = !nth || row[-1].area != row->area, marked = s->top + nth == s->cursor;
	size_t column;

	move(y, 0);
	clrtoeol();
	if (marked)
		attron(A_REVERSE);
	printw("%*" PRIx64 " ", ADDR_WIDTH, row->start << s->model->page_shift);
	if (first || marked)
		put_mapping(s, row, name_width());
	if (marked)
		attroff(A_REVERSE);
	move(y, ADDR_WIDTH + name_width() + 2);
	for (column = 0; column < s->width; column++)
		draw_cell(p, nth, column);
}

static void draw_rows(const struct heat_picture *p, int y)
{
	const struct heat_sight *s = p->sight;
	size_t nth;

	for (nth = 0; nth < s->height && s->top + nth < s->nr_rows; nth++)
		draw_row(p, nth, y + nth);
	if (s->nr_rows || !s->height)
		return;
	if (s->model->ended)
		put_line(y + 1, "  no memory was seen");
	else
		put_line(y + 1, "  waiting for the first round");
}

/* Below ---------------------------------------------------------------------------- */

static void put_share(char *text, size_t size, const char *what, uint64_t part, uint64_t of)
{
	size_t len = strlen(text);

	snprintf(text + len, size - len, ", %.1f %% %s", heat_permille(part, of) / 10.0, what);
}

/* What is known of the newest cell at the cursor. */
static void add_cell(const struct heat_sight *s, char *text, size_t size)
{
	struct heat_cell cell;
	unsigned int level;
	size_t len;

	if (!heat_sight_cell(s, s->cursor - s->top, s->width - 1, &cell)) {
		len = strlen(text);
		snprintf(text + len, size - len, ": not there");
		return;
	}
	put_share(text, size, "accessed", cell.accessed, cell.there);
	if (cell.writes == HEAT_WRITES_KNOWN)
		put_share(text, size, "written", cell.dirtied, cell.there);
	len = strlen(text);
	snprintf(text + len, size - len, ", node %c, %s",
		 heat_overlay_sign(HEAT_OVERLAY_NODE, &cell, &level),
		 cell.kind == PAGESNAP_MIXED16 ? "several kinds" : pagesnap_kind_word(cell.kind));
}

/* The row at the cursor, with the whole name of its mapping. */
static void draw_cursor(const struct heat_sight *s, int y)
{
	const struct heat_row *row = s->rows + s->cursor;
	char text[1024], name[512], size[UNITS_MAX];
	unsigned int shift;

	if (!s->nr_rows) {
		put_line(y, "");
		return;
	}
	shift = s->model->page_shift;
	mapping_text(s, row, name, sizeof(name));
	snprintf(text, sizeof(text), "%s", units_size((row->end - row->start) << shift, size));
	add_cell(s, text, sizeof(text));
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "; %s", name);
	put_line(y, text);
}

/* What samples lack must be seen, whatever else there is to say. */
static void draw_message(const struct heat_picture *p, int y)
{
	const struct heat_model *m = p->sight->model;
	char text[256] = "";
	size_t len = 0;

	if (p->question) {
		snprintf(text, sizeof(text), "%s%s_", p->question, p->answer);
		put_line(y, text);
		return;
	}
	if (m->lost)
		len += snprintf(text, sizeof(text), "LOST %" PRIu64 " pages  ", m->lost);
	if (m->missed)
		len += snprintf(text + len, sizeof(text) - len, "missed %" PRIu64 " samples  ",
				m->missed);
	if (m->lacking)
		len += snprintf(text + len, sizeof(text) - len, "lacking %" PRIu64 " processes  ",
				m->lacking);
	snprintf(text + len, sizeof(text) - len, "%s",
		 p->message ?: heat_overlay_legend(p->sight->overlay));
	put_line(y, text);
}

static const char *keys_text(void)
{
	if (COLS >= 118)
		return "TAB overlay +/- zoom arrows move ENTER mapping n next process t target "
		       "i intervals p pause s save w plot q quit ? help";
	if (COLS >= 79)
		return "TAB overlay +/- zoom arrows ENTER mapping n next t target i intervals "
		       "p s w q ?";
	return "TAB +/- arrows ENTER n t i p s w  q quit  ? help";
}

static void draw_help(void)
{
	static const char *const lines[] = {
		"Time runs to the right, addresses go down.  A column is a round of samples.",
		"",
		"TAB         heat, NUMA node, kind of page, writes",
		"+ -         smaller or larger ranges of addresses",
		"up down     move; also Page Up, Page Down, Home, End",
		"left right  earlier and later rounds",
		"ENTER       only this mapping, and all again",
		"p           pause: samples go on, the picture stays",
		"n N         next process, the one before",
		"t           another target: PID, uid:USER, cgroup:PATH, file:PATH",
		"i           other intervals; asks anew, so the picture begins anew",
		"s           save all since the beginning, and what comes; again: stop",
		"w           a picture of what came so far, as PNG or SVG",
		"^L          draw anew",
		"q           quit",
		"",
		"cold TIME   memory that no sample has found accessed, in that time",
		"Any key goes back.",
	};
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]) && (int)i < LINES; i++)
		put_line(i, lines[i]);
}

/**
 * heat_draw_colors() - make the colours of cells
 * @colors: that the terminal has
 *
 * Return: false if these are too few.
 */
bool heat_draw_colors(int colors)
{
	/* dark to bright, then such as differ from their neighbours */
	static const short heat[] = { 236, 18, 25, 30, 71, 178, 202, 196 };
	static const short other[] = { 240, 25, 130, 28, 90, 30, 160, 94 };
	short i;

	if (colors < COLORS_NEEDED)
		return false;
	for (i = 0; i < 8; i++) {
		init_pair(HEAT_PAIR + i, i < 4 ? 252 : 16, heat[i]);
		init_pair(HEAT_PAIR_OTHER + i, 231, other[i]);
	}
	return true;
}

/**
 * heat_draw() - draw the screen
 * @p: what is on it
 */
void heat_draw(const struct heat_picture *p)
{
	int above;

	erase();
	if (p->help) {
		draw_help();
		refresh();
		return;
	}
	above = draw_above(p);
	p->sight->width = cells_width();
	p->sight->height = LINES > above + LINES_BELOW ? LINES - above - LINES_BELOW : 0;
	heat_sight_update(p->sight);
	draw_rows(p, above);
	draw_cursor(p->sight, LINES - 3);
	draw_message(p, LINES - 2);
	put_line(LINES - 1, keys_text());
	refresh();
}
