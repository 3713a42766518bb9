// SPDX-License-Identifier: GPL-2.0
/*
 * A process of our own beside the screen.
 */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "child.h"

/**
 * child_begin() - be a process that has nothing to do with a terminal
 * @parent: who has forked it
 *
 * Return: false if that has ended already.
 */
bool child_begin(pid_t parent)
{
	sigset_t none;
	int number;

	/* who ignores ^Z goes on, and wants the answers */
	for (number = 1; number < NSIG; number++)
		if (number != SIGTSTP || signal(number, SIG_IGN) != SIG_IGN)
			signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	return getppid() == parent;
}
