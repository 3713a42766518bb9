// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap wss: working sets of processes, and how much of them is cold.
 *
 * All targets are sampled at the same time, each in a session of its own; then each is asked
 * for its mappings, in which the pages are looked for.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../module/accesses/options.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "kinds/accesses_asked.h"
#include "kinds/wss_line.h"
#include "processes.h"

#define EVERY_DEFAULT "100ms"
#define FOR_DEFAULT "1m"
/* Sessions at a time: each has a thread. */
#define TARGETS_MAX 64
/* Who interrupts a run gets to see what the last round told, so none is longer. */
#define ROUND_NS 10000000000ULL

/**
 * struct wss_options - options of wss alone
 * @every: from one sample to the next, as given; NULL for the usual
 * @lasts: how long; NULL for the usual
 * @by: what a row is of; NULL for a process
 * @more: what is asked of accesses besides targets
 */
struct wss_options {
	const char *every;
	const char *lasts;
	const char *by;
	char more[128];
};

/* What to ask ---------------------------------------------------------------- */

/**
 * struct wss_source - the source
 * @source: head
 * @ask: what is asked of pages, and @sample what goes before the options of accesses
 * @sample: see there
 * @no_ranges: of processes as a whole
 * @samples: queries that sample; NULL when all are asked
 * @mappings: queries about mappings, which come behind these
 * @more: of struct wss_options
 */
struct wss_source {
	struct source source;
	struct pagesnap_params ask;
	struct pagesnap_params sample;
	struct ranges no_ranges;
	struct source *samples;
	struct source *mappings;
	const char *more;
};

/* Of a query about pages of a process, the same about accesses.  1 or -ENOMEM. */
static int ask_accesses(struct query *query, const char *more)
{
	char *line;
	int len;

	len = asprintf(&line, "%s %s", query_word(PAGESNAP_ACCESSES_TASK),
		       query->line + query->offset);
	if (len < 0) {
		query_free(query);
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	free(query->line);
	query->line = line;
	query->len = len;
	query->which = PAGESNAP_ACCESSES_TASK;
	query->offset = strlen(query_word(PAGESNAP_ACCESSES_TASK)) + 1;
	query->more = more;
	return 1;
}

static int wss_next(struct source *source, struct query *query)
{
	struct wss_source *s = (struct wss_source *)source;
	int got;

	if (s->samples) {
		got = s->samples->next(s->samples, query);
		if (got > 0)
			return query->err ? got : ask_accesses(query, s->more);
		s->samples->close(s->samples);
		s->samples = NULL;
		if (got < 0)
			return got;
	}
	/* what can't be asked was refused before */
	while ((got = s->mappings->next(s->mappings, query)) > 0 && query->err)
		query_free(query);
	return got;
}

static bool wss_ready(struct source *source)
{
	return true;
}

static void wss_close(struct source *source)
{
	struct wss_source *s = (struct wss_source *)source;

	if (s->samples)
		s->samples->close(s->samples);
	if (s->mappings)
		s->mappings->close(s->mappings);
	free(s);
}

static int open_sources(struct wss_source *s, const struct subjects *processes)
{
	int err = subjects_open(&s->samples, &s->sample, &s->no_ranges, processes);

	return err ?: subjects_open(&s->mappings, &s->ask, &s->no_ranges, processes);
}

static int wss_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct wss_options *own = options->own;
	const struct subjects processes = {
		.which = PAGESNAP_TASK, .nr = argc, .names = argv, .fill = processes_fill,
	};
	struct wss_source *s;

	if (processes_check("wss", argc, argv))
		return EXIT_USAGE;
	if (argc > TARGETS_MAX) {
		say_error("wss samples at most %d targets at a time: uid:USER or cgroup:PATH is one",
			  TARGETS_MAX);
		return EXIT_USAGE;
	}
	s = calloc(1, sizeof(*s));
	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	s->source = (struct source){ wss_next, wss_ready, wss_close };
	s->ask.group = PAGESNAP_GROUP_OBJECT;
	s->more = own->more;
	*out = &s->source;
	/* all are sampled in the same time */
	options->jobs = argc;
	return open_sources(s, &processes) ? EXIT_FAILED : EXIT_OK;
}

