// SPDX-License-Identifier: GPL-2.0
/*
 * Events on their way out of a ring, merged by time; ring.c says how that works as a whole.
 */
#include <linux/cpumask.h>
#include <linux/ktime.h>

#include "ring_cpu.h"

static struct pagesnap_ring_cpu *cpu_of(const struct pagesnap_ring *ring, int cpu)
{
	return per_cpu_ptr(ring->cpus, cpu);
}

static void give_back(struct pagesnap_ring_head *head)
{
	/* what was read of it was read */
	smp_store_release(&head->block->state, 0);
	head->block = NULL;
}

/* The oldest block that is there, behind the last one.  Return: false if there is none. */
static bool take(struct pagesnap_ring_head *head, const struct pagesnap_ring_cpu *c)
{
	struct pagesnap_ring_block *block;
	u64 newest, state;

	do {
		/* a block that has this number, or an earlier one, is found as it was begun */
		newest = smp_load_acquire(&c->newest);
		if (newest <= head->number)
			return false;
		head->number = max(head->number, newest - min_t(u64, newest, c->nr)) + 1;
		block = pagesnap_ring_block(c, head->number);
		state = head->number << 1;
	} while (cmpxchg(&block->state, state, state | 1) != state);
	head->block = block;
	head->at = sizeof(*block);
	head->used = sizeof(*block);
	head->read = 0;
	return true;
}

/* Is there more in the block than was known?  While it is written its CPU alone knows. */
static bool has_more(struct pagesnap_ring_head *head, const struct pagesnap_ring_cpu *c)
{
	/* so many bytes are found written, or else those of a block that is full */
	unsigned long used = (unsigned long)smp_load_acquire(&c->at) - (unsigned long)head->block;

	if (used - 1 >= PAGESNAP_RING_BLOCK)
		used = READ_ONCE(head->block->used);
	head->used = used;
	return head->at < head->used;
}

static struct pagesnap_event *next_event(struct pagesnap_ring_head *head,
					 const struct pagesnap_ring_cpu *c)
{
	while (head->block || take(head, c)) {
		if (head->at < head->used || has_more(head, c))
			return (void *)((char *)head->block + head->at);
		/* if another block was begun, the last event of this one is found */
		if (smp_load_acquire(&c->newest) == head->number)
			return NULL;
		/* Nothing is written to it any more, but something may have been just now. */
		if (!has_more(head, c))
			give_back(head);
	}
	return NULL;
}

/*
 * An event that is being written has a number, and what is dropped meanwhile has a later one: both
 * count when no event is in between.  Without blocks there is none.
 */
static void count(struct pagesnap_ring_head *head, const struct pagesnap_ring_cpu *c)
{
	bool busy = READ_ONCE(c->busy) && READ_ONCE(c->nr);
	u64 written, dropped;

	smp_rmb(); /* busy before and after the numbers */
	dropped = READ_ONCE(c->dropped);
	/* so many events are found written */
	written = smp_load_acquire(&c->written);
	busy |= READ_ONCE(c->busy) && READ_ONCE(c->nr);
	smp_rmb(); /* the same number at the end: nothing was written meanwhile */
	if (!busy && READ_ONCE(c->written) == written)
		head->total = written + dropped;
}

/* What is there when this is over is all there is of what was counted. */
static void look_at(struct pagesnap_ring *ring, int cpu)
{
	struct pagesnap_ring_head *head = &ring->heads[cpu];

	count(head, cpu_of(ring, cpu));
	head->event = next_event(head, cpu_of(ring, cpu));
}

/**
 * pagesnap_ring_look() - begin to read what has happened until now
 * @ring: ring
 *
 * Context: a step of the session.
 */
void pagesnap_ring_look(struct pagesnap_ring *ring)
{
	int cpu;

	ring->until = ktime_get_mono_fast_ns();
	/* The clock first: what has an earlier time and is not there is still being written. */
	smp_mb();
	ring->given = -1;
	for_each_possible_cpu(cpu) {
		look_at(ring, cpu);
	}
}

static bool has_lost(const struct pagesnap_ring_head *head)
{
	return !head->event && head->total > head->last;
}

/*
 * The CPU whose turn it is, or -1: that of the earliest event, or of what was lost last.  @until
 * gets the time up to which it stays its turn.
 */
