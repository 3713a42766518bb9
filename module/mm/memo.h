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

/* Of a page's mapping, what facts depend on: is there one, and of which kind? */
static inline unsigned long pagesnap_memo_mapping(unsigned long mapping)
{
	return (mapping & COMPAT_MAPPING_FLAGS) | (mapping ? COMPAT_MAPPING_FLAGS + 1 : 0);
}

/* The words that determine everything about the copied page but position and owner. */
static inline struct pagesnap_alike pagesnap_memo_words(const struct pagesnap_snap *snap)
{
	struct pagesnap_alike words = pagesnap_alike_of(snap);

	words.flags &= ~COMPAT_FLAGS_UNKNOWN;
	words.mapping = pagesnap_memo_mapping(words.mapping);
	return words;
}

/**
 * pagesnap_memo_of() - where the facts of some words are, if they are known
 * @r: reader
 * @words: of pagesnap_memo_words()
 *
 * Return: the memo, which may be of other words.
 */
static inline struct pagesnap_memo *pagesnap_memo_of(struct pagesnap_frame_reader *r,
						     const struct pagesnap_alike *words)
{
	u64 mixed = words->flags ^ words->mapping << 32 ^ words->counts << 7 ^ words->memcg << 3;

	return &r->memos[hash_64(mixed, PAGESNAP_MEMO_BITS)];
}

static inline bool pagesnap_memo_is(const struct pagesnap_memo *memo,
				    const struct pagesnap_alike *words)
{
	return memo->epoch && memo->words.flags == words->flags &&
	       memo->words.mapping == words->mapping && memo->words.counts == words->counts &&
	       memo->words.memcg == words->memcg;
}

#endif /* PAGESNAP_MM_MEMO_H */
