// SPDX-License-Identifier: GPL-2.0
/*
 * wakeups COMMAND: how late a task of the highest priority comes to run while a
 * shell runs COMMAND, once.  It sleeps PERIOD_US at a time; a line says how often,
 * and what was the median, the 99.9th percentile and the latest, in nanoseconds.
 *
 * That is what a kernel that isn't preempted everywhere (Debian's, see
 * bench/latency) makes others wait for, on the CPU that COMMAND has.
 */
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "ops.h"

#define PERIOD_US	200u
#define SAMPLES		(4u << 20)

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t sample(void)
{
	struct timespec until;
	uint64_t due = bench_now() + PERIOD_US * 1000u;

	until.tv_sec = (time_t)(due / 1000000000u);
	until.tv_nsec = (long)(due % 1000000000u);
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
	return (uint32_t)(bench_now() - due);
}

static pid_t start(const char *command)
{
	struct sched_param normal = { .sched_priority = 0 };
	pid_t pid = fork();

	if (pid < 0)
		err(1, "fork()");
	if (pid)
		return pid;
	if (sched_setscheduler(0, SCHED_OTHER, &normal))
		err(1, "sched_setscheduler()");
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	err(1, "/bin/sh");
}

int main(int argc, char **argv)
{
	struct sched_param highest = { .sched_priority = 99 };
	uint32_t *late = bench_block(SAMPLES * sizeof(*late));
	size_t nr = 0;
	pid_t pid;
	int status;

	if (argc != 2)
		errx(2, "usage: wakeups COMMAND");
	if (mlockall(MCL_CURRENT | MCL_FUTURE) || sched_setscheduler(0, SCHED_FIFO, &highest))
		err(1, "as root only");
	pid = start(argv[1]);
	do
		late[nr++] = sample();
	while (nr < SAMPLES && !waitpid(pid, &status, WNOHANG));
	qsort(late, nr, sizeof(*late), compare);
	printf("%zu\t%u\t%u\t%u\n", nr, late[nr / 2], late[nr - 1 - nr / 1000], late[nr - 1]);
	return 0;
}
