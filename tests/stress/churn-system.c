// SPDX-License-Identifier: GPL-2.0
/*
 * What happens to memory from outside: caches dropped, memory compacted, huge
 * pages split, swap taken away, blocks of memory offline and back, memory
 * cgroups made and removed.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stress.h"

/* Caches ------------------------------------------------------------------- */

#define SPLIT "/sys/kernel/debug/split_huge_pages"

#define RECLAIM "/sys/fs/cgroup/memory.reclaim"

static int t_drop, t_compact, t_split, t_reclaim_all;

static void reclaim_setup(void)
{
	t_drop = tally_new("caches dropped");
	t_compact = tally_new("memory compacted");
	t_split = tally_new("all huge pages of a process split");
	if (access("/proc/sys/vm/compact_memory", W_OK))
		tally_skip(t_compact, "this kernel has no compaction");
	if (access(SPLIT, W_OK))
		tally_skip(t_split, "no " SPLIT);
	t_reclaim_all = tally_new("all memory reclaimed");
	if (access(RECLAIM, W_OK))
		tally_skip(t_reclaim_all, "no " RECLAIM);
}

/* Not all of the system: files that are split are unmapped, mlocked or not. */
static void split_one(void)
{
	char text[80];

	snprintf(text, sizeof(text), "%d,%#lx,%#lx", shared->victims[rnd(VICTIMS)],
		 (unsigned long)AREA, (unsigned long)AREA + AREA_PAGES * ST_PAGE);
	if (put(SPLIT, text))
		did(t_split);
}

static void reclaim(unsigned int n)
{
	switch (n % 4) {
	case 0:
		/* It says EAGAIN if that much was not to be had. */
		if (!tally_skipped(t_reclaim_all) && (put(RECLAIM, "64M") || errno == EAGAIN))
			did(t_reclaim_all);
		break;
	case 1:
		if (put("/proc/sys/vm/drop_caches", one_in(2) ? "3" : "1"))
			did(t_drop);
		break;
	case 2:
		if (!tally_skipped(t_compact) && put("/proc/sys/vm/compact_memory", "1"))
			did(t_compact);
		break;
	default:
		if (!tally_skipped(t_split))
			split_one();
	}
	nap(100 + rnd(300));
}

const struct churner churn_reclaim = { "reclaim", reclaim_setup, reclaim, NULL, 1 };

/* Swap ------------------------------------------------------------------------ */

#define SWAP "/dev/scratch1"

static int t_swap;

static void swap_setup(void)
{
	FILE *f;
	unsigned long kib = 0;
	char line[256];

	t_swap = tally_new("swap switched off and on");
	if (!sh("mkswap " SWAP) || swapon(SWAP, 0)) {
		tally_skip(t_swap, "no swap on " SWAP);
		return;
	}
	f = fopen("/proc/swaps", "r");
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "%*s %*s %lu", &kib);
	if (f)
		fclose(f);
	/* Its first page is the header. */
	shared->swap_pages = kib / 4 + 1;
}

static void swap_churn(__attribute__((unused)) unsigned int n)
{
	nap(3000 + rnd(3000));
	if (tally_skipped(t_swap) || stopping() || swapoff(SWAP))
		return;
	did(t_swap);
	nap(rnd(300));
	if (swapon(SWAP, 0))
		wrong("swap can't be switched on again");
}

static bool swap_undo(void)
{
	/* It is off only if the stress was killed between the two. */
	return tally_skipped(t_swap) || !swapoff(SWAP) || errno == EINVAL;
}

const struct churner churn_swap = { "swap", swap_setup, swap_churn, swap_undo, 1 };

/* Hotplug ---------------------------------------------------------------------- */

#define BLOCKS		"/sys/devices/system/memory"
#define BLOCKS_MAX	512

static int t_offline, t_refused;
static unsigned int blocks[BLOCKS_MAX], nr_blocks;
static uint64_t block_pages;

static bool holds_held_pages(unsigned int block)
{
	unsigned int h, i;

	for (h = 0; h < HELD; h++)
		for (i = 0; shared->held[h].used && !shared->held[h].moves && i < 512; i++)
			if (shared->held[h].first_pfn[i] / block_pages == block)
				return true;
	return false;
}

