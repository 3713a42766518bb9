/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_FINDING_H
#define PAGESNAP_ACCESSES_FINDING_H

#include "../core/emit.h"
#include "processes.h"

/**
 * struct pagesnap_finding - a pass over the processes of a target, before each look
 * @processes: those that are known
 * @target: which they are
 * @since_ns: with children=1 the start time, by CLOCK_BOOTTIME, of the oldest child that counts
 * @how: how one is looked at that comes
 * @q: number of the query
 * @n: number of the sample under way
 * @pass: number of the pass
 * @sweeping: all were found; those that were not are gone
 * @at: PID to go on with then
 * @above: processes that were not remembered, in this pass
 * @came: processes that were looked at, so far
 * @mapped: a file: of these processes only those that map it count; NULL: all do
 * @skipped: of the end record
 * @told_above: one of those was named
 * @noted: that some memory has page tables elsewhere was said
 */
struct pagesnap_finding {
	struct pagesnap_processes *processes;
	struct pagesnap_target target;
	u64 since_ns;
	struct pagesnap_harvest how;
	u32 q;
	u64 n;
	u32 pass;
	bool sweeping;
	unsigned long at;
	u32 above;
	u64 came;
	const struct pagesnap_mapped *mapped;
	u64 *skipped;
	bool told_above;
	bool noted;
};

void pagesnap_finding_children(struct pagesnap_finding *f);
void pagesnap_finding_begin(struct pagesnap_finding *f);
int pagesnap_finding_step(struct pagesnap_finding *f, struct pagesnap_emit *e);
void pagesnap_finding_goes(struct pagesnap_finding *f, struct pagesnap_watched *p, u32 what,
			   struct pagesnap_emit *e);
void pagesnap_finding_locked(struct pagesnap_finding *f, struct pagesnap_watched *p,
			     struct pagesnap_emit *e);
void pagesnap_finding_note(struct pagesnap_finding *f, struct mm_struct *mm,
			   struct pagesnap_emit *e);

#endif /* PAGESNAP_ACCESSES_FINDING_H */
