// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the cached names of an inode
 *
 * Whoever may link a file chooses how many names it has, and how deep its
 * folders are, so no lock may be held for all of them.  One hold of i_lock looks
 * at WORK names and folders above them, taken together.  Then it lets go,
 * reschedules, looks for a fatal signal, and goes on.
 *
 * What pins what, between two holds: the current name is pinned, so it stays a
 * name of the inode and keeps its place in the list; d_delete() only unhashes a
 * dentry that somebody pins.  A dentry pins its parent, so as long as nothing is
 * renamed it also pins the folders above it, among them the one that was reached.
 * Folders whose place is known are pinned.  Within a hold RCU keeps all of them:
 * dentries are freed after a grace period.  References are dropped outside the
 * locks.
 *
 * New names come to the head of the list, behind the search.  So where it took
 * more than one hold, those that came meanwhile are looked at in another round:
 * a file that always has a name below the directory may have another one each
 * time.
 *
 * Renames move folders while the way up is followed, and a file that is always
 * below a directory may seem not to be.  d_move() counts them all in rename_lock:
 * what was seen while the count stood still was so at one moment.  After TRIES
 * failed attempts, rename_lock is taken, for WORK folders at the most.  A name that
 * is deeper than that while something is renamed all the time is undecided.
 *
 * i_lock, then d_lock and rename_lock, is the order of dcache itself.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/hash.h>
#include <linux/lockref.h>
#include <linux/log2.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seqlock.h>
#include <linux/string.h>

#include "../compat/dentry.h"
#include "drop.h"
#include "names.h"
#include "place.h"

/* Names and folders above them, in one hold of i_lock. */
#define WORK	1024
/* A name's way up, with renames in between. */
#define TRIES	8
/* Passes over names that came while those before them were looked at. */
#define ROUNDS	8

/* APART: not below the directory. */
enum place { APART, BELOW, UNKNOWN };

static unsigned int renames(void)
{
	return read_seqcount_begin(&rename_lock.seqcount);
}

/* There were renames since: what is known may be out of date. */
static void forget(struct pagesnap_names *n, unsigned int seq)
{
	u32 i;

	n->seq = seq;
	n->at = NULL;
	for (i = 0; i < PAGESNAP_FOLDERS; i++)
		n->folders[i].dentry = NULL;
}

static struct pagesnap_folder *slot_of(struct pagesnap_names *n, const struct dentry *folder)
{
	return &n->folders[hash_ptr(folder, ilog2(PAGESNAP_FOLDERS))];
}

static void remember(struct pagesnap_names *n, struct dentry *folder, enum place place)
{
	struct pagesnap_folder *f = slot_of(n, folder);

	f->dentry = folder;
	f->below = place == BELOW;
}

static void owe(struct pagesnap_names *n, struct dentry *dentry)
{
	if (dentry && !WARN_ON_ONCE(n->nr_owed == ARRAY_SIZE(n->owed)))
		n->owed[n->nr_owed++] = dentry;
}

static struct dentry *parent_of(const struct dentry *dentry)
{
	return READ_ONCE(dentry->d_parent);
}

/*
 * Follow the way up from @name, or on from n->at, until it's known where it leads.
 * Return: UNKNOWN once there is no work left for this hold.
 */
static enum place climb(struct pagesnap_names *n, struct dentry *name)
{
	struct dentry *at = n->at ?: name, *up;
	const struct pagesnap_folder *f;

	for (;; at = up) {
		if (at == n->dir)
			return BELOW;
		f = slot_of(n, at);
		if (f->dentry == at)
			return f->below ? BELOW : APART;
		up = parent_of(at);
		if (up == at)
			return APART;
		n->at = up;
		if (!n->work)
			return UNKNOWN;
		n->work--;
	}
}

/* The folder above as well: names are often spread over many folders of one. */
static void remember_folders(struct pagesnap_names *n, struct dentry *name, enum place place)
{
	struct dentry *folder = parent_of(name), *above = parent_of(folder);

	if (folder == n->dir)
		return;
	remember(n, folder, place);
	if (above != folder && above != n->dir)
		remember(n, above, place);
}

/* No rename can come between; so all others wait for that long. */
static enum place climb_locked(struct pagesnap_names *n, struct dentry *name)
{
	enum place place;

	read_seqlock_excl(&rename_lock);
	forget(n, renames());
	n->work = WORK;
	place = climb(n, name);
	read_sequnlock_excl(&rename_lock);
	n->work = 0;
	n->at = NULL;
	n->undecided |= place == UNKNOWN;
	return place == UNKNOWN ? APART : place;
}

/* Return: UNKNOWN if it takes another hold. */
static enum place locate(struct pagesnap_names *n, struct dentry *name)
{
	enum place place;

	for (; n->tries < TRIES; n->tries++) {
		place = climb(n, name);
		if (place == UNKNOWN)
			return place;
		if (!read_seqcount_retry(&rename_lock.seqcount, n->seq)) {
			remember_folders(n, name, place);
			return place;
		}
		forget(n, renames());
	}
	return climb_locked(n, name);
}

