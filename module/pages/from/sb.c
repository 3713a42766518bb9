// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sb_index: the page cache of every inode of a superblock
 *
 * What pins what: while read() fills its buffer, the lease pins the
 * superblock (s_active) and one inode, the cursor.  An inode that is pinned
 * stays on s_inodes, so the walk goes on from it; new inodes are added at the
 * head, behind the walk, so no inode comes twice.  s_inode_list_lock is held
 * for at most LOOK inodes, and for LOOK_ON in a row after them that are being freed,
 * where a walk can't pause: after a longer row it waits until the row is shorter,
 * or else has lost its place.  Inodes without pages are passed without a
 * reference.  i_lock under it is the kernel's own order (drop_caches).
 * References are dropped outside both locks, and the last by a worker: see drop.c.
 *
 * Between two reads the timer may take the lease.  Then the superblock is
 * found again by the path, if it still leads to the same one, or as it was
 * found at first, and the place in the list by the inodes passed last: an
 * inode never moves in s_inodes, so everything behind the most recent of them
 * that is still there is unseen.
 *
 * filename_index with a directory walks the superblock that it is on, and
 * keeps the files below it: see below.c.
 *
 * part=K/N keeps the inodes whose number says so.  A segment of the list, say
 * every fourth thousand, would do for a list that stands still; this one grows at
 * its head while N readers are each somewhere else in it, so an inode would move
 * from one reader's segment to another's, and be reported twice or never.
 *
 * type:NAME walks the superblocks that there were when the answer began, one
 * after the other; supers.c says how each is found without a path.
 */
#include <linux/blkdev.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/magic.h>
#include <linux/namei.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "../../compat/inode.h"
#include "../../fs/place.h"
#include "../../fs/supers.h"
#include "../../mm/hotplug.h"
#include "../../targets/path.h"
#include "../subject.h"
#include "below.h"
#include "cache.h"
#include "inode.h"
#include "print.h"
#include "sb.h"

/* Inodes looked at in one hold of s_inode_list_lock, */
#define LOOK 512
/* and behind them in a row that can't be pinned. */
#define LOOK_ON 4096
/* Inodes of which nothing is told, in one step. */
#define PASS 64
/* How often, and for how many ms, a longer row is waited for. */
#define ROW_TRIES 100
#define ROW_MS 10

/*
 * Bytes of the outer record: the path asked for, then the mount's path; both
 * are none if a type was asked for.
 */
static void describe(struct pagesnap_walk *w, struct super_block *sb, u32 asked_len)
{
	struct pagesnap_sb *r = &w->outer.sb;
	const struct pagesnap_sb_state *s = w->state;
	const struct pagesnap_place *place = &s->place;
	u32 len = place->mount_len;

	memset(&w->outer, 0, sizeof(w->outer));
	r->rec.type = PAGESNAP_REC_SB;
	r->rec.len = sizeof(*r);
	r->q = w->request.q;
	r->dev_major = MAJOR(sb->s_dev);
	r->dev_minor = MINOR(sb->s_dev);
	strscpy(r->fstype, sb->s_type->name, sizeof(r->fstype));
	strscpy(r->id, sb->s_id, sizeof(r->id));
	r->asked_len = asked_len;
	if (w->q.has_type)
		return;
	memcpy(w->outer_bytes + asked_len, len ? place->mount : "/", len ?: 1);
	r->name_len = len ?: 1;
}

static int begin_type(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_sb_state *s = w->state;
	int err = pagesnap_subject_supers(&w->q, w->request.text, &s->supers, d);

	w->end.skipped[PAGESNAP_WHY_BUSY] = s->supers.busy;
	if (err)
		pagesnap_supers_drop(&s->supers);
	return err;
}

