/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was found in memory: pages by frame, and by file.
 */
#ifndef AUDIT_WALKED_H
#define AUDIT_WALKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "lib/pagesnap.h"

/**
 * struct walked_part - frames that have a node, cgroup or device in common
 * @key: number of the node, inode of the cgroup, walked_device()
 * @books: pages of its frames, by enum book
 * @pfn: one of these
 * @listed: of a device: files were found on it
 * @inodes: how many
 * @pages: of these
 * @fstype: their type of filesystem; of one that is not listed, what the module
 *	says of @pfn; "" if that isn't known
 */
struct walked_part {
	uint64_t key;
	uint64_t books[BOOKS];
	uint64_t pfn;
	bool listed;
	uint64_t inodes;
	uint64_t pages;
	char fstype[32];
};

/**
 * struct walked_parts - those of one sort
 * @list: in the order in which they came
 * @nr: how many
 * @root: tree of them, by key
 * @last: the one that was looked up last
 */
struct walked_parts {
	struct walked_part **list;
	size_t nr;
	void *root;
	struct walked_part *last;
};

/**
 * struct walked - what was found
 * @books: pages of all frames, by enum book
 * @nodes: by NUMA node
 * @cgroups: by memory cgroup; of one that is offline, the one it is counted in
 * @devices: by device of the superblock
 * @torn: frames that changed under every try to read them, or lost their owner
 */
struct walked {
	uint64_t books[BOOKS];
	struct walked_parts nodes;
	struct walked_parts cgroups;
	struct walked_parts devices;
	uint64_t torn;
};

static inline uint64_t walked_device(uint32_t major, uint32_t minor)
{
	return (uint64_t)major << 32 | minor;
}

/* Takes a file with sums, of a filesystem of type @fstype.  0 or -ENOMEM. */
int walked_file(struct walked *w, const char *fstype, const struct pagesnap_file *file);
/* Takes frames; files have to be taken before.  0 or -ENOMEM. */
int walked_run(struct walked *w, const struct pagesnap_run *run);
/* The part with this key, NULL if there is none. */
struct walked_part *walked_find(const struct walked_parts *p, uint64_t key);
/* All zero is empty; this makes it so again. */
void walked_clear(struct walked *w);

#endif /* AUDIT_WALKED_H */
