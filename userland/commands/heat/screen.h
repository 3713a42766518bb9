/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Heat on a full screen.
 */
#ifndef COMMANDS_HEAT_SCREEN_H
#define COMMANDS_HEAT_SCREEN_H

#include "feed.h"

/**
 * struct heat_screen - what is to be shown
 * @asking: how to ask, and what at first
 * @targets: at first; @nr of them
 * @nr: see there
 * @read: file with a saved run, "-" for stdin; NULL to ask
 * @save: file that all is saved in, or NULL; with one target
 * @color: use colours, if there are 256
 */
struct heat_screen {
	struct heat_asking asking;
	char *const *targets;
	size_t nr;
	const char *read;
	const char *save;
	bool color;
};

/* Can a person look at stdout and press keys, and does the terminal what a screen needs? */
bool heat_screen_possible(void);
/* Shows it until somebody has enough.  An exit code, after a message if that is not 0. */
int heat_screen_run(const struct heat_screen *screen);

#endif /* COMMANDS_HEAT_SCREEN_H */
