// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what is not remembered by virtual page: seen under locks, remembered behind them
 *
 * The pages of one page table lie anywhere in memory, so they may need as many rows as the
 * table has entries, and none of them can be made under the table's lock.  So what a step sees
 * is put in a batch, and gets its cells when the locks are dropped.  By then the pages may be
 * another's: what is remembered is that they were accessed, and what they were.
 */
#include <linux/sched.h>

#include "batch.h"

/* One entry.  Context: may sleep. */
static void settle(struct pagesnap_tally *t, const struct pagesnap_batched *b)
{
	struct pagesnap_cell *row = NULL;
	u64 page, next, end = b->first + b->nr;

	for (page = b->first; page < end; page = next) {
		next = min(end, pagesnap_heatmap_behind(&t->map, page));
		if (!row || pagesnap_heatmap_begins(&t->map, page))
			row = pagesnap_heatmap_make(&t->map, page);
		if (row)
			pagesnap_cell_see(pagesnap_heatmap_cell(&t->map, row, page), &b->seen,
					  &t->look);
		else
			t->map.lost += next - page;
	}
}

/**
 * pagesnap_batch_settle() - remember what a batch has, which is empty then
 * @b: batch
 * @t: where it is remembered
 *
 * Context: may sleep, reschedules.
 */
void pagesnap_batch_settle(struct pagesnap_batch *b, struct pagesnap_tally *t)
{
	u32 i;

	/* where there is no memory for one row, each other would wait for some in vain, too */
	t->map.full = false;
	for (i = 0; i < b->nr; i++) {
		settle(t, &b->at[i]);
		cond_resched();
	}
	pagesnap_batch_clear(b);
}
