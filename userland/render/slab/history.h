/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many objects of each subject were alive in each round, and since when.  Pure.
 *
 * Rounds are kept up to a limit; then each other one is forgotten, and from then on only each
 * other is kept, and so on: what is kept is spread over the whole run, however long it is.
 */
#ifndef RENDER_SLAB_HISTORY_H
#define RENDER_SLAB_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kinds/slab_line.h"

/* Rounds that are kept. */
#define HISTORY_ROUNDS 64

/**
 * struct history_live - objects that are alive in a round
 * @objects: how many
 * @requested: bytes that were asked for
 * @allocated: bytes that they take
 * @oldest_ns: age of the oldest
 * @youngest_ns: age of the youngest
 * @ages_ns: sum of their ages
 * @born: of these, those that are of the time up to each round that is kept, and behind the one
 *	before
 */
struct history_live {
	uint64_t objects;
	uint64_t requested;
	uint64_t allocated;
	uint64_t oldest_ns;
	uint64_t youngest_ns;
	double ages_ns;
	uint32_t born[HISTORY_ROUNDS];
};

/**
 * struct history_point - objects that were alive in a round that is kept
 * @objects: how many
 * @allocated: bytes that they took
 */
struct history_point {
	uint64_t objects;
	uint64_t allocated;
};

/**
 * struct history_subject - the objects of a subject
 * @now: in the round under way
 * @done: in the last whole one
 * @kept: in each that is kept
 */
struct history_subject {
	struct history_live now;
	struct history_live done;
	struct history_point kept[HISTORY_ROUNDS];
};

/**
 * struct history - objects of all subjects; all zero is none
 * @list: of each; @nr of them, room for @room
 * @nr: see there
 * @room: see there
 * @times_ns: when rounds that are kept began, CLOCK_MONOTONIC; @kept of them
 * @kept: see there
 * @rounds: that have ended
 * @stride: each how many-th of them is kept; 0 before the first
 * @last_ns: when the last one began
 */
struct history {
	struct history_subject *list;
	size_t nr;
	size_t room;
	uint64_t times_ns[HISTORY_ROUNDS];
	unsigned int kept;
	uint64_t rounds;
	uint64_t stride;
	uint64_t last_ns;
};

/* An object of subject @nth, which may be a new one.  0 or -ENOMEM. */
int history_add(struct history *h, size_t nth, const struct pagesnap_slab_alloc *object);
/* The same of a sum: so many objects that take so many bytes.  Their ages are not known. */
int history_count(struct history *h, size_t nth, uint64_t objects, uint64_t allocated);
/* The round has ended, which began at that time: those that were added are alive in it. */
void history_round(struct history *h, uint64_t time_ns);
/* The last round is kept, too, whatever its number.  Nothing may be added behind it. */
void history_finish(struct history *h);
/* Behind that: what is to be told of subject @nth, if its objects may leak. */
void history_leak(const struct history *h, size_t nth, struct live_line *line);
void history_free(struct history *h);

#endif /* RENDER_SLAB_HISTORY_H */
