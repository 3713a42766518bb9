// SPDX-License-Identifier: GPL-2.0
/* pagesnap du: what the page cache is full of. */
#include <errno.h>
#include <limits.h>

#include "ask/asked.h"
#include "ask/places.h"
#include "base/say.h"
#include "commands.h"
#include "footer.h"
#include "render/defaults.h"
#include "sums.h"

/* Folders, if levels of them are wanted or some are named; else filesystems. */
static int du_settle(struct options *options, bool operands)
{
	struct out_options *out = &options->out;

	if (options->summarize && options->has_depth && out->depth) {
		say_error("--summarize excludes --max-depth %u", out->depth);
		return -EINVAL;
	}
	if (options->summarize && !options->by) {
		options->has_depth = true;
		out->depth = 0;
	}
	if (!options->by)
		out->by = options->has_depth || operands ? TALLY_BY_DIR : TALLY_BY_FS;
	if (!options->has_depth)
		out->depth = 1;
	/* who saved it may have asked more than once */
	out->once = options->read;
	if (!options->has_depth || out->by == TALLY_BY_DIR)
		return 0;
	say_error("--max-depth is for --by dir");
	return -EINVAL;
}

static int du_open(struct source **out, struct options *options, int argc, char **argv)
{
	if (argc)
		return sums_open(out, options, places_below(argv, argc, options->one_fs), true);
	return sums_open(out, options, places_everywhere(!options->print_query), false);
}

/* The path that a query of filename_index is about, in @path; false if there is none. */
static bool path_of(const struct query *query, char path[PATH_MAX])
{
	struct pagesnap_select sel;
	struct pagesnap_fault fault;
	struct pagesnap_query q;

	return query->which == PAGESNAP_FILE && query->len - query->offset <= PAGESNAP_LINE_MAX &&
	       asked_parse(query, &q, &sel) &&
	       pagesnap_query_path(&q, query->line + query->offset, path, PATH_MAX, &fault) >= 0;
}

/*
 * Rows are told apart below the paths that were named, and unless it was said otherwise,
 * a path means that rows are folders.
 */
static int du_learn(struct options *options, const struct query *query)
{
	struct roots *roots = &options->saved_roots;
	char path[PATH_MAX];
	int err;

	if (!path_of(query, path) || roots_above(roots, roots->nr, path))
		return 0;
	err = roots_add(roots, path);
	if (err)
		return err;
	options->out.roots = roots;
	if (!options->by)
		options->out.by = TALLY_BY_DIR;
	return 0;
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
	.sums = true,
	.settle = du_settle,
	.open = du_open,
	.learn = du_learn,
	.footer = footer_sums,
};
