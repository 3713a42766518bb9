// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: counters of the kernel
 *
 * CPUs count on their own, and add that to the common counters now and then;
 * vm.stat_refresh makes them do it (mm/vmstat.c).  Nothing does for memory
 * cgroups: balance.c says what may be missing there.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/system_path.h"
#include "counters.h"

/* How often counters are read while frames are. */
#define SAMPLE_MS 20

/**
 * struct key - a line of a file of counters
 * @name: of the counter
 * @book: which
 * @unit: bytes that it counts in; 0 for pages
 */
struct key {
	const char *name;
	enum book book;
	unsigned int unit;
};

/* /proc/vmstat and that of a node: fs/proc and drivers/base/node.c. */
static const struct key vmstat_keys[] = {
	{ "nr_file_pages", BOOK_FILE, 0 },
	{ "nr_shmem", BOOK_SHMEM, 0 },
	{ "nr_swapcached", BOOK_SWAPCACHE, 0 },
	{ "nr_dirty", BOOK_DIRTY, 0 },
	{ "nr_writeback", BOOK_WRITEBACK, 0 },
	{ "nr_mapped", BOOK_MAPPED, 0 },
	{ }
};

/* nr_blockdev_pages() in block/bdev.c. */
static const struct key meminfo_keys[] = {
	{ "Buffers:", BOOK_BLOCK, 1024 },
	{ }
};

/* memory.stat of cgroup v2; and of v1, where "total_" is with those below (mm/memcontrol*.c). */
static const struct key memcg_keys[] = {
	{ "file", BOOK_FILE, 1 },
	{ "shmem", BOOK_SHMEM, 1 },
	{ "swapcached", BOOK_SWAPCACHE, 1 },
	{ "file_dirty", BOOK_DIRTY, 1 },
	{ "file_writeback", BOOK_WRITEBACK, 1 },
	{ "file_mapped", BOOK_MAPPED, 1 },
	{ "total_cache", BOOK_FILE, 1 },
	{ "total_shmem", BOOK_SHMEM, 1 },
	{ "total_dirty", BOOK_DIRTY, 1 },
	{ "total_writeback", BOOK_WRITEBACK, 1 },
	{ "total_mapped_file", BOOK_MAPPED, 1 },
	{ }
};

/* A list of one, whose only book is struct counters' @collapses. */
static const struct key collapse_keys[] = {
	{ "thp_collapse_alloc", 0, 0 },
	{ }
};

static void take(struct counter *c, uint64_t pages)
{
	if (!c->reads || pages < c->low)
		c->low = pages;
	if (!c->reads || pages > c->high)
		c->high = pages;
	c->last = pages;
	c->reads++;
}

static void take_line(struct counter *books, const struct key *keys, const char *line)
{
	uint64_t page = sysconf(_SC_PAGESIZE), value;
	const struct key *k;
	char name[64];

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	if (sscanf(line, "%63s %" SCNu64, name, &value) != 2)
		return;
	for (k = keys; k->name; k++)
		if (!strcmp(k->name, name))
			take(&books[k->book], k->unit ? value * k->unit / page : value);
}

static int read_file(struct counter *books, const struct key *keys, const char *path)
{
	FILE *f = fopen(path, "re");
	char line[256];

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f))
		take_line(books, keys, line);
	fclose(f);
	return 0;
}

/* Nodes -------------------------------------------------------------------- */

static int add_node(struct counters *c, unsigned int node)
{
	struct counted_node *nodes = reallocarray(c->nodes, c->nr_nodes + 1, sizeof(*nodes));

	if (!nodes)
		return -ENOMEM;
	c->nodes = nodes;
	nodes[c->nr_nodes++] = (struct counted_node){ .node = node };
	return 0;
}

