// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rings of events
 *
 * Events that happen anywhere, at any time, on their way to the session that asked for them.
 * Each CPU has a ring of its own in the kernel's ring buffer, which needs no lock to be
 * written to, and which overwrites the oldest events when nobody reads: so what is missing is
 * known, and where.
 *
 * Writing works in any context.  Interrupts are off for as long as it takes, which keeps the
 * writer on its CPU where preemption alone would not (tracepoints of newer kernels leave
 * it on); a flag of the CPU cuts recursion: an event that happens while one is written, in an NMI
 * or because a probe sits on something that writing calls, is counted as lost.
 *
 * Reading merges the CPUs by time.  The clock is one for all CPUs; that of the ring buffer
 * itself is not, and can't be changed by a module.  Before it looks at the CPUs the reader
 * notes the time, and takes nothing that is later.  So of two events of one thread the first
 * comes first, also when it moved to another CPU between them: the first was there before the
 * second got its time.  Events of different threads come in the order of their times unless
 * a CPU took longer to write one than the reader needed to pass it; each has its time.
 *
 * A CPU that goes offline leaves its events in its buffer, where they are read as any others.
 * From its last steps it can wake nobody (wake.c), so the CPU that has seen it off wakes all
 * readers of rings.  One that comes online for the first time gets a buffer before it runs.
 *
 * What pins what: the ring belongs to a walk.  Who destroys it has unregistered its writers
 * and waited for the last of them.  Readers hold the session's read_lock.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "ring.h"
#include "session.h"

/**
 * struct ring_writer - a CPU, as its writers see it
 * @busy: one is writing
 * @dropped: events that found another one being written, or no place
 * @gathered: events since the reader looked last
 */
struct ring_writer {
	bool busy;
	unsigned long dropped;
	u32 gathered;
};

/**
 * struct ring_head - a CPU, as the reader sees it
 * @full: there is an event
 * @len: its bytes
 * @lost: events that are missing before it and were not reported yet
 * @dropped: of the writer's, those that @lost has counted so far
 * @event: taken out of the buffer, where others could need its place
 * @bytes: all of it
 */
struct ring_head {
	bool full;
	u32 len;
	u64 lost;
	unsigned long dropped;
	union {
		struct pagesnap_event event;
		u8 bytes[PAGESNAP_EVENT_MAX];
	};
};

/**
 * struct pagesnap_ring - events for one session
 * @buffer: the kernel's ring buffer
 * @wake: wakes the session when there is an event
 * @node: among those that hear of a CPU that is gone
 * @shown: the ring in stats
 * @cpu: the only CPU that is asked for, or -1
 * @gather: events of a CPU that wake the reader
 * @writers: for each CPU
 * @until: time of the last look
 * @given: CPU whose event was read last, and which wasn't looked at since; -1: none
 * @heads: for each CPU
 */
struct pagesnap_ring {
	struct trace_buffer *buffer;
	struct pagesnap_wake *wake;
	struct hlist_node node;
	struct pagesnap_stats_ring shown;
	int cpu;
	u32 gather;
	struct ring_writer __percpu *writers;
	u64 until;
	int given;
	struct ring_head heads[];
};

/* Of CPU hotplug, when a CPU is gone. */
static int gone_state;

static int on_gone(unsigned int cpu, struct hlist_node *node)
{
	pagesnap_wake(hlist_entry(node, struct pagesnap_ring, node)->wake);
	return 0;
}

/**
 * pagesnap_ring_setup() - hear of CPUs that are gone
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int pagesnap_ring_setup(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "pagesnap/ring", NULL, on_gone);

	if (state < 0) {
		pr_err("can't watch CPUs go offline (error %d)\n", state);
		return state;
	}
	gone_state = state;
	return 0;
}

/**
 * pagesnap_ring_teardown() - undo pagesnap_ring_setup()
 *
 * Context: may sleep; there is no ring.
 */
void pagesnap_ring_teardown(void)
{
	cpuhp_remove_multi_state(gone_state);
}

