/* SPDX-License-Identifier: GPL-2.0 */
/* stdout, and what is known of the terminal. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "options.h"

/*
 * Sets what depends on stdout: to, terminal, width, color, and how many rows of
 * a sorted table fit (@top).  0 or -ENOMEM.
 */
int output_open(struct options *options, const struct command *command);
/* Writes what is buffered.  0, or -errno of the first write that failed. */
int output_close(struct options *options);

#endif /* OUTPUT_H */
