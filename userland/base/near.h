/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What somebody who mistyped a word may have meant.
 */
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

/**
 * struct near - the best guess so far; begins as all zero
 * @word: it, NULL for none
 * @distance: letters that differ
 */
struct near {
	const char *word;
	unsigned int distance;
};

/* @word could have been meant by the @len bytes at @given, if it is nearer than the best. */
void near_try(struct near *near, const char *given, size_t len, const char *word);

#endif /* NEAR_H */
