/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_LEASE_H
#define PAGESNAP_FS_LEASE_H

#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "drop.h"

struct inode;
struct super_block;

/*
 * What pins a filesystem behind a read() is dropped after so long, in jiffies, and looked at
 * so often: is it ours alone?  Documents say "100 ms" where they speak of leases.
 */
#define PAGESNAP_LEASE_TIME	(HZ / 10)
#define PAGESNAP_LEASE_LOOK	max(1, HZ / 100)

/**
 * struct pagesnap_lease - what a walk pins of a filesystem
 * @lock: protects the rest but @aside and @work
 * @busy: the walk runs and uses @sb and @inode; else the timer may take them
 * @sb: superblock, pinned by s_active, never by a mount
 * @inode: an inode of @sb, pinned by i_count; NULL if none
 * @until: jiffies when the lease ends
 * @node: in the list of all leases that pin a superblock
 * @aside: inodes of @sb that the walk is done with, and that may be freed with our
 *	references; used by the walk alone, empty while it is idle
 * @work: takes the lease back
 */
struct pagesnap_lease {
	spinlock_t lock;
	bool busy;
	struct super_block *sb;
	struct inode *inode;
	unsigned long until;
	struct list_head node;
	struct pagesnap_drops aside;
	struct delayed_work work;
};

/* What only pagesnap still pins. */
enum pagesnap_last {
	PAGESNAP_LAST_NONE,
	PAGESNAP_LAST_SB,	/* the file system was unmounted */
	PAGESNAP_LAST_INODE,	/* the file was deleted */
};

int pagesnap_lease_setup(void);
void pagesnap_lease_teardown(void);
void pagesnap_lease_init(struct pagesnap_lease *l);
bool pagesnap_lease_use(struct pagesnap_lease *l);
bool pagesnap_lease_take(struct pagesnap_lease *l, struct super_block *sb, struct inode *inode);
void pagesnap_lease_move(struct pagesnap_lease *l, struct inode *inode);
void pagesnap_lease_aside(struct pagesnap_lease *l, struct inode *inode);
enum pagesnap_last pagesnap_lease_is_last(struct pagesnap_lease *l);
void pagesnap_lease_idle(struct pagesnap_lease *l);
void pagesnap_lease_drop(struct pagesnap_lease *l);

#endif /* PAGESNAP_FS_LEASE_H */
