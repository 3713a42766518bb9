// SPDX-License-Identifier: GPL-2.0
/* pagesnap file: the page cache of files that are named. */
#include <errno.h>

#include "ask/subjects.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "diff/sets.h"
#include "engine/nothing.h"
#include "files_from.h"
#include "kinds/pages_layouts.h"

/**
 * struct file_options - options of file alone
 * @names: a list with names; the first member, as files_from.c looks there
 * @sets: what two saved streams have
 */
struct file_options {
	struct names_from names;
	struct diff_sets sets;
};

/* Queries are printed, and nothing else is. */
static int settle_sets(const struct options *options, bool operands)
{
	const struct file_options *own = options->own;
	const char *other = operands ? "PATH" : own->names.file ? "--files-from" :
			    options->read ? "--read" : options->has_format ? "formats" :
			    options->out.columns || options->out.all_columns ? "columns" :
			    options->has_top || options->out.sort_column ? "order" :
			    options->out.summary ? "--summary" : options->out.pages.bar ? "--bar" :
			    options->asking;

	if (!own->sets.from && (own->sets.with || own->sets.zero)) {
		say_error("--%s is for --from", own->sets.zero ? "print0" :
			  own->sets.within ? "in" : "not-in");
		return -EINVAL;
	}
	if (!own->sets.from || !other)
		return 0;
	say_error("--from prints what was saved as queries: no %s beside it", other);
	return -EINVAL;
}

/* Runs become a row of their file. */
static int settle_bar(struct options *options)
{
	const char *other = options->has_group ? "group" : options->out.summary ? "summary" :
			    options->out.sort_column ? "sort" : options->has_top ? "top" :
			    options->out.format == OUT_TEXT ? "text" : NULL;

	if (!options->out.pages.bar)
		return 0;
	if (other) {
		say_error("--bar excludes --%s", other);
		return -EINVAL;
	}
	options->ask.group = PAGESNAP_GROUP_RUN;
	options->out.row_columns = PAGES_BAR_COLUMNS;
	return 0;
}

static int file_settle(struct options *options, bool operands)
{
	const struct names_from *names = options->own;

	options->input = names->file;
	return settle_sets(options, operands) ?: settle_bar(options);
}

static int file_check_group(const struct options *options, uint32_t group)
{
	if (!options->out.pages.bar || group <= PAGESNAP_GROUP_PAGE)
		return 0;
	say_error("--bar is drawn of runs, but these answers are of group=%s",
		  pagesnap_group_word(group));
	return -EINVAL;
}

static bool file_has_sets(const struct options *options)
{
	return ((const struct file_options *)options->own)->sets.from;
}

static int file_print_sets(struct options *options, int argc, char **argv)
{
	return diff_sets_print(&((const struct file_options *)options->own)->sets);
}

static int file_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct names_from *names = options->own;
	const struct subjects files = {
		.which = PAGESNAP_FILE, .nr = argc, .names = argv, .fill = subjects_path,
	};

	if (names->file)
		return files_from_open(out, options, argc, argv);
	if (!argc) {
		say_error("file takes at least one PATH");
		return EXIT_USAGE;
	}
	return subjects_open(out, &options->ask, &options->ranges, &files) ?
	       EXIT_FAILED : EXIT_OK;
}

static int set_with(struct options *options, const struct option_entry *entry, const char *argument)
{
	struct file_options *own = options->own;

	options->why = "there is one of --in and --not-in";
	if (own->sets.with)
		return -EINVAL;
	own->sets.within = entry->value;
	return option_set_string(options, entry, argument);
}

static const struct option_entry from_option = {
	"from", 0, "FILE", SECTION_SELECT, false, option_set_string,
	OWN(struct file_options, sets.from), .complete = WORDS_FILES,
	.help = "print queries of what was in memory when --save wrote FILE",
};

static const struct option_entry in_option = {
	"in", 0, "FILE", SECTION_SELECT, false, set_with, OWN(struct file_options, sets.with),
	.value = true, .complete = WORDS_FILES,
	.help = "of --from, what was when --save wrote FILE, too",
};

static const struct option_entry not_in_option = {
	"not-in", 0, "FILE", SECTION_SELECT, false, set_with, OWN(struct file_options, sets.with),
	.complete = WORDS_FILES,
	.help = "of --from, what was not when --save wrote FILE",
};

static const struct option_entry print0_option = {
	"print0", 0, NULL, SECTION_OUTPUT, false, option_set_true,
	OWN(struct file_options, sets.zero),
	.help = "of --from, names in place of queries, a zero byte behind\n"
		"each: for xargs -0",
};

static const struct option_entry bar_option = {
	"bar", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.pages.bar),
	.help = "a row for each file, with a bar of which parts of it are\n"
		"in memory: all (O), some (o), none (.)",
};

static const struct option_entry *const file_list[] = {
	&option_range, &option_bytes_range, &option_state, &bar_option, OPTIONS_FLAGS,
	&option_cgroup, OPTIONS_ORDER, &option_min_pages, &option_limit, &option_recently_evicted,
	&option_group, &option_summary, &option_raw_flags, &option_mask, &option_no_names,
	OPTIONS_COLUMNS, OPTIONS_SORT, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK,
	&option_files_from, &option_files0_from, &from_option, &in_option, &not_in_option,
	&print0_option, &option_tag, &option_trace, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_file = {
	.name = "file",
	.operands = "PATH...|--from FILE",
	.brief = "cached pages of files",
	.about = "Shows which pages of regular files are in the page cache, and how.  Symbolic links\n"
		 "are followed.  All files on a filesystem are shown by: pagesnap fs PATH.  Names can be\n"
		 "read from a list, as find(1) prints it: --files-from, --files0-from.  With --from what\n"
		 "was saved is turned into queries again, to load or drop it.",
	.group = PAGESNAP_GROUP_OBJECT,
	.kind = &kind_pages,
	.columns = PAGES_FILE_COLUMNS,
	.page_columns = PAGES_FILE_PAGE_COLUMNS,
	.reads = 1U << PAGESNAP_FILE | 1U << PAGESNAP_SB,
	.narrows = NARROWS_FILES,
	.complete = OPERAND_FILES,
	.options = file_list,
	.own_size = sizeof(struct file_options),
	.settle = file_settle,
	.open = file_open,
	.has_screen = file_has_sets,
	.screen = file_print_sets,
	.check_group = file_check_group,
	.nothing = nothing_say,
};
