// SPDX-License-Identifier: GPL-2.0
/* pagesnap fs: every cached file of the filesystems that paths are on. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "ask/subjects.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "engine/nothing.h"
#include "footer.h"
#include "kinds/pages_layouts.h"
#include "kinds/pages_nothing.h"

static int fs_open(struct source **out, struct options *options, int argc, char **argv)
{
	static char root[] = "/";
	static char *const only_root[] = { root };
	const struct subjects filesystems = {
		.which = PAGESNAP_SB, .nr = argc ? argc : 1, .names = argc ? argv : only_root,
		.fill = subjects_fs,
	};

	return subjects_open(out, &options->ask, &options->ranges, &filesystems) ?
	       EXIT_FAILED : EXIT_OK;
}

/* Of one with nothing cached it is said why. */
static void fs_nothing(const void *own, struct kind_nothing *n, const struct kind_asked *asked)
{
	if (asked->which == PAGESNAP_SB)
		pages_say_no_cache(n, asked);
	else
		nothing_say(own, n, asked);
}

static int set_dev(struct options *options, const struct option_entry *entry,
		   const char *argument)
{
	int end = 0;

	options->ask.has_dev = true;
	/* NOLINTNEXTLINE(cert-err34-c): the kernel says what is too large */
	if (sscanf(argument, "%" SCNu32 ":%" SCNu32 "%n", &options->ask.dev_major,
		   &options->ask.dev_minor, &end) == 2 && !argument[end])
		return 0;
	options->why = "MAJ:MIN expected";
	return -EINVAL;
}

static const struct option_entry dev_option = {
	"dev", 0, "MAJ:MIN", SECTION_SELECT, true, set_dev,
	.help = "of type:NAME the filesystem on this device",
};

static const struct option_entry *const fs_list[] = {
	&option_state, OPTIONS_FLAGS, &option_cgroup, OPTIONS_ORDER, &option_min_pages, &dev_option,
	&option_limit, &option_recently_evicted, &option_with_slab, &option_group, &option_summary, &option_raw_flags,
	&option_mask, &option_no_names, OPTIONS_COLUMNS, OPTIONS_SORT, OPTIONS_FORMAT, &option_text,
	OPTIONS_LOOK, &option_tag, &option_trace, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_fs = {
	.name = "fs",
	.operands = "[PATH|type:NAME...]",
	.brief = "cached files of whole filesystems",
	.about = "Shows all files of the filesystem that PATH is on (default: /) that have pages in the\n"
		 "page cache, the largest first.  type:NAME is all filesystems of a type, those that are\n"
		 "mounted nowhere too; type:bdev is all block devices.  A table on a terminal is cut to\n"
		 "20 rows; --top 0 shows all.  JSON, CSV and raw output is not sorted, unless --top or\n"
		 "--sort is given.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.kind = &kind_pages,
	.columns = PAGES_FS_COLUMNS,
	.page_columns = PAGES_FS_PAGE_COLUMNS,
	.reads = 1U << PAGESNAP_FILE | 1U << PAGESNAP_SB,
	.narrows = NARROWS_FILESYSTEMS,
	.complete = OPERAND_FOLDERS,
	.options = fs_list,
	.open = fs_open,
	.nothing = fs_nothing,
	.footer = footer_files,
};
