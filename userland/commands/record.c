// SPDX-License-Identifier: GPL-2.0
/* pagesnap record: a flight recorder. */
#include <errno.h>
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
#include "commands/record/list.h"
#include "commands/record/recorder.h"
#include "engine/answers.h"
#include "sums.h"

#define NS_PER_SECOND 1000000000ULL
#define EVERY_NS (60 * NS_PER_SECOND)
#define EVERY_MIN_NS (NS_PER_SECOND / 10)
#define TIME_MAX_NS (10 * 365 * 24 * 3600 * NS_PER_SECOND)
#define KEEP_NS (24 * 3600 * NS_PER_SECOND)
#define SIZE (1ULL << 30)
#define SIZE_MIN (64ULL << 10)
#define PERCENT 5

/**
 * struct record_options - options of record alone
 * @every_ns: from one moment to the next, 0 for the usual
 * @keep_ns: how much is kept, 0 for the usual
 * @max_size: bytes, 0 for the usual
 * @moments: how many, 0 for any number
 * @once: one
 * @list: nothing is recorded, but told what there is
 * @recording: an option that is about recording, NULL if none was given
 * @paths: what is looked at; @nr of them, 0 for all filesystems
 * @nr: see there
 * @options: of the run
 * @places: where files are, while these are asked for
 */
struct record_options {
	uint64_t every_ns;
	uint64_t keep_ns;
	uint64_t max_size;
	uint32_t moments;
	bool once;
	bool list;
	const char *recording;
	char **paths;
	size_t nr;
	struct options *options;
	struct places *places;
};

static void record_release(void *own)
{
	places_free(((struct record_options *)own)->places);
}

/* What is asked -------------------------------------------------------------------- */

/* What is mounted may be another thing each time. */
static int open_files(struct source **out, struct record_options *own)
{
	places_free(own->places);
	own->places = own->nr ? places_below(own->paths, own->nr, false) : places_everywhere(true);
	return sums_open(out, own->options, own->places, own->nr);
}

static int open_frames(struct source **out, struct record_options *own)
{
	static const struct subjects subjects = { .which = PAGESNAP_PFN, .nr = 1 };
	static struct pagesnap_params query;

	query = census_query();
	return subjects_open(out, &query, &own->options->ranges, &subjects) ? EXIT_FAILED : EXIT_OK;
}

static int open_nth(struct source **out, void *ctx, unsigned int nth)
{
	return nth ? open_frames(out, ctx) : open_files(out, ctx);
}

/* Running --------------------------------------------------------------------------- */

static int run_recorder(struct options *options, const char *path)
{
	struct record_options *own = options->own;
	const struct recording recording = {
		.asking = {
			.open = open_nth, .ctx = own, .nr = 2,
			.again = !own->once && own->moments != 1,
		},
		.path = path,
		.limits = { .keep_ns = own->keep_ns ?: KEEP_NS, .max_size = own->max_size ?: SIZE },
		.every_ns = own->every_ns ?: EVERY_NS,
		.percent = options->max_cpu ?: PERCENT,
		.moments = own->once ? 1 : own->moments,
		.timed = own->once && own->every_ns,
	};

	return recorder_run(&recording);
}

static int record_run(struct options *options, const struct command *command, int argc, char **argv)
{
	struct record_options *own = options->own;

	if (!argc || (own->list && argc > 1)) {
		say_error("record takes a folder%s", own->list ? ", and with --list no other" :
			  " to record to");
		return EXIT_USAGE;
	}
	if (own->list)
		return list_moments(options, command, argv[0]);
	own->options = options;
	own->paths = argv + 1;
	own->nr = argc - 1;
	return run_recorder(options, argv[0]);
}

static int record_settle(struct options *options, bool operands)
{
	const struct record_options *own = options->own;
	const char *printed = options->has_format ? options->has_format :
			      options->out.columns ? "output" : options->out.no_headings ? "noheadings" :
			      options->out.bytes ? "bytes" : NULL;

	options->ask.group = PAGESNAP_GROUP_OBJECT;
	if (own->list && own->recording) {
		say_error("--%s is for recording, --list records nothing", own->recording);
		return -EINVAL;
	}
	if (!own->list && printed) {
		say_error("--%s is for --list: nothing else is printed", printed);
		return -EINVAL;
	}
	if (own->once && own->moments) {
		say_error("--once excludes --iterations");
		return -EINVAL;
	}
	return 0;
}

