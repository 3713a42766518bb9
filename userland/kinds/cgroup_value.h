/* SPDX-License-Identifier: GPL-2.0 */
/* Values that are memory cgroups, or those that processes are in. */
#ifndef KINDS_CGROUP_VALUE_H
#define KINDS_CGROUP_VALUE_H

#include "row.h"

/* Inode of a cgroup, "?", "-" or all others. */
void set_cgroup(struct value *v, uint64_t ino);
/* Path of the cgroup @ino; "?" if it is unknown. */
void set_cgroup_path(struct row *row, uint64_t ino, struct value *v);

#endif /* KINDS_CGROUP_VALUE_H */
