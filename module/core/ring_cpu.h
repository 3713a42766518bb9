/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A CPU's part of a ring, and how an event is written right where it stays.  ring.c says how this
 * works as a whole.
 */
#ifndef PAGESNAP_CORE_RING_CPU_H
#define PAGESNAP_CORE_RING_CPU_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/sizes.h>

#include "ring.h"
#include "stats.h"

/* Bytes of a block: what has to be done for each costs little for each of its events. */
#define PAGESNAP_RING_BLOCK	SZ_16K
/* The one that is written, the one that is read, and another to go on with. */
#define PAGESNAP_RING_BLOCKS	3

/**
 * struct pagesnap_ring_block - events of a CPU, one behind the other
 * @state: 0: there is nothing for a reader; else the block's number shifted by 1, and 1 while it
 *	is the reader's
 * @used: bytes of a full one, this head included; before that of the head alone
 * @count: events of a full one
 * @until: none of a full one is later
 * @next: number of the event behind those of a full one; those that were lost right behind count
 *
 * Events follow.
 */
struct pagesnap_ring_block {
	u64 state;
	u32 used;
	u32 count;
	u64 until;
	u64 next;
};

/**
 * struct pagesnap_ring_cpu - a CPU, as its writers see it
 * @at: where the next event goes
 * @end: from here on an event of any length may have no place; NULL while @busy says that none has,
 *	so that who looks for a place needs to look at nothing else
 * @written: events
 * @dropped: events that found another one being written, or no place
 * @busy: one is writing, or there are no blocks
 * @ring: whose it is
 * @block: that is written
 * @newest: its number; blocks are numbered from 1 on
 * @overwritten: events that were written, and gone before they were read
 * @begun: events that were written before the block
 * @wake_at: with so many events written the reader is woken
 * @blocks: all blocks; NULL before the CPU is online
 * @nr: how many
 */
struct pagesnap_ring_cpu {
	char *at;
	char *end;
	u64 written;
	u64 dropped;
	bool busy;
	struct pagesnap_ring *ring;
	struct pagesnap_ring_block *block;
	u64 newest;
	u64 overwritten;
	u64 begun;
	u64 wake_at;
	char *blocks;
	u32 nr;
};

/**
 * struct pagesnap_ring_head - a CPU, as the reader sees it
 * @block: the reader's; NULL: none
 * @at: bytes of it that were read
 * @used: bytes that were written, when somebody looked last
 * @read: events of it that were read
 * @number: of the block, or of the last that was read
 * @event: the next; NULL: none
 * @last: which event was read last, or known to be lost
 * @total: events, those too that are lost, of which none comes any more but those that are there
 * @taken: events that were read
 */
struct pagesnap_ring_head {
	struct pagesnap_ring_block *block;
	u32 at;
	u32 used;
	u32 read;
	u64 number;
	struct pagesnap_event *event;
	u64 last;
	u64 total;
	u64 taken;
};

/**
 * struct pagesnap_ring - events for one session
 * @cpus: for each CPU what its writers know
 * @cpu: the only CPU that is asked for, or -1
 * @gather: events of a CPU that wake the reader
 * @wake: wakes the session when there is an event
 * @node: among those that hear of CPUs that come and go
 * @size: bytes for each CPU
 * @made: what is missing for a CPU that comes is no error
 * @shown: the ring in stats
 * @until: time of the last look
 * @given: CPU whose events were read last, and which wasn't looked at since; -1: none
 * @heads: for each CPU what the reader knows
 */
struct pagesnap_ring {
	struct pagesnap_ring_cpu __percpu *cpus;
	int cpu;
	u32 gather;
	struct pagesnap_wake *wake;
	struct hlist_node node;
	u64 size;
	bool made;
	struct pagesnap_stats_ring shown;
	u64 until;
	int given;
	struct pagesnap_ring_head heads[];
};

void pagesnap_ring_next_block(struct pagesnap_ring_cpu *c, u64 ns);
void *pagesnap_ring_turn(struct pagesnap_ring_cpu *c, u64 ns);
void pagesnap_ring_wake(struct pagesnap_ring_cpu *c);

/**
 * pagesnap_ring_block() - a block by its number
 * @c: CPU
 * @number: of the block
 *
 * Return: block, which may have another number by now, or none yet.
 */
static inline struct pagesnap_ring_block *pagesnap_ring_block(const struct pagesnap_ring_cpu *c,
							      u64 number)
{
	return (void *)(c->blocks + number % c->nr * PAGESNAP_RING_BLOCK);
}

