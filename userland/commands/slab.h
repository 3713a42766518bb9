/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What slab asks, and what it makes of that.
 */
#ifndef COMMANDS_SLAB_H
#define COMMANDS_SLAB_H

#include <stdatomic.h>

#include "behind.h"
#include "cli/options.h"

/**
 * struct slab_options - options of slab alone
 * @lasts: how long to look, as given; NULL for the usual
 * @every: rows of each round, so long from one to the next; NULL for those of all
 * @by: what a row is of
 * @list: all events
 * @top: rows at a time, 0 for all
 * @stack: frames of callers, as given
 * @min_age: of objects, as given
 * @buffer: of events, as given
 * @filters: options of all queries
 * @said: the same as they were given, behind the name of the command; empty if there are none
 * @command: that is looked at, if one is
 * @not_begun: answers that it waits for
 */
struct slab_options {
	const char *lasts;
	const char *every;
	const char *by;
	bool list;
	uint64_t top;
	const char *stack;
	const char *min_age;
	const char *buffer;
	char filters[512];
	char said[768];
	struct behind command;
	atomic_uint not_begun;
};

/* Those of what is asked, and those of what is shown. */
extern const struct option_entry slab_for, slab_every, slab_site, slab_cache, slab_min_size,
	slab_max_size, slab_gfp, slab_node, slab_pid, slab_cgroup, slab_cpu, slab_min_age,
	slab_stack, slab_objects, slab_buffer;
extern const struct option_entry slab_by, slab_frag, slab_cross, slab_lifetimes, slab_live,
	slab_leaks, slab_list, slab_top;

#define OPTIONS_SLAB_ASKED &slab_for, &slab_every, &slab_site, &slab_cache, &slab_min_size, \
	&slab_max_size, &slab_gfp, &slab_node, &slab_pid, &slab_cgroup, &slab_cpu, &slab_min_age, \
	&slab_stack, &slab_objects, &slab_buffer
#define OPTIONS_SLAB_SHOWN &slab_by, &slab_frag, &slab_cross, &slab_lifetimes, &slab_live, \
	&slab_leaks, &slab_list, &slab_top

/* Columns are those of events, unless others are named. */
void slab_show_events(struct options *options);
/* What options mean together.  0, or -EINVAL after a message. */
int slab_settle(struct options *options, bool operands);

#endif /* COMMANDS_SLAB_H */
