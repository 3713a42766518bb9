// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: completion of zsh
 */
#include <stdio.h>

#include "command.h"
#include "completion.h"

/* In the brackets of _arguments, which stand in double quotes. */
#define SPECIAL "\\[]:\"$`"

static void print_commands(void)
{
	const struct command *const *c;

	printf("_pagesnap_commands=(\n");
	for (c = commands; *c; c++) {
		printf("\t\"%s:", (*c)->name);
		completion_text((*c)->brief, SPECIAL);
		printf("\"\n");
	}
	printf("\t\"help:help for a command\"\n)\n");
}

static void print_argument(const struct option_entry *e)
{
	printf(":%s:", e->argument[0] == '[' ? "when" : "argument");
	switch (e->complete) {
	case WORDS_LISTED:
		printf("(%s)", e->words);
		break;
	case WORDS_FILES:
		printf("_files");
		break;
	case WORDS_FOLDERS:
		printf("_files -/");
		break;
	case WORDS_PIDS:
		printf("_pids");
		break;
	case WORDS_COLUMNS:
		printf("_sequence _pagesnap_column");
		break;
	case WORDS_FLAGS:
		printf("_sequence _pagesnap_flag");
		break;
	case WORDS_NONE:
		break;
	}
}

/* "--output=[help]:argument:words"; of what may be left out only with "=". */
static void print_spec(const struct option_entry *e, bool letter)
{
	const char *sign = "";

	if (e->argument)
		sign = e->argument[0] == '[' ? "=-" : letter ? "+" : "=";
	printf("\t\t\"*%s", letter ? "-" : "--");
	if (letter)
		putchar(e->letter);
	else
		fputs(e->name, stdout);
	printf("%s[", sign);
	completion_text(e->help, SPECIAL);
	putchar(']');
	if (e->argument) {
		if (e->argument[0] == '[')
			putchar(':');
		print_argument(e);
	}
	printf("\" \\\n");
}

static void print_command(const struct command *command)
{
	static const char *const operands[] = {
		[OPERAND_FILES] = "*:path:_files", [OPERAND_FOLDERS] = "*:directory:_files -/",
		[OPERAND_TASKS] = "*:process:{ _pids; compadd -S '' uid: cgroup: }",
		[OPERAND_SAMPLED] = "*:process or file:{ _pids; compadd -S '' uid: cgroup: file: }",
		[OPERAND_COMMAND] = "*:command:_command_names -e", [OPERAND_NONE] = "*:operand:",
	};
	const struct option_entry *const *e;

	printf("\t%s)\n\t\t_arguments -s \\\n", command->name);
	for (e = command->options; *e; e++) {
		print_spec(*e, false);
		if ((*e)->letter)
			print_spec(*e, true);
	}
	printf("\t\t\"%s\" ;;\n", operands[command->complete]);
}

/**
 * completion_zsh() - print a script that makes zsh complete this program's words
 *
 * Return: 0 or a negative errno.
 */
int completion_zsh(void)
{
	const struct command *const *c;
	int err;

	printf("#compdef pagesnap\n"
	       "# zsh completion for pagesnap, made by \"pagesnap --completion zsh\"\n\n"
	       "local -a _pagesnap_commands _pagesnap_flags _pagesnap_columns\n_pagesnap_flags=(");
	err = completion_flags();
	printf(")\n_pagesnap_columns=(");
	err = err ?: completion_columns();
	printf(")\n");
	print_commands();
	printf("\n_pagesnap_flag() { compadd \"$@\" -a _pagesnap_flags }\n"
	       "_pagesnap_column() { compadd \"$@\" -a _pagesnap_columns }\n"
	       "\nif (( CURRENT == 2 )); then\n"
	       "\t_describe command _pagesnap_commands -- \\\n"
	       "\t\t'(--help --version --completion)'\n"
	       "\treturn\nfi\n"
	       "shift words\n(( CURRENT-- ))\n"
	       "case $words[1] in\n");
	for (c = commands; *c; c++)
		print_command(*c);
	printf("\thelp) _describe command _pagesnap_commands ;;\n"
	       "\t--completion) compadd bash fish zsh ;;\nesac\n");
	return err;
}