/**
 * pagesnap_ring_begin() - begin an event on this CPU
 * @ring: ring
 * @cpu: gets this CPU
 *
 * The caller gets a place for the event, fills it in, and commits it.
 *
 * Context: any, NMIs and probes too; interrupts are off until the event is committed.
 * Return: false: the event is counted as lost.
 */
static inline bool pagesnap_ring_begin(struct pagesnap_ring *ring, struct pagesnap_ring_cpu **cpu)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(ring->cpus);

	*cpu = c;
	if (unlikely(c->busy)) {
		/* one instruction: an NMI counts, too */
		this_cpu_inc(ring->cpus->dropped);
		return false;
	}
	WRITE_ONCE(c->busy, true);
	/* An NMI sees either the flag or all of what was written. */
	barrier();
	return true;
}

/**
 * pagesnap_ring_event() - the place for an event that was begun
 * @c: this CPU
 * @ns: when it happened: no earlier than the one before on this CPU
 * @len: its bytes, all that pagesnap_event begins with included; a multiple of 8,
 *	PAGESNAP_EVENT_MAX at most
 *
 * Context: as pagesnap_ring_begin().
 * Return: the event, of which all but what is the ring's has to be filled in: the reader gets it
 * as it is.
 */
static inline void *pagesnap_ring_event(struct pagesnap_ring_cpu *c, u64 ns, u32 len)
{
	struct pagesnap_event *event;

	if (unlikely(c->at >= c->end))
		pagesnap_ring_next_block(c, ns);
	event = (void *)c->at;
	event->len = len;
	event->ns = ns;
	event->nr = c->written + READ_ONCE(c->dropped) + 1;
	return event;
}

/* So many events are written, and the next one goes there. */
static inline void pagesnap_ring_written(struct pagesnap_ring_cpu *c, void *at, u64 written)
{
	/* Who reads up to there, or knows of so many events, finds them written: has_more(), */
	smp_store_release(&c->at, (char *)at);
	/* and count() of ring_read.c. */
	smp_store_release(&c->written, written);
}

/**
 * pagesnap_ring_commit() - an event is written
 * @c: this CPU
 * @event: event
 *
 * Context: as pagesnap_ring_begin().
 */
static inline void pagesnap_ring_commit(struct pagesnap_ring_cpu *c, struct pagesnap_event *event)
{
	pagesnap_ring_written(c, pagesnap_event_next(event), c->written + 1);
	/* behind all that an NMI must find done */
	smp_store_release(&c->busy, false);
	if (unlikely(c->written >= c->wake_at))
		pagesnap_ring_wake(c);
}

/**
 * pagesnap_ring_calm_place() - the place for an event where no other can come in between
 * @c: this CPU
 * @event: gets the event, of which all but its number has to be filled in
 *
 * For who knows that nothing which may write to this ring, NMIs and probes included, interrupts it
 * until pagesnap_ring_calm_commit().  All events of the ring have to be written so.
 *
 * Context: interrupts are off until the event is committed, and it is no NMI.
 * Return: false: pagesnap_ring_turn() has to find one.
 */
static __always_inline bool pagesnap_ring_calm_place(const struct pagesnap_ring_cpu *c,
						     struct pagesnap_event **event)
{
	*event = (void *)c->at;
	return likely(c->at < c->end);
}

/**
 * pagesnap_ring_calm_event() - the same, whatever it takes
 * @c: this CPU
 * @ns: as of pagesnap_ring_event()
 * @event: as of pagesnap_ring_calm_place()
 *
 * Context: as pagesnap_ring_calm_place().
 * Return: false: it is counted as lost.
 */
static __always_inline bool pagesnap_ring_calm_event(struct pagesnap_ring_cpu *c, u64 ns,
						     struct pagesnap_event **event)
{
	if (pagesnap_ring_calm_place(c, event))
		return true;
	*event = pagesnap_ring_turn(c, ns);
	return *event;
}

/**
 * pagesnap_ring_calm_commit() - an event is written
 * @c: this CPU
 * @event: event
 * @len: its bytes, as it says
 *
 * Context: as pagesnap_ring_calm_place().
 */
static __always_inline void pagesnap_ring_calm_commit(struct pagesnap_ring_cpu *c,
						      struct pagesnap_event *event, u32 len)
{
	u64 written = c->written + 1;

	event->nr = written + c->dropped;
	pagesnap_ring_written(c, (char *)event + len, written);
}

#endif /* PAGESNAP_CORE_RING_CPU_H */
