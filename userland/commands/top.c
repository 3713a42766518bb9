// SPDX-License-Identifier: GPL-2.0
/* pagesnap top: what changes in memory, as it changes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/places.h"
#include "ask/subjects.h"
#include "base/say.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/memory/census.h"
#include "commands/screen/terminal.h"
#include "engine/answers.h"
#include "engine/save.h"
#include "processes.h"
#include "sums.h"
#include "top/screen.h"

#define NS_PER_SECOND 1000000000ULL
#define DELAY_NS (2 * NS_PER_SECOND)
#define DELAY_MIN_NS (NS_PER_SECOND / 10)
#define DELAY_MAX_NS (24 * 3600 * NS_PER_SECOND)
#define PERCENT 5
#define ROWS_DEFAULT 20
/* People are told the rest above the rows. */
#define TABLE_COLUMNS "SIZE,CHANGE,DIRTY,DIRTIED,GONE,NAME"
#define COLUMNS "REFRESH,TIME,BY,NAME,SIZE,CHANGE,DIRTY,DIRTIED,EVICTED,GONE,MAPPED"
/* All processes: those of the root cgroup, and below it. */
#define ALL_PROCESSES "cgroup:/"

/**
 * struct top_options - options of top alone
 * @by: what a row is of
 * @by_given: something was
 * @sort: how rows are sorted
 * @sort_given: something was said of that
 * @filter: only names with this; NULL for all
 * @batch: rows are printed, without a screen
 * @refreshes: how many, 0 for any number
 * @delay_ns: from one refresh to the next, 0 for the usual
 * @has_depth: --max-depth was given
 * @operands: what was named; @nr of them
 * @nr: see there
 * @places: where files that were named are
 */
struct top_options {
	enum top_by by;
	bool by_given;
	enum top_sort sort;
	bool sort_given;
	char *filter;
	bool batch;
	uint32_t refreshes;
	uint64_t delay_ns;
	bool has_depth;
	char **operands;
	size_t nr;
	struct places *places;
};

static void top_release(void *own)
{
	places_free(((struct top_options *)own)->places);
}

/* Queries --------------------------------------------------------------------------- */

static int open_files(struct source **out, struct options *options)
{
	struct top_options *own = options->own;

	options->ask.group = PAGESNAP_GROUP_OBJECT;
	/* what is saved is not for this process, nor what there is to say of it at each refresh */
	options->save = NULL;
	if (!own->nr)
		own->places = places_everywhere(!options->print_query);
	return sums_open(out, options, own->places, own->nr);
}

static int open_processes(struct source **out, struct options *options)
{
	static char *const all[] = { ALL_PROCESSES };
	const struct top_options *own = options->own;
	const struct subjects subjects = {
		.which = PAGESNAP_TASK, .nr = own->nr ?: 1, .names = own->nr ? own->operands : all,
		.fill = processes_fill,
	};

	options->ask.group = PAGESNAP_GROUP_OBJECT;
	options->ask.no_names = true;
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ?
	       EXIT_FAILED : EXIT_OK;
}

static int open_frames(struct source **out, struct options *options)
{
	const struct subjects subjects = { .which = PAGESNAP_PFN, .nr = 1 };

	options->ask = census_query();
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ?
	       EXIT_FAILED : EXIT_OK;
}

static int open_by(struct source **out, void *ctx, enum top_by by)
{
	if (top_by_files(by))
		return open_files(out, ctx);
	return by == TOP_BY_PROCESS ? open_processes(out, ctx) : open_frames(out, ctx);
}

/* What was named ---------------------------------------------------------------------- */

static int check_processes(struct top_options *own)
{
	if (!own->by_given)
		own->by = TOP_BY_PROCESS;
	if (own->by == TOP_BY_PROCESS)
		return processes_check("top", own->nr, own->operands) ? EXIT_USAGE : EXIT_OK;
	say_error("%s: processes have rows with --by process alone; a file of that name is ./%s",
		  say_safe(*own->operands), say_safe(*own->operands));
	return EXIT_USAGE;
}

static int check_paths(struct top_options *own)
{
	if (!own->by_given)
		own->by = TOP_BY_DIR;
	if (!top_by_files(own->by)) {
		say_error("--by %s: %s is a path", top_by_word(own->by), say_safe(*own->operands));
		return EXIT_USAGE;
	}
	own->places = places_below(own->operands, own->nr, false);
	return own->places ? EXIT_OK : places_say_missing(true);
}

/* Sets what rows are of, if nothing was said. */
static int take_operands(struct options *options, int argc, char **argv,
			 enum top_operands *operands)
{
	struct top_options *own = options->own;

