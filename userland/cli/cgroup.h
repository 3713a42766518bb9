/* SPDX-License-Identifier: GPL-2.0 */
/* What --cgroup names. */
#ifndef CGROUP_H
#define CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * @text is an inode number, with or without "@"; or a path: below the folder
 * where the memory cgroups are mounted, or with that folder in front; or the
 * name of a unit, ".service" and so on being optional, or the start of a
 * container's id, if only one cgroup is called so.  "/" at its end means cgroups
 * below it too.  0, or -errno with a sentence in @why.
 */
int cgroup_find(const char *text, uint64_t *ino, bool *below, char *why, size_t why_size);

#endif /* CGROUP_H */
