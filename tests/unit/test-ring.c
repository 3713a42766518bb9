// SPDX-License-Identifier: GPL-2.0
/*
 * Rings of events, where CPUs are threads: what comes out is what went in, in the order of its
 * times, and what is missing is counted where it is.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../module/core/ring_cpu.h"
#include "ktap.h"

#define VALUES 6
#define MS 300

__thread int test_cpu;
static u64 now;
static u64 wakeups;
/* Its writers know that nothing comes in between. */
static bool calm;
/* Something that waking the reader calls has an event itself. */
static bool wake_writes;

u64 ktime_get_mono_fast_ns(void)
{
	return __atomic_add_fetch(&now, 1, __ATOMIC_SEQ_CST);
}

/* An event, as long as its @values say; all of them tell its CPU and number. */
struct event {
	struct pagesnap_event head;
	u64 values[VALUES];
};

/* What is known of a CPU's events. */
static struct {
	u64 made, nested, got, lost, last, ns;
} books[CPUS];
static bool good;
static struct pagesnap_ring *waking;

void pagesnap_wake(struct pagesnap_wake *wake)
{
	struct pagesnap_event *event;

	__atomic_add_fetch(&wakeups, 1, __ATOMIC_SEQ_CST);
	if (wake_writes && !pagesnap_ring_calm_event(this_cpu_ptr(waking->cpus), 0, &event))
		books[test_cpu].nested++;
}

static struct pagesnap_ring *make(u32 blocks, u32 gather)
{
	struct pagesnap_ring *ring = calloc(1, sizeof(*ring) + CPUS * sizeof(ring->heads[0]));
	u32 cpu, i;

	memset(books, 0, sizeof(books));
	good = true;
	ring->cpus = calloc(CPUS, sizeof(*ring->cpus));
	ring->cpu = -1;
	ring->given = -1;
	ring->gather = gather;
	for (cpu = 0; cpu < CPUS; cpu++) {
		struct pagesnap_ring_cpu *c = &ring->cpus[cpu];

		c->blocks = aligned_alloc(PAGESNAP_RING_BLOCK, blocks * PAGESNAP_RING_BLOCK);
		memset(c->blocks, 0xa5, blocks * PAGESNAP_RING_BLOCK);
		c->nr = blocks;
		c->ring = ring;
		c->wake_at = gather;
		for (i = 0; i < blocks; i++)
			pagesnap_ring_block(c, i)->state = 0;
		pagesnap_ring_next_block(c, 0);
	}
	return ring;
}

static void destroy(struct pagesnap_ring *ring)
{
	u32 cpu;

	for (cpu = 0; cpu < CPUS; cpu++)
		free(ring->cpus[cpu].blocks);
	free(ring->cpus);
	free(ring);
}

static void fill(struct event *e, u32 values, u64 nr)
{
	u32 i;

	e->head.type = test_cpu;
	e->head.pid = values;
	for (i = 0; i < values; i++)
		e->values[i] = nr << 8 | (u32)test_cpu;
	books[test_cpu].made++;
}

static void write_calm(struct pagesnap_ring *ring, u32 values, u32 len, u64 ns)
{
	struct pagesnap_ring_cpu *c = this_cpu_ptr(ring->cpus);
	struct pagesnap_event *e;

	if (!pagesnap_ring_calm_event(c, ns, &e))
		return;
	e->len = len;
	e->ns = ns;
	fill((struct event *)e, values, c->written + c->dropped + 1);
	pagesnap_ring_calm_commit(c, e, len);
}

