// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=select needs=numa,cgroup disturbs=memory */
/*
 * Sums by node and by memory cgroup, against move_pages() and
 * /proc/kpagecgroup: of files whose pages lie on all nodes there are and are
 * charged to two cgroups, or to more than there is room for.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROOT	"/sys/fs/cgroup"
#define SHARES	64	/* that have a place of their own */
#define MANY	70
#define MANY_PAGES 3	/* each */
#define PAGES	300
#define KEYS	256

/* Pages by key, ascending. */
struct subtotals {
	struct {
		uint64_t key;
		uint64_t pages;
	} one[KEYS];
	size_t nr;
};

static void add(struct subtotals *s, uint64_t key, uint64_t pages)
{
	size_t at;

	for (at = 0; at < s->nr && s->one[at].key < key; at++)
		;
	if (at == s->nr || s->one[at].key != key) {
		if (s->nr == KEYS)
			ktap_die("more than %d keys", KEYS);
		memmove(&s->one[at + 1], &s->one[at], (s->nr - at) * sizeof(s->one[0]));
		s->nr++;
		s->one[at].key = key;
		s->one[at].pages = 0;
	}
	s->one[at].pages += pages;
}

/* As the kernel prints them. */
static const char *text_of(const struct subtotals *s)
{
	static char text[KEYS * 48];
	size_t i, len = 0;

	text[0] = '\0';
	for (i = 0; i < s->nr; i++)
		len += snprintf(text + len, sizeof(text) - len, "%s%llu:%llu", i ? "," : "",
				(unsigned long long)s->one[i].key,
				(unsigned long long)s->one[i].pages);
	return s->nr ? text : "-";
}

static void check(const struct ps_rec *rec, const char *who, const char *key,
		  const struct subtotals *want)
{
	const char *got = rec ? ps_str(rec, key) : "(no record)";

	if (!ktap_ok(!strcmp(got, text_of(want)), "%s: %s=", who, key))
		ktap_note("%s, not %s", got, text_of(want));
}

/* States -------------------------------------------------------------------- */

struct part {
	const char *path;
	const char *cgroup;
	unsigned int node;
	uint64_t first;
	uint64_t nr;
};

static unsigned int nr_nodes(void)
{
	char path[64];
	unsigned int n;

	for (n = 0; n < 8; n++) {
		snprintf(path, sizeof(path), "/sys/devices/system/node/node%u", n);
		if (access(path, F_OK))
			break;
	}
	return n;
}

/* Writes pages on behalf of a cgroup, into memory of a node. */
static void fill(const struct part *p)
{
	unsigned long nodes = 1UL << p->node;
	char procs[256], pid[32];
	int fd, status;
	pid_t child = fork();

	if (child) {
		if (waitpid(child, &status, 0) != child || status)
			ktap_die("pages of %s were not written", p->cgroup);
		return;
	}
	snprintf(procs, sizeof(procs), "%s/cgroup.procs", p->cgroup);
	snprintf(pid, sizeof(pid), "%d", getpid());
	st_set(procs, pid);
	if (nr_nodes() > 1 && syscall(SYS_set_mempolicy, MPOL_BIND, &nodes, 8 * sizeof(nodes)))
		ktap_die("set_mempolicy()");
	fd = open(p->path, O_RDWR | O_CREAT, 0600);
	st_write(fd, p->first, p->nr);
	st_clean(fd);
	_exit(0);
}

static void make_cgroup(const char *path)
{
	if (mkdir(path, 0755) && errno != EEXIST)
		ktap_die("mkdir(%s)", path);
}

/* Maps all of a file, so that each page has an address. */
static char *map_file(const char *path, uint64_t pages)
{
	int fd = open(path, O_RDONLY);
	char *map = mmap(NULL, pages * ST_PAGE, PROT_READ, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED)
		ktap_die("mmap(%s)", path);
	for (uint64_t i = 0; i < pages; i++)
		*(volatile char *)(map + i * ST_PAGE);
	close(fd);
	return map;
}

