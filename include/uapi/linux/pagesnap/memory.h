/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: what a page is, in the numbers of every collection that reports pages.
 */
#ifndef _UAPI_LINUX_PAGESNAP_MEMORY_H
#define _UAPI_LINUX_PAGESNAP_MEMORY_H

#include "../pagesnap.h"

/* In place of a node or a memory cgroup: all others, or several. */
#define PAGESNAP_OTHER		(~0ULL - 2)

/* Orders of folios that are distinguished, 0 to 19. */
#define PAGESNAP_ORDERS		20

/*
 * Page flags are the KPF_* bits of linux/kernel-page-flags.h, and these:
 * stable since page-types uses them, but only in the kernel's own header, and
 * there under names that changed.
 */
#define PAGESNAP_KPF_RESERVED		32
#define PAGESNAP_KPF_MLOCKED		33
#define PAGESNAP_KPF_OWNER_2		34
#define PAGESNAP_KPF_PRIVATE		35
#define PAGESNAP_KPF_PRIVATE_2		36
#define PAGESNAP_KPF_OWNER_PRIVATE	37
#define PAGESNAP_KPF_ARCH		38
#define PAGESNAP_KPF_UNCACHED		39
#define PAGESNAP_KPF_SOFTDIRTY		40
#define PAGESNAP_KPF_ARCH_2		41

/* What a frame is used for. */
#define PAGESNAP_KIND_UNKNOWN	0
#define PAGESNAP_KIND_FILE	1
#define PAGESNAP_KIND_SHMEM	2
#define PAGESNAP_KIND_ANON	3
#define PAGESNAP_KIND_KSM	4
#define PAGESNAP_KIND_SWAPCACHE	5
#define PAGESNAP_KIND_HUGETLB	6
#define PAGESNAP_KIND_SLAB	7
#define PAGESNAP_KIND_PGTABLE	8
#define PAGESNAP_KIND_BUDDY	9
#define PAGESNAP_KIND_RESERVED	10
#define PAGESNAP_KIND_ZERO	11
#define PAGESNAP_KIND_OFFLINE	12
#define PAGESNAP_KIND_HWPOISON	13
#define PAGESNAP_KIND_KERNEL	14
#define PAGESNAP_KINDS		15

/*
 * In combinations of flags of a query with kinds=1: the lowest of the four bits that are
 * PAGESNAP_KIND_*.
 */
#define PAGESNAP_COMBO_KIND_SHIFT	56

/* Where the name of a file stands. */
#define PAGESNAP_STATE_LIVE	0	/* its path is reachable */
#define PAGESNAP_STATE_DELETED	1	/* unlinked, still cached or open */
#define PAGESNAP_STATE_NONAME	2	/* no name of it is cached */
#define PAGESNAP_STATE_OUTSIDE	3	/* not below the query's mount */
#define PAGESNAP_STATE_META	4	/* the filesystem's own data */
#define PAGESNAP_STATE_OFFLIST	5	/* on no superblock's list; the name is its type's */
#define PAGESNAP_STATE_CACHE	6	/* no file; the name is that of a slab cache */

#endif /* _UAPI_LINUX_PAGESNAP_MEMORY_H */