/* An event of this CPU; with @nested another one comes while it is written. */
static void write_one(struct pagesnap_ring *ring, u32 values, bool nested)
{
	u32 len = sizeof(struct pagesnap_event) + values * sizeof(u64);
	u64 ns = ktime_get_mono_fast_ns();
	struct pagesnap_ring_cpu *c, *other;
	struct event *e;

	if (calm) {
		write_calm(ring, values, len, ns);
		return;
	}
	if (!pagesnap_ring_begin(ring, &c))
		return;
	e = pagesnap_ring_event(c, ns, len);
	fill(e, values, e->head.nr);
	if (nested && !pagesnap_ring_begin(ring, &other))
		books[test_cpu].nested++;
	pagesnap_ring_commit(c, &e->head);
}

static void check(int cpu, const struct event *e)
{
	u32 i;

	good = good && e->head.type == cpu && e->head.nr == ++books[cpu].last &&
	       e->head.ns > books[cpu].ns &&
	       e->head.len == sizeof(e->head) + e->head.pid * sizeof(u64);
	books[cpu].ns = e->head.ns;
	for (i = 0; good && i < e->head.pid; i++)
		good = e->values[i] == (e->head.nr << 8 | (u32)cpu);
	books[cpu].got++;
}

/* Return: how many events there were, or gaps. */
static u32 read_all(struct pagesnap_ring *ring, u32 max)
{
	struct pagesnap_event_read read;
	u32 nr = 0, i;

	pagesnap_ring_look(ring);
	for (; good && pagesnap_ring_read(ring, &read, max); nr += read.nr) {
		const char *at = (const char *)read.events;

		good = read.nr <= max;
		books[read.cpu].lost += read.lost;
		books[read.cpu].last += read.lost;
		for (i = 0; !read.lost && good && i < read.nr; i++) {
			check(read.cpu, (const void *)at);
			at += ((const struct pagesnap_event *)at)->len;
		}
		good = good && (read.lost || at == (const char *)read.events + read.len);
	}
	return nr;
}

/* Is each event told or lost, and are the ring's own numbers those? */
static bool balance(const struct pagesnap_ring *ring)
{
	struct pagesnap_ring_counts n;
	int cpu;

	for (cpu = 0; good && cpu < CPUS; cpu++) {
		pagesnap_ring_count(ring, cpu, &n);
		good = books[cpu].got + books[cpu].lost == books[cpu].made + books[cpu].nested &&
		       n.events == books[cpu].made + books[cpu].nested &&
		       n.lost == books[cpu].lost && !n.unread;
	}
	return good;
}

/* In turns, some of one CPU behind each other. */
static void test_order(u32 max)
{
	struct pagesnap_ring *ring = make(16, 100);
	struct pagesnap_event_read read;
	const struct event *e;
	u64 last = 0;
	u32 i, nr = 0;

	for (i = 0; i < 4000; i++) {
		test_cpu = i / 5 * 3 % CPUS;
		write_one(ring, VALUES, false);
	}
	pagesnap_ring_look(ring);
	write_one(ring, VALUES, false);
	while (pagesnap_ring_read(ring, &read, max)) {
		e = (const void *)read.events;
		for (i = 0; i < read.nr; i++) {
			good = good && e[i].head.ns > last;
			last = e[i].head.ns;
		}
		nr += read.nr;
	}
	ktap_equal(nr, 4000,
		   "%u at a time: what happened before the look is read, and nothing later", max);
	ktap_ok(good, "%u at a time: events of all CPUs come in the order of their times", max);
	destroy(ring);
}

static void test_lost(void)
{
	struct pagesnap_ring *ring = make(PAGESNAP_RING_BLOCKS, 100);
	u32 i;

	test_cpu = 1;
	for (i = 0; i < 10; i++)
		write_one(ring, VALUES, false);
	read_all(ring, 1);
	for (i = 0; i < 4000; i++)
		write_one(ring, VALUES, false);
	read_all(ring, 40);
	ktap_ok(balance(ring) && books[1].lost > 2000 && books[1].got > 240,
		"events that were overwritten are counted where they are missing");
	write_one(ring, 1, true);
	read_all(ring, 40);
	ktap_ok(balance(ring) && books[1].nested == 1,
		"an event within another is lost, and told with none behind it");
	destroy(ring);
}

