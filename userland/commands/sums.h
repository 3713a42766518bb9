/* SPDX-License-Identifier: GPL-2.0 */
/* What the commands have in common that add files up: du and cgroup. */
#ifndef SUMS_H
#define SUMS_H

#include <stdbool.h>

#include "ask/places.h"
#include "ask/queries.h"
#include "cli/options.h"

/*
 * Queries about all of @p, which stays as long as @options, @below paths or of whole
 * filesystems; if it is NULL says why.  An exit code.
 */
int sums_open(struct source **out, struct options *options, struct places *p, bool below);
/* Answers that are grouped so can be added up.  0, or -EINVAL after a message. */
int sums_check_group(const struct options *options, uint32_t group);
/* How many of the sums of files have a row, and what they leave out; or of files. */
void sums_footer(const struct options *options, const struct out_totals *totals);

#endif /* SUMS_H */
