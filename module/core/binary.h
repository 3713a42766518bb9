/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_BINARY_H
#define PAGESNAP_CORE_BINARY_H

#include "text.h"
#include "uapi.h"

/**
 * struct pagesnap_bytes_ref - bytes that belong to a record
 * @bytes: where they are
 * @len: how many
 */
struct pagesnap_bytes_ref {
	const void *bytes;
	u32 len;
};

void pagesnap_binary_record(struct pagesnap_text *t, const struct pagesnap_rec *rec, u32 flags,
			    const struct pagesnap_bytes_ref *parts, u32 nr_parts);

#endif /* PAGESNAP_CORE_BINARY_H */
