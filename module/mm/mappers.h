/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_MAPPERS_H
#define PAGESNAP_MM_MAPPERS_H

#include <linux/types.h>

struct address_space;
struct mm_struct;

/* Mappings of a file that are passed under one hold of its lock, as is the memory kept for them. */
#define PAGESNAP_MAPPERS_MAX	16384

/**
 * struct pagesnap_mappers - which memory maps pages of a file
 * @mms: addresses of mm structures, in order, each once; compared only
 * @nr: how many
 * @above: the file has more mappings than PAGESNAP_MAPPERS_MAX: any memory may map it
 *
 * Nothing is pinned.
 */
struct pagesnap_mappers {
	const struct mm_struct **mms;
	u32 nr;
	bool above;
};

int pagesnap_mappers_init(struct pagesnap_mappers *m);
void pagesnap_mappers_destroy(struct pagesnap_mappers *m);
int pagesnap_mappers_find(struct pagesnap_mappers *m, struct address_space *mapping, u64 start,
			  u64 end);
bool pagesnap_mappers_have(const struct pagesnap_mappers *m, const struct mm_struct *mm);

#endif /* PAGESNAP_MM_MAPPERS_H */
