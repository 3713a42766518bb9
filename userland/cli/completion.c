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

/**
 * completion_columns() - print the names of all columns
 *
 * They are the first word of each line of --list-columns.
 *
 * Return: 0 or a negative errno.
 */
int completion_columns(void)
{
	struct out_options options = { .no_headings = true };
	char *text = NULL, *line, *rest;
	size_t size;
	int err;

	options.to = open_memstream(&text, &size);
	if (!options.to)
		return -errno;
	err = out_list_columns(&options);
	if (fclose(options.to) && !err)
		err = -errno;
	for (line = err ? NULL : strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		line += strspn(line, " ");
		printf("%.*s ", (int)strcspn(line, " \t"), line);
	}
	free(text);
	return err;
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
