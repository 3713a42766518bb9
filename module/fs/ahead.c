// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: superblocks that are pinned ahead
 *
 * Finding one superblock of a type means passing all of them, so one pass pins
 * many (pass.c), which then wait here for their turn.  They are pinned by s_active, which
 * delays the shutdown of what is unmounted.  So what a lease is for the superblock
 * that is walked (lease.c), this is for those behind it, and no more: 100 ms after
 * the first was pinned all that are left are dropped, whether the reader is at work,
 * or away, or slow; and every 10 ms those that only we pin any more.  What was
 * dropped by time is looked for again when its turn comes.
 */
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/mm.h>

#include "ahead.h"
#include "drop.h"
#include "lease.h"

static struct workqueue_struct *ahead_wq;

/**
 * pagesnap_ahead_setup() - prepare, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_ahead_setup(void)
{
	ahead_wq = alloc_workqueue("pagesnap-ahead", WQ_UNBOUND, 0);
	return ahead_wq ? 0 : -ENOMEM;
}

/**
 * pagesnap_ahead_teardown() - end of module, with no session left
 */
void pagesnap_ahead_teardown(void)
{
	destroy_workqueue(ahead_wq);
}

/* Return: the last in the row, NULL if none is left; @more: there are others. */
static struct super_block *pop(struct pagesnap_ahead *a, bool *more)
{
	struct super_block *sb = NULL;

	spin_lock(&a->lock);
	*more = a->at < a->nr;
	if (*more)
		sb = a->sbs[--a->nr];
	spin_unlock(&a->lock);
	return sb;
}

/* Return: the next from @i on that is only ours, NULL if there is none. */
static struct super_block *pop_last(struct pagesnap_ahead *a, u32 *i)
{
	struct super_block *sb = NULL;

	spin_lock(&a->lock);
	for (*i = max(*i, a->at); *i < a->nr && !sb; ++*i) {
		if (!a->sbs[*i] || atomic_read(&a->sbs[*i]->s_active) > 1)
			continue;
		sb = a->sbs[*i];
		a->sbs[*i] = NULL;
	}
	spin_unlock(&a->lock);
	return sb;
}

static void drop_lasts(struct pagesnap_ahead *a)
{
	struct super_block *sb;
	u32 i = 0;

	while ((sb = pop_last(a, &i)))
		pagesnap_drop(sb, NULL, false);
}

/* @wait: for those that are the last, but for no longer than for one. */
static void drop_all(struct pagesnap_ahead *a, bool wait)
{
	unsigned long enough = jiffies + PAGESNAP_LEASE_LOOK;
	struct super_block *sb;
	bool more;

	do {
		sb = pop(a, &more);
		if (sb)
			pagesnap_drop(sb, NULL, wait && time_before(jiffies, enough));
	} while (more);
}

static void ahead_work(struct work_struct *work)
{
	struct pagesnap_ahead *a = container_of(work, struct pagesnap_ahead, work.work);

	if (time_after_eq(jiffies, a->until)) {
		drop_all(a, false);
		return;
	}
	drop_lasts(a);
	queue_delayed_work(ahead_wq, &a->work, PAGESNAP_LEASE_LOOK);
}

/**
 * pagesnap_ahead_init() - prepare, with none
 * @a: zeroed
 */
void pagesnap_ahead_init(struct pagesnap_ahead *a)
{
	spin_lock_init(&a->lock);
	INIT_DELAYED_WORK(&a->work, ahead_work);
}

/**
 * pagesnap_ahead_fill() - keep superblocks until their turn comes
 * @a: none is left of those before
 * @sbs: pinned by s_active; it is freed by kvfree()
 * @at: index of the first in @sbs
 * @nr: index behind the last
 * @since: jiffies when the first was pinned
 */
void pagesnap_ahead_fill(struct pagesnap_ahead *a, struct super_block **sbs, u32 at, u32 nr,
			 unsigned long since)
{
	pagesnap_ahead_drop(a);
	a->sbs = sbs;
	a->at = at;
	a->nr = nr;
	a->until = since + PAGESNAP_LEASE_TIME;
	queue_delayed_work(ahead_wq, &a->work, PAGESNAP_LEASE_LOOK);
}

/**
 * pagesnap_ahead_take() - the next one's turn comes
 * @a: superblocks
 * @sb: gets it, with its s_active
 *
 * Return: 1, 0 if it was unmounted meanwhile, -ENOENT if none is left.
 */
int pagesnap_ahead_take(struct pagesnap_ahead *a, struct super_block **sb)
{
	int took = -ENOENT;

	spin_lock(&a->lock);
	if (a->at < a->nr) {
		*sb = a->sbs[a->at++];
		took = !!*sb;
	}
	spin_unlock(&a->lock);
	return took;
}

/**
 * pagesnap_ahead_drop() - the reader wants no more of them
 * @a: superblocks
 *
 * Context: may sleep.
 */
void pagesnap_ahead_drop(struct pagesnap_ahead *a)
{
	if (!a->sbs)
		return;
	drop_all(a, true);
	cancel_delayed_work_sync(&a->work);
	kvfree(a->sbs);
	a->sbs = NULL;
	a->nr = 0;
	a->at = 0;
}
