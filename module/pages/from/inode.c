// SPDX-License-Identifier: GPL-2.0
/*
 * The record of a file.
 */
#include <linux/fs.h>
#include <linux/kdev_t.h>

#include "../../fs/cost.h"
#include "../../fs/place.h"
#include "inode.h"

static struct pagesnap_objects objects(const struct pagesnap_cost_part *part)
{
	return (struct pagesnap_objects){
		.nr = part->nr, .bytes = part->bytes, .cgroup = part->cgroup,
	};
}

/* With or without pages, it is asked for. */
static void add_slab(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_file *r = &w->inner.file;
	struct pagesnap_cost cost;

	pagesnap_cost_read(inode, &cost);
	r->rec.flags |= PAGESNAP_RF_SLAB;
	r->slab_inode = objects(&cost.inode);
	r->slab_dentries = objects(&cost.dentries);
	r->slab_nodes = objects(&cost.nodes);
	w->inner_used = true;
}

/**
 * pagesnap_inode_begin() - begin the object of an inode
 * @w: walk
 * @inode: inode that the caller pins
 * @cached: its nrpages
 */
void pagesnap_inode_begin(struct pagesnap_walk *w, struct inode *inode, u64 cached)
{
	struct pagesnap_file *r = &w->inner.file;

	pagesnap_walk_object(w, PAGESNAP_REC_FILE, sizeof(*r));
	r->dev_major = MAJOR(inode->i_sb->s_dev);
	r->dev_minor = MINOR(inode->i_sb->s_dev);
	r->ino = inode->i_ino;
	r->gen = inode->i_generation;
	r->subvol = pagesnap_place_subvol(inode);
	r->size = i_size_read(inode);
	r->cached = cached;
	r->nlink = READ_ONCE(inode->i_nlink);
	r->mode = READ_ONCE(inode->i_mode) & S_IFMT;
	/* Until a name says more. */
	r->state = r->nlink ? PAGESNAP_STATE_LIVE : PAGESNAP_STATE_DELETED;
	if (w->sel.slab)
		add_slab(w, inode);
}

/**
 * pagesnap_inode_name() - the name of the inode is in w->name
 * @w: walk with the object of an inode
 * @len: bytes of it
 * @state: PAGESNAP_STATE_*
 */
void pagesnap_inode_name(struct pagesnap_walk *w, u32 len, u32 state)
{
	w->inner.file.name_len = len;
	w->inner.file.state = state;
	/* btrfs leaves the i_mode of its own inodes as it was in another's memory. */
	if (state == PAGESNAP_STATE_META)
		w->inner.file.mode = 0;
}
