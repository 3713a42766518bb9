/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What wss and heat ask: samples of processes, and their mappings.
 */
#ifndef COMMANDS_SAMPLING_H
#define COMMANDS_SAMPLING_H

#include "cli/options.h"

struct query;
struct source;

/**
 * struct sampling - options that say how to sample
 * @every: from one sample to the next, as given; NULL for the usual
 * @children: of the targets, what they fork is sampled, too; mappings are asked behind samples
 * @more: what is asked of accesses besides targets
 */
struct sampling {
	const char *every;
	bool children;
	char more[128];
};

#define SAMPLING_EVERY "100ms"

/* --every of a command whose own struct begins with struct sampling. */
extern const struct option_entry option_every;

/*
 * Of a query about pages of a process or file, makes the same of index file @which of another
 * collection, with the options @more.  1, or -ENOMEM after a message.
 */
int sampling_ask(struct query *query, enum pagesnap_index_file which, const char *more);
/* Reads "100ms", which option --@option gave.  0, or -EINVAL after a message. */
int sampling_time(const char *option, const char *text, uint64_t *ns);
/* The interval, and its text in *@text.  0, or -EINVAL after a message. */
int sampling_every(const struct sampling *s, const char **text, uint64_t *ns);

/* Are these targets, and not too many?  0, or -EINVAL after a message. */
int sampling_check(const char *command, int argc, char **argv);
/*
 * A source that asks for samples as @s says, all targets at the same time, and for their
 * mappings, before or behind them.  An exit code, after a message if that is not 0.
 */
int sampling_open(struct source **out, struct options *options, const struct sampling *s,
		  bool mappings_first, const char *command, int argc, char **argv);

#endif /* COMMANDS_SAMPLING_H */
