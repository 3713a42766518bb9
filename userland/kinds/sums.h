/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_SUMS_H
#define KINDS_SUMS_H

#include <stdbool.h>

#include "lib/pagesnap.h"

/* Is there no page, and no entry of one that was?  So it is with what was only named. */
bool sums_empty(const struct pagesnap_sums *s);

/* Adds to a count, either of which may be PAGESNAP_UNKNOWN. */
void sums_count(__u64 *to, uint64_t count);
/* The same with what @pages of @all pages count. */
void sums_count_part(__u64 *to, uint64_t count, uint64_t all, uint64_t pages);
/* Adds @from to @to.  What is unknown of one is unknown of both. */
void sums_add(struct pagesnap_sums *to, const struct pagesnap_sums *from);
/*
 * Adds the part of @from that is charged to one of several cgroups, @pages of
 * its pages.  What only some of the pages are is unknown of a part.
 */
void sums_add_part(struct pagesnap_sums *to, const struct pagesnap_sums *from, uint64_t pages);

#endif /* KINDS_SUMS_H */
