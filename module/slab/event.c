// SPDX-License-Identifier: GPL-2.0
/*
 * Events in the ring.  Each is written there as the record that tells of it, field by field, so
 * that the reader has nothing to do but to hand it on.
 */
#include <linux/build_bug.h>

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
	pagesnap_event_write_alloc(w, o);
}

/**
 * pagesnap_event_free() - something was freed
 * @w: answer that has a ring
 * @o: object, as it was followed
 * @f: how
 *
 * Context: a probe; interrupts are off.
 */
void pagesnap_event_free(struct pagesnap_watch *w, const struct pagesnap_object *o,
			 const struct pagesnap_freed *f)
{
	pagesnap_event_write_free(w, o, f);
}

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
