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

/* Its reader may give all of its events at once. */
static void finish(const struct pagesnap_ring_cpu *c, struct pagesnap_ring_block *block, u64 ns)
{
	block->used = c->at - (char *)block;
	block->count = c->written - c->begun;
	block->until = ns;
	block->next = c->written + READ_ONCE(c->dropped) + 1;
}

/**
 * pagesnap_ring_next_block() - go on in another block, the oldest
 * @c: CPU, busy
 * @ns: no event of the one before is later
 *
 * The reader has one at the most, which is passed over: then a number has no block.
 *
 * Context: any; interrupts are off, or the CPU doesn't run yet.
 */
void pagesnap_ring_next_block(struct pagesnap_ring_cpu *c, u64 ns)
{
	struct pagesnap_ring_block *block;
	u64 number = c->newest;

	if (c->block)
		finish(c, c->block, ns);
	do {
		block = pagesnap_ring_block(c, ++number);
	} while (!take(c, block));
	block->used = sizeof(*block);
	/* Who finds the number finds the block empty, and who knows of it finds the number, */
	smp_store_release(&block->state, number << 1);
	/* and what is said of the one before; pairs with take() and give_all() of ring_read.c. */
	smp_store_release(&c->newest, number);
	c->block = block;
	c->begun = c->written;
	/* Who finds no place of the block before finds its bytes: pairs with has_more(). */
	smp_store_release(&c->at, (char *)(block + 1));
	c->end = end_of(block);
}

/**
 * pagesnap_ring_wake() - enough events were written
 * @c: this CPU
 *
 * Context: as pagesnap_ring_begin(); the event is committed.
 */
void pagesnap_ring_wake(struct pagesnap_ring_cpu *c)
{
	c->wake_at = c->written + c->ring->gather;
	pagesnap_wake(c->ring->wake);
}

/**
 * pagesnap_ring_turn() - what pagesnap_ring_calm_event() does at the end of a block
 * @c: this CPU
 * @ns: of the event
 *
 * If enough events were written the reader is woken.  What this calls may be traced by somebody
 * whose own work is an event: that finds no place, and is lost.
 *
 * Context: as pagesnap_ring_calm_place().
 * Return: place for the event, NULL: it is counted as lost.
 */
void *pagesnap_ring_turn(struct pagesnap_ring_cpu *c, u64 ns)
{
	if (c->busy) {
		WRITE_ONCE(c->dropped, c->dropped + 1);
		return NULL;
	}
	WRITE_ONCE(c->busy, true);
	WRITE_ONCE(c->end, NULL);
	barrier();
	if (c->written >= c->wake_at)
		pagesnap_ring_wake(c);
	pagesnap_ring_next_block(c, ns);
	/* pairs with smp_rmb() of ring_read.c */
	smp_store_release(&c->busy, false);
	return c->at;
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
	pagesnap_ring_commit(c, to);
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
