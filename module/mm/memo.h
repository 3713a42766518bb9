/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory is mixed: neighbours often differ, but only in a few ways.  Pages of many files,
 * half of them referenced, have the same few flags, counts and memory cgroups, and these
 * are words that determine all other facts.  So the facts of words that were seen are kept.
 *
 * What a memo says of memory cgroups is good for one RCU section, which keeps them there.
 * In a later one that is read again.
 */
#ifndef PAGESNAP_MM_MEMO_H
#define PAGESNAP_MM_MEMO_H

#include <linux/hash.h>

#include "alike.h"
#include "frame.h"

/* Of a mapping, what facts depend on: is there one, of which kind?  Of that, it is the same. */
static inline unsigned long pagesnap_memo_mapping(unsigned long mapping)
{
	return (mapping & COMPAT_MAPPING_FLAGS) | (mapping ? COMPAT_MAPPING_FLAGS + 1 : 0);
}

/* Is what pagesnap_memo_mapping() says of both the same?  In fewer steps. */
static inline bool pagesnap_is_same_kind(unsigned long mapping, unsigned long other)
{
	return !((mapping ^ other) & COMPAT_MAPPING_FLAGS) && !mapping == !other;
}

/* The words that determine everything about the copied page but position and owner. */
static inline struct pagesnap_alike pagesnap_memo_words(const struct pagesnap_snap *snap)
{
	struct pagesnap_alike words = pagesnap_alike_of(snap);

	words.flags &= ~COMPAT_FLAGS_UNKNOWN;
	words.mapping = pagesnap_memo_mapping(words.mapping);
	return words;
}

/* The same of a page as it is now; they may be of different moments. */
static inline struct pagesnap_alike pagesnap_words_now(const struct page *page)
{
	unsigned long mapping = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, mapping));

	return (struct pagesnap_alike) {
		.flags = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags)) &
			 ~COMPAT_FLAGS_UNKNOWN,
		.mapping = pagesnap_memo_mapping(mapping),
		.counts = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, _refcount)),
#ifdef CONFIG_MEMCG
		.memcg = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, memcg_data)),
#endif
	};
}

/**
 * pagesnap_has_words() - do these words determine everything about a page but position and owner?
 * @words: of pagesnap_memo_words() or pagesnap_alike_of(), of a page that is not the zero page
 * @page: page
 * @stand: gets its position but for page->private, if it isn't NULL; undefined if the answer
 *	is no
 *
 * As pagesnap_is_alike(), but of whatever mapping of the same kind.
 *
 * Context: as for pagesnap_frame_next().
 * Return: true if @page is a single page, and they did all the time.
 */
static inline bool pagesnap_has_words(const struct pagesnap_alike *words, const struct page *page,
				      struct pagesnap_stand *stand)
{
	const u32 word = PAGESNAP_WORD_OF(struct page, mapping);
	unsigned long mapping = pagesnap_word_now(page, word), link;

	if ((mapping != words->mapping && !pagesnap_is_same_kind(mapping, words->mapping)) ||
	    !pagesnap_shares_words(words, page))
		return false;
	link = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, lru));
	if (stand) {
		stand->mapping = mapping;
		stand->index = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct folio, index));
	}
	return pagesnap_word_now(page, word) == mapping && !compat_link_of_tail(link) &&
	       !(!mapping && is_zero_pfn(page_to_pfn(page)));
}

/**
 * pagesnap_memo_of() - where the facts of some words are, if they are known
 * @r: reader
 * @words: of pagesnap_memo_words()
 *
 * Return: the memo, which may be of other words, or of none.
 */
static inline struct pagesnap_memo *pagesnap_memo_of(struct pagesnap_frame_reader *r,
						     const struct pagesnap_alike *words)
{
	u64 mixed = words->flags ^ words->mapping << 32 ^ words->counts << 7 ^ words->memcg << 3;

	return &r->memos[hash_64(mixed, PAGESNAP_MEMO_BITS)];
}

/**
 * pagesnap_memo_now() - the facts of a page, if they were read in this RCU section
 * @r: reader; the page that it read last stays that
 * @page: page
 * @stand: gets its position but for page->private; undefined if nothing is known
 *
 * Context: as for pagesnap_frame_next().
 * Return: memo, NULL if nothing is known.
 */
static inline struct pagesnap_memo *pagesnap_memo_now(struct pagesnap_frame_reader *r,
						      const struct page *page,
						      struct pagesnap_stand *stand)
{
	const struct pagesnap_alike words = pagesnap_words_now(page);
	struct pagesnap_memo *memo = pagesnap_memo_of(r, &words);

	if (memo->epoch != r->epoch || !pagesnap_has_words(&memo->words, page, stand))
		return NULL;
	return memo;
}

#endif /* PAGESNAP_MM_MEMO_H */
