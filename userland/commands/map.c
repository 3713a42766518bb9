// SPDX-License-Identifier: GPL-2.0
/* pagesnap map: where a file, a process or memory has what. */
#include <errno.h>
#include <linux/kernel-page-flags.h>
#include <stdio.h>
#include <string.h>

#include "ask/asked.h"
#include "ask/subjects.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "cli/specs.h"
#include "commands.h"
#include "engine/nothing.h"
#include "kinds/pages_nothing.h"
#include "processes.h"

/* More flags would only make more runs. */
#define FILE_MASK (1ULL << KPF_DIRTY | 1ULL << KPF_WRITEBACK)

/**
 * struct map_options - options of map alone
 * @frames: of all page frames
 * @told: it was said that what was saved is not all
 */
struct map_options {
	bool frames;
	bool told;
};

static enum pagesnap_index_file which_of(const char *operand)
{
	return processes_is(operand) ? PAGESNAP_TASK : PAGESNAP_FILE;
}

static int fill(struct pagesnap_params *ask, const char *operand, const char **why)
{
	ask->has_mask = true;
	if (processes_is(operand))
		return processes_fill(ask, operand, why);
	ask->mask = FILE_MASK;
	return subjects_path(ask, operand, why);
}

static int set_rows(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	int err = option_set_number(options, entry, argument);

	if (err || (options->out.map.rows && options->out.map.rows <= MAP_ROWS_MAX))
		return err;
	options->why = "takes 1 to 10000";
	return -EINVAL;
}

static int map_range(const struct options *options, const char *text, struct range *range,
		     char why[SPEC_WHY_MAX])
{
	const struct map_options *own = options->own;

	return own->frames ? spec_frames(text, false, range, why) : spec_virtual(text, range, why);
}

/* Whether they are bytes shows in that --range has no text of them. */
static bool has_byte_ranges(const struct options *options)
{
	return options->ranges.nr > options->nr_range_specs;
}

static bool has_addresses(const struct options *options)
{
	size_t i;

	for (i = 0; i < options->nr_range_specs; i++)
		if (strncmp(options->range_specs[i], "addr:", strlen("addr:")) == 0)
			return true;
	return false;
}

/* A range of one kind of map is none of another. */
static int check_ranges(const struct options *options, int argc, char **argv)
{
	const struct map_options *own = options->own;
	int i;

	if (own->frames && has_byte_ranges(options)) {
		say_error("--frames excludes --bytes-range, which is of files");
		return -EINVAL;
	}
	for (i = 0; i < argc; i++) {
		if (processes_is(argv[i]) && has_byte_ranges(options)) {
			say_error("%s: a process has no --bytes-range; write --range addr:FROM-TO",
				  say_safe(argv[i]));
			return -EINVAL;
		}
		if (!processes_is(argv[i]) && has_addresses(options)) {
			say_error("%s: a file has no addresses; write --bytes-range",
				  say_safe(argv[i]));
			return -EINVAL;
		}
	}
	return 0;
}

static int map_settle(struct options *options, bool operands)
{
	const struct map_options *own = options->own;

	options->plot.kind = "map";
	if (!own->frames || !operands)
		return 0;
	say_error("--frames excludes a PATH or PID");
	return -EINVAL;
}

/* A query of no word at all asks nothing. */
static int ask_frames(struct source **out, struct options *options)
{
	static const struct range everything = { .end = UINT64_MAX };
	static const struct subjects frames = { .which = PAGESNAP_PFN, .nr = 1 };

	options->ask.has_mask = true;
	if (options->ranges.nr || !ranges_add(&options->ranges, &everything))
		return subjects_open(out, &options->ask, &options->ranges, &frames) ? EXIT_FAILED :
										      EXIT_OK;
	say_error("%s", strerror(ENOMEM));
	return EXIT_FAILED;
}

static int map_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct map_options *own = options->own;
	const struct subjects subjects = {
		.which = PAGESNAP_FILE, .nr = argc, .names = argv, .fill = fill,
		.which_of = which_of,
	};

	if (check_ranges(options, argc, argv))
		return EXIT_USAGE;
	if (own->frames)
		return ask_frames(out, options);
	if (!argc) {
		say_error("map takes a PATH, a PID, uid:USER or cgroup:PATH, or --frames");
		return EXIT_USAGE;
	}
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ?
	       EXIT_FAILED : EXIT_OK;
}

static int map_check_group(const struct options *options, uint32_t group)
{
	if (group <= PAGESNAP_GROUP_PAGE)
		return 0;
	say_error("map is drawn of runs, but these answers are of group=%s",
		  pagesnap_group_word(group));
	return -EINVAL;
}

/* What was left out then looks as if it were not there. */
static int map_learn(struct options *options, const struct query *query)
{
	struct map_options *own = options->own;
	union kind_select sel;
	struct pagesnap_query q;

	if (own->told || !asked_parse(query, &q, &sel))
		return 0;
	if (!asked_selects(query, &sel))
		return 0;
	own->told = true;
	say("# only some pages were asked for when this was saved: "
	    "others look as if there were none");
	return 0;
}

static void map_nothing(const void *own, struct kind_nothing *n, const struct kind_asked *asked)
{
	bool process = asked->which == PAGESNAP_TASK && !asked->q->has_range &&
		       asked->q->target == PAGESNAP_TARGET_PID;

	if (asked->which == PAGESNAP_FILE)
		pages_say_no_cache(n, asked);
	else if (process)
		snprintf(n->says, sizeof(n->says), "nothing of it is in memory");
	else
		nothing_say(own, n, asked);
}

static const struct option_entry frames_option = {
	"frames", 0, NULL, SECTION_SELECT, true, option_set_true, OWN(struct map_options, frames),
	.help = "all page frames, by what they are used for",
};

static const struct option_entry children_option = {
	"children", 0, NULL, SECTION_SELECT, true, option_set_true, AT(ask.children),
	.help = "of a process: its children, too, and theirs",
};

static const struct option_entry rows_option = {
	"rows", 0, "N", SECTION_OUTPUT, false, set_rows, AT(out.map.rows),
	.help = "rows of a map at most; 20 without it. More rows: finer",
};

static const struct option_entry *const map_list[] = {
	&frames_option, &option_range, &option_bytes_range, &children_option, &rows_option,
	OPTIONS_COLUMNS, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, &option_plot,
	&option_plot_size, &option_mnt_ns, &option_print_query, &option_save, &option_print,
	&option_read, OPTIONS_ABOUT, NULL
};

const struct command command_map = {
	.name = "map",
	.operands = "PATH|PID|uid:USER|cgroup:PATH...",
	.brief = "where a file, a process or memory has what",
	.about = "Draws a map: of a file by offset, what is cached, dirty or evicted; of a process\n"
		 "by address, which kind of memory is mapped where, or swapped; with --frames of all\n"
		 "page frames, by what they are used for.  Each sign stands for the same number of\n"
		 "pages, and says what most of them are.  Rows in which nothing is in memory are left\n"
		 "out, and said.  In other formats, and with --output, a row is a range of pages of\n"
		 "one state.",
	.group = PAGESNAP_GROUP_RUN,
	.kind = &kind_map,
	.complete = OPERAND_FILES,
	.options = map_list,
	.own_size = sizeof(struct map_options),
	.settle = map_settle,
	.open = map_open,
	.range = map_range,
	.learn = map_learn,
	.check_group = map_check_group,
	.nothing = map_nothing,
};
