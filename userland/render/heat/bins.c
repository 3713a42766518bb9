// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a process in ranges of addresses.
 */
#include <errno.h>
#include <stdlib.h>

#include "bins.h"

/* Bins of mappings that are large and mostly empty are made larger, until there are so few. */
#define BINS_MAX 4096

static size_t bins_of(const struct heat_area *area, unsigned int shift)
{
	return ((area->end - area->start - 1) >> shift) + 1;
}

/*
 * Numbers the bins: as large as @shift says, but of no mapping more than @most.  How many there
 * are, with the one of no mapping.
 */
static size_t number(struct heat_bins *b, unsigned int shift, size_t most)
{
	const struct heat_area *area = b->areas->list;
	struct heat_place *place;
	size_t nr = 0;

	for (place = b->places; place < b->places + b->areas->nr; place++, area++) {
		*place = (struct heat_place){ .first = nr, .shift = shift };
		while (bins_of(area, place->shift) > most)
			place->shift++;
		nr += bins_of(area, place->shift);
	}
	return nr + 1;
}

/*
 * Each mapping has bins of a size of its own, so that one that is large and mostly empty does not
 * make those of all others large.
 */
static size_t choose(struct heat_bins *b, size_t wanted)
{
	unsigned int shift = 0;
	size_t most = BINS_MAX, nr;

	while (shift < 63 && b->areas->resident >> shift > wanted)
		shift++;
	while ((nr = number(b, shift, most)) > BINS_MAX + b->areas->nr + 1)
		most /= 2;
	return nr;
}

/**
 * bins_make() - make bins
 * @b: memory, all zero
 * @areas: its mappings, which must stay
 * @wanted: about so many are to have pages, and each mapping one at least
 * @rounds: that will come
 * @room: bytes that they may take
 *
 * Return: 0, -ENOMEM, or -E2BIG if there is too little room; then there are none.
 */
int bins_make(struct heat_bins *b, const struct heat_areas *areas, size_t wanted, size_t rounds,
	      size_t room)
{
	size_t nr;

	b->areas = areas;
	b->places = calloc(areas->nr + 1, sizeof(*b->places));
	if (!b->places)
		return -ENOMEM;
	nr = choose(b, wanted);
	if (nr * rounds * sizeof(*b->counts) <= room) {
		b->counts = calloc(nr, rounds * sizeof(*b->counts));
		b->nr = b->counts ? nr : 0;
		b->rounds = rounds;
		return b->counts ? 0 : -ENOMEM;
	}
	bins_free(b);
	return -E2BIG;
}

/**
 * bins_bytes() - how much memory do bins take?
 * @b: them
 *
 * Return: bytes.
 */
size_t bins_bytes(const struct heat_bins *b)
{
	return b->nr * b->rounds * sizeof(*b->counts);
}

/**
 * bins_count() - count what a round tells
 * @b: memory with bins
 * @round: from 0
 * @heat: of some pages
 */
void bins_count(struct heat_bins *b, size_t round, const struct pagesnap_accesses_heat *heat)
{
	uint64_t at = heat->index, end = heat->index + heat->nr, to, border;
	const struct heat_place *place;
	const struct heat_area *area;
	struct heat_count *count;
	size_t nth;

	for (; at < end && round < b->rounds; at = to) {
		area = heat_areas_find(b->areas, at, &to);
		nth = b->nr - 1;
		if (area) {
			place = b->places + (area - b->areas->list);
			nth = (at - area->start) >> place->shift;
			border = area->start + ((uint64_t)(nth + 1) << place->shift);
			nth += place->first;
			/* what is damaged may end behind the last address */
			to = border > at && border < to ? border : to;
		}
		to = to < end ? to : end;
		count = b->counts + nth * b->rounds + round;
		count->there += (to - at) * heat->of;
		count->accessed += (to - at) * heat->accessed;
	}
}

static void set_place(const struct heat_bins *b, size_t nth, struct heat_line *line)
{
	const struct heat_place *place = b->places + b->areas->nr;
	const struct heat_area *area;

	if (nth == b->nr - 1)
		return;
	while (place-- > b->places && place->first > nth)
		;
	area = b->areas->list + (place - b->places);
	line->start = area->start + ((uint64_t)(nth - place->first) << place->shift);
	line->end = line->start + (1ULL << place->shift);
	if (line->end > area->end)
		line->end = area->end;
	line->mapping = area->name;
	line->mapping_len = area->len;
}

/**
 * bins_line() - what the row of a bin shows
 * @b: memory with bins
 * @nth: which
 * @permille: room for all rounds
 * @line: gets them, and where it is; all else stays
 *
 * Return: false if no page ever was there.
 */
bool bins_line(const struct heat_bins *b, size_t nth, uint32_t *permille, struct heat_line *line)
{
	const struct heat_count *counts = b->counts + nth * b->rounds;
	bool any = false;
	size_t i;

	for (i = 0; i < b->rounds; i++) {
		any = any || counts[i].there;
		permille[i] = heat_permille(counts[i].accessed, counts[i].there);
	}
	line->permille = permille;
	line->nr = b->rounds;
	set_place(b, nth, line);
	return any;
}

/**
 * bins_free() - free bins
 * @b: them; none are left
 */
void bins_free(struct heat_bins *b)
{
	free(b->places);
	free(b->counts);
	*b = (struct heat_bins){ .nr = 0 };
}
