/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was found in memory: pages by frame, and by file.
 */
#ifndef AUDIT_INVENTORY_H
#define AUDIT_INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "lib/pagesnap.h"

/**
 * struct inventory_part - frames that have a node, cgroup or device in common
 * @key: number of the node, inode of the cgroup, inventory_device()
 * @books: pages of its frames, by enum book
 * @pfn: one of these
 * @listed: of a device: files were found on it
 * @inodes: how many
 * @pages: of these
 * @fstype: their type of filesystem; of one that is not listed, what the module
 *	says of @pfn; "" if that isn't known
 */
struct inventory_part {
	uint64_t key;
	uint64_t books[BOOKS];
	uint64_t pfn;
	bool listed;
	uint64_t inodes;
	uint64_t pages;
	char fstype[32];
};

/**
 * struct inventory_parts - those of one sort
 * @list: in the order in which they came
 * @nr: how many
 * @root: tree of them, by key
 * @last: the one that was looked up last
 */
struct inventory_parts {
	struct inventory_part **list;
	size_t nr;
	void *root;
	struct inventory_part *last;
};

/**
 * struct inventory - what was found
 * @books: pages of all frames, by enum book
 * @nodes: by NUMA node
 * @cgroups: by memory cgroup; of one that is offline, the one it is counted in
 * @devices: by device of the superblock
 * @torn: frames that changed under every try to read them, or lost their owner
 */
struct inventory {
	uint64_t books[BOOKS];
	struct inventory_parts nodes;
	struct inventory_parts cgroups;
	struct inventory_parts devices;
	uint64_t torn;
};

static inline uint64_t inventory_device(uint32_t major, uint32_t minor)
{
	return (uint64_t)major << 32 | minor;
}

/* Takes a file with sums, of a filesystem of type @fstype.  0 or -ENOMEM. */
int inventory_file(struct inventory *w, const char *fstype, const struct pagesnap_file *file);
/* Takes frames; files have to be taken before.  0 or -ENOMEM. */
int inventory_run(struct inventory *w, const struct pagesnap_run *run);
/* The part with this key, NULL if there is none. */
struct inventory_part *inventory_find(const struct inventory_parts *p, uint64_t key);
/* All zero is empty; this makes it so again. */
void inventory_clear(struct inventory *w);

#endif /* AUDIT_INVENTORY_H */
