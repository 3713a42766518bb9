// SPDX-License-Identifier: GPL-2.0
/*
 * Prints saved answers about pages of which maps are known beforehand: make-map SCENE.
 *	file		1000 pages: 100 cached, 50 dirty, 4 under writeback, nothing, from 200
 *			on 100 evicted, nothing, and the last 100 cached; of the last one only
 *			a byte is of the file
 *	whole		64 pages, all cached
 *	empty		64 pages, of which one is cached
 *	beyond		2 pages, of which 4 are cached
 *	sparse		16 TiB: the first page, 8 pages in the middle, the last one
 *	striped		16 TiB: 2^20 runs of one page, all as far apart; the first half dirty
 *	process		PID 700: a program of 64 pages, a heap of 200, of which 100 are there
 *			and the next 50 swapped, huge pages, a library, a stack; 128 TiB of
 *			addresses
 *	grown		a mapping comes again as it grew
 *	wide		PID 700 with 5000 mappings of a page, 16 GiB from one to the next
 *	frames		1024 frames: 512 free, 256 of files, 64 anonymous, 32 slab, 16 page tables,
 *			16 that nothing tells of, 128 reserved; a hole of as many, 64 offline
 *	part		the first, asked of its pages 64 to 1024
 *	inside		the first, asked of its pages 310 to 350: nothing is there
 *	window		the process, asked of 0x5010 to 0x5090
 *	rack		the frames, asked of 0x1310 to 0x1900
 *	some		the first, as an answer with dirty pages alone
 *	hostile		a file and a mapping whose names are meant to do harm
 *	three		three files
 *	crowd		a hundred files, of which each is 200 pages with a hole in the middle
 *	endless		a file of 2^63 bytes with a run of 2^64 - 1 pages, and runs in no order
 */
#include <linux/kernel-page-flags.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <linux/pagesnap/pages.h>

#include "answer-internal.h"

static struct stream s;
static unsigned int unit;
static uint64_t pages;

static void flush(struct stream *from)
{
	if (fwrite(from->buf, 1, from->len, stdout) != from->len)
		exit(1);
	from->len = 0;
}

static void begin(const char *index, const char *text)
{
	struct pagesnap_query_rec query = {
		.rec = HEAD(QUERY, query, PAGESNAP_RF_MORE), .q = 1, .line = 1,
		.text_len = strlen(text), .time_ns = TIME_NS,
	};

	answer_header(&s, index, 1);
	put(&s, &query, sizeof(query));
	put_bytes(&s, 1, text, strlen(text));
	unit = !strcmp(index, "filename_index") ? PAGESNAP_UNIT_INDEX :
	       !strcmp(index, "task_index") ? PAGESNAP_UNIT_VPN : PAGESNAP_UNIT_PFN;
}

static void end(void)
{
	struct pagesnap_end end = {
		.rec = HEAD(END, end, 0), .q = 1, .status = PAGESNAP_END_COMPLETE, .objects = 1,
		.counters = { pages },
	};

	put(&s, &end, sizeof(end));
}

static void put_file(const char *name, uint64_t size)
{
	struct pagesnap_file file = {
		.rec = HEAD(FILE, file, *name ? PAGESNAP_RF_MORE : 0), .q = 1,
		.dev_major = 254, .dev_minor = 2, .ino = 12, .gen = 7, .size = size,
		.cached = 1, .nlink = 1, .mode = S_IFREG,
		.name_len = strlen(name),
	};

	put(&s, &file, sizeof(file));
	put_bytes(&s, 1, name, strlen(name));
}

static void put_vma(uint64_t start, uint64_t nr, const char *name)
{
	struct pagesnap_vma vma = {
		.rec = HEAD(VMA, vma, *name ? PAGESNAP_RF_MORE : 0), .q = 1, .prot = 3,
		.start = start, .end = start + nr, .name_len = strlen(name),
	};

	put(&s, &vma, sizeof(vma));
	put_bytes(&s, 1, name, strlen(name));
}

