/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs that belong to this one, and need libraries that it does without.
 */
#ifndef BASE_BESIDE_H
#define BASE_BESIDE_H

#include <spawn.h>

/*
 * Starts that which lies beside this program, which is of its version; else the one that is
 * found.  @files say what it has open.  0 or a negative errno.
 */
int beside_spawn(pid_t *pid, const char *program, char **argv,
		 const posix_spawn_file_actions_t *files);

#endif /* BASE_BESIDE_H */
