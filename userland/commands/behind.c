// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/exit_codes.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "cli/options.h"
#include "behind.h"

/* The status of who was killed by a signal, as shells have it. */
#define STATUS_KILLED 128

/**
 * behind_is() - is there a command behind "--"?
 * @argc: operands
 * @argv: them, with the words before them
 *
 * Return: true if so.
 */
bool behind_is(int argc, char **argv)
{
	/* getopt_long() leaves the "--" in front of what it did not look at */
	return argc && !strcmp(argv[-1], "--");
}

/**
 * behind_start() - start a command, and hold it
 * @behind: all zero
 * @options: that stand before it
 * @argv: its words, with NULL behind the last
 * @no_huge: it gets no transparent huge pages
 *
 * Nothing is asked of one that can't be run: all that there were to show is our own child.
 *
 * Return: an exit code, after a message if that is not 0.
 */
int behind_start(struct behind *behind, const struct options *options, char **argv, bool no_huge)
{
	int err;

	if (options->print_query) {
		say_error("--print-query: the process of a command has no PID yet");
		return EXIT_USAGE;
	}
	err = held_check(argv[0]);
	if (err) {
		say_error("%s: %s", say_safe(argv[0]), strerror(-err));
		return err == -ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
	}
	err = held_start(&behind->held, argv, no_huge);
	if (err) {
		say_error("%s: %s", say_safe(argv[0]), strerror(-err));
		return EXIT_FAILED;
	}
	snprintf(behind->pid, sizeof(behind->pid), "%d", (int)behind->held.pid);
	interrupt_pass_on(behind->held.pid);
	return EXIT_OK;
}

/**
 * behind_exit() - wait until a command ends, if there is one
 * @behind: command
 * @code: that pagesnap would exit with
 *
 * Return: as time(1) does: the command's status, unless what we did ourselves failed.
 */
int behind_exit(struct behind *behind, int code)
{
	int status;

	if (!behind->held.pid)
		return code;
	status = held_wait(&behind->held);
	interrupt_pass_on(0);
	if (code != EXIT_OK && code != EXIT_PARTIAL)
		return code;
	status = WIFSIGNALED(status) ? STATUS_KILLED + WTERMSIG(status) : WEXITSTATUS(status);
	return status ? status : code;
}
