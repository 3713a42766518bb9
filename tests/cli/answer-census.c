// SPDX-License-Identifier: GPL-2.0
/* What all memory is used for: 7608 managed frames, and 720 that are reserved. */
#include <stdint.h>
#include <stdlib.h>

#include <linux/kernel-page-flags.h>
#include <linux/pagesnap/pages.h>

#include "answer-internal.h"

#define BIT(n) (1ull << (n))
#define OF(kind, bits) ((uint64_t)PAGESNAP_KIND_##kind << PAGESNAP_COMBO_KIND_SHIFT | (bits))

/* In the order of flags, as the module has them. */
static const struct pagesnap_combo census[] = {
	{ OF(UNKNOWN, 0), 150 },
	{ OF(FILE, 0), 1000 },
	{ OF(FILE, BIT(KPF_DIRTY)), 200 },
	{ OF(FILE, BIT(KPF_MMAP)), 300 },
	{ OF(SHMEM, BIT(KPF_DIRTY)), 400 },
	{ OF(ANON, BIT(KPF_MMAP)), 288 },
	{ OF(ANON, BIT(KPF_MMAP) | BIT(KPF_THP)), 512 },
	{ OF(KSM, BIT(KPF_MMAP)), 10 },
	{ OF(SWAPCACHE, 0), 5 },
	{ OF(HUGETLB, 0), 512 },
	{ OF(SLAB, 0), 600 },
	{ OF(PGTABLE, 0), 100 },
	{ OF(BUDDY, 0), 3000 },
	{ OF(RESERVED, BIT(PAGESNAP_KPF_RESERVED)), 700 },
	{ OF(OFFLINE, 0), 30 },
	{ OF(HWPOISON, 0), 1 },
	{ OF(KERNEL, 0), 500 },
	{ OF(KERNEL, BIT(PAGESNAP_KPF_RESERVED)), 20 },
};

/**
 * put_census() - answer group=total kinds=1
 * @s: stream
 * @a: what was asked
 *
 * FAKE_TORN frames could not be read; FAKE_NEWER were passed over for each of two reasons of a
 * newer module.
 */
void put_census(struct stream *s, struct asked *a)
{
	const char *torn = getenv("FAKE_TORN"), *newer = getenv("FAKE_NEWER");
	struct pagesnap_total total = {
		.rec = HEAD(TOTAL, total, PAGESNAP_RF_MORE), .q = a->q,
		.nr_combos = sizeof(census) / sizeof(*census), .pss = PAGESNAP_NONE,
	};
	size_t i;

	for (i = 0; i < total.nr_combos; i++)
		total.sums.pages += census[i].pages;
	put(s, &total, sizeof(total));
	put_bytes(s, a->q, (const char *)census, sizeof(census));
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES] += total.sums.pages;
	a->end.skipped[PAGESNAP_WHY_TORN] = torn ? strtoull(torn, NULL, 10) : 0;
	a->end.skipped[PAGESNAP_WHYS] = newer ? strtoull(newer, NULL, 10) : 0;
	a->end.skipped[PAGESNAP_WHYS_MAX - 1] = a->end.skipped[PAGESNAP_WHYS];
	if (torn || newer)
		a->end.status = PAGESNAP_END_PARTIAL;
}
