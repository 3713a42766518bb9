/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_TARGETS_MAPPED_H
#define PAGESNAP_TARGETS_MAPPED_H

#include "../core/index.h"

struct inode;
struct mm_struct;
struct pagesnap_mapped;
struct vm_area_struct;

int pagesnap_mapped_try(const struct pagesnap_query *q, const char *text, u32 len,
			struct pagesnap_diag *d);
struct pagesnap_mapped *pagesnap_mapped_create(const struct pagesnap_query *q, const char *text,
					       struct pagesnap_diag *d);
void pagesnap_mapped_destroy(struct pagesnap_mapped *m);
bool pagesnap_mapped_held(struct pagesnap_mapped *m);
void pagesnap_mapped_idle(struct pagesnap_mapped *m);
int pagesnap_mapped_by(struct pagesnap_mapped *m, struct mm_struct *mm, unsigned long addr,
		       u64 *patience);
int pagesnap_mapped_again(struct pagesnap_mapped *m, const struct pagesnap_query *q,
			  const char *text);
int pagesnap_mapped_find(struct pagesnap_mapped *m);
bool pagesnap_mapped_may_be_by(const struct pagesnap_mapped *m, const struct mm_struct *mm);
bool pagesnap_mapped_is_by_any(const struct pagesnap_mapped *m);
bool pagesnap_mapped_is(const struct pagesnap_mapped *m, const struct vm_area_struct *vma);
bool pagesnap_mapped_names(const struct pagesnap_mapped *m, struct inode *inode);
bool pagesnap_mapped_is_shmem(const struct pagesnap_mapped *m);
bool pagesnap_mapped_caches(const struct pagesnap_mapped *m, u64 first, u64 nr);
int pagesnap_mapped_node(const struct pagesnap_mapped *m, u64 first, u64 nr);
bool pagesnap_mapped_clip(const struct pagesnap_mapped *m, struct vm_area_struct *vma,
			  unsigned long *start, unsigned long *end);

#endif /* PAGESNAP_TARGETS_MAPPED_H */
