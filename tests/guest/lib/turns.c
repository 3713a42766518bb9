// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "turns.h"

#define TURN_MS 60000

pid_t turns_start(struct turns *t, void (*begin)(void *shared), void (*turn)(void *shared),
		  void *shared)
{
	pid_t pid;

	turns_ask(t);
	pid = fork();
	if (pid < 0)
		ktap_die("fork");
	if (!pid) {
		begin(shared);
		for (t->done++;; t->done++) {
			while (turns_are_done(t))
				usleep(1000);
			turn(shared);
		}
	}
	if (!ht_reaches(&t->done, 1, TURN_MS))
		ktap_die("a process that takes turns doesn't begin");
	return pid;
}

void turns_ask(struct turns *t)
{
	t->asked++;
}

bool turns_are_done(const struct turns *t)
{
	return t->done == t->asked;
}

void turns_take(struct turns *t)
{
	turns_ask(t);
	if (!ht_reaches(&t->done, t->asked, TURN_MS))
		ktap_die("a turn that was asked for isn't done");
}

void turns_end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