/* By where the zones of the nodes lie; those of a guest don't overlap. */
static int node_of_frame(uint64_t pfn)
{
	struct or_zone zones[64];
	size_t i, nr = or_zones(zones, 64);

	for (i = 0; i < nr; i++)
		if (pfn >= zones[i].start && pfn < zones[i].start + zones[i].spanned)
			return zones[i].node;
	return -ENOENT;
}

/*
 * A page that is not mapped at the moment has none: it is touched, and asked for
 * again.  Some kernels' move_pages() never tells (7.2 as it is built here).
 */
static int node_of(char *page)
{
	void *at = page;
	uint64_t entry;
	int node = -1;

	for (unsigned int tries = 0; tries < 100; tries++) {
		*(volatile char *)page;
		if (syscall(SYS_move_pages, 0, 1UL, &at, NULL, &node, 0))
			break;
		if (node != -ENOENT)
			return node;
	}
	or_pagemap(getpid(), (uint64_t)page / ST_PAGE, 1, &entry);
	return PM_PRESENT(entry) ? node_of_frame(PM_PFN(entry)) : -ENOENT;
}

static void by_node(char *map, uint64_t pages, struct subtotals *to)
{
	int node;

	for (uint64_t i = 0; i < pages; i++) {
		node = node_of(map + i * ST_PAGE);
		if (node < 0)
			ktap_die("move_pages(): %s", strerror(-node));
		add(to, node, 1);
	}
}

static void by_cgroup(const char *map, uint64_t pages, struct subtotals *to)
{
	for (uint64_t i = 0; i < pages; i++) {
		uint64_t entry, pfn;

		or_pagemap(getpid(), (uint64_t)(map + i * ST_PAGE) / ST_PAGE, 1, &entry);
		pfn = entry & ((1ULL << 55) - 1);
		add(to, or_kpage_one("kpagecgroup", pfn), 1);
	}
}

/* Answers ------------------------------------------------------------------- */

static const struct ps_rec *find_ino(const struct ps_answer *a, uint64_t ino)
{
	const struct ps_rec *rec;

	for (size_t i = 0; (rec = ps_object(a, "file", i)); i++)
		if (ps_num(rec, "ino") == ino)
			return rec;
	return NULL;
}

static const struct ps_rec *find_start(const struct ps_answer *a, uint64_t start)
{
	const struct ps_rec *rec;

	for (size_t i = 0; (rec = ps_object(a, "vma", i)); i++)
		if (ps_num(rec, "start") == start)
			return rec;
	return NULL;
}

static void check_one(const char *who, const char *index, const char *query, const char *type,
		      uint64_t which, const struct subtotals *nodes,
		      const struct subtotals *cgroups)
{
	struct ps_answer *a = ps_ask(index, "%s", query);
	const struct ps_rec *rec = ps_object(a, type, 0);

	if (!strcmp(type, "file"))
		rec = find_ino(a, which);
	else if (!strcmp(type, "vma"))
		rec = find_start(a, which);
	check(rec, who, "nodes", nodes);
	check(rec, who, "cgroups", cgroups);
	ps_free(a);
}

static void check_all(const char *path, char *map, const struct subtotals *nodes,
		      const struct subtotals *cgroups)
{
	uint64_t vpn = (uint64_t)map / ST_PAGE;
	char query[512];
	struct stat st;

	if (stat(path, &st))
		ktap_die("stat(%s)", path);
	snprintf(query, sizeof(query), "%s group=object", path);
	check_one("file", "filename_index", query, "file", st.st_ino, nodes, cgroups);
	snprintf(query, sizeof(query), "%s group=total", path);
	check_one("total of a file", "filename_index", query, "total", 0, nodes, cgroups);
	check_one("filesystem", "sb_index", "/root group=object", "file", st.st_ino, nodes, cgroups);
	snprintf(query, sizeof(query), "%d group=object", getpid());
	check_one("task", "task_index", query, "vma", vpn, nodes, cgroups);
	snprintf(query, sizeof(query), "%d %#llx+%d group=total", getpid(), (unsigned long long)vpn,
		 PAGES);
	check_one("total of a VMA", "task_index", query, "total", 0, nodes, cgroups);
}

