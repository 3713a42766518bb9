// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: heat, of a process or of all that an answer looks at, told of when a round is over, and
 * the working set
 *
 * The heatmap is passed row by row, one in each step.  Units that are alike become one record,
 * across rows; what age= leaves out is counted in the working set all the same.  A row that
 * was passed is ready for the next round.
 */
#include "heat.h"
#include "tell.h"
#include "wss.h"

/**
 * pagesnap_heat_begin() - begin to tell of a tally
 * @t: heat
 * @tally: tally
 * @pid: its process, in the initial PID namespace; PAGESNAP_NONE32: that of all processes
 */
void pagesnap_heat_begin(struct pagesnap_heat *t, struct pagesnap_tally *tally, u32 pid)
{
	t->tally = tally;
	t->key = 0;
	t->units.nr = 0;
	t->wss = (struct pagesnap_accesses_wss){
		.rec = {
			.len = sizeof(t->wss),
			.type = PAGESNAP_REC_WSS,
			.flags = t->kernel ? PAGESNAP_RF_KERNEL : 0,
		},
		.q = t->q,
		.pid = pid,
		.n = tally->nr,
		.of = tally->nr - tally->first,
	};
}

/* What was gathered is a record.  Return: false if limit= keeps it back. */
static bool end_units(struct pagesnap_heat *t, struct pagesnap_emit *e)
{
	static const u16 flags[] = {
		[PAGESNAP_BY_PFN] = PAGESNAP_RF_PFN, [PAGESNAP_BY_FILE] = PAGESNAP_RF_INDEX,
	};
	struct pagesnap_accesses_heat r = {
		.rec = {
			.len = sizeof(r),
			.type = PAGESNAP_REC_HEAT,
			.flags = flags[t->by],
		},
		.q = t->q,
		.index = t->units.first << t->o->unit,
		.nr = t->units.nr << t->o->unit,
	};

	if (!t->units.nr)
		return true;
	t->units.nr = 0;
	pagesnap_cell_heat(&t->units.cell, t->tally->look.nr, t->o->write, &r);
	if (t->kernel) {
		r.rec.flags |= PAGESNAP_RF_KERNEL;
		r.kind = PAGESNAP_NONE16;
	}
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

/* A row of cells.  Return: false if limit= ends it. */
static bool add_row(struct pagesnap_heat *t, u64 unit, const struct pagesnap_cell *row,
		    struct pagesnap_emit *e)
{
	u32 i;

	for (i = 0; i < PAGESNAP_CELLS; i++) {
		/* as the one before: one more of these units, or no page is there, either */
		if (i && pagesnap_cell_equals(&row[i], &row[i - 1]))
			t->units.nr += row[i].seen ? 1 : 0;
		else if (!add_cell(t, unit + i, &row[i], e))
			return false;
	}
	return true;
}

/**
 * pagesnap_heat_step() - tell of one row, whose records certainly fit
 * @t: heat that began
 * @e: emitter
 *
 * Context: process context; may sleep.
 * Return: 1 if there is more, 0 at the end, behind the record of the working set if the newest
 * look came to its end, -ENOSPC if
 * limit= is reached before.
 */
int pagesnap_heat_step(struct pagesnap_heat *t, struct pagesnap_emit *e)
{
	struct pagesnap_heatmap *m = &t->tally->map;
	struct pagesnap_cell *row = pagesnap_heatmap_next(m, &t->key);

	if (!row) {
		if (!end_units(t, e))
			return -ENOSPC;
		/* one that was given up doesn't know what was accessed where it didn't come to */
		if (!t->tally->whole)
			return 0;
		pagesnap_wss_end(&t->wss);
		pagesnap_accesses_tell(e, &t->wss.rec);
		return 0;
	}
	if (!add_row(t, (u64)t->key * PAGESNAP_CELLS, row, e))
		return -ENOSPC;
	pagesnap_heatmap_round(m, t->key, row, t->tally->cut);
	t->key++;
	return 1;
}
