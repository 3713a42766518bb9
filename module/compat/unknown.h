/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is unknown on this kernel, and why: the lines "unknown:" of the file format.
 * docs/kernels.md says more, also what kernels report differently.
 */
#ifndef PAGESNAP_COMPAT_UNKNOWN_H
#define PAGESNAP_COMPAT_UNKNOWN_H

#include "probed.h"

static const char * const compat_unknown[] = {
	"when pages were evicted: workingset_test_recent() is not exported",
	"pages of DAX: what their entries mean is known to fs/dax.c alone",
	"the huge zero page in pfn_index: mm/huge_memory.c alone knows it",
#ifndef CONFIG_MEMCG
	"cgroups of pages: no CONFIG_MEMCG",
#endif
#ifndef CONFIG_NUMA
	"nodes: no CONFIG_NUMA",
#endif
#ifndef CONFIG_SWAP
	"swap entries: no CONFIG_SWAP",
#endif
#ifndef CONFIG_TRANSPARENT_HUGEPAGE
	"transparent huge pages: no CONFIG_TRANSPARENT_HUGEPAGE",
#endif
#ifndef CONFIG_HUGETLB_PAGE
	"hugetlb pages: no CONFIG_HUGETLB_PAGE",
#endif
#ifndef CONFIG_PAGE_IDLE_FLAG
	"the flag idle_page: no CONFIG_PAGE_IDLE_FLAG",
#endif
#ifndef CONFIG_MEMORY_FAILURE
	"the flag hwpoison: no CONFIG_MEMORY_FAILURE",
#endif
#ifndef CONFIG_ANON_VMA_NAME
	"names of anonymous memory: no CONFIG_ANON_VMA_NAME",
#endif
#ifdef CONFIG_NO_PAGE_MAPCOUNT
	"map= of each page of a large folio, only their average: CONFIG_NO_PAGE_MAPCOUNT",
#endif
};

#endif /* PAGESNAP_COMPAT_UNKNOWN_H */
