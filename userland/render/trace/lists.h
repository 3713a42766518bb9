/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages in lists, each in one at most: what policies of caches are made of.  Pure.
 */
#ifndef RENDER_TRACE_LISTS_H
#define RENDER_TRACE_LISTS_H

#include <stdint.h>

#define TRACE_LISTS 4
/* No page; and the list of pages that are in none. */
#define TRACE_NO_PAGE UINT32_MAX
#define TRACE_NO_LIST 0xff

/**
 * struct trace_links - where a page is
 * @newer: that before it in its list
 * @older: that behind it
 * @list: it, TRACE_NO_LIST if it is in none
 * @mark: what the policy keeps about it
 */
struct trace_links {
	uint32_t newer;
	uint32_t older;
	uint8_t list;
	uint8_t mark;
};

/**
 * struct trace_lists - lists of the pages of a trace
 * @pages: by number
 * @newest: of each list, TRACE_NO_PAGE if it is empty
 * @oldest: likewise
 * @nr: pages in each
 */
struct trace_lists {
	struct trace_links *pages;
	uint32_t newest[TRACE_LISTS];
	uint32_t oldest[TRACE_LISTS];
	uint32_t nr[TRACE_LISTS];
};

/* Empty lists for @pages pages.  0 or -ENOMEM. */
int trace_lists_init(struct trace_lists *l, uint32_t pages);
/* Puts a page that is in no list at the head of one. */
void trace_lists_push(struct trace_lists *l, unsigned int list, uint32_t page);
/* Takes it out of the one that it is in. */
void trace_lists_remove(struct trace_lists *l, uint32_t page);
/* Takes out the oldest of a list that has some. */
uint32_t trace_lists_pop(struct trace_lists *l, unsigned int list);
void trace_lists_free(struct trace_lists *l);

#endif /* RENDER_TRACE_LISTS_H */
