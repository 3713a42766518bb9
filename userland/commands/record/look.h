/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looks of a recorder: what is asked, and where the answers go.
 */
#ifndef COMMANDS_RECORD_LOOK_H
#define COMMANDS_RECORD_LOOK_H

#include <stdbool.h>

struct look;
struct source;
struct writer;

/**
 * struct look_asking - what is asked
 * @open: opens the source of queries @nth; an exit code, after a message on stderr
 * @ctx: for @open
 * @nr: how many sources there are
 * @again: it is asked again and again, so that only what has changed need be told
 */
struct look_asking {
	int (*open)(struct source **out, void *ctx, unsigned int nth);
	void *ctx;
	unsigned int nr;
	bool again;
};

/* @asking must stay.  NULL if there is no memory. */
struct look *look_new(const struct look_asking *asking);
/*
 * Asks, and has @w take the answers: between writer_begin() and writer_end() or writer_drop().
 * *@partial: not all was answered.  0, -EINTR after a signal, -ENODATA after a message, or what
 * writer_take() said.
 */
int look_run(struct look *l, struct writer *w, bool *partial);
/* The moment is not to be had, as of writer_drop(): @err says why. */
void look_drop(struct look *l, int err);
/* @l may be NULL. */
void look_free(struct look *l);

#endif /* COMMANDS_RECORD_LOOK_H */
