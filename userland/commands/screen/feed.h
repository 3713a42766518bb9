/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where records for a screen come from: a process of our own that asks, or a saved run.
 *
 * The module works in the thread that reads, which may take long.  So somebody else reads: keys
 * are answered at once, and to ask anew is to end that process.
 */
#ifndef COMMANDS_SCREEN_FEED_H
#define COMMANDS_SCREEN_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct source;

/**
 * struct feed_asking - what a process asks
 * @open: opens the source of its queries, which stays; an exit code, after a message on stderr.
 *	Called in that process
 * @ctx: for @open
 * @all: an answer that is an error is not the last one
 */
struct feed_asking {
	int (*open)(struct source **out, void *ctx);
	void *ctx;
	bool all;
};

/**
 * struct feed - where bytes come from; all zero but for @fd and @errors, which are -1, is none
 * @fd: bytes, -1 behind their end
 * @errors: messages of the process, -1 if there is none
 * @child: the process that asks, 0 if there is none
 * @killed: a signal has ended it, so that it may have asked for less
 * @said: what went wrong, lines; "" if nothing did
 * @len: bytes of that
 */
struct feed {
	int fd;
	int errors;
	pid_t child;
	bool killed;
	char said[2048];
	size_t len;
};

/* A process asks.  0 or -errno. */
int feed_ask(struct feed *f, const struct feed_asking *asking);
/* Reads a saved run, "-" for stdin.  0 or -errno. */
int feed_read(struct feed *f, const char *path);
/*
 * Bytes that are there, once @fd is readable: how many, 0 if there are none after all, or an
 * errno; -ENODATA behind the last.  @bytes stay until the next call.
 */
ssize_t feed_take(struct feed *f, const void **bytes);
/* Takes messages, once @errors is readable. */
void feed_take_errors(struct feed *f);
/* A line of what went wrong; what does not fit is the least. */
void feed_say(struct feed *f, const char *text);
/* Ends the process; what it has said can be taken still. */
void feed_stop(struct feed *f);
/* Nothing more is wanted, or there is nothing: waits for the process, which has ended if @whole. */
void feed_end(struct feed *f, bool whole);

#endif /* COMMANDS_SCREEN_FEED_H */
