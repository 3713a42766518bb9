// SPDX-License-Identifier: GPL-2.0
/*
 * Files of known layout that a process holds in memory by mlock() while
 * everything around them churns: one on tmpfs, one on ext4, and one whose
 * pages that process moves from node to node.
 *
 * mlock() does not keep a page in its frame.  Compaction could move them, so
 * vm.compact_unevictable_allowed is 0 meanwhile, and memory goes offline
 * elsewhere (churn-system.c).
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "held.h"
#include "mount.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "stress.h"

#define MPOL_BIND	2
#define MPOL_MF_MOVE	2

#define TMPFS		BASE "/held"
#define DISK		BASE "/held-disk"
#define IMAGE		POOL "/held.img"

static const char *const paths[HELD] = {
	TMPFS "/tmpfs", DISK "/ext4", TMPFS "/moving",
};

/* One piece by single pages, one alone, one that may become large folios. */
bool held_has(uint64_t index)
{
	return index < 40 || index == 64 || (index >= 100 && index < 150) ||
	       (index >= HELD_LARGE && index < HELD_SPAN);
}

uint64_t held_pages(uint64_t start, uint64_t end)
{
	uint64_t i, n = 0;

	for (i = start; i < end && i < HELD_SPAN; i++)
		n += held_has(i);
	return n;
}

static void write_pages(int fd)
{
	static char large[(HELD_SPAN - HELD_LARGE) * ST_PAGE];
	uint64_t i;

	for (i = 0; i < HELD_LARGE; i++)
		if (held_has(i))
			st_write(fd, i, 1);
	memset(large, 'l', sizeof(large));
	if (pwrite(fd, large, sizeof(large), HELD_LARGE * ST_PAGE) != sizeof(large))
		ktap_die("write of a file to hold");
	st_clean(fd);
}

/* Touched before: of large folios only pages that are mapped already get the flag. */
static void lock_pages(char *map)
{
	uint64_t i, end;

	for (i = 0; i < HELD_SPAN; i = end + 1) {
		for (end = i; end < HELD_SPAN && held_has(end); end++)
			*(volatile char *)(map + end * ST_PAGE);
		if (end > i && mlock(map + i * ST_PAGE, (end - i) * ST_PAGE))
			ktap_die("mlock()");
	}
}

#define LOCKED	(PS_MLOCKED | PS_UNEVICTABLE)

/*
 * Of a large folio the kernel may put off the flags until reclaim finds that
 * it is locked; so there, what /proc/kpageflags says now may not go away.
 */
static bool is_settled(struct held *h, uint64_t index, uint64_t entry)
{
	uint64_t flags = PM_PRESENT(entry) ? or_kpage_one("kpageflags", PM_PFN(entry)) : 0;

	h->first_pfn[index] = PM_PFN(entry);
	h->flags[index] = flags & LOCKED;
	h->large |= flags & PS_COMPOUND;
	return (flags & PS_LRU) && ((flags & LOCKED) == LOCKED || (flags & PS_COMPOUND));
}

/* Flags come when per-CPU batches are emptied, which drop_caches does. */
static void settle(struct held *h)
{
	uint64_t entries[HELD_SPAN], i;
	int tries;

	for (tries = 0; tries < 100; tries++) {
		put("/proc/sys/vm/drop_caches", "1");
		or_pagemap(h->pid, h->vpn, HELD_SPAN, entries);
		for (i = 0; i < HELD_SPAN && (!held_has(i) || is_settled(h, i, entries[i])); i++)
			;
		if (i == HELD_SPAN)
			break;
		usleep(50000);
	}
	if (i < HELD_SPAN)
		ktap_die("page %llu of %s is not locked: pagemap has %#llx, flags are %#llx",
			 (unsigned long long)i, h->path, (unsigned long long)entries[i],
			 (unsigned long long)h->flags[i]);
	h->all_locked = true;
	for (i = 0; i < HELD_SPAN; i++)
		h->all_locked &= !held_has(i) || h->flags[i] == LOCKED;
	if (!h->all_locked)
		ktap_note("%s: large folios are not marked as mlocked here", h->path);
	if (h->large)
		ktap_note("%s: large folios may be split, and so unmapped", h->path);
}

static void hold(struct held *h)
{
	unsigned long node0 = 1;
	struct stat st;
	char *map;
	int fd;

	if (shared->nodes > 1)
		syscall(SYS_set_mempolicy, MPOL_BIND, &node0, sizeof(node0) * 8);
	fd = st_file(h->path);
	write_pages(fd);
	map = mmap(NULL, HELD_SPAN * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || fstat(fd, &st))
		ktap_die("mmap() of %s", h->path);
	lock_pages(map);
	h->dev_major = major(st.st_dev);
	h->dev_minor = minor(st.st_dev);
	h->ino = st.st_ino;
	h->vpn = (uintptr_t)map / ST_PAGE;
	h->pages = held_pages(0, HELD_SPAN);
}

static void move_for_ever(struct held *h, int tally)
{
	void *pages[HELD_SPAN];
	int nodes[HELD_SPAN], status[HELD_SPAN], to = 0;
	unsigned long i, n = 0;

	for (i = 0; i < HELD_SPAN; i++)
		if (held_has(i))
			pages[n++] = (void *)((h->vpn + i) * ST_PAGE);
	while (!stopping()) {
		to = !to;
		for (i = 0; i < n; i++)
			nodes[i] = to;
		if (syscall(SYS_move_pages, 0, n, pages, nodes, status, MPOL_MF_MOVE) >= 0)
			did(tally);
		nap(20);
	}
}

static void begin_to_hold(struct held *h, int tally)
{
	int ready[2];
	pid_t pid;
	char byte;

	if (pipe(ready))
		ktap_die("pipe()");
	pid = child_begin();
	if (!pid) {
		hold(h);
		if (write(ready[1], "", 1) != 1)
			_exit(1);
		if (h->moves)
			move_for_ever(h, tally);
		for (;;)
			pause();
	}
	close(ready[1]);
	h->pid = pid;
	if (pid < 0 || read(ready[0], &byte, 1) != 1)
		ktap_die("%s is not held", h->path);
	close(ready[0]);
	if (!h->moves)
		settle(h);
	h->used = true;
}

static char device[32];

static void make_places(void)
{
	mkdir(TMPFS, 0700);
	mkdir(DISK, 0700);
	if (mount("stress", TMPFS, "tmpfs", 0, "size=16m"))
		ktap_die("no tmpfs on " TMPFS);
	if (!sh("truncate -s 32M " IMAGE " && mkfs.ext4 -q -F " IMAGE) ||
	    !mount_loop(IMAGE, device, sizeof(device)) || mount(device, DISK, "ext4", 0, NULL))
		ktap_die("no ext4 on " DISK);
}

void held_setup(void)
{
	int i, tally = tally_new("mlocked file moved between nodes");

	make_places();
	put("/proc/sys/vm/compact_unevictable_allowed", "0");
	for (i = 0; i < HELD; i++) {
		struct held *h = &shared->held[i];

		snprintf(h->path, sizeof(h->path), "%s", paths[i]);
		h->moves = i == HELD - 1;
		if (h->moves && shared->nodes < 2)
			tally_skip(tally, "this guest has one node");
		else
			begin_to_hold(h, tally);
	}
}

bool held_end(void)
{
	int i;

	for (i = 0; i < HELD; i++)
		if (shared->held[i].used)
			st_end_child(shared->held[i].pid);
	put("/proc/sys/vm/compact_unevictable_allowed", "1");
	return mount_gone(TMPFS) && mount_gone(DISK) && sh("losetup -d %s", device);
}
