/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_EVENT_H
#define PAGESNAP_SLAB_EVENT_H

#include "watch.h"

/**
 * struct pagesnap_freed - how an object was freed
 * @time: CLOCK_MONOTONIC, ns
 * @life_ns: since it was allocated
 * @site: who frees it
 * @pid: likewise
 * @flags: PAGESNAP_RF_* of the record
 */
struct pagesnap_freed {
	u64 time;
	u64 life_ns;
	u32 site;
	u32 pid;
	u32 flags;
};

struct pagesnap_ring *pagesnap_event_ring(u64 size, struct pagesnap_session *session);
void pagesnap_event_alloc(struct pagesnap_watch *w, const struct pagesnap_object *o);
void pagesnap_event_free(struct pagesnap_watch *w, const struct pagesnap_object *o,
			 const struct pagesnap_freed *f);
void pagesnap_event_end(struct pagesnap_watch *w, const struct pagesnap_object *o, u64 now,
			u32 flags);
void pagesnap_event_old(struct pagesnap_watch *w, u64 now, u32 site, u32 pid, u32 flags);

#endif /* PAGESNAP_SLAB_EVENT_H */