static void put_run(uint64_t index, uint64_t nr, unsigned int kind, uint64_t flags,
		    unsigned int map_order)
{
	struct pagesnap_run run = {
		.rec = HEAD(RUN, run, 0), .q = 1, .kind = kind, .map_order = map_order,
		.unit = unit, .index = index, .nr = nr, .pfn = index, .pfn_end = index + nr,
		.frames = 1, .flags = flags, .cgroup = 27, .cgroup_online = 27,
	};

	put(&s, &run, sizeof(run));
	pages += nr;
}

static void put_cached(uint64_t index, uint64_t nr, uint64_t flags)
{
	put_run(index, nr, PAGESNAP_KIND_FILE, flags, 0);
}

static void put_gap(unsigned int type, uint64_t index, uint64_t nr, unsigned int why)
{
	struct pagesnap_gap gap = {
		.rec = HEAD(GONE, gap, 0), .q = 1, .why = why, .unit = unit, .index = index,
		.nr = nr, .pfn = PAGESNAP_NONE,
	};

	gap.rec.type = type;
	put(&s, &gap, sizeof(gap));
}

/* Scenes -------------------------------------------------------------------- */

static void file(void)
{
	put_file("/srv/file", 999 * 4096 + 1);
	put_cached(0, 60, 0);
	put_cached(60, 40, 0);
	put_cached(100, 50, 1ULL << KPF_DIRTY);
	put_cached(150, 4, 1ULL << KPF_WRITEBACK | 1ULL << KPF_DIRTY);
	put_gap(PAGESNAP_REC_GONE, 200, 100, PAGESNAP_WHY_EVICTED);
	put_cached(900, 100, 0);
}

static void whole(void)
{
	put_file("/srv/whole", 64 * 4096);
	put_cached(0, 64, 0);
}

static void empty(void)
{
	put_file("/srv/empty", 64 * 4096);
	put_cached(63, 1, 0);
}

static void beyond(void)
{
	put_file("/srv/beyond", 8000);
	put_cached(0, 4, 0);
}

static void sparse(void)
{
	put_file("/srv/sparse", 1ULL << 44);
	put_cached(0, 1, 0);
	put_cached(1ULL << 31, 8, 1ULL << KPF_DIRTY);
	put_cached((1ULL << 32) - 1, 1, 0);
}

static void striped(void)
{
	uint64_t i;

	put_file("/srv/striped", 1ULL << 44);
	for (i = 0; i < 1 << 20; i++)
		put_cached(i << 12, 1, i < 1 << 19 ? 1ULL << KPF_DIRTY : 0);
}

static void process(void)
{
	put_task_record(&s, &(struct asked){ .q = 1 }, 700);
	put_vma(0x400, 64, "/usr/bin/program");
	put_cached(0x400, 64, 0);
	put_vma(0x5000, 200, "[heap]");
	put_run(0x5000, 100, PAGESNAP_KIND_ANON, 0, 0);
	put_gap(PAGESNAP_REC_SWAP, 0x5000 + 100, 50, 0);
	put_vma(0x7f0000000, 2048, "");
	put_run(0x7f0000000, 1024, PAGESNAP_KIND_ANON, 0, 9);
	put_vma(0x7f0000800, 128, "/lib/library.so");
	put_cached(0x7f0000800, 100, 0);
	put_run(0x7f0000864, 28, PAGESNAP_KIND_ZERO, 0, 0);
	put_vma(0x7ffffffde, 33, "[stack]");
	put_run(0x7ffffffde + 30, 3, PAGESNAP_KIND_ANON, 0, 0);
}

static void grown(void)
{
	put_task_record(&s, &(struct asked){ .q = 1 }, 700);
	put_vma(0x100, 4, "[heap]");
	put_run(0x100, 4, PAGESNAP_KIND_ANON, 0, 0);
	put_vma(0x100, 8, "[heap]");
	put_run(0x100, 8, PAGESNAP_KIND_ANON, 0, 0);
}

static void wide(void)
{
	uint64_t i;

	put_task_record(&s, &(struct asked){ .q = 1 }, 700);
	for (i = 0; i < 5000; i++) {
		put_vma(0x10 + (i << 22), 1, "");
		put_run(0x10 + (i << 22), 1, PAGESNAP_KIND_ANON, 0, 0);
	}
}

