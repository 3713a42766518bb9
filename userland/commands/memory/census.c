// SPDX-License-Identifier: GPL-2.0
#include "census.h"

#define BIT(n) (1ULL << (n))

#define STAYS (BIT(KPF_DIRTY) | BIT(KPF_WRITEBACK) | BIT(KPF_MMAP) | BIT(KPF_UNEVICTABLE) | \
	       BIT(PAGESNAP_KPF_MLOCKED))
#define MASK (STAYS | BIT(KPF_THP) | BIT(PAGESNAP_KPF_RESERVED))

/**
 * census_query() - what is asked
 *
 * Return: query for PAGESNAP_PFN.
 */
struct pagesnap_params census_query(void)
{
	return (struct pagesnap_params){
		.has_range = true, .end = UINT64_MAX, .group = PAGESNAP_GROUP_TOTAL,
		.kinds = true, .has_mask = true, .mask = MASK,
	};
}

static void add(struct census_kind *k, uint64_t flags, uint64_t pages)
{
	if (flags & BIT(PAGESNAP_KPF_RESERVED)) {
		k->reserved += pages;
		return;
	}
	k->pages += pages;
	k->dirty += flags & BIT(KPF_DIRTY) ? pages : 0;
	k->writeback += flags & BIT(KPF_WRITEBACK) ? pages : 0;
	k->mapped += flags & BIT(KPF_MMAP) ? pages : 0;
	k->mlocked += flags & BIT(PAGESNAP_KPF_MLOCKED) ? pages : 0;
	k->droppable += flags & STAYS ? 0 : pages;
	k->huge += flags & BIT(KPF_THP) ? pages : 0;
}

static void take_combo(struct census *c, const struct pagesnap_combo *combo)
{
	uint64_t kind = combo->flags >> PAGESNAP_COMBO_KIND_SHIFT;

	if (combo->flags == PAGESNAP_UNKNOWN)
		c->uncounted += combo->pages;
	else
		/* one that is newer than this program */
		add(&c->kinds[kind < PAGESNAP_KINDS ? kind : PAGESNAP_KIND_KERNEL], combo->flags,
		    combo->pages);
}

/**
 * census_take() - take a record of the answer
 * @ctx: struct census, all zero before the first
 * @r: record
 *
 * Return: 0.
 */
int census_take(void *ctx, const struct pagesnap_record *r)
{
	struct census *c = ctx;
	uint32_t i;

	if (r->u->rec.type == PAGESNAP_REC_END)
		c->torn += r->u->end.skipped[PAGESNAP_WHY_TORN];
	if (r->u->rec.type != PAGESNAP_REC_TOTAL)
		return 0;
	c->seen = true;
	for (i = 0; i < r->u->total.nr_combos; i++) {
		const struct pagesnap_combo combo = pagesnap_record_combo(r, i);

		take_combo(c, &combo);
	}
	return 0;
}

static const char *const words[PAGESNAP_KINDS] = {
	[PAGESNAP_KIND_FILE] = "file cache", [PAGESNAP_KIND_ANON] = "anonymous",
	[PAGESNAP_KIND_SHMEM] = "shared memory, tmpfs", [PAGESNAP_KIND_SWAPCACHE] = "swap cache",
	[PAGESNAP_KIND_HUGETLB] = "hugetlb", [PAGESNAP_KIND_SLAB] = "slab",
	[PAGESNAP_KIND_PGTABLE] = "page tables", [PAGESNAP_KIND_KSM] = "merged by KSM",
	[PAGESNAP_KIND_BUDDY] = "free", [PAGESNAP_KIND_HWPOISON] = "broken",
	[PAGESNAP_KIND_KERNEL] = "kernel, unmarked",
};

/**
 * census_class() - what frames of a kind are called
 * @kind: PAGESNAP_KIND_*
 *
 * Return: words for people.
 */
const char *census_class(unsigned int kind)
{
	return words[kind] ?: pagesnap_kind_word(kind);
}
