// SPDX-License-Identifier: GPL-2.0
/* pagesnap replay: what was recorded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/record/list.h"
#include "run.h"

/* DIR at TIME */
#define WORDS 3

/**
 * struct replay_options - what replay knows of the other subcommand
 * @ran: it was run, and has said all that there is to say
 * @code: what it exits with
 */
struct replay_options {
	bool ran;
	int code;
};

static const struct command *find_command(const char *name)
{
	const struct command *const *c;

	for (c = commands; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

/* "SUBCOMMAND --read DIR --at TIME ARGUMENT..." */
static int run_at(const struct command *command, char **argv, int argc)
{
	static char reads[] = "--read", moment[] = "--at";
	char **words = calloc(argc + 3, sizeof(*words));
	int nr = 0, i, code;

	if (!words) {
		say_error("%s", "Cannot allocate memory");
		return EXIT_FAILED;
	}
	words[nr++] = argv[WORDS];
	words[nr++] = reads;
	words[nr++] = argv[0];
	words[nr++] = moment;
	words[nr++] = argv[2];
	for (i = WORDS + 1; i < argc; i++)
		words[nr++] = argv[i];
	code = run_command(command, nr, words);
	free(words);
	return code;
}

static int usage(const char *what)
{
	say_error("%s", what);
	return EXIT_USAGE;
}

/* Why a subcommand can't show a moment. */
static const char *why_not(const struct command *command)
{
	if (!command)
		return "no such subcommand";
	if (!strcmp(command->name, "memory") || !strcmp(command->name, "audit"))
		return "what it adds up are counters of the kernel (/proc/meminfo and others), "
		       "which a moment has not; its frames are shown by pfn --summary and "
		       "top --by class";
	return "this subcommand reads nothing that was saved";
}

static int replay_exit_code(struct options *options, int code)
{
	const struct replay_options *own = options->own;

	return own->ran ? own->code : code;
}

static int replay_run_command(struct options *options, const struct command *command, int argc,
			      char **argv)
{
	struct replay_options *own = options->own;
	const struct command *other;

	if (!argc)
		return usage("replay takes a folder with a recording");
	if (argc == 1)
		return list_moments(options, command, argv[0]);
	if (strcmp(argv[1], "at") || argc <= WORDS)
		return usage("replay takes DIR at TIME SUBCOMMAND");
	other = find_command(argv[WORDS]);
	if (!other || !option_find(other, "at", strlen("at"))) {
		say_error("%s: %s", say_safe(argv[WORDS]), why_not(other));
		return EXIT_USAGE;
	}
	own->code = run_at(other, argv, argc);
	own->ran = true;
	return EXIT_OK;
}

static const struct option_entry *const replay_list[] = {
	OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, OPTIONS_ABOUT, NULL
};

const struct command command_replay = {
	.name = "replay",
	.operands = "DIR [at TIME SUBCOMMAND [ARGUMENT...]]",
	.brief = "show a moment that was recorded",
	.about = "Runs a subcommand on a moment of the recording in DIR, as its options --read DIR --at\n"
		 "TIME do: that which is nearest to TIME, and not later.  TIME is 02:55, 2026-11-28T02:55:30,\n"
		 "-10min, @SECONDS or moment:N.  With DIR alone it tells which moments there are.",
	.kind = &kind_recorded,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FOLDERS,
	.in_order = true,
	.options = replay_list,
	.own_size = sizeof(struct replay_options),
	.exit_code = replay_exit_code,
	.run = replay_run_command,
};
