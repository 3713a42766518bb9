/* SPDX-License-Identifier: GPL-2.0 */
/* Which memory cgroup is charged for an object of a slab. */
#ifndef PAGESNAP_COMPAT_OBJCG_H
#define PAGESNAP_COMPAT_OBJCG_H

#include <linux/cgroup.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/uaccess.h>

#include "probed.h"

#ifdef CONFIG_MEMCG

/*
 * A slab has a vector with an entry for each object, which begins with the object's cgroup: a
 * pointer, since v6.10 a structure.  Where objects leave room between them, each may have its
 * entry in itself (v7.x): then the vector begins within the first one.
 */
#ifdef HAVE_SLABOBJ_EXT
#define COMPAT_OBJCG_FLAGS	OBJEXTS_FLAGS_MASK
#define COMPAT_OBJCG_STRIDE	sizeof(struct slabobj_ext)
#else
#define COMPAT_OBJCG_FLAGS	MEMCG_DATA_FLAGS_MASK
#define COMPAT_OBJCG_STRIDE	sizeof(struct obj_cgroup *)
#endif

/* The entry of the @nth object of a slab that begins at @first, NULL if it has no vector. */
static inline const char *compat_objcg_entry(const struct page *slab, const char *first, u32 size,
					     u32 nth)
{
	const struct folio *folio = (const struct folio *)slab;
	unsigned long word = READ_ONCE(folio->memcg_data);
	const char *vector = (const char *)(word & ~COMPAT_OBJCG_FLAGS);
	bool within = vector >= first && vector < first + size;

	return vector ? vector + (size_t)nth * (within ? size : COMPAT_OBJCG_STRIDE) : NULL;
}

/*
 * @slab: first page of a slab that is at @first, with objects of @size bytes, of which the @nth
 * can't go.  Believed is what is a memory cgroup.  Context: RCU.
 * Return: 1 with the inode of the cgroup in *@ino, 0 if none is charged, -EFAULT if nobody knows.
 */
static inline int compat_slab_charged(const struct page *slab, const char *first, u32 size,
				      u32 nth, u64 *ino)
{
	const char *entry = compat_objcg_entry(slab, first, size, nth);
	const struct cgroup_subsys *ss;
	struct obj_cgroup *objcg;
	struct mem_cgroup *memcg;
	struct cgroup *cgroup;

	if (!entry)
		return 0;
	if (copy_from_kernel_nofault(&objcg, entry, sizeof(objcg)))
		return -EFAULT;
	if (!objcg)
		return 0;
	if (copy_from_kernel_nofault(&memcg, &objcg->memcg, sizeof(memcg)) || !memcg ||
	    copy_from_kernel_nofault(&ss, &memcg->css.ss, sizeof(ss)) ||
	    ss != &memory_cgrp_subsys ||
	    copy_from_kernel_nofault(&cgroup, &memcg->css.cgroup, sizeof(cgroup)))
		return -EFAULT;
	*ino = cgroup_ino(cgroup);
	return 1;
}

#else

static inline int compat_slab_charged(const struct page *slab, const char *first, u32 size,
				      u32 nth, u64 *ino)
{
	return 0;
}

#endif

#endif /* PAGESNAP_COMPAT_OBJCG_H */
