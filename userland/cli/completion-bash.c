// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: completion of bash, from the tables
 *
 * The script has all words in it, so that completing starts no program.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "completion.h"

static const char head[] =
"# bash completion for pagesnap, made by \"pagesnap --completion bash\"\n"
"\n"
"# The words of $1 that go on from what is typed; behind the last comma with $2.\n"
"_pagesnap_words()\n"
"{\n"
"	local typed=$cur done=\n"
"\n"
"	if [ -n \"$2\" ]; then\n"
"		case $typed in\n"
"		*[,+~=-]*) done=${typed%\"${typed##*[,+~=-]}\"}; typed=${typed##*[,+~=-]} ;;\n"
"		esac\n"
"		compopt -o nospace 2>/dev/null\n"
"	fi\n"
"	mapfile -t COMPREPLY < <(compgen -P \"$done\" -W \"$1\" -- \"$typed\")\n"
"}\n"
"\n"
"_pagesnap_paths()\n"
"{\n"
"	compopt -o filenames 2>/dev/null\n"
"	mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
"}\n"
"\n"
"_pagesnap_pids()\n"
"{\n"
"	mapfile -t COMPREPLY < <(cd /proc && compgen -d -X '![0-9]*' -- \"$cur\")\n"
"}\n"
"\n"
"# other targets as arguments\n"
"_pagesnap_tasks()\n"
"{\n"
"	local kind=\n"
"\n"
"	# bash splits words at the colon\n"
"	if [ \"$cur\" = : ]; then\n"
"		kind=$prev cur=\n"
"	elif [ \"$prev\" = : ]; then\n"
"		kind=${COMP_WORDS[COMP_CWORD - 2]}\n"
"	fi\n"
"	case $kind in\n"
"	uid) mapfile -t COMPREPLY < <(compgen -u -- \"$cur\") ;;\n"
"	cgroup) ;;\n"
"	file) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
"	*)\n"
"		_pagesnap_pids\n"
"		mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"uid: cgroup: $*\" -- \"$cur\")\n"
"		case ${COMPREPLY[0]} in\n"
"		*:) compopt -o nospace 2>/dev/null ;;\n"
"		esac ;;\n"
"	esac\n"
"}\n"
"\n"
"# A command behind --, whose name is word $1, and what stands behind that.\n"
"_pagesnap_behind()\n"
"{\n"
"	if [ \"$COMP_CWORD\" -eq \"$1\" ]; then\n"
"		mapfile -t COMPREPLY < <(compgen -c -- \"$cur\")\n"
"	else\n"
"		_pagesnap_paths -f\n"
"	fi\n"
"}\n";

static const char tail[] =
"_pagesnap()\n"
"{\n"
"	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
"	local command=${COMP_WORDS[1]} at\n"
"\n"
"	COMPREPLY=()\n"
"	if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
"		_pagesnap_words \"$_pagesnap_commands --help --version --completion\"\n"
"		return\n"
"	fi\n"
"	for ((at = 2; at < COMP_CWORD; at++)); do\n"
"		[ \"${COMP_WORDS[at]}\" = -- ] && _pagesnap_runs \"$command\" || continue\n"
"		_pagesnap_behind $((at + 1))\n"
"		return\n"
"	done\n"
"	# bash splits --option=value at the sign\n"
"	if [ \"$cur\" = = ]; then\n"
"		cur=\n"
"	elif [ \"$prev\" = = ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
"		prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
"	fi\n"
"	_pagesnap_argument \"$prev\" && return\n"
"	case $cur in\n"
"	-*) _pagesnap_options \"$command\" ;;\n"
"	*)  _pagesnap_operands \"$command\" ;;\n"
"	esac\n"
"}\n"
"\n"
"complete -F _pagesnap pagesnap\n";

/* Variables ---------------------------------------------------------------- */

static void print_commands(void)
{
	const struct command *const *c;

	printf("\n_pagesnap_commands='");
	for (c = commands; *c; c++)
		printf("%s ", (*c)->name);
	printf("help'\n");
}

/* NAME='WORDS' */
static int print_list(const char *name, int (*words)(void))
{
	int err;

	printf("_pagesnap_%s='", name);
	err = words();
	printf("'\n");
	return err;
}

/* Functions ---------------------------------------------------------------- */

static void print_options(void)
{
	const struct command *const *c;
	const struct option_entry *const *e;

	printf("\n_pagesnap_options()\n{\n\tcase $1 in\n");
	for (c = commands; *c; c++) {
		printf("\t%s) _pagesnap_words '", (*c)->name);
		for (e = (*c)->options; *e; e++)
			printf("--%s ", (*e)->name);
		printf("' ;;\n");
	}
	printf("\tesac\n}\n");
}

