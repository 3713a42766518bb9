// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a saved run of heat of which pictures are known beforehand: make-run SCENE.
 *
 * Process 600 has a file of 64 pages that is accessed all the time, a heap of 256 pages of
 * which a window of 32 is, further down in each round until it begins anew, and a file of
 * 1024 pages that is never accessed.  A sample is taken each 100 ms, five are a round.
 *	moving		200 samples, but 61 to 70 were missed, 100 is late, and 150 lacks pages
 *	unflushed	the same without flushes, cut in its last round
 *	one, none	so many samples
 *	names		mappings with names that are no text
 *	scattered	a round of a million pages, each other of them accessed
 *	many		3000 mappings
 *	coming		4096 pages more that nobody accesses, from round 20 on
 *	two		process 601 beside it, which is asked for by itself, and has its heap alone
 *	odd		one sample each 300 ms: no whole number of them makes a second
 */
#include <stdio.h>
#include <stdlib.h>

#include "answer-internal.h"

#define MS 1000000ull
#define PID 600
#define AGGREGATE 5
#define FILE_START 0x1000
#define FILE_PAGES 64
#define HEAP_START 0x5000
#define HEAP_PAGES 256
#define WINDOW 32
#define COLD_START 0x9000
#define COLD_PAGES 1024
#define MANY_START 0x100000
#define LONG_NAME 3000

static struct stream s;
static uint32_t q;
static unsigned int every = 100;

static void flush(struct stream *from)
{
	if (fwrite(from->buf, 1, from->len, stdout) != from->len)
		exit(1);
	from->len = 0;
}

static void put_query(const char *text)
{
	struct pagesnap_query_rec query = {
		.rec = HEAD(QUERY, query, PAGESNAP_RF_MORE), .q = ++q, .line = q,
		.group = PAGESNAP_GROUP_OBJECT, .text_len = strlen(text), .time_ns = TIME_NS,
	};

	put(&s, &query, sizeof(query));
	put_bytes(&s, q, text, strlen(text));
}

static void put_end(void)
{
	const struct pagesnap_end end = { .rec = HEAD(END, end, 0), .q = q };

	put(&s, &end, sizeof(end));
}

static void put_task(uint32_t pid)
{
	const struct pagesnap_task task = {
		.rec = HEAD(TASK, task, 0), .q = q, .pid = pid, .comm = "mover",
	};

	put(&s, &task, sizeof(task));
}

static void put_vma(uint64_t start, uint64_t nr, const char *name, size_t len)
{
	const struct pagesnap_vma vma = {
		.rec = HEAD(VMA, vma, PAGESNAP_RF_MORE), .q = q, .start = start,
		.end = start + nr, .name_len = len,
	};

	put(&s, &vma, sizeof(vma));
	put_bytes(&s, q, name, len);
}

static void put_mappings(uint32_t pid, const char *scene)
{
	static char name[LONG_NAME];
	uint64_t i;

	answer_header(&s, "task_index", 1);
	put_query("600 group=object");
	put_task(pid);
	if (!strcmp(scene, "names")) {
		memset(name, 'x', sizeof(name));
		put_vma(FILE_START, FILE_PAGES, "/a\033[31mred\n\xff\xfe\x80<&\"", 17);
		put_vma(HEAP_START, HEAP_PAGES, "/\xe6\x97\xa5\xe6\x9c\xac/\xc3\xa4", 10);
		put_vma(COLD_START, COLD_PAGES, name, sizeof(name));
	} else {
		if (pid == PID)
			put_vma(FILE_START, FILE_PAGES, "/usr/lib/libhot.so", 18);
		put_vma(HEAP_START, HEAP_PAGES, "[heap]", 6);
		if (pid == PID)
			put_vma(COLD_START, COLD_PAGES, "/data/cold.db", 13);
	}
	for (i = 0; !strcmp(scene, "many") && i < 3000; i++)
		put_vma(MANY_START + 2 * i, 1, "/many", 5);
	put_end();
}

