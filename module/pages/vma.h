/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_VMA_H
#define PAGESNAP_PAGES_VMA_H

#include "walk.h"

void pagesnap_vma_describe(struct pagesnap_walk *w, struct vm_area_struct *vma);
bool pagesnap_vma_is(const struct pagesnap_walk *w, const struct vm_area_struct *vma);
void pagesnap_vma_name(struct pagesnap_walk *w, struct vm_area_struct *vma);

#endif /* PAGESNAP_PAGES_VMA_H */
