/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the slab allocator has for files: of one, as its record tells it, or of several.
 */
#ifndef KINDS_PAGES_SLAB_H
#define KINDS_PAGES_SLAB_H

#include <stdbool.h>

#include "lib/pagesnap.h"

/* Kinds of objects, in the order of a file's record. */
enum pages_slab_kind {
	PAGES_SLAB_INODE,
	PAGES_SLAB_DENTRIES,
	PAGES_SLAB_NODES,
	PAGES_SLAB_KINDS,
};

/**
 * struct pages_slab - objects of some files
 * @told: some file has told them
 * @of: by kind; the cgroup means nothing
 */
struct pages_slab {
	bool told;
	struct pagesnap_objects of[PAGES_SLAB_KINDS];
};

/* Of a file, NULL if it has none. */
const struct pagesnap_objects *pages_slab_of(const struct pagesnap_file *file,
					     enum pages_slab_kind kind);
/* Adds objects; a number that isn't known of some isn't known of all. */
void pages_slab_add(struct pages_slab *to, enum pages_slab_kind kind,
		    const struct pagesnap_objects *objects);
/* Adds all of @from, or of a file. */
void pages_slab_add_all(struct pages_slab *to, const struct pages_slab *from);
void pages_slab_add_file(struct pages_slab *to, const struct pagesnap_file *file);

#endif /* KINDS_PAGES_SLAB_H */
