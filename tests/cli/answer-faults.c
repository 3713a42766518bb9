// SPDX-License-Identifier: GPL-2.0
/*
 * The same of faults.  Any process has a file of 16 pages and a heap; it forks 53, which writes to
 * the heap and exits.  Of process 78 events were lost.
 */
#include <stdlib.h>

#include <linux/pagesnap/faults.h>

#include "answer-internal.h"

static void put_sweep(struct stream *s, struct asked *a, uint64_t n)
{
	struct pagesnap_faults_sweep sweep = {
		.rec = HEAD(SWEEP, sweep, 0), .q = a->q, .processes = 1, .n = n, .time_ns = n * 1000,
		.took_ns = 7, .entries = 20, .guarded = 16, .still = n - 1,
	};

	put(s, &sweep, sizeof(sweep));
}

static void put_fault(struct stream *s, struct asked *a, uint32_t tid, uint64_t vpn, uint32_t flags)
{
	struct pagesnap_faults_fault fault = {
		.rec = HEAD(FAULT, fault, flags | PAGESNAP_FAULT_WAS_OURS << PAGESNAP_RF_WAS_SHIFT),
		.q = a->q, .tid = tid, .time_ns = 2000 + a->end.records,
		.page = vpn << PAGESNAP_FAULT_CPU_BITS | 1,
	};

	put(s, &fault, sizeof(fault));
	a->end.records++;
	a->end.counters[PAGESNAP_FAULTS_COUNT_FAULTS]++;
}

static void put_map(struct stream *s, struct asked *a, uint32_t pid, bool file)
{
	const char *name = file ? "/lib/a.so" : "[heap]";
	struct pagesnap_faults_map map = {
		.rec = HEAD(FAULT_MAP, map, PAGESNAP_RF_MORE), .q = a->q, .pid = pid,
		.start = file ? 0x1000 : FAKE_HEAP, .end = file ? 0x1010 : FAKE_HEAP + 0x90,
		.pgoff = file ? 2 : 0, .ino = file ? 12 : PAGESNAP_NONE,
		.dev_major = file ? 8 : PAGESNAP_NONE32, .dev_minor = file ? 1 : PAGESNAP_NONE32,
		.prot = file ? 5 : 3, .kind = file ? PAGESNAP_MAP_FILE : PAGESNAP_MAP_HEAP,
		.name_len = strlen(name),
	};

	put(s, &map, sizeof(map));
	put_bytes(s, a->q, name, strlen(name));
}

static void put_thread(struct stream *s, struct asked *a, uint32_t tid, uint32_t pid)
{
	struct pagesnap_faults_thread thread = {
		.rec = HEAD(THREAD, thread, 0), .q = a->q, .tid = tid, .pid = pid, .comm = "fake",
	};

	put(s, &thread, sizeof(thread));
}

static void put_event(struct stream *s, struct asked *a, uint32_t type, uint32_t pid,
		      uint32_t parent)
{
	struct pagesnap_faults_event event = {
		.rec = HEAD(FORK, event, 0), .q = a->q, .pid = pid, .parent = parent,
		.time_ns = 2500, .comm = "child",
	};

	event.rec.type = type;
	put(s, &event, sizeof(event));
}

static void put_lost(struct stream *s, struct asked *a)
{
	struct pagesnap_lost lost = {
		.rec = HEAD(LOST, lost, 0), .q = a->q, .cpu = 1, .events = 9, .time_ns = 2600,
	};

	put(s, &lost, sizeof(lost));
	a->end.status = PAGESNAP_END_PARTIAL;
	a->end.counters[PAGESNAP_FAULTS_COUNT_LOST] = 9;
}

/**
 * put_trace() - a trace
 * @s: stream
 * @a: query
 */
void put_trace(struct stream *s, struct asked *a)
{
	uint32_t pid = atoi(a->path);
	struct pagesnap_faults_traced traced = {
		.rec = HEAD(TRACED, traced, 0), .q = a->q, .pid = pid, .n = 1, .comm = "fake",
	};

	put(s, &traced, sizeof(traced));
	put_sweep(s, a, 1);
	put_thread(s, a, pid, pid);
	put_thread(s, a, pid + 1, pid);
	put_map(s, a, pid, true);
	put_fault(s, a, pid, 0x1003, PAGESNAP_RF_FETCH);
	put_map(s, a, pid, false);
	put_fault(s, a, pid + 1, FAKE_HEAP, PAGESNAP_RF_WRITE);
	put_fault(s, a, pid, 0x9000, PAGESNAP_RF_BY_KERNEL | PAGESNAP_RF_NO_MAP);
	put_event(s, a, PAGESNAP_REC_FORK, 53, pid);
	put_thread(s, a, 53, 53);
	put_fault(s, a, 53, FAKE_HEAP + 1, PAGESNAP_RF_WRITE);
	put_event(s, a, PAGESNAP_REC_EXIT, 53, PAGESNAP_NONE32);
	if (pid == 78)
		put_lost(s, a);
	put_sweep(s, a, 2);
	a->end.counters[PAGESNAP_FAULTS_COUNT_SWEEPS] = 2;
}