	own->operands = argv;
	own->nr = argc;
	*operands = TOP_NO_OPERANDS;
	if (!argc)
		return EXIT_OK;
	*operands = processes_is(*argv) ? TOP_PROCESSES : TOP_PATHS;
	return *operands == TOP_PROCESSES ? check_processes(own) : check_paths(own);
}

static int top_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct top_options *own = options->own;
	enum top_operands operands;
	int code = take_operands(options, argc, argv, &operands);

	return code ? code : open_by(out, options, own->by);
}

/* Running ------------------------------------------------------------------------------- */

static struct top_screen screen_of(struct options *options, enum top_operands operands)
{
	struct top_options *own = options->own;
	struct top_screen screen = {
		.asking = {
			.open = open_by, .ctx = options, .by = own->by, .view = options->out.pages,
			.read = options->read, .every_ns = own->delay_ns ?: DELAY_NS,
			.percent = options->max_cpu ?: PERCENT,
		},
		.operands = operands,
		.order = { .sort = own->sort, .filter = own->filter ?: "" },
		.refreshes = own->refreshes,
		.color = output_wants_color(options->color, true),
	};

	/* nothing is asked: it is as fast as it can be read */
	if (options->read && own->batch)
		screen.asking.every_ns = own->delay_ns;
	if (options->read && !options->max_cpu)
		screen.asking.percent = 100;
	if (own->places) {
		screen.asking.view.roots = &own->places->roots;
		screen.asking.view.once = own->places->twice;
	}
	return screen;
}

static int run_batch(const struct command *command, struct options *options,
		     struct top_screen *screen)
{
	bool table = options->out.format == OUT_TABLE;
	int err;

	options->out.row_columns = table ? TABLE_COLUMNS : COLUMNS;
	screen->rows = options->has_top ? options->out.top : table ? ROWS_DEFAULT : 0;
	/* rows come in their order, and no more than are wanted */
	options->out.sort = false;
	options->out.top = 0;
	err = answers_check_columns(&options->out, false);
	if (err)
		return err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	return top_batch_run(screen, options);
}

static int run_screen(const struct command *command, struct options *options,
		      struct top_screen *screen)
{
	struct top_options *own = options->own;
	int code;

	if (!own->batch && !terminal_possible()) {
		say_error("stdout is no terminal that a screen can be drawn on; --batch prints");
		return EXIT_FAILED;
	}
	if (options->save && (save_open(&screen->asking.save, options->save) ||
			      save_begin(screen->asking.save)))
		code = EXIT_FAILED;
	else
		code = own->batch ? run_batch(command, options, screen) : top_screen_run(screen);
	return save_close(screen->asking.save) ? EXIT_FAILED : code;
}

static bool top_has_screen(const struct options *options)
{
	return !options->print_query;
}

static int top_screen(struct options *options, int argc, char **argv)
{
	enum top_operands operands;
	struct top_screen screen;
	int code = take_operands(options, argc, argv, &operands);

	if (code)
		return code;
	screen = screen_of(options, operands);
	return run_screen(&command_top, options, &screen);
}

/* Rows are not for a screen, nor is what they look like. */
static int top_settle(struct options *options, bool operands)
{
	struct top_options *own = options->own;

	if (!own->has_depth)
		options->out.pages.depth = 1;
	if (own->has_depth && own->by_given && own->by != TOP_BY_DIR) {
		say_error("--max-depth is for --by dir");
		return -EINVAL;
	}
	if (!own->sort_given)
		own->sort = TOP_SORT_CHANGE;
	if (own->batch || options->print_query)
		return 0;
	if (options->has_format || options->out.columns || options->out.all_columns ||
	    options->out.no_headings || options->out.bytes || options->has_top) {
		say_error("how rows are printed is for --batch");
		return -EINVAL;
	}
	return 0;
}

/* Options --------------------------------------------------------------------------------- */

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	struct top_options *own = options->own;

	own->by = top_by_of_word(argument);
	own->by_given = true;
	if (own->by < TOP_BYS)
		return 0;
	options->why = "takes file, dir, fs, type, cgroup, process or class";
	return -EINVAL;
}

static int set_sort(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	struct top_options *own = options->own;

	own->sort = top_sort_of_word(argument);
	own->sort_given = true;
	if (own->sort < TOP_SORTS)
		return 0;
	options->why = "takes size, change, dirty, dirtied, gone, mapped or name";
	return -EINVAL;
}