static void test_wake(void)
{
	struct pagesnap_ring *ring = make(16, 0);
	u32 i;

	test_cpu = 2;
	wakeups = 0;
	for (i = 0; i < 100; i++)
		write_one(ring, 1, false);
	ktap_equal(wakeups, 100, "each event wakes the reader");
	destroy(ring);
	ring = make(16, 200);
	wakeups = 0;
	for (i = 0; i < 1000; i++)
		write_one(ring, 1, false);
	ktap_ok(wakeups >= 3 && wakeups <= 5, "each so many events wake the reader");
	destroy(ring);
}

/* In a full block, too, of which all could be given at once. */
static void test_gaps(void)
{
	struct pagesnap_ring *ring = make(16, 100);
	u32 i;

	test_cpu = 3;
	for (i = 0; i < 1000; i++)
		write_one(ring, VALUES, i == 300);
	read_all(ring, 10000);
	ktap_ok(balance(ring) && books[3].nested == 1,
		"an event that is lost in the middle of a full block is told there");
	destroy(ring);
}

static void test_calm(void)
{
	struct pagesnap_ring *ring = make(16, 1000);
	u32 i;

	test_cpu = 0;
	waking = ring;
	calm = wake_writes = true;
	for (i = 0; i < 3000; i++)
		write_one(ring, i % VALUES, false);
	calm = wake_writes = false;
	read_all(ring, 10000);
	ktap_ok(balance(ring) && books[0].nested == 2,
		"an event of what waking the reader calls is lost, and counted");
	destroy(ring);
}

static bool ending;

static void *write_on(void *ring)
{
	static int next;
	u32 seed;

	test_cpu = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST) % CPUS;
	for (seed = test_cpu; !__atomic_load_n(&ending, __ATOMIC_RELAXED);) {
		seed = seed * 1664525 + 1013904223;
		write_one(ring, (seed >> 20) % (VALUES + 1), !((seed >> 10) % 1000));
		if (!((seed >> 8) % 64))
			usleep((seed >> 16) % 100);
	}
	return NULL;
}

static void test_all_at_once(u32 blocks, u32 pause_us, bool calmly)
{
	struct pagesnap_ring *ring = make(blocks, 100);
	pthread_t writers[CPUS];
	u32 i;

	ending = false;
	calm = calmly;
	for (i = 0; i < CPUS; i++)
		pthread_create(&writers[i], NULL, write_on, ring);
	for (i = 0; i < MS * 1000; i += pause_us + 100) {
		read_all(ring, i % 3 ? 1 + i % 40 : 10000);
		usleep(pause_us);
	}
	__atomic_store_n(&ending, true, __ATOMIC_RELAXED);
	for (i = 0; i < CPUS; i++)
		pthread_join(writers[i], NULL);
	while (read_all(ring, 40))
		;
	for (i = 0; i < CPUS; i++)
		ktap_note("CPU %u: %lu read, %lu lost", i, books[i].got, books[i].lost);
	ktap_ok(balance(ring),
		"%u blocks, %u us%s: with writers and a reader at once each event is read or lost",
		blocks, pause_us, calm ? ", undisturbed" : "");
	calm = false;
	destroy(ring);
}

int main(void)
{
	test_order(1);
	test_order(40);
	test_order(10000);
	test_lost();
	test_gaps();
	test_wake();
	test_calm();
	test_all_at_once(PAGESNAP_RING_BLOCKS, 0, false);
	test_all_at_once(PAGESNAP_RING_BLOCKS, 500, false);
	test_all_at_once(16, 2000, false);
	test_all_at_once(PAGESNAP_RING_BLOCKS, 0, true);
	test_all_at_once(PAGESNAP_RING_BLOCKS, 500, true);
	test_all_at_once(16, 2000, true);
	return ktap_end();
}
