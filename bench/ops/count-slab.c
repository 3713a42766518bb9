// SPDX-License-Identifier: GPL-2.0
/*
 * count-slab INDEX OPTIONS FILE: reads an index of objects/mm/slab, and has in FILE how many
 * events it was told of so far, or that sums or objects counted, and how many were lost; see
 * count.h.
 */
#include <linux/pagesnap/slab.h>

#include "count.h"

#define DIR		"/sys/kernel/tracing/objects/mm/slab/"

static struct {
	unsigned long events, lost;
	/* of sums: those of a round, which the round behind them ends */
	unsigned long round;
} counts;

static inline void count(const struct pagesnap_rec *rec)
{
	const struct pagesnap_slab_sum *sum;

	/* nearly all of them, if there are some */
	if (rec->type == PAGESNAP_REC_ALLOC || rec->type == PAGESNAP_REC_FREE) {
		counts.events++;
		return;
	}
	switch (rec->type) {
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		sum = (const void *)rec;
		counts.round += sum->allocs + sum->frees;
		break;
	case PAGESNAP_REC_SLAB_ROUND:
		counts.events = counts.round;
		counts.round = 0;
		break;
	case PAGESNAP_REC_LOST:
		counts.lost += ((const struct pagesnap_lost *)rec)->events;
		break;
	}
}

static void show(char *text)
{
	snprintf(text, PAGE_BYTES, "%lu %lu\n", counts.events, counts.lost);
}

int main(int argc, char **argv)
{
	char index[256];

	if (argc != 4)
		errx(2, "usage: count-slab INDEX OPTIONS FILE");
	snprintf(index, sizeof(index), DIR "%s", argv[1]);
	bench_count(index, argv[2], argv[3], count, show);
	return 0;
}