static void frames(void)
{
	put_run(0x1000, 512, PAGESNAP_KIND_BUDDY, 0, 0);
	put_cached(0x1200, 256, 0);
	put_run(0x1300, 64, PAGESNAP_KIND_ANON, 0, 0);
	put_run(0x1340, 32, PAGESNAP_KIND_SLAB, 0, 0);
	put_run(0x1360, 16, PAGESNAP_KIND_PGTABLE, 0, 0);
	put_run(0x1380, 128, PAGESNAP_KIND_RESERVED, 0, 0);
	put_gap(PAGESNAP_REC_HOLE, 0x1400, 1024, PAGESNAP_WHY_ABSENT);
	put_gap(PAGESNAP_REC_HOLE, 0x1800, 64, PAGESNAP_WHY_OFFLINE);
}

static void hostile(void)
{
	char name[4000];

	put_file("/srv/<script>alert(1)</script>\"'&amp;\n\033[31m\xff\xe2\x80\xae", 4096);
	put_cached(0, 1, 0);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	memcpy(name, "/<b>\n\033[2J", 10);
	/* in an answer about files, but readers go by records */
	unit = PAGESNAP_UNIT_VPN;
	put_task_record(&s, &(struct asked){ .q = 1 }, 700);
	put_vma(0x400, 64, name);
	put_run(0x400, 64, PAGESNAP_KIND_ANON, 0, 0);
}

static void three(void)
{
	put_file("/srv/one", 4096);
	put_cached(0, 1, 0);
	put_file("/srv/two", 8192);
	put_cached(1, 1, 1ULL << KPF_DIRTY);
	put_file("", 4096);
	put_cached(0, 1, 0);
}

static void crowd(void)
{
	char name[32];
	int i;

	for (i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "/srv/%d", i);
		put_file(name, 200 << 12);
		put_cached(0, 100, 0);
		put_cached(150, 50, 0);
	}
}

static void endless(void)
{
	put_file("/srv/endless", 1ULL << 63);
	put_cached(100, 10, 0);
	put_cached(50, 10, 0);
	put_cached(105, 10, 1ULL << KPF_DIRTY);
	put_cached(1ULL << 63, UINT64_MAX, 0);
	put_cached(7, 1, 0);
}

static const struct scene {
	const char *name;
	const char *index;
	const char *text;
	void (*put)(void);
} scenes[] = {
	{ "file", "filename_index", "/srv/file", file },
	{ "whole", "filename_index", "/srv/whole", whole },
	{ "empty", "filename_index", "/srv/empty", empty },
	{ "beyond", "filename_index", "/srv/beyond", beyond },
	{ "sparse", "filename_index", "/srv/sparse", sparse },
	{ "striped", "filename_index", "/srv/striped", striped },
	{ "process", "task_index", "700", process },
	{ "grown", "task_index", "700", grown },
	{ "wide", "task_index", "700", wide },
	{ "frames", "pfn_index", "0-", frames },
	{ "part", "filename_index", "/srv/file 64 1024", file },
	{ "inside", "filename_index", "/srv/file 310 350", file },
	{ "window", "task_index", "700 0x5010 0x5090", process },
	{ "rack", "pfn_index", "0x1310 0x1900", frames },
	{ "some", "filename_index", "/srv/file flags=dirty", file },
	{ "hostile", "filename_index", "/srv/hostile", hostile },
	{ "crowd", "filename_index", "/srv", crowd },
	{ "three", "filename_index", "/srv", three },
	{ "endless", "filename_index", "/srv/endless", endless },
};

int main(int argc, char **argv)
{
	size_t i;

	s.spill = flush;
	for (i = 0; argc == 2 && i < sizeof(scenes) / sizeof(*scenes); i++) {
		if (strcmp(argv[1], scenes[i].name) != 0)
			continue;
		begin(scenes[i].index, scenes[i].text);
		scenes[i].put();
		end();
		flush(&s);
		free(s.buf);
		return fflush(stdout) != 0;
	}
	return 2;
}
