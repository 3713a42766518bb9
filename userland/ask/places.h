/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What du asks: folders with what is mounted below them, or every filesystem.
 */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/roots.h"

/**
 * struct places - where to look
 * @subjects: paths, or type:NAME
 * @nr: how many
 * @roots: paths that were named, without symbolic links
 * @words: what both point into
 * @twice: a superblock is asked more than once: files may come again
 */
struct places {
	char **subjects;
	size_t nr;
	struct roots roots;
	char *words[2];
	bool twice;
};

/* Paths and, unless @one_fs, mounts below them.  NULL and errno on failure. */
struct places *places_below(char *const *paths, size_t nr, bool one_fs);
/*
 * All types of filesystem that the kernel knows.  Those that it hides by type
 * become paths if @ask, which asks the module.  NULL and errno on failure.
 */
struct places *places_everywhere(bool ask);
void places_free(struct places *p);

/* Says why one of the two above failed, @below: the first.  An exit code. */
int places_say_missing(bool below);

#endif /* PLACES_H */
