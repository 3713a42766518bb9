/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocations that are added up, from outside.
 */
#ifndef RENDER_SLAB_SLAB_H
#define RENDER_SLAB_SLAB_H

#include "render/out.h"

/* Of kind_hotspots: a row for each site, cache, process or cgroup. */
extern const struct out_digest out_digest_hotspots;
/* Of kind_live: the same of objects that are alive, and of those that may leak. */
extern const struct out_digest out_digest_live;

#endif /* RENDER_SLAB_SLAB_H */
