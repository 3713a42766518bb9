// SPDX-License-Identifier: GPL-2.0
/*
 * Events in the ring.  Each is written there as the record that tells of it, field by field, so
 * that the reader has nothing to do but to hand it on.
 */
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "../core/ring_cpu.h"
#include "event.h"
#include "uapi.h"

#define IS_EVENT(record)						\
	static_assert(sizeof(struct record) <= PAGESNAP_EVENT_MAX &&	\
		      !(sizeof(struct record) % sizeof(u64)) &&		\
		      offsetof(struct record, rec.len) ==		\
		      offsetof(struct pagesnap_event, len) &&		\
		      offsetof(struct record, rec.type) ==		\
		      offsetof(struct pagesnap_event, type) &&		\
		      offsetof(struct record, rec.flags) ==		\
		      offsetof(struct pagesnap_event, flags) &&		\
		      offsetof(struct record, q) ==			\
		      offsetof(struct pagesnap_event, q) &&		\
		      offsetof(struct record, pid) ==			\
		      offsetof(struct pagesnap_event, pid) &&		\
		      offsetof(struct record, time_ns) ==		\
		      offsetof(struct pagesnap_event, ns) &&		\
		      offsetof(struct record, seq) ==			\
		      offsetof(struct pagesnap_event, nr))

IS_EVENT(pagesnap_slab_alloc);
IS_EVENT(pagesnap_slab_free);

/* The reader is woken when so much of a CPU's buffer is new. */
#define FILLED 4

/**
 * pagesnap_event_ring() - make a ring for events
 * @size: bytes for each CPU
 * @session: who reads them
 *
 * With cpu=, too, of all CPUs: what was allocated on one is freed anywhere.
 *
 * Context: may sleep.
 * Return: ring, NULL without memory.
 */
struct pagesnap_ring *pagesnap_event_ring(u64 size, struct pagesnap_session *session)
{
	return pagesnap_ring_create(size, -1, size / (FILLED * sizeof(struct pagesnap_slab_alloc)),
				    session);
}

/**
 * pagesnap_event_alloc() - something was allocated
 * @w: answer that has a ring
 * @o: object; its time is that of the event
 *
 * Context: a probe; interrupts are off.
 */
void pagesnap_event_alloc(struct pagesnap_watch *w, const struct pagesnap_object *o)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(w->ring->cpus);
	struct pagesnap_event *event;
	struct pagesnap_slab_alloc *r;

	if (!pagesnap_ring_calm_event(c, o->time, &event))
		return;
	r = (void *)event;
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
	pagesnap_ring_calm_commit(c, event, sizeof(*r));
}

NOKPROBE_SYMBOL(pagesnap_event_alloc);

/**
 * pagesnap_event_free() - something was freed
 * @w: answer that has a ring
 * @o: object, as it was followed; of it only id and site count
 * @f: how
 *
 * Context: a probe; interrupts are off.
 */
void pagesnap_event_free(struct pagesnap_watch *w, const struct pagesnap_object *o,
			 const struct pagesnap_freed *f)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(w->ring->cpus);
	struct pagesnap_event *event;
	struct pagesnap_slab_free *r;

	if (!pagesnap_ring_calm_event(c, f->time, &event))
		return;
	r = (void *)event;
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
	pagesnap_ring_calm_commit(c, event, sizeof(*r));
}

NOKPROBE_SYMBOL(pagesnap_event_free);

/**
 * pagesnap_event_end() - an object is no more, and nobody has seen it freed
 * @w: answer that has a ring
 * @o: object, as it was followed
 * @now: time at which that was found
 * @flags: why, of PAGESNAP_RF_*
 *
 * Context: interrupts are off.
 */
void pagesnap_event_end(struct pagesnap_watch *w, const struct pagesnap_object *o, u64 now,
			u32 flags)
{
	const struct pagesnap_freed f = {
		.time = now, .life_ns = PAGESNAP_UNKNOWN, .site = PAGESNAP_UNKNOWN32,
		.pid = PAGESNAP_NONE32, .flags = flags,
	};

	pagesnap_event_free(w, o, &f);
}

/**
 * pagesnap_event_old() - something was freed that isn't followed
 * @w: answer that has a ring
 * @now: time
 * @site: who frees it
 * @pid: likewise
 * @flags: PAGESNAP_RF_* of the record, besides PAGESNAP_RF_OLD
 *
 * Context: a probe; interrupts are off.
 */
void pagesnap_event_old(struct pagesnap_watch *w, u64 now, u32 site, u32 pid, u32 flags)
{
	static const struct pagesnap_object unknown = {
		.id = PAGESNAP_NONE, .site = PAGESNAP_UNKNOWN32,
	};
	const struct pagesnap_freed f = {
		.time = now, .life_ns = PAGESNAP_UNKNOWN, .site = site, .pid = pid,
		.flags = flags | PAGESNAP_RF_OLD,
	};

	pagesnap_event_free(w, &unknown, &f);
}
