/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that is no page cache: one walk by class, and what the kernel counts of each before and
 * after it.
 */
#ifndef AUDIT_CLASSES_H
#define AUDIT_CLASSES_H

#include "commands/memory/census.h"
#include "commands/memory/system.h"
#include "counters.h"

/**
 * struct classes - all frames by class, all zero at first
 * @before: counters, before the walk
 * @after: counters, after it
 * @census: frames
 */
struct classes {
	struct system before;
	struct system after;
	struct census census;
};

/* Of struct classed: names for its rows. */
#define CLASSED_MAX 10

/**
 * struct classed - a class, and what it is compared with
 * @name: what is counted
 * @counter: of the kernel
 * @found: pages
 * @over: pages that may be found beyond those that are counted, whatever moved
 * @over_why: reason for that, NULL if none may
 * @under: pages that may be counted beyond those that are found
 * @under_why: reason for that, NULL if none may
 */
struct classed {
	const char *name;
	struct counter counter;
	uint64_t found;
	uint64_t over;
	const char *over_why;
	uint64_t under;
	const char *under_why;
};

/* Reads the counters once, before or after the walk.  0 or a negative errno. */
int classes_read(struct system *s);
/* Fills @list; how many. */
size_t classes_list(const struct classes *c, struct classed list[CLASSED_MAX]);

#endif /* AUDIT_CLASSES_H */
