/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Huge pages of processes that are traced: the kernel splits them, where it is asked to.
 */
#ifndef COMMANDS_HUGE_H
#define COMMANDS_HUGE_H

/*
 * Has those of processes split, which are named by their PIDs, or are of a user or cgroup now.  0,
 * or a negative errno after a message.
 */
int huge_split(int nr, char *const *names);

#endif /* COMMANDS_HUGE_H */
