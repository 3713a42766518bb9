// SPDX-License-Identifier: GPL-2.0
/*
 * What recording costs beside looking: record-moments DIR FILES PERCENT MOMENTS [same] records
 * moments of so many cached files, of which PERCENT change from one to the next, and prints bytes
 * and time of a processor for the first moment and, on average, for each of the others.  With
 * "same" these are told of what has changed, and of the other files by their numbers.  Built with
 * the client's own recording/ by bench/record.
 */
#include <linux/pagesnap/pages.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "recording/folder.h"
#include "recording/moments.h"
#include "recording/writer.h"

#define NAME_MAX_LEN 128

struct cached {
	struct pagesnap_file file;
	struct pagesnap_bytes bytes;
	char name[NAME_MAX_LEN];
	bool same;
};

static unsigned int pick(unsigned int below)
{
	static unsigned long long state = 0x9e3779b97f4a7c15;

	state = state * 6364136223846793005 + 1442695040888963407;
	return (state >> 33) % below;
}

/* Sizes and names as in a tree of sources: most files are small. */
static void set_pages(struct pagesnap_file *f, unsigned long long pages)
{
	f->sums.pages = f->cached = pages;
	f->size = pages * 4096 - pick(4096);
	memset(f->sums.orders, 0, sizeof(f->sums.orders));
	f->sums.orders[pick(3)] = pages;
	f->sums.dirty = pick(20) ? 0 : pages / 2;
	f->sums.mapped = pick(10) ? 0 : pages;
	f->droppable = pages - f->sums.dirty;
}

static void make_file(struct cached *c, unsigned int nr)
{
	unsigned int len = snprintf(c->name, sizeof(c->name), "/usr/share/part%u/folder%u/file-%x.%u",
				    pick(20), pick(2000), pick(1 << 30), pick(10));

	c->file = (struct pagesnap_file){
		.rec = { sizeof(c->file), PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE },
		.q = 1, .dev_major = 254, .gen = pick(1 << 30), .ino = 100000 + nr, .nlink = 1,
		.mode = S_IFREG, .name_len = len,
	};
	set_pages(&c->file, 1 + pick(pick(50) ? 16 : 4096));
	c->bytes = (struct pagesnap_bytes){
		.rec = { sizeof(c->bytes) + ((len + 7) & ~7U), PAGESNAP_REC_BYTES, 0 }, .q = 1, .nr = len,
	};
}

static double spent(void)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	return r.ru_utime.tv_sec + r.ru_stime.tv_sec +
	       (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static void take(struct writer *w, const void *record, size_t len)
{
	if (writer_take(w, record, len))
		exit(1);
}

static void take_same(struct writer *w, struct pagesnap_same *same)
{
	if (same->nr)
		take(w, same, sizeof(*same));
	same->nr = 0;
}

/* All files, or as the module tells with changed=: each has the number of its place. */
static void record(struct writer *w, const struct cached *files, unsigned int nr, bool numbered)
{
	const struct writer_moment moment = { .boot = "bench", .life_ns = 1 };
	struct pagesnap_same same = { .rec = { sizeof(same), PAGESNAP_REC_SAME, 0 }, .q = 1 };
	unsigned int i;
	uint64_t first;

	if (writer_begin(w, &moment))
		exit(1);
	writer_answer(w, 0, numbered);
	first = writer_changed(w, false);
	for (i = 0; i < nr; i++) {
		if (writer_has_told(w) && files[i].same) {
			same.from = same.nr ? same.from : first + i;
			same.nr++;
			continue;
		}
		take_same(w, &same);
		take(w, &files[i].file, sizeof(files->file));
		take(w, &files[i].bytes, files[i].bytes.rec.len);
	}
	take_same(w, &same);
	if (writer_end(w, 0, false))
		exit(1);
}

static void change(struct cached *files, unsigned int nr, unsigned int changes)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		files[i].same = true;
	while (changes--) {
		i = pick(nr);
		set_pages(&files[i].file, 1 + pick(16));
		files[i].same = false;
	}
}

static unsigned long long size_of(const char *path)
{
	struct folder f;
	unsigned long long size = 0;
	size_t i;

	if (folder_open(&f, path))
		exit(1);
	for (i = 0; i < f.nr; i++)
		size += f.files[i].size;
	folder_close(&f);
	return size;
}

int main(int argc, char **argv)
{
	const struct writer_limits limits = { .keep_ns = ~0ULL, .max_size = 1ULL << 40 };
	unsigned int nr, changes, moments, i;
	bool numbered = argc == 6;
	unsigned long long full, all;
	struct cached *files;
	struct writer *w;
	double first, begun;

	if ((argc != 5 && !numbered) || writer_open(&w, argv[1], &limits))
		return 2;
	nr = atoi(argv[2]);
	changes = nr / 100.0 * atof(argv[3]);
	moments = atoi(argv[4]);
	files = calloc(nr, sizeof(*files));
	for (i = 0; files && i < nr; i++)
		make_file(files + i, i);
	begun = spent();
	record(w, files, nr, numbered);
	first = spent() - begun;
	full = size_of(argv[1]);
	begun = spent();
	for (i = 0; i < moments; i++) {
		change(files, nr, changes);
		record(w, files, nr, numbered);
	}
	all = size_of(argv[1]);
	printf("full %llu bytes %.1f ms, delta %llu bytes %.1f ms\n", full, first * 1e3,
	       (all - full) / moments, (spent() - begun) / moments * 1e3);
	writer_close(w);
	free(files);
	return 0;
}
