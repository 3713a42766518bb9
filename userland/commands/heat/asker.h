/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A process that asks, and does nothing else.
 */
#ifndef COMMANDS_HEAT_ASKER_H
#define COMMANDS_HEAT_ASKER_H

struct source;

/*
 * Asks what @source has, one after the other, and writes the answers to @fd as they come.  An
 * answer that is an error is the last one.  An exit code, after a message on stderr.
 */
int heat_asker_run(struct source *source, int fd);

#endif /* COMMANDS_HEAT_ASKER_H */
