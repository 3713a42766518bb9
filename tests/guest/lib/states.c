// SPDX-License-Identifier: GPL-2.0
/*
 * Known states of memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <string.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

static bool try_set(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, value, strlen(value)) == (ssize_t)strlen(value);

	if (fd >= 0)
		close(fd);
	return good;
}

void st_set(const char *path, const char *value)
{
	if (!try_set(path, value))
		ktap_die("\"%s\" can't be written to %s", value, path);
}

void st_run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		ktap_die("can't run on CPU %d", cpu);
}

/*
 * What works on its own, and the value that stops it.  Not numa_balancing: that
 * is a static key, and patching the scheduler's code crashed an emulated guest.
 */
static struct {
	const char *path;
	const char *value;
	char before[32];
} quiet[] = {
	{ "/proc/sys/vm/dirty_writeback_centisecs", "0", "" },
	/* These are not on every kernel. */
	{ "/sys/kernel/mm/ksm/run", "2", "" },
	{ "/sys/kernel/mm/transparent_hugepage/khugepaged/defrag", "0", "" },
	{ "/proc/sys/vm/compaction_proactiveness", "0", "" },
	/* DAMON marks a sample of all pages idle, from boot on where the kernel says so. */
	{ "/sys/module/damon_stat/parameters/enabled", "N", "" },
	{ "/sys/module/zswap/parameters/enabled", "N", "" },
};

#define QUIET (sizeof(quiet) / sizeof(*quiet))

/* The tests that follow get the guest as it was. */
static void restore(void)
{
	size_t i;

	for (i = 0; i < QUIET; i++)
		if (*quiet[i].before)
			try_set(quiet[i].path, quiet[i].before);
}

void st_get(const char *path, char *to, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, to, size - 1);

	to[got > 0 ? got : 0] = '\0';
	if (fd >= 0)
		close(fd);
}

/*
 * NUMA balancing leaves processes alone that have said where their memory is to be: here,
 * anywhere.  It moved huge pages to the other node and back during a walk of all frames.
 */
static void stay(void)
{
	unsigned long nodes = ~0UL;

	if (syscall(SYS_set_mempolicy, MPOL_BIND, &nodes, 8 * sizeof(nodes)) && errno != ENOSYS)
		ktap_note("set_mempolicy(): %s", strerror(errno));
}

void st_quiet(void)
{
	size_t i;

	stay();
	for (i = 0; i < QUIET; i++) {
		st_get(quiet[i].path, quiet[i].before, sizeof(quiet[i].before));
		try_set(quiet[i].path, quiet[i].value);
	}
	atexit(restore);
}

uint64_t st_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

int st_run(const char *format, ...)
{
	char command[1024];
	va_list args;
	int status;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Files ------------------------------------------------------------------ */

int st_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		ktap_die("%s can't be made", path);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	return fd;
}

void st_write(int fd, uint64_t first, uint64_t nr)
{
	char page[ST_PAGE];
	uint64_t i;

	for (i = first; i < first + nr; i++) {
		memset(page, 'a' + i % 26, sizeof(page));
		if (pwrite(fd, page, sizeof(page), i * ST_PAGE) != sizeof(page))
			ktap_die("page %llu can't be written", (unsigned long long)i);
	}
}

void st_clean(int fd)
{
	if (fsync(fd))
		ktap_die("fsync()");
}

void st_evict(int fd, uint64_t first, uint64_t nr)
{
	st_clean(fd);
	if (posix_fadvise(fd, first * ST_PAGE, nr * ST_PAGE, POSIX_FADV_DONTNEED))
		ktap_die("posix_fadvise()");
}

void st_cache(int fd, uint64_t first, uint64_t nr)
{
	char page[ST_PAGE];
	uint64_t i;

	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	for (i = first; i < first + nr; i++)
		if (pread(fd, page, sizeof(page), i * ST_PAGE) < 0)
			ktap_die("page %llu can't be read", (unsigned long long)i);
}

uint64_t st_inode(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		ktap_die("stat(%s)", path);
	return st.st_ino;
}

/* File systems and swap -------------------------------------------------- */

