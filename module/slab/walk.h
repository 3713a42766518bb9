/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_WALK_H
#define PAGESNAP_SLAB_WALK_H

#include "../core/index.h"

#define PAGESNAP_SLAB_INDEXES 4

extern const struct pagesnap_index_ops *const pagesnap_slab_indexes[PAGESNAP_SLAB_INDEXES];

#endif /* PAGESNAP_SLAB_WALK_H */
