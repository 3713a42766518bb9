/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_TASK_H
#define PAGESNAP_PAGES_FROM_TASK_H

#include "../../core/index.h"

int pagesnap_task_bind(const struct pagesnap_query *q, struct pagesnap_bound *bound,
		       struct pagesnap_fault *f);

#endif /* PAGESNAP_PAGES_FROM_TASK_H */
