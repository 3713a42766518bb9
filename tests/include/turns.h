/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A process that does something each time a test asks for it, and what the two share for that.
 */
#ifndef TESTS_TURNS_H
#define TESTS_TURNS_H

#include <stdbool.h>
#include <sys/types.h>

/* In memory of ht_shared(). */
struct turns {
	volatile unsigned int asked;	/* raised by the test */
	volatile unsigned int done;	/* follows */
};

/*
 * A process that calls @begin(shared), and @turn(shared) for each turn that is asked for.  Dies if
 * it doesn't begin.  Return: its PID.
 */
pid_t turns_start(struct turns *t, void (*begin)(void *shared), void (*turn)(void *shared),
		  void *shared);
/* Asks for one more. */
void turns_ask(struct turns *t);
bool turns_are_done(const struct turns *t);
/* Asks for one more, and dies if it isn't done in time. */
void turns_take(struct turns *t);
void turns_end(pid_t pid);

#endif /* TESTS_TURNS_H */
