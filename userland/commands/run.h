/* SPDX-License-Identifier: GPL-2.0 */
/* One run of a subcommand. */
#ifndef RUN_H
#define RUN_H

#include "cli/command.h"

/* @argv begins with the command's name.  An exit code. */
int run_command(const struct command *command, int argc, char **argv);

#endif /* RUN_H */
