// SPDX-License-Identifier: GPL-2.0
/*
 * What is seen of a process.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/first_of.h"
#include "sight.h"

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct heat_ground ground_of(const struct heat_sight *s)
{
	return (struct heat_ground){
		.areas = &s->process->process.areas, .spans = &s->process->spans,
		.start = s->inside ? s->inside_start : 0,
		.end = s->inside ? s->inside_end : UINT64_MAX,
	};
}

/**
 * heat_sight_init() - nothing is seen yet
 * @s: sight
 *
 * Return: 0 or -ENOMEM.
 */
int heat_sight_init(struct heat_sight *s)
{
	*s = (struct heat_sight){ .rows = calloc(HEAT_ROWS_MAX, sizeof(*s->rows)) };
	return s->rows ? 0 : -ENOMEM;
}

/**
 * heat_sight_free() - free a sight
 * @s: it
 */
void heat_sight_free(struct heat_sight *s)
{
	free(s->rows);
	s->rows = NULL;
}

static void leave(struct heat_sight *s)
{
	s->inside = false;
	s->zoomed = false;
}

/**
 * heat_sight_turn() - look at another process
 * @s: sight
 * @model: its target
 * @process: one of that, or NULL
 */
void heat_sight_turn(struct heat_sight *s, const struct heat_model *model,
		     const struct heat_seen *process)
{
	s->model = model;
	s->process = process;
	s->held = false;
	s->nr_rows = 0;
	s->top = 0;
	s->cursor = 0;
	leave(s);
	heat_sight_update(s);
}

/* The row that page @vpn is in, or the next one. */
static size_t find_row(const struct heat_sight *s, uint64_t vpn)
{
	return FIRST_OF(s->nr_rows, i, s->rows[i].end > vpn);
}

static void keep_cursor_seen(struct heat_sight *s)
{
	s->cursor = s->nr_rows ? least(s->cursor, s->nr_rows - 1) : 0;
	if (s->top > s->cursor)
		s->top = s->cursor;
	if (s->height && s->cursor - s->top >= s->height)
		s->top = s->cursor - s->height + 1;
	/* no blank lines below, if there are rows above */
	if (s->top + s->height > s->nr_rows)
		s->top = s->nr_rows > s->height ? s->nr_rows - s->height : 0;
}

/* Rounds that were forgotten are not there to be held. */
static void update_rounds(struct heat_sight *s)
{
	uint64_t last = s->model && s->model->rounds ? s->model->rounds - 1 : 0;

	if (!s->held || s->newest > last)
		s->newest = last;
	if (s->model && s->newest < s->model->forgotten)
		s->newest = s->model->forgotten;
}

/**
 * heat_sight_update() - what is looked at has changed, or the space for it
 * @s: sight
 *
 * The cursor stays at its addresses.
 */
void heat_sight_update(struct heat_sight *s)
{
	struct heat_ground g;
	uint64_t at = s->nr_rows ? s->rows[s->cursor].start : 0;
	size_t line = s->cursor - s->top;

	update_rounds(s);
	if (!s->process) {
		s->nr_rows = 0;
		return;
	}
	g = ground_of(s);
	if (!s->zoomed)
		s->shift = heat_rows_shift(&g, s->height ?: 1);
	/* rows that came since may be too many */
	while (heat_rows_count(&g, s->shift) > HEAT_ROWS_MAX && s->shift < HEAT_SHIFT_MAX)
		s->shift++;
	s->nr_rows = heat_rows_make(&g, s->shift, s->rows);
	s->cursor = find_row(s, at);
	s->top = s->cursor > line ? s->cursor - line : 0;
	keep_cursor_seen(s);
}

/* Moves ------------------------------------------------------------------------- */

static bool move_cursor(struct heat_sight *s, bool down, size_t by)
{
	size_t before = s->cursor;

	if (down)
		s->cursor = s->nr_rows - 1 - s->cursor > by ? s->cursor + by : s->nr_rows - 1;
	else
		s->cursor = s->cursor > by ? s->cursor - by : 0;
	keep_cursor_seen(s);
	return s->cursor != before;
}

