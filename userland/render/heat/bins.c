// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of a process in ranges of addresses.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bins.h"

/* Bins of areas that are large and mostly empty are made larger, until there are so few. */
#define BINS_MAX 4096

#define NAMELESS "[anon]"

/**
 * bins_add_area() - add a mapping
 * @b: memory, before bins are made
 * @vma: mapping, behind those that are there
 * @name: of it
 * @len: bytes of that, 0 if it has none
 * @resident: pages of it that are in memory
 *
 * What comes behind the making of bins is passed over: only a damaged stream has it.
 *
 * Return: 0 or -ENOMEM.
 */
int bins_add_area(struct heat_bins *b, const struct pagesnap_vma *vma, const char *name, size_t len,
		  uint64_t resident)
{
	struct heat_area *areas = b->areas, *area;

	if (b->nr)
		return 0;
	if (!(b->nr_areas & (b->nr_areas - 1))) {
		areas = reallocarray(areas, b->nr_areas ? 2 * b->nr_areas : 1, sizeof(*areas));
		if (!areas)
			return -ENOMEM;
		b->areas = areas;
	}
	area = areas + b->nr_areas;
	*area = (struct heat_area){ .start = vma->start, .end = vma->end };
	area->len = len ?: strlen(NAMELESS);
	area->name = malloc(area->len);
	if (!area->name)
		return -ENOMEM;
	memcpy(area->name, len ? name : NAMELESS, area->len);
	b->nr_areas++;
	b->resident += resident;
	return 0;
}

static size_t bins_of(const struct heat_bins *b, const struct heat_area *area)
{
	return area->end > area->start ? ((area->end - area->start - 1) >> b->shift) + 1 : 0;
}

/* Numbers the bins of all areas.  How many there are, with the one of no area. */
static size_t number(struct heat_bins *b)
{
	struct heat_area *area;
	size_t nr = 0;

	for (area = b->areas; area < b->areas + b->nr_areas; area++) {
		area->first = nr;
		nr += bins_of(b, area);
	}
	return nr + 1;
}

/**
 * bins_make() - make bins
 * @b: memory, with all mappings
 * @wanted: about so many are to have pages, and each mapping one at least
 * @rounds: that will come
 *
 * Return: 0 or -ENOMEM.
 */
int bins_make(struct heat_bins *b, size_t wanted, size_t rounds)
{
	size_t nr;

	b->shift = 0;
	while (b->shift < 63 && b->resident >> b->shift > wanted)
		b->shift++;
	while ((nr = number(b)) > BINS_MAX + b->nr_areas && b->shift < 63)
		b->shift++;
	b->counts = calloc(nr, rounds * sizeof(*b->counts));
	if (!b->counts)
		return -ENOMEM;
	b->nr = nr;
	b->rounds = rounds;
	return 0;
}

/* The area that @vpn is in, NULL if none; *@end gets where that changes. */
static const struct heat_area *find(const struct heat_bins *b, uint64_t vpn, uint64_t *end)
{
	size_t low = 0, high = b->nr_areas, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (b->areas[middle].end > vpn)
			high = middle;
		else
			low = middle + 1;
	}
	*end = UINT64_MAX;
	if (low == b->nr_areas)
		return NULL;
	if (b->areas[low].start > vpn) {
		*end = b->areas[low].start;
		return NULL;
	}
	*end = b->areas[low].end;
	return b->areas + low;
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
	const struct heat_area *area;
	struct heat_count *count;
	size_t nth;

	for (; at < end && round < b->rounds; at = to) {
		area = find(b, at, &to);
		nth = b->nr - 1;
		if (area) {
			nth = area->first + ((at - area->start) >> b->shift);
			border = area->start + ((((at - area->start) >> b->shift) + 1) << b->shift);
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
	const struct heat_area *area = b->areas + b->nr_areas;

	if (nth == b->nr - 1)
		return;
	while (area-- > b->areas && area->first > nth)
		;
	line->start = area->start + ((uint64_t)(nth - area->first) << b->shift);
	line->end = line->start + (1ULL << b->shift);
	if (line->end > area->end)
		line->end = area->end;
	line->mapping = area->name;
	line->mapping_len = area->len;
}

/* In thousandths.  What was accessed at all is told from what was not. */
static uint32_t permille_of(const struct heat_count *count)
{
	uint32_t permille;

	if (!count->there)
		return HEAT_ABSENT;
	/* more than all only if the stream is damaged */
	if (count->accessed >= count->there)
		return 1000;
	permille = count->accessed * 1000.0 / count->there;
	return count->accessed && !permille ? 1 : permille;
}

/**
 * bins_line() - what the row of a bin shows
 * @b: memory with bins
 * @nth: which
 * @permille: room for all rounds
 * @line: filled
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
		permille[i] = permille_of(&counts[i]);
	}
	*line = (struct heat_line){
		.pid = b->pid, .comm = b->comm, .permille = permille, .nr = b->rounds,
	};
	set_place(b, nth, line);
	return any;
}

/**
 * bins_free() - free the memory of a process
 * @b: it
 */
void bins_free(struct heat_bins *b)
{
	size_t i;

	for (i = 0; i < b->nr_areas; i++)
		free(b->areas[i].name);
	free(b->areas);
	free(b->counts);
}
