/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_CACHE_H
#define PAGESNAP_PAGES_CACHE_H

#include "walk.h"

bool pagesnap_cache_fill(struct pagesnap_walk *w, struct address_space *mapping, u64 *next,
			 u64 end);

#endif /* PAGESNAP_PAGES_CACHE_H */
