/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Subcommands.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "ask/queries.h"
#include "base/exit_codes.h"
#include "options.h"

struct kind_asked;
struct kind_nothing;

/* What operands name of a moment that was recorded. */
enum command_narrows {
	NARROWS_NOTHING,	/* with one, nothing is asked */
	NARROWS_FILES,		/* files, and what is below folders */
	NARROWS_FILESYSTEMS,	/* those that paths are on, or of a type */
};

/**
 * struct command - a subcommand
 * @name: its name
 * @operands: what follows the options, for the usage
 * @brief: what it does, in some words
 * @about: what it does, in sentences
 * @kind: of its rows
 * @any_kind: or whichever the answers are of; then it has no columns of its own
 * @group: PAGESNAP_GROUP_* if nothing else is said
 * @sorted: its table is sorted and cut to a screen unless something else is said
 * @columns: of rows of objects
 * @page_columns: of rows of pages
 * @named_columns: of rows of frames whose names were looked up, NULL for @page_columns
 * @total_columns: of rows of totals, NULL for the usual ones
 * @complete: what shells complete as an operand
 * @options: all that it takes, in the order of its help; ends with NULL
 * @own_size: of the struct that its own options set, in own of struct options, all zero
 *	before them; 0 if there is none
 * @release: frees what that struct owns; may be NULL
 * @reads: of a moment that was recorded, which index files' answers it shows: bits of
 *	PAGESNAP_PFN and so on; 0 for all
 * @narrows: of such a moment, what operands name
 * @narrowed: is told of each of them, as paths in the moment, before that is shown.  0 or -ENOMEM;
 *	may be NULL
 * @in_order: what stands behind its first operand is no option of it
 * @task_totals: a table of its objects has a row for each process below its VMAs
 * @lines: its queries are lines of a file of the caller's, and say themselves how they
 *	are grouped
 * @range: reads a --range; NULL if that is of pages of a file.  0, or -EINVAL with a
 *	sentence in @why
 * @settle: what its own options mean together, once all are read; @operands: there are
 *	some.  0, or -EINVAL after a message; may be NULL
 * @open: makes the source of its queries; 0, or an exit code after a message
 * @learn: of an answer that was saved: what its query says that options don't.  0, or a
 *	negative errno, -EINVAL after a message; may be NULL
 * @check_group: may answers be of PAGESNAP_GROUP_*?  0, or -EINVAL after a message; NULL
 *	if they may
 * @nothing: says that an answer has nothing in it; NULL: that is not said
 * @footer: prints what is for people below rows; may be NULL
 * @exit_code: what to exit with in place of @code, when all is over, also after an error; may
 *	be NULL
 * @run: in place of @open: does all of it; an exit code
 * @has_screen: is it to be shown on a full screen, not in rows?  NULL: it never is
 * @screen: in place of @open, if @has_screen: shows it; an exit code
 */
struct command {
	const char *name;
	const char *operands;
	const char *brief;
	const char *about;
	const struct kind *kind;
	bool any_kind;
	uint32_t group;
	bool sorted;
	const char *columns;
	const char *page_columns;
	const char *named_columns;
	const char *total_columns;
	enum { OPERAND_FILES, OPERAND_FOLDERS, OPERAND_TASKS, OPERAND_SAMPLED,
	       OPERAND_COMMAND, OPERAND_NONE } complete;
	const struct option_entry *const *options;
	size_t own_size;
	void (*release)(void *own);
	unsigned int reads;
	enum command_narrows narrows;
	int (*narrowed)(struct options *options, const char *path);
	bool in_order;
	bool task_totals;
	bool lines;
	int (*range)(const struct options *options, const char *text, struct range *range,
		     char why[SPEC_WHY_MAX]);
	int (*settle)(struct options *options, bool operands);
	int (*open)(struct source **out, struct options *options, int argc, char **argv);
	int (*learn)(struct options *options, const struct query *query);
	int (*check_group)(const struct options *options, uint32_t group);
	void (*nothing)(const void *own, struct kind_nothing *n, const struct kind_asked *asked);
	void (*footer)(const struct options *options, const struct out_totals *totals);
	int (*exit_code)(struct options *options, int code);
	int (*run)(struct options *options, const struct command *command, int argc, char **argv);
	bool (*has_screen)(const struct options *options);
	int (*screen)(struct options *options, int argc, char **argv);
};

/* All of them, ends with NULL; main() has the table. */
extern const struct command *const *commands;

/* help.c */
void help_all(void);
void help_command(const struct command *command);
/* completion.c: a script for that shell on stdout.  0, -EINVAL if there is none, -errno. */
int completion_print(const char *shell);

#endif /* COMMAND_H */