/**
 * struct small_buffer - a ring buffer on its way
 * @work: makes it
 * @buffer: gets it, or NULL
 */
struct small_buffer {
	struct work_struct work;
	struct trace_buffer *buffer;
};

static void make_small(struct work_struct *work)
{
	struct small_buffer *small = container_of(work, struct small_buffer, work);

	small->buffer = ring_buffer_alloc(1, RB_FL_OVERWRITE);
}

/*
 * The kernel warns, with a stack, if a new ring buffer doesn't get its pages, which a
 * thread that is being killed doesn't.  So a worker makes it as small as can be, and it
 * grows here, where to get no more pages is just an error.
 */
static struct trace_buffer *make_buffer(u64 size)
{
	struct small_buffer small;

	INIT_WORK_ONSTACK(&small.work, make_small);
	schedule_work(&small.work);
	flush_work(&small.work);
	destroy_work_on_stack(&small.work);
	if (!small.buffer || ring_buffer_resize(small.buffer, size, RING_BUFFER_ALL_CPUS) >= 0)
		return small.buffer;
	ring_buffer_free(small.buffer);
	return NULL;
}

static void free_ring(struct pagesnap_ring *ring)
{
	if (ring->buffer)
		ring_buffer_free(ring->buffer);
	free_percpu(ring->writers);
	kvfree(ring);
}

/**
 * pagesnap_ring_create() - make a ring for each CPU
 * @size: bytes of each
 * @cpu: the only CPU whose events are kept, or -1 for all
 * @session: who reads them: the request's; an event wakes it, and stats shows whose they are
 *
 * Context: may sleep; the session's read_lock is held.
 * Return: the ring, or NULL without memory.
 */
struct pagesnap_ring *pagesnap_ring_create(u64 size, int cpu, struct pagesnap_session *session)
{
	struct pagesnap_ring *ring;