/* Seconds, as top has them, or a time with a unit. */
static int set_delay(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	struct top_options *own = options->own;
	char *end;
	double seconds = strtod(argument, &end);
	u64 ns = 0;

	if (*argument >= '0' && *argument <= '9' && !*end && seconds * NS_PER_SECOND < DELAY_MAX_NS)
		ns = seconds * NS_PER_SECOND;
	else if (pagesnap_duration(argument, strlen(argument), &ns))
		ns = 0;
	own->delay_ns = ns;
	if (ns >= DELAY_MIN_NS && ns <= DELAY_MAX_NS)
		return 0;
	options->why = "takes seconds, or a time as 500ms or 1m, from 100ms to 24h";
	return -EINVAL;
}

static int set_refreshes(struct options *options, const struct option_entry *entry,
			 const char *argument)
{
	int err = option_set_number32(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint32_t *)option_member(options, entry),
					 "one at least is needed");
}

static int set_depth(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	((struct top_options *)options->own)->has_depth = true;
	return option_set_number32(options, entry, argument);
}

static const struct option_entry by_option = {
	"by", 0, "WHAT", SECTION_SELECT, false, set_by, .complete = WORDS_LISTED,
	.words = "file dir fs type cgroup process class",
	.help = "a row for each file, directory, filesystem, type of\n"
		"filesystem, memory cgroup, process or class of frames:\n"
		"file dir fs type cgroup process class (default: file)",
};

static const struct option_entry max_depth_option = {
	"max-depth", 0, "N", SECTION_SELECT, false, set_depth, AT(out.pages.depth),
	.value = UINT16_MAX,
	.help = "distinguish directories N levels below PATH (default: 1)",
};

static const struct option_entry filter_option = {
	"filter", 'F', "TEXT", SECTION_SELECT, false, option_set_string,
	OWN(struct top_options, filter),
	.help = "only rows with this in their name, whatever the case",
};

static const struct option_entry sort_option = {
	"sort", 0, "COLUMN", SECTION_OUTPUT, false, set_sort, .complete = WORDS_LISTED,
	.words = "size change dirty dirtied gone mapped name",
	.help = "size change dirty dirtied gone mapped name (default:\n"
		"change), the largest first, of changes in any direction",
};

static const struct option_entry batch_option = {
	"batch", 'b', NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct top_options, batch),
	.help = "print rows, without a screen",
};

static const struct option_entry iterations_option = {
	"iterations", 'n', "N", SECTION_RUN, false, set_refreshes,
	OWN(struct top_options, refreshes), .value = UINT32_MAX,
	.help = "end after so many refreshes",
};

static const struct option_entry delay_option = {
	"delay", 'd', "TIME", SECTION_RUN, false, set_delay,
	.help = "from one refresh to the next: seconds, or 500ms; 2 without\n"
		"it, longer if --max-cpu wants it",
};

static const struct option_entry max_cpu_option = {
	"max-cpu", 0, "PERCENT", SECTION_RUN, true, option_set_max_cpu, AT(max_cpu), .value = 100,
	.help = "take no more than that of one processor (default: 5)",
};

static const struct option_entry noheadings_option = {
	"noheadings", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.no_headings),
	.help = "no headings, nor what it costs",
};

static const struct option_entry bytes_option = {
	"bytes", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.bytes),
	.help = "sizes in bytes, not for people",
};

static const struct option_entry *const top_list[] = {
	&by_option, &max_depth_option, &filter_option, &sort_option, &batch_option, &option_top,
	OPTIONS_COLUMNS, OPTIONS_FORMAT, &noheadings_option, &bytes_option, &option_notruncate,
	&option_color, &iterations_option, &delay_option, &max_cpu_option, &option_print_query,
	&option_save, &option_print, &option_read, &option_at, OPTIONS_ABOUT, NULL
};

const struct command command_top = {
	.name = "top",
	.operands = "[PATH...|PID...|uid:USER...|cgroup:PATH...]",
	.brief = "what changes in memory, as it changes",
	.about = "Looks again and again, and shows what grew, shrank, got dirty or was evicted since the\n"
		 "last time: on a full screen until q is pressed, ? shows its keys; or with --batch in\n"
		 "rows.  With a PATH only of what is below it, with processes only of these.  The first\n"
		 "line is what this costs: of one processor never more than --max-cpu; rather it looks\n"
		 "less often, and says so.",
	.kind = &kind_top,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FOLDERS,
	.options = top_list,
	.own_size = sizeof(struct top_options),
	.release = top_release,
	.settle = top_settle,
	.open = top_open,
	.has_screen = top_has_screen,
	.screen = top_screen,
};
