/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line.  One table of options feeds getopt_long(), --help, the
 * completion of bash and the check of the manual page.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/ranges.h"
#include "base/roots.h"
#include "lib/pagesnap.h"
#include "render/out.h"
#include "specs.h"

struct command;
struct places;

/* Commands that take an option. */
#define FOR_PFN		0x01
#define FOR_FILE	0x02
#define FOR_FS		0x04
#define FOR_TASK	0x08
#define FOR_BATCH	0x10
#define FOR_DU		0x20
#define FOR_WHO		0x40
#define FOR_AUDIT	0x80
#define FOR_CGROUP	0x100
#define FOR_DOCTOR	0x200
#define FOR_SUBJECTS	(FOR_PFN | FOR_FILE | FOR_FS | FOR_TASK)
/* Those that add files up. */
#define FOR_SUMS	(FOR_DU | FOR_CGROUP)
/* Those that add nothing up by themselves. */
#define FOR_ROWS	(FOR_SUBJECTS | FOR_BATCH)
/* Those whose answers can be saved. */
#define FOR_ANSWERS	(FOR_ROWS | FOR_SUMS | FOR_WHO)
#define FOR_ALL		(FOR_ANSWERS | FOR_AUDIT | FOR_DOCTOR)

enum option_section {
	SECTION_SELECT,
	SECTION_OUTPUT,
	SECTION_RUN,
	SECTIONS
};

/* What bash completes behind an option. */
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
 * @phys: frames are named by their addresses
 * @flag_specs: of --flags and --bits; @nr_flag_specs of them
 * @has_group: --group was given
 * @has_format: which option chose the format, NULL if none did
 * @has_top: --top was given
 * @asking: an option that was given and is about asking, for --read
 * @cgroup: of --cgroup
 * @group_name: of --group
 * @by: of --by, NULL if it was not given
 * @cgroup_rows: which of --files, --shared, --dead and --matrix was given, NULL for none
 * @has_depth: --max-depth was given
 * @one_fs: other filesystems below are left out
 * @places: where du looks
 * @summarize: du: only what was named
 * @saved_roots: folders that saved answers of du are about
 * @save: file of --save
 * @print: answers are printed, though they are saved
 * @silent: they are not
 * @read: file of --read
 * @files_from: of --files-from or --files0-from
 * @files_zero: it was the latter: names end with a zero byte
 * @jobs: sessions at a time
 * @unordered: answers are printed in any order
 * @max_cpu: percent of one processor to take at the most, 0 for any
 * @color: --color
 * @print_query: print the queries, ask nothing
 * @null_lines: lines of batch end with a zero byte
 * @list_columns: list the columns
 * @mnt_ns: a process, in whose mount namespace paths and names are; 0 for our own
 * @kernel: release that doctor looks at, NULL for the one that runs
 * @help: print help
 * @version: print the version
 * @why: what is wrong with the option that is being read
 */
struct options {
	struct out_options out;
	struct pagesnap_ask ask;
	struct ranges ranges;
	const char **range_specs;
	size_t nr_range_specs;
	bool phys;
	struct flag_spec *flag_specs;
	size_t nr_flag_specs;
	bool has_group;
	const char *has_format;
	bool has_top;
	const char *asking;
	const char *cgroup;
	const char *group_name;
	const char *by;
	const char *cgroup_rows;
	bool has_depth;
	bool one_fs;
	struct places *places;
	bool summarize;
	struct roots saved_roots;
	const char *save;
	bool print;
	bool silent;
	const char *read;
	const char *files_from;
	bool files_zero;
	unsigned int jobs;
	bool unordered;
	unsigned int max_cpu;
	enum color_when color;
	bool print_query;
	bool null_lines;
	bool list_columns;
	uint32_t mnt_ns;
	const char *kernel;
	bool help;
	bool version;
	const char *why;
};

/**
 * struct option_entry - an option
 * @name: long name
 * @letter: short name, or 0
 * @argument: what stands behind it, "[WHEN]" if it may be left out, or NULL
 * @commands: FOR_*
 * @section: of the help
 * @asks: it is about asking the kernel, so it makes no sense with --read
 * @set: takes it; 0 or a negative errno with a sentence in why
 * @member: for @set: offset in struct options
 * @value: for @set
 * @complete: what bash completes
 * @words: for WORDS_LISTED
 * @help: what it does; lines after the first are indented
 */
struct option_entry {
	const char *name;
	char letter;
	const char *argument;
	unsigned int commands;
	enum option_section section;
	bool asks;
	int (*set)(struct options *options, const struct option_entry *entry, const char *argument);
	size_t member;
	unsigned int value;
	enum option_words complete;
	const char *words;
	const char *help;
};

/* The table; ends with an entry without name. */
extern const struct option_entry option_table[];

/*
 * Reads the options of @command in @argv, whose first element is its name;
 * *@operands is the index of the first operand then.  0, or -EINVAL after a
 * message on stderr.
 */
int options_read(struct options *options, const struct command *command, int argc, char **argv,
		 int *operands);
void options_free(struct options *options);

#endif /* OPTIONS_H */
