/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_DIRECT_H
#define PAGESNAP_ACCESSES_DIRECT_H

#include "batch.h"
#include "tally.h"

/**
 * struct pagesnap_direct - looks at what the kernel itself accesses, by its direct map
 * @tally: what they have found; @map is set up by the owner
 * @batch: what a step sees; its owner keeps it
 * @first: first frame
 * @last: the one behind the last
 * @taken: no other answer looks at it
 * @base: the look under way only clears
 * @next: frame to go on with
 * @entry_end: the frame behind the last one of the entry that was looked at last
 * @seen: what was found there; @order and @accessed only
 * @is_mapped: it maps something
 * @entries: entries that the look under way has met
 */
struct pagesnap_direct {
	struct pagesnap_tally tally;
	struct pagesnap_batch *batch;
	u64 first;
	u64 last;
	bool taken;
	bool base;
	u64 next;
	u64 entry_end;
	struct pagesnap_seen seen;
	bool is_mapped;
	u64 entries;
};

bool pagesnap_direct_take(struct pagesnap_direct *d);
void pagesnap_direct_release(struct pagesnap_direct *d);
void pagesnap_direct_begin(struct pagesnap_direct *d, u64 nr, bool base);
bool pagesnap_direct_step(struct pagesnap_direct *d);
u64 pagesnap_direct_end(const struct pagesnap_direct *d);

#endif /* PAGESNAP_ACCESSES_DIRECT_H */
