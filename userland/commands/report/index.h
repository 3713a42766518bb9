/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers for what comes again and again: folders, filesystems, memory cgroups.
 */
#ifndef COMMANDS_REPORT_INDEX_H
#define COMMANDS_REPORT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct index - keys, numbered from 0 as they come; all zero at first
 * @root: of the tree
 * @nr: how many
 */
struct index {
	void *root;
	uint32_t nr;
};

/* The number of @key, @fresh if it is a new one; -ENOMEM. */
int64_t index_find(struct index *x, const void *key, size_t len, bool *fresh);
void index_free(struct index *x);

#endif /* COMMANDS_REPORT_INDEX_H */
