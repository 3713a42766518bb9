/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is seen of a process: which ranges of addresses, which rounds, and of these what.  Moved
 * by keys.  Pure: knows no terminal.
 */
#ifndef RENDER_HEAT_SIGHT_H
#define RENDER_HEAT_SIGHT_H

#include "model.h"
#include "rows.h"

/* What cells show. */
enum heat_overlay {
	HEAT_OVERLAY_HEAT,
	HEAT_OVERLAY_NODE,
	HEAT_OVERLAY_KIND,
	HEAT_OVERLAY_WRITES,
	HEAT_OVERLAYS
};

/* Ways to move. */
enum heat_move {
	HEAT_MOVE_UP,
	HEAT_MOVE_DOWN,
	HEAT_MOVE_PAGE_UP,
	HEAT_MOVE_PAGE_DOWN,
	HEAT_MOVE_FIRST,
	HEAT_MOVE_LAST,
	HEAT_MOVE_EARLIER,
	HEAT_MOVE_LATER,
	HEAT_MOVE_IN,		/* smaller ranges */
	HEAT_MOVE_OUT,		/* larger ones */
	HEAT_MOVE_ENTER,	/* only the mapping at the cursor, or all again */
	HEAT_MOVE_LEAVE,	/* all mappings */
	HEAT_MOVE_OVERLAY,	/* what comes next */
	HEAT_MOVE_PAUSE,	/* rounds stay, or go on with the newest */
};

/**
 * struct heat_sight - what is seen
 * @model: target
 * @process: of it; NULL: there is none yet
 * @height: rows of cells that fit
 * @width: rounds that fit
 * @overlay: what cells show
 * @rows: ranges of addresses; @nr_rows of them
 * @nr_rows: see there
 * @shift: log2 of their pages
 * @zoomed: that was chosen by hand
 * @top: the first row that is seen
 * @cursor: the one that is marked
 * @inside: only one mapping is seen, from page @inside_start to @inside_end
 * @inside_start: see there
 * @inside_end: see there
 * @held: the newest round that is seen is @newest, whatever comes
 * @newest: see there; else that of the model
 */
struct heat_sight {
	const struct heat_model *model;
	const struct heat_seen *process;
	size_t height;
	size_t width;
	enum heat_overlay overlay;
	struct heat_row *rows;
	size_t nr_rows;
	unsigned int shift;
	bool zoomed;
	size_t top;
	size_t cursor;
	bool inside;
	uint64_t inside_start;
	uint64_t inside_end;
	bool held;
	uint64_t newest;
};

/* 0 or -ENOMEM. */
int heat_sight_init(struct heat_sight *s);
/* Looks at another process, or at none. */
void heat_sight_turn(struct heat_sight *s, const struct heat_model *model,
		     const struct heat_seen *process);
/* The model, @height or @width have changed. */
void heat_sight_update(struct heat_sight *s);
/* False if it can't move that way: nothing changed. */
bool heat_sight_move(struct heat_sight *s, enum heat_move move);
/* The cell of row @nth, counted from @top, and column @column.  False if nothing was there. */
bool heat_sight_cell(const struct heat_sight *s, size_t nth, size_t column, struct heat_cell *cell);
void heat_sight_free(struct heat_sight *s);

/* Its name, for people. */
const char *heat_overlay_word(enum heat_overlay overlay);
/* What stands for what, for people. */
const char *heat_overlay_legend(enum heat_overlay overlay);
/* The sign of a cell where pages were there; *@level gets 0 to 7, for a colour. */
char heat_overlay_sign(enum heat_overlay overlay, const struct heat_cell *cell,
		       unsigned int *level);

#endif /* RENDER_HEAT_SIGHT_H */
