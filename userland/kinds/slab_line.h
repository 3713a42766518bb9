/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of slab that are added up: sums, and live objects.
 */
#ifndef KINDS_SLAB_LINE_H
#define KINDS_SLAB_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"
#include "slab_view.h"

/**
 * struct slab_subject - what a row is of
 * @by: kind of it
 * @name: of a site or cache, terminated; NULL if it is unknown, or of others
 * @stack: callers of a site, NULL if they weren't told; the same
 * @pid: process; PAGESNAP_NONE32 in an interrupt
 * @cgroup: inode; PAGESNAP_NONE in an interrupt
 * @in_all: of a cache, what it has now, NULL if nobody can tell
 */
struct slab_subject {
	enum slab_by by;
	const char *name;
	const char *stack;
	uint32_t pid;
	uint64_t cgroup;
	const struct slabinfo_cache *in_all;
};

/**
 * struct slab_line - what lines of both kinds begin with
 * @subject: what it is of
 * @round: number of the round, 0 if it is of none
 * @time_ns: when that began, CLOCK_MONOTONIC
 */
struct slab_line {
	struct slab_subject subject;
	uint32_t round;
	uint64_t time_ns;
};

/* A line of @round, NULL for none.  The strings of @subject stay. */
static inline struct slab_line slab_line(const struct slab_subject *subject,
					 const struct pagesnap_slab_round *round)
{
	return (struct slab_line){
		.subject = *subject, .round = round ? round->n : 0,
		.time_ns = round ? round->time_ns : 0,
	};
}

/**
 * struct hotspots_line - what a subject has allocated
 * @of: first, as columns of both kinds look for it
 * @record: of @sum, as columns of sums look for it
 * @sum: since the answer began, or of one round
 * @lasted_ns: how long it was counted; 0 if that is unknown
 * @all: bytes that all have allocated meanwhile
 */
struct hotspots_line {
	struct slab_line of;
	struct pagesnap_record record;
	struct pagesnap_slab_sum sum;
	uint64_t lasted_ns;
	uint64_t all;
};

/* How sure it is that objects leak, the surest first. */
enum live_sure {
	LIVE_SURE_HIGH,
	LIVE_SURE_MEDIUM,
	LIVE_SURE_LOW,
	LIVE_SURE_NOT,		/* there isn't more than there was */
};

/**
 * struct live_line - objects of a subject that are alive
 * @of: first
 * @objects: how many
 * @requested: bytes that were asked for
 * @allocated: bytes that were had for that
 * @oldest_ns: age of the oldest
 * @youngest_ns: age of the youngest
 * @mean_ns: mean age
 * @grown: with --leaks: objects that there are more than in the first round
 * @grown_bytes: the same in bytes
 * @grew: rounds in which they got more
 * @rounds: that they could have
 * @kept: percent of those in the middle of the run that are alive at its end; PAGESNAP_NONE if
 *	there were none then
 * @sure: that they leak
 */
struct live_line {
	struct slab_line of;
	uint64_t objects;
	uint64_t requested;
	uint64_t allocated;
	uint64_t oldest_ns;
	uint64_t youngest_ns;
	uint64_t mean_ns;
	int64_t grown;
	int64_t grown_bytes;
	uint32_t grew;
	uint32_t rounds;
	uint64_t kept;
	enum live_sure sure;
};

#endif /* KINDS_SLAB_LINE_H */
