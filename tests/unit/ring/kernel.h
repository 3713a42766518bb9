/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What rings of events take of the kernel, where a CPU is a thread.  A thread can be interrupted by
 * others anywhere, but not by what would run on its CPU.
 */
#ifndef TEST_RING_KERNEL_H
#define TEST_RING_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* These have no part in it. */
#define PAGESNAP_CORE_INDEX_H
#define PAGESNAP_CORE_STATS_H
#define PAGESNAP_CORE_WAKE_H

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define SZ_16K			16384
#define CPUS			4
#define __percpu
#define unlikely(x)		(x)
#define likely(x)		(x)
#define max(a, b)		((a) > (b) ? (a) : (b))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define round_up(n, to)		(((n) + (to) - 1) / (to) * (to))

#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#define barrier()		__asm__ __volatile__("" : : : "memory")
#define smp_mb()		__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb()		__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_load_acquire(p)	__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define cmpxchg(p, old, new)	__sync_val_compare_and_swap(p, old, new)

/* Which one this thread is. */
extern __thread int test_cpu;

#define raw_smp_processor_id()	test_cpu
#define this_cpu_ptr(p)		(&(p)[test_cpu])
#define per_cpu_ptr(p, cpu)	(&(p)[cpu])
/* A place of the first CPU's stands for that of this one. */
#define this_cpu_inc(x)		((&(x))[test_cpu * (sizeof(struct pagesnap_ring_cpu) / sizeof(x))]++)
#define for_each_possible_cpu(cpu) for (cpu = 0; cpu < CPUS; cpu++)
#define local_irq_save(flags)	((flags) = 0)
#define local_irq_restore(flags) ((void)(flags))

struct hlist_node {
	struct hlist_node *next;
};

struct pagesnap_stats_ring {
	u64 session;
};

struct pagesnap_session;
struct pagesnap_wake;

/* The test's. */
u64 ktime_get_mono_fast_ns(void);
void pagesnap_wake(struct pagesnap_wake *wake);

#endif /* TEST_RING_KERNEL_H */
