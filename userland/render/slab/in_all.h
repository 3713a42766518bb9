/* SPDX-License-Identifier: GPL-2.0 */
/* What caches have in all, beside what answers have seen of them. */
#ifndef RENDER_SLAB_IN_ALL_H
#define RENDER_SLAB_IN_ALL_H

#include "base/slabinfo.h"
#include "kinds/slab_line.h"

/* Reads what there is now, if rows are of caches and answers of today. */
void slab_in_all_read(struct slabinfo *info, const struct slab_view *view);
/* What a subject has of that, if it is a cache. */
void slab_in_all_set(const struct slabinfo *info, struct slab_subject *subject);

#endif /* RENDER_SLAB_IN_ALL_H */
