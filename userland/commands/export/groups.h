/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The largest groups of files, and one of all others.
 */
#ifndef COMMANDS_EXPORT_GROUPS_H
#define COMMANDS_EXPORT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "kinds/tally_group.h"

struct row;
struct tally;

/* What is added up, in pages. */
enum export_sum {
	EXPORT_RESIDENT, EXPORT_DIRTY, EXPORT_WRITEBACK, EXPORT_MAPPED, EXPORT_UNEVICTABLE,
	EXPORT_DROPPABLE, EXPORT_EVICTED, EXPORT_SWAPPED, EXPORT_SUMS
};

/* Groups whose names are words, in this order in front of the others. */
enum export_word {
	EXPORT_OTHER,		/* all that have no series of their own */
	EXPORT_NO_CGROUP,
	EXPORT_NOT_KNOWN,
	EXPORT_REMOVED,		/* cgroups that are gone */
	EXPORT_WORDS
};

/**
 * struct export_group - a group with a series of its own
 * @labels: of its samples
 * @pages: by enum export_sum, PAGESNAP_UNKNOWN where that can't be known
 */
struct export_group {
	char *labels;
	uint64_t pages[EXPORT_SUMS];
};

/**
 * struct export_groups - all series of one sort
 * @by: what a group is of
 * @list: EXPORT_WORDS words, then the largest; no two have the same labels
 * @nr: how many
 * @found: groups that there were, but for those that have a word
 */
struct export_groups {
	enum tally_by by;
	struct export_group *list;
	size_t nr;
	size_t found;
};

/* Is a word one of this sort of groups? */
static inline int export_groups_have(const struct export_groups *g, enum export_word word)
{
	return word == EXPORT_OTHER || g->by == TALLY_BY_CGROUP;
}

/*
 * Makes them of a tally by @by, the @top largest.  @row has the names.  0 or -ENOMEM;
 * export_groups_free() is owed in any case.
 */
int export_groups_make(struct export_groups *g, enum tally_by by, struct tally *tally,
		       struct row *row, size_t top);
void export_groups_free(struct export_groups *g);

#endif /* COMMANDS_EXPORT_GROUPS_H */