/* w->path: the same path as text. */
static int begin_path(struct pagesnap_walk *w, const struct path *path, struct pagesnap_diag *d)
{
	struct pagesnap_sb_state *s = w->state;
	struct super_block *sb = path->dentry->d_sb;
	u32 len = strlen(w->path);

	memcpy(w->outer_bytes, w->path, len);
	pagesnap_place_mount(&s->place, path, s->mount);
	if (!pagesnap_lease_take(&s->lease, sb, NULL))
		return pagesnap_diag(d, -ENODEV, w->q.path.off, "this filesystem is going away");
	pagesnap_super_identify(&s->sb_id, sb);
	describe(w, sb, len);
	if (sb->s_magic == OVERLAYFS_SUPER_MAGIC)
		w->note = "an overlay has no pages: ask for its upper and lower";
	return 0;
}

static void empty(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	memset(s, 0, offsetof(struct pagesnap_sb_state, mount));
	pagesnap_lease_init(&s->lease);
	pagesnap_supers_init(&s->supers);
	pagesnap_place_init(&s->place, w->name, w->path);
}

static int begin_any(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct path path;
	int err;

	if (w->q.has_type)
		return begin_type(w, d);
	err = pagesnap_subject_path(&w->q, w->request.text, w->path, &path, d);
	if (err)
		return err;
	err = begin_path(w, &path, d);
	pagesnap_drop_path(&path);
	return err;
}

static int sb_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_sb_state *s = w->state;
	int err;

	empty(w);
	if (w->sel.has_changed && pagesnap_changes_begin(w, d))
		return d->err;
	err = begin_any(w, d);
	if (!err && w->sel.has_changed)
		pagesnap_print_view(w, &s->place);
	return err;
}

/**
 * pagesnap_dir_begin() - begin with all files below a directory
 * @w: walk of a file, with the path as text
 * @path: the directory; only read
 * @d: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_dir_begin(struct pagesnap_walk *w, const struct path *path,
		       struct pagesnap_diag *d)
{
	int err = pagesnap_walk_source(w, &pagesnap_dir_source, d);

	if (err)
		return err;
	empty(w);
	err = begin_path(w, path, d);
	if (!err)
		pagesnap_below_begin(w, path);
	return err;
}

/* Inodes that one hold of s_inode_list_lock looked at, and those with pages that it had to skip. */
struct skips {
	u32 looked;
	u32 new;
	u32 freeing;
};

/* Of block devices dev= names one, not the filesystem that has them all. */
static bool other_device(const struct pagesnap_walk *w, const struct inode *inode)
{
	return w->q.has_dev && inode->i_sb == blockdev_superblock &&
	       (MAJOR(inode->i_rdev) != w->q.dev_major || MINOR(inode->i_rdev) != w->q.dev_minor);
}

static bool has_pages(const struct pagesnap_walk *w, struct inode *inode)
{
	u64 nrpages = pagesnap_cache_pages(&inode->i_data);

	if (other_device(w, inode))
		return false;
	/* Of all that are in memory it is counted what they cost. */
	if (w->sel.slab && !w->sel.min_pages)
		return pagesnap_select_inode(&w->sel, inode->i_ino);
	/* What shmem swapped out counts in no nrpages, but stands in the cache. */
	if (!nrpages && compat_is_shmem(&inode->i_data)) {
		/* As with nrpages, what comes meanwhile comes too late. */
		if (w->sel.min_pages || data_race(mapping_empty(&inode->i_data)))
			return false;
	} else if (!nrpages || nrpages < w->sel.min_pages) {
		return false;
	}
	return pagesnap_select_inode(&w->sel, inode->i_ino);
}

/* Return: 0 if @inode is pinned, else why it can't be. */
static u32 hold(struct inode *inode)
{
	u32 state;

	spin_lock(&inode->i_lock);
	state = compat_inode_state(inode) & (I_FREEING | I_WILL_FREE | I_NEW);
	if (!state)
		compat_iget(inode);
	spin_unlock(&inode->i_lock);
	return state;
}

/*
 * Context: s_inode_list_lock.
 * Return: as next_inode(), -EAGAIN in a row that is too long.
 */
