// SPDX-License-Identifier: GPL-2.0
/*
 * One answer for each process at a time: what one clears the other would miss, and neither
 * could tell.
 */
#include <linux/mutex.h>

#include "claim.h"

static LIST_HEAD(claims);
static DEFINE_MUTEX(claims_lock);

static bool is_claimed(const struct mm_struct *mm)
{
	struct pagesnap_claim *c;

	list_for_each_entry(c, &claims, node)
		if (c->mm == mm)
			return true;
	return false;
}

/**
 * pagesnap_claim() - be the only one
 * @c: claim, not claimed
 * @mm: mm structure that the caller pins until pagesnap_claim_drop()
 *
 * Context: may sleep.
 * Return: false if somebody else is.
 */
bool pagesnap_claim(struct pagesnap_claim *c, struct mm_struct *mm)
{
	bool mine;

	mutex_lock(&claims_lock);
	mine = !is_claimed(mm);
	if (mine) {
		c->mm = mm;
		list_add(&c->node, &claims);
	}
	mutex_unlock(&claims_lock);
	return mine;
}

/**
 * pagesnap_claim_drop() - let others
 * @c: claim, zeroed at first; harmless when repeated
 *
 * Context: may sleep.
 */
void pagesnap_claim_drop(struct pagesnap_claim *c)
{
	if (!c->mm)
		return;
	mutex_lock(&claims_lock);
	list_del(&c->node);
	mutex_unlock(&claims_lock);
	c->mm = NULL;
}
