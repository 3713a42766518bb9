// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap heat: what processes access as time goes on: addresses down, time to the right.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/say.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "cli/target.h"
#include "commands.h"
#include "heat/screen.h"
#include "kinds/heat_line.h"
#include "sampling.h"

#define AGGREGATE_DEFAULT 10
#define ROUNDS_DEFAULT 60
#define ROWS_DEFAULT 40
#define ROWS_MAX 4096

/**
 * struct heat_options - options of heat alone
 * @sampling: how to sample
 * @aggregate: samples of a round, 0 for the usual
 * @rounds: 0 for the usual
 * @once: no full screen
 * @target: of the process that asks for a screen
 */
struct heat_options {
	struct sampling sampling;
	uint32_t aggregate;
	uint32_t rounds;
	bool once;
	char *target;
};

static int heat_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct heat_options *own = options->own;

	return sampling_open(out, options, &own->sampling, true, "heat", argc, argv);
}

static int heat_settle(struct options *options, bool operands)
{
	struct heat_options *own = options->own;
	uint64_t aggregate = own->aggregate ?: AGGREGATE_DEFAULT, every;
	const char *text;

	options->out.heat.given = options->out.heat.rows;
	if (!options->plot.kind)
		options->plot.kind = "heat";
	if (!options->out.heat.rows)
		options->out.heat.rows = ROWS_DEFAULT;
	if (sampling_every(&own->sampling, &text, &every))
		return -EINVAL;
	snprintf(own->sampling.more, sizeof(own->sampling.more),
		 " every=%s samples=%" PRIu64 " aggregate=%" PRIu64, text,
		 aggregate * (own->rounds ?: ROUNDS_DEFAULT), aggregate);
	return 0;
}

/* The screen ------------------------------------------------------------------------ */

/* Who says how rows are to look wants rows, and so does who saves without looking. */
static bool heat_has_screen(const struct options *options)
{
	const struct heat_options *own = options->own;
	const struct out_options *out = &options->out;

	return !own->once && !options->has_format && !out->columns && !out->all_columns &&
	       !out->no_headings && !out->bytes && !out->no_truncate && !out->heat.given &&
	       !options->print_query && (!options->save || options->print) &&
	       !options->plot.file &&
	       heat_screen_possible();
}

/* In the process that asks: this one's options are its own. */
static int ask(struct source **out, const struct heat_asking *asking, char *target)
{
	struct options *options = asking->ctx;
	struct heat_options *own = options->own;
	char samples[32] = "";

	if (asking->rounds)
		snprintf(samples, sizeof(samples), " samples=%" PRIu64,
			 (uint64_t)asking->aggregate * asking->rounds);
	snprintf(own->sampling.more, sizeof(own->sampling.more),
		 " every=%s%s aggregate=%" PRIu32 "%s", asking->every, samples,
		 asking->aggregate, target_file(target) ? "" : " write=1");
	own->target = target;
	return sampling_open(out, options, &own->sampling, true, "heat", 1, &own->target);
}

static int heat_screen(struct options *options, int argc, char **argv)
{
	const struct heat_options *own = options->own;
	struct heat_screen screen = {
		.asking = {
			.open = ask, .ctx = options, .rounds = own->rounds,
			.aggregate = own->aggregate ?: AGGREGATE_DEFAULT,
		},
		.targets = argv, .nr = argc, .read = options->read, .save = options->save,
		.color = output_wants_color(options->color, true),
	};
	const char *every = own->sampling.every ?: SAMPLING_EVERY;

	if (!options->read && sampling_check("heat", argc, argv))
		return EXIT_USAGE;
	if (screen.save && argc > 1) {
		say_error("--save of several targets takes --once: each is a stream of its own");
		return EXIT_USAGE;
	}
	snprintf(screen.asking.every, sizeof(screen.asking.every), "%s", every);
	return heat_screen_run(&screen);
}

/* Options --------------------------------------------------------------------------- */

/* 0 is none of them. */
static int set_count(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	int err = option_set_number32(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint32_t *)option_member(options, entry),
					 "one at least is needed");
}

static const struct option_entry aggregate_option = {
	"aggregate", 0, "N", SECTION_SELECT, true, set_count, OWN(struct heat_options, aggregate),
	.value = PAGESNAP_ACCESSES_AGGREGATE_MAX,
	.help = "samples of a round, which has one column; 10 without it",
};

static const struct option_entry rounds_option = {
	"rounds", 0, "N", SECTION_SELECT, true, set_count, OWN(struct heat_options, rounds),
	.value = HEAT_ROUNDS_MAX,
	.help = "how many rounds; 60 without it, on a full screen\n"
		"as many as one wants to see",
};

static const struct option_entry rows_option = {
	"rows", 0, "N", SECTION_OUTPUT, false, set_count, AT(out.heat.rows),
	.value = ROWS_MAX,
	.help = "about how many rows a process has, but each mapping\n"
		"has one; 40 without it",
};

static const struct option_entry once_option = {
	"once", 0, NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct heat_options, once),
	.help = "rows on a terminal, too, once all rounds are there",
};

static const struct option_entry *const heat_list[] = {
	&option_every, &aggregate_option, &rounds_option, &once_option, &rows_option, OPTIONS_COLUMNS,
	OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, OPTIONS_PLOT, &option_trace, &option_print_query,
	&option_save, &option_print, &option_read, &option_at, OPTIONS_ABOUT, NULL
};

const struct command command_heat = {
	.name = "heat",
	.operands = "PID|uid:USER|cgroup:PATH|file:PATH...",
	.brief = "what processes access as time goes on",
	.about = "Looks at which pages processes access, and draws it: addresses down, with the mapping\n"
		 "that they are in, and time to the right, a column for each round of samples.  On a\n"
		 "terminal it is a full screen, until q is pressed; ? shows its keys.  Elsewhere, and with\n"
		 "--once, it looks for a minute, and prints rows; ^C prints the rounds so far.  It needs\n"
		 "the module pagesnap_accesses, which clears accessed bits meanwhile; see\n"
		 "docs/accesses.md.  file:PATH is a file, whoever maps it: rows are ranges of it.",
	.kind = &kind_heat,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_SAMPLED,
	.options = heat_list,
	.own_size = sizeof(struct heat_options),
	.settle = heat_settle,
	.open = heat_open,
	.has_screen = heat_has_screen,
	.screen = heat_screen,
};
