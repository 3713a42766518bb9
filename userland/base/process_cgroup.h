/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In which memory cgroup a process is.
 */
#ifndef BASE_PROCESS_CGROUP_H
#define BASE_PROCESS_CGROUP_H

#include <stdint.h>
#include <sys/types.h>

/*
 * The memory cgroup of process @pid, which is counted as in the initial PID namespace.  The
 * length of its path, not terminated, or a negative errno; -EXDEV where /proc counts otherwise.
 */
ssize_t process_cgroup(uint32_t pid, char *path, size_t size);

#endif /* BASE_PROCESS_CGROUP_H */
