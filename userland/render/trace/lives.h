/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a trace doesn't see: a page that has faulted is referenced unseen until it is made to fault
 * again.  How long that takes at most, in faults, bounds what the trace says of caches.
 *
 * Let that be W: at a reference, seen or not, W - 1 faults at most came since the last fault of a
 * page that can be referenced unseen now.  So at any time such pages are W at most.  A page that is
 * referenced has d pages in its LRU stack distance, and e in the one that the faults alone give.
 *
 * 1. An unseen one has d <= 2W - 1.  Since its page's fault came W - 1 faults at most.  What was
 *    referenced since then is of these W - 1, or could be referenced unseen at that fault: W pages,
 *    itself included.
 * 2. A seen one has d <= e + W - 1.  What was referenced since its page's last fault is one of
 *    the e, itself included, or could be referenced unseen at that fault: W - 1 others.
 * 3. And e <= d + W - 1.  Its last reference, seen or not, was at most W - 1 faults behind its last
 *    fault; of the e pages all others came later than that, and are among the d.
 *
 * The first reference of a page is always seen.  So of caches of S >= 2W - 1 pages those that are
 * unseen all hit, and misses are at most those that the faults give for S - W + 1 pages; at least
 * they are those for S + W - 1 pages, for every S.  With W = 1 both are the same.  Pure.
 */
#ifndef RENDER_TRACE_LIVES_H
#define RENDER_TRACE_LIVES_H

#include "references.h"

/* Times of faults that are kept, a power of two: a sweep may be told of when it has ended. */
#define TRACE_LIVES_RECENT 65536

/* Why nothing bounds what is unseen. */
#define TRACE_UNSEEN_LOST	0x01	/* records were lost */
#define TRACE_UNSEEN_HUGE	0x02	/* huge pages were kept: 511 others fault with one */
#define TRACE_UNSEEN_FORKS	0x04	/* a child begins with pages that don't fault */
#define TRACE_UNSEEN_ANSWERS	0x08	/* several answers tell of the same time */

/**
 * struct trace_lives - faults so far; all zero is none
 * @window: pages that don't fault at a time, 0 without a window
 * @unseen: TRACE_UNSEEN_*
 * @faults: so far
 * @since: those since the last sweep began
 * @older: those since the one before began, up to the end of the last one
 * @older_until: when that ended; 0 if @older counts no more
 * @longest: the most that @older was
 * @tid: of the first fault
 * @scattered: several threads, or the kernel restored an entry: @window isn't kept to strictly
 * @recent: times of the last faults; owned
 */
struct trace_lives {
	uint64_t window;
	unsigned int unseen;
	uint64_t faults;
	uint64_t since;
	uint64_t older;
	uint64_t older_until;
	uint64_t longest;
	uint32_t tid;
	bool scattered;
	uint64_t *recent;
};

/* A window of so many pages, from the beginning or from now on; 0: none any more. */
void trace_lives_window(struct trace_lives *l, uint64_t pages);
/* The next fault.  0 or -ENOMEM. */
int trace_lives_fault(struct trace_lives *l, const struct trace_reference *ref);
/* A sweep, told of anywhere from its beginning on. */
void trace_lives_sweep(struct trace_lives *l, const struct pagesnap_faults_sweep *sweep);
/* W; 0 if nothing bounds it. */
uint64_t trace_lives_longest(const struct trace_lives *l);
void trace_lives_free(struct trace_lives *l);

#endif /* RENDER_TRACE_LIVES_H */
