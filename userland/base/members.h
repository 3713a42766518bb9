/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The processes of a user or a cgroup.
 */
#ifndef BASE_MEMBERS_H
#define BASE_MEMBERS_H

#include <stdint.h>

/*
 * Calls @fn with each process that is one of @target now, as queries name it: uid:N, cgroup:/PATH or
 * cgroup:@INODE; ours is none.  0, what @fn returned if that isn't 0, or a negative errno: -EXDEV
 * where /proc counts processes in another way.
 */
int members_each(const char *target, int (*fn)(void *ctx, uint32_t pid), void *ctx);

#endif /* BASE_MEMBERS_H */
