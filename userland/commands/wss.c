// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap wss: working sets of processes, and how much of them is cold.
 *
 * Behind the samples targets are asked for their mappings, in which the pages are looked for.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "kinds/wss_line.h"
#include "sampling.h"

#define FOR_DEFAULT "1m"
/* Who interrupts a run gets to see what the last round told, so none is longer. */
#define ROUND_NS 10000000000ULL
/* A curve has about so many points: one for each round. */
#define ROUNDS_OF_PICTURE 60

/**
 * struct wss_options - options of wss alone
 * @sampling: how to sample
 * @lasts: how long; NULL for the usual
 * @by: what a row is of; NULL for a process
 */
struct wss_options {
	struct sampling sampling;
	const char *lasts;
	const char *by;
};

static int wss_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct wss_options *own = options->own;

	return sampling_open(out, options, &own->sampling, false, "wss", argc, argv);
}

/* Options -------------------------------------------------------------------- */

static int read_by(struct options *options, const struct wss_options *own)
{
	static const char *const words[] = {
		[WSS_BY_PROCESS] = "process", [WSS_BY_MAPPING] = "mapping",
		[WSS_BY_FILE] = "file", [WSS_BY_CGROUP] = "cgroup",
	};
	size_t by;

	if (!own->by)
		return 0;
	for (by = 0; by < sizeof(words) / sizeof(*words) && strcmp(own->by, words[by]); by++)
		;
	if (by == sizeof(words) / sizeof(*words)) {
		say_error("--by %s: process, mapping, file or cgroup expected", say_safe(own->by));
		return -EINVAL;
	}
	if (by == WSS_BY_CGROUP && options->read) {
		say_error("--by cgroup: in which cgroup a process was isn't saved");
		return -EINVAL;
	}
	options->out.wss.by = by;
	return 0;
}

/*
 * Rounds that are equally long, and behind the last one more sample, which is a round by
 * itself: what that tells is there now, and not only was.
 */
static void plan(struct sampling *s, const char *every_text, uint64_t every, uint64_t lasts,
		 bool picture)
{
	uint64_t samples = lasts / every, longest = ROUND_NS / every, rounds, round;

	if (longest > PAGESNAP_ACCESSES_AGGREGATE_MAX)
		longest = PAGESNAP_ACCESSES_AGGREGATE_MAX;
	if (picture && longest > samples / ROUNDS_OF_PICTURE)
		longest = samples / ROUNDS_OF_PICTURE;
	if (!longest)
		longest = 1;
	rounds = (samples + longest - 1) / longest;
	round = (samples + rounds - 1) / rounds;
	snprintf(s->more, sizeof(s->more), " every=%s samples=%" PRIu64 " aggregate=%" PRIu64 "%s",
		 every_text, rounds * round + (round > 1), round, s->children ? " children=1" : "");
}

static int wss_settle(struct options *options, bool operands)
{
	struct wss_options *own = options->own;
	const char *text;
	uint64_t every, lasts;

	if (!options->plot.kind)
		options->plot.kind = "time";
	if (read_by(options, own) || sampling_every(&own->sampling, &text, &every) ||
	    sampling_time("for", own->lasts ?: FOR_DEFAULT, &lasts))
		return -EINVAL;
	if (lasts < every) {
		say_error("--for %s is shorter than --every %s: no sample fits",
			  say_safe(own->lasts ?: FOR_DEFAULT), say_safe(text));
		return -EINVAL;
	}
	plan(&own->sampling, text, every, lasts, options->plot.file);
	return 0;
}

static const struct option_entry for_option = {
	"for", 0, "TIME", SECTION_SELECT, true, option_set_string, OWN(struct wss_options, lasts),
	.help = "how long to look; " FOR_DEFAULT " without it",
};

static const struct option_entry children_option = {
	"children", 0, NULL, SECTION_SELECT, true, option_set_true,
	OWN(struct wss_options, sampling.children),
	.help = "what they fork from then on, too",
};

static const struct option_entry by_option = {
	"by", 0, "WHAT", SECTION_OUTPUT, false, option_set_string, OWN(struct wss_options, by),
	.complete = WORDS_LISTED, .words = "process mapping file cgroup",
	.help = "a row for each process, each mapping of one, each\n"
		"file or each cgroup",
};

static const struct option_entry *const wss_list[] = {
	&option_every, &for_option, &children_option, &by_option, OPTIONS_COLUMNS, OPTIONS_FORMAT, &option_text,
	OPTIONS_LOOK, OPTIONS_PLOT, &option_trace, &option_print_query, &option_save, &option_print,
	&option_read, &option_at, OPTIONS_ABOUT, NULL
};

const struct command command_wss = {
	.name = "wss",
	.operands = "PID|uid:USER|cgroup:PATH|file:PATH...",
	.brief = "working sets of processes, and cold memory",
	.about = "Looks for a minute at which pages processes access, and shows how much of their memory\n"
		 "they accessed in the last second, 10 and 60 seconds, and what they did not access in\n"
		 "the whole time: that is cold.  It needs the module pagesnap_accesses, which clears\n"
		 "accessed bits meanwhile; see docs/accesses.md.  ^C shows what the samples so far tell.\n"
		 "file:PATH is a file, whoever maps it, and has one row.",
	.kind = &kind_wss,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_SAMPLED,
	.options = wss_list,
	.own_size = sizeof(struct wss_options),
	.settle = wss_settle,
	.open = wss_open,
};
