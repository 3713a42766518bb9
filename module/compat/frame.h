/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Words of struct page and struct folio, read from a private copy.
 *
 * The kernel's own folio_test_*() assert on debug kernels that they are not
 * given a tail page, and recognize a fake head by the address of its page; neither
 * makes sense on a copy.  So the words are looked at directly.
 */
#ifndef PAGESNAP_COMPAT_FRAME_H
#define PAGESNAP_COMPAT_FRAME_H

#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/page-flags.h>

#include "probed.h"

/**
 * struct pagesnap_snap - copy of the struct pages that describe a folio
 * @folio: the first two pages as a folio
 * @page: the same as pages; those past the second stay zero
 * @words: the same as words
 *
 * Only the first two are copied: a folio of order 1 has no third, and all
 * that is read (order, map counts) stands in these.
 */
struct pagesnap_snap {
	union {
		struct folio folio;
		struct page page[4];
		unsigned long words[2 * sizeof(struct page) / sizeof(unsigned long)];
	};
};

/* page->flags became a structure, memdesc_flags_t (in v6.18). */
static inline unsigned long compat_flags(struct pagesnap_snap *s, u32 i)
{
#ifdef HAVE_MEMDESC_FLAGS
	return s->page[i].flags.f;
#else
	return s->page[i].flags;
#endif
}

#if defined(CONFIG_PAGE_IDLE_FLAG) && defined(CONFIG_64BIT)
#define COMPAT_PG_IDLE		BIT(PG_idle)
#define COMPAT_PG_YOUNG		BIT(PG_young)
#else
#define COMPAT_PG_IDLE		0UL
#define COMPAT_PG_YOUNG		0UL
#endif

/*
 * Bits of page->flags from which nothing is derived, in a page that is no part of a compound
 * one: where the multi-generational LRU has a folio, and, with it, what its later reads set;
 * who touched it last for NUMA balancing; what idle page tracking told reclaim; does anybody
 * wait for the page?
 */
#define COMPAT_FLAGS_UNKNOWN \
	(LRU_GEN_MASK | LRU_REFS_MASK | BIT(PG_workingset) | BIT(PG_waiters) | COMPAT_PG_YOUNG | \
	 ((1UL << LAST_CPUPID_WIDTH) - 1) << LAST_CPUPID_PGSHIFT)

/* Does the word that page->lru begins with say that the page is a tail? */
static inline bool compat_link_of_tail(unsigned long link)
{
	return link & 1;
}

/* page->compound_head became page->compound_info (in v7.x). */
static inline bool compat_is_tail(struct pagesnap_snap *s)
{
#ifdef HAVE_COMPOUND_INFO
	return compat_link_of_tail(s->page[0].compound_info);
#else
	return compat_link_of_tail(s->page[0].compound_head);
#endif
}

static inline bool compat_is_head(struct pagesnap_snap *s)
{
	return compat_flags(s, 0) >> PG_head & 1;
}

/* page->index is __folio_index since struct folio has the only index (v6.18). */
static inline pgoff_t compat_index(struct pagesnap_snap *s)
{
	return s->folio.index;
}

/* The order moved from a byte of the second page to the low bits of its flags (in v6.6). */
static inline u32 compat_order(struct pagesnap_snap *s)
{
#ifdef HAVE_FOLIO_ORDER_FIELD
	return s->folio._folio_order;
#else
	return compat_flags(s, 1) & 0xff;
#endif
}

/* PG_slab became a page type (in v6.11). */
static inline bool compat_is_slab(struct pagesnap_snap *s)
{
#ifdef HAVE_PG_SLAB
	return compat_flags(s, 0) >> PG_slab & 1;
#else
	return PageSlab(&s->page[0]);
#endif
}

/* hugetlb was recognized by the destructor of the compound page (until v6.10). */
static inline bool compat_is_hugetlb(struct pagesnap_snap *s)
{
	if (!compat_is_head(s))
		return false;
#if defined(HAVE_FOLIO_ORDER_FIELD) && !defined(CONFIG_HUGETLB_PAGE)
	return false;
#elif defined(HAVE_FOLIO_ORDER_FIELD)
	return s->folio._folio_dtor == HUGETLB_PAGE_DTOR;
#else
	return folio_test_hugetlb(&s->folio);
#endif
}

/* A page type shares its word with the map count (from v6.11 as a byte). */
static inline bool compat_has_type(struct pagesnap_snap *s)
{
	return page_has_type(&s->page[0]);
}

static inline bool compat_is_buddy(struct pagesnap_snap *s)
{
	return PageBuddy(&s->page[0]);
}

static inline bool compat_is_offline(struct pagesnap_snap *s)
{
	return PageOffline(&s->page[0]);
}

static inline bool compat_is_table(struct pagesnap_snap *s)
{
	return PageTable(&s->page[0]);
}

