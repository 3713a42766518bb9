/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal of a full screen, which is as it was afterwards whatever happens.
 */
#ifndef COMMANDS_HEAT_TERMINAL_H
#define COMMANDS_HEAT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Colours are pairs: HEAT_PAIR + level, and of what is no heat HEAT_PAIR_OTHER + number. */
#define HEAT_PAIR 1
#define HEAT_PAIR_OTHER 9

/**
 * struct heat_terminal - a terminal
 * @screen: what curses has of it
 * @keys: where keys come from
 * @signals: descriptor of the signals that are taken in turn
 * @colors: it has 256 colours, and they are wanted
 */
struct heat_terminal {
	void *screen;
	FILE *keys;
	int signals;
	bool colors;
};

/* Is stdout one that a screen can be drawn on, and are there keys? */
bool heat_terminal_possible(void);
/* 0 or -errno; then it is as it was. */
int heat_terminal_open(struct heat_terminal *t, bool colors);
/* Its size has changed. */
void heat_terminal_resize(void);
/* Leaves it, and stops the program until somebody continues it. */
void heat_terminal_stop(void);
/* Somebody else may have written there. */
void heat_terminal_again(void);
/* As it was; what is on the screen goes with it. */
void heat_terminal_close(struct heat_terminal *t);

#endif /* COMMANDS_HEAT_TERMINAL_H */