static struct inode *look(struct pagesnap_walk *w, bool crumbs, struct skips *skips)
{
	struct pagesnap_sb_state *s = w->state;
	struct super_block *sb = s->lease.sb;
	struct list_head *at = s->lease.inode ? &s->lease.inode->i_sb_list : &sb->s_inodes;
	struct inode *inode;
	u32 state;

	while ((at = at->next) != &sb->s_inodes) {
		inode = list_entry(at, struct inode, i_sb_list);
		if (++skips->looked < LOOK &&
		    !(crumbs ? pagesnap_crumbs_age(&s->crumbs, inode) : has_pages(w, inode)))
			continue;
		state = hold(inode);
		if (!state)
			return inode;
		if (skips->looked == LOOK + LOOK_ON)
			return ERR_PTR(-EAGAIN);
		if (crumbs || !has_pages(w, inode))
			continue;
		if (state & I_NEW)
			skips->new++;
		else
			skips->freeing++;
	}
	return NULL;
}

/*
 * Pin the next inode behind the cursor that has pages, or, for @crumbs, that
 * was passed lately; or any, to pause at, after LOOK inodes.
 * Return: the inode, NULL at the end of the list, -EAGAIN if too many in a row can't
 * be pinned, -EINTR.
 */
static struct inode *next_inode(struct pagesnap_walk *w, bool crumbs)
{
	struct pagesnap_sb_state *s = w->state;
	struct super_block *sb = s->lease.sb;
	struct inode *inode;
	u32 tries;

	for (tries = 0; tries < ROW_TRIES; tries++) {
		struct skips skips = { };

		spin_lock(&sb->s_inode_list_lock);
		inode = look(w, crumbs, &skips);
		spin_unlock(&sb->s_inode_list_lock);
		if (crumbs)
			w->end.rescanned += skips.looked;
		if (inode != ERR_PTR(-EAGAIN)) {
			s->pauses = skips.looked >= LOOK;
			w->end.skipped[PAGESNAP_WHY_NEW] += skips.new;
			w->end.skipped[PAGESNAP_WHY_FREEING] += skips.freeing;
			return inode;
		}
		schedule_timeout_killable(msecs_to_jiffies(ROW_MS));
		if (fatal_signal_pending(current))
			return ERR_PTR(-EINTR);
	}
	return ERR_PTR(-EAGAIN);
}

/* With changed=: is the inode as it was told of before? */
static bool is_same(struct pagesnap_walk *w, struct inode *inode)
{
	w->changes->torn = w->end.skipped[PAGESNAP_WHY_TORN];
	return pagesnap_print_make(w, inode, false, &w->changes->print) &&
	       pagesnap_changes_is_same(w, inode->i_sb->s_dev);
}

/* All pages of the inode were read: were they as they are all the time? */
static void make_sure(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_print *print = &w->changes->print, now;
	const struct pagesnap_file *r = &w->inner.file;
	int token;

	print->sure = false;
	if (!print->made)
		return;
	/* nothing that was known before the walk */
	w->changes->folder = NULL;
	token = pagesnap_hotplug_enter();
	print->sure = pagesnap_print_make(w, inode, true, &now) &&
		      now.pages == print->pages && now.names == print->names &&
		      r->size == i_size_read(inode) &&
		      r->cached == pagesnap_cache_pages(&inode->i_data) &&
		      r->nlink == READ_ONCE(inode->i_nlink) &&
		      w->end.skipped[PAGESNAP_WHY_TORN] == w->changes->torn;
	pagesnap_hotplug_leave(token);
	/* what has the same hash was counted alike */
	if (print->sure)
		print->seen = now.seen;
}

static void begin_inode(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_sb_state *s = w->state;

	pagesnap_crumbs_add(&s->crumbs, inode);
	s->next = 0;
	s->in_inode = (!s->pauses || has_pages(w, inode)) &&
		      (!s->dir.dentry || pagesnap_below_may_be(w, inode));
	if (s->in_inode && w->sel.has_changed)
		s->in_inode = !is_same(w, inode);
	if (s->in_inode)
		pagesnap_inode_begin(w, inode, pagesnap_cache_pages(&inode->i_data));
}

