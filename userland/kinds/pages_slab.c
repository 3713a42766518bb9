// SPDX-License-Identifier: GPL-2.0
/*
 * What the slab allocator has for files, and its columns.
 */
#include "pages_get.h"
#include "pages_slab.h"
#include "sums.h"
#include "tally_group.h"

const struct pagesnap_objects *pages_slab_of(const struct pagesnap_file *file,
					     enum pages_slab_kind kind)
{
	if (!file || !(file->rec.flags & PAGESNAP_RF_SLAB))
		return NULL;
	switch (kind) {
	case PAGES_SLAB_INODE: return &file->slab_inode;
	case PAGES_SLAB_DENTRIES: return &file->slab_dentries;
	default: return &file->slab_nodes;
	}
}

void pages_slab_add(struct pages_slab *to, enum pages_slab_kind kind,
		    const struct pagesnap_objects *objects)
{
	to->told = true;
	sums_count(&to->of[kind].nr, objects->nr);
	sums_count(&to->of[kind].bytes, objects->bytes);
}

void pages_slab_add_all(struct pages_slab *to, const struct pages_slab *from)
{
	unsigned int kind;

	for (kind = 0; from->told && kind < PAGES_SLAB_KINDS; kind++)
		pages_slab_add(to, kind, &from->of[kind]);
}

void pages_slab_add_file(struct pages_slab *to, const struct pagesnap_file *file)
{
	unsigned int kind;

	for (kind = 0; kind < PAGES_SLAB_KINDS; kind++)
		if (pages_slab_of(file, kind))
			pages_slab_add(to, kind, pages_slab_of(file, kind));
}

/* Bytes, if they are known. */
static void set_known(struct value *v, uint64_t bytes)
{
	if (bytes == PAGESNAP_UNKNOWN)
		v->type = VALUE_UNKNOWN;
	else
		set_bytes(v, bytes);
}

/* Of the file or files of a row; false if it has none. */
static bool slab_of(const struct row *row, struct pages_slab *slab)
{
	const struct tally_group *group = pages_row(row)->group;

	*slab = (struct pages_slab){ .told = false };
	if (group)
		*slab = group->slab;
	else if (!row->item)
		pages_slab_add_file(slab, pages_row_file(row));
	return slab->told;
}

void get_slab(struct row *row, struct value *v)
{
	struct pages_slab slab;
	__u64 all = 0;
	unsigned int kind;

	if (!slab_of(row, &slab))
		return;
	for (kind = 0; kind < PAGES_SLAB_KINDS; kind++)
		sums_count(&all, slab.of[kind].bytes);
	set_known(v, all);
}

#define KIND(name, kind)					\
void get_##name(struct row *row, struct value *v)		\
{								\
	struct pages_slab slab;					\
								\
	if (slab_of(row, &slab))				\
		set_number(v, slab.of[kind].nr);		\
}								\
								\
void get_##name##_slab(struct row *row, struct value *v)	\
{								\
	struct pages_slab slab;					\
								\
	if (slab_of(row, &slab))				\
		set_known(v, slab.of[kind].bytes);		\
}

KIND(inodes, PAGES_SLAB_INODE)
KIND(dentries, PAGES_SLAB_DENTRIES)
KIND(xa_nodes, PAGES_SLAB_NODES)
