/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operands that name processes: PID, uid:USER or cgroup:PATH.
 */
#ifndef COMMANDS_PROCESSES_H
#define COMMANDS_PROCESSES_H

#include <stdbool.h>

#include "ask/subjects.h"

/* Is it a PID, uid:USER or cgroup:PATH? */
bool processes_is(const char *operand);
/* Are they such, one at least?  0, or -EINVAL after a message; @command is what was called. */
int processes_check(const char *command, int argc, char **argv);
/* Fills in one of them, for struct subjects. */
int processes_fill(struct pagesnap_params *ask, const char *subject, const char **why);

#endif /* COMMANDS_PROCESSES_H */
