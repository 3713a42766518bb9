// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap heat: what processes access as time goes on: addresses down, time to the right.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
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
 */
struct heat_options {
	struct sampling sampling;
	uint32_t aggregate;
	uint32_t rounds;
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

	if (!options->out.heat.rows)
		options->out.heat.rows = ROWS_DEFAULT;
	if (sampling_every(&own->sampling, &text, &every))
		return -EINVAL;
	snprintf(own->sampling.more, sizeof(own->sampling.more),
		 " every=%s samples=%" PRIu64 " aggregate=%" PRIu64, text,
		 aggregate * (own->rounds ?: ROUNDS_DEFAULT), aggregate);
	return 0;
}

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
	.help = "how many rounds; 60 without it",
};

static const struct option_entry rows_option = {
	"rows", 0, "N", SECTION_OUTPUT, false, set_count, AT(out.heat.rows),
	.value = ROWS_MAX,
	.help = "about how many rows a process has, but each mapping\n"
		"has one; 40 without it",
};

static const struct option_entry *const heat_list[] = {
	&option_every, &aggregate_option, &rounds_option, &rows_option, OPTIONS_COLUMNS,
	OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, &option_print_query, &option_save,
	&option_print, &option_read, OPTIONS_ABOUT, NULL
};

const struct command command_heat = {
	.name = "heat",
	.operands = "PID|uid:USER|cgroup:PATH...",
	.brief = "what processes access as time goes on",
	.about = "Looks for a minute at which pages processes access, and draws it: addresses down, with\n"
		 "the mapping that they are in, and time to the right, a column for each round of\n"
		 "samples.  It needs the module pagesnap_accesses, which clears accessed bits meanwhile;\n"
		 "see docs/accesses.md.  ^C shows the rounds so far.",
	.kind = &kind_heat,
	.group = PAGESNAP_GROUP_RUN,
	.complete = OPERAND_TASKS,
	.options = heat_list,
	.own_size = sizeof(struct heat_options),
	.settle = heat_settle,
	.open = heat_open,
};
