/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A process that asks, and does nothing else.
 */
#ifndef COMMANDS_SCREEN_ASKER_H
#define COMMANDS_SCREEN_ASKER_H

#include <stdbool.h>

struct source;

/*
 * Asks what @source has, one after the other, and writes the answers to @fd as they come.  An
 * answer that is an error is the last one, unless @all are wanted.  An exit code, after a message
 * on stderr.
 */
int asker_run(struct source *source, int fd, bool all);

#endif /* COMMANDS_SCREEN_ASKER_H */
