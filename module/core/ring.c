// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rings of events
 *
 * Events that happen anywhere, at any time, on their way to the session that asked for them.
 * Each CPU has blocks of memory of its own, which need no lock to be written to.  When nobody reads
 * it overwrites the oldest: so what is missing is known, and where, as events are numbered.
 *
 * Writing (ring_cpu.h, ring_write.c) works in any context, right where the event stays.
 * Interrupts are off for as long as it takes, which keeps the writer on its CPU where preemption
 * alone would not (tracepoints of newer kernels leave it on); a flag of the CPU cuts recursion: an
 * event that happens while one is written, in an NMI or because a probe sits on something that
 * writing calls, is counted as lost.
 *
 * A block is somebody's by its state, which is changed by cmpxchg(): the reader takes one and gives
 * it back empty, and the writer takes the oldest one when it needs another.  If that is the
 * reader's it passes it over.  In between the reader reads its block while there is written to it.
 *
 * Reading (ring_read.c) merges the CPUs by time.  The clock is one for all CPUs.  Before it looks
 * at the CPUs the reader notes the time, and takes nothing that is later.  So of two events of one
 * thread the first comes first, also when it moved to another CPU between them: the first was there
 * before the second got its time.  Events of different threads come in the order of their times
 * unless a CPU took longer to write one than the reader needed to pass it; each has its time.
 *
 * A CPU that goes offline leaves its events in its blocks, where they are read as any others.
 * From its last steps it can wake nobody (wake.c), so the CPU that has seen it off wakes all
 * readers of rings.  One that comes online for the first time gets blocks before it runs.
 *
 * What pins what: the ring belongs to a walk.  Who destroys it has unregistered its writers
 * and waited for the last of them.  Readers hold the session's read_lock.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "alloc.h"
#include "ring_cpu.h"
#include "session.h"

/* Of CPU hotplug, before a CPU comes and when one is gone. */
static int cpus_state;

static void use_blocks(struct pagesnap_ring *ring, struct pagesnap_ring_cpu *c, char *blocks,
		       u32 nr)
{
	u32 i;

	c->blocks = blocks;
	WRITE_ONCE(c->nr, nr);
	for (i = 0; i < nr; i++) {
		pagesnap_ring_block(c, i)->state = 0;
		/* each is of pages that nobody may have touched yet */
		if (!(i % SZ_1K))
			cond_resched();
	}
	pagesnap_ring_next_block(c, 0);
	/* from now on there is written to it */
	smp_store_release(&c->busy, false);
}

/* Where there is no memory events are lost and counted, rather than that the CPU can't come. */
static int on_come(unsigned int cpu, struct hlist_node *node)
{
	struct pagesnap_ring *ring = hlist_entry(node, struct pagesnap_ring, node);
	struct pagesnap_ring_cpu *c = per_cpu_ptr(ring->cpus, cpu);
	u32 nr = max_t(u32, ring->size / PAGESNAP_RING_BLOCK, PAGESNAP_RING_BLOCKS);
	char *blocks;

	if (c->nr)
		return 0;
	blocks = kvmalloc_node((size_t)nr * PAGESNAP_RING_BLOCK, PAGESNAP_FEW_TRIES,
			       cpu_to_node(cpu));
	if (!blocks)
		return ring->made ? 0 : -ENOMEM;
	use_blocks(ring, c, blocks, nr);
	return 0;
}

static int on_gone(unsigned int cpu, struct hlist_node *node)
{
	pagesnap_wake(hlist_entry(node, struct pagesnap_ring, node)->wake);
	return 0;
}

/**
 * pagesnap_ring_setup() - hear of CPUs that come and go
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int pagesnap_ring_setup(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "pagesnap/ring", on_come,
					    on_gone);

	if (state < 0) {
		pr_err("can't watch CPUs go offline (error %d)\n", state);
		return state;
	}
	cpus_state = state;
	return 0;
}

/**
 * pagesnap_ring_teardown() - undo pagesnap_ring_setup()
 *
 * Context: may sleep; there is no ring.
 */
void pagesnap_ring_teardown(void)
{
	cpuhp_remove_multi_state(cpus_state);
}

static struct pagesnap_ring_cpu __percpu *alloc_cpus(struct pagesnap_ring *ring)
{
	struct pagesnap_ring_cpu __percpu *cpus;
	int cpu;

	cpus = alloc_percpu_gfp(struct pagesnap_ring_cpu, GFP_KERNEL_ACCOUNT);
	for_each_possible_cpu(cpu) {
		if (!cpus)
			break;
		per_cpu_ptr(cpus, cpu)->busy = true;
		per_cpu_ptr(cpus, cpu)->ring = ring;
		per_cpu_ptr(cpus, cpu)->wake_at = ring->gather;
	}
	return cpus;
}

static void free_ring(struct pagesnap_ring *ring)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (ring->cpus)
			kvfree(per_cpu_ptr(ring->cpus, cpu)->blocks);
	free_percpu(ring->cpus);
	kvfree(ring);
}

/**
 * pagesnap_ring_create() - make a ring for each CPU
 * @size: bytes of each
 * @cpu: the only CPU whose events are kept, or -1 for all
 * @gather: each so many events of a CPU wake the reader, 0: each.  For those that come in floods,
 *	on whose CPU the reader would run behind each of them, while it looks by itself at times
 * @session: who reads them: the request's; an event wakes it, and stats shows whose they are
 *
 * Context: may sleep; the session's read_lock is held.
 * Return: the ring, or NULL without memory.
 */
struct pagesnap_ring *pagesnap_ring_create(u64 size, int cpu, u32 gather,
					   struct pagesnap_session *session)
{
	struct pagesnap_ring *ring;

	ring = kvzalloc(struct_size(ring, heads, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!ring)
		return NULL;
	ring->wake = &session->wake;
	ring->cpu = cpu;
	ring->size = size;
	ring->given = -1;
	ring->gather = gather;
	ring->cpus = alloc_cpus(ring);
	/* on_come() is called for each CPU that is online */
	if (!ring->cpus || cpuhp_state_add_instance(cpus_state, &ring->node)) {
		free_ring(ring);
		return NULL;
	}
	WRITE_ONCE(ring->made, true);
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
	cpuhp_state_remove_instance_nocalls(cpus_state, &ring->node);
	pagesnap_stats_remove_ring(&ring->shown);
	free_ring(ring);
}
