// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where a walk of a superblock was
 *
 * While nothing is pinned an inode may be freed, and another one take its place: each is
 * remembered by address, number and generation.  Of the last one, the frame of a
 * page is remembered as well, if it has any: a page leads to its inode, whatever filesystem
 * that is on, and however many others are in the list.
 */
#include <linux/fs.h>
#include <linux/xarray.h>

#include "../../fs/drop.h"
#include "../../fs/owner.h"
#include "crumbs.h"

/* Entries of a page cache that are looked at for a page. */
#define LOOK	64

/**
 * pagesnap_crumbs_add() - the walk comes to an inode
 * @c: crumbs
 * @inode: inode
 */
void pagesnap_crumbs_add(struct pagesnap_crumbs *c, const struct inode *inode)
{
	pagesnap_place_identify(&c->ids[c->nr++ % PAGESNAP_CRUMBS], inode);
}

/**
 * pagesnap_crumbs_index() - prepare to look many inodes up
 * @c: crumbs; none is added until that is done
 */
void pagesnap_crumbs_index(struct pagesnap_crumbs *c)
{
	u32 age;

	memset(c->slots, 0, sizeof(c->slots));
	c->table = (struct pagesnap_addrs){ c->slots, PAGESNAP_CRUMB_BITS };
	for (age = 1; age <= pagesnap_crumbs_kept(c); age++)
		pagesnap_addrs_add(&c->table, pagesnap_crumb(c, age)->addr, age - 1);
}

/**
 * pagesnap_crumbs_pause() - remember a page of the last one
 * @c: crumbs
 * @inode: the last one, pinned; NULL if it isn't
 */
void pagesnap_crumbs_pause(struct pagesnap_crumbs *c, struct inode *inode)
{
	u32 looked = 0;
	void *entry;

	c->frame = U64_MAX;
	if (!inode)
		return;
	XA_STATE(xas, &inode->i_data.i_pages, 0);

	rcu_read_lock();
	xas_for_each(&xas, entry, ULONG_MAX) {
		if (!xas_retry(&xas, entry) && !xa_is_value(entry)) {
			/* It is not followed, and may be another's when it is looked at. */
			c->frame = page_to_pfn((struct page *)entry);
			break;
		}
		if (++looked == LOOK)
			break;
	}
	rcu_read_unlock();
}

/**
 * pagesnap_crumbs_last() - pin the last one again, by its page
 * @c: crumbs
 * @sb: its superblock, pinned by the caller
 *
 * Return: the inode with an i_count; NULL if its page is gone, or the inode is another.
 */
struct inode *pagesnap_crumbs_last(const struct pagesnap_crumbs *c, struct super_block *sb)
{
	const struct pagesnap_inode_id *last = pagesnap_crumb(c, 1);
	struct pagesnap_owner owner = { .dev = sb->s_dev, .gen = last->gen, .ino = last->ino };
	struct inode *inode;

	if (c->frame == U64_MAX)
		return NULL;
	inode = pagesnap_owner_hold(c->frame, &owner);
	if (!inode)
		return NULL;
	if (inode->i_sb == sb && pagesnap_place_is(last, inode)) {
		/* The caller's is left. */
		pagesnap_drop(sb, NULL, false);
		return inode;
	}
	pagesnap_owner_release(inode);
	return NULL;
}
