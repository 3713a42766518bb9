/* SPDX-License-Identifier: GPL-2.0 */
/* What the commands have in common that add files up: du and cgroup. */
#ifndef SUMS_H
#define SUMS_H

#include <stdbool.h>

#include "ask/places.h"
#include "ask/queries.h"
#include "cli/options.h"

/*
 * Queries about all of @p, which becomes @options', @below paths or of whole
 * filesystems; if it is NULL says why.  An exit code.
 */
int sums_open(struct source **out, struct options *options, struct places *p, bool below);

#endif /* SUMS_H */
