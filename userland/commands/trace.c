// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap trace: which pages processes reference, in which order.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "behind.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "huge.h"
#include "processes.h"
#include "sampling.h"
#include "views.h"

#define EVERY_DEFAULT "500ms"

/**
 * struct trace_options - options of trace alone
 * @views: what is printed
 * @every: from one sweep to the next, as given; NULL for the usual
 * @lasts: how long; NULL: until the targets end
 * @window: pages that don't fault again meanwhile; 0: until the next sweep
 * @huge: what the module is told to do with huge pages, NULL for the usual
 * @split: they are split, or there are none, before it is asked
 * @buffer: of a CPU, NULL for the usual
 * @kinds: of mappings, NULL for all
 * @cpu: the only CPU, NULL for all
 * @children: what they fork, too
 * @more: these as options of a query
 * @command: that is traced, if one is
 * @target: its PID, as operands are
 */
struct trace_options {
	struct views views;
	const char *every;
	const char *lasts;
	uint32_t window;
	const char *huge;
	bool split;
	const char *buffer;
	const char *kinds;
	const char *cpu;
	bool children;
	char more[512];
	struct behind command;
	char *target;
};

/* Options -------------------------------------------------------------------- */

static int add(struct trace_options *own, const char *key, const char *value)
{
	size_t len = strlen(own->more);
	int n;

	if (!value)
		return 0;
	n = snprintf(own->more + len, sizeof(own->more) - len, " %s=%s", key, value);
	if (*value && value[strcspn(value, " \t\r\n\"\\#")] == '\0' &&
	    (size_t)n < sizeof(own->more) - len)
		return 0;
	say_error("--%s %s: one word expected", key, say_safe(value));
	return -EINVAL;
}

static int check_times(const struct trace_options *own)
{
	uint64_t every, lasts;

	if (sampling_time("every", own->every ?: EVERY_DEFAULT, &every))
		return -EINVAL;
	if (!own->lasts)
		return 0;
	return sampling_time("for", own->lasts, &lasts);
}

static int trace_settle(struct options *options, bool operands)
{
	struct trace_options *own = options->own;
	char window[16];

	if (check_times(own) || views_settle(options, &own->views))
		return -EINVAL;
	if (options->nr_range_specs > 1) {
		say_error("--range: one at the most, since a process is traced once at a time");
		return -EINVAL;
	}
	snprintf(window, sizeof(window), "%" PRIu32, own->window);
	if (add(own, "every", own->every ?: EVERY_DEFAULT) || add(own, "for", own->lasts) ||
	    add(own, "window", own->window ? window : NULL) || add(own, "huge", own->huge) ||
	    add(own, "buffer", own->buffer) || add(own, "kind", own->kinds) ||
	    add(own, "cpu", own->cpu) || add(own, "children", own->children ? "1" : NULL))
		return -EINVAL;
	return 0;
}

/* 0 would be none at all. */
static int set_window(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	int err = option_set_number32(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint32_t *)option_member(options, entry),
					 "one page at least is needed");
}

/* Splitting is not the module's to do. */
static int set_huge(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	struct trace_options *own = options->own;

	own->split = !strcmp(argument, "split");
	own->huge = own->split ? NULL : argument;
	options->why = "takes keep or split";
	return own->split || !strcmp(argument, "keep") ? 0 : -EINVAL;
}

static int trace_range(const struct options *options, const char *text, struct range *range,
		       char why[SPEC_WHY_MAX])
{
	return spec_virtual(text, range, why);
}

/* Queries -------------------------------------------------------------------- */

/**
 * struct trace_source - the source
 * @source: head
 * @processes: queries about these, as task has them
 * @ask: how they are asked
 * @more: options of all of them
 */
struct trace_source {
	struct source source;
	struct source *processes;
	struct pagesnap_params ask;
	const char *more;
};

static int trace_next(struct source *source, struct query *query)
{
	struct trace_source *s = (struct trace_source *)source;
	int got = s->processes->next(s->processes, query);

	if (got > 0 && !query->err)
		got = sampling_ask(query, PAGESNAP_FAULTS_TASK, s->more);
	return got;
}

static bool trace_ready(struct source *source)
{
	return true;
}

static void trace_close(struct source *source)
{
	struct trace_source *s = (struct trace_source *)source;

	if (s->processes)
		s->processes->close(s->processes);
	free(s);
}

static int ask(struct source **out, struct options *options, int argc, char **argv)
{
	const struct subjects targets = {
		.which = PAGESNAP_TASK, .nr = argc, .names = argv, .fill = processes_fill,
	};
	const struct trace_options *own = options->own;
	struct trace_source *s = calloc(1, sizeof(*s));

	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	s->source = (struct source){ trace_next, trace_ready, trace_close };
	s->more = own->more;
	s->ask.to = options->ask.to;
	*out = &s->source;
	/* each answer lasts */
	options->jobs = argc;
	return subjects_open(&s->processes, &s->ask, &options->ranges, &targets) ? EXIT_FAILED :
									       EXIT_OK;
}

/* A command ------------------------------------------------------------------ */

static void release(void *ctx)
{
	held_release(ctx);
}

