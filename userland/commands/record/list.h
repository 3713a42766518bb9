/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a recording has.
 */
#ifndef COMMANDS_RECORD_LIST_H
#define COMMANDS_RECORD_LIST_H

struct command;
struct options;

/* Prints the moments of the recording in folder @path.  An exit code, after a message. */
int list_moments(struct options *options, const struct command *command, const char *path);

#endif /* COMMANDS_RECORD_LIST_H */
