// SPDX-License-Identifier: GPL-2.0
/* pagesnap diff: what has changed in memory between two moments. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask/places.h"
#include "ask/subjects.h"
#include "base/input.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/memory/census.h"
#include "diff/live.h"
#include "diff/print.h"
#include "diff/recorded.h"
#include "engine/answers.h"
#include "sums.h"

#define NS_PER_SECOND 1000000000ULL
#define FOR_MAX_NS (24 * 3600 * NS_PER_SECOND)
#define ROWS_ON_TERMINAL 20

/**
 * struct diff_options - options of diff alone
 * @asked: how moments are compared
 * @for_ns: time between two looks, 0: what was saved, or recorded
 * @from: time of the first moment of a recording, NULL: none is read
 * @to: of the second one, NULL: the last one
 * @has_depth: --max-depth was given
 * @places: where files that were named are
 */
struct diff_options {
	struct diff_asked asked;
	uint64_t for_ns;
	const char *from;
	const char *to;
	bool has_depth;
	struct places *places;
};

static void diff_release(void *own)
{
	places_free(((struct diff_options *)own)->places);
}

/* Live ------------------------------------------------------------------------------------- */

static int open_source(struct source **out, void *ctx)
{
	static const struct subjects frames = { .which = PAGESNAP_PFN, .nr = 1 };
	struct options *options = ctx;
	const struct diff_options *own = options->own;

	if (own->asked.by != DIFF_BY_CLASS)
		return sums_open(out, options, own->places, options->out.pages.roots != NULL);
	options->ask = census_query();
	return subjects_open(out, &options->ask, &options->ranges, &frames) ? EXIT_FAILED : EXIT_OK;
}

static int run_live(struct options *options, int argc, char **argv)
{
	struct diff_options *own = options->own;
	const struct diff_live live = { .open = open_source, .ctx = options, .for_ns = own->for_ns };

	options->ask.group = PAGESNAP_GROUP_OBJECT;
	if (own->asked.by == DIFF_BY_CLASS)
		return argc ? EXIT_USAGE : diff_live(&live, &own->asked, options);
	own->places = argc ? places_below(argv, argc, false) : places_everywhere(true);
	if (!own->places)
		return places_say_missing(argc);
	if (argc)
		options->out.pages.roots = &own->places->roots;
	return diff_live(&live, &own->asked, options);
}

/* Saved ------------------------------------------------------------------------------------- */

static int open_stream(const char *path)
{
	int fd = input_open(path);

	if (fd < 0)
		say_error("%s: %s", say_safe(path), strerror(-fd));
	return fd;
}

static int run_saved(struct options *options, char **argv)
{
	const struct diff_options *own = options->own;
	const char *origins[DIFF_MOMENTS] = { argv[0], argv[1] };
	int fds[DIFF_MOMENTS] = { open_stream(argv[0]), -1 };
	int code = EXIT_FAILED, i;

	if (fds[DIFF_FIRST] >= 0)
		fds[DIFF_SECOND] = open_stream(argv[1]);
	if (fds[DIFF_SECOND] >= 0)
		code = diff_streams(fds, origins, &own->asked, options);
	for (i = 0; i < DIFF_MOMENTS; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return code;
}

/* Running ------------------------------------------------------------------------------------ */

static int check_operands(const struct options *options, int argc, char **argv)
{
	const struct diff_options *own = options->own;

	if (own->for_ns && own->asked.by == DIFF_BY_CLASS && argc)
		say_error("--by class: %s is a path", say_safe(*argv));
	else if (own->from && argc != 1)
		say_error("--from takes one folder with a recording");
	else if (!own->for_ns && !own->from && argc != 2)
		say_error("diff takes two FILEs that --save wrote, --from TIME DIR, or --for TIME");
	else if (!own->for_ns && !own->from && !strcmp(argv[0], "-") && !strcmp(argv[1], "-"))
		say_error("stdin is one stream only");
	else
		return EXIT_OK;
	return EXIT_USAGE;
}

static int run_opened(struct options *options, int argc, char **argv)
{
	struct diff_options *own = options->own;
	int err = interrupt_catch();

	if (err) {
		say_error("%s", strerror(-err));
		return EXIT_FAILED;
	}
	if (!options->has_top)
		own->asked.top = options->out.terminal ? ROWS_ON_TERMINAL : 0;
	if (own->from) {
		const struct diff_recorded recorded = { argv[0], own->from, own->to };

		return diff_recorded(&recorded, &own->asked, options);
	}
	return own->for_ns ? run_live(options, argc, argv) : run_saved(options, argv);
}

static int diff_run(struct options *options, const struct command *command, int argc, char **argv)
{
	struct diff_options *own = options->own;
	int code, err;

	if (check_operands(options, argc, argv))
		return EXIT_USAGE;
	own->asked.top = options->out.top;
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
	code = run_opened(options, argc, argv);
	if (code == EXIT_INTERRUPTED)
		say_error("interrupted: nothing was compared");
	return output_close(options) ? EXIT_FAILED : code;
}

static int diff_settle(struct options *options, bool operands)
{
	struct diff_options *own = options->own;

	if (own->to && !own->from) {
		say_error("--to is for --from");
		return -EINVAL;
	}
	if (own->from && own->for_ns) {
		say_error("--for looks now, --from reads what was recorded");
		return -EINVAL;
	}
	if (!own->has_depth)
		options->out.pages.depth = 1;
	if (!own->has_depth || own->asked.by == DIFF_BY_DIR)
		return 0;
	say_error("--max-depth is for --by dir");
	return -EINVAL;
}

/* Options ------------------------------------------------------------------------------------ */

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	struct diff_options *own = options->own;

	own->asked.by = diff_by_of_word(argument);
	options->why = "takes file, dir, fs, type, cgroup or class";
	return own->asked.by < DIFF_BYS ? 0 : -EINVAL;
}

