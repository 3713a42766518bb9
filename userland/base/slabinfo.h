/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel says of its caches in /proc/slabinfo.
 */
#ifndef SLABINFO_H
#define SLABINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a name that are told apart. */
#define SLABINFO_NAME 64

/**
 * struct slabinfo_cache - a cache, or several that are called the same
 * @name: as it is found; those of kmalloc() for one size are one
 * @objects: in use; with those that CPUs keep for the next who asks
 * @bytes: that all its slabs take
 */
struct slabinfo_cache {
	char name[SLABINFO_NAME];
	uint64_t objects;
	uint64_t bytes;
};

/**
 * struct slabinfo - all caches; all zero is none
 * @list: @nr of them
 * @nr: see there
 */
struct slabinfo {
	struct slabinfo_cache *list;
	size_t nr;
};

/* Reads what is there now; nothing if it can't be read, or is of a version that isn't known. */
void slabinfo_read(struct slabinfo *info);
/* NULL if it isn't there: another name stands for it, or nobody can tell. */
const struct slabinfo_cache *slabinfo_find(const struct slabinfo *info, const char *name);
void slabinfo_free(struct slabinfo *info);

#endif /* SLABINFO_H */
