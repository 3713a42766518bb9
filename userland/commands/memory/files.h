/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The largest files in memory, by name.
 */
#ifndef MEMORY_FILES_H
#define MEMORY_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/places.h"
#include "parts.h"

/**
 * struct files - files with many pages
 * @cached: of filesystems
 * @shared: of tmpfs, and shared memory
 * @huge: of hugetlbfs
 * @failed: a query failed, which was said
 */
struct files {
	struct parts cached;
	struct parts shared;
	struct parts huge;
	bool failed;
};

/*
 * Looks in every filesystem for files with @least pages or more.  0, -EINTR after a signal,
 * another negative errno after a message.
 */
int files_find(struct files *f, const struct places *places, uint64_t least);

#endif /* MEMORY_FILES_H */
