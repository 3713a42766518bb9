// SPDX-License-Identifier: GPL-2.0
/*
 * Processes that come and go: forked, exec()ed, with threads, exiting and
 * killed while they are walked.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "area.h"
#include "stress.h"

static int t_exec, t_exit, t_kill, t_thread;

static void names(void)
{
	t_exec = tally_new("execs");
	t_exit = tally_new("processes that exited");
	t_kill = tally_new("processes killed");
	t_thread = tally_new("processes with threads");
}

static void *thread(__attribute__((unused)) void *arg)
{
	char on_stack[65536];

	for (size_t i = 0; i < sizeof(on_stack); i += ST_PAGE)
		((volatile char *)on_stack)[i] = 1;
	usleep(1000);
	return NULL;
}

static void with_thread(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, thread, NULL))
		return;
	did(t_thread);
	pthread_join(t, NULL);
}

/* It changes a little, and either exits or becomes a new program, which goes on. */
static void live(int slot)
{
	char fd[16], number[16];
	unsigned int n = 1 + rnd(20);

	area_make();
	while (n-- && !stopping()) {
		area_change();
		if (one_in(8))
			with_thread();
	}
	if (stopping() || one_in(3))
		return;
	did(t_exec);
	snprintf(fd, sizeof(fd), "%d", shared_fd);
	snprintf(number, sizeof(number), "%d", slot);
	execl("/proc/self/exe", "stress", "--victim", fd, number, NULL);
}

int victim(int slot)
{
	random_seed(getpid());
	names();
	area_names();
	live(slot);
	return 0;
}

static void churn(unsigned int n)
{
	int slot = 2 + n % (VICTIMS - 2);
	pid_t pid = shared->victims[slot];

	if (pid > 0 && !one_in(4) && !waitpid(pid, NULL, WNOHANG)) {
		nap(10);
		return;
	}
	if (pid > 0) {
		if (!kill(pid, SIGKILL))
			did(t_kill);
		waitpid(pid, NULL, 0);
		did(t_exit);
	}
	pid = child_begin();
	if (!pid) {
		random_seed(5000 + n);
		live(slot);
		_exit(0);
	}
	shared->victims[slot] = pid > 0 ? pid : 0;
	nap(20);
}

const struct churner churn_tasks = { "tasks", names, churn, NULL, 1 };
