/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Neighbours are often alike: pages of a file that was read, or of a heap, have
 * the same flags, mapping, counts and memory cgroup.  Comparing these words is
 * all that is done with most pages, so it is inline here.
 */
#ifndef PAGESNAP_MM_ALIKE_H
#define PAGESNAP_MM_ALIKE_H

#include <linux/pgtable.h>

#include "../compat/frame.h"

#define PAGESNAP_WORD_OF(type, member) (offsetof(type, member) / sizeof(unsigned long))

/**
 * struct pagesnap_alike - words that determine everything about a page but its position
 * @flags: page->flags, without those that determine nothing
 * @mapping: page->mapping
 * @counts: page->_mapcount and page->_refcount
 * @memcg: page->memcg_data
 */
struct pagesnap_alike {
	unsigned long flags;
	unsigned long mapping;
	unsigned long counts;
	unsigned long memcg;
};

/**
 * struct pagesnap_stand - words that give a page's position
 * @mapping: page->mapping
 * @index: page->index
 * @private: page->private
 */
struct pagesnap_stand {
	unsigned long mapping;
	unsigned long index;
	unsigned long private;
};

static inline unsigned long pagesnap_word_now(const struct page *page, u32 word)
{
	/* A race on purpose: the words are checked again when the copy is complete. */
	return data_race(READ_ONCE(((const unsigned long *)page)[word]));
}

/**
 * pagesnap_alike_of() - words that pages like a copied one share with it
 * @snap: words of the copied page
 *
 * Return: the shared words.
 */
static inline struct pagesnap_alike pagesnap_alike_of(const struct pagesnap_snap *snap)
{
	static_assert(PAGESNAP_WORD_OF(struct page, _mapcount) ==
		      PAGESNAP_WORD_OF(struct page, _refcount));
	return (struct pagesnap_alike) {
		.flags = snap->words[PAGESNAP_WORD_OF(struct page, flags)],
		.mapping = snap->words[PAGESNAP_WORD_OF(struct page, mapping)],
		.counts = snap->words[PAGESNAP_WORD_OF(struct page, _refcount)],
#ifdef CONFIG_MEMCG
		.memcg = snap->words[PAGESNAP_WORD_OF(struct page, memcg_data)],
#endif
	};
}

/**
 * pagesnap_alike_set() - a single page was read whose facts are known by its words
 * @snap: gets what pagesnap_alike_of() takes from it, and compat_memcg()
 * @words: of that page
 */
static inline void pagesnap_alike_set(struct pagesnap_snap *snap,
				      const struct pagesnap_alike *words)
{
	snap->words[PAGESNAP_WORD_OF(struct page, flags)] = words->flags;
	snap->words[PAGESNAP_WORD_OF(struct page, mapping)] = words->mapping;
	snap->words[PAGESNAP_WORD_OF(struct page, _refcount)] = words->counts;
#ifdef CONFIG_MEMCG
	snap->words[PAGESNAP_WORD_OF(struct page, memcg_data)] = words->memcg;
#endif
	/* no tail's */
	snap->words[PAGESNAP_WORD_OF(struct page, lru)] = 0;
}

/* Flags, counts and memory cgroup; whose mapping it may be is for the caller to compare. */
static inline bool pagesnap_shares_words(const struct pagesnap_alike *like,
					 const struct page *page)
{
	if (((pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags)) ^ like->flags) &
	     ~COMPAT_FLAGS_UNKNOWN) ||
	    pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, _refcount)) != like->counts)
		return false;
#ifdef CONFIG_MEMCG
	return pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, memcg_data)) == like->memcg;
#else
	return true;
#endif
}

/**
 * pagesnap_is_alike() - do the words of another page describe this one?
 * @like: words of the other page
 * @page: page
 * @stand: gets its position, if it isn't NULL; undefined if the answer is no
 *
 * The zero page isn't distinguished from other pages without a mapping.
 *
 * Context: as for pagesnap_frame_next().
 * Return: true if @page is a single page, and was like the other one all the time.
 */
static inline bool pagesnap_is_alike(const struct pagesnap_alike *like, const struct page *page,
				     struct pagesnap_stand *stand)
{
	const u32 mapping = PAGESNAP_WORD_OF(struct page, mapping);
	unsigned long link;

	if (pagesnap_word_now(page, mapping) != like->mapping || !pagesnap_shares_words(like, page))
		return false;
	link = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, lru));
	if (stand) {
		stand->mapping = like->mapping;
		stand->index = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct folio, index));
		stand->private = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, private));
	}
	/* Valid only if it has not become another page meanwhile. */
	return pagesnap_word_now(page, mapping) == like->mapping && !compat_link_of_tail(link);
}

/* Is one of those pages the zero page?  That has no mapping. */
static inline bool pagesnap_is_zero_alike(const struct pagesnap_alike *like, u64 pfn)
{
	return !like->mapping && is_zero_pfn(pfn);
}

#endif /* PAGESNAP_MM_ALIKE_H */
