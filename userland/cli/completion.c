// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: completion of shells, from the tables
 *
 * The scripts have all words in them, so that completing starts no program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "completion.h"

/**
 * completion_print() - print a script for a shell
 * @shell: its name
 *
 * Return: 0 or a negative errno; -EINVAL if there is none for it.
 */
int completion_print(const char *shell)
{
	static const struct {
		const char *name;
		int (*print)(void);
	} shells[] = {
		{ "bash", completion_bash }, { "fish", completion_fish }, { "zsh", completion_zsh },
	};
	size_t i;

	for (i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
		if (!strcmp(shell, shells[i].name))
			return shells[i].print();
	return -EINVAL;
}

/**
 * completion_flags() - print the names of all flags
 *
 * Return: 0.
 */
int completion_flags(void)
{
	const char *name;
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		name = pagesnap_flag_name(bit);
		if (name)
			printf("%s ", name);
	}
	return 0;
}

/* Has a kind before @kind a column of that name? */
static bool was_listed(const struct kind *const *kind, const char *name)
{
	struct column_at at;

	while (kind-- > kinds)
		if (column_find(*kind, name, strlen(name), &at))
			return true;
	return false;
}

/**
 * completion_columns() - print the names of all columns, of whatever kind
 *
 * Return: 0.
 */
int completion_columns(void)
{
	const struct kind *const *kind;
	const struct column *column;

	for (kind = kinds; *kind; kind++) {
		struct column_at at = { };

		while ((column = column_next(*kind, &at)))
			if (!was_listed(kind, column->name))
				printf("%s ", column->name);
	}
	return 0;
}

/**
 * completion_text() - print the first line of a help text
 * @text: help
 * @special: characters that get a backslash
 */
void completion_text(const char *text, const char *special)
{
	for (; *text && *text != '\n'; text++) {
		if (strchr(special, *text))
			putchar('\\');
		putchar(*text);
	}
}

/**
 * completion_runs() - does a command stand behind its "--"?
 * @command: subcommand
 *
 * Return: true if so.
 */
bool completion_runs(const struct command *command)
{
	return strstr(command->operands, "-- COMMAND");
}