bool st_is_free(void *device)
{
	int fd = open(device, O_RDONLY | O_EXCL | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool st_mount(const char *fstype, const char *device, const char *dir)
{
	bool on_disk = *device == '/';

	if (on_disk && st_run("command -v mkfs.%s >/dev/null", fstype))
		return false;
	/* a superblock unmounted under a reader goes a moment later, in another context */
	if (on_disk && !ht_until(10000, st_is_free, (void *)device))
		ktap_die("%s stays in use", device);
	if (on_disk && st_run("mkfs.%s -q %s %s >/dev/null 2>&1", fstype,
			      strcmp(fstype, "ext4") ? "-f" : "-F", device))
		ktap_die("mkfs.%s %s", fstype, device);
	mkdir(dir, 0700);
	if (mount(device, dir, fstype, 0, NULL))
		ktap_die("%s can't be mounted on %s", fstype, dir);
	return true;
}

void st_umount(const char *dir)
{
	if (umount(dir))
		ktap_die("%s can't be unmounted", dir);
	rmdir(dir);
}

void st_swapon(const char *device)
{
	if (st_run("mkswap %s >/dev/null 2>&1", device) || swapon(device, 0))
		ktap_die("no swap on %s", device);
}

void st_swapoff(const char *device)
{
	if (swapoff(device))
		ktap_die("swapoff %s", device);
}

/* Memory ----------------------------------------------------------------- */

char *st_map(uint64_t pages, int flags)
{
	size_t bytes = pages * ST_PAGE;
	char *map = mmap(NULL, bytes + 2 * ST_HUGE, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *at;

	if (map == MAP_FAILED)
		ktap_die("mmap() of %zu bytes", bytes);
	at = (char *)(((uintptr_t)map + ST_HUGE) & ~(ST_HUGE - 1));
	/* What is around it keeps other memory from becoming one with it. */
	if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_ANONYMOUS | flags, -1, 0) != at)
		ktap_die("mmap() of %zu bytes, flags %#x", bytes, flags);
	if (!(flags & MAP_HUGETLB))
		madvise(at, bytes, MADV_NOHUGEPAGE);
	return at;
}

void st_touch(char *at, uint64_t pages)
{
	uint64_t i;

	/* Not one byte for all: memory that is the same might be shared. */
	for (i = 0; i < pages; i++)
		*(volatile uint64_t *)(at + i * ST_PAGE) = (uintptr_t)at + i + 1;
}

uint64_t st_thp(char *at, uint64_t pages)
{
	uint64_t kib;

	if (madvise(at, pages * ST_PAGE, MADV_HUGEPAGE))
		return 0;
	st_touch(at, pages);
	kib = or_smaps(getpid(), (uintptr_t)at, "AnonHugePages");
	return kib == UINT64_MAX ? 0 : kib * 1024 / ST_HUGE;
}

static uint64_t swapped_pages(const char *at, uint64_t pages)
{
	uint64_t entry[512], done, i, n = 0;

	for (done = 0; done < pages; done += 512) {
		uint64_t nr = pages - done < 512 ? pages - done : 512;

		or_pagemap(getpid(), (uintptr_t)at / ST_PAGE + done, nr, entry);
		for (i = 0; i < nr; i++)
			n += PM_SWAPPED(entry[i]);
	}
	return n;
}

uint64_t st_swap_out(char *at, uint64_t pages)
{
	int tries;

	/* Pages that some CPU has not put on the LRU lists yet are passed over. */
	for (tries = 0; tries < 20 && swapped_pages(at, pages) < pages; tries++) {
		if (madvise(at, pages * ST_PAGE, MADV_PAGEOUT))
			ktap_die("madvise(MADV_PAGEOUT)");
		usleep(50000);
	}
	return swapped_pages(at, pages);
}

uint64_t st_hugetlb(uint64_t nr)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)nr);
	try_set("/proc/sys/vm/compact_memory", "1");
	st_set("/proc/sys/vm/nr_hugepages", text);
	return or_number("/proc/meminfo", "HugePages_Total");
}

/* Children --------------------------------------------------------------- */

pid_t st_child(void (*make)(void *ctx), void *ctx)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready))
		ktap_die("pipe()");
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		ktap_die("fork()");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(ready[0]);
		make(ctx);
		if (write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		ktap_die("the child died while it made its state");
	close(ready[0]);
	return pid;
}

void st_end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
