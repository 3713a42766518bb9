/* SPDX-License-Identifier: GPL-2.0 */
/* Who may open the files of a collection. */
#ifndef TESTS_ONLY_ROOT_H
#define TESTS_ONLY_ROOT_H

/*
 * Prints that a file in tracefs is closed to other users: by its mode, and by the capability
 * that they lack when all modes would let them in.
 */
void only_root_opens(const char *file);

#endif /* TESTS_ONLY_ROOT_H */
