// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=swap,ksm,thp,numa disturbs=module,disks,memory,settings machine=turns */
/*
 * The memory of a program that is traced has what it had, whatever the kernel does with its pages:
 * swap, merge, move, split, collapse, drop, lock, clean them.  Others that read and write them are
 * in others.c, what a program sees of its faults in protection.c and userfaultfd.c.
 */
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define SWAP "/dev/scratch0"
#define N BEHAVE_PAGES
#define MERGED_MS 8000

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static uint64_t swapped(void)
{
	char *at = behave_make(N);
	unsigned int round, good = 0;

	for (round = 0; round < 4; round++) {
		behave_protect();
		behave_expect(st_swap_out(at, N) == N, "all pages are swapped out");
		if (round % 2)
			behave_protect();
		good += behave_good(at, N);
	}
	return good;
}

/* Memory that nobody uses, as pages that fault: the KSM of 6.1 doesn't find those. */
static bool wait_until_merged(const char *at)
{
	unsigned int ms;

	for (ms = 0; ms < (unsigned int)(MERGED_MS * ktap_slowness()); ms += 5) {
		if (or_number("/proc/self/ksm_merging_pages", "") >= N)
			return true;
		(void)behave_good(at, N);
		usleep(5000);
	}
	return false;
}

static uint64_t merged(void)
{
	char *at = behave_make(N);
	unsigned int i, good = 0;

	for (i = 0; i < N; i++)
		memset(at + i * ST_PAGE, 'k', ST_PAGE);
	behave_protect();
	madvise(at, N * ST_PAGE, MADV_MERGEABLE);
	behave_expect(wait_until_merged(at), "KSM merges all pages");
	behave_protect();
	for (i = 0; i < N; i += 2)
		at[i * ST_PAGE] = i;
	behave_protect();
	madvise(at, N * ST_PAGE, MADV_UNMERGEABLE);
	for (i = 0; i < N; i++)
		good += at[i * ST_PAGE] == (i % 2 ? 'k' : (char)i) && at[i * ST_PAGE + 99] == 'k';
	return good;
}

/*
 * Before v6.5 move_pages() and smaps don't find what is behind an entry that is made to fault, be it
 * by NUMA balancing.  There the run that is not traced proves that a scenario takes place.
 */
static bool hides_protected(void)
{
	return behave_is_traced() && or_kernel_before(6, 5);
}

static unsigned int on_node(char *at, int node)
{
	int nodes[N];
	void *pages[N];
	unsigned int i, n = 0;

	(void)behave_good(at, N);
	for (i = 0; i < N; i++)
		pages[i] = at + i * ST_PAGE;
	syscall(SYS_move_pages, 0, N, pages, NULL, nodes, 0);
	for (i = 0; i < N; i++)
		n += nodes[i] == node || (nodes[i] == -ENOENT && hides_protected());
	return n;
}

/* By each way that there is.  What has a policy NUMA balancing leaves alone. */
static void move_to(char *at, int node, unsigned int way)
{
	unsigned long here = 1UL << node, there = 1UL << !node;
	void *pages[N];
	int nodes[N], status[N];
	unsigned int i;

	for (i = 0; i < N; i++) {
		pages[i] = at + i * ST_PAGE;
		nodes[i] = node;
	}
	if (way == 0)
		syscall(SYS_mbind, at, N * ST_PAGE, MPOL_BIND, &here, 64, MPOL_MF_MOVE);
	else if (way == 1)
		syscall(SYS_migrate_pages, 0, 64, &there, &here);
	else
		syscall(SYS_move_pages, 0, N, pages, nodes, status, MPOL_MF_MOVE);
}

