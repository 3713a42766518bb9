// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: leases
 *
 * A walk of a filesystem pins its superblock (s_active) and one inode
 * (i_count) while it runs.  A mount reference would make umount fail with
 * EBUSY; s_active alone lets umount return, but delays the shutdown of the
 * filesystem until it is dropped.  So both are only leased while the reader
 * is away: a timer takes them back 100 ms after the last refill, and looks
 * every 10 ms whether they are the last reference to a filesystem that was
 * unmounted or to a file that was deleted, in which case they go at once.
 *
 * The inode pins nothing without the superblock, and is always dropped first:
 * evict_inodes() of a dying superblock would else report busy inodes.  Where
 * one of the references is the last, a worker drops them: see drop.c.
 */
#include <linux/fs.h>
#include <linux/jiffies.h>

#include "lease.h"

/* More leases than this aren't looked through: there, only the timer takes them back. */
#define LEASES	1024

/* Only for leases. */
static struct workqueue_struct *lease_wq;

/* All leases that pin a superblock, to know how much of s_active is ours. */
static LIST_HEAD(leases);
static unsigned int nr_leases;
static DEFINE_SPINLOCK(leases_lock);

/**
 * pagesnap_lease_setup() - prepare for leases, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_lease_setup(void)
{
	lease_wq = alloc_workqueue("pagesnap", WQ_UNBOUND, 0);
	return lease_wq ? 0 : -ENOMEM;
}

/**
 * pagesnap_lease_teardown() - end of module, with no session left
 */
void pagesnap_lease_teardown(void)
{
	destroy_workqueue(lease_wq);
}

/*
 * Does only pagesnap pin the superblock or the deleted inode?  A lease is on the
 * list only while it has its references, so under leases_lock there are at
 * least as many of them as leases, and one more if anybody else has one.
 */
static enum pagesnap_last is_last(const struct pagesnap_lease *l)
{
	enum pagesnap_last last = PAGESNAP_LAST_NONE;
	const struct pagesnap_lease *other;
	int sbs = 0, inodes = 0;

	if (!l->sb)
		return PAGESNAP_LAST_NONE;
	spin_lock(&leases_lock);
	if (nr_leases > LEASES)
		goto out;
	list_for_each_entry(other, &leases, node) {
		sbs += other->sb == l->sb;
		inodes += other->inode == l->inode;
	}
	if (atomic_read(&l->sb->s_active) <= sbs)
		last = PAGESNAP_LAST_SB;
	else if (l->inode && !READ_ONCE(l->inode->i_nlink) &&
		 atomic_read(&l->inode->i_count) <= inodes)
		last = PAGESNAP_LAST_INODE;
out:
	spin_unlock(&leases_lock);
	return last;
}

/* Take both references out of the lease. Context: l->lock is held. */
static void steal(struct pagesnap_lease *l, struct super_block **sb, struct inode **inode)
{
	*sb = l->sb;
	*inode = l->inode;
	spin_lock(&leases_lock);
	if (l->sb) {
		list_del_init(&l->node);
		nr_leases--;
	}
	l->sb = NULL;
	l->inode = NULL;
	spin_unlock(&leases_lock);
}

static void lease_work(struct work_struct *work)
{
	struct pagesnap_lease *l = container_of(work, struct pagesnap_lease, work.work);
	struct super_block *sb = NULL;
	struct inode *inode = NULL;

	spin_lock(&l->lock);
	if (!l->busy && l->sb) {
		if (time_after_eq(jiffies, l->until) || is_last(l))
			steal(l, &sb, &inode);
		else
			queue_delayed_work(lease_wq, &l->work, PAGESNAP_LEASE_LOOK);
	}
	spin_unlock(&l->lock);
	/* Whoever closes the file waits for the end of this function. */
	pagesnap_drop(sb, inode, false);
}

/**
 * pagesnap_lease_init() - make an empty lease
 * @l: lease
 */
void pagesnap_lease_init(struct pagesnap_lease *l)
{
	spin_lock_init(&l->lock);
	INIT_LIST_HEAD(&l->node);
	INIT_DELAYED_WORK(&l->work, lease_work);
	l->busy = false;
	l->sb = NULL;
	l->inode = NULL;
	l->aside.nr = 0;
}

