// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: completion of fish
 */
#include <stdio.h>

#include "command.h"
#include "completion.h"

/* In its single quotes. */
#define SPECIAL "\\'"

static void print_commands(void)
{
	const struct command *const *c;

	for (c = commands; *c; c++) {
		printf("complete -c pagesnap -n __fish_use_subcommand -a %s -d '", (*c)->name);
		completion_text((*c)->brief, SPECIAL);
		printf("'\n");
	}
	printf("complete -c pagesnap -n '__fish_seen_subcommand_from help' -a '");
	for (c = commands; *c; c++)
		printf("%s ", (*c)->name);
	printf("'\n"
	       "complete -c pagesnap -n __fish_use_subcommand -a help -d 'help for a command'\n"
	       "complete -c pagesnap -n __fish_use_subcommand -l help -s h -d help\n"
	       "complete -c pagesnap -n __fish_use_subcommand -l version -s V -d versions\n"
	       "complete -c pagesnap -n __fish_use_subcommand -l completion -x -a 'bash fish zsh' "
	       "-d 'print a script that completes'\n");
}

/* Words that go on behind the last comma are made of what is typed before it. */
static void print_list(const char *variable)
{
	printf(" -x -a '(__pagesnap_list $__pagesnap_%s)'", variable);
}

static void print_argument(const struct option_entry *e)
{
	switch (e->complete) {
	case WORDS_LISTED:
		printf(" -x -a '%s'", e->words);
		break;
	case WORDS_FILES:
		printf(" -r -F");
		break;
	case WORDS_FOLDERS:
		printf(" -x -a '(__fish_complete_directories)'");
		break;
	case WORDS_PIDS:
		printf(" -x -a '(__fish_complete_pids)'");
		break;
	case WORDS_COLUMNS:
		print_list("columns");
		break;
	case WORDS_FLAGS:
		print_list("flags");
		break;
	case WORDS_NONE:
		printf(" -x");
		break;
	}
}

static void print_option(const struct command *command, const struct option_entry *e)
{
	printf("complete -c pagesnap -n '__fish_seen_subcommand_from %s' -l %s", command->name,
	       e->name);
	if (e->letter)
		printf(" -s %c", e->letter);
	if (e->argument && e->argument[0] != '[')
		print_argument(e);
	else if (e->argument)
		printf(" -f -a '%s'", e->words);
	printf(" -d '");
	completion_text(e->help, SPECIAL);
	printf("'\n");
}

static void print_operands(const struct command *command)
{
	static const char *const words[] = {
		[OPERAND_FILES] = "-F", [OPERAND_FOLDERS] = "-a '(__fish_complete_directories)'",
		[OPERAND_TASKS] = "-x -a '(__fish_complete_pids) uid:(__fish_complete_users) cgroup:'",
		[OPERAND_SAMPLED] = "-a '(__fish_complete_pids) uid:(__fish_complete_users) cgroup: file:'",
		[OPERAND_COMMAND] = NULL, [OPERAND_NONE] = NULL,
	};

	if (words[command->complete])
		printf("complete -c pagesnap -n '__fish_seen_subcommand_from %s' %s\n", command->name,
		       words[command->complete]);
	if (completion_runs(command))
		printf("complete -c pagesnap -n '__fish_seen_subcommand_from %s; and contains -- -- "
		       "(commandline -opc)' -x -a '(__fish_complete_command)'\n", command->name);
}

/**
 * completion_fish() - print a script that makes fish complete this program's words
 *
 * Return: 0 or a negative errno.
 */
int completion_fish(void)
{
	const struct command *const *c;
	const struct option_entry *const *e;
	int err;

	printf("# fish completion for pagesnap, made by \"pagesnap --completion fish\"\n\n"
	       "function __pagesnap_list\n"
	       "\tset -l typed (commandline -ct | string replace -r '^--?[a-z-]+=' '')\n"
	       "\tprintf '%%s\\n' (string match -r '^.*[,+~=-]|' -- $typed)$argv\n"
	       "end\n\nset -g __pagesnap_flags ");
	err = completion_flags();
	printf("\nset -g __pagesnap_columns ");
	err = err ?: completion_columns();
	printf("\n\ncomplete -c pagesnap -f\n");
	print_commands();
	for (c = commands; *c; c++) {
		for (e = (*c)->options; *e; e++)
			print_option(*c, *e);
		print_operands(*c);
	}
	return err;
}