static bool zoom(struct heat_sight *s, bool in)
{
	const struct heat_ground g = ground_of(s);
	unsigned int shift = in ? s->shift - 1 : s->shift + 1;

	if (in && (!s->shift || heat_rows_count(&g, shift) > HEAT_ROWS_MAX))
		return false;
	/* each mapping has one row */
	if (!in && heat_rows_count(&g, HEAT_SHIFT_MAX) == s->nr_rows)
		return false;
	s->shift = shift;
	s->zoomed = true;
	heat_sight_update(s);
	return true;
}

/* What is between mappings is entered as far as it reaches. */
static bool enter(struct heat_sight *s)
{
	const struct heat_row *row = s->rows + s->cursor;
	const struct heat_area *area = row->area;
	size_t nth = s->cursor;

	if (s->inside) {
		leave(s);
		heat_sight_update(s);
		return true;
	}
	s->inside_start = area ? area->start : row->start;
	s->inside_end = area ? area->end : row->end;
	for (; !area && nth && !s->rows[nth - 1].area; nth--)
		s->inside_start = s->rows[nth - 1].start;
	for (nth = s->cursor + 1; !area && nth < s->nr_rows && !s->rows[nth].area; nth++)
		s->inside_end = s->rows[nth].end;
	s->zoomed = false;
	s->inside = true;
	heat_sight_update(s);
	return true;
}

static bool move_in_time(struct heat_sight *s, bool later)
{
	uint64_t last = s->model->rounds ? s->model->rounds - 1 : 0, step = s->width / 4 ?: 1;
	uint64_t before = s->newest;

	if (later) {
		s->newest = last - s->newest > step ? s->newest + step : last;
		s->held = s->newest < last;
	} else if (s->newest >= s->model->forgotten + s->width) {
		s->newest -= least(step, s->newest - s->model->forgotten - s->width + 1);
		s->held = true;
	}
	return s->newest != before;
}

static bool move_in_rows(struct heat_sight *s, enum heat_move move)
{
	switch (move) {
	case HEAT_MOVE_UP:
	case HEAT_MOVE_DOWN:
		return move_cursor(s, move == HEAT_MOVE_DOWN, 1);
	case HEAT_MOVE_PAGE_UP:
	case HEAT_MOVE_PAGE_DOWN:
		return move_cursor(s, move == HEAT_MOVE_PAGE_DOWN, s->height ?: 1);
	case HEAT_MOVE_FIRST:
	case HEAT_MOVE_LAST:
		return move_cursor(s, move == HEAT_MOVE_LAST, s->nr_rows);
	case HEAT_MOVE_IN:
	case HEAT_MOVE_OUT:
		return zoom(s, move == HEAT_MOVE_IN);
	default:
		return enter(s);
	}
}

/**
 * heat_sight_move() - move
 * @s: sight
 * @move: where to
 *
 * Return: false if it is there already, or nothing is seen.
 */
bool heat_sight_move(struct heat_sight *s, enum heat_move move)
{
	switch (move) {
	case HEAT_MOVE_OVERLAY:
		s->overlay = (s->overlay + 1) % HEAT_OVERLAYS;
		return true;
	case HEAT_MOVE_PAUSE:
		s->held = !s->held;
		update_rounds(s);
		return true;
	case HEAT_MOVE_EARLIER:
	case HEAT_MOVE_LATER:
		return s->model && move_in_time(s, move == HEAT_MOVE_LATER);
	case HEAT_MOVE_LEAVE:
		return s->inside && s->nr_rows && enter(s);
	default:
		return s->nr_rows && move_in_rows(s, move);
	}
}

/* Cells ------------------------------------------------------------------------- */

/**
 * heat_sight_cell() - what is in a cell?
 * @s: sight
 * @nth: its row, counted from the first that is seen
 * @column: its column; the last one is of the newest round that is seen
 * @cell: filled
 *
 * Return: false if nothing was there, or nobody looked.
 */
bool heat_sight_cell(const struct heat_sight *s, size_t nth, size_t column, struct heat_cell *cell)
{
	const struct heat_row *row = s->rows + s->top + nth;
	const struct heat_round *round;
	uint64_t back = s->width - 1 - column;

	if (!s->process || s->top + nth >= s->nr_rows || back > s->newest)
		return false;
	round = heat_history_find(&s->process->history, s->newest - back);
	if (!round)
		return false;
	*cell = heat_round_sum(round, row->start, row->end);
	return cell->there;
}
