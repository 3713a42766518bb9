/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_TOLD_H
#define PAGESNAP_FAULTS_TOLD_H

#include <linux/hashtable.h>
#include <linux/xarray.h>

#include "../core/emit.h"
#include "event.h"
#include "guard.h"

/**
 * struct pagesnap_told - what the reader of an answer was told of threads and VMAs
 * @q: number of the query
 * @tracer: whose guards have the memory of processes
 * @tid: thread that was told of last
 * @pid: its process
 * @map_pid: process that @map is of
 * @map: VMA that was told of last; its end is 0: none
 * @threads: PID of the process of each thread, by its own
 * @nr_threads: how many
 * @maps: VMAs of each process, by its PID
 * @nr_maps: how many in all
 * @names: of files, so that those of processes that are gone have theirs
 * @nr_names: how many
 * @buf: a name, PATH_MAX bytes
 * @patience: nanoseconds that may still be waited for locks
 *
 * Context: owned by the session's reader.
 */
struct pagesnap_told {
	u32 q;
	const struct pagesnap_tracer *tracer;
	u32 tid;
	u32 pid;
	u32 map_pid;
	struct pagesnap_seen_vma map;
	struct xarray threads;
	u32 nr_threads;
	struct xarray maps;
	u32 nr_maps;
	DECLARE_HASHTABLE(names, 8);
	u32 nr_names;
	char *buf;
	u64 patience;
};

int pagesnap_told_init(struct pagesnap_told *t, u32 q, const struct pagesnap_tracer *tracer);
void pagesnap_told_destroy(struct pagesnap_told *t);
void pagesnap_told_forget_thread(struct pagesnap_told *t, u32 tid);
void pagesnap_told_forget(struct pagesnap_told *t, u32 pid);
void pagesnap_told_thread(struct pagesnap_told *t, struct pagesnap_emit *e, u32 tid, u32 pid);
void pagesnap_told_map(struct pagesnap_told *t, struct pagesnap_emit *e, u32 pid,
		       const struct pagesnap_seen_vma *vma);

#endif /* PAGESNAP_FAULTS_TOLD_H */
