// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a saved reference trace of which pictures are known beforehand: make-trace SCENE.
 *
 * Process 700 has a file of 64 pages from 0x1000 on, from which instructions are fetched, a heap
 * of 256 pages from 0x5000 on, and a stack of 16 pages near the top.
 *	scan		the heap is written from its first page to its last, one reference each
 *	three		a fetch, a write to the heap and a read of the stack in turn, 256 times
 *	fork		the same 4096 times; then it forks 701, which execs, scans the heap and exits
 *	huge		the same 256 times, of which the heap's are of huge pages
 *	lost		as scan, but in the middle 1000 faults are lost
 *	exact		as scan, with window=1 over all addresses as one range
 *	whole		as scan, with window=1 over the whole process
 *	long		2000000 references, each to another page or as three
 *	none		no reference
 *	cut		as scan, without an end
 */
#include <stdio.h>
#include <stdlib.h>
#include <linux/pagesnap/faults.h>

#include "answer-internal.h"

#define PID 700
#define US 1000ull
#define FILE_START 0x1000
#define FILE_PAGES 64
#define HEAP_START 0x5000
#define HEAP_PAGES 256
#define STACK_START 0x7ffff0000ull
#define STACK_PAGES 16

static struct stream s;
static uint64_t now = 1000000000;

static void flush(struct stream *from)
{
	if (fwrite(from->buf, 1, from->len, stdout) != from->len)
		exit(1);
	from->len = 0;
}

static void begin(const char *scene)
{
	const char *text = !strcmp(scene, "exact") ? "700 1 999999999 window=1" :
			   !strcmp(scene, "whole") ? "700 every=500ms window=1" :
						     "700 every=500ms children=1";
	struct pagesnap_query_rec query = {
		.rec = HEAD(QUERY, query, PAGESNAP_RF_MORE), .q = 1, .line = 1,
		.text_len = strlen(text), .time_ns = TIME_NS,
	};

	answer_header(&s, "task_index", 1);
	snprintf(((struct pagesnap_header *)s.buf)->collection, 32, "faults");
	put(&s, &query, sizeof(query));
	put_bytes(&s, 1, text, strlen(text));
}

static void put_sweep(void)
{
	static uint64_t n;
	const struct pagesnap_faults_sweep sweep = {
		.rec = HEAD(SWEEP, sweep, 0), .q = 1, .processes = 1, .n = ++n, .time_ns = now,
	};

	put(&s, &sweep, sizeof(sweep));
}

static void put_map(uint32_t pid, uint64_t start, uint64_t nr, uint32_t kind, uint64_t ino,
		    const char *name)
{
	const struct pagesnap_faults_map map = {
		.rec = HEAD(FAULT_MAP, map, PAGESNAP_RF_MORE), .q = 1, .pid = pid, .start = start,
		.end = start + nr, .ino = ino, .dev_major = ino == PAGESNAP_NONE ? PAGESNAP_NONE32 : 8,
		.dev_minor = ino == PAGESNAP_NONE ? PAGESNAP_NONE32 : 1, .prot = 7, .kind = kind,
		.name_len = strlen(name),
	};

	put(&s, &map, sizeof(map));
	put_bytes(&s, 1, name, strlen(name));
}

static void put_process(uint32_t pid)
{
	struct pagesnap_faults_thread thread = {
		.rec = HEAD(THREAD, thread, 0), .q = 1, .tid = pid, .pid = pid, .comm = "scanner",
	};

	put(&s, &thread, sizeof(thread));
	put_map(pid, FILE_START, FILE_PAGES, PAGESNAP_MAP_FILE, 77, "/usr/lib/libscan.so.1");
	put_map(pid, HEAP_START, HEAP_PAGES, PAGESNAP_MAP_HEAP, PAGESNAP_NONE, "[heap]");
	put_map(pid, STACK_START, STACK_PAGES, PAGESNAP_MAP_STACK, PAGESNAP_NONE, "[stack]");
}

static void put_fault(uint32_t tid, uint64_t vpn, unsigned int flags)
{
	const struct pagesnap_faults_fault fault = {
		.rec = HEAD(FAULT, fault, flags | PAGESNAP_FAULT_WAS_OURS << PAGESNAP_RF_WAS_SHIFT),
		.q = 1, .tid = tid, .time_ns = now += 10 * US,
		.page = vpn << PAGESNAP_FAULT_CPU_BITS,
	};

	put(&s, &fault, sizeof(fault));
}

static void put_event(unsigned int type, uint32_t pid, uint32_t parent, const char *comm)
{
	struct pagesnap_faults_event event = {
		.rec = { .len = sizeof(event), .type = type }, .q = 1, .pid = pid,
		.parent = parent, .time_ns = now,
	};

	snprintf(event.comm, sizeof(event.comm), "%s", comm);
	put(&s, &event, sizeof(event));
}

static void put_lost(void)
{
	const struct pagesnap_lost lost = {
		.rec = HEAD(LOST, lost, 0), .q = 1, .events = 1000, .time_ns = now,
	};

	put(&s, &lost, sizeof(lost));
}

static void scan(uint32_t pid, const char *scene)
{
	uint64_t i;

	for (i = 0; i < HEAP_PAGES; i++) {
		if (i == HEAP_PAGES / 2 && !strcmp(scene, "lost"))
			put_lost();
		put_fault(pid, HEAP_START + i, PAGESNAP_RF_WRITE);
	}
}

/* @heap: more flags of references to the heap */
static void in_turn(uint32_t pid, uint64_t rounds, unsigned int heap)
{
	uint64_t i;

	for (i = 0; i < rounds; i++) {
		put_fault(pid, FILE_START + i % FILE_PAGES, PAGESNAP_RF_FETCH);
		put_fault(pid, HEAP_START + i * HEAP_PAGES / rounds, PAGESNAP_RF_WRITE | heap);
		put_fault(pid, STACK_START + i % STACK_PAGES, 0);
	}
}

static void put_end(void)
{
	const struct pagesnap_end end = { .rec = HEAD(END, end, 0), .q = 1 };

	put(&s, &end, sizeof(end));
}

int main(int argc, char **argv)
{
	const char *scene = argc > 1 ? argv[1] : "";
	uint64_t i;

	s.spill = flush;
	begin(scene);
	put_sweep();
	put_process(PID);
	if (!strcmp(scene, "three") || !strcmp(scene, "fork"))
		in_turn(PID, strcmp(scene, "fork") ? 256 : 4096, 0);
	else if (!strcmp(scene, "huge"))
		in_turn(PID, 256, PAGESNAP_RF_HUGE);
	else if (!strcmp(scene, "long"))
		for (i = 0; i < 2000000; i++)
			put_fault(PID, HEAP_START + i * 7919 % 4000000, i & 1);
	else if (strcmp(scene, "none"))
		scan(PID, scene);
	if (!strcmp(scene, "fork")) {
		put_event(PAGESNAP_REC_FORK, PID + 1, PID, "scanner");
		put_event(PAGESNAP_REC_EXEC, PID + 1, PAGESNAP_NONE32, "child");
		put_process(PID + 1);
		scan(PID + 1, scene);
		put_event(PAGESNAP_REC_EXIT, PID + 1, PAGESNAP_NONE32, "child");
		in_turn(PID, 1000, 0);
	}
	if (strcmp(scene, "cut"))
		put_end();
	flush(&s);
	free(s.buf);
	return fflush(stdout) != 0;
}
