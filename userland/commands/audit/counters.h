/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel counts: of the machine, by node and by memory cgroup.
 */
#ifndef AUDIT_COUNTERS_H
#define AUDIT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cgroup_tree.h"

/* What is counted, in pages. */
enum book {
	BOOK_FILE,	/* page cache: files, shmem, block devices and swap cache; no hugetlbfs */
	BOOK_SHMEM,	/* of these, of tmpfs and shared memory */
	BOOK_BLOCK,	/* of these, of block devices */
	BOOK_SWAPCACHE,	/* of these, in the swap cache */
	BOOK_DIRTY,	/* to be written to files; shmem never is */
	BOOK_WRITEBACK,	/* being written, to files or to swap */
	BOOK_MAPPED,	/* of files and of drivers, in page tables */
	BOOKS
};

/**
 * struct counter - a counter of the kernel, over a time
 * @reads: how often it was read; 0: this kernel does not have it
 * @last: when it was read last
 * @at: at the mark
 * @low: smallest that was read
 * @high: largest
 */
struct counter {
	unsigned int reads;
	uint64_t last;
	uint64_t at;
	uint64_t low;
	uint64_t high;
};

/**
 * struct counted_node - counters of a NUMA node
 * @node: its number
 * @books: by enum book
 */
struct counted_node {
	unsigned int node;
	struct counter books[BOOKS];
};

/**
 * struct counted_cgroup - counters of a memory cgroup and those below it
 * @books: by enum book
 * @found: pages of frames that are charged to these, by enum book
 */
struct counted_cgroup {
	struct counter books[BOOKS];
	uint64_t found[BOOKS];
};

/**
 * struct counters - all of them
 * @all: of the machine, by enum book
 * @collapses: huge pages made from small ones since the machine was started
 * @nodes: all
 * @nr_nodes: how many
 * @tree: the memory cgroups
 * @cgroups: what is counted of them, in the same order
 * @nr_cgroups: how many
 * @sampled_ms: when counters_sample() read last
 */
struct counters {
	struct counter all[BOOKS];
	struct counter collapses;
	struct counted_node *nodes;
	size_t nr_nodes;
	struct cgroup_tree tree;
	struct counted_cgroup *cgroups;
	size_t nr_cgroups;
	uint64_t sampled_ms;
};

/* Finds nodes and cgroups.  0 or a negative errno; counters_free() is owed. */
int counters_open(struct counters *c);
void counters_free(struct counters *c);
/* Has the CPUs' own counts added up, and reads all.  0, or -errno if the machine's can't be. */
int counters_read(struct counters *c);
/* Reads those of machine and nodes, unless they were a moment ago.  As above. */
int counters_sample(struct counters *c);
/* What was read last is what frames are compared to. */
void counters_mark(struct counters *c);

#endif /* AUDIT_COUNTERS_H */
