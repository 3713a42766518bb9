/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of files and pages: what one saved stream has, and another has or has not.
 */
#ifndef COMMANDS_DIFF_SETS_H
#define COMMANDS_DIFF_SETS_H

#include <stdbool.h>

/**
 * struct diff_sets - what is wanted
 * @from: a stream with all of it; NULL: nothing is
 * @with: another one; NULL: all of @from is wanted
 * @within: what is in @with, too; else what is not
 * @zero: names are printed, with a zero byte behind each; else queries
 */
struct diff_sets {
	const char *from;
	const char *with;
	bool within;
	bool zero;
};

/* Prints queries, or names, of what is wanted to stdout.  An exit code. */
int diff_sets_print(const struct diff_sets *sets);

#endif /* COMMANDS_DIFF_SETS_H */