/*
 * Pass inodes from @inode on towards the head of the list, until all crumbs are @found.
 * Context: s_inode_list_lock.
 * Return: one to go on from, pinned; NULL if there is nothing more to be found so.
 */
static struct inode *look_back(struct pagesnap_walk *w, struct inode *inode, u32 *found)
{
	struct pagesnap_sb_state *s = w->state;
	u32 looked, kept = pagesnap_crumbs_kept(&s->crumbs);

	for (looked = 0; looked < LOOK + LOOK_ON && *found < kept; looked++) {
		if (looked >= LOOK && !hold(inode))
			return inode;
		if (inode->i_sb_list.prev == &s->lease.sb->s_inodes)
			break;
		inode = list_prev_entry(inode, i_sb_list);
		*found += !!pagesnap_crumbs_age(&s->crumbs, inode);
		w->end.rescanned++;
	}
	return NULL;
}

/*
 * Do all other inodes that were passed lately stand before @inode, the last?  Then none can
 * stand behind it, and it needn't be looked for in the whole list.  Between two of
 * them there are no more than LOOK as a rule.
 */
static bool all_before(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_sb_state *s = w->state;
	struct super_block *sb = s->lease.sb;
	struct inode *from = inode;
	u32 found = 1, holds;

	for (holds = 0; from && holds < PAGESNAP_CRUMBS; holds++) {
		struct inode *next;

		spin_lock(&sb->s_inode_list_lock);
		next = look_back(w, from, &found);
		spin_unlock(&sb->s_inode_list_lock);
		if (from != inode)
			pagesnap_lease_aside(&s->lease, from);
		from = next;
		cond_resched();
	}
	if (from && from != inode)
		pagesnap_lease_aside(&s->lease, from);
	return found == pagesnap_crumbs_kept(&s->crumbs);
}

/* The last inode passed, by its page.  Return: true if the cursor is on it. */
static bool find_last(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	struct inode *inode = pagesnap_crumbs_last(&s->crumbs, s->lease.sb);

	if (!inode)
		return false;
	if (all_before(w, inode)) {
		pagesnap_lease_move(&s->lease, inode);
		return true;
	}
	pagesnap_lease_aside(&s->lease, inode);
	return false;
}

/*
 * Put the cursor on the most recent inode passed that is still there.  Inodes
 * passed stand in the order they were passed; one that was evicted and read
 * again, maybe at the same address, stands before all of them.  So the one
 * that comes last in the list counts, and one alone proves nothing.  Once all were
 * found there is none that could come.
 * Return: its age in inodes passed, 1 for the last, 0 if none is certain.
 */
static u32 find_cursor(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	struct inode *inode, *best = NULL;
	u32 age, best_age = 0, found = 0, kept = pagesnap_crumbs_kept(&s->crumbs);

	pagesnap_crumbs_index(&s->crumbs);
	if (find_last(w))
		return 1;
	do {
		inode = next_inode(w, true);
		if (IS_ERR_OR_NULL(inode) || fatal_signal_pending(current))
			break;
		age = pagesnap_crumbs_age(&s->crumbs, inode);
		if (age) {
			pagesnap_lease_aside(&s->lease, best);
			ihold(inode);
			best = inode;
			best_age = age;
			found++;
		}
		pagesnap_lease_move(&s->lease, inode);
		inode = NULL;
		cond_resched();
	} while (found < kept);
	pagesnap_lease_move(&s->lease, best);
	if (inode) {
		/* Half a search proves nothing. */
		if (!IS_ERR(inode))
			pagesnap_lease_aside(&s->lease, inode);
		return 0;
	}
	return found > 1 || s->crumbs.nr == 1 ? best_age : 0;
}

/* Context: the superblock's mount is pinned, so there is a root. */
static bool take_same_sb(struct pagesnap_sb_state *s, struct super_block *sb)
{
	return pagesnap_super_is(&s->sb_id, sb) && pagesnap_lease_take(&s->lease, sb, NULL);
}

