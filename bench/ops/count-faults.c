// SPDX-License-Identifier: GPL-2.0
/*
 * count-faults TARGET-AND-OPTIONS FILE: reads objects/mm/faults, and has in FILE how many
 * faults it was told of so far, how many were lost, and how many sweeps there were; see count.h.
 */
#include <linux/pagesnap/faults.h>

#include "count.h"

#define INDEX		"/sys/kernel/tracing/objects/mm/faults/task_index"

static struct {
	unsigned long faults, lost, sweeps;
} counts;

static void count(const struct pagesnap_rec *rec)
{
	switch (rec->type) {
	case PAGESNAP_REC_FAULT:
		counts.faults++;
		break;
	case PAGESNAP_REC_LOST:
		counts.lost += ((const struct pagesnap_lost *)rec)->events;
		break;
	case PAGESNAP_REC_SWEEP:
		counts.sweeps++;
		break;
	}
}

static void show(char *text)
{
	snprintf(text, PAGE_BYTES, "%lu %lu %lu\n", counts.faults, counts.lost, counts.sweeps);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		errx(2, "usage: count-faults TARGET-AND-OPTIONS FILE");
	bench_count(INDEX, argv[1], argv[2], count, show);
	return 0;
}
