// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system_path.h"
#include "system.h"

static uint64_t page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

/**
 * system_open() - open a file of /proc
 * @name: below /proc
 *
 * Return: file, NULL and errno.
 */
FILE *system_open(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", system_path("PAGESNAP_PROC", "/proc"), name);
	return fopen(path, "re");
}

/* Calls @take with each line of a file.  0 or a negative errno. */
static int each_line(const char *name, void (*take)(struct system *s, const char *line),
		     struct system *s)
{
	FILE *f = system_open(name);
	char line[1024];

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f))
		take(s, line);
	fclose(f);
	return 0;
}

/* Keys --------------------------------------------------------------------- */

/* @unit: bytes of one, 0 for pages. */
static const struct key {
	const char *name;
	enum system_number number;
	unsigned int unit;
} keys[] = {
	{ "MemTotal:", SYSTEM_TOTAL, 1024 },
	{ "MemFree:", SYSTEM_FREE, 1024 },
	{ "AnonPages:", SYSTEM_ANON, 1024 },
	{ "PageTables:", SYSTEM_TABLES, 1024 },
	{ "Hugetlb:", SYSTEM_HUGETLB, 1024 },
	{ "HardwareCorrupted:", SYSTEM_BROKEN, 1024 },
	{ "KernelStack:", SYSTEM_STACKS, 1024 },
	{ "Percpu:", SYSTEM_PERCPU, 1024 },
	{ "SecPageTables:", SYSTEM_SECONDARY, 1024 },
	{ "GPUActive:", SYSTEM_GPU, 1024 },
	{ "GPUReclaim:", SYSTEM_GPU_POOL, 1024 },
	{ "nr_slab_reclaimable", SYSTEM_RECLAIMABLE, 0 },
	{ "nr_slab_reclaimable", SYSTEM_SLAB, 0 },
	{ "nr_slab_unreclaimable", SYSTEM_SLAB, 0 },
	{ "nr_zspages", SYSTEM_ZSPAGES, 0 },
	{ "nr_memmap_pages", SYSTEM_MEMMAP, 0 },
	{ "nr_memmap_boot_pages", SYSTEM_MEMMAP_BOOT, 0 },
};

static void take_key(struct system *s, const char *line)
{
	uint64_t value;
	char name[64];
	size_t i;

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	if (sscanf(line, "%63s %" SCNu64, name, &value) != 2)
		return;
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (strcmp(keys[i].name, name))
			continue;
		s->numbers[keys[i].number] += keys[i].unit ?
			value * keys[i].unit / page_size() : value;
		s->counts |= 1ULL << keys[i].number;
	}
}

/* Free pages --------------------------------------------------------------- */

/* "              count:    19970", in the paragraph of each zone. */
static void take_zone(struct system *s, const char *line)
{
	uint64_t count;

	/* NOLINTNEXTLINE(cert-err34-c): likewise */
	if (sscanf(line, " count: %" SCNu64, &count) == 1)
		s->on_cpus += count;
}

/* "Node 0, zone   DMA32   1   0   2": blocks by order. */
static void take_blocks(struct system *s, const char *line)
{
	const char *at = strstr(line, "zone");
	unsigned int order;
	char *end;

	if (!at)
		return;
	at += strlen("zone");
	at += strspn(at, " ");
	at += strcspn(at, " ");
	for (order = 0; order < SYSTEM_ORDERS; order++, at = end) {
		uint64_t blocks = strtoull(at, &end, 10);

		if (end == at)
			break;
		s->orders[order] += blocks << order;
	}
}

/* Sockets ------------------------------------------------------------------ */

/* "TCP: inuse 4 orphan 0 tw 0 alloc 6 mem 12", of all network namespaces. */
static void take_sockets(struct system *s, const char *line)
{
	const char *mem = strstr(line, " mem ");

	if (mem && !strncmp(line, "TCP:", 4))
		s->numbers[SYSTEM_TCP] += strtoull(mem + strlen(" mem "), NULL, 10);
}

/* What boot took ----------------------------------------------------------- */

static uint64_t pages_of(uint64_t start, uint64_t end)
{
	return end < start ? 0 : end / page_size() - start / page_size() + 1;
}

/* "  4d600000-4e5fffff : Kernel code"; the addresses are 0 for who may not see them. */
static void take_range(struct system *s, const char *line)
{
	uint64_t start, end;
	const char *name = strstr(line, " : ");

	/* NOLINTNEXTLINE(cert-err34-c): likewise */
	if (!name || sscanf(line, " %" SCNx64 "-%" SCNx64, &start, &end) != 2 || !end)
		return;
	if (!strncmp(name, " : Kernel ", strlen(" : Kernel ")))
		s->image += pages_of(start, end);
	else if (!strncmp(name, " : Crash kernel", strlen(" : Crash kernel")))
		s->crash += pages_of(start, end);
}

/* All ---------------------------------------------------------------------- */

/**
 * system_read_numbers() - read the kernel's counters
 * @s: all zero
 *
 * Return: 0; -ENOMEM, or another negative errno if MemTotal can't be read.
 */
int system_read_numbers(struct system *s)
{
	static const struct {
		const char *name;
		void (*take)(struct system *s, const char *line);
	} files[] = {
		{ "vmstat", take_key }, { "zoneinfo", take_zone }, { "buddyinfo", take_blocks },
		{ "net/sockstat", take_sockets }, { "iomem", take_range },
	};
	int err = each_line("meminfo", take_key, s);
	size_t i;

	if (!err && !s->numbers[SYSTEM_TOTAL])
		err = -ENODATA;
	/* what this kernel has no file for isn't counted */
	for (i = 0; i < sizeof(files) / sizeof(*files) && !err; i++)
		if (each_line(files[i].name, files[i].take, s) == -ENOMEM)
			err = -ENOMEM;
	return err ?: buffers_read(s);
}

/**
 * system_read_names() - read what memory that has no file is called
 * @s: system
 *
 * Return: 0 or -ENOMEM; what can't be read has no names.
 */
int system_read_names(struct system *s)
{
	int (*const reads[])(struct system *s) = { vmalloc_read, caches_read, processes_read };
	size_t i;

	for (i = 0; i < sizeof(reads) / sizeof(*reads); i++)
		if (reads[i](s) == -ENOMEM)
			return -ENOMEM;
	return 0;
}
