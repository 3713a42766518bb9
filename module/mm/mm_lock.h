/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_MM_LOCK_H
#define PAGESNAP_MM_MM_LOCK_H

#include <linux/time64.h>
#include <linux/timekeeping.h>

struct mm_struct;

/*
 * What all waits of an answer, or of a look, may add up to while nothing is read; of those in
 * vain a sixth.  Threads that map and unmap on a busy machine have a reader wait for a tenth of
 * a second at each step.
 */
#define PAGESNAP_PATIENCE_NS	(30 * NSEC_PER_SEC)
#define PAGESNAP_IN_VAIN	6

int pagesnap_mm_lock(struct mm_struct *mm, u64 *patience);
void pagesnap_mm_unlock(struct mm_struct *mm, u64 *patience, u64 began_ns);
void pagesnap_mm_waited(u64 *patience, u64 since_ns);
void pagesnap_mm_gave_up(u64 *patience, u64 waited_ns);

/* When a step began, behind pagesnap_mm_lock(); 0 if it has nothing to give back. */
static inline u64 pagesnap_mm_began(u64 patience)
{
	return patience < PAGESNAP_PATIENCE_NS ? ktime_get_ns() : 0;
}

#endif /* PAGESNAP_MM_MM_LOCK_H */
