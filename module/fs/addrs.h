/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which of a few wanted things is at an address?  Made once, asked about everything
 * that a long list has: nearly always the first slot is free, and the answer no.
 */
#ifndef PAGESNAP_FS_ADDRS_H
#define PAGESNAP_FS_ADDRS_H

#include <linux/types.h>

/**
 * struct pagesnap_addrs - table of things by address
 * @slots: number of a thing plus one, or 0; all 0 at first, at least one for ever
 * @bits: there are 1 << @bits of them
 */
struct pagesnap_addrs {
	u16 *slots;
	u32 bits;
};

/**
 * pagesnap_addrs_bits() - how large a table has to be
 * @nr: things, at most 16,384
 *
 * Return: bits of it; half of its slots at least stay free.
 */
static inline u32 pagesnap_addrs_bits(u32 nr)
{
	u32 bits = 1;

	while ((1u << bits) < 2 * nr)
		bits++;
	return bits;
}

/* Multiplicative hashing: addresses of one slab differ in the middle only. */
static inline u32 pagesnap_addrs_slot(const struct pagesnap_addrs *a, const void *addr)
{
	return (u64)(unsigned long)addr * 0x61c8864680b583ebull >> (64 - a->bits);
}

static inline u32 pagesnap_addrs_after(const struct pagesnap_addrs *a, u32 slot)
{
	return (slot + 1) & ((1u << a->bits) - 1);
}

/**
 * pagesnap_addrs_add() - add a thing
 * @a: table
 * @addr: its address; others there that were added before are found before it
 * @nr: its number
 */
static inline void pagesnap_addrs_add(const struct pagesnap_addrs *a, const void *addr, u32 nr)
{
	u32 slot = pagesnap_addrs_slot(a, addr);

	while (a->slots[slot])
		slot = pagesnap_addrs_after(a, slot);
	a->slots[slot] = nr + 1;
}

/**
 * pagesnap_addrs_each() - all things that may be at an address; others as well
 * @a: table
 * @addr: address
 * @slot: u32 to count with
 * @n: u32 that is the number of a thing plus one
 */
#define pagesnap_addrs_each(a, addr, slot, n) \
	for (slot = pagesnap_addrs_slot(a, addr); (n = (a)->slots[slot]); \
	     slot = pagesnap_addrs_after(a, slot))

#endif /* PAGESNAP_FS_ADDRS_H */
