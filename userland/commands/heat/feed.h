/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where records for a screen come from: a process of our own that asks, or a saved run.
 *
 * The module takes samples in the thread that reads them, which may take as long as an interval.
 * So somebody else reads: keys are answered at once, and to ask anew is to end that process.
 */
#ifndef COMMANDS_HEAT_FEED_H
#define COMMANDS_HEAT_FEED_H

#include <stdbool.h>
#include <sys/types.h>

#include "render/heat/model.h"
#include "spool.h"

struct source;

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
 * @fd: where records come from, -1 behind their end
 * @errors: where messages of the process come from, -1 if there is none
 * @child: the process that asks, 0 if there is none
 * @decoder: of the records
 * @model: made of them
 * @spool: the bytes
 * @said: what went wrong, lines; "" if nothing did
 * @len: bytes of that
 */
struct heat_feed {
	char *name;
	int fd;
	int errors;
	pid_t child;
	struct pagesnap_decoder *decoder;
	struct heat_model model;
	struct heat_spool spool;
	char said[2048];
	size_t len;
};

/* Asks about @target.  0 or -errno. */
int heat_feed_ask(struct heat_feed *f, const struct heat_asking *asking, const char *target,
		  size_t runs_max);
/* Reads a saved run.  0 or -errno. */
int heat_feed_read(struct heat_feed *f, const char *path, size_t runs_max);
/* Takes what is there, once: call it when @fd or @errors is readable. */
void heat_feed_take(struct heat_feed *f);
void heat_feed_take_errors(struct heat_feed *f);
/* Ends the process, and forgets all.  All zero is left. */
void heat_feed_close(struct heat_feed *f);

#endif /* COMMANDS_HEAT_FEED_H */
