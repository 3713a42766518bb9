/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_SUBJECT_H
#define PAGESNAP_ACCESSES_SUBJECT_H

#include "../core/index.h"

struct mm_struct;

int pagesnap_accesses_bind(const struct pagesnap_query *q, struct pagesnap_bound *bound,
			   struct pagesnap_diag *d);
struct mm_struct *pagesnap_accesses_mm(const struct pagesnap_query *q,
				       const struct pagesnap_bound *bound,
				       struct pagesnap_diag *d);
u32 pagesnap_accesses_gone(const struct pagesnap_bound *bound, const struct mm_struct *mm);

#endif /* PAGESNAP_ACCESSES_SUBJECT_H */
