// SPDX-License-Identifier: GPL-2.0
/*
 * Files of known layout that a process holds in memory by mlock() while
 * everything around them churns: one on tmpfs, one on ext4, and one whose
 * pages that process moves from node to node.  By every way there is to ask
 * for them, answers must have exactly these pages, mapped once, mlocked and
 * unevictable, in the frames that /proc/PID/pagemap names.
 *
 * mlock() does not keep a page in its frame.  Compaction could move them, so
 * vm.compact_unevictable_allowed is 0 meanwhile, memory goes offline elsewhere
 * (churn-hotplug.c), and pages found in another frame than before are counted:
 * where the frame is not as remembered, pagemap is asked again.  While a page
 * moves it is mapped by nobody and so not mlocked; of the file that moves
 * indices, kind and number are exact.
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
#include "session.h"

#define SPAN		320UL
#define MPOL_BIND	2
#define MPOL_MF_MOVE	2

#define TMPFS		BASE "/held"
#define DISK		BASE "/held-disk"
#define IMAGE		POOL "/held.img"

static const char *const paths[HELD] = {
	TMPFS "/tmpfs", DISK "/ext4", TMPFS "/moving",
};

/* One piece by single pages, one alone, one that may become large folios. */
static bool is_held(uint64_t index)
{
	return index < 40 || index == 64 || (index >= 100 && index < 150) ||
	       (index >= 256 && index < SPAN);
}

static uint64_t held_pages(uint64_t start, uint64_t end)
{
	uint64_t i, n = 0;

	for (i = start; i < end && i < SPAN; i++)
		n += is_held(i);
	return n;
}

/* Those who hold ------------------------------------------------------------ */

static void write_pages(int fd)
{
	static char large[64 * ST_PAGE];
	uint64_t i;

	for (i = 0; i < 256; i++)
		if (is_held(i))
			st_write(fd, i, 1);
	memset(large, 'l', sizeof(large));
	if (pwrite(fd, large, sizeof(large), 256 * ST_PAGE) != sizeof(large))
		ktap_die("write of a file to hold");
	st_clean(fd);
}

/* Touched before: of large folios only pages that are mapped already get the flag. */
static void lock_pages(char *map)
{
	uint64_t i, end;

	for (i = 0; i < SPAN; i = end + 1) {
		for (end = i; end < SPAN && is_held(end); end++)
			*(volatile char *)(map + end * ST_PAGE);
		if (end > i && mlock(map + i * ST_PAGE, (end - i) * ST_PAGE))
			ktap_die("mlock()");
	}
}

static bool is_settled(uint64_t entry)
{
	const uint64_t want = 1ULL << 33 | 1ULL << 18 | 1ULL << 5;

	return PM_PRESENT(entry) && (or_kpage_one("kpageflags", PM_PFN(entry)) & want) == want;
}

/* Flags come when per-CPU batches are emptied, which drop_caches does. */
static void settle(struct held *h)
{
	uint64_t entries[SPAN], i;
	int tries;

	for (tries = 0; tries < 100; tries++) {
		put("/proc/sys/vm/drop_caches", "1");
		or_pagemap(h->pid, h->vpn, SPAN, entries);
		for (i = 0; i < SPAN && (!is_held(i) || is_settled(entries[i])); i++)
			h->first_pfn[i] = PM_PFN(entries[i]);
		if (i == SPAN)
			return;
		usleep(50000);
	}
	ktap_die("page %llu of %s is not locked", (unsigned long long)i, h->path);
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
	map = mmap(NULL, SPAN * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || fstat(fd, &st))
		ktap_die("mmap() of %s", h->path);
	lock_pages(map);
	h->dev_major = major(st.st_dev);
	h->dev_minor = minor(st.st_dev);
	h->ino = st.st_ino;
	h->vpn = (uintptr_t)map / ST_PAGE;
	h->pages = held_pages(0, SPAN);
}