static int by_number(const void *a, const void *b)
{
	const struct counted_node *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

/* A kernel without NUMA has no such folder. */
static int find_nodes(struct counters *c)
{
	char path[PATH_MAX];
	struct dirent *e;
	unsigned int node;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/devices/system/node", system_path("PAGESNAP_SYSFS", "/sys"));
	dir = opendir(path);
	while (dir && !err && (e = readdir(dir)))
		/* NOLINTNEXTLINE(cert-err34-c): likewise */
		if (sscanf(e->d_name, "node%u", &node) == 1)
			err = add_node(c, node);
	if (dir)
		closedir(dir);
	if (c->nr_nodes)
		qsort(c->nodes, c->nr_nodes, sizeof(*c->nodes), by_number);
	return err;
}

/* Reading ------------------------------------------------------------------ */

/* Without it the kernel's counters are as exact as they are. */
static void refresh(void)
{
	char path[PATH_MAX];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/sys/vm/stat_refresh", system_path("PAGESNAP_PROC", "/proc"));
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	n = write(fd, "1\n", 2);
	(void)n;
	close(fd);
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

static int read_machine(struct counters *c)
{
	const char *proc = system_path("PAGESNAP_PROC", "/proc");
	char path[PATH_MAX];
	size_t i;
	int err;

	snprintf(path, sizeof(path), "%s/vmstat", proc);
	err = read_file(c->all, vmstat_keys, path) ?: read_file(&c->collapses, collapse_keys, path);
	snprintf(path, sizeof(path), "%s/meminfo", proc);
	if (!err)
		err = read_file(c->all, meminfo_keys, path);
	for (i = 0; i < c->nr_nodes && !err; i++) {
		snprintf(path, sizeof(path), "%s/devices/system/node/node%u/vmstat",
			 system_path("PAGESNAP_SYSFS", "/sys"), c->nodes[i].node);
		err = read_file(c->nodes[i].books, vmstat_keys, path);
	}
	c->sampled_ms = now_ms();
	return err;
}

/* One that is removed meanwhile, or has no controller for memory, has none. */
static int read_cgroups(struct counters *c)
{
	char path[2 * PATH_MAX];
	size_t i;
	int err = 0;

	for (i = 0; i < c->nr_cgroups && !err; i++) {
		snprintf(path, sizeof(path), "%s%s/memory.stat", c->tree.dir, c->tree.list[i].path);
		err = read_file(c->cgroups[i].books, memcg_keys, path);
		if (err == -ENOENT || err == -ENODEV)
			err = 0;
	}
	return err;
}

/**
 * counters_read() - read all counters
 * @c: counters
 *
 * Return: 0, or a negative errno if those of the machine can't be read.
 */
int counters_read(struct counters *c)
{
	refresh();
	return read_cgroups(c) ?: read_machine(c);
}

/**
 * counters_sample() - read the counters of machine and nodes
 * @c: counters
 *
 * So that one that goes up and down again is seen to have moved.
 *
 * Return: as counters_read().
 */
int counters_sample(struct counters *c)
{
	return now_ms() < c->sampled_ms + SAMPLE_MS ? 0 : read_machine(c);
}

static void mark(struct counter *books)
{
	int i;

	for (i = 0; i < BOOKS; i++)
		books[i].at = books[i].last;
}

/**
 * counters_mark() - frames are walked from now on
 * @c: counters
 */
void counters_mark(struct counters *c)
{
	size_t i;

	mark(c->all);
	for (i = 0; i < c->nr_nodes; i++)
		mark(c->nodes[i].books);
	for (i = 0; i < c->nr_cgroups; i++)
		mark(c->cgroups[i].books);
}

static int find_cgroups(struct counters *c)
{
	int err = cgroup_tree_read(&c->tree);

	if (err || !c->tree.nr)
		return err;
	c->cgroups = calloc(c->tree.nr, sizeof(*c->cgroups));
	if (!c->cgroups)
		return -ENOMEM;
	c->nr_cgroups = c->tree.nr;
	return 0;
}

/**
 * counters_open() - find out what there is to be read
 * @c: to be filled
 *
 * Return: 0 or -ENOMEM.
 */
int counters_open(struct counters *c)
{
	int err;

	memset(c, 0, sizeof(*c));
	err = find_nodes(c);
	return err ?: find_cgroups(c);
}

/**
 * counters_free() - forget them
 * @c: counters
 */
void counters_free(struct counters *c)
{
	cgroup_tree_free(&c->tree);
	free(c->cgroups);
	free(c->nodes);
}
