// SPDX-License-Identifier: GPL-2.0
/*
 * Events on their way into a ring; ring.c says how that works as a whole.
 */
#include <linux/ktime.h>
#include <linux/string.h>

#include "ring_cpu.h"
#include "wake.h"

/* Behind this an event of any length has no place. */
static char *end_of(struct pagesnap_ring_block *block)
{
	return (char *)block + PAGESNAP_RING_BLOCK - PAGESNAP_EVENT_MAX;
}

/* Of what nobody has read it counts the events. */
static bool take(struct pagesnap_ring_cpu *c, struct pagesnap_ring_block *block)
{
	u64 state = READ_ONCE(block->state);

	if (state & 1)
		return false;
	if (state && cmpxchg(&block->state, state, 0) != state)
		return false;
	if (state)
		WRITE_ONCE(c->overwritten, c->overwritten + block->count);
	return true;
}

/**
 * pagesnap_ring_next_block() - go on in another block, the oldest
 * @ring: ring
 * @c: CPU, busy
 *
 * The reader has one at the most, which is passed over: then a number has no block.
 *
 * Context: any; interrupts are off, or the CPU doesn't run yet.
 */
void pagesnap_ring_next_block(struct pagesnap_ring *ring, struct pagesnap_ring_cpu *c)
{
	struct pagesnap_ring_block *block;
	u64 number = c->newest;

	if (c->block)
		c->block->count = c->written - c->begun;
	do {
		block = pagesnap_ring_block(c, ++number);
	} while (!take(c, block));
	block->used = sizeof(*block);
	block->count = 0;
	/* Who finds the number finds the block empty, and who knows of it finds the number. */
	smp_store_release(&block->state, number << 1);
	/* pairs with take() of ring_read.c */
	smp_store_release(&c->newest, number);
	c->block = block;
	c->at = (char *)(block + 1);
	c->quiet = ring->gather ? end_of(block) : c->at;
	c->begun = c->written;
}

/**
 * pagesnap_ring_go_on() - an event was written behind which there may be more to do
 * @ring: ring
 * @c: this CPU, busy
 *
 * The next event has to have a place, and the reader may have to be woken.
 *
 * Context: as pagesnap_ring_begin().
 */
void pagesnap_ring_go_on(struct pagesnap_ring *ring, struct pagesnap_ring_cpu *c)
{
	if (c->at > end_of(c->block))
		pagesnap_ring_next_block(ring, c);
	/* behind all that an NMI must find done */
	smp_store_release(&c->busy, false);
	if (c->written < c->wake_at)
		return;
	c->wake_at = c->written + ring->gather;
	pagesnap_wake(ring->wake);
}

/* Interrupts are off. */
static bool write_here(struct pagesnap_ring *ring, const struct pagesnap_event *event, u32 len)
{
	u32 room = round_up(len, sizeof(u64));
	struct pagesnap_ring_cpu *c;
	struct pagesnap_event *to;

	if (!pagesnap_ring_begin(ring, &c))
		return false;
	to = pagesnap_ring_event(c, ktime_get_mono_fast_ns(), room);
	to->type = event->type;
	to->flags = event->flags;
	to->q = event->q;
	to->pid = event->pid;
	memcpy(to + 1, event + 1, len - sizeof(*event));
	pagesnap_ring_commit(ring, c, to, room);
	return true;
}

/**
 * pagesnap_ring_write() - an event happened
 * @ring: ring
 * @event: event, without what is the ring's
 * @len: its bytes, PAGESNAP_EVENT_MAX at most
 *
 * Context: any, NMIs and probes too.
 * Return: true if it was written; otherwise it is counted as lost, unless it happened on a
 * CPU that wasn't asked for.
 */
bool pagesnap_ring_write(struct pagesnap_ring *ring, const struct pagesnap_event *event, u32 len)
{
	bool written = false;
	unsigned long flags;

	local_irq_save(flags);
	if (ring->cpu < 0 || ring->cpu == raw_smp_processor_id())
		written = write_here(ring, event, len);
	local_irq_restore(flags);
	return written;
}
