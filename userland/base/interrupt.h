/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SIGINT and SIGTERM: stop asking, print what there is.
 */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* Catches both; a second one ends the program at once.  0 or -errno. */
int interrupt_catch(void);
bool interrupt_seen(void);
/* A descriptor that is readable once one was seen, for poll(). */
int interrupt_fd(void);
/*
 * What somebody sends to this process alone goes to @pid, too; 0: to nobody.  A terminal tells both
 * by itself.
 */
void interrupt_pass_on(pid_t pid);
/* Threads that this one creates from now on, until _release(), leave them to this one. */
void interrupt_hold(void);
void interrupt_release(void);

#endif /* INTERRUPT_H */
