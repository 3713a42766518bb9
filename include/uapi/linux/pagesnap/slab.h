/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: records of objects/mm/slab, who allocates the kernel's memory.
 */
#ifndef _UAPI_LINUX_PAGESNAP_SLAB_H
#define _UAPI_LINUX_PAGESNAP_SLAB_H

#include "../pagesnap.h"

/* Limits of one answer. */

/* Call sites, and caches, that are told apart; the others are one. */
#define PAGESNAP_SLAB_SITES_MAX		8192
#define PAGESNAP_SLAB_CACHES_MAX	1024
/* Sums of sites or caches, by process or cgroup. */
#define PAGESNAP_SLAB_SUMS_MAX		16384
/* Different stacks, and frames of each. */
#define PAGESNAP_SLAB_STACKS_MAX	8192
#define PAGESNAP_SLAB_FRAMES_MAX	32
/* Live objects that are followed, at most. */
#define PAGESNAP_SLAB_OBJECTS_MAX	(1U << 24)
/* Processes that the one of pid= forks, with children=1, and those that these fork. */
#define PAGESNAP_SLAB_FORKS_MAX		65536
/* Lifetimes: bucket N counts those from 2^(N-1) to 2^N-1 us, the last all from there on. */
#define PAGESNAP_SLAB_LIFETIMES		32

/* Record types. */
#define PAGESNAP_REC_SITE	1025	/* 0x0401; before the first record with its number */
#define PAGESNAP_REC_CACHE	1026	/* the same */
#define PAGESNAP_REC_STACK	1027	/* the same */
#define PAGESNAP_REC_ALLOC	1028
#define PAGESNAP_REC_FREE	1029
#define PAGESNAP_REC_SITE_SUM	1030	/* struct pagesnap_slab_sum */
#define PAGESNAP_REC_CACHE_SUM	1031	/* the same */
#define PAGESNAP_REC_OBJECT	1032
#define PAGESNAP_REC_SLAB_ROUND	1033	/* ends a round of sums, or of objects */

/* Flags of struct pagesnap_rec, of an allocation, a free or an object. */
#define PAGESNAP_RF_FROM_CACHE	0x0001	/* of a cache by name; else kmalloc */
#define PAGESNAP_RF_BULK	0x0002	/* one of several at a time */
#define PAGESNAP_RF_DEFERRED	0x0004	/* given up by kfree_rcu(), and freed later */
#define PAGESNAP_RF_UNSEEN	0x0010	/* nobody saw when: its memory is something else */
#define PAGESNAP_RF_OLD		0x0020	/* allocated before the answer began, or not followed */
#define PAGESNAP_RF_OTHER_CPU	0x0040	/* freed on another CPU than that where it was allocated */
#define PAGESNAP_RF_OTHER_NODE	0x0080	/* freed on another node than that of its memory */
#define PAGESNAP_RF_TWICE	0x0200	/* nothing is freed: its allocation is told once more */

/* by= of sums. */
#define PAGESNAP_SLAB_BY_NONE	0
#define PAGESNAP_SLAB_BY_PID	1
#define PAGESNAP_SLAB_BY_CGROUP	2
#define PAGESNAP_SLAB_BYS	3

/* Flags of an allocation, the same on all kernels. */
#define PAGESNAP_GFP_DMA		0x0001
#define PAGESNAP_GFP_DMA32		0x0002
#define PAGESNAP_GFP_HIGH		0x0004	/* may use reserves */
#define PAGESNAP_GFP_RECLAIM		0x0008	/* may reclaim itself, and so sleep */
#define PAGESNAP_GFP_KSWAPD		0x0010	/* may wake kswapd */
#define PAGESNAP_GFP_IO			0x0020
#define PAGESNAP_GFP_FS			0x0040
#define PAGESNAP_GFP_NOWARN		0x0080
#define PAGESNAP_GFP_MAYFAIL		0x0100
#define PAGESNAP_GFP_NOFAIL		0x0200
#define PAGESNAP_GFP_NORETRY		0x0400
#define PAGESNAP_GFP_ZERO		0x0800
#define PAGESNAP_GFP_ACCOUNT		0x1000
#define PAGESNAP_GFP_RECLAIMABLE	0x2000
#define PAGESNAP_GFP_THISNODE		0x4000
#define PAGESNAP_GFP_NOMEMALLOC		0x8000
#define PAGESNAP_GFPS			16

/* What was left out; counted in events if nothing else is said. */
#define PAGESNAP_SLAB_WHY_SITES		0	/* of sites above the limit: those are one, "?" */
#define PAGESNAP_SLAB_WHY_CACHES	1	/* of caches above the limit: the same */
#define PAGESNAP_SLAB_WHY_SUMS		2	/* of sums above the limit: in no sum */
#define PAGESNAP_SLAB_WHY_STACKS	3	/* of stacks above the limit: without one */
#define PAGESNAP_SLAB_WHY_OBJECTS	4	/* objects that were not followed: no room */
#define PAGESNAP_SLAB_WHY_NESTED	5	/* within our own probe, or in an NMI */
#define PAGESNAP_SLAB_WHY_OLD		6	/* frees of what was allocated before */
#define PAGESNAP_SLAB_WHY_UNSEEN	7	/* objects whose free nobody saw */
#define PAGESNAP_SLAB_WHY_DROPPED	8	/* hits that kprobes had no room for */
#define PAGESNAP_SLAB_WHY_MISSED	9	/* rounds whose time had passed */
#define PAGESNAP_SLAB_WHY_FILTERED	10	/* that the options of the line leave out */
#define PAGESNAP_SLAB_WHY_FORKS		11	/* processes above the limit: filtered */
#define PAGESNAP_SLAB_WHYS		12

