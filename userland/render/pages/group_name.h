/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of groups of files.
 */
#ifndef RENDER_PAGES_GROUP_NAME_H
#define RENDER_PAGES_GROUP_NAME_H

#include <stddef.h>

#include "kinds/row.h"

struct tally_group;

/* What people know a group by, as @row sees mounts and cgroups.  Its length. */
size_t tally_group_name(const struct tally_group *g, struct row *row, char *buf, size_t size);

#endif /* RENDER_PAGES_GROUP_NAME_H */
