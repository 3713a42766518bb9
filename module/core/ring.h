/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_RING_H
#define PAGESNAP_CORE_RING_H

#include "index.h"

/* Bytes of the longest event. */
#define PAGESNAP_EVENT_MAX 128

struct pagesnap_ring;

/**
 * struct pagesnap_event - what every event begins with
 * @len: bytes, a multiple of 8; filled in by the ring, as are @ns and @nr
 * @type: its writer's, as are @flags, @q and @pid
 * @flags: its writer's
 * @q: its writer's
 * @pid: its writer's
 * @ns: when it happened, as ktime_get_mono_fast_ns() counts
 * @nr: which event of its CPU, from 1; those too that are lost
 *
 * Laid out as records of events begin, so that an event can be its record.
 */
struct pagesnap_event {
	u32 len;
	u16 type;
	u16 flags;
	u32 q;
	u32 pid;
	u64 ns;
	u64 nr;
};

/**
 * pagesnap_event_next() - what is right behind an event
 * @event: event
 *
 * Return: where the next one is, if there is one.
 */
static inline struct pagesnap_event *pagesnap_event_next(const struct pagesnap_event *event)
{
	return (struct pagesnap_event *)((char *)event + event->len);
}

/**
 * struct pagesnap_event_read - what a reader gets from a ring
 * @cpu: where it happened
 * @lost: not 0: so many events of this CPU are missing here, and there is no event
 * @ns: time of the first event; where some are missing, of the next one
 * @len: bytes of all events
 * @nr: how many events there are; 1 where some are missing
 * @events: the first, and the others right behind it; the reader's, until it reads or looks again
 */
struct pagesnap_event_read {
	int cpu;
	u64 lost;
	u64 ns;
	u32 len;
	u32 nr;
	struct pagesnap_event *events;
};

/**
 * struct pagesnap_ring_counts - what happened on a CPU since the ring was made
 * @size: bytes of its buffer, 0 before it is online for the first time
 * @events: all events, those too that were lost
 * @lost: events that nobody will read
 * @unread: events that wait in the buffer
 */
struct pagesnap_ring_counts {
	u64 size;
	u64 events;
	u64 lost;
	u64 unread;
};

int pagesnap_ring_setup(void);
void pagesnap_ring_teardown(void);
struct pagesnap_ring *pagesnap_ring_create(u64 size, int cpu, u32 gather,
					   struct pagesnap_session *session);
void pagesnap_ring_destroy(struct pagesnap_ring *ring);
bool pagesnap_ring_write(struct pagesnap_ring *ring, const struct pagesnap_event *event, u32 len);
void pagesnap_ring_look(struct pagesnap_ring *ring);
bool pagesnap_ring_read(struct pagesnap_ring *ring, struct pagesnap_event_read *read, u32 max);
void pagesnap_ring_count(const struct pagesnap_ring *ring, int cpu, struct pagesnap_ring_counts *n);

#endif /* PAGESNAP_CORE_RING_H */