/* That of type:NAME that is under way. Return: as regain_sb(). */
static int take_same_super(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	int took = pagesnap_supers_again(&s->supers, &s->lease);

	if (took <= 0 || pagesnap_super_is(&s->sb_id, s->lease.sb))
		return took;
	pagesnap_lease_drop(&s->lease);
	return 0;
}

/* Return: 1 if the superblock is leased again, 0 if it is another or none; -EBUSY, -EINTR. */
static int regain_sb(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	struct pagesnap_diag d;
	struct path path;
	int same;

	if (w->q.has_type)
		return take_same_super(w);
	/* The directory that was found again is on it, and its mount is pinned. */
	if (s->dir.dentry) {
		same = take_same_sb(s, s->dir.dentry->d_sb);
		/* not for as long as the place in the list is looked for */
		if (same)
			pagesnap_below_leased(w);
		return same;
	}
	if (pagesnap_subject_path(&w->q, w->request.text, w->path, &path, &d))
		return 0;
	same = take_same_sb(s, path.dentry->d_sb);
	pagesnap_drop_path(&path);
	return same;
}

/*
 * The lease was taken back.
 * Return: 1, 0 if the place in the list is lost, -ENODEV if the superblock is,
 * -EBUSY, -EINTR or -ENOMEM.
 */
static int regain(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	int same = regain_sb(w);
	u32 age;

	if (same <= 0)
		return same ?: -ENODEV;
	w->end.rescans++;
	if (!s->crumbs.nr)
		return true;
	age = find_cursor(w);
	/* The inode under way was evicted, and its other pages with it. */
	if (age != 1 && s->in_inode) {
		s->in_inode = false;
		w->object_done = true;
	}
	return !!age;
}

/* Begin the next superblock of the type. Return: 0 after the last. */
static int next_super(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	int took;

	took = pagesnap_supers_next(&s->supers, &s->lease);
	w->end.skipped[PAGESNAP_WHY_UNMOUNTED] += s->supers.gone;
	s->supers.gone = 0;
	if (took == -ENOENT)
		return 0;
	if (took == -EBUSY) {
		w->end.skipped[PAGESNAP_WHY_BUSY]++;
		return 1;
	}
	if (took != 1)
		return took ?: 1;
	s->crumbs.nr = 0;
	s->has_super = true;
	pagesnap_super_identify(&s->sb_id, s->lease.sb);
	describe(w, s->lease.sb, 0);
	w->outer_shown = false;
	return 1;
}

/*
 * The superblock is done, or lost: those of its type that come after it are
 * walked in any case.
 */
static int leave_super(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	pagesnap_changes_flush(w);
	if (!w->q.has_type)
		return 0;
	pagesnap_lease_drop(&s->lease);
	s->has_super = false;
	/* Of an inode that was lost the walk has an object to end; regain() may have said so. */
	w->object_done |= s->in_inode;
	s->in_inode = false;
	return 1;
}

/* @cut: what the end says if it was the only one; @why: if not. */
static int lost_super(struct pagesnap_walk *w, u32 cut, u32 why)
{
	if (w->q.has_type)
		w->end.skipped[why]++;
	else
		w->end.cut = cut;
	return leave_super(w);
}

static int lost_cursor(struct pagesnap_walk *w)
{
	w->end.cut = PAGESNAP_CUT_CURSOR;
	return leave_super(w);
}

/* May this step go on, behind inodes of which nothing was told? */
static bool may_pass(const struct pagesnap_walk *w, u32 passed)
{
	return passed < PASS && !need_resched() && (!w->sel.has_changed || w->changes->left > 0);
}

/*
 * To the next inode that is told of, or as far as one step goes.
 * Context: a hotplug reader.
 * Return: false if the walk doesn't go on, but ends with @result.
 */
