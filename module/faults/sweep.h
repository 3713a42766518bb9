/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_SWEEP_H
#define PAGESNAP_FAULTS_SWEEP_H

#include "guard.h"
#include "uapi.h"

/**
 * struct pagesnap_sweep - a walk that makes entries of some memory fault, or undoes that
 * @guard: the memory
 * @undo: restore what is ours
 * @next: address to go on with
 * @end: where it ends
 * @patience: nanoseconds that it may wait for mmap_lock
 * @entries: of page tables, that map pages
 * @guarded: of these, those that were made to fault
 * @still: of these, those that were ours already
 * @skipped: pages that were left alone, by PAGESNAP_FAULTS_WHY_*
 */
struct pagesnap_sweep {
	struct pagesnap_guard *guard;
	bool undo;
	unsigned long next;
	unsigned long end;
	u64 patience;
	u64 entries;
	u64 guarded;
	u64 still;
	u64 skipped[PAGESNAP_FAULTS_WHYS];
};

void pagesnap_sweep_begin(struct pagesnap_sweep *s, struct pagesnap_guard *g);
int pagesnap_sweep_step(struct pagesnap_sweep *s);
int pagesnap_undo(struct pagesnap_guard *g, u64 *patience);

#endif /* PAGESNAP_FAULTS_SWEEP_H */
