/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a sight looks on the terminal.
 */
#ifndef COMMANDS_HEAT_DRAW_H
#define COMMANDS_HEAT_DRAW_H

#include "render/heat/sight.h"

/**
 * struct heat_picture - what is on the screen
 * @sight: of which
 * @name: of the target
 * @nth: of all processes, the one that is seen, from 1; 0: there is none
 * @of: processes
 * @message: what is to be said, one line; NULL for nothing
 * @question: what is asked of the user, NULL for nothing
 * @answer: what was typed
 * @help: it is shown in place of all
 * @saved_run: it is read from a file
 * @colors: use these
 */
struct heat_picture {
	struct heat_sight *sight;
	const char *name;
	size_t nth;
	size_t of;
	const char *message;
	const char *question;
	const char *answer;
	bool help;
	bool saved_run;
	bool colors;
};

/* Makes the colours of cells, of so many that the terminal has.  False if these are too few. */
bool heat_draw_colors(int colors);
/* Draws it; tells the sight how much fits. */
void heat_draw(const struct heat_picture *p);

#endif /* COMMANDS_HEAT_DRAW_H */
