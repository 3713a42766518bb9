/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References to pages, in order: what the records of objects/mm/faults say when they are read
 * one after another.  Pure.
 */
#ifndef RENDER_TRACE_REFERENCES_H
#define RENDER_TRACE_REFERENCES_H

#include <linux/pagesnap/faults.h>

#include "lib/pagesnap.h"
#include "table.h"

/**
 * struct trace_map - a VMA that references are in, as it was when it was told of
 * @number: from 1, of this trace; no two have the same
 * @file: number of its file (or shared memory), from 1, of this trace; 0 if it has none.  Alike
 *	for all that have the same device, inode and generation
 * @start: its first virtual page number
 * @end: the one behind the last
 * @pgoff: page of the file at @start
 * @ino: inode, PAGESNAP_NONE if none
 * @dev_major: device, PAGESNAP_NONE32 if none
 * @dev_minor: device, PAGESNAP_NONE32 if none
 * @gen: generation of the inode
 * @prot: bits 0 to 3: read, write, execute, shared
 * @kind: PAGESNAP_MAP_*
 * @state: PAGESNAP_STATE_*
 * @users: who holds it
 * @name_len: bytes of @name, without the zero behind
 * @name: as the kernel reports it
 */
struct trace_map {
	uint64_t number;
	uint64_t file;
	uint64_t start;
	uint64_t end;
	uint64_t pgoff;
	uint64_t ino;
	uint32_t dev_major;
	uint32_t dev_minor;
	uint32_t gen;
	uint32_t prot;
	uint32_t kind;
	uint32_t state;
	size_t users;
	size_t name_len;
	char name[];
};

/**
 * struct trace_reference - a page was referenced
 * @time_ns: CLOCK_MONOTONIC
 * @vpn: virtual page number
 * @vtime: number of the reference in its process, from 1; an exec does not begin anew
 * @space: number of the address space, from 1, of this trace: a fork, an exec, and a PID that is
 *	used again have a new one
 * @file_page: page of the file; only where @map has a file
 * @map: the VMA that it is in, NULL if nobody told; until the next record, or trace_map_get()
 * @pid: process; a thread that no record told of is taken for one of its own
 * @tid: thread
 * @cpu: CPU
 * @flags: PAGESNAP_RF_*
 */
struct trace_reference {
	uint64_t time_ns;
	uint64_t vpn;
	uint64_t vtime;
	uint64_t space;
	uint64_t file_page;
	struct trace_map *map;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint32_t flags;
};

struct trace_process;

/**
 * struct references - what is known of the processes that are alive; all zero is nothing.  Its
 * memory is bound by what these have mapped, by PIDs, and by the files that were seen
 * @processes: by PID, the place in @list
 * @list: processes, in any order
 * @room: of @list
 * @pids: of threads, by TID
 * @files: numbers by device, inode and generation
 * @spaces: address spaces so far
 * @maps: so far
 * @tid: thread of the last reference; mostly the next is of the same
 * @last: its process; NULL if it must be looked up
 */
struct references {
	struct trace_table processes;
	struct trace_process **list;
	size_t room;
	struct trace_table pids;
	struct trace_table files;
	uint64_t spaces;
	uint64_t maps;
	uint32_t tid;
	struct trace_process *last;
};

/* A map with its name, of map->name_len bytes.  0 or -ENOMEM. */
int references_map(struct references *r, const struct pagesnap_faults_map *map, const char *name);
/* A thread.  0 or -ENOMEM. */
int references_thread(struct references *r, const struct pagesnap_faults_thread *thread);
/* A fork, exec or exit.  0 or -ENOMEM. */
int references_event(struct references *r, const struct pagesnap_faults_event *event);
/* A process comes, or goes, and is forgotten then. */
void references_traced(struct references *r, const struct pagesnap_faults_traced *traced);
/* Any of these but a fault; others tell nothing of processes.  0 or -ENOMEM. */
int references_record(struct references *r, const struct pagesnap_record *record);
/* A fault: fills in the reference.  0 or -ENOMEM. */
int references_fault(struct references *r, const struct pagesnap_faults_fault *fault,
		     struct trace_reference *ref);
void references_free(struct references *r);

/* One more holds the map. */
struct trace_map *trace_map_get(struct trace_map *map);
/* One less; the last one frees it.  NULL is nothing. */
void trace_map_put(struct trace_map *map);

#endif /* RENDER_TRACE_REFERENCES_H */