static int first_cpu(const struct pagesnap_ring *ring, u64 *until)
{
	u64 first = ring->until, second = ring->until, ns;
	int cpu, found = -1, lost = -1;

	for_each_possible_cpu(cpu) {
		const struct pagesnap_ring_head *head = &ring->heads[cpu];

		if (has_lost(head))
			lost = cpu;
		if (!head->event)
			continue;
		ns = head->event->ns;
		if (ns <= first) {
			second = first;
			first = ns;
			found = cpu;
		} else {
			second = min(second, ns);
		}
	}
	*until = second;
	return found < 0 ? lost : found;
}

/* What was given is read. */
static void go_on(struct pagesnap_ring_head *head, const struct pagesnap_event_read *read)
{
	head->last = read->events->nr + read->nr - 1;
	head->at += read->len;
	head->read += read->nr;
	WRITE_ONCE(head->taken, head->taken + read->nr);
}

/*
 * All that is left of a full block, without a look at each event: if none is too late, and none is
 * lost in between.
 */
static bool give_all(struct pagesnap_ring_head *head, const struct pagesnap_ring_cpu *c,
		     struct pagesnap_event_read *read, u32 max, u64 until)
{
	const struct pagesnap_ring_block *block = head->block;

	/* if another block was begun, all is known of this one */
	if (smp_load_acquire(&c->newest) == head->number)
		return false;
	read->nr = block->count - head->read;
	if (read->nr > max || block->until > until || block->next - head->event->nr != read->nr)
		return false;
	head->used = block->used;
	read->len = head->used - head->at;
	read->events = head->event;
	go_on(head, read);
	return true;
}

/* The next event and those right behind it, up to @max, whose turn it is until @until. */
static void give(struct pagesnap_ring_head *head, struct pagesnap_event_read *read, u32 max,
		 u64 until)
{
	const struct pagesnap_event *event = head->event;
	u64 nr = event->nr;
	u32 at = head->at;

	read->nr = 0;
	read->events = head->event;
	do {
		at += event->len;
		read->nr++;
		event = pagesnap_event_next(event);
	} while (at < head->used && read->nr < max && event->ns <= until && event->nr == ++nr);
	read->len = at - head->at;
	go_on(head, read);
}

/**
 * pagesnap_ring_read() - take the earliest events, or learn that some were lost
 * @ring: ring, after pagesnap_ring_look()
 * @read: gets them
 * @max: how many at the most; all are of one CPU
 *
 * Context: a step of the session.
 * Return: false if there is none that happened before the last look.
 */
bool pagesnap_ring_read(struct pagesnap_ring *ring, struct pagesnap_event_read *read, u32 max)
{
	struct pagesnap_ring_head *head;
	u64 until, next;

	if (ring->given >= 0)
		look_at(ring, ring->given);
	ring->given = -1;
	read->cpu = first_cpu(ring, &until);
	if (read->cpu < 0)
		return false;
	head = &ring->heads[read->cpu];
	next = head->event ? head->event->nr : head->total + 1;
	read->ns = head->event ? head->event->ns : ring->until;
	read->lost = next - head->last - 1;
	read->nr = 1;
	if (read->lost) {
		head->last = next - 1;
		return true;
	}
	if (!give_all(head, cpu_of(ring, read->cpu), read, max, until))
		give(head, read, max, until);
	ring->given = read->cpu;
	return true;
}

/**
 * pagesnap_ring_count() - what happened on a CPU
 * @ring: ring
 * @cpu: CPU
 * @n: gets it; while events are written the numbers may disagree by some
 *
 * Context: any, beside writers and the reader.
 */
void pagesnap_ring_count(const struct pagesnap_ring *ring, int cpu, struct pagesnap_ring_counts *n)
{
	const struct pagesnap_ring_cpu *c = cpu_of(ring, cpu);
	u64 taken = READ_ONCE(ring->heads[cpu].taken), overwritten = READ_ONCE(c->overwritten);
	u64 dropped = READ_ONCE(c->dropped), written = READ_ONCE(c->written);

	n->size = (u64)READ_ONCE(c->nr) * PAGESNAP_RING_BLOCK;
	n->lost = overwritten + dropped;
	n->events = written + dropped;
	n->unread = written - min(written, taken + overwritten);
}