static void test_two(void)
{
	const struct part parts[] = {
		{ "/root/shares", ROOT "/shares-a", 0, 0, 100 },
		{ "/root/shares", ROOT "/shares-b", nr_nodes() - 1, 100, 50 },
		{ "/root/shares", ROOT "/shares-a", nr_nodes() - 1, 150, 30 },
		{ "/root/shares", ROOT, 0, 180, PAGES - 180 },
	};
	struct subtotals nodes = { .nr = 0 }, cgroups = { .nr = 0 };
	char *map;

	make_cgroup(ROOT "/shares-a");
	make_cgroup(ROOT "/shares-b");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		fill(&parts[i]);
	map = map_file("/root/shares", PAGES);
	by_node(map, PAGES, &nodes);
	by_cgroup(map, PAGES, &cgroups);
	ktap_ok(cgroups.nr == 3, "the file is charged to three cgroups");
	ktap_ok(nodes.nr == nr_nodes(), "the file lies on all nodes (%u)", nr_nodes());
	check_all("/root/shares", map, &nodes, &cgroups);
	munmap(map, PAGES * ST_PAGE);
	unlink("/root/shares");
	rmdir(ROOT "/shares-a");
	rmdir(ROOT "/shares-b");
}

/* Of @s the first that come in the file have a place, all others are one. */
static const char *with_other(const struct subtotals *first, uint64_t other)
{
	static char text[KEYS * 48];

	snprintf(text, sizeof(text), "%s,other:%llu", text_of(first), (unsigned long long)other);
	return text;
}

static void test_many(void)
{
	struct subtotals first = { .nr = 0 };
	struct ps_answer *a;
	char cgroup[64];
	char *map;

	for (unsigned int i = 0; i < MANY; i++) {
		struct part p = { "/root/many", cgroup, 0, i * MANY_PAGES, MANY_PAGES };

		snprintf(cgroup, sizeof(cgroup), ROOT "/shares-%u", i);
		make_cgroup(cgroup);
		fill(&p);
	}
	map = map_file("/root/many", MANY * MANY_PAGES);
	by_cgroup(map, SHARES * MANY_PAGES, &first);
	ktap_ok(first.nr == SHARES, "%d cgroups have a place of their own", SHARES);
	a = ps_ask("filename_index", "/root/many group=object");
	ktap_ok(ps_object(a, "file", 0) &&
		!strcmp(ps_str(ps_object(a, "file", 0), "cgroups"),
			with_other(&first, (MANY - SHARES) * MANY_PAGES)),
		"%d more are one other", MANY - SHARES);
	ps_free(a);
	munmap(map, MANY * MANY_PAGES * ST_PAGE);
	unlink("/root/many");
	for (unsigned int i = 0; i < MANY; i++) {
		snprintf(cgroup, sizeof(cgroup), ROOT "/shares-%u", i);
		rmdir(cgroup);
	}
}

/* What a share of all frames says, add up to the frames. */
static void test_frames(void)
{
	struct ps_answer *a = ps_ask("pfn_index", "group=total");
	const struct ps_rec *rec = ps_object(a, "total", 0);
	static const char * const keys[] = { "nodes", "cgroups" };

	for (size_t i = 0; rec && i < 2; i++) {
		const char *p = ps_str(rec, keys[i]);
		uint64_t sum = 0;

		while ((p = strchr(p, ':')))
			sum += strtoull(++p, NULL, 10);
		ktap_equal(sum, ps_num(rec, "pages"), "all frames: %s= adds up", keys[i]);
	}
	ps_free(a);
}

int main(void)
{
	st_quiet();
	if (access(ROOT "/cgroup.procs", W_OK)) {
		ktap_skip("shares", "no " ROOT);
		return ktap_end();
	}
	st_set(ROOT "/cgroup.subtree_control", "+memory");
	test_two();
	test_many();
	test_frames();
	return ktap_end();
}
