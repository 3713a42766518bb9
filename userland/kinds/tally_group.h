/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are added up: what a row of sums is of.
 */
#ifndef KINDS_TALLY_GROUP_H
#define KINDS_TALLY_GROUP_H

#include <stdint.h>

#include "file_id.h"
#include "lib/pagesnap.h"
#include "pages_slab.h"

/* What files are added up by. */
enum tally_by {
	TALLY_BY_NONE,	/* a row each */
	TALLY_BY_DIR,
	TALLY_BY_FS,
	TALLY_BY_TYPE,
	TALLY_BY_CGROUP,
	TALLY_BY_PAIR,	/* of cgroups that have pages of the same files */
};

/* Files that have a name, which is cached no more. */
#define TALLY_NAMELESS "[name not cached]"

/**
 * struct tally_group - files that are added up
 * @by: what they have in common
 * @key: it as text: a folder, or a word in brackets; a type; MAJ:MIN; an inode
 * @sb: TALLY_BY_FS and TALLY_BY_TYPE: the superblock, or what is common to all
 * @mount: TALLY_BY_FS: where it is mounted, "" if nowhere
 * @cgroup: TALLY_BY_CGROUP and TALLY_BY_PAIR: its inode, PAGESNAP_OTHER, _NONE or
 *	_UNKNOWN; else PAGESNAP_NONE
 * @with: TALLY_BY_PAIR: the other one, else PAGESNAP_NONE
 * @shared: TALLY_BY_CGROUP: pages of files of which others have pages
 * @largest: TALLY_BY_CGROUP: the file with most pages, "" if it has no name
 * @largest_pages: these
 * @largest_id: which it is
 * @recent: pages of its files that were evicted recently, PAGESNAP_NONE if that
 *	wasn't asked for or is of no cgroup, _UNKNOWN if it isn't known of one
 * @files: how many; of TALLY_BY_CGROUP those with a page in it
 * @sums: their pages
 * @slab: what the slab allocator has for its files, or is charged to the cgroup for
 * @droppable: of these, as of a file; PAGESNAP_UNKNOWN if it isn't known of one
 */
struct tally_group {
	enum tally_by by;
	char *key;
	struct pagesnap_sb sb;
	char *mount;
	uint64_t cgroup;
	uint64_t with;
	uint64_t shared;
	char *largest;
	uint64_t largest_pages;
	struct file_id largest_id;
	uint64_t recent;
	uint64_t files;
	struct pagesnap_sums sums;
	struct pages_slab slab;
	__u64 droppable;
};

#endif /* KINDS_TALLY_GROUP_H */