/* The move_pages() of 6.1 finds no page that faults, be it a hint of NUMA balancing. */
static uint64_t moved(void)
{
	unsigned int ways = or_kernel_before(6, 6) ? 2 : 3, round, good = 0, there;
	char *at = behave_make(N);

	for (round = 0; round < 2 * ways; round++) {
		behave_protect();
		move_to(at, round % 2, round / 2);
		good += behave_good(at, N);
		there = on_node(at, round % 2);
		behave_expect(there > N / 2, "pages move to the node that they are to be on");
		if (there <= N / 2)
			ktap_note("way %u: %u of %u pages are there", round / 2, there, N);
	}
	return good;
}

static uint64_t huge(void)
{
	char *at = st_map(4 * ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t i, good = 0, split = or_number("/proc/vmstat", "thp_split_pmd ");

	behave_expect(st_thp(at, 4 * ST_HUGE_PAGES) == 4 || hides_protected(),
		      "all pages are huge");
	behave_protect();
	good += behave_good(at, 4 * ST_HUGE_PAGES);
	behave_protect();
	munmap(at + ST_HUGE + 5 * ST_PAGE, 3 * ST_PAGE);
	mprotect(at + 2 * ST_HUGE + 7 * ST_PAGE, ST_PAGE, PROT_READ);
	madvise(at + 3 * ST_HUGE + 7 * ST_PAGE, ST_PAGE, MADV_DONTNEED);
	behave_expect(or_number("/proc/vmstat", "thp_split_pmd ") >= split + 3,
		      "huge entries are split");
	behave_protect();
	for (i = 0; i < 4 * ST_HUGE_PAGES; i++) {
		uint64_t *word = (uint64_t *)(at + i * ST_PAGE);

		if (i >= ST_HUGE_PAGES + 5 && i < ST_HUGE_PAGES + 8)
			continue;
		good += *word == (uintptr_t)at + i + 1;
		if (i != 2 * ST_HUGE_PAGES + 7)
			(*word)++;
	}
	behave_protect();
	for (i = 0; i < ST_HUGE_PAGES; i++)
		good += *(uint64_t *)(at + i * ST_PAGE) == (uintptr_t)at + i + 2;
	return good;
}

static uint64_t collapsed(void)
{
	char *at = st_map(ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t good = 0;

	st_touch(at, ST_HUGE_PAGES);
	madvise(at, ST_HUGE, MADV_HUGEPAGE);
	behave_protect();
	behave_expect(!madvise(at, ST_HUGE, MADV_COLLAPSE), "pages are collapsed");
	behave_expect(or_smaps(getpid(), (uintptr_t)at, "AnonHugePages") == ST_HUGE / 1024 ||
		      hides_protected(),
		      "they are a huge page then");
	good += behave_good(at, ST_HUGE_PAGES);
	behave_protect();
	return good + behave_good(at, ST_HUGE_PAGES);
}

static uint64_t dropped(void)
{
	char *at = behave_make(N);
	uint64_t good = 0;
	unsigned int i;

	behave_protect();
	madvise(at, N / 4 * ST_PAGE, MADV_DONTNEED);
	madvise(at + N / 4 * ST_PAGE, N / 4 * ST_PAGE, MADV_FREE);
	/* They are on their way to a list until this. */
	st_set("/proc/sys/vm/compact_memory", "1");
	behave_expect(or_number("/proc/self/smaps_rollup", "LazyFree") == N / 4 * ST_PAGE / 1024,
		      "pages are free to be dropped");
	for (i = 0; i < N / 4; i++)
		good += !*(uint64_t *)(at + i * ST_PAGE);
	behave_expect(good == N / 4, "pages are dropped");
	/* What is written to stays; the rest has what it had, or is empty. */
	for (i = N / 4; i < N / 2; i += 2)
		*(uint64_t *)(at + i * ST_PAGE) = i;
	behave_protect();
	madvise(at + N / 4 * ST_PAGE, N / 4 * ST_PAGE, MADV_PAGEOUT);
	for (i = N / 4; i < N / 2; i++) {
		uint64_t word = *(uint64_t *)(at + i * ST_PAGE);

		good += i % 2 ? !word || word == (uintptr_t)at + i + 1 : word == i;
	}
	for (i = N / 2; i < N; i++)
		good += *(uint64_t *)(at + i * ST_PAGE) == (uintptr_t)at + i + 1;
	return good;
}

static uint64_t remapped(void)
{
	char *at = behave_make(N), *to;
	uint64_t good = 0;
	unsigned int i;

	behave_protect();
	to = mremap(at + N / 2 * ST_PAGE, N / 2 * ST_PAGE, N * ST_PAGE, MREMAP_MAYMOVE);
	behave_expect(to != MAP_FAILED && to != at + N / 2 * ST_PAGE, "memory is remapped");
	for (i = 0; i < N / 2; i++)
		good += *(uint64_t *)(to + i * ST_PAGE) == (uintptr_t)at + N / 2 + i + 1;
	for (i = N / 2; i < N; i++)
		good += !to[i * ST_PAGE];
	behave_protect();
	munmap(at, N / 4 * ST_PAGE);
	return good + behave_good(at + N / 4 * ST_PAGE, N / 4);
}

static uint64_t locked(void)
{
	char *at = behave_make(N);
	uint64_t good = 0;

	behave_protect();
	behave_expect(!mlock(at, N * ST_PAGE), "memory is locked");
	behave_expect(or_smaps(getpid(), (uintptr_t)at, "Locked") == N * ST_PAGE / 1024,
		      "all of it is");
	behave_protect();
	madvise(at, N * ST_PAGE, MADV_PAGEOUT);
	good += behave_good(at, N);
	behave_protect();
	munlock(at, N * ST_PAGE);
	behave_expect(st_swap_out(at, N) == N, "it is swapped out when it isn't locked any more");
	return good + behave_good(at, N);
}

/* What is written to a shared mapping comes to the disk, however often it was cleaned before. */
static uint64_t cleaned(void)
{
	int fd = st_file("/var/tmp/cleaned");
	unsigned int i, round, good = 0;
	unsigned char there[N];
	uint64_t word;
	char *at;

	st_write(fd, 0, N);
	at = mmap(NULL, N * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (round = 1; round < 4; round++) {
		behave_protect();
		for (i = 0; i < N; i++)
			*(uint64_t *)(at + i * ST_PAGE) = round * 1000 + i;
		behave_protect();
		msync(at, N * ST_PAGE, MS_SYNC);
	}
	for (i = 0; i < N; i += 2)
		*(uint64_t *)(at + i * ST_PAGE) += 500;
	behave_protect();
	munmap(at, N * ST_PAGE);
	st_evict(fd, 0, N);
	behave_expect(or_mincore(fd, N, there) == 0, "no page of the file is in memory any more");
	for (i = 0; i < N; i++)
		good += pread(fd, &word, 8, i * ST_PAGE) == 8 &&
			word == 3000 + i + (i % 2 ? 0 : 500);
	close(fd);
	return good;
}

static const struct behave all[] = {
	{ "pages come back from swap", swapped },
	{ "pages that are merged are written to apart", merged },
	{ "pages that are moved to another node keep what they have", moved },
	{ "huge pages that are split keep what they have", huge },
	{ "pages that are collapsed keep what they have", collapsed },
	{ "pages that are dropped are empty, those that were written to aren't", dropped },
	{ "memory that is remapped keeps what it has", remapped },
	{ "memory that is locked keeps what it has", locked },
	{ "what is written to shared files comes to the disk", cleaned },
};

int main(void)
{
	flt_load();
	st_swapon(SWAP);
	st_run("echo 1000 >/sys/kernel/mm/ksm/pages_to_scan;"
	       "echo 10 >/sys/kernel/mm/ksm/sleep_millisecs; echo 1 >/sys/kernel/mm/ksm/run");
	behave_compare(all, sizeof(all) / sizeof(all[0]));
	st_run("echo 2 >/sys/kernel/mm/ksm/run; echo 0 >/sys/kernel/mm/ksm/run");
	st_swapoff(SWAP);
	return ktap_end();
}
