/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_TELL_H
#define PAGESNAP_SLAB_TELL_H

#include <linux/types.h>

#include "../core/emit.h"
#include "watch.h"

/**
 * struct pagesnap_slab_told - what the reader of an answer was told the names of
 * @w: answer
 * @q: query
 * @sites: bits, by number
 * @caches: the same
 * @stacks: the same
 * @nr_sites: those before this one were told
 * @nr_caches: likewise
 * @buf: names of a stack
 */
struct pagesnap_slab_told {
	const struct pagesnap_watch *w;
	u32 q;
	unsigned long *sites;
	unsigned long *caches;
	unsigned long *stacks;
	u32 nr_sites;
	u32 nr_caches;
	char *buf;
};

int pagesnap_slab_told_init(struct pagesnap_slab_told *t, const struct pagesnap_watch *w, u32 q);
void pagesnap_slab_told_destroy(struct pagesnap_slab_told *t);
void pagesnap_slab_tell(struct pagesnap_emit *e, const struct pagesnap_rec *r);
void pagesnap_slab_tell_site(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u32 id);
void pagesnap_slab_tell_cache(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u32 id);
void pagesnap_slab_tell_events(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
			       const struct pagesnap_event_read *read);
void pagesnap_slab_tell_object(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
			       const struct pagesnap_object *o, u64 now);

#endif /* PAGESNAP_SLAB_TELL_H */
