/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mattson's LRU stack: how many pages were referenced since a page was.
 *
 * Each page has a slot, those that were referenced later a higher one.  Slots in use are bits,
 * and a Fenwick tree has the sums of their words: a reference costs O(log n) for n pages.  When
 * there is no slot left, those in use move together; at least half of them are free then, so
 * that is O(1) a reference.  Pure.
 */
#ifndef RENDER_TRACE_STACK_H
#define RENDER_TRACE_STACK_H

#include <stddef.h>
#include <stdint.h>

#define TRACE_STACK_NONE UINT32_MAX

/**
 * struct trace_stack - pages, which have numbers from 0; all zero is none
 * @bits: of slots, those in use
 * @sums: of the words of @bits, a Fenwick tree from 1
 * @page_at: by slot, the page; only of those in use
 * @slot_of: by page, its slot
 * @room: slots, a multiple of 64
 * @page_room: of @slot_of
 * @next: the first slot that was not used yet
 * @nr: pages
 */
struct trace_stack {
	uint64_t *bits;
	uint32_t *sums;
	uint32_t *page_at;
	uint32_t *slot_of;
	uint32_t room;
	uint32_t page_room;
	uint32_t next;
	uint32_t nr;
};

/*
 * A page is referenced, one that is there, or number @nr, which is new.  @distance gets how many
 * different pages were since it was the last time, itself included: it is a hit for an LRU cache
 * of at least so many pages.  0 if it is new.  0, -ENOMEM, or -E2BIG above 2^30 pages.
 */
int trace_stack_touch(struct trace_stack *s, uint32_t page, uint32_t *distance);
/*
 * Leaves pages out: each gets the number that @numbers has for it, TRACE_STACK_NONE for none; these
 * are again from 0 without a gap.
 */
void trace_stack_keep(struct trace_stack *s, const uint32_t *numbers);
void trace_stack_free(struct trace_stack *s);

#endif /* RENDER_TRACE_STACK_H */