static int start(struct options *options, char **argv)
{
	struct trace_options *own = options->own;
	int code;

	if (!own->children && add(own, "children", "1"))
		return EXIT_USAGE;
	code = behind_start(&own->command, options, argv, own->split);
	if (code)
		return code;
	options->out.trace.begun = release;
	options->out.trace.ctx = &own->command.held;
	own->target = own->command.pid;
	if (own->split)
		say("# %s and what it runs get no huge pages", say_safe(argv[0]));
	return EXIT_OK;
}

static int open_processes(struct source **out, struct options *options, int argc, char **argv)
{
	const struct trace_options *own = options->own;
	int err = processes_check("trace", argc, argv);

	if (!err && own->split && !options->print_query)
		err = huge_split(argc, argv);
	if (err)
		return err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	return ask(out, options, argc, argv);
}

static int trace_open(struct source **out, struct options *options, int argc, char **argv)
{
	struct trace_options *own = options->own;
	int code;

	if (views_check_targets(options, argc && !behind_is(argc, argv) ? argc : 1))
		return EXIT_USAGE;
	if (!behind_is(argc, argv))
		return open_processes(out, options, argc, argv);
	if (options->before_dashes) {
		say_error("%s: a process in front of the command behind --: trace one of them",
			  say_safe(argv[0]));
		return EXIT_USAGE;
	}
	code = start(options, argv);
	if (code)
		return code;
	return ask(out, options, 1, &own->target);
}

static int trace_exit(struct options *options, int code)
{
	struct trace_options *own = options->own;

	return behind_exit(&own->command, code);
}

static const struct option_entry every_option = {
	"every", 0, "TIME", SECTION_SELECT, true, option_set_string,
	OWN(struct trace_options, every),
	.help = "from one sweep to the next, 10ms to 1h; " EVERY_DEFAULT " without it",
};

static const struct option_entry for_option = {
	"for", 0, "TIME", SECTION_SELECT, true, option_set_string, OWN(struct trace_options, lasts),
	.help = "how long to trace; until the targets end without it",
};

static const struct option_entry window_option = {
	"window", 0, "PAGES", SECTION_SELECT, true, set_window, OWN(struct trace_options, window),
	.value = PAGESNAP_FAULTS_WINDOW_MAX,
	.help = "a page is seen again once so many others were\n"
		"referenced, not only with the next sweep",
};

static const struct option_entry huge_option = {
	"huge", 0, "WHAT", SECTION_SELECT, true, set_huge,
	.complete = WORDS_LISTED, .words = "keep split",
	.help = "keep huge pages, or split: have the kernel split those\n"
		"of processes first, and give a COMMAND none",
};

static const struct option_entry buffer_option = {
	"buffer", 0, "SIZE", SECTION_SELECT, true, option_set_string,
	OWN(struct trace_options, buffer),
	.help = "buffer of each CPU, as 4M",
};

static const struct option_entry kind_option = {
	"kind", 0, "KINDS", SECTION_SELECT, true, option_set_string,
	OWN(struct trace_options, kinds),
	.complete = WORDS_LISTED, .words = "anon file shmem heap stack other",
	.help = "only mappings of these kinds: anon, file, shmem,\n"
		"heap, stack, other, with commas between",
};

static const struct option_entry cpu_option = {
	"cpu", 0, "N", SECTION_SELECT, true, option_set_string, OWN(struct trace_options, cpu),
	.help = "only references from this CPU",
};

static const struct option_entry children_option = {
	"children", 0, NULL, SECTION_SELECT, true, option_set_true,
	OWN(struct trace_options, children),
	.help = "what they fork from then on, too; of a COMMAND always",
};

static const struct option_entry *const trace_list[] = {
	&option_range, &every_option, &for_option, &window_option, &huge_option, &buffer_option, &kind_option,
	&cpu_option, &children_option, OPTIONS_VIEWS, OPTIONS_COLUMNS, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK,
	&option_plot, &views_by_time, &option_plot_size, &option_plot_pid, &option_trace, &option_print_query,
	&option_save, &option_print, &option_read, &option_at, OPTIONS_ABOUT, NULL
};

const struct command command_trace = {
	.name = "trace",
	.operands = "PID|uid:USER|cgroup:PATH...|-- COMMAND [ARG...]",
	.brief = "which pages processes reference, in order",
	.about = "Makes the pages of processes fault every half second.  Each fault is a reference to a\n"
		 "page: by whom, of which mapping and file.  They are added up by mapping, listed in\n"
		 "order with --list, or lead to miss ratios of caches with --mrc and --simulate.  Behind\n"
		 "-- stands a command, which is traced from its first instruction, with what it forks;\n"
		 "the exit code is that of the command then.  ^C prints what was traced so far, and a\n"
		 "signal to pagesnap alone is passed on to the command.  It needs the module\n"
		 "pagesnap_faults; see docs/faults.md.",
	.kind = &kind_tallies,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_TASKS,
	.options = trace_list,
	.own_size = sizeof(struct trace_options),
	.range = trace_range,
	.settle = trace_settle,
	.open = trace_open,
	.exit_code = trace_exit,
};