static void print_words(const struct option_entry *e)
{
	switch (e->complete) {
	case WORDS_LISTED:
		printf("_pagesnap_words '%s'", e->words);
		break;
	case WORDS_FILES:
		printf("_pagesnap_paths -f");
		break;
	case WORDS_FOLDERS:
		printf("_pagesnap_paths -d");
		break;
	case WORDS_PIDS:
		printf("_pagesnap_pids");
		break;
	case WORDS_COLUMNS:
		printf("_pagesnap_words \"$_pagesnap_columns\" list");
		break;
	case WORDS_FLAGS:
		printf("_pagesnap_words \"$_pagesnap_flags\" list");
		break;
	case WORDS_NONE:
		printf("COMPREPLY=()");
		break;
	}
}

/* @command: of which alone, "*" for all others. */
static void print_argument(const char *command, const struct option_entry *e)
{
	printf("\t%s:--%s", command, e->name);
	if (e->letter)
		printf("|%s:-%c", command, e->letter);
	printf(") ");
	if (e->argument[0] == '[')
		printf("[ \"${COMP_WORDS[COMP_CWORD - 1]}\" = = ] || "
		       "[ \"${COMP_WORDS[COMP_CWORD]}\" = = ] || return 1; ");
	print_words(e);
	printf(" ;;\n");
}

/* What the first command that has an option of this name means by it. */
static const struct option_entry *first_of(const char *name)
{
	const struct command *const *c = commands;
	const struct option_entry *e;

	while (!(e = option_find(*c, name, strlen(name))))
		c++;
	return e;
}

static bool takes_the_same(const struct option_entry *a, const struct option_entry *b)
{
	return a->complete == b->complete &&
	       (a->complete != WORDS_LISTED || !strcmp(a->words, b->words));
}

static void print_arguments_of(const struct command *command)
{
	const struct option_entry *const *e;

	for (e = command->options; *e; e++)
		if ((*e)->argument && !takes_the_same(*e, first_of((*e)->name)))
			print_argument(command->name, *e);
}

/*
 * What stands behind an option; of those whose argument may be left out only with "=".  A command
 * that means something else by a name than the others goes before them.
 */
static void print_arguments(void)
{
	const struct option_entry *const *e;
	const struct command *const *c;

	printf("\n# What goes behind option $1 of $command; fails if nothing does.\n"
	       "_pagesnap_argument()\n{\n\tcase $command:$1 in\n");
	for (c = commands; *c; c++)
		print_arguments_of(*c);
	for (c = commands; *c; c++)
		for (e = (*c)->options; *e; e++)
			if ((*e)->argument && *e == first_of((*e)->name))
				print_argument("*", *e);
	printf("\t*) return 1 ;;\n\tesac\n}\n");
}

static void print_operands(void)
{
	static const char *const functions[] = {
		[OPERAND_FILES] = "_pagesnap_paths -f",
		[OPERAND_FOLDERS] = "_pagesnap_paths -d",
		[OPERAND_TASKS] = "_pagesnap_tasks",
		[OPERAND_SAMPLED] = "_pagesnap_tasks file:",
		[OPERAND_COMMAND] = ":", [OPERAND_NONE] = ":",
	};
	const struct command *const *c;

	printf("\n_pagesnap_operands()\n{\n\tcase $1 in\n");
	for (c = commands; *c; c++)
		printf("\t%s) %s ;;\n", (*c)->name, functions[(*c)->complete]);
	printf("\thelp) _pagesnap_words \"$_pagesnap_commands\" ;;\n\tesac\n}\n\n");
}

/* Those that run a command. */
static void print_runs(void)
{
	const struct command *const *c;

	printf("_pagesnap_runs()\n{\n\tcase $1 in\n");
	for (c = commands; *c; c++)
		if (completion_runs(*c))
			printf("\t%s) ;;\n", (*c)->name);
	printf("\t*) return 1 ;;\n\tesac\n}\n\n");
}

/**
 * completion_bash() - print a script that makes bash complete this program's words
 *
 * Return: 0 or a negative errno.
 */
int completion_bash(void)
{
	int err;

	fputs(head, stdout);
	print_commands();
	err = print_list("flags", completion_flags) ?: print_list("columns", completion_columns);
	print_options();
	print_arguments();
	print_operands();
	print_runs();
	fputs(tail, stdout);
	return err;
}
