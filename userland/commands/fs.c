// SPDX-License-Identifier: GPL-2.0
/* pagesnap fs: every cached file of the filesystems that paths are on. */
#include <errno.h>

#include "ask/subjects.h"
#include "commands.h"
#include "footer.h"
#include "render/defaults.h"

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

const struct command command_fs = {
	.name = "fs",
	.bit = FOR_FS,
	.operands = "[PATH|type:NAME...]",
	.brief = "cached files of whole filesystems",
	.about = "Shows all files of the filesystem that PATH is on (default: /) that have pages in the\n"
		 "page cache, the largest first.  type:NAME is all filesystems of a type, those that are\n"
		 "mounted nowhere too; type:bdev is all block devices.  A table on a terminal is cut to\n"
		 "20 rows; --top 0 shows all.  JSON, CSV and raw output is not sorted, unless --top or\n"
		 "--sort is given.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.columns = OUT_FS_COLUMNS,
	.page_columns = OUT_FS_PAGE_COLUMNS,
	.complete = OPERAND_FOLDERS,
	.filesystems = true,
	.open = fs_open,
	.footer = footer_files,
};
