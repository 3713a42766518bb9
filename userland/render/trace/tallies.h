/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References added up by what they were to: mappings of processes, or files.  Pure.
 *
 * Working sets are of windows one behind the other, which are 1, 4 and 16 ticks long.  A tick is
 * a sweep, which is a time; or as many references of all processes as one says.
 */
#ifndef RENDER_TRACE_TALLIES_H
#define RENDER_TRACE_TALLIES_H

#include "references.h"
#include "table.h"

#define TRACE_WINDOWS 3
#define TRACE_WINDOW_TICKS { 1, 4, 16 }

enum trace_by { TRACE_BY_MAPPING, TRACE_BY_FILE };

/**
 * struct trace_working - working sets in windows of one length
 * @window: number of the one under way
 * @pages: different pages in that
 * @sum: in those before it
 * @most: in the one of them with most
 */
struct trace_working {
	uint64_t window;
	uint64_t pages;
	uint64_t sum;
	uint64_t most;
};

/**
 * struct trace_tally - references to a mapping, or a file
 * @pid: process of a mapping, the first one of a file
 * @name: of it, as the kernel reports it; "" of anonymous memory, and of no file; owned
 * @name_len: bytes of it
 * @known: the mapping is known, or there is a file
 * @pages: different ones
 * @references: to them
 * @reads: of these, reads
 * @writes: writes
 * @fetches: of instructions
 * @first: those that found nothing in the page table
 * @sequential: those to the page behind that of the reference before
 * @working: working sets
 * @born: tick of the first reference
 * @last: page of the last reference
 */
struct trace_tally {
	uint32_t pid;
	char *name;
	size_t name_len;
	bool known;
	uint64_t pages;
	uint64_t references;
	uint64_t reads;
	uint64_t writes;
	uint64_t fetches;
	uint64_t first;
	uint64_t sequential;
	struct trace_working working[TRACE_WINDOWS];
	uint64_t born;
	uint64_t last;
};

/**
 * struct trace_tallies - all of them; all zero, but for what is asked, is none
 * @by: what they are of
 * @window_refs: references of a tick; 0: a tick is a sweep
 * @list: tallies, @nr of them
 * @nr: see there
 * @by_map: which of them a mapping is of
 * @last_tick: of each page, the tick of its last reference
 * @references: to all
 * @sweeps: so far
 */
struct trace_tallies {
	enum trace_by by;
	uint64_t window_refs;
	struct trace_tally *list;
	size_t nr;
	struct trace_table by_map;
	struct trace_table last_tick;
	uint64_t references;
	uint64_t sweeps;
};

/* A sweep. */
void trace_tallies_sweep(struct trace_tallies *t);
/* A reference, behind those that were added.  0 or -ENOMEM. */
int trace_tallies_add(struct trace_tallies *t, const struct trace_reference *ref);
/* All have come: ends the last windows, and puts those with most references first. */
void trace_tallies_finish(struct trace_tallies *t);
/*
 * Behind that, the mean of the working sets in windows number @nth, in pages, since there were
 * references to it; PAGESNAP_UNKNOWN if there was no whole window.
 */
uint64_t trace_tally_mean(const struct trace_tallies *t, const struct trace_tally *one,
			  unsigned int nth);
/* The largest of them; likewise. */
uint64_t trace_tally_most(const struct trace_tallies *t, const struct trace_tally *one,
			  unsigned int nth);
void trace_tallies_free(struct trace_tallies *t);

#endif /* RENDER_TRACE_TALLIES_H */
