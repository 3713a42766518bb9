// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: how a command line is read by the list of a command's options
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "base/say.h"
#include "command.h"
#include "options.h"
#include "settle.h"

/* A list of options in getopt_long()'s form; values above a byte are indices. */
struct getopt_tables {
	struct option *longs;
	char *shorts;
};

#define LONG_BASE 256

static int argument_kind(const struct option_entry *entry)
{
	if (!entry->argument)
		return no_argument;
	return entry->argument[0] == '[' ? optional_argument : required_argument;
}

static void free_tables(struct getopt_tables *tables)
{
	free(tables->longs);
	free(tables->shorts);
}

static int make_tables(struct getopt_tables *tables, const struct command *command)
{
	const struct option_entry *const *list = command->options;
	struct option *option;
	size_t nr = 0, i;
	char *letter;

	while (list[nr])
		nr++;
	tables->longs = calloc(nr + 1, sizeof(*tables->longs));
	/* a plus, a colon, and of each a letter and a colon */
	tables->shorts = calloc(1, 2 * nr + 3);
	if (!tables->longs || !tables->shorts) {
		free_tables(tables);
		return -ENOMEM;
	}
	option = tables->longs;
	letter = tables->shorts;
	if (command->in_order)
		*letter++ = '+';
	*letter++ = ':';
	for (i = 0; i < nr; i++) {
		option->name = list[i]->name;
		option->has_arg = argument_kind(list[i]);
		option++->val = LONG_BASE + i;
		if (!list[i]->letter)
			continue;
		*letter++ = list[i]->letter;
		if (list[i]->argument)
			*letter++ = ':';
	}
	return 0;
}

static const struct option_entry *entry_of(int found, const struct command *command)
{
	const struct option_entry *const *e;

	if (found >= LONG_BASE)
		return command->options[found - LONG_BASE];
	for (e = command->options; *e; e++)
		if ((*e)->letter && (*e)->letter == found)
			return *e;
	return NULL;
}

/**
 * option_find() - look an option up by its whole name
 * @command: whose it is
 * @name: long name
 * @len: its length
 *
 * Return: option, NULL if there is none.
 */
const struct option_entry *option_find(const struct command *command, const char *name, size_t len)
{
	const struct option_entry *const *e;

	for (e = command->options; *e; e++)
		if (strlen((*e)->name) == len && !memcmp((*e)->name, name, len))
			return *e;
	return NULL;
}

/* As the user would write it: --flags, or -o. */
static void say_option(const struct option_entry *e, const char *argument, const char *why)
{
	if (argument)
		say_error("--%s %s: %s", e->name, say_safe(argument), why);
	else
		say_error("--%s: %s", e->name, why);
}

/* Appends ", --name". */
static void add_name(char *list, size_t size, const char *lead, const char *name)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s%s", len ? ", " : "", lead, name);
}

/* The subcommands that have an option of this name. */
static void list_commands(char *list, size_t size, const char *name, size_t len)
{
	const struct command *const *c;

	for (c = commands; *c; c++)
		if (option_find(*c, name, len))
			add_name(list, size, "", (*c)->name);
}

/* @name, of @len bytes, is a beginning of no option, or of several. */
static void say_unknown(const struct command *command, const char *name, size_t len)
{
	char given[64], ambiguous[512] = "", elsewhere[512] = "";
	struct near near = { .word = NULL };
	const struct option_entry *const *e;

	snprintf(given, sizeof(given), "%.*s", (int)(len < 60 ? len : 60), name);
	for (e = command->options; *e; e++) {
		near_try(&near, name, len, (*e)->name);
		if (len && !strncmp((*e)->name, name, len))
			add_name(ambiguous, sizeof(ambiguous), "--", (*e)->name);
	}
	list_commands(elsewhere, sizeof(elsewhere), name, len);
	if (*ambiguous)
		say_error("ambiguous option --%s: %s", say_safe(given), ambiguous);
	else if (*elsewhere)
		say_error("%s has no option --%s; it is one of: %s", command->name,
			  say_safe(given), elsewhere);
	else if (near.word)
		say_error("unknown option --%s; did you mean --%s?", say_safe(given), near.word);
	else
		say_error("unknown option --%s", say_safe(given));
}

