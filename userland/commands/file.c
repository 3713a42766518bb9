// SPDX-License-Identifier: GPL-2.0
/* pagesnap file: the page cache of files that are named. */
#include <errno.h>

#include "ask/subjects.h"
#include "base/say.h"
#include "commands.h"
#include "files_from.h"
#include "render/defaults.h"

static int file_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct subjects files = {
		.which = PAGESNAP_FILE, .nr = argc, .names = argv, .fill = subjects_path,
	};

	if (options->files_from)
		return files_from_open(out, options, argc, argv);
	if (!argc) {
		say_error("file takes at least one PATH");
		return EXIT_USAGE;
	}
	return subjects_open(out, &options->ask, &options->ranges, &files) ?
	       EXIT_FAILED : EXIT_OK;
}

const struct command command_file = {
	.name = "file",
	.bit = FOR_FILE,
	.operands = "PATH...",
	.brief = "cached pages of files",
	.about = "Shows which pages of regular files are in the page cache, and how.  Symbolic links\n"
		 "are followed.  All files on a filesystem are shown by: pagesnap fs PATH.  Names can be\n"
		 "read from a list, as find(1) prints it: --files-from, --files0-from.",
	.group = PAGESNAP_GROUP_OBJECT,
	.columns = OUT_FILE_COLUMNS,
	.page_columns = OUT_FILE_PAGE_COLUMNS,
	.complete = OPERAND_FILES,
	.open = file_open,
};
