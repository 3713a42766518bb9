// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap slab: who allocates the kernel's memory.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "ask/asked.h"
#include "behind.h"
#include "cli/shared.h"
#include "commands.h"
#include "kinds/slab_asked.h"
#include "sampling.h"
#include "slab.h"

#define FOR_DEFAULT_MS 10000
#define MS 1000000ULL
/* Who interrupts a run gets to see what the last round told, so none is longer unless many are. */
#define ROUND_MS 1000
#define ROUNDS_MAX 60
#define ROUNDS_OF_LEAKS 10
#define ROUND_MIN_MS 10
#define ROUND_MAX_MS 3600000
#define STACK_OF_LEAKS "16"

/* Sums, and objects. */
#define QUERIES_MAX 2

/**
 * struct slab_query - a query
 * @which: index file
 * @text: what is asked
 */
struct slab_query {
	enum pagesnap_index_file which;
	char text[768];
};

/**
 * struct slab_source - the source
 * @source: head
 * @list: queries; @nr of them
 * @nr: see there
 * @at: the next one
 * @origin: what messages about them begin with
 * @to: word of all of them, or none
 */
struct slab_source {
	struct source source;
	struct slab_query list[QUERIES_MAX];
	unsigned int nr;
	unsigned int at;
	const char *origin;
	const char *to;
};

