/* SPDX-License-Identifier: GPL-2.0 */
/* One run of a subcommand. */
#ifndef RUN_H
#define RUN_H

#include <stdio.h>

#include "cli/command.h"

/* @argv begins with the command's name.  An exit code. */
int run_command(const struct command *command, int argc, char **argv);
/* The same; what it prints goes to @to in place of stdout. */
int run_command_to(const struct command *command, int argc, char **argv, FILE *to);

#endif /* RUN_H */
