/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Empty slots of an xarray's leaves: most files are shorter than a node is wide, so there are
 * more of them than of others.  Context: RCU.
 */
#ifndef PAGESNAP_PAGES_FROM_SLOTS_H
#define PAGESNAP_PAGES_FROM_SLOTS_H

#include <linux/xarray.h>

/* Slots of which one look says whether all are empty. */
#define PAGESNAP_SLOTS 8
/* Bits that tell what a slot has: none of them in that of a folio. */
#define PAGESNAP_SLOT_TAGS 3UL

static inline unsigned long pagesnap_slot_word(void __rcu *const *slot)
{
	return (__force unsigned long)READ_ONCE(*slot);
}

/*
 * Are all of PAGESNAP_SLOTS from @slot on empty?  A loop would take as long again, and READ_ONCE()
 * half as long, as its loads are instructions of their own.
 */
static inline bool pagesnap_slots_are_empty(void __rcu *const *slot)
{
	const unsigned long *word = (__force const unsigned long *)slot;

	/* A race on purpose: nothing is taken from here but whether there is something. */
	return !data_race(word[0] | word[1] | word[2] | word[3] | word[4] | word[5] | word[6] |
			  word[7]);
}

/* Return: the first slot of @node from @at on that isn't empty; @end if it is none before that. */
static inline u32 pagesnap_slots_pass_empty(const struct xa_node *node, u32 at, u32 end)
{
	/* entries mostly follow one another */
	if (at < end && pagesnap_slot_word(node->slots + at))
		return at;
	while (at + PAGESNAP_SLOTS <= end && pagesnap_slots_are_empty(node->slots + at))
		at += PAGESNAP_SLOTS;
	while (at < end && !pagesnap_slot_word(node->slots + at))
		at++;
	return at;
}

/*
 * Is the node under way one whose slots are of one page each, and its slot the one of the index?
 * Behind the first slot of a large folio it is not.
 */
static inline bool pagesnap_slots_are_leaf(const struct xa_state *xas)
{
	return !xas_not_node(xas->xa_node) && !xas->xa_node->shift &&
	       xas->xa_offset == (xas->xa_index & XA_CHUNK_MASK);
}

/* Where @head, the first entry of an xarray, is a leaf: begin with that.  Return: false if not. */
static inline bool pagesnap_slots_enter_leaf(struct xa_state *xas, void *head)
{
	struct xa_node *node = xa_to_node(head);

	if (!xa_is_node(head) || node->shift)
		return false;
	xas->xa_node = node;
	xas->xa_index = 0;
	xas->xa_offset = 0;
	return true;
}

/* To slot @at of the leaf under way. */
static inline void pagesnap_slots_move(struct xa_state *xas, u32 at)
{
	xas->xa_index += at - xas->xa_offset;
	xas->xa_offset = at;
}

/* Is the slot under way the last of all there are? */
static inline bool pagesnap_slots_are_over(const struct xa_state *xas)
{
	return !xas_not_node(xas->xa_node) && xas->xa_offset == XA_CHUNK_SIZE - 1 &&
	       !rcu_access_pointer(xas->xa_node->parent);
}

/*
 * Past the empty slots that follow in the node under way: xas_next_entry() takes many times as
 * long for each.
 */
static inline void pagesnap_slots_skip_empty(struct xa_state *xas)
{
	if (pagesnap_slots_are_leaf(xas))
		pagesnap_slots_move(xas, pagesnap_slots_pass_empty(xas->xa_node, xas->xa_offset + 1,
								   XA_CHUNK_SIZE) - 1);
}

#endif /* PAGESNAP_PAGES_FROM_SLOTS_H */
