// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: last references
 *
 * Whoever drops the last reference to an inode, a mount or a superblock does
 * what was left to do: frees the blocks of a deleted file, waits for a frozen
 * filesystem to thaw, or for a server in user space that never answers.  None
 * of that may become the work of a read() or a close() of ours, where no
 * signal would end it; nor of a timer, for which close() waits.
 *
 * So a reference that is not the last is dropped at once, and any other by a
 * worker.  Who hands one over waits for it, killably and for WAIT at most: if
 * all is well, what was pinned is free when read() or close() returns.
 *
 * A superblock has one worker at a time: the rest of its references wait until
 * that is through.  Otherwise one filesystem that is stuck would get as many
 * workers as there are, a batch of inodes each, and nobody else's reference
 * would be dropped any more.  What a worker waits for never needs those behind
 * it: the superblock is pinned until the last of them is dropped.
 *
 * The worker pins the module, so rmmod is refused for as long as one is stuck;
 * it would hang in destroy_workqueue() otherwise.
 */
#include <linux/completion.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/kref.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "drop.h"

/* As long as a lease: so nothing is pinned for longer because of it. */
#define WAIT	(HZ / 10)
/* The kernel cleans up a mount that a kernel thread dropped some jiffies later. */
#define CLEANUP	max(2, HZ / 50)

static struct workqueue_struct *drop_wq;

/* All that are on their way, by superblock; the worker has one of each. */
static DEFINE_HASHTABLE(on_way, 8);
static DEFINE_SPINLOCK(on_way_lock);

/**
 * struct handed - references on their way to the worker
 * @ref: of the worker, and of the one who waits
 * @node: in the table of those on their way
 * @sb: of all of them, only compared; NULL if the caller named none
 * @work: the worker
 * @done: it is through
 * @drops: the references
 */
struct handed {
	struct kref ref;
	struct hlist_node node;
	const struct super_block *sb;
	struct work_struct work;
	struct completion done;
	struct pagesnap_drops drops;
};

/**
 * pagesnap_drop_setup() - prepare, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_drop_setup(void)
{
	/* Each may be stuck for ever: as many at a time as there can be. */
	drop_wq = alloc_workqueue("pagesnap-drop", WQ_UNBOUND, WQ_MAX_ACTIVE);
	return drop_wq ? 0 : -ENOMEM;
}

/**
 * pagesnap_drop_teardown() - end of module: nothing is on its way, since that pins the module
 */
void pagesnap_drop_teardown(void)
{
	destroy_workqueue(drop_wq);
}

static void handed_free(struct kref *ref)
{
	kfree(container_of(ref, struct handed, ref));
}

/*
 * A mount that is in a namespace is dropped by it a grace period after it was
 * marked as unmounted (fs/namespace.c), so one that isn't marked is not ours
 * alone before RCU says so.  Those of the kernel's own are never marked.
 * Return: true if it was dropped.
 */
static bool mount_not_last(struct vfsmount *mnt)
{
	bool dropped;

	rcu_read_lock();
	/* Other flags may change meanwhile. */
	dropped = !(data_race(mnt->mnt_flags) & (MNT_UMOUNT | MNT_INTERNAL));
	if (dropped)
		mntput(mnt);
	rcu_read_unlock();
	return dropped;
}

/*
 * The last mntput() of a kernel thread leaves the rest to one work item of the whole
 * system, behind which all others would wait for a superblock that is stuck.  So
 * the superblock stays pinned meanwhile, and the last reference is dropped here.
 */
static void drop_mount(struct vfsmount *mnt)
{
	struct super_block *sb = mnt->mnt_sb;
	/* Other flags may change meanwhile. */
	bool later = !(data_race(mnt->mnt_flags) & MNT_INTERNAL);

	if (mount_not_last(mnt))
		return;
	atomic_inc(&sb->s_active);
	mntput(mnt);
	if (later)
		schedule_timeout_uninterruptible(CLEANUP);
	deactivate_super(sb);
}

/* Context: on_way_lock. Return: one of a superblock, NULL if there is none. */
static struct handed *find(const struct super_block *sb)
{
	struct handed *h;

	hash_for_each_possible(on_way, h, node, (unsigned long)sb)
		if (sb && h->sb == sb)
			return h;
	return NULL;
}

/* Return: true if there is no worker for its superblock yet. */
static bool enter(struct handed *h)
{
	bool first;

	spin_lock(&on_way_lock);
	first = !find(h->sb);
	hash_add(on_way, &h->node, (unsigned long)h->sb);
	spin_unlock(&on_way_lock);
	return first;
}

/* Return: the next for the worker. */
static struct handed *leave(struct handed *h)
{
	struct handed *next;

	spin_lock(&on_way_lock);
	hash_del(&h->node);
	next = find(h->sb);
	spin_unlock(&on_way_lock);
	return next;
}

/* Dentries and inodes need their superblock, which mount or s_active keeps. */
static void drop(const struct pagesnap_drops *d)
{
	u32 i;

	dput(d->path.dentry);
	for (i = 0; i < d->nr; i++)
		iput(d->inodes[i]);
	if (d->path.mnt)
		drop_mount(d->path.mnt);
	if (d->sb)
		deactivate_super(d->sb);
}

