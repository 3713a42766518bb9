/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_FRAME_H
#define PAGESNAP_MM_FRAME_H

#include "../../include/uapi/linux/pagesnap/memory.h"
#include "alike.h"
#include "kpf.h"

/**
 * struct pagesnap_frame - what a copy of a folio's words says
 * @head: its first struct page
 * @pfn: its first frame
 * @nr: pages
 * @order: log2 of @nr
 * @kind: PAGESNAP_KIND_*, of its contents, or of the former ones if it is poisoned
 * @flags: KPF bits; PAGESNAP_KPF_COMPOUND both set for a compound page
 * @ref: reference count
 * @mapping: page->mapping with its low bits
 * @index: page->index
 * @private: page->private; in the swap cache its place in a swap area
 * @typed: the words of the map count have another meaning
 * @some_poison: a large folio of which some page is poisoned
 * @anon: anonymous
 * @entire: mappings of the whole folio
 * @mapcount: sum of all map counts, -1 if only the pages know
 * @base: what must be added to a page's own count
 * @looked: how many map counts of pages were read for @mapcount, and memory cgroups
 *	above its own
 * @node: NUMA node, from page->flags
 * @zone: index of the zone, likewise
 * @cgroup: inode of the charged cgroup
 * @cgroup_online: nearest online ancestor
 * @cgroup_matches: charged to the cgroup that was asked for
 */
struct pagesnap_frame {
	struct page *head;
	u64 pfn;
	u64 nr;
	u8 order;
	u8 kind;
	bool typed;
	bool anon;
	bool some_poison;
	bool cgroup_matches;
	u64 flags;
	u32 ref;
	unsigned long mapping;
	u64 index;
	unsigned long private;
	int entire;
	int mapcount;
	int base;
	u32 looked;
	u32 node;
	u32 zone;
	u64 cgroup;
	u64 cgroup_online;
};

/**
 * struct pagesnap_frame_range - some pages of one folio
 * @kind: PAGESNAP_KIND_*
 * @flags: KPF bits
 * @map_min: smallest map count
 * @map_max: largest map count
 * @mapped: pages with a map count above 0
 */
struct pagesnap_frame_range {
	u8 kind;
	u64 flags;
	u32 map_min;
	u32 map_max;
	u64 mapped;
};

/**
 * struct pagesnap_frame_cgroup - memory cgroup whose frames are looked for
 * @asked: a cgroup is looked for
 * @below: cgroups below it count too
 * @ino: its inode
 */
struct pagesnap_frame_cgroup {
	bool asked;
	bool below;
	u64 ino;
};

/* log2 of the number of memos of a reader. */
#define PAGESNAP_MEMO_BITS	7

/**
 * struct pagesnap_memo - facts of a single page with certain words, see memo.h
 * @epoch: RCU section in which they were read, or read again; 0 if they never were
 * @words: the words; of the mapping, what pagesnap_memo_mapping() says
 * @frame: facts; head, pfn, mapping, index and private are each page's own
 * @item: for the caller, 0 at first in each RCU section
 */
struct pagesnap_memo {
	u64 epoch;
	struct pagesnap_alike words;
	struct pagesnap_frame frame;
	u32 item;
};

/**
 * struct pagesnap_frame_reader - where the words of a folio are copied to
 * @cgroup: cgroup that is looked for
 * @snap: words of the last folio that was not like the one before; only those that others share
 *	(alike.h), if its facts were known by them
 * @alike: the next may be like it, see pagesnap_frame_next(); false at the
 *	beginning of an RCU section
 * @epoch: number of the RCU section, see pagesnap_frame_begin()
 * @memo: that of the page read last, NULL if there is none
 * @memos: facts known by words
 */
struct pagesnap_frame_reader {
	struct pagesnap_frame_cgroup cgroup;
	struct pagesnap_snap snap;
	bool alike;
	u64 epoch;
	struct pagesnap_memo *memo;
	struct pagesnap_memo memos[1 << PAGESNAP_MEMO_BITS];
};

/**
 * pagesnap_frame_begin() - an RCU section has begun: nothing is known of pages read before
 * @r: reader
 */
static inline void pagesnap_frame_begin(struct pagesnap_frame_reader *r)
{
	r->alike = false;
	r->memo = NULL;
	r->epoch++;
}

u64 pagesnap_frame_charged(struct pagesnap_frame_reader *r, const struct pagesnap_alike *words);
int pagesnap_frame_read(struct pagesnap_frame_reader *r, struct page *page,
			struct pagesnap_frame *f);
struct pagesnap_memo *pagesnap_frame_memo(struct pagesnap_frame_reader *r, struct page *page,
					  struct pagesnap_stand *stand);
int pagesnap_frame_next(struct pagesnap_frame_reader *r, struct page *page,
			struct pagesnap_frame *f);
bool pagesnap_frame_in_swap(const struct pagesnap_frame *f);
u32 pagesnap_frame_mapcount(const struct pagesnap_frame *f, u64 nth);
bool pagesnap_frame_counts_each(const struct pagesnap_frame *f);
/* How many pages from the @nth on, @nr at most, have the same map count; at least 1. */
u64 pagesnap_frame_same_maps(const struct pagesnap_frame *f, u64 nth, u64 nr);
void pagesnap_frame_range(const struct pagesnap_frame *f, u64 nth, u64 nr,
			  struct pagesnap_frame_range *range);

#endif /* PAGESNAP_MM_FRAME_H */
