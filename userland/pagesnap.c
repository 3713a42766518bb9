// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap - show what is in memory, page by page
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/near.h"
#include "base/say.h"
#include "commands/commands.h"
#include "commands/run.h"
#include "commands/version.h"

static const struct command *const all[] = {
	&command_memory, &command_top, &command_diff, &command_record, &command_replay,
	&command_du, &command_file, &command_fs, &command_task, &command_pfn, &command_who,
	&command_cgroup, &command_map, &command_report, &command_wss, &command_heat,
	&command_trace, &command_slab, &command_export, &command_fleet, &command_audit,
	&command_batch, &command_doctor, NULL
};

/* NULL if there is none of that name. */
static const struct command *command_find(const char *name)
{
	const struct command *const *c;

	for (c = commands; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

static int unknown(const char *what, const char *name)
{
	struct near near = { .word = NULL };
	const struct command *const *c;

	for (c = commands; *name != '-' && *c; c++)
		near_try(&near, name, strlen(name), (*c)->name);
	if (near.word)
		say_error("unknown %s %s; did you mean %s?", what, say_safe(name), near.word);
	else
		say_error("unknown %s %s", what, say_safe(name));
	say("Try: pagesnap --help");
	return EXIT_USAGE;
}

static int help(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		help_all();
		return EXIT_OK;
	}
	command = command_find(argv[1]);
	if (!command)
		return unknown("command", argv[1]);
	help_command(command);
	return EXIT_OK;
}

static int completion(const char *shell)
{
	int err = completion_print(shell ? shell : "bash");

	if (!err)
		return EXIT_OK;
	if (err == -EINVAL) {
		say_error("no completion for %s; there is: bash fish zsh", say_safe(shell));
		return EXIT_USAGE;
	}
	say_error("%s", strerror(-err));
	return EXIT_FAILED;
}

/* What stands before a command, or instead of one. */
static int global(int argc, char **argv)
{
	if (!strcmp(argv[0], "help") || !strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
		return help(argc, argv);
	if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "-V")) {
		version_print();
		return EXIT_OK;
	}
	if (!strcmp(argv[0], "--completion"))
		return completion(argv[1]);
	return unknown(argv[0][0] == '-' ? "option" : "command", argv[0]);
}

/* Who asks for nothing sees where memory went, and how to ask. */
static int overview(void)
{
	char name[] = "memory", *argv[] = { name, NULL };
	int code = run_command(&command_memory, 1, argv);

	if (code == EXIT_OK || code == EXIT_PARTIAL)
		puts("pagesnap --help");
	else
		say("Try: pagesnap --help");
	return code;
}

static int dispatch(int argc, char **argv)
{
	const struct command *command;

	if (!argc)
		return overview();
	command = command_find(argv[0]);
	return command ? run_command(command, argc, argv) : global(argc, argv);
}

/*
 * If stdin, stdout or stderr is closed, the next file that is opened would be
 * taken for it: rows would go into what is saved.  What is opened instead fails
 * as a closed one does.
 */
static int fill_standard_files(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return -1;
	return 0;
}

int main(int argc, char **argv)
{
	int code;

	if (fill_standard_files())
		return EXIT_FAILED;
	setlocale(LC_ALL, "");
	commands = all;
	code = dispatch(argc - 1, argv + 1);
	if (!fflush(stdout) && !ferror(stdout))
		return code;
	if (code != EXIT_FAILED)
		say_error("write error: %s", strerror(errno));
	return EXIT_FAILED;
}
