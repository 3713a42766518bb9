// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: asking for samples of processes, and for their mappings; or of files, which have none
 *
 * All targets are sampled at the same time, each in a session of its own, since each answer
 * lasts.  Where a process is asked for its mappings behind the samples, these are the ones that
 * its pages are in; before them, samples can be counted as they come.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "children.h"
#include "cli/setters.h"
#include "cli/target.h"
#include "kinds/accesses_asked.h"
#include "processes.h"
#include "sampling.h"

/* Samples, mappings, mappings of who came. */
#define PARTS 3

/* Sessions at a time: each has a thread. */
#define TARGETS_MAX 64

/**
 * struct sampling_source - the source
 * @source: head
 * @samples: how to ask for these: the subject alone, before the options
 * @mappings: how to ask for those
 * @no_ranges: of processes as a whole
 * @parts: queries about both, in their order, and about mappings of children; NULL if none
 * @unmapped: children whose mappings the last part asks for
 * @sampling: number of the part that samples
 * @at: the part that is asked
 * @targets: queries that each of the first two parts has
 * @asked: of these, those that were given out of the part that is asked
 * @more: of struct sampling
 */
struct sampling_source {
	struct source source;
	struct pagesnap_params samples;
	struct pagesnap_params mappings;
	struct ranges no_ranges;
	struct source *parts[PARTS];
	struct wss_pids unmapped;
	unsigned int sampling;
	unsigned int at;
	int targets;
	int asked;
	const char *more;
};

/**
 * sampling_ask() - of a query about pages, make the same of another collection
 * @query: about pages of a process or file; freed if it fails
 * @which: index file of the other
 * @more: options that are added; stays
 *
 * Return: 1, or -ENOMEM after a message.
 */
