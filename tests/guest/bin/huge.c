// SPDX-License-Identifier: GPL-2.0
/*
 * huge ROUNDS: fills memory that has room for two huge pages and wants them, prints its PID and
 * how much of it is huge, in KiB, and reads a byte of each page ROUNDS times, a hundred times a
 * second; 0 is for ever.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "states.h"

#define HUGE (2UL << 20)
#define SIZE (2 * HUGE)
#define HUGE_KEY "AnonHugePages:"

static unsigned long huge_kib(void)
{
	FILE *rollup = fopen("/proc/self/smaps_rollup", "re");
	unsigned long kib = 0;
	char line[256];

	if (!rollup)
		ktap_die("/proc/self/smaps_rollup");
	while (fgets(line, sizeof(line), rollup))
		if (!strncmp(line, HUGE_KEY, strlen(HUGE_KEY)))
			kib = strtoul(line + strlen(HUGE_KEY), NULL, 10);
	fclose(rollup);
	return kib;
}

int main(int argc, char **argv)
{
	unsigned long rounds, round;
	volatile char *at;
	size_t i;

	if (argc != 2)
		ktap_die("usage: huge ROUNDS");
	rounds = strtoul(argv[1], NULL, 0);
	at = st_map(2 * SIZE / ST_PAGE, MAP_PRIVATE);
	at += -(uintptr_t)at % HUGE;
	if (madvise((void *)at, SIZE, MADV_HUGEPAGE))
		ktap_die("MADV_HUGEPAGE");
	memset((void *)at, 1, SIZE);
	printf("%d %lu\n", getpid(), huge_kib());
	fflush(stdout);
	for (round = 0; !rounds || round < rounds; round++) {
		for (i = 0; i < SIZE; i += ST_PAGE)
			(void)at[i];
		usleep(10000);
	}
	return 0;
}
