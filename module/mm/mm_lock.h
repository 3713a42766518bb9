/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_MM_LOCK_H
#define PAGESNAP_MM_MM_LOCK_H

struct mm_struct;

int pagesnap_mm_lock(struct mm_struct *mm, u64 *patience);
void pagesnap_mm_waited(u64 *patience, u64 since_ns);

#endif /* PAGESNAP_MM_MM_LOCK_H */
