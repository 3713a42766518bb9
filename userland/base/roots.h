/* SPDX-License-Identifier: GPL-2.0 */
/* Directories below which others are looked at, or distinguished. */
#ifndef ROOTS_H
#define ROOTS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct roots - directories, all zero for none
 * @list: these, absolute, without symbolic links
 * @nr: how many
 */
struct roots {
	char **list;
	size_t nr;
};

/* Is one of the first @nr of @roots @path, or above it? */
bool roots_above(const struct roots *roots, size_t nr, const char *path);
/* Copies @path behind the others.  0 or -ENOMEM. */
int roots_add(struct roots *roots, const char *path);
/* Gives back what roots_add() allocated. */
void roots_free(struct roots *roots);

#endif /* ROOTS_H */
