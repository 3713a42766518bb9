/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What records of a target become: a model, and the bytes.
 */
#ifndef COMMANDS_HEAT_FEED_H
#define COMMANDS_HEAT_FEED_H

#include <stdint.h>

#include "commands/screen/feed.h"
#include "render/heat/model.h"
#include "spool.h"

/**
 * struct heat_asking - how to ask
 * @open: opens the source of the queries about a target, which stays; an exit code, after a
 *	message on stderr.  Called in a process of its own
 * @ctx: for @open
 * @every: from one sample to the next, as text
 * @aggregate: samples of a round
 * @rounds: 0: until nobody looks any more
 */
struct heat_asking {
	int (*open)(struct source **out, const struct heat_asking *asking, char *target);
	void *ctx;
	char every[32];
	uint32_t aggregate;
	uint32_t rounds;
};

/**
 * struct heat_feed - a target
 * @name: of it, or of the file
 * @from: where records come from
 * @decoder: of the records
 * @model: made of them
 * @spool: the bytes
 */
struct heat_feed {
	char *name;
	struct feed from;
	struct pagesnap_decoder *decoder;
	struct heat_model model;
	struct heat_spool spool;
};

/* Asks about @target.  0 or -errno. */
int heat_feed_ask(struct heat_feed *f, const struct heat_asking *asking, const char *target,
		  size_t runs_max);
/* Reads a saved run.  0 or -errno. */
int heat_feed_read(struct heat_feed *f, const char *path, size_t runs_max);
/* Takes what is there, once: call it when @from's @fd is readable. */
void heat_feed_take(struct heat_feed *f);
/* Ends the process, and forgets all.  All zero is left. */
void heat_feed_close(struct heat_feed *f);

#endif /* COMMANDS_HEAT_FEED_H */
