// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: --help, from the tables
 */
#include <stdio.h>
#include <string.h>

#include "command.h"

#define HELP_COLUMN 26

static const char *const section_titles[SECTIONS] = {
	[SECTION_SELECT] = "What to look at",
	[SECTION_OUTPUT] = "How they are shown",
	[SECTION_RUN] = "How it is run",
};

/* " -o, --output COLUMNS", and its help beside it or below. */
static void print_option(const struct option_entry *e)
{
	const char *line = e->help;
	int width;

	width = e->letter ? printf("  -%c, --%s", e->letter, e->name) :
		printf("      --%s", e->name);
	if (e->argument)
		width += e->argument[0] == '[' ?
			 printf("[=%.*s]", (int)strcspn(e->argument + 1, "]"), e->argument + 1) :
			 printf(" %s", e->argument);
	if (width >= HELP_COLUMN) {
		putchar('\n');
		width = 0;
	}
	for (;;) {
		int len = strcspn(line, "\n");

		printf("%*s%.*s\n", HELP_COLUMN - width, "", len, line);
		if (!line[len])
			break;
		line += len + 1;
		width = 0;
	}
}

/**
 * help_command() - print the help of a subcommand
 * @command: which
 */
void help_command(const struct command *command)
{
	const struct option_entry *const *e;
	enum option_section section;

	printf("usage: pagesnap %s [OPTION...]%s%s\n\n%s\n", command->name,
	       *command->operands ? " " : "", command->operands, command->about);
	for (section = SECTION_SELECT; section < SECTIONS; section++) {
		bool titled = false;

		for (e = command->options; *e; e++) {
			if ((*e)->section != section)
				continue;
			if (!titled)
				printf("\n%s:\n", section_titles[section]);
			titled = true;
			print_option(*e);
		}
	}
	if (option_find(command, "list-columns", strlen("list-columns")))
		printf("\nColumns: pagesnap %s --list-columns.  Manual: man pagesnap\n", command->name);
	else
		printf("\nManual: man pagesnap\n");
}

/**
 * help_all() - print what there is
 */
void help_all(void)
{
	const struct command *const *c;

	printf("usage: pagesnap COMMAND [OPTION...] [OPERAND...]\n\n"
	       "Shows what is in memory, page by page, as the kernel module pagesnap reports it.\n\n"
	       "Commands:\n");
	for (c = commands; *c; c++)
		printf("  %-6s %-12s %s\n", (*c)->name, (*c)->operands, (*c)->brief);
	printf("  %-6s %-12s %s\n", "help", "[COMMAND]", "this help, or that of a command");
	printf("\nOptions before a command:\n"
	       "  -h, --help\n"
	       "  -V, --version\n"
	       "      --completion SHELL  a script that completes words in bash, fish or zsh\n"
	       "\nExit status: 0 all is there, 1 failed, 2 wrong usage, 3 something is missing,\n"
	       "130 interrupted.  Manual: man pagesnap\n");
}
