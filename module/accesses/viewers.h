/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_CLAIM_H
#define PAGESNAP_ACCESSES_CLAIM_H

#include <linux/list.h>
#include <linux/types.h>

struct mm_struct;

/**
 * struct pagesnap_claim - memory whose accessed bits an answer clears
 * @node: among all claims
 * @mm: its mm structure, pinned by the answer; NULL: none is claimed
 * @by: the answer
 */
struct pagesnap_claim {
	struct hlist_node node;
	struct mm_struct *mm;
	const void *by;
};

int pagesnap_claim(struct pagesnap_claim *c, struct mm_struct *mm, const void *by);
void pagesnap_claim_drop(struct pagesnap_claim *c);

#endif /* PAGESNAP_ACCESSES_CLAIM_H */
