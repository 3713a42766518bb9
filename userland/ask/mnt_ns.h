/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Asking as a process in another mount namespace would.
 */
#ifndef MNT_NS_H
#define MNT_NS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Joins the mount namespace of @pid, and its root.  Before there is a second
 * thread.  @ask: index files will be opened.  An exit code, after a message.
 */
int mnt_ns_join(uint32_t pid, bool ask);
/* Was one joined?  Then paths that are named have to be absolute. */
bool mnt_ns_joined(void);
/* Folder of the index files, NULL to look for it. */
const char *mnt_ns_index_dir(void);

#endif /* MNT_NS_H */
