/* SPDX-License-Identifier: GPL-2.0 */
/* Several processes that are named at once: uid:USER, cgroup:PATH, file:PATH. */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>

/* Does @text begin as one does, with something behind it? */
bool target_is(const char *text);
/* The path of a word file:PATH, NULL for others. */
const char *target_file(const char *text);
/*
 * The target that @text names, as queries have it: users as numbers; names of cgroups, and
 * paths with the mount in front, as inodes.  It is to be freed.  With --mnt-ns only numbers
 * and paths below the mount will do.  0, or a positive errno with a sentence in *@why, which
 * stays until the next call.
 */
int target_find(const char *text, char **target, const char **why);

#endif /* TARGET_H */
