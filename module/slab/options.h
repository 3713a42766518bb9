/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_OPTIONS_H
#define PAGESNAP_SLAB_OPTIONS_H

#include "../core/query.h"
#include "../core/schedule.h"
#include "uapi.h"

/* Bytes of a name of site= or cache=, without a zero byte. */
#define PAGESNAP_SLAB_NAME_MAX	63

/* What an answer has. */
enum pagesnap_slab_what {
	PAGESNAP_SLAB_EVENTS,
	PAGESNAP_SLAB_SITES,
	PAGESNAP_SLAB_CACHES,
	PAGESNAP_SLAB_OBJECTS,
};

/**
 * struct pagesnap_slab_options - what a line asks for
 * @schedule: when rounds are told
 * @site: name of the function that asks; empty: any
 * @cache: name of the cache; empty: any
 * @min_size: bytes that are asked for, at least
 * @max_size: at most
 * @gfp: PAGESNAP_GFP_* that an allocation must have, all of them
 * @node: node of the memory, -1: any
 * @pid: process that allocates, in the initial PID namespace; 0: any
 * @children: what that forks from then on, too
 * @until_exit: the answer ends once that has ended
 * @cgroup: inode of a cgroup that the process is in or below; 0: any
 * @cgroup_path: its path, in place of that; in the line, without a zero byte
 * @cgroup_len: bytes of that
 * @stack: frames of the callers that are told
 * @top: rounds tell so many, those with most live bytes; U64_MAX: all
 * @by: PAGESNAP_SLAB_BY_*
 * @min_age: ns since an object was allocated, at least
 * @objects: that are followed at a time
 * @buffer: bytes of the buffer of each CPU
 * @cpu: the only CPU whose events are told of, -1: all
 */
struct pagesnap_slab_options {
	struct pagesnap_schedule schedule;
	char site[PAGESNAP_SLAB_NAME_MAX + 1];
	char cache[PAGESNAP_SLAB_NAME_MAX + 1];
	u64 min_size;
	u64 max_size;
	u32 gfp;
	int node;
	u32 pid;
	bool children;
	bool until_exit;
	u64 cgroup;
	const char *cgroup_path;
	u32 cgroup_len;
	u32 stack;
	u64 top;
	u32 by;
	u64 min_age;
	u32 objects;
	u64 buffer;
	int cpu;
};

extern const struct pagesnap_option pagesnap_slab_option_table[];

void pagesnap_slab_defaults(struct pagesnap_slab_options *o);
int pagesnap_slab_check(const struct pagesnap_slab_options *o, enum pagesnap_slab_what what,
			struct pagesnap_diag *d);

#endif /* PAGESNAP_SLAB_OPTIONS_H */
