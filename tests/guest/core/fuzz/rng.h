/* SPDX-License-Identifier: GPL-2.0 */
/* Random numbers that a seed repeats: splitmix64. */
#ifndef FUZZ_RNG_H
#define FUZZ_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

static inline uint64_t rng_next(struct rng *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* 0 to @n - 1 */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
	return n ? rng_next(r) % n : 0;
}

/* true once in @n times */
static inline bool rng_one_in(struct rng *r, uint32_t n)
{
	return !rng_below(r, n);
}

#define RNG_PICK(r, array) ((array)[rng_below(r, sizeof(array) / sizeof((array)[0]))])

#endif /* FUZZ_RNG_H */
