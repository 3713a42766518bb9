// SPDX-License-Identifier: GPL-2.0
/*
 * What rounds told of the pages of a process.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_of.h"
#include "history.h"

/* Cells -------------------------------------------------------------------- */

static struct heat_cell cell_of(const struct pagesnap_accesses_heat *heat)
{
	struct heat_cell cell = {
		.there = heat->nr * heat->of, .accessed = heat->nr * heat->accessed,
		.node = heat->node, .kind = heat->kind,
	};

	if (heat->dirtied == PAGESNAP_NONE32)
		cell.writes = HEAT_WRITES_NOT_ASKED;
	else if (heat->dirtied == PAGESNAP_UNKNOWN32)
		cell.writes = HEAT_WRITES_UNKNOWN;
	else
		cell.dirtied = heat->nr * heat->dirtied;
	return cell;
}

/* Little is more than nothing. */
static uint64_t share_of(uint64_t count, uint64_t part, uint64_t of)
{
	uint64_t share = part == of ? count : (double)count * part / of + 0.5;

	return count && !share ? 1 : share;
}

/* Adds @part of @of pages of @cell, which are alike. */
static void add_up(struct heat_cell *to, const struct heat_cell *cell, uint64_t part, uint64_t of)
{
	bool first = !to->there;

	if (!cell->there)
		return;
	to->there += share_of(cell->there, part, of);
	to->accessed += share_of(cell->accessed, part, of);
	to->dirtied += share_of(cell->dirtied, part, of);
	if (first) {
		to->node = cell->node;
		to->kind = cell->kind;
		to->writes = cell->writes;
		return;
	}
	if (to->node != cell->node)
		to->node = PAGESNAP_MIXED32;
	if (to->kind != cell->kind)
		to->kind = PAGESNAP_MIXED16;
	if (to->writes < cell->writes)
		to->writes = cell->writes;
}

/* Rounds ------------------------------------------------------------------- */

/* Adds up runs that lie in the same 2^shift pages; one that reaches beyond stays as it is. */
static void add_up_neighbours(struct heat_round *r)
{
	struct heat_run *to = r->runs, *run;

	for (run = r->runs + 1; run < r->runs + r->nr; run++) {
		if (to->start >> r->shift == (run->end - 1) >> r->shift) {
			to->end = run->end;
			add_up(&to->cell, &run->cell, 1, 1);
		} else {
			*++to = *run;
		}
	}
	r->nr = to - r->runs + 1;
}

static int make_room(struct heat_round *r)
{
	size_t room = r->room ? 2 * r->room : 64;
	struct heat_run *runs;

	while (r->nr >= HEAT_RUNS_MAX) {
		r->shift++;
		add_up_neighbours(r);
	}
	if (r->runs && r->nr < r->room)
		return 0;
	runs = reallocarray(r->runs, room, sizeof(*runs));
	if (!runs)
		return -ENOMEM;
	r->runs = runs;
	r->room = room;
	return 0;
}

static bool is_alike(const struct heat_run *last, const struct heat_run *run)
{
	uint64_t nr = run->end - run->start, before = last->end - last->start;

	/* each page counts as much as before */
	return last->end == run->start && last->cell.node == run->cell.node &&
	       last->cell.kind == run->cell.kind && last->cell.writes == run->cell.writes &&
	       last->cell.there / before == run->cell.there / nr &&
	       last->cell.accessed / before == run->cell.accessed / nr &&
	       last->cell.dirtied / before == run->cell.dirtied / nr;
}

/**
 * heat_round_add() - add pages
 * @r: round
 * @heat: of pages behind those that are there; of others, in a damaged stream, nothing is kept
 *
 * Return: 0 or -ENOMEM.
 */
int heat_round_add(struct heat_round *r, const struct pagesnap_accesses_heat *heat)
{
	struct heat_run run = {
		.start = heat->index, .end = heat->index + heat->nr, .cell = cell_of(heat),
	};
	struct heat_run *last = r->nr ? r->runs + r->nr - 1 : NULL;

	if (run.end <= run.start || run.end > 1ULL << 52 || (last && run.start < last->end))
		return 0;
	if (last && !r->shift && is_alike(last, &run)) {
		last->end = run.end;
		last->cell.there += run.cell.there;
		last->cell.accessed += run.cell.accessed;
		last->cell.dirtied += run.cell.dirtied;
		return 0;
	}
	if (make_room(r))
		return -ENOMEM;
	r->runs[r->nr++] = run;
	return 0;
}

static const struct heat_run *first_behind(const struct heat_round *r, uint64_t vpn)
{
	return r->runs + FIRST_OF(r->nr, i, r->runs[i].end > vpn);
}

/**
 * heat_round_sum() - what was found in a range of addresses?
 * @r: round
 * @start: first page
 * @end: behind the last
 *
 * Return: all of it; of a run that reaches beyond, its share.
 */
struct heat_cell heat_round_sum(const struct heat_round *r, uint64_t start, uint64_t end)
{
	const struct heat_run *run = first_behind(r, start);
	struct heat_cell sum = { .there = 0 };
	uint64_t from, to;

	for (; run < r->runs + r->nr && run->start < end; run++) {
		from = run->start > start ? run->start : start;
		to = run->end < end ? run->end : end;
		add_up(&sum, &run->cell, to - from, run->end - run->start);
	}
	return sum;
}

/* Histories ---------------------------------------------------------------- */

/**
 * heat_history_round() - a round begins, or goes on
 * @h: rounds
 * @number: of it, not below that of the newest
 *
 * Return: round, valid until the next call; NULL if there is no memory.
 */
struct heat_round *heat_history_round(struct heat_history *h, uint64_t number)
{
	size_t room = h->room ? 2 * h->room : 16;
	struct heat_round *rounds = h->rounds;

	if (h->nr && rounds[h->nr - 1].number == number)
		return rounds + h->nr - 1;
	if (h->nr == h->room) {
		rounds = reallocarray(rounds, room, sizeof(*rounds));
		if (!rounds)
			return NULL;
		h->rounds = rounds;
		h->room = room;
	}
	rounds[h->nr] = (struct heat_round){ .number = number };
	return rounds + h->nr++;
}

/**
 * heat_history_find() - find a round
 * @h: rounds
 * @number: of it
 *
 * Return: round, NULL if nothing was told in it, or if it was forgotten.
 */
const struct heat_round *heat_history_find(const struct heat_history *h, uint64_t number)
{
	size_t low = FIRST_OF(h->nr, i, h->rounds[i].number >= number);

	return low < h->nr && h->rounds[low].number == number ? h->rounds + low : NULL;
}

/**
 * heat_history_drop() - forget the oldest round
 * @h: rounds, one at least
 *
 * Return: what it cost.
 */
size_t heat_history_drop(struct heat_history *h)
{
	size_t cost = h->rounds[0].nr + HEAT_ROUND_COST;

	free(h->rounds[0].runs);
	memmove(h->rounds, h->rounds + 1, --h->nr * sizeof(*h->rounds));
	return cost;
}

/**
 * heat_history_free() - forget all rounds
 * @h: them; none are left
 */
void heat_history_free(struct heat_history *h)
{
	size_t i;

	for (i = 0; i < h->nr; i++)
		free(h->rounds[i].runs);
	free(h->rounds);
	*h = (struct heat_history){ .nr = 0 };
}
