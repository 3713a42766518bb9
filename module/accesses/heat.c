// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the heat of a process, told of when a round is over, and its working set
 *
 * The heatmap is passed row by row, one in each step.  Units that are alike become one record,
 * across rows; what age= leaves out is counted in the working set all the same.  A row that
 * was passed is ready for the next round.
 */
#include "heat.h"
#include "tell.h"
#include "wss.h"

/**
 * pagesnap_heat_begin() - begin to tell of a process
 * @t: heat
 * @h: what is known of the process
 * @pid: the process, in the initial PID namespace
 */
void pagesnap_heat_begin(struct pagesnap_heat *t, struct pagesnap_harvest *h, u32 pid)
{
	t->harvest = h;
	t->key = 0;
	t->units.nr = 0;
	t->wss = (struct pagesnap_accesses_wss){
		.rec = { .len = sizeof(t->wss), .type = PAGESNAP_REC_WSS },
		.q = t->q,
		.pid = pid,
		.n = h->nr,
		.of = h->nr - h->first,
	};
}

/* What was gathered is a record.  Return: false if limit= keeps it back. */
static bool end_units(struct pagesnap_heat *t, struct pagesnap_emit *e)
{
	struct pagesnap_accesses_heat r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_HEAT },
		.q = t->q,
		.index = t->units.first << t->o->unit,
		.nr = t->units.nr << t->o->unit,
	};

	if (!t->units.nr)
		return true;
	t->units.nr = 0;
	pagesnap_cell_heat(&t->units.cell, t->harvest->look.nr, t->o->write, &r);
	pagesnap_wss_add(&t->wss, &r);
	if (!pagesnap_accesses_wants(t->o, &r))
		return true;
	if (t->told == t->limit)
		return false;
	t->told++;
	pagesnap_accesses_tell(e, &r.rec);
	return true;
}

/* Return: false if limit= ends it. */
static bool add_cell(struct pagesnap_heat *t, u64 unit, const struct pagesnap_cell *cell,
		     struct pagesnap_emit *e)
{
	struct pagesnap_units *units = &t->units;

	if (units->nr && units->first + units->nr == unit && cell->seen &&
	    pagesnap_cell_same(&units->cell, cell)) {
		units->nr++;
		return true;
	}
	if (!end_units(t, e))
		return false;
	if (cell->seen)
		*units = (struct pagesnap_units){ .first = unit, .nr = 1, .cell = *cell };
	return true;
}

/**
 * pagesnap_heat_step() - tell of one row, whose records certainly fit
 * @t: heat of a process, begun
 * @e: emitter
 *
 * Context: process context; may sleep.
 * Return: 1 if there is more, 0 at the end, behind the record of the working set if the newest
 * look came to its end, -ENOSPC if
 * limit= is reached before.
 */
int pagesnap_heat_step(struct pagesnap_heat *t, struct pagesnap_emit *e)
{
	struct pagesnap_heatmap *m = &t->harvest->map;
	struct pagesnap_cell *row = pagesnap_heatmap_next(m, &t->key);
	u32 i;

	if (!row) {
		if (!end_units(t, e))
			return -ENOSPC;
		/* one that was given up doesn't know what was accessed where it didn't come to */
		if (!t->harvest->whole)
			return 0;
		pagesnap_wss_end(&t->wss);
		pagesnap_accesses_tell(e, &t->wss.rec);
		return 0;
	}
	for (i = 0; i < PAGESNAP_CELLS; i++)
		if (!add_cell(t, (u64)t->key * PAGESNAP_CELLS + i, &row[i], e))
			return -ENOSPC;
	pagesnap_heatmap_round(m, t->key, row, t->harvest->cut);
	t->key++;
	return 1;
}
