/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The largest parts of something, by name.
 */
#ifndef MEMORY_PARTS_H
#define MEMORY_PARTS_H

#include <stddef.h>
#include <stdint.h>

#define PARTS_KEPT 10
/* With the zero byte; longer names lose their beginning. */
#define PARTS_NAME_MAX 256

/**
 * struct part - a part
 * @pages: how many
 * @name: what has them
 */
struct part {
	uint64_t pages;
	char name[PARTS_NAME_MAX];
};

/**
 * struct parts - the largest ones, all zero at first
 * @list: largest first
 * @nr: how many are kept
 * @others: parts that are not kept
 * @pages: of all
 */
struct parts {
	struct part list[PARTS_KEPT];
	size_t nr;
	uint64_t others;
	uint64_t pages;
};

/* Is a part with so many pages kept? */
static inline int parts_keep(const struct parts *p, uint64_t pages)
{
	return pages && (p->nr < PARTS_KEPT || pages > p->list[PARTS_KEPT - 1].pages);
}

/* Adds one whose name has @len bytes. */
void parts_add(struct parts *p, uint64_t pages, const char *name, size_t len);

#endif /* MEMORY_PARTS_H */
