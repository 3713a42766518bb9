/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two looks at memory, some time apart.
 */
#ifndef COMMANDS_DIFF_LIVE_H
#define COMMANDS_DIFF_LIVE_H

#include "print.h"

struct source;

/**
 * struct diff_live - what is looked at
 * @open: opens the source of the queries, in a process of its own; an exit code, after a message
 * @ctx: for @open
 * @for_ns: from one look to the next
 */
struct diff_live {
	int (*open)(struct source **out, void *ctx);
	void *ctx;
	uint64_t for_ns;
};

/* Looks twice, compares and prints.  Context as of diff_streams().  An exit code. */
int diff_live(const struct diff_live *live, const struct diff_asked *asked,
	      struct options *options);

#endif /* COMMANDS_DIFF_LIVE_H */
