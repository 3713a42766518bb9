/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_AHEAD_H
#define PAGESNAP_FS_AHEAD_H

#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/workqueue.h>

struct super_block;

/**
 * struct pagesnap_ahead - superblocks whose turn comes next
 * @lock: protects the rest but @work
 * @sbs: pinned by s_active; NULL: was unmounted meanwhile.  The array is ours
 * @at: index of the next
 * @nr: how many; fewer once their time is over
 * @until: jiffies when that is
 * @work: takes them back
 */
struct pagesnap_ahead {
	spinlock_t lock;
	struct super_block **sbs;
	u32 at;
	u32 nr;
	unsigned long until;
	struct delayed_work work;
};

int pagesnap_ahead_setup(void);
void pagesnap_ahead_teardown(void);
void pagesnap_ahead_init(struct pagesnap_ahead *a);
void pagesnap_ahead_fill(struct pagesnap_ahead *a, struct super_block **sbs, u32 at, u32 nr,
			 unsigned long since);
int pagesnap_ahead_take(struct pagesnap_ahead *a, struct super_block **sb);
void pagesnap_ahead_drop(struct pagesnap_ahead *a);

#endif /* PAGESNAP_FS_AHEAD_H */
