/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scripts that make shells complete this program's words, from the tables.
 */
#ifndef COMPLETION_H
#define COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

struct command;

/* One for each shell, to stdout.  0 or a negative errno. */
int completion_bash(void);
int completion_fish(void);
int completion_zsh(void);

/* Words with a blank behind each: names of flags, of columns.  0 or a negative errno. */
int completion_flags(void);
int completion_columns(void);
/* Does a command stand behind its "--"? */
bool completion_runs(const struct command *command);
/* The first line of a help text, with a backslash before each of @special. */
void completion_text(const char *text, const char *special);

#endif /* COMPLETION_H */
