/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Asking a query whose answer is for the caller, not for a table of rows.
 */
#ifndef ASKING_H
#define ASKING_H

#include <stdbool.h>

#include "lib/pagesnap.h"

/**
 * struct asking - a query under way
 * @subject: what it is about, for messages
 * @take: takes its records; 0 or a negative errno
 * @tick: called after each read(); 0 or a negative errno; may be NULL
 * @ctx: of both
 * @failed: an error was answered, which was said
 * @partial: not all was answered, which was said
 */
struct asking {
	const char *subject;
	int (*take)(void *ctx, const struct pagesnap_record *r);
	int (*tick)(void *ctx);
	void *ctx;
	bool failed;
	bool partial;
};

/* 0; -EINTR after a signal, another negative errno after a message, or what @tick returned. */
int asking_run(struct asking *a, enum pagesnap_index_file which,
	       const struct pagesnap_params *query);

#endif /* ASKING_H */
