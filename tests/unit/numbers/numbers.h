/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The collection of tests/modules/numbers as library and client would know it: what stands
 * here would be lines of lib/collection.h, lib/pagesnap.h and kinds/kind.h.
 */
#ifndef TESTS_UNIT_NUMBERS_H
#define TESTS_UNIT_NUMBERS_H

#include "../../modules/numbers/numbers.h"
#include "kinds/kind.h"

#define NUMBERS_COLLECTION ((enum pagesnap_collection_id)0xff)

/* Its index files, behind all others. */
#define NUMBERS_COUNT ((enum pagesnap_index_file)(PAGESNAP_SLAB_OBJECT + 1))
#define NUMBERS_TICKS ((enum pagesnap_index_file)(PAGESNAP_SLAB_OBJECT + 2))
#define NUMBERS_EVENTS ((enum pagesnap_index_file)(PAGESNAP_SLAB_OBJECT + 3))

extern const struct collection pagesnap_collection_numbers;
extern const struct kind kind_numbers;

#endif /* TESTS_UNIT_NUMBERS_H */
