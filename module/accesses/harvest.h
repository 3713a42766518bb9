/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_HARVEST_H
#define PAGESNAP_ACCESSES_HARVEST_H

#include "heatmap.h"
#include "viewers.h"

struct mm_struct;

/**
 * struct pagesnap_harvest - a look at a process, and what it has found so far
 * @mm: its mm structure, pinned by the caller by mm_count
 * @start: first address
 * @end: address behind the last
 * @write: what was dirtied is counted
 * @viewer: what it shares with other answers
 * @map: what is remembered from look to look
 * @look: this look
 * @first: sample of the first one, which only cleared
 * @nr: sample of this one
 * @base: it only clears, and makes ready for the next
 * @whole: it came to its end
 * @cut: a look of this round didn't
 * @next: address to go on with
 * @patience: nanoseconds that may still be waited for locks
 * @entries: entries that map pages
 * @pages: pages that they map
 * @accessed: of these, those that were accessed
 * @dirtied: those that were clean in the look before and are dirty
 * @skipped: pages that were passed over, by PAGESNAP_ACCESSES_WHY_*
 */
struct pagesnap_harvest {
	struct mm_struct *mm;
	unsigned long start;
	unsigned long end;
	bool write;
	struct pagesnap_viewer viewer;
	struct pagesnap_heatmap map;
	struct pagesnap_look look;
	u64 first;
	u64 nr;
	bool base;
	bool whole;
	bool cut;
	unsigned long next;
	u64 patience;
	u64 entries;
	u64 pages;
	u64 accessed;
	u64 dirtied;
	u64 skipped[PAGESNAP_ACCESSES_WHYS];
};

void pagesnap_harvest_begin(struct pagesnap_harvest *h, u64 nr, bool base);
int pagesnap_harvest_step(struct pagesnap_harvest *h);

#endif /* PAGESNAP_ACCESSES_HARVEST_H */