/* Return: UNKNOWN if it takes another hold. */
static enum place judge(struct pagesnap_names *n, struct dentry *name)
{
	enum place place;

	if (!n->dir)
		return BELOW;
	if (pagesnap_place_is_rootless(name, n->inode))
		return APART;
	n->named = true;
	place = locate(n, name);
	if (place != UNKNOWN) {
		n->tries = 0;
		n->at = NULL;
	}
	return place;
}

/* Is @name the one to stop at? */
static bool settles(struct pagesnap_names *n, struct dentry *name)
{
	/* It may be unlinked behind the answer just as well. */
	bool linked = data_race(!d_unhashed(name));

	if (!n->found || linked) {
		owe(n, n->found);
		n->found = dget(name);
	}
	return linked || n->any;
}

/*
 * The end of the list.  Return: the name to go on with, if some came while the locks
 * were not held.
 */
static struct dentry *next_round(struct pagesnap_names *n)
{
	struct dentry *first = compat_first_alias(n->inode);

	if (!n->newest || first == n->newest)
		return NULL;
	if (++n->rounds == ROUNDS) {
		n->undecided = true;
		return NULL;
	}
	owe(n, n->stop);
	n->stop = n->newest;
	n->newest = dget(first);
	return first;
}

/* Context: i_lock. Return: the name to go on with in another hold, NULL at the end. */
static struct dentry *look(struct pagesnap_names *n)
{
	struct dentry *name = n->cursor ?: compat_first_alias(n->inode);
	enum place place;

	if (n->cursor && d_inode_rcu(n->cursor) != n->inode) {
		n->undecided = true;
		return NULL;
	}
	for (;;) {
		if (!name || name == n->stop)
			name = next_round(n);
		if (!name)
			return NULL;
		if (!n->work)
			return name;
		n->work--;
		place = judge(n, name);
		if (place == UNKNOWN)
			return name;
		if (place == BELOW && settles(n, name))
			return NULL;
		name = compat_next_alias(name);
	}
}

/* Context: i_lock and RCU, under which @name and all folders were seen. */
static void keep(struct pagesnap_names *n, struct dentry *name)
{
	struct pagesnap_folder *f;
	u32 i;

	if (!n->newest)
		n->newest = dget(compat_first_alias(n->inode));
	if (name != n->cursor) {
		owe(n, n->cursor);
		n->cursor = dget(name);
	}
	for (i = 0; i < PAGESNAP_FOLDERS; i++) {
		f = &n->folders[i];
		if (f->dentry == f->held)
			continue;
		owe(n, f->held);
		if (f->dentry && !lockref_get_not_dead(&f->dentry->d_lockref))
			f->dentry = NULL;
		f->held = f->dentry;
	}
}

/* Return: is another one wanted? */
static bool hold(struct pagesnap_names *n)
{
	struct dentry *name;
	unsigned int seq;

	n->work = WORK;
	rcu_read_lock();
	spin_lock(&n->inode->i_lock);
	seq = renames();
	if (n->dir && seq != n->seq) {
		n->tries += !!n->at;
		forget(n, seq);
	}
	name = look(n);
	if (name)
		keep(n, name);
	spin_unlock(&n->inode->i_lock);
	rcu_read_unlock();
	return name;
}

/* Context: no locks; each of them may be the last, of a folder that was removed too. */
static void pay(struct pagesnap_names *n)
{
	while (n->nr_owed)
		pagesnap_drop_dentry(n->owed[--n->nr_owed]);
}

static void finish(struct pagesnap_names *n)
{
	u32 i;

	/* Of most inodes one hold saw all names, and nothing was kept. */
	if (!n->cursor)
		return;
	pagesnap_drop_dentry(n->cursor);
	pagesnap_drop_dentry(n->newest);
	pagesnap_drop_dentry(n->stop);
	for (i = 0; i < PAGESNAP_FOLDERS; i++)
		pagesnap_drop_dentry(n->folders[i].held);
}

/**
 * pagesnap_names_find() - find a name of an inode, rather one that is still linked
 * @n: result and scratch
 * @inode: inode that the caller pins, with its superblock
 * @dir: a directory that it is to be below, pinned by the caller; NULL: any name
 * @any: whether one that is unlinked is as good
 *
 * A dentry without a parent is no name below a directory.  After a fatal signal it's
 * undecided.
 *
 * Context: may sleep.  pagesnap_drop_dentry() is owed for n->found.
 */
void pagesnap_names_find(struct pagesnap_names *n, struct inode *inode, const struct dentry *dir,
			 bool any)
{
	bool more;

	memset(n, 0, sizeof(*n));
	n->inode = inode;
	n->dir = dir;
	n->any = any;
	do {
		more = hold(n);
		pay(n);
		cond_resched();
	} while (more && !fatal_signal_pending(current));
	n->undecided |= more;
	finish(n);
}