static bool pass_inodes(struct pagesnap_walk *w, int *result)
{
	struct pagesnap_sb_state *s = w->state;
	struct inode *inode;
	u32 passed;

	for (passed = 0; !s->in_inode && (!passed || may_pass(w, passed)); passed++) {
		inode = next_inode(w, false);
		if (IS_ERR(inode)) {
			*result = PTR_ERR(inode) == -EINTR ? -EINTR : lost_cursor(w);
			return false;
		}
		pagesnap_lease_move(&s->lease, inode);
		if (!inode) {
			*result = leave_super(w);
			return false;
		}
		begin_inode(w, inode);
	}
	return true;
}

static int sb_fill(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	int same, token, result;
	bool goes_on;

	if (w->q.has_type && !s->has_super)
		return next_super(w);
	if (!pagesnap_lease_use(&s->lease)) {
		same = regain(w);
		if (same == -ENODEV)
			return lost_super(w, PAGESNAP_CUT_CURSOR, PAGESNAP_WHY_UNMOUNTED);
		if (same == -EBUSY)
			return lost_super(w, PAGESNAP_CUT_CURSOR, PAGESNAP_WHY_BUSY);
		if (same < 0)
			return same;
		if (!same)
			return lost_cursor(w);
		if (w->object_done)
			return 1;
	}
	if (pagesnap_lease_is_last(&s->lease) == PAGESNAP_LAST_SB)
		return lost_super(w, PAGESNAP_CUT_UNMOUNTED, PAGESNAP_WHY_UNMOUNTED);
	if (w->sel.has_changed)
		pagesnap_print_step(w);
	/* of all prints of this step, which take little else */
	token = pagesnap_hotplug_enter();
	goes_on = pass_inodes(w, &result);
	pagesnap_hotplug_leave(token);
	if (!goes_on)
		return result;
	if (s->in_inode) {
		s->in_inode = pagesnap_cache_fill(w, &s->lease.inode->i_data, &s->next, U64_MAX);
		w->object_done = !s->in_inode;
		if (w->object_done && w->sel.has_changed)
			make_sure(w, s->lease.inode);
	}
	return 1;
}

/* Only an inode with a selected page is worth a name. */
static void sb_name(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	if (!w->sel.names)
		return;
	pagesnap_place_name(&s->place, s->lease.inode);
	pagesnap_inode_name(w, s->place.len, s->place.state);
	if (w->sel.has_changed && !pagesnap_print_has_names(w, s->lease.inode))
		w->changes->print = (struct pagesnap_print){ .key = w->changes->print.key };
}

static void sb_pause(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	pagesnap_below_drop(w);
	/* Or else it paused before, and the timer may have the inode. */
	if (s->lease.busy)
		pagesnap_crumbs_pause(&s->crumbs, s->lease.inode);
	pagesnap_lease_idle(&s->lease);
}

static void sb_finish(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	pagesnap_below_drop(w);
	pagesnap_lease_drop(&s->lease);
	pagesnap_supers_drop(&s->supers);
}

static int dir_fill(struct pagesnap_walk *w)
{
	if (pagesnap_below_use(w))
		return sb_fill(w);
	w->end.cut = PAGESNAP_CUT_CURSOR;
	return 0;
}

static void dir_name(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	struct inode *inode = s->lease.inode;

	if (!w->sel.names)
		return;
	pagesnap_place_alias(&s->place, inode, pagesnap_below_alias(w, inode));
	pagesnap_inode_name(w, s->place.len, s->place.state);
}

const struct pagesnap_source pagesnap_dir_source = {
	.unit = PAGESNAP_UNIT_INDEX,
	.state_size = sizeof(struct pagesnap_sb_state),
	.begin = sb_begin,
	.fill = dir_fill,
	.name = dir_name,
	.pause = sb_pause,
	.finish = sb_finish,
};

const struct pagesnap_source pagesnap_sb_source = {
	.unit = PAGESNAP_UNIT_INDEX,
	.state_size = sizeof(struct pagesnap_sb_state),
	.begin = sb_begin,
	.fill = sb_fill,
	.name = sb_name,
	.pause = sb_pause,
	.finish = sb_finish,
};
