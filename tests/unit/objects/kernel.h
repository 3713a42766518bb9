/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a table of objects takes of the kernel, where a CPU is a thread.
 */
#ifndef TEST_OBJECTS_KERNEL_H
#define TEST_OBJECTS_KERNEL_H

#include <errno.h>
#include <limits.h>
#include <limits.h>
#include <stdlib.h>

#include "../ring/kernel.h"

typedef unsigned int gfp_t;
typedef struct {
	int counter;
} atomic_t;
typedef struct {
	long counter;
} atomic_long_t;

#define ____cacheline_aligned	__attribute__((aligned(64)))
#define likely(x)		(x)
#define data_race(x)		READ_ONCE(x)
#define cpu_relax()		barrier()
#define smp_cond_load_acquire(p, condition) __extension__ ({	\
	__typeof__(+*(p)) VAL;					\
	do							\
		VAL = smp_load_acquire(p);			\
	while (!(condition));					\
	VAL;							\
})

#define GFP_KERNEL_ACCOUNT	0
#define __GFP_NOWARN		0
#define __GFP_RETRY_MAYFAIL	0
#define kvcalloc(nr, size, gfp)	calloc(nr, size)
#define kvfree(p)		free(p)

#define atomic_read(v)		READ_ONCE((v)->counter)
#define atomic_add(by, v)	((void)__atomic_fetch_add(&(v)->counter, by, __ATOMIC_SEQ_CST))
#define atomic_long_read(v)	atomic_read(v)
#define atomic_long_add(by, v)	atomic_add(by, v)
#define try_cmpxchg(p, old, new) \
	__atomic_compare_exchange_n(p, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define ZERO_SIZE_PTR		((void *)16)
#define GOLDEN_RATIO_64		0x61c8864680b583ebULL
#define GOLDEN_RATIO_32		0x61c88647
#define hash_64(x, bits)	((u32)((u64)(x) * GOLDEN_RATIO_64 >> (64 - (bits))))
#define reciprocal_scale(x, n)	((u32)((u64)(u32)(x) * (u32)(n) >> 32))

#endif /* TEST_OBJECTS_KERNEL_H */
