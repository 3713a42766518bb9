/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes on a full screen, or printed.
 */
#ifndef COMMANDS_TOP_SCREEN_H
#define COMMANDS_TOP_SCREEN_H

#include "cli/options.h"
#include "render/top/order.h"
#include "watch.h"

/* What may be turned to. */
enum top_operands {
	TOP_NO_OPERANDS,	/* anything */
	TOP_PATHS,		/* files were named */
	TOP_PROCESSES,		/* processes were named */
};

/**
 * struct top_screen - what is to be shown
 * @asking: what is looked at
 * @operands: what was named
 * @order: how rows are sorted, and which are seen, at first
 * @refreshes: how many, 0 for any number
 * @rows: of a refresh that is printed, 0 for all
 * @color: use colours, if there are any
 */
struct top_screen {
	struct top_asking asking;
	enum top_operands operands;
	struct top_order order;
	uint64_t refreshes;
	size_t rows;
	bool color;
};

/* Shows it until somebody has enough.  An exit code, after a message if that is not 0. */
int top_screen_run(const struct top_screen *screen);
/* Prints it, as @options have it.  As above. */
int top_batch_run(const struct top_screen *screen, struct options *options);

/* What all lines say of a watch, but for rows.  @time has room for 32 bytes. */
struct top_head top_head_of(const struct top_watch *w, const struct top_order *order, char *time);

#endif /* COMMANDS_TOP_SCREEN_H */
