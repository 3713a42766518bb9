/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_MEMORY_H
#define PAGESNAP_FAULTS_MEMORY_H

#include <linux/mm.h>

#include "event.h"

void pagesnap_vma_see(struct pagesnap_seen_vma *seen, const struct vm_area_struct *vma);
u32 pagesnap_vma_why_not(struct vm_area_struct *vma, u32 kinds);

#endif /* PAGESNAP_FAULTS_MEMORY_H */
