// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stack.h"

#define WORD 64U
#define ROOM_MIN 128U
#define PAGES_MAX (1U << 30)

static void add(struct trace_stack *s, uint32_t slot, int by)
{
	for (uint32_t i = slot / WORD + 1; i <= s->room / WORD; i += i & -i)
		s->sums[i] += (uint32_t)by;
	s->bits[slot / WORD] ^= (uint64_t)1 << slot % WORD;
}

/* Slots in use up to this one. */
static uint32_t count(const struct trace_stack *s, uint32_t slot)
{
	uint64_t below = UINT64_MAX >> (WORD - 1 - slot % WORD);
	uint32_t n = (uint32_t)__builtin_popcountll(s->bits[slot / WORD] & below);

	for (uint32_t i = slot / WORD; i; i -= i & -i)
		n += s->sums[i];
	return n;
}

/* The first @nr slots are in use, and no other one. */
static void sum_up(struct trace_stack *s, uint32_t nr)
{
	uint32_t words = s->room / WORD;

	memset(s->bits, 0, words * sizeof(*s->bits));
	memset(s->bits, 0xff, nr / WORD * sizeof(*s->bits));
	if (nr % WORD)
		s->bits[nr / WORD] = ((uint64_t)1 << nr % WORD) - 1;
	memset(s->sums, 0, (words + 1) * sizeof(*s->sums));
	for (uint32_t i = 1; i <= words; i++) {
		uint32_t up = i + (i & -i);

		s->sums[i] += (uint32_t)__builtin_popcountll(s->bits[i - 1]);
		if (up <= words)
			s->sums[up] += s->sums[i];
	}
	s->next = nr;
	s->nr = nr;
}

/* Moves the pages together that have a number, or all if that is NULL, in their order. */
static void compact(struct trace_stack *s, const uint32_t *numbers)
{
	uint32_t to = 0;

	for (uint32_t slot = 0; slot < s->next; slot++) {
		uint32_t page;

		if (!(s->bits[slot / WORD] >> slot % WORD & 1))
			continue;
		page = numbers ? numbers[s->page_at[slot]] : s->page_at[slot];
		if (page != TRACE_STACK_NONE)
			s->page_at[to++] = page;
	}
	for (uint32_t slot = 0; slot < to; slot++)
		s->slot_of[s->page_at[slot]] = slot;
	sum_up(s, to);
}

static int enlarge(struct trace_stack *s, uint32_t room)
{
	uint64_t *bits = reallocarray(s->bits, room / WORD, sizeof(*bits));
	uint32_t *sums, *page_at;

	if (!bits)
		return -ENOMEM;
	s->bits = bits;
	sums = reallocarray(s->sums, room / WORD + 1, sizeof(*sums));
	if (!sums)
		return -ENOMEM;
	s->sums = sums;
	page_at = reallocarray(s->page_at, room, sizeof(*page_at));
	if (!page_at)
		return -ENOMEM;
	s->page_at = page_at;
	s->room = room;
	return 0;
}

static int make_slot(struct trace_stack *s)
{
	int err = 0;

	if (s->next < s->room)
		return 0;
	if (s->nr >= s->room / 2)
		err = enlarge(s, s->room ? 2 * s->room : ROOM_MIN);
	if (!err)
		compact(s, NULL);
	return err;
}

static int make_page(struct trace_stack *s)
{
	uint32_t room = s->page_room ? 2 * s->page_room : ROOM_MIN;
	uint32_t *slot_of;

	if (s->nr < s->page_room)
		return 0;
	if (s->nr >= PAGES_MAX)
		return -E2BIG;
	slot_of = reallocarray(s->slot_of, room, sizeof(*slot_of));
	if (!slot_of)
		return -ENOMEM;
	s->slot_of = slot_of;
	s->page_room = room;
	return 0;
}

int trace_stack_touch(struct trace_stack *s, uint32_t page, uint32_t *distance)
{
	int err = make_slot(s);

	*distance = 0;
	if (!err && page == s->nr)
		err = make_page(s);
	if (err)
		return err;
	if (page < s->nr) {
		*distance = s->nr - count(s, s->slot_of[page]) + 1;
		/* most pages are referenced again soon, and the last one is in its place */
		if (*distance == 1)
			return 0;
		add(s, s->slot_of[page], -1);
	} else {
		s->nr++;
	}
	s->slot_of[page] = s->next;
	s->page_at[s->next] = page;
	add(s, s->next++, 1);
	return 0;
}

void trace_stack_keep(struct trace_stack *s, const uint32_t *numbers)
{
	if (s->nr)
		compact(s, numbers);
}

void trace_stack_free(struct trace_stack *s)
{
	free(s->bits);
	free(s->sums);
	free(s->page_at);
	free(s->slot_of);
	*s = (struct trace_stack){ 0 };
}