	ring = kvzalloc(struct_size(ring, heads, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!ring)
		return NULL;
	ring->wake = &session->wake;
	ring->cpu = cpu;
	ring->given = -1;
	ring->writers = alloc_percpu_gfp(struct ring_writer, GFP_KERNEL_ACCOUNT);
	ring->buffer = make_buffer(size);
	if (!ring->writers || !ring->buffer ||
	    cpuhp_state_add_instance_nocalls(gone_state, &ring->node)) {
		free_ring(ring);
		return NULL;
	}
	ring->shown.ring = ring;
	ring->shown.session = session->id;
	ring->shown.file = session->file;
	pagesnap_stats_add_ring(&ring->shown);
	return ring;
}

/**
 * pagesnap_ring_destroy() - free a ring
 * @ring: ring that nobody writes to any more, or NULL
 *
 * Context: may sleep.
 */
void pagesnap_ring_destroy(struct pagesnap_ring *ring)
{
	if (!ring)
		return;
	cpuhp_state_remove_instance_nocalls(gone_state, &ring->node);
	pagesnap_stats_remove_ring(&ring->shown);
	free_ring(ring);
}

/* Interrupts are off. */
static bool write_here(struct pagesnap_ring *ring, struct pagesnap_event *event, u32 len)
{
	bool written;

	if (__this_cpu_read(ring->writers->busy))
		return false;
	__this_cpu_write(ring->writers->busy, true);
	/* An NMI sees either the flag or all of what was written. */
	barrier();
	event->ns = ktime_get_mono_fast_ns();
	written = !ring_buffer_write(ring->buffer, len, event);
	barrier();
	__this_cpu_write(ring->writers->busy, false);
	return written;
}

/**
 * pagesnap_ring_write() - an event happened
 * @ring: ring
 * @event: event; gets its time
 * @len: its bytes, PAGESNAP_EVENT_MAX at most
 *
 * Context: any, NMIs and probes too.
 * Return: true if it was written; otherwise it is counted as lost, unless it happened on a
 * CPU that wasn't asked for.
 */
bool pagesnap_ring_write(struct pagesnap_ring *ring, struct pagesnap_event *event, u32 len)
{
	unsigned long flags;
	bool written, wake;

	local_irq_save(flags);
	if (ring->cpu >= 0 && ring->cpu != raw_smp_processor_id()) {
		local_irq_restore(flags);
		return false;
	}
	written = write_here(ring, event, len);
	if (!written)
		this_cpu_inc(ring->writers->dropped);
	wake = __this_cpu_inc_return(ring->writers->gathered) >= ring->gather;
	local_irq_restore(flags);
	if (wake)
		pagesnap_wake(ring->wake);
	return written;
}

/**
 * pagesnap_ring_gather() - don't wake the reader at each event
 * @ring: ring
 * @nr: events of a CPU, since the last look, that wake it
 *
 * For events that come in floods, on whose CPU the reader would run behind each of them.  It looks
 * by itself, from time to time.
 */
void pagesnap_ring_gather(struct pagesnap_ring *ring, u32 nr)
{
	ring->gather = nr;
}

/* Has this CPU an event that we don't know of yet?  With what was lost before it. */
static void look_at(struct pagesnap_ring *ring, int cpu)
{
	struct ring_head *head = &ring->heads[cpu];
	unsigned long dropped = READ_ONCE(per_cpu_ptr(ring->writers, cpu)->dropped), lost = 0;
	struct ring_buffer_event *event;

	WRITE_ONCE(per_cpu_ptr(ring->writers, cpu)->gathered, 0);
	head->lost += dropped - head->dropped;
	head->dropped = dropped;
	if (head->full)
		return;
	event = ring_buffer_consume(ring->buffer, cpu, NULL, &lost);
	if (!event)
		return;
	head->lost += lost;
	head->len = min_t(u32, ring_buffer_event_length(event), sizeof(head->bytes));
	memcpy(head->bytes, ring_buffer_event_data(event), head->len);
	WRITE_ONCE(head->full, true);
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
	for_each_possible_cpu(cpu)
		look_at(ring, cpu);
}

/* The CPU whose turn it is, or -1: that of the earliest event, or of what was lost last. */
static int first_cpu(const struct pagesnap_ring *ring)
{
	u64 first = ring->until;
	int cpu, found = -1;

	for_each_possible_cpu(cpu) {
		const struct ring_head *head = &ring->heads[cpu];

		if (head->full ? head->event.ns > first : !head->lost)
			continue;
		if (head->full)
			first = head->event.ns;
		else if (found >= 0)
			continue;
		found = cpu;
	}
	return found;
}

/**
 * pagesnap_ring_read() - take the earliest event, or learn that some were lost
 * @ring: ring, after pagesnap_ring_look()
 * @read: gets it
 *
 * Context: a step of the session.
 * Return: false if there is none that happened before the last look.
 */
bool pagesnap_ring_read(struct pagesnap_ring *ring, struct pagesnap_event_read *read)
{
	struct ring_head *head;

	if (ring->given >= 0)
		look_at(ring, ring->given);
	ring->given = -1;
	read->cpu = first_cpu(ring);
	if (read->cpu < 0)
		return false;
	head = &ring->heads[read->cpu];
	read->ns = head->full ? head->event.ns : ring->until;
	read->lost = head->lost;
	head->lost = 0;
	if (read->lost)
		return true;
	read->len = head->len;
	read->bytes = head->bytes;
	WRITE_ONCE(head->full, false);
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
	struct trace_buffer *buffer = ring->buffer;

	n->size = ring_buffer_size(buffer, cpu);
	n->unread = ring_buffer_entries_cpu(buffer, cpu);
	n->lost = ring_buffer_overrun_cpu(buffer, cpu) +
		  READ_ONCE(per_cpu_ptr(ring->writers, cpu)->dropped);
	n->events = ring_buffer_read_events_cpu(buffer, cpu) + n->unread + n->lost;
	n->unread += READ_ONCE(ring->heads[cpu].full);
}
