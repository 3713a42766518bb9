/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One look of a recorder: what is asked, and where the answers go.
 */
#ifndef COMMANDS_RECORD_LOOK_H
#define COMMANDS_RECORD_LOOK_H

#include <stdbool.h>

struct source;
struct writer;

/**
 * struct look_asking - what is asked
 * @open: opens the source of queries @nth; an exit code, after a message on stderr
 * @ctx: for @open
 * @nr: how many sources there are
 */
struct look_asking {
	int (*open)(struct source **out, void *ctx, unsigned int nth);
	void *ctx;
	unsigned int nr;
};

/*
 * Asks, and has @w take the answers: between writer_begin() and writer_end() or writer_drop().
 * *@partial: not all was answered.  0, -EINTR after a signal, -ENODATA after a message, or what
 * writer_take() said.
 */
int look_run(const struct look_asking *asking, struct writer *w, bool *partial);

#endif /* COMMANDS_RECORD_LOOK_H */