/* Accessed in all samples of the round, or in none. */
static void put_heat(uint64_t index, uint64_t nr, bool accessed)
{
	const struct pagesnap_accesses_heat heat = {
		.rec = HEAD(HEAT, heat, accessed ? 0 : PAGESNAP_RF_AT_LEAST), .q = q,
		.index = index, .nr = nr, .accessed = accessed ? AGGREGATE : 0, .of = AGGREGATE,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_KIND_ANON,
		.age = accessed ? 0 : AGGREGATE,
	};

	if (nr)
		put(&s, &heat, sizeof(heat));
}

static void put_round(uint32_t pid, uint64_t round, const char *scene)
{
	const uint64_t at = round * WINDOW % HEAP_PAGES;
	uint64_t i;

	put_task(pid);
	if (pid == PID)
		put_heat(FILE_START, FILE_PAGES, true);
	put_heat(HEAP_START, at, false);
	put_heat(HEAP_START + at, WINDOW, true);
	put_heat(HEAP_START + at + WINDOW, HEAP_PAGES - WINDOW - at, false);
	if (pid == PID)
		put_heat(COLD_START, COLD_PAGES, false);
	if (!strcmp(scene, "coming") && round >= 20)
		put_heat(MANY_START, 4096, false);
	for (i = 0; !strcmp(scene, "scattered") && i < 1000000; i++)
		put_heat(MANY_START + i, 1, i & 1);
	for (i = 0; !strcmp(scene, "many") && i < 3000; i++)
		put_heat(MANY_START + 2 * i, 1, i & 1);
}

static void put_sample(uint64_t n, uint64_t missed, uint64_t late, uint64_t lost)
{
	const struct pagesnap_accesses_sample sample = {
		.rec = HEAD(SAMPLE, sample, 0), .q = q, .processes = 1, .n = n,
		.time_ns = TIME_NS + n * every * MS, .late_ns = late * MS, .missed = missed,
		.pages = FILE_PAGES + HEAP_PAGES + COLD_PAGES, .accessed = FILE_PAGES + WINDOW,
		.dirtied = PAGESNAP_NONE, .lost = lost,
	};

	put(&s, &sample, sizeof(sample));
}

static void put_run(uint32_t pid, const char *scene, uint64_t samples, bool faults)
{
	char text[64];
	uint64_t n, taken = 0;

	answer_header(&s, "accesses/task_index", 2);
	snprintf(text, sizeof(text), "%u every=%ums samples=%u aggregate=%d%s", pid, every,
		 (unsigned int)(samples ?: 1), AGGREGATE,
		 strcmp(scene, "unflushed") ? "" : " flush=0");
	put_query(text);
	for (n = 1; n <= samples; n++) {
		if (faults && n == 61)
			n = 71;
		put_sample(n, faults && n == 71 ? 10 : 0, faults && n == 100 ? 80 : 0,
			   faults && n == 150 ? 3 : 0);
		if (++taken % AGGREGATE == 0 || n == samples)
			put_round(pid, (taken - 1) / AGGREGATE, scene);
	}
	if (strcmp(scene, "unflushed"))
		put_end();
}

int main(int argc, char **argv)
{
	const char *scene = argc > 1 ? argv[1] : "";
	uint64_t samples = !strcmp(scene, "none") ? 0 : !strcmp(scene, "one") ? 1 :
			   !strcmp(scene, "scattered") ? AGGREGATE : 200;

	s.spill = flush;
	if (!strcmp(scene, "odd"))
		every = 300;
	put_mappings(PID, scene);
	if (!strcmp(scene, "two"))
		put_mappings(PID + 1, scene);
	put_run(PID, scene, samples, samples == 200 && strcmp(scene, "two"));
	if (!strcmp(scene, "two"))
		put_run(PID + 1, scene, samples, false);
	flush(&s);
	free(s.buf);
	return fflush(stdout) != 0;
}
