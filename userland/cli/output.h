/* SPDX-License-Identifier: GPL-2.0 */
/* stdout, and what is known of the terminal. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "options.h"

/* Sets what depends on stdout: where to, terminal, width, color.  0 or -ENOMEM. */
int output_open(struct options *options, const struct command *command);
/* The answers are grouped by PAGESNAP_GROUP_*: sets what depends on that. */
void output_set_group(struct options *options, const struct command *command, uint32_t group);
/* Are colours wanted, if stdout is a @terminal or not? */
bool output_wants_color(enum color_when when, bool terminal);
/* Writes what is buffered.  0, or -errno of the first write that failed. */
int output_close(struct options *options);

#endif /* OUTPUT_H */
