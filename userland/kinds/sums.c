// SPDX-License-Identifier: GPL-2.0
/*
 * Sums of sums.
 */
#include <stddef.h>
#include <stdint.h>

#include "sums.h"

#define COUNTERS (sizeof(struct pagesnap_sums) / sizeof(__u64))
_Static_assert(sizeof(struct pagesnap_sums) % sizeof(__u64) == 0, "sums are all counters");

/**
 * sums_count() - add to a count
 * @to: count, or PAGESNAP_UNKNOWN
 * @count: what is added, or PAGESNAP_UNKNOWN
 */
void sums_count(__u64 *to, uint64_t count)
{
	if (*to == PAGESNAP_UNKNOWN || count == PAGESNAP_UNKNOWN)
		*to = PAGESNAP_UNKNOWN;
	else
		*to += count;
}

/**
 * sums_add() - add sums
 * @to: where to
 * @from: what
 */
void sums_add(struct pagesnap_sums *to, const struct pagesnap_sums *from)
{
	const __u64 *what = (const __u64 *)from;
	__u64 *where = (__u64 *)to;
	size_t i;

	/* most are of orders and reasons that an object has nothing of */
	for (i = 0; i < COUNTERS; i++)
		if (what[i])
			sums_count(&where[i], what[i]);
}

/**
 * sums_count_part() - add what some of the pages of an object count
 * @to: count, or PAGESNAP_UNKNOWN
 * @count: of all its pages
 * @all: how many these are
 * @pages: how many of them are meant
 */
void sums_count_part(__u64 *to, uint64_t count, uint64_t all, uint64_t pages)
{
	if (pages == all)
		sums_count(to, count);
	else if (count == all)
		sums_count(to, pages);
	else if (count)
		*to = PAGESNAP_UNKNOWN;
}

/**
 * sums_add_part() - add some of the pages of an object
 * @to: where to
 * @from: sums of the object
 * @pages: how many of its pages
 *
 * Entries without a page are no part of any.
 */
void sums_add_part(struct pagesnap_sums *to, const struct pagesnap_sums *from, uint64_t pages)
{
	const __u64 *what = (const __u64 *)from;
	__u64 *where = (__u64 *)to;
	size_t i;

	for (i = 0; i < COUNTERS; i++) {
		if (i >= offsetof(struct pagesnap_sums, evicted) / sizeof(__u64) &&
		    i < offsetof(struct pagesnap_sums, orders) / sizeof(__u64))
			continue;
		sums_count_part(&where[i], what[i], from->pages, pages);
	}
}

/**
 * sums_empty() - is there nothing of an object?
 * @s: its sums
 *
 * Return: true if it has a record only as it was named.
 */
bool sums_empty(const struct pagesnap_sums *s)
{
	return !s->pages && !s->evicted && !s->swapped && !s->special && !s->holes;
}
