// SPDX-License-Identifier: GPL-2.0
/*
 * Mappings made, moved, protected, split and dropped; huge pages split and
 * collapsed; pages swapped out and in, merged, and moved between nodes.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "area.h"
#include "stress.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

#define BYTES		(AREA_PAGES * ST_PAGE)
#define RW		(PROT_READ | PROT_WRITE)
#define MPOL_MF_MOVE	2

static int t_map, t_unmap, t_protect, t_remap, t_split, t_collapse, t_out, t_in, t_fork, t_merge,
	   t_move, t_file, t_huge;

void area_names(void)
{
	t_map = tally_new("mmap");
	t_unmap = tally_new("munmap and MADV_DONTNEED");
	t_protect = tally_new("mprotect");
	t_remap = tally_new("mremap");
	t_split = tally_new("huge pages split");
	t_collapse = tally_new("huge pages collapsed");
	t_out = tally_new("swapped out");
	t_in = tally_new("swapped in");
	t_fork = tally_new("forks that write");
	t_merge = tally_new("offered to KSM");
	t_move = tally_new("moved between nodes");
	t_file = tally_new("files mapped privately and shared");
	t_huge = tally_new("huge pages of hugetlb mapped");
}

void area_setup(void)
{
	area_names();
	if (shared->nodes < 2)
		tally_skip(t_move, "this guest has one node");
	/* Not every kernel has it. */
	if (!put("/sys/kernel/mm/ksm/run", "1"))
		tally_skip(t_merge, "this kernel has no KSM");
	put("/sys/kernel/mm/transparent_hugepage/khugepaged/scan_sleep_millisecs", "500");
}

void area_make(void)
{
	if (mmap(AREA, BYTES, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != AREA)
		ktap_die("no memory at %p", AREA);
	madvise(AREA, BYTES, MADV_HUGEPAGE);
}

/*
 * Where some of it may be gone or protected, by calls that fail, not by a
 * signal; and not with zeros, which swap keeps as a bit and no page.
 */
static void touch(char *at, size_t len)
{
	if (pread(shared_fd, at, len, sizeof(*shared)) < 0)
		madvise(at, len, MADV_POPULATE_WRITE);
}

/* Into the swap cache and on disk; out of the cache, too, by churn-system.c's reclaim. */
static bool swap_out(char *at, size_t len)
{
	touch(at, len);
	return !madvise(at, len, MADV_PAGEOUT);
}

static void move(char *at)
{
	void *pages[64];
	int nodes[64], status[64], to = rnd(shared->nodes);
	unsigned int i;

	if (shared->nodes < 2)
		return;
	for (i = 0; i < 64; i++) {
		pages[i] = at + i * ST_PAGE;
		nodes[i] = to;
	}
	if (syscall(SYS_move_pages, 0, 64UL, pages, nodes, status, MPOL_MF_MOVE) >= 0)
		did(t_move);
}

static void fork_and_write(char *at)
{
	pid_t pid;

	touch(at, 1 << 20);
	pid = child_begin();
	if (!pid) {
		touch(at, 1 << 19);
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
	did(t_fork);
}

static void map_file(char *at)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s/f%u", one_in(2) ? FILES_TMPFS : FILES_DISK, rnd(NR_FILES));
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	if (mmap(at, 1 << 20, RW, (one_in(2) ? MAP_PRIVATE : MAP_SHARED) | MAP_FIXED, fd,
		 (off_t)rnd(256) * ST_PAGE) == at) {
		touch(at, 1 << 19);
		did(t_file);
	}
	close(fd);
}

static void map_huge(char *at)
{
	if (mmap(at, ST_HUGE, RW, (one_in(2) ? MAP_PRIVATE : MAP_SHARED) | MAP_ANONYMOUS | MAP_HUGETLB |
		 MAP_FIXED, -1, 0) == at) {
		touch(at, ST_HUGE);
		did(t_huge);
	}
}

static void map_again(char *at, size_t len)
{
	if (mmap(at, len, RW, (one_in(4) ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_FIXED, -1,
		 0) == at)
		did(t_map);
	if (one_in(2))
		madvise(at, len, MADV_HUGEPAGE);
}

/* All of a huge page is needed, and then a part of it is not. */
static void split(char *at, char *part)
{
	bool huge;

	touch(at, ST_HUGE);
	huge = !madvise(at, ST_HUGE, MADV_COLLAPSE);
	if (!madvise(part, 65536, MADV_DONTNEED))
		did(huge ? t_split : t_unmap);
}

/* What was there goes elsewhere in the area, over what was there. */
static void remap(char *at)
{
	char *to = AREA + ((size_t)rnd(BYTES >> 21) << 21);

	if (to != at && mremap(at, ST_HUGE, ST_HUGE, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to) {
		did(t_remap);
		map_again(at, ST_HUGE);
	}
}

static void collapse(char *at)
{
	touch(at, ST_HUGE);
	if (!madvise(at, ST_HUGE, MADV_COLLAPSE))
		did(t_collapse);
}

static void protect(char *part)
{
	if (!mprotect(part, 1 << 20, one_in(2) ? PROT_READ : PROT_NONE) &&
	    !mprotect(part, 1 << 19, RW))
		did(t_protect);
}

static void swap(char *at, char *part)
{
	if (one_in(2)) {
		if (swap_out(at, ST_HUGE))
			did(t_out);
	} else if (swap_out(part, 1 << 19) && !madvise(part, 1 << 19, MADV_POPULATE_WRITE)) {
		did(t_in);
	}
}

static void merge(char *at)
{
	if (!tally_skipped(t_merge) && !madvise(at, ST_HUGE, MADV_MERGEABLE))
		did(t_merge);
}

static void unmap(char *part)
{
	if (!munmap(part, 1 << 20))
		did(t_unmap);
	map_again(part, 1 << 20);
}

/* Any huge page of the area, or a part that begins in it. */
void area_change(void)
{
	char *at = AREA + ((size_t)rnd(BYTES >> 21) << 21), *part = at + rnd(256) * ST_PAGE;

	switch (rnd(12)) {
	case 0:  touch(at, ST_HUGE); break;
	case 1:  collapse(at); break;
	case 2:  split(at, part); break;
	case 3:  protect(part); break;
	case 4:  map_again(one_in(2) ? at : part, 1 << 20); break;
	case 5:  fork_and_write(at); break;
	case 6:  remap(at); break;
	case 7:  swap(at, part); break;
	case 8:  merge(at); break;
	case 9:  move(part); break;
	case 10: (one_in(4) ? map_huge : map_file)(at); break;
	default: unmap(part); break;
	}
}
