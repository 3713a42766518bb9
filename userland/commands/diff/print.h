/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing what two moments tell.
 */
#ifndef COMMANDS_DIFF_PRINT_H
#define COMMANDS_DIFF_PRINT_H

#include "cli/options.h"
#include "rows.h"

/**
 * struct diff_asked - how two moments are compared
 * @by: what a row is of
 * @sort: order of rows
 * @top: so many of these at the most, 0 for all
 */
struct diff_asked {
	enum diff_by by;
	enum diff_sort sort;
	size_t top;
};

/*
 * Compares two complete streams that are open, and prints rows as @options say; the names of both
 * are for messages.  output_open() and interrupt_catch() were called.  An exit code.
 */
int diff_streams(const int fds[DIFF_MOMENTS], const char *const origins[DIFF_MOMENTS],
		 const struct diff_asked *asked, struct options *options);
/* The same of moments that were read.  They are forgotten afterwards. */
int diff_print(struct diff_moments *m, const struct diff_asked *asked, struct options *options);

#endif /* COMMANDS_DIFF_PRINT_H */
