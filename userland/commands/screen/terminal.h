/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal of a full screen, which is as it was afterwards whatever happens.
 */
#ifndef COMMANDS_SCREEN_TERMINAL_H
#define COMMANDS_SCREEN_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Pairs of colours that there are at least, if there are colours. */
#define TERMINAL_PAIRS 64

/**
 * struct terminal - a terminal
 * @screen: what curses has of it
 * @keys: where keys come from
 * @signals: descriptor of the signals that are taken in turn
 * @colors: how many it has, with TERMINAL_PAIRS; 0 if they are not wanted
 */
struct terminal {
	void *screen;
	FILE *keys;
	int signals;
	int colors;
};

/* Is stdout one that a screen can be drawn on, and are there keys? */
bool terminal_possible(void);
/* 0 or -errno; then it is as it was. */
int terminal_open(struct terminal *t, bool colors);
/* What signals ask of it is done; true if there were any. @signal: one that ends the screen. */
bool terminal_take_signals(const struct terminal *t, int *signal);
/* As it was; what is on the screen goes with it. */
void terminal_close(struct terminal *t);

#endif /* COMMANDS_SCREEN_TERMINAL_H */
