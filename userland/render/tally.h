/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of files: by folder, filesystem, type of filesystem or memory cgroup.
 */
#ifndef RENDER_TALLY_H
#define RENDER_TALLY_H

#include "kinds/file_id.h"
#include "kinds/row.h"
#include "out.h"

/**
 * struct tally_group - files that are added up
 * @by: what they have in common
 * @key: it as text: a folder, or a word in brackets; a type; MAJ:MIN; an inode
 * @sb: OUT_BY_FS and OUT_BY_TYPE: the superblock, or what is common to all
 * @mount: OUT_BY_FS: where it is mounted, "" if nowhere
 * @cgroup: OUT_BY_CGROUP and OUT_BY_PAIR: its inode, PAGESNAP_OTHER, _NONE or
 *	_UNKNOWN; else PAGESNAP_NONE
 * @with: OUT_BY_PAIR: the other one, else PAGESNAP_NONE
 * @shared: OUT_BY_CGROUP: pages of files of which others have pages
 * @largest: OUT_BY_CGROUP: the file with most pages, "" if it has no name
 * @largest_pages: these
 * @largest_id: which it is
 * @recent: pages of its files that were evicted recently, PAGESNAP_NONE if that
 *	wasn't asked for or is of no cgroup, _UNKNOWN if it isn't known of one
 * @files: how many; of OUT_BY_CGROUP those with a page in it
 * @sums: their pages
 * @droppable: of these, as of a file; PAGESNAP_UNKNOWN if it isn't known of one
 */
struct tally_group {
	enum out_by by;
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
	__u64 droppable;
};

struct tally;

/* Files that have a name, which is cached no more. */
#define TALLY_NAMELESS "[name not cached]"

/* NULL if there is no memory. */
struct tally *tally_new(const struct out_options *options);
void tally_free(struct tally *t);
/* Adds a row of an object with sums.  0 or -ENOMEM. */
int tally_take(struct tally *t, struct row *row);
/* Pages of hugetlbfs: in the total, but not in what the kernel calls cached. */
uint64_t tally_huge(const struct tally *t);
/* OUT_BY_CGROUP: drops the groups of cgroups that are not gone; the total is of the rest. */
void tally_keep_dead(struct tally *t, struct names *names);
/* The groups, most pages first; nothing can be added then. */
const struct tally_group *const *tally_groups(struct tally *t, size_t *nr);
/* All files, each counted once; its key is "total". */
const struct tally_group *tally_total(const struct tally *t);
/* Makes @row one of @group.  0 or -ENOMEM. */
int tally_row(const struct tally_group *group, struct row *row);

#endif /* RENDER_TALLY_H */
