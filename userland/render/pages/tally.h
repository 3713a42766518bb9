/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of files: by folder, filesystem, type of filesystem or memory cgroup.
 */
#ifndef RENDER_PAGES_TALLY_H
#define RENDER_PAGES_TALLY_H

#include "kinds/row.h"
#include "kinds/pages_view.h"

struct tally;

/* NULL if there is no memory. */
struct tally *tally_new(const struct pages_view *view);
void tally_free(struct tally *t);
/* Adds a row of an object with sums.  0 or -ENOMEM. */
int tally_take(struct tally *t, struct row *row);
/* Pages of hugetlbfs: in the total, but not in what the kernel calls cached. */
uint64_t tally_huge(const struct tally *t);
/* TALLY_BY_CGROUP: drops the groups of cgroups that are not gone; the total is of the rest. */
void tally_keep_dead(struct tally *t, struct names *names);
/* The groups, most pages first; nothing can be added then. */
const struct tally_group *const *tally_groups(struct tally *t, size_t *nr);
/* All files, each counted once; its key is "total". */
const struct tally_group *tally_total(const struct tally *t);
/* Makes @row one of @group.  0 or -ENOMEM. */
int tally_row(const struct tally_group *group, struct row *row);

#endif /* RENDER_PAGES_TALLY_H */