/* What an end counts. */
#define PAGESNAP_SLAB_COUNT_ALLOCS	0
#define PAGESNAP_SLAB_COUNT_FREES	1
#define PAGESNAP_SLAB_COUNT_LOST	2	/* events that nobody read in time */
#define PAGESNAP_SLAB_COUNT_LIVE	3	/* objects that are followed, at the end */
#define PAGESNAP_SLAB_COUNT_ROUNDS	4
#define PAGESNAP_SLAB_COUNTS		5

/**
 * struct pagesnap_slab_site - name of a call site, or a cache
 * @rec: record head
 * @q: query
 * @id: its number in this answer, from 0
 * @size: of a cache: bytes of an object, PAGESNAP_UNKNOWN32 if it has no one size
 * @name_len: bytes of the name that follow: of a site as "symbol+0x1f [module]"; "?" if unknown
 */
struct pagesnap_slab_site {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 id;
	__u32 size;
	__u32 name_len;
};

/**
 * struct pagesnap_slab_stack - callers of a call site
 * @rec: record head
 * @q: query
 * @id: its number in this answer, from 0
 * @frames: how many
 * @name_len: bytes that follow: the frames, the call site first, with ';' between
 */
struct pagesnap_slab_stack {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 id;
	__u32 frames;
	__u32 name_len;
};

/**
 * struct pagesnap_slab_alloc - something is allocated; or an object that is still alive
 * @rec: record head, with PAGESNAP_RF_FROM_CACHE and PAGESNAP_RF_BULK
 * @q: query
 * @pid: process, in the initial PID namespace; PAGESNAP_NONE32 in an interrupt
 * @time_ns: CLOCK_MONOTONIC
 * @seq: number of the event on its CPU, from 1; of an object: its age in ns
 * @object: what its free will name; no two in an answer are the same; PAGESNAP_NONE: not followed
 * @cgroup: inode of the process' cgroup, PAGESNAP_NONE in an interrupt
 * @site: who asked
 * @cache: where from
 * @requested: bytes
 * @allocated: bytes
 * @gfp: PAGESNAP_GFP_*
 * @stack: with stack=, else PAGESNAP_NONE32
 * @cpu: where
 * @node: of its memory
 * @reserved: zero
 */
struct pagesnap_slab_alloc {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 time_ns;
	__u64 seq;
	__u64 object;
	__u64 cgroup;
	__u32 site;
	__u32 cache;
	__u32 requested;
	__u32 allocated;
	__u32 gfp;
	__u32 stack;
	__u16 cpu;
	__u16 node;
	__u32 reserved;
};

/**
 * struct pagesnap_slab_free - something is freed
 * @rec: record head, with PAGESNAP_RF_*
 * @q: query
 * @pid: as above
 * @time_ns: CLOCK_MONOTONIC
 * @seq: number of the event on its CPU, from 1
 * @object: what its allocation had; PAGESNAP_NONE with PAGESNAP_RF_OLD
 * @life_ns: since it was allocated, PAGESNAP_UNKNOWN with PAGESNAP_RF_OLD, _UNSEEN or _TWICE
 * @site: who freed it, PAGESNAP_UNKNOWN32 with PAGESNAP_RF_UNSEEN or _TWICE
 * @by: who had asked for it, PAGESNAP_UNKNOWN32 with PAGESNAP_RF_OLD
 * @cpu: where
 * @reserved: zero
 */
struct pagesnap_slab_free {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 time_ns;
	__u64 seq;
	__u64 object;
	__u64 life_ns;
	__u32 site;
	__u32 by;
	__u16 cpu;
	__u16 reserved[3];
};

/**
 * struct pagesnap_slab_sum - what a site or a cache has allocated so far
 * @rec: record head
 * @q: query
 * @id: number of the site, or of the cache
 * @pid: by=pid: process that allocated, else PAGESNAP_NONE32
 * @reserved: zero
 * @cgroup: by=cgroup: inode of its cgroup, else PAGESNAP_NONE
 * @allocs: allocations
 * @frees: of these, those that were freed
 * @requested: bytes that were asked for
 * @allocated: bytes that were had for that
 * @live: bytes had, of objects that are not freed
 * @live_requested: bytes asked for, of the same
 * @deferred: frees by kfree_rcu()
 * @unseen: frees that nobody saw
 * @other_cpu: frees on another CPU
 * @other_node: frees on another node than that of the memory
 * @lifetimes: frees by lifetime
 */
struct pagesnap_slab_sum {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 id;
	__u32 pid;
	__u32 reserved;
	__u64 cgroup;
	__u64 allocs;
	__u64 frees;
	__u64 requested;
	__u64 allocated;
	__u64 live;
	__u64 live_requested;
	__u64 deferred;
	__u64 unseen;
	__u64 other_cpu;
	__u64 other_node;
	__u64 lifetimes[PAGESNAP_SLAB_LIFETIMES];
};

/**
 * struct pagesnap_slab_round - a round of sums or objects ends
 * @rec: record head
 * @q: query
 * @n: its number, from 1
 * @time_ns: CLOCK_MONOTONIC, when it began
 * @real_ns: the same, CLOCK_REALTIME
 * @took_ns: how long it took
 * @late_ns: how long after its time it began
 * @missed: rounds before it whose time had passed
 * @records: sums, or objects, that it told
 * @more: those that top= or limit= left out
 */
struct pagesnap_slab_round {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 n;
	__u64 time_ns;
	__u64 real_ns;
	__u64 took_ns;
	__u64 late_ns;
	__u64 missed;
	__u64 records;
	__u64 more;
};

#endif /* _UAPI_LINUX_PAGESNAP_SLAB_H */
