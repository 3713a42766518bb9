/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A process of our own beside the screen.
 */
#ifndef COMMANDS_SCREEN_CHILD_H
#define COMMANDS_SCREEN_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * First thing in a child of process @parent: what the screen does with signals is not for it,
 * and it ends with the screen.  False if that has ended already.
 */
bool child_begin(pid_t parent);

#endif /* COMMANDS_SCREEN_CHILD_H */