/* Large folios that rmap knows: a flag of the second page since v6.8. */
static inline bool compat_is_thp(struct pagesnap_snap *s)
{
#ifdef HAVE_LARGE_RMAPPABLE
	return compat_flags(s, 1) >> PG_large_rmappable & 1;
#else
	return (compat_flags(s, 0) >> PG_lru & 1) || ((unsigned long)s->folio.mapping & 1);
#endif
}

/* Only kernels that can poison split the flag out for large folios. */
static inline bool compat_has_hwpoisoned(struct pagesnap_snap *s)
{
#ifdef HAVE_PG_HAS_HWPOISONED
	return compat_flags(s, 1) >> PG_has_hwpoisoned & 1;
#else
	return false;
#endif
}

/*
 * Map counts of a large folio.  Whole mappings were counted by compound_mapcount
 * until v6.1, and by the pages as well where the folio had PG_double_map.
 */
#ifndef HAVE_ENTIRE_MAPCOUNT
static inline int compat_entire_mapcount(struct pagesnap_snap *s)
{
	return atomic_read(&s->page[1].compound_mapcount) + 1;
}

/* What a page's own count lacks. */
static inline int compat_mapcount_base(struct pagesnap_snap *s, bool anon, bool hugetlb)
{
	if (!anon && !hugetlb)
		return 0;
	return compat_entire_mapcount(s) - (compat_flags(s, 1) >> PG_double_map & 1);
}
#else
static inline int compat_entire_mapcount(struct pagesnap_snap *s)
{
	return atomic_read(&s->folio._entire_mapcount) + 1;
}

static inline int compat_mapcount_base(struct pagesnap_snap *s, bool anon, bool hugetlb)
{
	return compat_entire_mapcount(s);
}
#endif

/* The mappings of all pages of a large folio (since v6.10). -1: only the pages know. */
static inline int compat_large_mapcount(struct pagesnap_snap *s)
{
#ifdef HAVE_LARGE_MAPCOUNT
	return atomic_read(&s->folio._large_mapcount) + 1;
#else
	return -1;
#endif
}

/* CONFIG_NO_PAGE_MAPCOUNT (v6.15): pages of large folios don't count any more. */
static inline bool compat_pages_count(void)
{
	return !IS_ENABLED(CONFIG_NO_PAGE_MAPCOUNT);
}

/*
 * The memory cgroup a folio is charged to.  Context: RCU since before the
 * words were copied; the folio's charge, or that of its object cgroup, kept
 * the memcg then, and its memory lives on for a grace period.
 */
static inline struct mem_cgroup *compat_memcg(struct pagesnap_snap *s)
{
#ifdef CONFIG_MEMCG
#ifdef HAVE_FOLIO_MEMCG_CHECK
	return folio_memcg_check(&s->folio);
#else
	return page_memcg_check(&s->page[0]);
#endif
#else
	return NULL;
#endif
}

/* Flags of a page as they are now. */
static inline unsigned long compat_flags_now(const struct page *page)
{
#ifdef HAVE_MEMDESC_FLAGS
	return READ_ONCE(page->flags.f);
#else
	return READ_ONCE(page->flags);
#endif
}

/* MAX_ORDER was one past the largest order, then that (v6.4), then MAX_PAGE_ORDER (v6.8). */
#define COMPAT_MAX_ORDER ilog2(MAX_ORDER_NR_PAGES)

/* Low bits of page->mapping. */
#define COMPAT_MAPPING_ANON	1UL
#define COMPAT_MAPPING_KSM	3UL
#define COMPAT_MAPPING_FLAGS	3UL
#define COMPAT_MAPPING_MOVABLE	2UL

/*
 * Pages that belong to a driver and that it can move, such as zsmalloc's, are in
 * no page table: whoever moves them could not find them there.  Until v6.10 zsmalloc
 * keeps an offset in the word of the map count, with no page type.  Since v6.17
 * a flag marks such pages, and page types mark those that need one.
 */
static inline bool compat_is_drivers_to_move(unsigned long mapping)
{
	return (mapping & COMPAT_MAPPING_FLAGS) == COMPAT_MAPPING_MOVABLE;
}

/* Flags that only some kernels have: their bits, or 0. */
#ifdef HAVE_PG_ERROR
#define COMPAT_PG_ERROR		BIT(PG_error)
#define COMPAT_PG_OWNER_2	BIT(PG_mappedtodisk)
#else
#define COMPAT_PG_ERROR		0UL
#define COMPAT_PG_OWNER_2	BIT(PG_owner_2)
#endif
#ifdef HAVE_PG_UNCACHED
#define COMPAT_PG_UNCACHED	BIT(PG_uncached)
#else
#define COMPAT_PG_UNCACHED	0UL
#endif
#ifdef CONFIG_MEMORY_FAILURE
#define COMPAT_PG_HWPOISON	BIT(PG_hwpoison)
#else
#define COMPAT_PG_HWPOISON	0UL
#endif

#endif /* PAGESNAP_COMPAT_FRAME_H */
