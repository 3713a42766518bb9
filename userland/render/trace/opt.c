// SPDX-License-Identifier: GPL-2.0
/*
 * OPT (Belady: A study of replacement algorithms for a virtual-storage computer, 1966): of the
 * pages in the cache that one goes which is referenced last.  A heap has them by that.
 */
#include <errno.h>
#include <stdlib.h>

#include "policies.h"

/**
 * struct heap - pages in the cache, that which is referenced last first
 * @at: pages
 * @place: by page, where it is in @at; TRACE_NO_PAGE if it isn't
 * @next: by page, its next reference
 * @nr: how many are in @at
 */
struct heap {
	uint32_t *at;
	uint32_t *place;
	uint64_t *next;
	uint32_t nr;
};

static void put(struct heap *h, uint32_t place, uint32_t page)
{
	h->at[place] = page;
	h->place[page] = place;
}

static void up(struct heap *h, uint32_t place, uint32_t page)
{
	while (place && h->next[h->at[(place - 1) / 2]] < h->next[page]) {
		put(h, place, h->at[(place - 1) / 2]);
		place = (place - 1) / 2;
	}
	put(h, place, page);
}

static void down(struct heap *h, uint32_t page)
{
	uint64_t place = 0;

	for (uint64_t below = 1; below < h->nr; below = 2 * place + 1) {
		if (below + 1 < h->nr && h->next[h->at[below + 1]] > h->next[h->at[below]])
			below++;
		if (h->next[h->at[below]] <= h->next[page])
			break;
		put(h, (uint32_t)place, h->at[below]);
		place = below;
	}
	put(h, (uint32_t)place, page);
}

static void reference(struct heap *h, uint32_t size, uint32_t page, uint64_t next,
		      uint64_t *misses)
{
	h->next[page] = next;
	if (h->place[page] != TRACE_NO_PAGE) {
		/* it is further away than it was */
		up(h, h->place[page], page);
		return;
	}
	++*misses;
	if (h->nr < size) {
		up(h, h->nr++, page);
		return;
	}
	h->place[h->at[0]] = TRACE_NO_PAGE;
	down(h, page);
}

int trace_opt(uint32_t size, const struct trace_numbers *refs, const uint64_t *nexts,
	      uint64_t *misses)
{
	size_t room = (size < refs->pages ? size : refs->pages) + 1UL;
	struct heap h = {
		.at = calloc(room, sizeof(*h.at)),
		.place = calloc(refs->pages + 1UL, sizeof(*h.place)),
		.next = calloc(refs->pages + 1UL, sizeof(*h.next)),
	};
	int err = h.at && h.place && h.next ? 0 : -ENOMEM;

	*misses = 0;
	for (uint32_t i = 0; !err && i < refs->pages; i++)
		h.place[i] = TRACE_NO_PAGE;
	for (uint64_t i = 0; !err && i < refs->nr; i++)
		reference(&h, size, refs->list[i], nexts[i], misses);
	free(h.at);
	free(h.place);
	free(h.next);
	return err;
}

int trace_nexts(const struct trace_numbers *refs, uint64_t *nexts)
{
	uint64_t *next = reallocarray(NULL, refs->pages + 1UL, sizeof(*next));

	if (!next)
		return -ENOMEM;
	for (uint32_t i = 0; i < refs->pages; i++)
		next[i] = UINT64_MAX;
	for (uint64_t i = refs->nr; i--;) {
		nexts[i] = next[refs->list[i]];
		next[refs->list[i]] = i;
	}
	free(next);
	return 0;
}
