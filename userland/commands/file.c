// SPDX-License-Identifier: GPL-2.0
/* pagesnap file: the page cache of files that are named. */
#include <errno.h>
#include <unistd.h>

#include "ask/subjects.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "engine/nothing.h"
#include "files_from.h"
#include "kinds/pages_layouts.h"

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
	return settle_bar(options);
}

static int file_check_group(const struct options *options, uint32_t group)
{
	if (!options->out.pages.bar || group <= PAGESNAP_GROUP_PAGE)
		return 0;
	say_error("--bar is drawn of runs, but these answers are of group=%s",
		  pagesnap_group_word(group));
	return -EINVAL;
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

static int set_byte_range(struct options *options, const struct option_entry *entry,
			  const char *argument)
{
	struct range range;
	int err = spec_byte_range(argument, __builtin_ctzl(sysconf(_SC_PAGESIZE)), &range,
				  &options->why);

	return err ? err : ranges_add(&options->ranges, &range);
}

static const struct option_entry bytes_range_option = {
	"bytes-range", 0, "SPEC", SECTION_SELECT, true, set_byte_range,
	.help = "the pages of these bytes: 1M+64K, 0,2G, 512K-",
};

static const struct option_entry bar_option = {
	"bar", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.pages.bar),
	.help = "a row for each file, with a bar of which parts of it are\n"
		"in memory: all (O), some (o), none (.)",
};

static const struct option_entry *const file_list[] = {
	&option_range, &bytes_range_option, &option_state, &bar_option, OPTIONS_FLAGS,
	&option_cgroup, OPTIONS_ORDER, &option_min_pages, &option_limit, &option_recently_evicted,
	&option_group, &option_summary, &option_raw_flags, &option_mask, &option_no_names,
	OPTIONS_COLUMNS, OPTIONS_SORT, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK,
	&option_files_from, &option_files0_from, &option_tag, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_file = {
	.name = "file",
	.operands = "PATH...",
	.brief = "cached pages of files",
	.about = "Shows which pages of regular files are in the page cache, and how.  Symbolic links\n"
		 "are followed.  All files on a filesystem are shown by: pagesnap fs PATH.  Names can be\n"
		 "read from a list, as find(1) prints it: --files-from, --files0-from.",
	.group = PAGESNAP_GROUP_OBJECT,
	.kind = &kind_pages,
	.columns = PAGES_FILE_COLUMNS,
	.page_columns = PAGES_FILE_PAGE_COLUMNS,
	.complete = OPERAND_FILES,
	.options = file_list,
	.own_size = sizeof(struct names_from),
	.settle = file_settle,
	.open = file_open,
	.check_group = file_check_group,
	.nothing = nothing_say,
};
