/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A command behind "--", which is looked at while it runs: trace, slab.
 */
#ifndef COMMANDS_BEHIND_H
#define COMMANDS_BEHIND_H

#include "held.h"

struct options;

/**
 * struct behind - a command behind "--"; all zero is none
 * @held: its process
 * @pid: of that, as text
 */
struct behind {
	struct held held;
	char pid[16];
};

/* Do the operands @argv, behind options, begin with "--"? */
bool behind_is(int argc, char **argv);
/*
 * Starts @argv, and holds it; with @no_huge it gets no huge pages.  An exit code, after a message
 * if that is not 0.
 */
int behind_start(struct behind *behind, const struct options *options, char **argv, bool no_huge);
/*
 * Waits until it ends.  Its exit code, or 128 and the signal that ended it, if @code says that what
 * we did ourselves went well; else @code, also without a command.
 */
int behind_exit(struct behind *behind, int code);

#endif /* COMMANDS_BEHIND_H */
