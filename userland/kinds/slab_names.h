/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What numbers of sites, caches and stacks stand for in an answer of slab.  Pure.
 */
#ifndef KINDS_SLAB_NAMES_H
#define KINDS_SLAB_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"

/**
 * struct slab_name - what a number stands for
 * @text: name, terminated; NULL if nobody told
 * @len: its bytes
 * @size: of a cache, as the record has it
 */
struct slab_name {
	char *text;
	size_t len;
	uint32_t size;
};

/**
 * struct slab_table - names by their number
 * @list: @nr of them
 * @nr: see there
 */
struct slab_table {
	struct slab_name *list;
	size_t nr;
};

/**
 * struct slab_names - all names of an answer; all zero is none
 * @sites: call sites
 * @caches: caches
 * @stacks: callers of sites, frame by frame with ';' between
 */
struct slab_names {
	struct slab_table sites;
	struct slab_table caches;
	struct slab_table stacks;
};

/* Takes a record, if it tells a name.  0 or -ENOMEM. */
int slab_names_take(struct slab_names *names, const struct pagesnap_record *r);
/* NULL if nobody told what the number stands for. */
const struct slab_name *slab_name(const struct slab_table *table, uint32_t id);
/* Forgets all of them: the numbers of another answer stand for others. */
void slab_names_clear(struct slab_names *names);

#endif /* KINDS_SLAB_NAMES_H */
