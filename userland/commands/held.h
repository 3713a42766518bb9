/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command that is started, but held before its first instruction until somebody lets it go.
 */
#ifndef COMMANDS_HELD_H
#define COMMANDS_HELD_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * struct held - a command; all zero is none
 * @pid: of it, 0 if there is none
 * @hold: it waits until something is written here
 * @is_running: it was let go
 */
struct held {
	pid_t pid;
	int hold;
	bool is_running;
};

/* Can @name be run, as far as one can tell without?  0, or why not: a negative errno. */
int held_check(const char *name);
/*
 * Starts @argv, which ends with NULL, and holds it; with @no_huge neither it nor what it forks and
 * runs gets transparent huge pages.  0 or a negative errno.
 */
int held_start(struct held *held, char **argv, bool no_huge);
/* Lets it go; once it runs, this does nothing. */
void held_release(struct held *held);
/* Waits until it ends; one that is still held ends without having run.  As wait() says. */
int held_wait(struct held *held);

#endif /* COMMANDS_HELD_H */