/* Options -------------------------------------------------------------------- */

static int read_by(struct options *options, const struct wss_options *own)
{
	if (!own->by)
		return 0;
	options->out.wss.by_mapping = !strcmp(own->by, "mapping");
	if (options->out.wss.by_mapping || !strcmp(own->by, "process"))
		return 0;
	say_error("--by %s: process or mapping expected", say_safe(own->by));
	return -EINVAL;
}

static int read_time(const char *option, const char *text, uint64_t *ns)
{
	u64 read;

	if (pagesnap_duration(text, strlen(text), &read)) {
		say_error("--%s %s: a time expected, as 100ms, 10s or 1m", option, say_safe(text));
		return -EINVAL;
	}
	*ns = read;
	return 0;
}

/*
 * Rounds that are equally long, and behind the last one more sample, which is a round by
 * itself: what that tells is there now, and not only was.
 */
static void plan(struct wss_options *own, uint64_t every, uint64_t lasts)
{
	uint64_t samples = lasts / every, longest = ROUND_NS / every, rounds, round;

	if (longest > PAGESNAP_ACCESSES_AGGREGATE_MAX)
		longest = PAGESNAP_ACCESSES_AGGREGATE_MAX;
	if (!longest)
		longest = 1;
	rounds = (samples + longest - 1) / longest;
	round = (samples + rounds - 1) / rounds;
	snprintf(own->more, sizeof(own->more), " every=%s samples=%" PRIu64 " aggregate=%" PRIu64,
		 own->every ?: EVERY_DEFAULT, rounds * round + (round > 1), round);
}

static int wss_settle(struct options *options, bool operands)
{
	struct wss_options *own = options->own;
	uint64_t every, lasts;

	if (read_by(options, own) || read_time("every", own->every ?: EVERY_DEFAULT, &every) ||
	    read_time("for", own->lasts ?: FOR_DEFAULT, &lasts))
		return -EINVAL;
	if (!every || lasts < every) {
		say_error("--for %s is shorter than --every %s: no sample fits",
			  say_safe(own->lasts ?: FOR_DEFAULT), say_safe(own->every ?: EVERY_DEFAULT));
		return -EINVAL;
	}
	plan(own, every, lasts);
	return 0;
}

static const struct option_entry every_option = {
	"every", 0, "TIME", SECTION_SELECT, true, option_set_string, OWN(struct wss_options, every),
	.help = "from one sample to the next, 10ms to 1h; " EVERY_DEFAULT " without it",
};

static const struct option_entry for_option = {
	"for", 0, "TIME", SECTION_SELECT, true, option_set_string, OWN(struct wss_options, lasts),
	.help = "how long to look; " FOR_DEFAULT " without it",
};

static const struct option_entry by_option = {
	"by", 0, "WHAT", SECTION_OUTPUT, false, option_set_string, OWN(struct wss_options, by),
	.complete = WORDS_LISTED, .words = "process mapping",
	.help = "a row for each process, or for each mapping of one",
};

static const struct option_entry *const wss_list[] = {
	&every_option, &for_option, &by_option, OPTIONS_COLUMNS, OPTIONS_FORMAT, &option_text,
	OPTIONS_LOOK, &option_print_query, &option_save, &option_print, &option_read,
	OPTIONS_ABOUT, NULL
};

const struct command command_wss = {
	.name = "wss",
	.operands = "PID|uid:USER|cgroup:PATH...",
	.brief = "working sets of processes, and cold memory",
	.about = "Looks for a minute at which pages processes access, and shows how much of their memory\n"
		 "they accessed in the last second, 10 and 60 seconds, and what they did not access in\n"
		 "the whole time: that is cold.  It needs the module pagesnap_accesses, which clears\n"
		 "accessed bits meanwhile; see docs/accesses.md.  ^C shows what the samples so far tell.",
	.kind = &kind_wss,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_TASKS,
	.options = wss_list,
	.own_size = sizeof(struct wss_options),
	.settle = wss_settle,
	.open = wss_open,
};
