/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How changes look on the terminal.
 */
#ifndef COMMANDS_TOP_DRAW_H
#define COMMANDS_TOP_DRAW_H

#include <stdbool.h>

#include "render/top/layout.h"

/**
 * struct top_picture - what is on the screen
 * @head: above the rows
 * @list: rows that are seen, in their order; @head's @shown of them
 * @at: number of the first one on the screen; set if there are none behind it
 * @message: what is to be said, NULL for nothing
 * @question: what a line is typed for, NULL if none is
 * @answer: what is typed
 * @help: the keys, in place of all that
 * @colors: use them
 */
struct top_picture {
	struct top_head head;
	const struct top_row *const *list;
	size_t at;
	const char *message;
	const char *question;
	const char *answer;
	bool help;
	bool colors;
};

/* Makes the colours of rows, of so many that the terminal has.  False if these are too few. */
bool top_draw_colors(int colors);
/* Rows that fit on a screen. */
size_t top_draw_height(void);
/* Draws it. */
void top_draw(struct top_picture *p);

#endif /* COMMANDS_TOP_DRAW_H */
