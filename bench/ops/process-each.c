// SPDX-License-Identifier: GPL-2.0
/*
 * process-each SOME LIST COMMAND...: runs the command once for each of the
 * first SOME files of a list, and reports what all of the list would take.
 */
#include <sys/wait.h>

#include "ops.h"

static void run(char **command, const char *file)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		err(1, "fork()");
	if (!pid) {
		char *args[32];
		int i;

		for (i = 0; command[i] && i < 30; i++)
			args[i] = command[i];
		args[i] = (char *)file;
		args[i + 1] = NULL;
		execvp(args[0], args);
		err(127, "%s", args[0]);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		errx(1, "%s %s failed", command[0], file);
}

int main(int argc, char **argv)
{
	unsigned long some, done = 0, all = 0;
	struct bench_cost began, one, took = { 0 };
	char *line = NULL;
	size_t room = 0;
	FILE *list;
	ssize_t n;

	if (argc < 4)
		errx(2, "usage: process-each SOME LIST COMMAND...");
	some = strtoul(argv[1], NULL, 10);
	list = fopen(argv[2], "re");
	if (!list)
		err(1, "%s", argv[2]);
	for (; (n = getline(&line, &room, list)) > 0; all++) {
		if (all >= some)
			continue;
		line[n - 1] = '\0';
		began = bench_begin();
		run(argv + 3, line);
		one = bench_since(began);
		took.wall += one.wall;
		took.cpu += one.cpu;
		done++;
	}
	if (done) {
		took.wall = took.wall / done * all;
		took.cpu = took.cpu / done * all;
	}
	bench_report(took);
	return 0;
}
