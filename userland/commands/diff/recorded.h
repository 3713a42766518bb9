/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two moments of a recording.
 */
#ifndef COMMANDS_DIFF_RECORDED_H
#define COMMANDS_DIFF_RECORDED_H

#include "print.h"

/**
 * struct diff_recorded - which moments
 * @folder: recording
 * @from: time of the first one, as it was named
 * @to: of the second one; NULL: the last one that there is
 */
struct diff_recorded {
	const char *folder;
	const char *from;
	const char *to;
};

/*
 * Compares them, and prints rows as @options say.  output_open() and interrupt_catch() were called.
 * An exit code: EXIT_USAGE for a time that can't be read.
 */
int diff_recorded(const struct diff_recorded *recorded, const struct diff_asked *asked,
		  struct options *options);

#endif /* COMMANDS_DIFF_RECORDED_H */
