/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looking again and again: when, by whom, and what it costs.
 */
#ifndef COMMANDS_TOP_WATCH_H
#define COMMANDS_TOP_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "commands/screen/feed.h"
#include "look.h"
#include "render/top/pace.h"

struct pollfd;
struct save;

/* Descriptors that are waited for. */
#define TOP_WATCH_FDS 2

/**
 * struct top_asking - what is to be looked at
 * @open: opens the source of the queries by @by, in a process of its own; an exit code, after a
 *	message on stderr
 * @ctx: for @open
 * @by: what a row is of, at first
 * @view: how files are added up
 * @read: file with a saved run, "-" for stdin; NULL to ask
 * @save: all answers go here, or NULL
 * @every_ns: from one look to the next, if that is not too much
 * @percent: of one processor that may be taken
 */
struct top_asking {
	int (*open)(struct source **out, void *ctx, enum top_by by);
	void *ctx;
	enum top_by by;
	struct pages_view view;
	const char *read;
	struct save *save;
	uint64_t every_ns;
	uint64_t percent;
};

/**
 * struct top_watch - looks under way
 * @asking: what is looked at
 * @by: what a row is of
 * @look: what was found
 * @pace: when to look again
 * @feed: where answers come from
 * @decoder: of them
 * @looking: a look is under way
 * @begun: there was one
 * @soon: the next look is to begin as soon as it may
 * @more: of a saved run, bytes of the next look were decoded up to its beginning
 * @ended: a saved run has ended
 * @asked: number of looks that have ended, failed ones, too
 * @said: what went wrong in the last look, for people; "" if nothing did
 * @mark: where in what is saved the look under way begins
 * @err: -errno of saving, which was said
 */
struct top_watch {
	const struct top_asking *asking;
	enum top_by by;
	struct top_look look;
	struct top_pace pace;
	struct feed feed;
	struct pagesnap_decoder *decoder;
	bool looking;
	bool begun;
	bool soon;
	bool more;
	bool ended;
	uint64_t asked;
	char said[512];
	off_t mark;
	int err;
};

enum top_event {
	TOP_NOTHING,
	TOP_LOOKED,	/* a look has ended: there are new rows */
	TOP_FAILED,	/* it has failed, and @said says why */
};

/* 0 or -errno; top_watch_close() is owed in any case. */
int top_watch_open(struct top_watch *w, const struct top_asking *asking);
/* Rows are of something else from now on, and begin anew.  0 or -errno. */
int top_watch_turn(struct top_watch *w, enum top_by by);
/* Milliseconds until there is something to do; -1: only if a descriptor has something. */
int top_watch_timeout(const struct top_watch *w);
/* What to wait for: TOP_WATCH_FDS. */
void top_watch_fds(const struct top_watch *w, struct pollfd *fds);
/* Does what there is to do, once poll() has looked at @fds; begins to look if it is time. */
enum top_event top_watch_take(struct top_watch *w, const struct pollfd *fds);
/* Looks so often from now on, if it may. */
void top_watch_every(struct top_watch *w, uint64_t every_ns);
/* What this costs, in tenths of a percent of one processor, and from one look to the next. */
uint64_t top_watch_cost(const struct top_watch *w);
uint64_t top_watch_interval(const struct top_watch *w);
/* Since the look that is under way has begun; 0 if there is none. */
uint64_t top_watch_since(const struct top_watch *w);
void top_watch_close(struct top_watch *w);

#endif /* COMMANDS_TOP_WATCH_H */
