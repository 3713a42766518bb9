// SPDX-License-Identifier: GPL-2.0
/*
 * measure: runs commands in alternation, each after the state was restored,
 * and prints how long each run took: "CASE NAME ROUND NANOSECONDS CPU", a line
 * a run, with tabs between.
 *
 * The time is that from before fork() until the command has ended; CPU is what
 * getrusage() says that it and its children had of CPUs, in nanoseconds, too.
 * A command that does some work in front writes both, of what counts, to the
 * descriptor $BENCH_FD instead.
 *
 * In a guest that counts instructions (-icount) a nanosecond is one of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
	uint64_t wall, cpu;
};

struct options {
	unsigned int rounds;
	const char *name;
	const char *restore;
};

__attribute__((noreturn))
static void usage(void)
{
	fputs("usage: measure [-n ROUNDS] [-r RESTORE] CASE NAME COMMAND [NAME COMMAND]...\n",
	      stderr);
	exit(2);
}

__attribute__((noreturn))
static void die(const char *what)
{
	fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* What is printed is made, but nobody reads it. */
__attribute__((noreturn))
static void become(const char *command, int own)
{
	int null = open("/dev/null", O_RDWR);
	char fd[16];

	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
		die("/dev/null");
	snprintf(fd, sizeof(fd), "%d", own);
	setenv("BENCH_FD", fd, 1);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	die("/bin/sh");
}

/* What the command itself says it took, if it says anything. */
static void own_cost(int fd, struct cost *took)
{
	char text[64], *cpu;
	ssize_t n = read(fd, text, sizeof(text) - 1);

	if (n <= 0)
		return;
	text[n] = '\0';
	took->wall = strtoull(text, &cpu, 10);
	took->cpu = strtoull(cpu, NULL, 10);
}

static uint64_t cpu_ns(const struct rusage *usage)
{
	struct timeval both;

	timeradd(&usage->ru_utime, &usage->ru_stime, &both);
	return ((uint64_t)both.tv_sec * 1000000u + (uint64_t)both.tv_usec) * 1000u;
}

static struct cost run(const char *command)
{
	struct rusage usage;
	struct cost took;
	uint64_t began;
	int own[2], status;
	pid_t pid;

	if (pipe(own))
		die("pipe()");
	began = now_ns();
	pid = fork();
	if (pid < 0)
		die("fork()");
	if (!pid) {
		close(own[0]);
		become(command, own[1]);
	}
	if (wait4(pid, &status, 0, &usage) != pid)
		die("wait4()");
	took.wall = now_ns() - began;
	took.cpu = cpu_ns(&usage);
	close(own[1]);
	own_cost(own[0], &took);
	close(own[0]);
	if (!WIFEXITED(status) || WEXITSTATUS(status)) {
		fprintf(stderr, "measure: failed: %s\n", command);
		exit(1);
	}
	return took;
}

/* Each is first in some round, so that none always has the caches of another. */
static void run_round(const struct options *o, unsigned int round, char **pairs, unsigned int nr)
{
	unsigned int i, at;
	struct cost took;

	for (i = 0; i < nr; i++) {
		at = 2 * ((i + round) % nr);
		if (o->restore)
			run(o->restore);
		took = run(pairs[at + 1]);
		printf("%s\t%s\t%u\t%llu\t%llu\n", o->name, pairs[at], round,
		       (unsigned long long)took.wall, (unsigned long long)took.cpu);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	struct options o = { .rounds = 5 };
	unsigned int round;
	int c;

	while ((c = getopt(argc, argv, "+n:r:")) != -1) {
		if (c == 'n')
			o.rounds = (unsigned int)strtoul(optarg, NULL, 10);
		else if (c == 'r')
			o.restore = optarg;
		else
			usage();
	}
	if (!o.rounds || argc - optind < 3 || (argc - optind) % 2 == 0)
		usage();
	o.name = argv[optind];
	for (round = 0; round < o.rounds; round++)
		run_round(&o, round, argv + optind + 1, (unsigned int)(argc - optind - 1) / 2);
	return 0;
}
