/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The threads that ask.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>

#include "lib/internal.h"
#include "lib/pagesnap.h"
#include "queue.h"
#include "settings.h"

struct workers;

/**
 * struct record_taker - who takes what decoders make, in the reader's thread
 * @one: takes a record
 * @alike: takes several at once
 * @ctx: first argument of both
 */
struct record_taker {
	pagesnap_record_fn *one;
	pagesnap_alike_fn *alike;
	void *ctx;
};

/*
 * Starts as many threads as @settings say for what stands in @queue.  They make rows if
 * @rows.  @taker takes the decoded records of all streams.  0, or -errno after a message.
 */
int workers_start(struct workers **out, const struct settings *settings, bool rows,
		  struct queue *queue, const struct record_taker *taker);
/* Ends the threads, wherever they are, and stops the queue.  @workers may be NULL. */
void workers_stop(struct workers *workers);

#endif /* WORKERS_H */
