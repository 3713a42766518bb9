/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line.  Each command lists its options; these lists feed getopt_long(),
 * --help, the completion of shells and the check of the manual page.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/ranges.h"
#include "kinds/picture.h"
#include "lib/pagesnap.h"
#include "render/out.h"
#include "specs.h"

struct command;

enum option_section {
	SECTION_SELECT,
	SECTION_OUTPUT,
	SECTION_RUN,
	SECTIONS
};

/* What shells complete behind an option. */
enum option_words {
	WORDS_NONE,
	WORDS_LISTED,	/* those in @words */
	WORDS_FILES,
	WORDS_FOLDERS,
	WORDS_PIDS,
	WORDS_COLUMNS,
	WORDS_FLAGS,
};

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/**
 * struct flag_spec - a --flags or --bits that is read when all options are known
 * @text: as given
 * @bits: it was --bits
 */
struct flag_spec {
	const char *text;
	bool bits;
};

/**
 * struct options - what the command line says
 * @out: how to print; without what depends on the terminal
 * @ask: what to ask of every subject
 * @ranges: of --range and of pfn's operands
 * @range_specs: --range as it was given, until the subcommand says what it means;
 *	@nr_range_specs of them
 * @flag_specs: of --flags and --bits; @nr_flag_specs of them
 * @has_group: --group was given
 * @has_format: which option chose the format, NULL if none did
 * @has_top: --top was given
 * @asking: an option that was given and is about asking, for --read
 * @cgroup: a cgroup that was named
 * @cgroup_option: by this option
 * @group_name: of --group
 * @save: file of --save
 * @plot: a picture that is drawn of the answers
 * @view: an option that says what rows are of, of a command whose rows may be of several kinds;
 *	NULL if none was given
 * @plot_option: an option that says how, NULL if none was given
 * @print: answers are printed, though they are saved or drawn
 * @silent: they are not
 * @read: file of --read
 * @read_name: what messages call it, NULL for its own name
 * @at: of --at, a moment of a recording that is read
 * @input: queries are made of a file that the caller names, or of stdin
 * @before_dashes: operands in front of a "--"; 0 without one
 * @jobs: sessions at a time
 * @begun: each answer calls it as it begins, in the thread that asks; NULL: nobody waits for that
 * @begun_ctx: for it
 * @unordered: answers are printed in any order
 * @max_cpu: percent of one processor to take at the most, 0 for any
 * @color: --color
 * @print_query: print the queries, ask nothing
 * @list_columns: list the columns
 * @mnt_ns: a process, in whose mount namespace paths and names are; 0 for our own
 * @help: print help
 * @version: print the version
 * @print_to: what is printed goes there, not to stdout; NULL: it does
 * @own: what only this command's own options say: its own struct
 * @why: what is wrong with the option that is being read
 * @why_room: room for it, where it has numbers
 */
struct options {
	struct out_options out;
	struct pagesnap_params ask;
	struct ranges ranges;
	const char **range_specs;
	size_t nr_range_specs;
	struct flag_spec *flag_specs;
	size_t nr_flag_specs;
	bool has_group;
	const char *has_format;
	bool has_top;
	const char *asking;
	const char *cgroup;
	const char *cgroup_option;
	const char *group_name;
	const char *save;
	struct picture_asked plot;
	const char *view;
	const char *plot_option;
	bool print;
	bool silent;
	const char *read;
	const char *read_name;
	const char *at;
	bool input;
	int before_dashes;
	unsigned int jobs;
	void (*begun)(void *ctx);
	void *begun_ctx;
	bool unordered;
	unsigned int max_cpu;
	enum color_when color;
	bool print_query;
	bool list_columns;
	uint32_t mnt_ns;
	bool help;
	bool version;
	FILE *print_to;
	void *own;
	const char *why;
	char why_room[32];
};

/**
 * struct option_entry - an option
 * @name: long name
 * @letter: short name, or 0
 * @argument: what stands behind it, "[WHEN]" if it may be left out, or NULL
 * @section: of the help
 * @asks: it is about asking the kernel, so it makes no sense with --read
 * @set: takes it; 0 or a negative errno with a sentence in why
 * @own: @member is one of the command's own struct, not of struct options
 * @member: for @set: offset in it
 * @value: for @set
 * @complete: what shells complete
 * @words: for WORDS_LISTED
 * @help: what it does; lines after the first are indented
 */
struct option_entry {
	const char *name;
	char letter;
	const char *argument;
	enum option_section section;
	bool asks;
	int (*set)(struct options *options, const struct option_entry *entry, const char *argument);
	bool own;
	size_t member;
	unsigned int value;
	enum option_words complete;
	const char *words;
	const char *help;
};

/* The option of @command that is called @name, of @len bytes; NULL if there is none. */
const struct option_entry *option_find(const struct command *command, const char *name, size_t len);
/*
 * Reads the options of @command in @argv, whose first element is its name;
 * *@operands is the index of the first operand then.  0, or -EINVAL after a
 * message on stderr.
 */
int options_read(struct options *options, const struct command *command, int argc, char **argv,
		 int *operands);
void options_free(struct options *options, const struct command *command);

#endif /* OPTIONS_H */