int sampling_ask(struct query *query, enum pagesnap_index_file which, const char *more)
{
	char *line;
	int len;

	len = asprintf(&line, "%s %s", query_word(which), query->line + query->offset);
	if (len < 0) {
		query_free(query);
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	free(query->line);
	query->line = line;
	query->len = len;
	query->which = which;
	query->offset = strlen(query_word(which)) + 1;
	query->more = more;
	query->lasts = true;
	return 1;
}

/* What can't be asked is refused once: where it comes first. */
static int next_of_part(struct sampling_source *s, struct query *query)
{
	struct source *part = s->parts[s->at];
	int got = 0;

	while (part && (got = part->next(part, query)) > 0) {
		s->asked++;
		/* a file has no mappings of its own */
		if (s->at != s->sampling && query->which == PAGESNAP_FILE) {
			query_free(query);
			continue;
		}
		if (!query->err || !s->at || query->which == PAGESNAP_FILE)
			break;
		query_free(query);
	}
	if (got > 0)
		query->again = query->which != PAGESNAP_FILE;
	if (got > 0 && !query->err && s->at == s->sampling)
		got = sampling_ask(query, query->which == PAGESNAP_FILE ? PAGESNAP_ACCESSES_FILE :
				   PAGESNAP_ACCESSES_TASK, s->more);
	return got;
}

static int sampling_next(struct source *source, struct query *query)
{
	struct sampling_source *s = (struct sampling_source *)source;
	int got = 0;

	while (s->at < PARTS && !(got = next_of_part(s, query))) {
		s->at++;
		s->asked = 0;
	}
	return got;
}

/*
 * The second part waits for the answers of the first: what is mapped changes meanwhile.  And who
 * is lacking there is known behind it.
 */
static bool sampling_ready(struct source *source)
{
	const struct sampling_source *s = (struct sampling_source *)source;

	return s->asked < s->targets || s->at == 2 || (s->at == 1 && !s->parts[2]);
}

static void sampling_close(struct source *source)
{
	struct sampling_source *s = (struct sampling_source *)source;
	unsigned int i;

	for (i = 0; i < PARTS; i++)
		if (s->parts[i])
			s->parts[i]->close(s->parts[i]);
	free(s->unmapped.list);
	free(s);
}

static int open_parts(struct sampling_source *s, const struct subjects *processes)
{
	unsigned int sampling = s->sampling;
	int err = subjects_open(&s->parts[sampling], &s->samples, &s->no_ranges, processes);

	return err ?: subjects_open(&s->parts[!sampling], &s->mappings, &s->no_ranges, processes);
}

/**
 * sampling_check() - can targets be sampled, as far as can be seen?
 * @command: name of the subcommand
 * @argc: targets
 * @argv: them
 *
 * Return: 0, or -EINVAL after a message.
 */
int sampling_check(const char *command, int argc, char **argv)
{
	int i;

	if (!argc) {
		say_error("%s takes at least one PID, uid:USER, cgroup:PATH or file:PATH", command);
		return -EINVAL;
	}
	for (i = 0; i < argc; i++) {
		if (target_file(argv[i]) || processes_is(argv[i]))
			continue;
		say_error("%s: PID, uid:USER, cgroup:PATH or file:PATH expected",
			  say_safe(argv[i]));
		return -EINVAL;
	}
	if (argc <= TARGETS_MAX)
		return 0;
	say_error("%s samples at most %d targets at a time: uid:USER or cgroup:PATH is one",
		  command, TARGETS_MAX);
	return -EINVAL;
}

static enum pagesnap_index_file index_of(const char *target)
{
	return target_file(target) ? PAGESNAP_FILE : PAGESNAP_TASK;
}

static int fill(struct pagesnap_params *ask, const char *target, const char **why)
{
	const char *path = target_file(target);

	return path ? subjects_path(ask, path, why) : processes_fill(ask, target, why);
}

/* Who maps a file is looked at anyway. */
static int check_children(int argc, char **argv)
{
	int i;

	for (i = 0; i < argc && !target_file(argv[i]); i++)
		;
	if (i == argc)
		return 0;
	say_error("%s: --children is for processes", say_safe(argv[i]));
	return -EINVAL;
}

/**
 * sampling_open() - ask for samples and mappings
 * @out: the source of these queries
 * @options: of the run
 * @sampling: how to sample; stays
 * @mappings_first: mappings are asked before samples, not behind them
 * @command: name of the subcommand
 * @argc: targets
 * @argv: them
 *
 * Return: an exit code, after a message if that is not 0.
 */
int sampling_open(struct source **out, struct options *options, const struct sampling *sampling,
		  bool mappings_first, const char *command, int argc, char **argv)
{
	const struct subjects targets = {
		.which_of = index_of, .nr = argc, .names = argv, .fill = fill,
	};
	struct sampling_source *s;

	if (sampling_check(command, argc, argv) ||
	    (sampling->children && check_children(argc, argv)))
		return EXIT_USAGE;
	s = calloc(1, sizeof(*s));
	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	s->source = (struct source){ sampling_next, sampling_ready, sampling_close };
	s->mappings.group = PAGESNAP_GROUP_OBJECT;
	s->samples.to = options->ask.to;
	s->mappings.to = options->ask.to;
	s->sampling = mappings_first;
	s->more = sampling->more;
	s->targets = argc;
	*out = &s->source;
	if (sampling->children) {
		options->out.wss.unmapped = &s->unmapped;
		if (children_open(&s->parts[2], &s->mappings, &s->unmapped))
			return EXIT_FAILED;
	}
	/* all are sampled in the same time */
	options->jobs = argc;
	return open_parts(s, &targets) ? EXIT_FAILED : EXIT_OK;
}

/**
 * sampling_time() - read a time
 * @option: that gave it
 * @text: with a unit
 * @ns: gets it
 *
 * Return: 0, or -EINVAL after a message.
 */
int sampling_time(const char *option, const char *text, uint64_t *ns)
{
	u64 read;

	if (pagesnap_duration(text, strlen(text), &read)) {
		say_error("--%s %s: a time expected, as 100ms, 10s or 1m", option, say_safe(text));
		return -EINVAL;
	}
	*ns = read;
	return 0;
}

/**
 * sampling_every() - read the interval of samples
 * @s: options
 * @text: gets it as a word of a query
 * @ns: gets it
 *
 * Return: 0, or -EINVAL after a message.
 */
int sampling_every(const struct sampling *s, const char **text, uint64_t *ns)
{
	*text = s->every ?: SAMPLING_EVERY;
	if (sampling_time("every", *text, ns))
		return -EINVAL;
	if (*ns)
		return 0;
	say_error("--every %s: no time at all", say_safe(*text));
	return -EINVAL;
}

const struct option_entry option_every = {
	"every", 0, "TIME", SECTION_SELECT, true, option_set_string, OWN(struct sampling, every),
	.help = "from one sample to the next, 10ms to 1h; " SAMPLING_EVERY " without it",
};
