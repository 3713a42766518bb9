/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_EVENT_H
#define PAGESNAP_FAULTS_EVENT_H

#include "../core/ring.h"

/* What a probe has seen. */
enum pagesnap_fault_event_type {
	PAGESNAP_EVENT_FAULT,
	PAGESNAP_EVENT_FORK,
	PAGESNAP_EVENT_EXEC,
	PAGESNAP_EVENT_EXIT,
	PAGESNAP_EVENT_THREAD,	/* for the reader alone: there is no record of it */
	PAGESNAP_EVENT_WINDOW,
};

/**
 * struct pagesnap_seen_vma - what a probe knows of the VMA of a fault
 * @start: first virtual page number
 * @end: the one behind the last; 0: nobody could tell which it is
 * @pgoff: page of the file at @start
 * @ino: inode that has its pages
 * @dev: its device
 * @gen: its generation
 * @prot: PAGESNAP_VMA_*
 * @kind: PAGESNAP_MAP_*
 * @has_file: it maps a file; else @pgoff, @ino, @dev and @gen are 0
 */
struct pagesnap_seen_vma {
	u64 start;
	u64 end;
	u64 pgoff;
	u64 ino;
	u32 dev;
	u32 gen;
	u8 prot;
	u8 kind;
	u8 has_file;
};

/**
 * struct pagesnap_fault_event - a fault, on its way to the reader
 * @head: when; @head.type: PAGESNAP_EVENT_FAULT, @head.flags: PAGESNAP_RF_* of its record,
 *	@head.pid: process
 * @tid: its thread
 * @vpn: virtual page number
 * @vma: where that is; unless its end is 0 all of it is set
 */
struct pagesnap_fault_event {
	struct pagesnap_event head;
	u32 tid;
	u64 vpn;
	struct pagesnap_seen_vma vma;
};

/**
 * struct pagesnap_process_event - a process came, changed or went
 * @head: when; @head.type: enum pagesnap_fault_event_type, @head.pid: process; with
 *	PAGESNAP_EVENT_THREAD, the new thread
 * @parent: of a fork, who forked
 * @window: with PAGESNAP_EVENT_WINDOW, its pages
 * @comm: command name
 */
struct pagesnap_process_event {
	struct pagesnap_event head;
	u32 parent;
	u32 window;
	char comm[TASK_COMM_LEN];
};

#endif /* PAGESNAP_FAULTS_EVENT_H */