/* Options ----------------------------------------------------------------------------- */

static int set_time(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	struct record_options *own = options->own;
	u64 ns = 0;

	own->recording = entry->name;
	if (pagesnap_duration(argument, strlen(argument), &ns) || ns < EVERY_MIN_NS ||
	    ns > TIME_MAX_NS) {
		options->why = "takes a time as 500ms, 60s, 5m or 24h, 100ms at least";
		return -EINVAL;
	}
	*(uint64_t *)option_member(options, entry) = ns;
	return 0;
}

static int set_size(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	static const char units[] = "KMGT";
	struct record_options *own = options->own;
	char *end;
	uint64_t size;
	const char *unit;

	own->recording = entry->name;
	options->why = "takes bytes with K, M, G or T behind them, 64K at least";
	errno = 0;
	size = strtoull(argument, &end, 10);
	if (*argument < '0' || *argument > '9' || errno)
		return -EINVAL;
	unit = *end ? strchr(units, *end) : NULL;
	if (*end && (!unit || end[1]))
		return -EINVAL;
	for (; unit && unit >= units; unit--) {
		if (size > UINT64_MAX >> 10)
			return -EINVAL;
		size <<= 10;
	}
	own->max_size = size;
	return size < SIZE_MIN ? -EINVAL : 0;
}

static int set_moments(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	struct record_options *own = options->own;

	own->recording = entry->name;
	return option_set_number32(options, entry, argument) ?:
	       option_refuse_zero(options, own->moments, "one at least is needed");
}

static int set_once(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	((struct record_options *)options->own)->recording = entry->name;
	return option_set_true(options, entry, argument);
}

static const struct option_entry every_option = {
	"every", 0, "TIME", SECTION_RUN, true, set_time, OWN(struct record_options, every_ns),
	.help = "from one moment to the next (default: 60s)",
};

static const struct option_entry keep_option = {
	"keep", 0, "TIME", SECTION_RUN, true, set_time, OWN(struct record_options, keep_ns),
	.help = "keep so much time that was recorded (default: 24h)",
};

static const struct option_entry max_size_option = {
	"max-size", 0, "BYTES", SECTION_RUN, true, set_size,
	.help = "keep no more than that: 1G if nothing is said",
};

static const struct option_entry moments_option = {
	"iterations", 0, "N", SECTION_RUN, false, set_moments,
	OWN(struct record_options, moments), .value = UINT32_MAX,
	.help = "end after so many moments",
};

static const struct option_entry once_option = {
	"once", 0, NULL, SECTION_RUN, false, set_once, OWN(struct record_options, once),
	.help = "record one moment, for who has a timer: --every says how\n"
		"often that is, so that --keep can count it",
};

static const struct option_entry max_cpu_option = {
	"max-cpu", 0, "PERCENT", SECTION_RUN, true, option_set_max_cpu, AT(max_cpu), .value = 100,
	.help = "take no more than that of one processor (default: 5):\n"
		"rather moments are missed, and that is said",
};

static const struct option_entry list_option = {
	"list", 0, NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct record_options, list),
	.help = "tell which moments DIR has, and what is missing",
};

static const struct option_entry *const record_list[] = {
	&list_option, OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, &every_option, &keep_option,
	&max_size_option, &moments_option, &once_option, &max_cpu_option, OPTIONS_ABOUT, NULL
};

const struct command command_record = {
	.name = "record",
	.operands = "DIR [PATH...]",
	.brief = "record the page cache, to look at it later",
	.about = "Looks at all files in the page cache, or at those below each PATH, and at all frames by\n"
		 "class, again and again, and keeps in DIR what changes.  The oldest goes when --keep or\n"
		 "--max-size is reached.  Whatever breaks off harms nothing that was recorded before.\n"
		 "Every subcommand reads a moment by --read DIR --at TIME; so does pagesnap replay.",
	.kind = &kind_recorded,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FOLDERS,
	.options = record_list,
	.own_size = sizeof(struct record_options),
	.release = record_release,
	.settle = record_settle,
	.run = record_run,
};
