/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_HARVEST_H
#define PAGESNAP_ACCESSES_HARVEST_H

#include "../targets/mapped.h"
#include "batch.h"
#include "files.h"
#include "hot.h"
#include "options.h"
#include "tally.h"
#include "viewers.h"

struct mm_struct;

/* What a look passes now. */
enum pagesnap_pass {
	PAGESNAP_PASS_ALL,	/* all entries, at once */
	PAGESNAP_PASS_TOPS,	/* those that name tables, and those above that map pages */
	PAGESNAP_PASS_TABLES,	/* then the tables themselves */
};

/**
 * struct pagesnap_harvest - a look at a process
 * @mm: its mm structure, pinned by the caller by mm_count
 * @start: first address
 * @end: address behind the last
 * @write: what was dirtied is counted; of PAGESNAP_BY_VPN
 * @skip: looks may pass over tables; of PAGESNAP_BY_VPN
 * @viewer: what it shares with other answers
 * @by: what pages are remembered by
 * @first: the first frame, or page of the file, that counts
 * @last: the one behind the last
 * @file: of PAGESNAP_BY_FILE, if it is one; its owner keeps it
 * @files: of PAGESNAP_BY_FILE, if it is any; their owner keeps them
 * @file_at: an address where @mm had it mapped; 0: none yet
 * @tally: what is remembered from look to look
 * @batch: what a step sees before it is remembered; NULL of PAGESNAP_BY_VPN
 * @base: it only clears, and makes ready for the next
 * @pass: what it passes now
 * @full: of PAGESNAP_PASS_TABLES it passes all, also those that were not used
 * @since: clock of the memory when it began, of which notes may be older
 * @hot: tables that were used, of those passes
 * @run: run of these to go on with
 * @next: address to go on with
 * @patience: nanoseconds that may still be waited for locks
 * @entries: entries that map pages
 * @pages: pages that they map
 * @accessed: of these, those that were accessed
 * @dirtied: those that were clean in the look before and are dirty
 * @passed: tables that were passed over as they were not used
 * @passed_last: the last one of these, plus one; 0: none
 * @stranded: pages that were accessed, in tables that would have been
 * @skipped: pages that were passed over, by PAGESNAP_ACCESSES_WHY_*
 */
struct pagesnap_harvest {
	struct mm_struct *mm;
	unsigned long start;
	unsigned long end;
	bool write;
	bool skip;
	struct pagesnap_viewer viewer;
	enum pagesnap_accesses_by by;
	u64 first;
	u64 last;
	const struct pagesnap_mapped *file;
	struct pagesnap_files *files;
	unsigned long file_at;
	struct pagesnap_tally *tally;
	struct pagesnap_batch *batch;
	bool base;
	enum pagesnap_pass pass;
	bool full;
	u64 since;
	struct pagesnap_hot hot;
	u32 run;
	unsigned long next;
	u64 patience;
	u64 entries;
	u64 pages;
	u64 accessed;
	u64 dirtied;
	u64 passed;
	u64 passed_last;
	u64 stranded;
	u64 skipped[PAGESNAP_ACCESSES_WHYS];
};

void pagesnap_harvest_begin(struct pagesnap_harvest *h, bool base);
void pagesnap_harvest_tops(struct pagesnap_harvest *h, bool full);
void pagesnap_harvest_tables(struct pagesnap_harvest *h);
int pagesnap_harvest_step(struct pagesnap_harvest *h);

#endif /* PAGESNAP_ACCESSES_HARVEST_H */
