/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_WALK_H
#define PAGESNAP_ACCESSES_WALK_H

#include "../core/index.h"

extern const struct pagesnap_index_ops pagesnap_accesses_task_index;

#endif /* PAGESNAP_ACCESSES_WALK_H */
