/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_XARRAY_H
#define PAGESNAP_COMPAT_XARRAY_H

#include <linux/xarray.h>

#include "probed.h"

/*
 * The order of the entry that was found.  Before xas_get_order() (in v6.10, and in
 * 6.1 of later years) it follows from its siblings in the node.  Context: RCU.
 */
static inline u32 compat_xas_order(struct xa_state *xas)
{
#ifdef HAVE_XAS_GET_ORDER
	return xas_get_order(xas);
#else
	const struct xa_node *node = xas->xa_node;
	u32 order = 0;

	if (!node)
		return 0;
	while (xas->xa_offset + (1U << order) < XA_CHUNK_SIZE &&
	       xa_is_sibling(xa_entry(xas->xa, node, xas->xa_offset + (1U << order))))
		order++;
	return node->shift + order;
#endif
}

#endif /* PAGESNAP_COMPAT_XARRAY_H */