/* One "-" in front of a long name makes letters of it. */
static bool is_long(const struct command *command, const char *element)
{
	size_t len = strcspn(element + 1, "=");

	return len > 1 && option_find(command, element + 1, len);
}

static void say_unknown_letter(const struct command *command, char letter, const char *element)
{
	const char letters[] = { letter, '\0' };

	if (element && element[0] == '-' && element[1] == letter && is_long(command, element))
		say_error("unknown option -%s; did you mean -%s?", say_safe(letters),
			  say_safe(element));
	else
		say_error("unknown option -%s", say_safe(letters));
}

/* What getopt_long() refused: ':' for a missing argument, '?' for the rest. */
static int refuse_option(int found, char **argv, const struct command *command)
{
	const struct option_entry *e = optopt ? entry_of(optopt, command) : NULL;
	/* a bundle of letters is not done with: the element is the one at optind */
	const char *element = argv[optind - 1];

	if (found == ':' && e)
		say_error("--%s takes %s", e->name, e->argument);
	else if (e && optopt >= LONG_BASE)
		say_error("--%s takes nothing behind \"=\"", e->name);
	else if (optopt)
		say_unknown_letter(command, optopt, argv[optind]);
	else
		say_unknown(command, element + 2, strcspn(element + 2, "="));
	return -EINVAL;
}

static int take_option(struct options *options, const struct command *command, int found)
{
	const struct option_entry *e = entry_of(found, command);
	int err;

	options->why = "no memory";
	err = e->set(options, e, optarg);
	if (err) {
		say_option(e, optarg, options->why);
		return err == -ENOMEM ? err : -EINVAL;
	}
	if (e->asks)
		options->asking = e->name;
	return 0;
}

/*
 * Words that stand behind the first "--"; @argc if there is none.  getopt_long() moves it to the
 * front of operands that stood before it.
 */
static int behind_dashes(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--"))
			return argc - 1 - i;
	return argc;
}

static int read_options(struct options *options, const struct command *command,
			const struct getopt_tables *tables, int argc, char **argv)
{
	int behind = behind_dashes(argc, argv), found, err;

	/* anew: what replay runs takes options behind operands again, as replay itself does not */
	optind = 0;
	opterr = 0;
	while ((found = getopt_long(argc, argv, tables->shorts, tables->longs, NULL)) != -1) {
		if (found == '?' || found == ':')
			return refuse_option(found, argv, command);
		err = take_option(options, command, found);
		if (err)
			return err;
	}
	options->before_dashes = argc - optind > behind ? argc - optind - behind : 0;
	return 0;
}

/**
 * options_read() - read a command line
 * @options: what it says
 * @command: the subcommand, whose defaults apply to what is not given
 * @argc: number of words
 * @argv: words, the first is the command's name
 * @operands: index of the first word that is no option
 *
 * Return: 0, or after a message on stderr -EINVAL for wrong usage, another
 * negative errno if something that was named isn't there.
 */
int options_read(struct options *options, const struct command *command, int argc, char **argv,
		 int *operands)
{
	struct getopt_tables tables;
	int err;

	memset(options, 0, sizeof(*options));
	options->jobs = 1;
	options->own = calloc(1, command->own_size + 1);
	if (!options->own || make_tables(&tables, command)) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	err = read_options(options, command, &tables, argc, argv);
	free_tables(&tables);
	if (err)
		return err;
	*operands = optind;
	if (options->help || options->version || options->list_columns)
		return 0;
	return options_settle(options, command, optind < argc);
}

/**
 * options_free() - give back what was allocated for options
 * @options: which
 * @command: whose
 */
void options_free(struct options *options, const struct command *command)
{
	if (command->release && options->own)
		command->release(options->own);
	free(options->own);
	ranges_free(&options->ranges);
	free(options->range_specs);
	free(options->flag_specs);
}