/* Not where the held files are; nor the last: then memory would end earlier. */
static void find_blocks(void)
{
	DIR *dir = opendir(BLOCKS);
	struct dirent *entry;
	unsigned int n, last = shared->frames / block_pages - 1;
	char path[96], line[64];
	FILE *f;

	while (dir && (entry = readdir(dir)) && nr_blocks < BLOCKS_MAX) {
		if (sscanf(entry->d_name, "memory%u", &n) != 1 || n >= last || holds_held_pages(n))
			continue;
		snprintf(path, sizeof(path), BLOCKS "/memory%u/valid_zones", n);
		f = fopen(path, "r");
		/* What is not movable rarely goes, and only after long tries. */
		if (f && fgets(line, sizeof(line), f) && !strncmp(line, "Movable", 7))
			blocks[nr_blocks++] = n;
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
}

static void hotplug_setup(void)
{
	char hex[32] = "";
	FILE *f = fopen(BLOCKS "/block_size_bytes", "r");

	t_offline = tally_new("memory offline and online");
	t_refused = tally_new("memory that could not go offline");
	tally_rare(t_refused);
	if (f && fgets(hex, sizeof(hex), f))
		block_pages = strtoull(hex, NULL, 16) / ST_PAGE;
	if (f)
		fclose(f);
	shared->hot_pages = block_pages;
	if (block_pages)
		find_blocks();
	if (!nr_blocks)
		tally_skip(t_offline, "no movable block of memory, see movablecore=");
}

static bool set_block(unsigned int n, const char *state)
{
	char path[96];

	snprintf(path, sizeof(path), BLOCKS "/memory%u/state", n);
	return put(path, state);
}

static void nothing(__attribute__((unused)) int signal)
{
}

/* The kernel tries for ever to empty a block, but heeds signals. */
static bool offline_in_time(unsigned int block)
{
	struct itimerval limit = { .it_value.tv_sec = patience(5000) / 1000 }, none = { 0 };
	struct sigaction action = { .sa_handler = nothing };
	bool good;

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &limit, NULL);
	good = set_block(block, "offline");
	setitimer(ITIMER_REAL, &none, NULL);
	return good;
}

static void hotplug(__attribute__((unused)) unsigned int n)
{
	unsigned int block;

	if (!nr_blocks) {
		nap(1000);
		return;
	}
	block = blocks[rnd(nr_blocks)];
	shared->hot = block * block_pages;
	if (!offline_in_time(block)) {
		did(t_refused);
		nap(200);
		return;
	}
	nap(rnd(600));
	if (!set_block(block, "online_movable"))
		wrong("memory does not come online again");
	did(t_offline);
	nap(200 + rnd(500));
}

static bool hotplug_undo(void)
{
	unsigned int i;
	char path[96], state[16] = "";
	bool good = true;

	for (i = 0; i < nr_blocks; i++) {
		FILE *f;

		snprintf(path, sizeof(path), BLOCKS "/memory%u/state", blocks[i]);
		f = fopen(path, "r");
		if (f && fgets(state, sizeof(state), f) && !strncmp(state, "offline", 7))
			good &= set_block(blocks[i], "online_movable");
		if (f)
			fclose(f);
	}
	return good;
}

const struct churner churn_hotplug = { "hotplug", hotplug_setup, hotplug, hotplug_undo, 1 };

/* Memory cgroups ----------------------------------------------------------------- */

#define CGROUPS "/sys/fs/cgroup"

static int t_cgroup, t_reclaim;

static void cgroup_setup(void)
{
	t_cgroup = tally_new("memory cgroups made and removed");
	t_reclaim = tally_new("memory cgroups reclaimed");
	if (access(CGROUPS "/cgroup.subtree_control", W_OK) ||
	    (!put(CGROUPS "/cgroup.subtree_control", "+memory") && errno != EBUSY)) {
		tally_skip(t_cgroup, "no cgroup2 with memory on " CGROUPS);
		tally_skip(t_reclaim, "no cgroup2 with memory on " CGROUPS);
	}
}

/* Pages of all kinds, some of which outlive the cgroup. */
static void use_memory(const char *dir, unsigned int n)
{
	static char buf[65536];
	char path[96];
	char *map;
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	if (!put(path, "0"))
		_exit(1);
	snprintf(path, sizeof(path), "%s/f%u", n & 1 ? FILES_TMPFS : FILES_DISK, rnd(NR_FILES));
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	for (int i = 0; fd >= 0 && i < 16; i++)
		if (pwrite(fd, buf, sizeof(buf), (off_t)rnd(100) << 16) < 0)
			break;
	map = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map != MAP_FAILED)
		memset(map, 1, 4 << 20);
	nap(rnd(100));
	_exit(0);
}

static void cgroups(unsigned int n)
{
	char dir[64], path[96];
	struct stat st;
	pid_t pid;

	if (tally_skipped(t_cgroup)) {
		nap(1000);
		return;
	}
	snprintf(dir, sizeof(dir), CGROUPS "/stress-%u", n % 8);
	if (mkdir(dir, 0700) || stat(dir, &st)) {
		rmdir(dir);
		nap(50);
		return;
	}
	shared->cgroup = st.st_ino;
	pid = child_begin();
	if (!pid)
		use_memory(dir, n);
	nap(rnd(150));
	snprintf(path, sizeof(path), "%s/memory.reclaim", dir);
	if (put(path, "2M") || errno == EAGAIN)
		did(t_reclaim);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	/* A process leaves its cgroup a moment after it was waited for. */
	for (int i = 0; i < 100 && rmdir(dir); i++)
		usleep(10000);
	did(t_cgroup);
}

static bool cgroup_undo(void)
{
	char dir[64];
	unsigned int i;

	for (i = 0; i < 8; i++) {
		snprintf(dir, sizeof(dir), CGROUPS "/stress-%u", i);
		rmdir(dir);
		if (!access(dir, F_OK))
			return false;
	}
	return true;
}

const struct churner churn_cgroups = { "cgroups", cgroup_setup, cgroups, cgroup_undo, 1 };
