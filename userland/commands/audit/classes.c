// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a class of frames is compared with
 *
 * The walk sees flags and types of frames, the kernel counts when it hands them out and takes
 * them back.  Where one of both can't see all there is a bound, by the other side's numbers:
 *
 * Free pages go to lists of CPUs and come from there, by which they are not counted as free, so
 * those lists may have moved as much as they hold.  A frame whose last mapping went stays
 * anonymous until a CPU has emptied its batch (folio_batch, 31 of them in each of several lists);
 * and what a process unmapped of a huge page stays with the rest of it until that is split.
 * Large blocks of kmalloc() are counted as slab, but have no mark.
 */
#include <errno.h>
#include <unistd.h>

#include "classes.h"

/* lru_add, lru_deactivate and so on (struct cpu_fbatches in mm/swap.c), PAGEVEC_SIZE each. */
#define BATCHED (8 * 31)

/**
 * classes_read() - read what the kernel counts
 * @s: gets it
 *
 * Return: 0 or a negative errno.
 */
int classes_read(struct system *s)
{
	int err = system_read_numbers(s);

	if (err)
		return err;
	/* without its list stacks are known by another counter, the rest is not */
	return vmalloc_read(s) == -ENOMEM ? -ENOMEM : 0;
}

static struct counter counted(uint64_t before, uint64_t after)
{
	return (struct counter){
		.reads = 2, .at = before, .last = after,
		.low = before < after ? before : after, .high = before < after ? after : before,
	};
}

static struct counter of(const struct classes *c, enum system_number number)
{
	struct counter counter = counted(c->before.numbers[number], c->after.numbers[number]);

	if (!(c->after.counts & 1ULL << number))
		counter.reads = 0;
	return counter;
}

static uint64_t pages(const struct classes *c, unsigned int kind)
{
	return c->census.kinds[kind].pages;
}

/* That MemTotal counts. */
static uint64_t managed(const struct census *c)
{
	uint64_t sum = c->uncounted;
	unsigned int kind;

	for (kind = 0; kind < PAGESNAP_KINDS; kind++)
		sum += c->kinds[kind].pages;
	return sum;
}

static uint64_t largest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Of what has no mark, what is counted to the page; the others are estimates. */
static uint64_t counted_unmarked(const struct system *s, uint64_t slab)
{
	uint64_t all = s->numbers[SYSTEM_SLAB];

	return s->vmalloc.pages + (s->stacks ? s->stacks : s->numbers[SYSTEM_STACKS]) +
	       s->numbers[SYSTEM_PERCPU] + (all > slab ? all - slab : 0);
}

static uint64_t unmarked(const struct classes *c)
{
	return pages(c, PAGESNAP_KIND_KERNEL) + pages(c, PAGESNAP_KIND_UNKNOWN) +
	       pages(c, PAGESNAP_KIND_ZERO) + pages(c, PAGESNAP_KIND_RESERVED) +
	       c->census.uncounted;
}

/**
 * classes_list() - put each class beside what is counted of it
 * @c: what was found
 * @list: gets them
 *
 * Return: how many there are.
 */
size_t classes_list(const struct classes *c, struct classed list[CLASSED_MAX])
{
	uint64_t slab = pages(c, PAGESNAP_KIND_SLAB), without = unmarked(c);
	uint64_t on_cpus = largest(c->before.on_cpus, c->after.on_cpus);
	uint64_t before = counted_unmarked(&c->before, slab);
	uint64_t after = counted_unmarked(&c->after, slab);
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	const struct classed all[] = {
		{ .name = "MemTotal", .counter = of(c, SYSTEM_TOTAL), .found = managed(&c->census),
		  .over = pages(c, PAGESNAP_KIND_OFFLINE), .over_why = "given back to the host" },
		{ .name = "anonymous", .counter = of(c, SYSTEM_ANON),
		  .found = pages(c, PAGESNAP_KIND_ANON) + pages(c, PAGESNAP_KIND_KSM),
		  .over = c->census.kinds[PAGESNAP_KIND_ANON].huge +
			  BATCHED * (cpus > 0 ? cpus : 1),
		  .over_why = "unmapped: parts of huge pages, and batches of CPUs" },
		{ .name = "hugetlb", .counter = of(c, SYSTEM_HUGETLB),
		  .found = pages(c, PAGESNAP_KIND_HUGETLB) },
		{ .name = "slab", .counter = of(c, SYSTEM_SLAB), .found = slab, .under = without,
		  .under_why = "large blocks of kmalloc(), which have no mark" },
		{ .name = "page tables", .counter = of(c, SYSTEM_TABLES),
		  .found = pages(c, PAGESNAP_KIND_PGTABLE) },
		{ .name = "broken", .counter = of(c, SYSTEM_BROKEN),
		  .found = pages(c, PAGESNAP_KIND_HWPOISON) },
		{ .name = "free", .counter = of(c, SYSTEM_FREE),
		  .found = pages(c, PAGESNAP_KIND_BUDDY),
		  .over = on_cpus, .over_why = "came from lists of CPUs",
		  .under = on_cpus, .under_why = "went to lists of CPUs" },
		{ .name = "without a mark", .counter = counted(before, after), .found = without,
		  .over = without, .over_why = "in lists of CPUs, and unknown: pagesnap memory" },
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		list[i] = all[i];
	return i;
}
