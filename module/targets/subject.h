/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_TARGETS_SUBJECT_H
#define PAGESNAP_TARGETS_SUBJECT_H

#include "../core/index.h"
#include "../mm/target.h"

int pagesnap_subject_bind(const struct pagesnap_query *q, struct pagesnap_bound *bound,
			  struct pagesnap_diag *d);
int pagesnap_subject_exists(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
			    struct pagesnap_diag *d);
int pagesnap_subject_process(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
			     struct pagesnap_process *process, struct pagesnap_diag *d);
int pagesnap_subject_target(const struct pagesnap_query *q, const char *text,
			    const struct pagesnap_bound *bound, struct pagesnap_target *target,
			    struct pagesnap_diag *d);
int pagesnap_subject_try_target(const struct pagesnap_query *q, const char *text,
				struct pagesnap_diag *d);

/* One process, or those of a target? */
static inline bool pagesnap_subject_is_one(const struct pagesnap_query *q)
{
	return q->target == PAGESNAP_TARGET_PID && !q->children;
}

#endif /* PAGESNAP_TARGETS_SUBJECT_H */
