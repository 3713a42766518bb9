/* SPDX-License-Identifier: GPL-2.0 */
/* What objects/mm/numbers answers with format=binary. */
#ifndef PAGESNAP_TESTS_NUMBERS_H
#define PAGESNAP_TESTS_NUMBERS_H

#include <linux/types.h>

#include "../../../include/uapi/linux/pagesnap.h"

/* The first of the record types that belong to tests. */
#define NUMBERS_REC_NUMBER	0xff00

/**
 * struct numbers_number - a number
 * @rec: record head
 * @q: query
 * @reserved: zero
 * @value: the number
 */
struct numbers_number {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 value;
};

#endif /* PAGESNAP_TESTS_NUMBERS_H */
