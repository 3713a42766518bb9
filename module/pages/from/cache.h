/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_CACHE_H
#define PAGESNAP_PAGES_FROM_CACHE_H

#include "../../compat/entry.h"
#include "../walk.h"

bool pagesnap_cache_fill(struct pagesnap_walk *w, struct address_space *mapping, u64 *next,
			 u64 end);

/* Cached pages of a mapping, in base pages. */
static inline u64 pagesnap_cache_pages(const struct address_space *mapping)
{
	return (u64)READ_ONCE(mapping->nrpages) << compat_index_shift(mapping);
}

#endif /* PAGESNAP_PAGES_FROM_CACHE_H */
