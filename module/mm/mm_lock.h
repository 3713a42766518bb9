/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_MM_LOCK_H
#define PAGESNAP_MM_MM_LOCK_H

struct mm_struct;

int pagesnap_mm_lock(struct mm_struct *mm);

#endif /* PAGESNAP_MM_MM_LOCK_H */
