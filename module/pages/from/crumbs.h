/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_CRUMBS_H
#define PAGESNAP_PAGES_FROM_CRUMBS_H

#include "../../fs/addrs.h"
#include "../../fs/place.h"

/* Inodes that a walk of a superblock remembers, to find its place again. */
#define PAGESNAP_CRUMBS		64
/* Few of the slots are taken: most inodes that are looked up are none of them. */
#define PAGESNAP_CRUMB_BITS	9

/**
 * struct pagesnap_crumbs - the last inodes that a walk passed
 * @ids: a ring
 * @nr: inodes passed so far
 * @slots: of @table
 * @table: the ring by address, once pagesnap_crumbs_index() made it; numbers are ages
 * @frame: of a page of the last one, when the walk paused; U64_MAX: none
 */
struct pagesnap_crumbs {
	struct pagesnap_inode_id ids[PAGESNAP_CRUMBS];
	u64 nr;
	u16 slots[1 << PAGESNAP_CRUMB_BITS];
	struct pagesnap_addrs table;
	u64 frame;
};

/* How many are remembered. */
static inline u32 pagesnap_crumbs_kept(const struct pagesnap_crumbs *c)
{
	return min_t(u64, c->nr, PAGESNAP_CRUMBS);
}

static inline const struct pagesnap_inode_id *pagesnap_crumb(const struct pagesnap_crumbs *c,
							     u32 age)
{
	return &c->ids[(c->nr - age) % PAGESNAP_CRUMBS];
}

/**
 * pagesnap_crumbs_age() - was an inode passed lately?
 * @c: crumbs, with their table made
 * @inode: inode that can't be freed meanwhile
 *
 * Return: how late, 1 for the last; 0 if not.
 */
static inline u32 pagesnap_crumbs_age(const struct pagesnap_crumbs *c, const struct inode *inode)
{
	u32 slot, age;

	pagesnap_addrs_each(&c->table, inode, slot, age)
		if (pagesnap_place_is(pagesnap_crumb(c, age), inode))
			return age;
	return 0;
}

void pagesnap_crumbs_add(struct pagesnap_crumbs *c, const struct inode *inode);
void pagesnap_crumbs_index(struct pagesnap_crumbs *c);
void pagesnap_crumbs_pause(struct pagesnap_crumbs *c, struct inode *inode);
struct inode *pagesnap_crumbs_last(const struct pagesnap_crumbs *c, struct super_block *sb);

#endif /* PAGESNAP_PAGES_FROM_CRUMBS_H */