/**
 * pagesnap_lease_use() - the walk goes on
 * @l: lease
 *
 * Return: true if the superblock is still pinned; until pagesnap_lease_idle()
 * the timer then leaves it alone.
 */
bool pagesnap_lease_use(struct pagesnap_lease *l)
{
	bool have;

	spin_lock(&l->lock);
	l->busy = true;
	have = l->sb;
	spin_unlock(&l->lock);
	return have;
}

/**
 * pagesnap_lease_take() - pin a superblock, and maybe an inode of it
 * @l: empty lease; in use afterwards
 * @sb: superblock that the caller's path or inode keeps in memory
 * @inode: inode that the caller's path pins, or NULL
 *
 * Return: false if the superblock is on its way out.
 */
bool pagesnap_lease_take(struct pagesnap_lease *l, struct super_block *sb, struct inode *inode)
{
	if (!atomic_inc_not_zero(&sb->s_active))
		return false;
	if (inode)
		ihold(inode);
	spin_lock(&l->lock);
	spin_lock(&leases_lock);
	WARN_ON_ONCE(l->sb);
	l->busy = true;
	l->sb = sb;
	l->inode = inode;
	list_add(&l->node, &leases);
	nr_leases++;
	spin_unlock(&leases_lock);
	spin_unlock(&l->lock);
	return true;
}

/* Have the worker drop what was put aside. */
static void drop_aside(struct pagesnap_lease *l)
{
	if (!l->aside.nr)
		return;
	l->aside.sb = l->sb;
	atomic_inc(&l->sb->s_active);
	pagesnap_drop_all(&l->aside, true);
	l->aside.nr = 0;
}

/**
 * pagesnap_lease_aside() - drop an inode
 * @l: lease in use
 * @inode: inode of its superblock with an i_count, or NULL
 *
 * There may be many inodes that only the walk has a reference to: they are dropped
 * some at a time, and all before the walk pauses.
 *
 * Context: may sleep.
 */
void pagesnap_lease_aside(struct pagesnap_lease *l, struct inode *inode)
{
	if (!inode || pagesnap_drop_not_last(inode))
		return;
	l->aside.inodes[l->aside.nr++] = inode;
	if (l->aside.nr == PAGESNAP_DROPS_MAX)
		drop_aside(l);
}

/**
 * pagesnap_lease_move() - change the inode of a lease in use
 * @l: lease
 * @inode: inode with an i_count for the lease, or NULL
 *
 * Context: may sleep.
 */
void pagesnap_lease_move(struct pagesnap_lease *l, struct inode *inode)
{
	struct inode *before;

	spin_lock(&leases_lock);
	before = l->inode;
	l->inode = inode;
	spin_unlock(&leases_lock);
	pagesnap_lease_aside(l, before);
}

/**
 * pagesnap_lease_is_last() - is the filesystem ours alone?
 * @l: lease in use
 *
 * Return: what was unmounted or deleted meanwhile.
 */
enum pagesnap_last pagesnap_lease_is_last(struct pagesnap_lease *l)
{
	return is_last(l);
}

/**
 * pagesnap_lease_idle() - the walk pauses; the timer runs from now
 * @l: lease
 *
 * Context: may sleep.
 */
void pagesnap_lease_idle(struct pagesnap_lease *l)
{
	struct super_block *sb = NULL;
	struct inode *inode = NULL;

	drop_aside(l);
	spin_lock(&l->lock);
	if (l->busy) {
		l->busy = false;
		l->until = jiffies + PAGESNAP_LEASE_TIME;
		if (is_last(l))
			steal(l, &sb, &inode);
		else if (l->sb)
			mod_delayed_work(lease_wq, &l->work, PAGESNAP_LEASE_LOOK);
	}
	spin_unlock(&l->lock);
	pagesnap_drop(sb, inode, true);
}

/**
 * pagesnap_lease_drop() - give both back now, and stop the timer
 * @l: lease
 *
 * Context: may sleep.
 */
void pagesnap_lease_drop(struct pagesnap_lease *l)
{
	struct super_block *sb;
	struct inode *inode;

	drop_aside(l);
	spin_lock(&l->lock);
	l->busy = false;
	steal(l, &sb, &inode);
	spin_unlock(&l->lock);
	pagesnap_drop(sb, inode, true);
	cancel_delayed_work_sync(&l->work);
}
