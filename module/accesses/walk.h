/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_WALK_H
#define PAGESNAP_ACCESSES_WALK_H

#include "../core/index.h"

#define PAGESNAP_ACCESSES_INDEXES 3

extern const struct pagesnap_index_ops *const
	pagesnap_accesses_indexes[PAGESNAP_ACCESSES_INDEXES];

#endif /* PAGESNAP_ACCESSES_WALK_H */
