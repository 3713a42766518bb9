// SPDX-License-Identifier: GPL-2.0
/*
 * One answer for each process at a time: what one clears the other would miss, and neither
 * could tell.
 */
#include <linux/hashtable.h>
#include <linux/mutex.h>

#include "claim.h"

/* An answer may have some thousands. */
static DEFINE_HASHTABLE(claims, 8);
static DEFINE_MUTEX(claims_lock);

/* Context: claims_lock. */
static const struct pagesnap_claim *claim_on(const struct mm_struct *mm)
{
	struct pagesnap_claim *c;

	hash_for_each_possible(claims, c, node, (unsigned long)mm)
		if (c->mm == mm)
			return c;
	return NULL;
}

/**
 * pagesnap_claim() - be the only one
 * @c: claim, not claimed
 * @mm: mm structure that the caller pins until pagesnap_claim_drop()
 * @by: whose claims it is one of
 *
 * Context: may sleep.
 * Return: 0, -EALREADY if @by has one on it, -EBUSY if somebody else has.
 */
int pagesnap_claim(struct pagesnap_claim *c, struct mm_struct *mm, const void *by)
{
	const struct pagesnap_claim *other;
	int err = 0;

	mutex_lock(&claims_lock);
	other = claim_on(mm);
	if (other) {
		err = other->by == by ? -EALREADY : -EBUSY;
	} else {
		c->mm = mm;
		c->by = by;
		hash_add(claims, &c->node, (unsigned long)mm);
	}
	mutex_unlock(&claims_lock);
	return err;
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
	hash_del(&c->node);
	mutex_unlock(&claims_lock);
	c->mm = NULL;
}
