// SPDX-License-Identifier: GPL-2.0
/*
 * output-of COMMAND: runs it in a shell, and prints how many lines it wrote, and the KiB
 * of memory that were resident at most, in the shell or below it.
 */
#include <sys/resource.h>
#include <sys/wait.h>

#include "ops.h"

int main(int argc, char **argv)
{
	static char block[64 << 10];
	unsigned long lines = 0;
	struct rusage used;
	int ends[2], status;
	ssize_t n;
	pid_t pid;

	if (argc != 2)
		errx(2, "usage: output-of COMMAND");
	if (pipe(ends))
		err(1, "pipe()");
	/* What this program itself has counts, too, as it is before execve(). */
	pid = fork();
	if (pid < 0)
		err(1, "fork()");
	if (!pid) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execl("/bin/sh", "sh", "-c", argv[1], (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	while ((n = read(ends[0], block, sizeof(block))) > 0)
		for (ssize_t i = 0; i < n; i++)
			lines += block[i] == '\n';
	if (wait4(pid, &status, 0, &used) != pid || status)
		errx(1, "%s: status %#x", argv[1], (unsigned int)status);
	printf("%lu %ld\n", lines, used.ru_maxrss);
	return 0;
}