static int slab_next(struct source *source, struct query *query)
{
	struct slab_source *s = (struct slab_source *)source;
	const struct slab_query *of = s->list + s->at;
	const char *word;
	int len;

	if (s->at == s->nr)
		return 0;
	word = query_word(of->which);
	*query = (struct query){
		.which = of->which, .origin = s->origin, .again = s->nr > 1, .lasts = true,
	};
	len = asprintf(&query->line, "%s%s%s", word, of->text, s->to);
	if (len < 0) {
		query->line = NULL;
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	query->len = len;
	query->offset = strlen(word) + 1;
	s->at++;
	return 1;
}

static bool slab_ready(struct source *source)
{
	return true;
}

static void slab_close(struct source *source)
{
	free(source);
}

/* When rounds are told ---------------------------------------------------------- */

/**
 * struct times - how long is looked
 * @lasts_ms: 0: until it is interrupted
 * @every_ms: a round
 */
struct times {
	uint64_t lasts_ms;
	uint64_t every_ms;
};

/* Rounds that are equally long, and not too many of them. */
static struct times plan(uint64_t lasts_ms, bool objects)
{
	const uint64_t most = objects ? ROUNDS_OF_LEAKS : ROUNDS_MAX;
	uint64_t rounds = objects ? most : (lasts_ms + ROUND_MS - 1) / ROUND_MS;
	struct times times;

	if (rounds > most)
		rounds = most;
	if (rounds > lasts_ms / ROUND_MIN_MS)
		rounds = lasts_ms / ROUND_MIN_MS;
	if (rounds < lasts_ms / ROUND_MAX_MS + 1)
		rounds = lasts_ms / ROUND_MAX_MS + 1;
	times.every_ms = lasts_ms / rounds;
	times.lasts_ms = times.every_ms * rounds;
	return times;
}

/* @endless: an answer without --for is to go on. */
static int read_times(const struct options *options, bool endless, struct times *times)
{
	const struct slab_options *own = options->own;
	bool leaks = options->out.slab.report == SLAB_LEAKS;
	uint64_t lasts = 0, every = 0;

	endless |= own->every && !leaks;
	if (own->every && sampling_time("every", own->every, &every))
		return -EINVAL;
	if (own->lasts && sampling_time("for", own->lasts, &lasts))
		return -EINVAL;
	if (own->every && own->lasts && lasts < every) {
		say_error("--for %s is shorter than --every %s: no round fits",
			  say_safe(own->lasts), say_safe(own->every));
		return -EINVAL;
	}
	if (own->every)
		*times = (struct times){ lasts / MS, every / MS };
	else if (own->lasts || !endless)
		*times = plan(own->lasts ? lasts / MS : FOR_DEFAULT_MS,
			      options->out.kind == &kind_live);
	else
		*times = (struct times){ .every_ms = ROUND_MS };
	if (!own->lasts && !endless && own->every)
		times->lasts_ms = ROUNDS_OF_LEAKS * times->every_ms;
	return 0;
}

/* Queries -------------------------------------------------------------------- */

/* Words that @format makes, behind those that there are. */
__attribute__((format(printf, 2, 3)))
static void put(struct slab_query *q, const char *format, ...)
{
	size_t len = strlen(q->text);
	va_list args;

	va_start(args, format);
	vsnprintf(q->text + len, sizeof(q->text) - len, format, args);
	va_end(args);
}

static void put_time(struct slab_query *q, const char *key, uint64_t ms)
{
	if (ms % 1000)
		put(q, " %s=%" PRIu64 "ms", key, ms);
	else
		put(q, " %s=%" PRIu64 "s", key, ms / 1000);
}

/* Without an end an answer goes on until it is interrupted. */
static void put_times(struct slab_query *q, const struct times *times)
{
	if (times->lasts_ms)
		put_time(q, "for", times->lasts_ms);
	put_time(q, "every", times->every_ms);
}

/* Of processes and cgroups fewer caches have to be told apart than sites. */
static void ask_sums(struct slab_source *s, const struct options *options,
		     const struct times *times)
{
	static const char *const words[] = {
		[SLAB_BY_SITE] = "", [SLAB_BY_CACHE] = "", [SLAB_BY_PID] = " by=pid",
		[SLAB_BY_CGROUP] = " by=cgroup",
	};
	const struct slab_options *own = options->own;
	const enum slab_by by = options->out.slab.by;
	struct slab_query *q = s->list + s->nr++;

	q->which = by == SLAB_BY_SITE ? PAGESNAP_SLAB_SITE : PAGESNAP_SLAB_CACHE;
	put_times(q, times);
	put(q, "%s%s", words[by], own->filters);
}

static void ask_objects(struct slab_source *s, const struct options *options,
			const struct times *times)
{
	const struct slab_options *own = options->own;
	bool leaks = options->out.slab.report == SLAB_LEAKS;
	struct slab_query *q = s->list + s->nr++;

	q->which = PAGESNAP_SLAB_OBJECT;
	put_times(q, times);
	if (leaks)
		put(q, " stack=%s", own->stack ?: STACK_OF_LEAKS);
	if (own->min_age)
		put(q, " min-age=%s", own->min_age);
	put(q, "%s", own->filters);
}

static void ask_events(struct slab_source *s, const struct options *options,
		       const struct times *times)
{
	const struct slab_options *own = options->own;
	struct slab_query *q = s->list + s->nr++;

	q->which = PAGESNAP_SLAB_EVENT;
	if (times->lasts_ms)
		put_time(q, "for", times->lasts_ms);
	if (own->stack)
		put(q, " stack=%s", own->stack);
	if (own->buffer)
		put(q, " buffer=%s", own->buffer);
	put(q, "%s", own->filters);
}

/*
 * Sums of leaks are told once, if it is known when: all that is looked for there is whether all
 * frees were seen.
 */
static void ask(struct slab_source *s, const struct options *options, const struct times *times)
{
	const struct slab_options *own = options->own;
	const struct times once = { times->lasts_ms, times->lasts_ms ?: times->every_ms };

	if (own->list)
		ask_events(s, options, times);
	else if (options->out.kind != &kind_live)
		ask_sums(s, options, times);
	if (options->out.slab.report == SLAB_LEAKS)
		ask_sums(s, options, &once);
	if (options->out.kind == &kind_live)
		ask_objects(s, options, times);
}

/* A command ------------------------------------------------------------------ */

/* All answers are to have it from its first instruction. */
static void release(void *ctx)
{
	struct slab_options *own = ctx;

	if (atomic_fetch_sub(&own->not_begun, 1) == 1)
		held_release(&own->command.held);
}

static int start(struct options *options, char **argv)
{
	struct slab_options *own = options->own;
	size_t len = strlen(own->filters);
	int code, n;

	if (strstr(own->filters, " pid=")) {
		say_error("--pid: a command behind -- is what is looked at");
		return EXIT_USAGE;
	}
	code = behind_start(&own->command, options, argv, false);
	if (code)
		return code;
	n = snprintf(own->filters + len, sizeof(own->filters) - len,
		     " pid=%s children=1 until=exit", own->command.pid);
	if ((size_t)n >= sizeof(own->filters) - len) {
		say_error("options of a command are too long");
		return EXIT_USAGE;
	}
	options->begun = release;
	options->begun_ctx = own;
	return EXIT_OK;
}

static int slab_exit(struct options *options, int code)
{
	struct slab_options *own = options->own;

	return behind_exit(&own->command, code);
}

/* The query ------------------------------------------------------------------ */

static int slab_open(struct source **out, struct options *options, int argc, char **argv)
{
	struct slab_options *own = options->own;
	bool behind = behind_is(argc, argv);
	struct slab_source *s;
	struct times times;
	int code;

	if (argc && (!behind || options->before_dashes)) {
		say_error("slab takes no operands, but a command behind --: --pid, --cgroup and "
			  "others say what to look at");
		return EXIT_USAGE;
	}
	if (read_times(options, behind, &times))
		return EXIT_USAGE;
	code = behind ? start(options, argv) : EXIT_OK;
	if (code)
		return code;
	s = calloc(1, sizeof(*s));
	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	s->source = (struct source){ slab_next, slab_ready, slab_close };
	s->origin = *own->said ? own->said : "slab";
	s->to = options->ask.to ? " to=both" : "";
	ask(s, options, &times);
	atomic_init(&own->not_begun, s->nr);
	/* both look at the same time */
	options->jobs = s->nr;
	*out = &s->source;
	return EXIT_OK;
}

/* What was saved ------------------------------------------------------------- */

static int refuse_by(enum slab_by by, unsigned int told)
{
	char words[64] = "";
	enum slab_by is;

	for (is = 0; is < SLAB_BYS; is++)
		if (told & 1U << is)
			snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s--by %s",
				 *words ? " and " : "", slab_by_word(is));
	say_error("--by %s: what was saved can be shown %s", slab_by_word(by), words);
	return -EINVAL;
}

