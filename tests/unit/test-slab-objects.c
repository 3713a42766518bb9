// SPDX-License-Identifier: GPL-2.0
/*
 * Objects by their address, where CPUs are threads: whoever looks at a place, the object is there
 * for who frees it.
 */
#include <pthread.h>
#include <unistd.h>

#include "../../module/slab/objects.h"
#include "ktap.h"

#define OBJECTS_MAX 300
/* Of each CPU: so many that they are in places where others belong, too. */
#define OBJECTS 100
#define MS 500

__thread int test_cpu;
static struct pagesnap_objects table;
static bool ending;
static u64 lost, done, held;

static const void *address(u32 cpu, u32 nth)
{
	return (const void *)(0xffff888000000000UL + 192UL * (cpu * OBJECTS + nth));
}

static bool goes_on(void)
{
	return !__atomic_load_n(&ending, __ATOMIC_RELAXED);
}

static void count(u64 *n, bool is)
{
	__atomic_add_fetch(n, is, __ATOMIC_RELAXED);
}

/* A CPU whose objects are allocated and freed. */
static void *allocate(void *cpu)
{
	struct pagesnap_object o = { }, old;
	u32 i;

	for (test_cpu = (long)cpu; goes_on(); o.time++) {
		for (i = 0; i < OBJECTS; i++) {
			o.id++;
			count(&lost, pagesnap_objects_add(&table, address(test_cpu, i), &o, &old));
		}
		for (i = 0; i < OBJECTS; i++)
			count(&lost, !pagesnap_objects_remove(&table, address(test_cpu, i), &old) ||
					     old.id != o.id - OBJECTS + 1 + i);
		count(&done, true);
	}
	return NULL;
}

/* What was seen there is always another object by the time it is to end. */
static void *end_others(void *unused)
{
	struct pagesnap_object o;
	unsigned long addr;
	u32 place;

	while (goes_on()) {
		for (place = 0; place < pagesnap_objects_places(&table); place++) {
			addr = pagesnap_objects_look(&table, place, &o);
			o.id = ~0UL;
			if (addr)
				count(&held, !pagesnap_objects_end(&table, place, addr, &o));
		}
	}
	return NULL;
}

/* A CPU whose objects, all given up, are allocated anew, and given up again. */
static void *give_up(void *cpu)
{
	struct pagesnap_object o = { }, old;
	u32 i;

	for (test_cpu = (long)cpu; goes_on(); count(&done, true)) {
		for (i = 0; i < OBJECTS; i++) {
			o.id++;
			if (!pagesnap_objects_add(&table, address(test_cpu, i), &o, &old))
				count(&lost, !pagesnap_objects_give_up(&table, address(test_cpu, i),
								       &old));
		}
	}
	return NULL;
}

static void test_end(void)
{
	struct pagesnap_object o;
	pthread_t cpus[CPUS];
	long i;

	if (pagesnap_objects_init(&table, OBJECTS_MAX))
		ktap_die("no memory");
	for (i = 0; i < CPUS - 1; i++)
		pthread_create(&cpus[i], NULL, allocate, (void *)i);
	pthread_create(&cpus[i], NULL, end_others, NULL);
	usleep(MS * 1000);
	__atomic_store_n(&ending, true, __ATOMIC_RELAXED);
	for (i = 0; i < CPUS; i++)
		pthread_join(cpus[i], NULL);
	ktap_note("%lu rounds, %lu looks", done, held);
	ktap_ok(done > 100 && held > 1000, "objects come and go while others look at them");
	ktap_equal(lost, 0, "an object that somebody looks at is found by who frees it");
	for (i = 0; i < pagesnap_objects_places(&table); i++)
		count(&lost, pagesnap_objects_look(&table, i, &o) ||
				     table.places[i].elsewhere.counter);
	ktap_equal(lost, 0, "all places are free when all objects are");
	pagesnap_objects_destroy(&table);
}

static void test_given_up(void)
{
	pthread_t cpus[CPUS];
	long i;

	ending = false;
	done = lost = 0;
	if (pagesnap_objects_init(&table, 16))
		ktap_die("no memory");
	for (i = 0; i < CPUS; i++)
		pthread_create(&cpus[i], NULL, give_up, (void *)i);
	usleep(MS * 1000);
	__atomic_store_n(&ending, true, __ATOMIC_RELAXED);
	for (i = 0; i < CPUS; i++)
		pthread_join(cpus[i], NULL);
	ktap_note("%lu rounds", done);
	ktap_ok(done > 100, "objects that are given up make room for others");
	ktap_equal(lost, 0, "an object is found by who frees it while others look for room");
	pagesnap_objects_destroy(&table);
}

int main(void)
{
	test_end();
	test_given_up();
	return ktap_end();
}
