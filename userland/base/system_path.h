/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the files of the system are; tests have their own.
 */
#ifndef SYSTEM_PATH_H
#define SYSTEM_PATH_H

/*
 * What the environment's @variable says, or where it is as a rule.  To be opened
 * at once: while another mount namespace is joined, it is relative.
 */
const char *system_path(const char *variable, const char *usual);
/* The same of a path that is known. */
const char *system_path_of(const char *path);
/* From now on the root is another one, and the working folder is the system's. */
void system_path_from_folder(void);

#endif /* SYSTEM_PATH_H */