/* By a process or cgroup, if it was asked for that; then it is by cache only to have fewer sums. */
static enum slab_by usual_by(unsigned int told)
{
	enum slab_by by = SLAB_BYS - 1;

	while (!(told & 1U << by))
		by--;
	return by;
}

/* Without --by rows are of what was asked for.  Objects are told with all that rows can be of. */
static int slab_learn(struct options *options, const struct query *query)
{
	struct slab_options *own = options->own;
	struct pagesnap_slab_options asked;
	union kind_select sel;
	struct pagesnap_query q;
	unsigned int told;

	options->out.slab.saved = true;
	if (own->list && query->which == PAGESNAP_SLAB_EVENT)
		slab_show_events(options);
	if (own->list || options->out.format == OUT_TEXT)
		return 0;
	if (query->which == PAGESNAP_SLAB_EVENT) {
		say_error("what was saved is events: --list shows them");
		return -EINVAL;
	}
	if (query->which == PAGESNAP_SLAB_OBJECT || !asked_parse(query, &q, &sel))
		return 0;
	memcpy(&asked, &sel, sizeof(asked));
	told = slab_told_by(query->which == PAGESNAP_SLAB_CACHE, asked.by);
	if (!own->by) {
		options->out.slab.by = usual_by(told);
		own->by = slab_by_word(options->out.slab.by);
	}
	if (told & 1U << options->out.slab.by || options->out.kind == &kind_live)
		return 0;
	return refuse_by(options->out.slab.by, told);
}

static const struct option_entry *const slab_list_of_options[] = {
	OPTIONS_SLAB_ASKED, OPTIONS_SLAB_SHOWN, OPTIONS_COLUMNS, OPTIONS_FORMAT, &option_text,
	OPTIONS_LOOK, &option_plot, &option_plot_size, &option_trace, &option_print_query,
	&option_save, &option_print, &option_read, &option_at, OPTIONS_ABOUT, NULL
};

const struct command command_slab = {
	.name = "slab",
	.operands = "[-- COMMAND [ARG...]]",
	.brief = "who allocates the kernel's memory",
	.about = "Looks for 10 seconds at what the kernel allocates by kmalloc() and of caches, and\n"
		 "shows who asked for it: how much of that is alive, what was lost to rounding, where\n"
		 "and when it was freed.  --live and --leaks follow objects.  What was there before is\n"
		 "not counted.  With a command behind -- it looks as long as that runs, at what its\n"
		 "process allocates and what that forks; the exit code is that of the command then.\n"
		 "It needs the module pagesnap_slab, which probes all allocations meanwhile; see\n"
		 "docs/slab.md.  ^C shows what the last whole round has told.",
	.kind = &kind_hotspots,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_COMMAND,
	.options = slab_list_of_options,
	.own_size = sizeof(struct slab_options),
	.settle = slab_settle,
	.open = slab_open,
	.learn = slab_learn,
	.exit_code = slab_exit,
};
