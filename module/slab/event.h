/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_EVENT_H
#define PAGESNAP_SLAB_EVENT_H

#include <linux/smp.h>
#include <linux/string.h>

#include "../core/ring_cpu.h"
#include "uapi.h"
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

/**
 * pagesnap_event_write_alloc() - pagesnap_event_alloc(), where the caller is
 * @w: answer that has a ring
 * @o: object; its time is that of the event
 *
 * Context: a probe; interrupts are off.
 */
static __always_inline void pagesnap_event_write_alloc(struct pagesnap_watch *w,
						       const struct pagesnap_object *o)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(w->ring->cpus);
	struct pagesnap_slab_alloc *r = pagesnap_ring_calm_event(c, o->time);

	if (unlikely(!r))
		return;
	r->rec.len = sizeof(*r);
	r->rec.type = PAGESNAP_REC_ALLOC;
	r->rec.flags = o->flags;
	r->q = w->q;
	r->pid = o->pid;
	r->time_ns = o->time;
	r->object = o->id;
	r->cgroup = o->cgroup;
	r->site = o->site;
	r->cache = o->cache;
	r->requested = o->requested;
	r->allocated = o->allocated;
	r->gfp = o->gfp;
	r->stack = o->stack;
	r->cpu = o->cpu;
	r->node = o->node;
	r->reserved = 0;
	pagesnap_ring_calm_commit(c, (struct pagesnap_event *)r, sizeof(*r));
}

/**
 * pagesnap_event_write_free() - pagesnap_event_free(), where the caller is
 * @w: answer that has a ring
 * @o: object, as it was followed; of it only id and site count
 * @f: how
 *
 * Context: a probe; interrupts are off.
 */
static __always_inline void pagesnap_event_write_free(struct pagesnap_watch *w,
						      const struct pagesnap_object *o,
						      const struct pagesnap_freed *f)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(w->ring->cpus);
	struct pagesnap_slab_free *r = pagesnap_ring_calm_event(c, f->time);

	if (unlikely(!r))
		return;
	r->rec.len = sizeof(*r);
	r->rec.type = PAGESNAP_REC_FREE;
	r->rec.flags = f->flags;
	r->q = w->q;
	r->pid = f->pid;
	r->time_ns = f->time;
	r->object = o->id;
	r->life_ns = f->life_ns;
	r->site = f->site;
	r->by = o->site;
	r->cpu = smp_processor_id();
	memset(r->reserved, 0, sizeof(r->reserved));
	pagesnap_ring_calm_commit(c, (struct pagesnap_event *)r, sizeof(*r));
}

#endif /* PAGESNAP_SLAB_EVENT_H */