static void move_for_ever(struct held *h, int tally)
{
	void *pages[SPAN];
	int nodes[SPAN], status[SPAN], to = 0;
	unsigned long i, n = 0;

	for (i = 0; i < SPAN; i++)
		if (is_held(i))
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

static void make_places(void)
{
	mkdir(TMPFS, 0700);
	mkdir(DISK, 0700);
	if (mount("stress", TMPFS, "tmpfs", 0, "size=16m"))
		ktap_die("no tmpfs on " TMPFS);
	if (!sh("truncate -s 32M " IMAGE " && mkfs.ext4 -q -F " IMAGE " && mount -o loop " IMAGE " " DISK))
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
	return mount_gone(TMPFS) & mount_gone(DISK);
}

/* Those who ask --------------------------------------------------------------- */

struct watch {
	struct held *h;
	uint64_t start, end;		/* what was asked for, as indices of the file */
	uint64_t shift;			/* from indices of the answer to those of the file */
	bool inside;
	uint64_t next, pages;
	bool good;
};

static void miss(struct watch *w, struct check *ck, const char *what, uint64_t index)
{
	w->good = false;
	check_wrong(ck, "%s: page %llu %s", w->h->path, (unsigned long long)index, what);
}

/* Is it where it was, or did it move and now is where the answer says? */
static bool frame_is(struct held *h, uint64_t index, uint64_t pfn)
{
	uint64_t entry;

	if (h->first_pfn[index] == pfn)
		return true;
	or_pagemap(h->pid, h->vpn + index, 1, &entry);
	if (!PM_PRESENT(entry))
		return true;
	if (PM_PFN(entry) != pfn)
		return false;
	h->first_pfn[index] = pfn;
	__sync_fetch_and_add(&h->moved, 1);
	return true;
}

static void watch_page(struct watch *w, struct check *ck, const struct fact_item *i, uint64_t nth)
{
	const struct ask *a = check_ask(ck);
	uint64_t index = i->i.at + nth - w->shift, known = a->group == PAGESNAP_GROUP_PAGE ? ~0ULL : a->mask;
	uint64_t flags = (PS_MLOCKED | PS_UNEVICTABLE | PS_MMAP | PS_LRU | PS_UPTODATE) & known;

	for (; w->next < index; w->next++)
		if (is_held(w->next))
			miss(w, ck, "is missing", w->next);
	w->next = index + 1;
	w->pages++;
	if (index >= SPAN || !is_held(index)) {
		miss(w, ck, "is none of those that are held", index);
		return;
	}
	if (i->kind != KIND_UNSAID && i->kind != PAGESNAP_KIND_SHMEM &&
	    i->kind != PAGESNAP_KIND_FILE)
		miss(w, ck, "is no page of a file", index);
	if (w->h->moves)
		return;
	if (i->i.map[0] != 1 || i->i.map[1] != 1)
		miss(w, ck, "is mapped once", index);
	if ((i->i.flags & flags) != flags)
		miss(w, ck, "is mlocked, unevictable and mapped", index);
	if ((!nth || i->i.frames == 1) && !frame_is(w->h, index, i->i.pfn + nth))
		miss(w, ck, "is in another frame", index);
}

static void watch_sums(struct watch *w, struct check *ck, const struct ps_sums *s)
{
	if (s->evicted || s->swapped || s->holes || (s->special && !w->h->moves))
		miss(w, ck, "is held, but others are not pages", 0);
	if (!w->h->moves && (s->mapped != s->pages || s->unevictable != s->pages))
		miss(w, ck, "is mapped and unevictable", 0);
	/* What is being moved has no page in the page table. */
	w->pages += s->pages + s->special;
	w->next = w->end;
}

static void watch_object(struct watch *w, struct check *ck, const struct fact *f)
{
	const struct fact_object *o = &f->object;

	if (f->type == PAGESNAP_REC_SB || f->type == PAGESNAP_REC_TASK)
		return;
	w->inside = f->type == PAGESNAP_REC_SPAN ||
		    (o->ino == w->h->ino && o->dev_major == w->h->dev_major &&
		     o->dev_minor == w->h->dev_minor);
	if (w->inside && o->summed)
		watch_sums(w, ck, &o->sums);
}

static void watch_gap(struct watch *w, struct check *ck, const struct fact_item *i)
{
	if (!w->h->moves || i->why != PAGESNAP_WHY_MIGRATION) {
		miss(w, ck, "is no page", i->i.at - w->shift);
		return;
	}
	w->pages += i->i.nr;
	w->next = i->i.at + i->i.nr - w->shift;
}

static void watch_end(struct watch *w, struct check *ck, const struct fact *f)
{
	uint64_t expect = held_pages(w->start, w->end);

	/* Its place in a list of inodes a walk may lose, if it has to wait. */
	if (check_ask(ck)->which == PAGESNAP_SB && f->end.cut == PAGESNAP_CUT_CURSOR)
		return;
	if (f->end.status != PAGESNAP_END_COMPLETE)
		miss(w, ck, "is not in a complete answer", 0);
	else if (w->pages != expect)
		check_wrong(ck, "%s: %llu pages, not %llu", w->h->path,
			    (unsigned long long)w->pages, (unsigned long long)expect);
	else if (w->good)
		__sync_fetch_and_add(&w->h->exact, 1);
}

static void watch(void *ctx, struct check *ck, const struct fact *f)
{
	struct watch *w = ctx;
	uint64_t i;

	if (f->type == PAGESNAP_REC_QUERY)
		return;
	if (f->type == PAGESNAP_REC_ERROR)
		miss(w, ck, "is an error", 0);
	else if (f->type == PAGESNAP_REC_END)
		watch_end(w, ck, f);
	else if (f->type == PAGESNAP_REC_TOTAL)
		watch_sums(w, ck, &f->total.sums);
	else if (!fact_is_item(f))
		watch_object(w, ck, f);
	else if (w->inside && !fact_is_pages(f))
		watch_gap(w, ck, &f->item);
	else if (w->inside)
		for (i = 0; i < f->item.i.nr; i++)
			watch_page(w, ck, &f->item, i);
}

/* Ways to ask, each for the whole file unless it says otherwise. */

static void by_name(struct watch *w, struct ask *a)
{
	ask_init(a, PAGESNAP_FILE, w->h->path);
	if (one_in(3)) {
		w->start = rnd(SPAN);
		w->end = w->start + rnd(SPAN);
		w->next = w->start;
		a->start = w->start;
		a->end = w->end;
		ask_add(a, " %llu %llu", (unsigned long long)a->start, (unsigned long long)a->end);
	}
	ask_group(a, rnd(4));
	if (!w->h->moves && one_in(3)) {
		a->all = PS_MLOCKED;
		ask_add(a, " flags=mlocked");
	}
}

static void by_superblock(struct watch *w, struct ask *a)
{
	char dir[64];

	snprintf(dir, sizeof(dir), "%s", w->h->path);
	*strrchr(dir, '/') = '\0';
	ask_init(a, PAGESNAP_SB, dir);
	ask_group(a, rnd(3));
}

static void by_task(struct watch *w, struct ask *a)
{
	a->which = PAGESNAP_TASK;
	ask_init(a, PAGESNAP_TASK, "");
	ask_add(a, "%d", w->h->pid);
	a->start = w->h->vpn;
	a->end = w->h->vpn + SPAN;
	ask_add(a, " %llu %llu", (unsigned long long)a->start, (unsigned long long)a->end);
	w->shift = w->h->vpn;
	ask_group(a, rnd(3));
}

/* One frame; whose it is says its record. */
static void by_frame(struct watch *w, struct ask *a)
{
	uint64_t index = 100 + rnd(50);

	ask_init(a, PAGESNAP_PFN, "");
	a->start = w->h->first_pfn[index];
	a->end = a->start + 1;
	ask_add(a, "%llu", (unsigned long long)a->start);
	ask_group(a, rnd(2));
	w->shift = a->start - index;
	w->start = index;
	w->end = index + 1;
	w->next = index;
}

/* The frame must name the file. */
static void watch_owner(void *ctx, struct check *ck, const struct fact *f)
{
	struct watch *w = ctx;
	const struct fact_item *i = &f->item;

	if (fact_is_pages(f) && w->h->first_pfn[w->start] == i->i.pfn &&
	    (!i->owned || i->i.ino != w->h->ino || i->dev_major != w->h->dev_major ||
	     i->dev_minor != w->h->dev_minor || i->i.index != w->start))
		miss(w, ck, "is in a frame that says otherwise", w->start);
	watch(ctx, ck, f);
}

static void ask_once(struct held *h)
{
	static void (*const ways[])(struct watch *w, struct ask *a) = {
		by_name, by_superblock, by_task, by_frame,
	};
	unsigned int way = rnd(h->moves ? 3 : 4);
	struct watch w = { .h = h, .end = SPAN, .good = true };
	static struct ask a;
	struct session s;

	ways[way](&w, &a);
	a.binary = one_in(2);
	if (!session_open(&s, a.which))
		return;
	s.check.watch = ways[way] == by_frame ? watch_owner : watch;
	s.check.ctx = &w;
	session_ask(&s, &a, 1, &(struct manner){ .dawdles = one_in(10), .small_reads = one_in(10) });
	session_close(&s);
}

void held_reader(void)
{
	struct held *h;

	while (!stopping()) {
		h = &shared->held[rnd(HELD)];
		if (h->used)
			ask_once(h);
	}
}