static void drop_work(struct work_struct *work)
{
	struct handed *h = container_of(work, struct handed, work), *next;

	drop(&h->drops);
	next = leave(h);
	if (next)
		queue_work(drop_wq, &next->work);
	complete(&h->done);
	kref_put(&h->ref, handed_free);
	/* destroy_workqueue() waits for the rest of this function. */
	module_put(THIS_MODULE);
}

static const struct super_block *sb_of(const struct pagesnap_drops *d)
{
	return d->path.mnt ? d->path.mnt->mnt_sb : d->sb;
}

/**
 * pagesnap_drop_all() - have references dropped that may be the last
 * @d: they are the worker's from now on; copied
 * @wait: for a moment, killably
 *
 * Context: may sleep, with the module pinned: by an open file, as a rule.
 */
void pagesnap_drop_all(const struct pagesnap_drops *d, bool wait)
{
	/* Dropping can't fail, and half a KiB is there for whoever may wait. */
	struct handed *h = kmalloc(sizeof(*h), GFP_KERNEL | __GFP_NOFAIL);

	kref_init(&h->ref);
	INIT_WORK(&h->work, drop_work);
	init_completion(&h->done);
	h->drops = *d;
	h->sb = sb_of(d);
	__module_get(THIS_MODULE);
	if (wait)
		kref_get(&h->ref);
	if (enter(h))
		queue_work(drop_wq, &h->work);
	if (!wait)
		return;
	wait_for_completion_killable_timeout(&h->done, WAIT);
	kref_put(&h->ref, handed_free);
}

/**
 * pagesnap_drop_not_last() - drop a reference to an inode unless it is the last
 * @inode: pinned by i_count
 *
 * Return: true if it was dropped.
 */
bool pagesnap_drop_not_last(struct inode *inode)
{
	return atomic_add_unless(&inode->i_count, -1, 1);
}

/**
 * pagesnap_drop() - drop an inode, then its superblock
 * @sb: pinned by s_active; NULL if there is none, or something else pins it
 * @inode: of @sb, pinned by i_count, or NULL
 * @wait: for a moment, killably, if one of them is the last
 *
 * Context: as pagesnap_drop_all().
 */
void pagesnap_drop(struct super_block *sb, struct inode *inode, bool wait)
{
	struct pagesnap_drops d = { .sb = sb };

	if (inode && !pagesnap_drop_not_last(inode))
		d.inodes[d.nr++] = inode;
	if (!d.nr && (!sb || atomic_add_unless(&sb->s_active, -1, 1)))
		return;
	pagesnap_drop_all(&d, wait);
}

/**
 * pagesnap_drop_mount() - mntput() whose work isn't the caller's
 * @mnt: mount, or NULL
 *
 * Context: as pagesnap_drop_all().
 */
void pagesnap_drop_mount(struct vfsmount *mnt)
{
	struct pagesnap_drops d = { .path.mnt = mnt };

	if (mnt && !mount_not_last(mnt))
		pagesnap_drop_all(&d, true);
}

/*
 * A dentry goes to the list of those that may be used again; one that was
 * unlinked goes away, and with it the inode, if nothing else pins that, and the
 * folders above it, if those were removed.
 * Return: true if it was dropped, false if something is left for the worker.
 */
static bool drop_dentry(struct pagesnap_drops *d, struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);
	bool last, unlinked;

	spin_lock(&dentry->d_lock);
	last = dentry->d_lockref.count == 1;
	if (!last)
		dentry->d_lockref.count--;
	unlinked = d_unhashed(dentry);
	spin_unlock(&dentry->d_lock);
	if (!last)
		return true;
	if (unlinked) {
		d->path.dentry = dentry;
		return false;
	}
	/* It may be unlinked after this check just as well: so the inode is pinned. */
	ihold(inode);
	dput(dentry);
	if (!pagesnap_drop_not_last(inode))
		d->inodes[d->nr++] = inode;
	return !d->nr;
}

/**
 * pagesnap_drop_dentry() - dput() whose work isn't the caller's
 * @dentry: dentry with an inode, on a superblock that the caller pins by s_active; or NULL
 *
 * Context: as pagesnap_drop_all().
 */
void pagesnap_drop_dentry(struct dentry *dentry)
{
	struct pagesnap_drops d = { };

	if (!dentry)
		return;
	d.sb = dentry->d_sb;
	if (drop_dentry(&d, dentry))
		return;
	atomic_inc(&d.sb->s_active);
	pagesnap_drop_all(&d, true);
}

/**
 * pagesnap_drop_path() - path_put() whose work isn't the caller's
 * @path: path of a file that existed when it was found
 *
 * Context: as pagesnap_drop_all().
 */
void pagesnap_drop_path(const struct path *path)
{
	struct pagesnap_drops d = { .path.mnt = path->mnt };

	if (!drop_dentry(&d, path->dentry) || !mount_not_last(path->mnt))
		pagesnap_drop_all(&d, true);
}