static int set_sort(struct options *options, const struct option_entry *entry, const char *argument)
{
	struct diff_options *own = options->own;

	own->asked.sort = diff_sort_of_word(argument);
	options->why = "takes change, before, after, entered, left, dirtied, written, evicted or name";
	return own->asked.sort < DIFF_SORTS ? 0 : -EINVAL;
}

static int set_for(struct options *options, const struct option_entry *entry, const char *argument)
{
	struct diff_options *own = options->own;
	u64 ns = 0;

	if (pagesnap_duration(argument, strlen(argument), &ns))
		ns = 0;
	own->for_ns = ns;
	options->why = "takes a time as 10s, 500ms or 5m, up to 24h";
	return ns && ns <= FOR_MAX_NS ? 0 : -EINVAL;
}

static int set_depth(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	((struct diff_options *)options->own)->has_depth = true;
	return option_set_number32(options, entry, argument);
}

static const struct option_entry by_option = {
	"by", 0, "WHAT", SECTION_SELECT, false, set_by, .complete = WORDS_LISTED,
	.words = "file dir fs type cgroup class",
	.help = "a row for each file, directory, filesystem, type of\n"
		"filesystem, memory cgroup or class of frames:\n"
		"file dir fs type cgroup class (default: file)",
};

static const struct option_entry max_depth_option = {
	"max-depth", 0, "N", SECTION_SELECT, false, set_depth, AT(out.pages.depth),
	.value = UINT16_MAX,
	.help = "distinguish directories N levels below PATH (default: 1)",
};

static const struct option_entry sort_option = {
	"sort", 0, "COLUMN", SECTION_OUTPUT, false, set_sort, .complete = WORDS_LISTED,
	.words = "change before after entered left dirtied written evicted name",
	.help = "change before after entered left dirtied written\n"
		"evicted name, the largest first (default: change: all\n"
		"that entered, left, got dirty or was written)",
};

static const struct option_entry for_option = {
	"for", 0, "TIME", SECTION_RUN, false, set_for,
	.help = "look now, and again so much later: 10s, 500ms, 5m",
};

static const struct option_entry from_option = {
	"from", 0, "TIME", SECTION_SELECT, false, option_set_string, OWN(struct diff_options, from),
	.help = "of the recording in DIR, the last moment up to TIME:\n"
		"02:50, 2026-11-28T02:50:30, -10min, @SECONDS, moment:N",
};

static const struct option_entry to_option = {
	"to", 0, "TIME", SECTION_SELECT, false, option_set_string, OWN(struct diff_options, to),
	.help = "and that up to this TIME (default: the last moment)",
};

static const struct option_entry *const diff_list[] = {
	&from_option, &to_option, &by_option, &max_depth_option, &option_top, &sort_option,
	OPTIONS_COLUMNS, OPTIONS_FORMAT,
	OPTIONS_LOOK, &for_option, OPTIONS_ABOUT, NULL
};

const struct command command_diff = {
	.name = "diff",
	.operands = "FILE FILE|--from TIME DIR|--for TIME [PATH...]",
	.brief = "what has changed in memory between two moments",
	.about = "Compares two streams that --save wrote, of the same queries (- is stdin); with --from two\n"
		 "moments of the recording in DIR; or with --for what is in memory now and so much later,\n"
		 "all files or what is below PATH.  A file is known by device, inode and generation: one\n"
		 "that was renamed is the same.  What only one moment tells, since an answer is not whole,\n"
		 "is \"?\", never gone.",
	.kind = &kind_diff,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FILES,
	.options = diff_list,
	.own_size = sizeof(struct diff_options),
	.release = diff_release,
	.settle = diff_settle,
	.run = diff_run,
};
