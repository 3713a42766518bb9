// SPDX-License-Identifier: GPL-2.0
/* pagesnap du: what the page cache is full of. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "ask/asked.h"
#include "ask/places.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "kinds/pages_layouts.h"
#include "sums.h"

/**
 * struct du - options of du alone
 * @by: of --by, NULL if it was not given
 * @has_depth: --max-depth was given
 * @one_fs: other filesystems below are left out
 * @summarize: only what was named, as du(1)
 * @places: where it looks
 * @saved_roots: folders that saved answers are about
 * @narrowed: these were named, of a moment
 */
struct du {
	const char *by;
	bool has_depth;
	bool one_fs;
	bool summarize;
	struct places *places;
	struct roots saved_roots;
	bool narrowed;
};

static void du_release(void *own)
{
	struct du *du = own;

	places_free(du->places);
	roots_free(&du->saved_roots);
}

/* Folders, if levels of them are wanted or some are named; else filesystems. */
static int du_settle(struct options *options, bool operands)
{
	struct out_options *out = &options->out;
	struct du *du = options->own;

	if (du->summarize && du->has_depth && out->pages.depth) {
		say_error("--summarize excludes --max-depth %u", out->pages.depth);
		return -EINVAL;
	}
	if (du->summarize && !du->by) {
		du->has_depth = true;
		out->pages.depth = 0;
	}
	if (!du->by)
		out->pages.by = du->has_depth || operands ? TALLY_BY_DIR : TALLY_BY_FS;
	if (!du->has_depth)
		out->pages.depth = 1;
	/* who saved it may have asked more than once */
	out->pages.once = options->read;
	if (!du->has_depth || out->pages.by == TALLY_BY_DIR)
		return 0;
	say_error("--max-depth is for --by dir");
	return -EINVAL;
}

static int du_open(struct source **out, struct options *options, int argc, char **argv)
{
	struct du *du = options->own;

	du->places = argc ? places_below(argv, argc, du->one_fs) :
			    places_everywhere(!options->print_query);
	return sums_open(out, options, du->places, argc);
}

/* The path that a query of filename_index is about, in @path; false if there is none. */
static bool path_of(const struct query *query, char path[PATH_MAX])
{
	union kind_select sel;
	struct pagesnap_diag diag;
	struct pagesnap_query q;

	return query->which == PAGESNAP_FILE && query->len - query->offset <= PAGESNAP_LINE_MAX &&
	       asked_parse(query, &q, &sel) &&
	       pagesnap_query_path(&q, query->line + query->offset, path, PATH_MAX, &diag) >= 0;
}

/*
 * Rows are distinguished below the paths that were named, and unless it was said otherwise,
 * a path means that rows are folders.
 */
static int du_learn(struct options *options, const struct query *query)
{
	struct du *du = options->own;
	struct roots *roots = &du->saved_roots;
	char path[PATH_MAX];
	int err;

	if (du->narrowed || !path_of(query, path) || roots_above(roots, roots->nr, path))
		return 0;
	err = roots_add(roots, path);
	if (err)
		return err;
	options->out.pages.roots = roots;
	if (!du->by)
		options->out.pages.by = TALLY_BY_DIR;
	return 0;
}

static int du_narrowed(struct options *options, const char *path)
{
	struct du *du = options->own;

	du->narrowed = true;
	options->out.pages.roots = &du->saved_roots;
	return roots_add(&du->saved_roots, path);
}

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	static const char *const words[] = {
		[TALLY_BY_NONE] = "file", [TALLY_BY_DIR] = "dir", [TALLY_BY_FS] = "fs",
		[TALLY_BY_TYPE] = "type", [TALLY_BY_CGROUP] = "cgroup",
	};
	struct du *du = options->own;
	size_t by;

	for (by = 0; by < sizeof(words) / sizeof(words[0]); by++) {
		if (strcmp(argument, words[by]))
			continue;
		du->by = argument;
		options->out.pages.by = by;
		return 0;
	}
	options->why = "takes dir, file, fs, type or cgroup";
	return -EINVAL;
}

static int set_depth(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	struct du *du = options->own;

	du->has_depth = true;
	return option_set_number32(options, entry, argument);
}

/* What tables do anyway. */
static int set_human(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	options->out.bytes = false;
	return 0;
}

static const struct option_entry by_option = {
	"by", 0, "WHAT", SECTION_OUTPUT, false, set_by, .complete = WORDS_LISTED,
	.words = "dir file fs type cgroup",
	.help = "a row for each directory, file, filesystem, type of\n"
		"filesystem or memory cgroup: dir file fs type cgroup",
};

static const struct option_entry max_depth_option = {
	"max-depth", 'd', "N", SECTION_OUTPUT, false, set_depth, AT(out.pages.depth),
	.value = UINT16_MAX,
	.help = "distinguish directories N levels below PATH (default: 1)",
};

static const struct option_entry summarize_option = {
	"summarize", 's', NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct du, summarize),
	.help = "a row for each PATH alone, as --max-depth 0",
};

static const struct option_entry human_readable_option = {
	"human-readable", 'h', NULL, SECTION_OUTPUT, false, set_human,
	.help = "sizes as 3.1G; tables have them so unless with -b",
};

static const struct option_entry one_file_system_option = {
	"one-file-system", 'x', NULL, SECTION_SELECT, true, option_set_true, OWN(struct du, one_fs),
	.help = "leave out what is mounted below PATH",
};

/* -h is what du(1) means by it */
static const struct option_entry help_option = {
	"help", 0, NULL, SECTION_RUN, false, option_set_true, AT(help),
	.help = "this help",
};

static const struct option_entry *const du_list[] = {
	&option_state, OPTIONS_FLAGS, &option_cgroup, OPTIONS_ORDER, &option_min_pages, &by_option,
	&option_recently_evicted, &option_with_slab, &max_depth_option, &summarize_option, &human_readable_option,
	&one_file_system_option, &option_raw_flags, OPTIONS_COLUMNS, OPTIONS_SORT, OPTIONS_FORMAT,
	OPTIONS_LOOK, OPTIONS_RUN, &help_option, &option_version, NULL
};

const struct command command_du = {
	.name = "du",
	.operands = "[PATH...]",
	.brief = "what the page cache is full of",
	.about = "Adds up the page cache: without a PATH that of the whole machine, by filesystem; else of\n"
		 "all files below PATH, and below what is mounted there, by directory.  No file is opened,\n"
		 "and what isn't cached isn't looked for.  Each file counts in one row, so the rows add up\n"
		 "to the total; files whose names are cached no more have rows of their own.  A table on a\n"
		 "terminal is cut to 20 rows; --top 0 shows all.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.kind = &kind_pages,
	.columns = PAGES_FS_COLUMNS,
	.page_columns = PAGES_FS_PAGE_COLUMNS,
	.reads = 1U << PAGESNAP_FILE | 1U << PAGESNAP_SB,
	.narrows = NARROWS_FILES,
	.narrowed = du_narrowed,
	.complete = OPERAND_FILES,
	.options = du_list,
	.own_size = sizeof(struct du),
	.release = du_release,
	.settle = du_settle,
	.open = du_open,
	.learn = du_learn,
	.check_group = sums_check_group,
	.footer = sums_footer,
};
