// SPDX-License-Identifier: GPL-2.0
/* pagesnap du: what the page cache is full of. */
#include "ask/places.h"
#include "cli/command.h"
#include "render/defaults.h"

static int du_open(struct source **out, struct options *options, int argc, char **argv)
{
	if (argc)
		return places_open(out, options, places_below(argv, argc, options->one_fs), true);
	return places_open(out, options, places_everywhere(!options->print_query), false);
}

const struct command command_du = {
	.name = "du",
	.bit = FOR_DU,
	.operands = "[PATH...]",
	.brief = "what the page cache is full of",
	.about = "Adds up the page cache: without a PATH that of the whole machine, by filesystem; else of\n"
		 "all files below PATH, and below what is mounted there, by directory.  No file is opened,\n"
		 "and what isn't cached isn't looked for.  Each file counts in one row, so the rows add up\n"
		 "to the total; files whose names are cached no more have rows of their own.  A table on a\n"
		 "terminal is cut to 20 rows; --top 0 shows all.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.columns = OUT_FS_COLUMNS,
	.page_columns = OUT_FS_PAGE_COLUMNS,
	.complete = OPERAND_FILES,
	.open = du_open,
	.learn = places_of_saved,
};
