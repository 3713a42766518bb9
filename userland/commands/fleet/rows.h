/* SPDX-License-Identifier: GPL-2.0 */
/* From a stream to rows of fleet. */
#ifndef COMMANDS_FLEET_ROWS_H
#define COMMANDS_FLEET_ROWS_H

#include "kinds/fleet_line.h"
#include "survey.h"

/**
 * struct fleet_rows - where rows of a stream go
 * @machine: whose stream it is; of no bytes: that is unknown
 * @each: gets each; a positive number ends it
 * @ctx: for @each
 * @left: gets how many records had no row
 */
struct fleet_rows {
	struct fleet_text machine;
	int (*each)(void *ctx, const struct fleet_line *line);
	void *ctx;
	uint64_t left;
};

/* 0, what @each returned if it is positive, -EINTR or -ENOMEM. */
int fleet_rows_run(struct fleet_rows *rows, const struct fleet_source *s, const struct survey *v);

#endif /* COMMANDS_FLEET_ROWS_H */
