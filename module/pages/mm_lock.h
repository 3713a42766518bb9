/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_MM_LOCK_H
#define PAGESNAP_PAGES_MM_LOCK_H

struct mm_struct;

int pagesnap_mm_lock(struct mm_struct *mm);

#endif /* PAGESNAP_PAGES_MM_LOCK_H */
