/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The threads that ask.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>

#include "lib/pagesnap.h"
#include "queue.h"
#include "settings.h"

struct workers;

/*
 * Starts as many threads as @settings say for what stands in @queue.  They make rows if
 * @rows.  @fn takes the decoded records of all streams.  0, or -errno after a message.
 */
int workers_start(struct workers **out, const struct settings *settings, bool rows,
		  struct queue *queue, pagesnap_record_fn *fn, void *ctx);
/* Ends the threads, wherever they are, and stops the queue.  @workers may be NULL. */
void workers_stop(struct workers *workers);

#endif /* WORKERS_H */
