/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: records of objects/mm/faults, which pages were referenced, in which order.
 */
#ifndef _UAPI_LINUX_PAGESNAP_FAULTS_H
#define _UAPI_LINUX_PAGESNAP_FAULTS_H

#include "memory.h"

/* Limits. */

/* Processes that one answer traces at a time, those that it passes over included. */
#define PAGESNAP_FAULTS_PROCESSES_MAX	4096
/* Pages of window=. */
#define PAGESNAP_FAULTS_WINDOW_MAX	1024

/* Record types. */
#define PAGESNAP_REC_FAULT_MAP	769	/* 0x0301; before the first fault in a VMA as it is now */
#define PAGESNAP_REC_FAULT	770
#define PAGESNAP_REC_THREAD	771	/* before the first fault of a thread */
#define PAGESNAP_REC_FORK	772
#define PAGESNAP_REC_EXEC	773
#define PAGESNAP_REC_EXIT	774
#define PAGESNAP_REC_TRACED	775	/* a process comes, goes, or is passed over */
#define PAGESNAP_REC_SWEEP	776	/* entries were protected */
#define PAGESNAP_REC_WINDOW	777	/* the window of a process was enlarged, or given up */

/* Flags of struct pagesnap_rec, of a fault. */
#define PAGESNAP_RF_WRITE	0x0001	/* a write; else a read, or a fetch */
#define PAGESNAP_RF_FETCH	0x0002	/* an instruction */
#define PAGESNAP_RF_BY_KERNEL	0x0004	/* by the kernel, for the process: in a system call */
#define PAGESNAP_RF_WAS		0x0070	/* PAGESNAP_FAULT_WAS_*, shifted */
#define PAGESNAP_RF_WAS_SHIFT	4
#define PAGESNAP_RF_HUGE	0x0200	/* its entry covers a huge page, and @page is in that */
#define PAGESNAP_RF_HEALED	0x0400	/* ours, and the kernel restored it in our place */
#define PAGESNAP_RF_NO_MAP	0x0800	/* nobody could tell in which VMA */

/* What was in the page table. */
#define PAGESNAP_FAULT_WAS_UNKNOWN	0
#define PAGESNAP_FAULT_WAS_NONE		1	/* nothing: the first touch, or it was dropped */
#define PAGESNAP_FAULT_WAS_SWAP		2
#define PAGESNAP_FAULT_WAS_OURS		3	/* protected by this collection: a reference */
#define PAGESNAP_FAULT_WAS_NUMA		4	/* a hint of NUMA balancing, or one that we left */
#define PAGESNAP_FAULT_WAS_PROTECTION	5	/* a page, but not for that: COW, SIGSEGV */
#define PAGESNAP_FAULT_WAS_PRESENT	6	/* a page, for that too: a thread was faster */
#define PAGESNAP_FAULT_WAS_OTHER	7	/* a page that migrates, a marker, poison */
#define PAGESNAP_FAULT_WASES		8

/* struct pagesnap_faults_fault: @page is the virtual page number, and the CPU. */
#define PAGESNAP_FAULT_CPU_BITS		16

/* What a VMA is. */
#define PAGESNAP_MAP_ANON	0	/* private, of no file */
#define PAGESNAP_MAP_FILE	1
#define PAGESNAP_MAP_SHMEM	2	/* shared memory, and files on tmpfs */
#define PAGESNAP_MAP_HEAP	3
#define PAGESNAP_MAP_STACK	4
#define PAGESNAP_MAP_OTHER	5	/* vdso, devices, and what else is no memory of its own */
#define PAGESNAP_MAPS		6

/* What became of a process.  Those from PAGESNAP_TRACED_SELF on are not traced. */
#define PAGESNAP_TRACED_COMES	0	/* its entries are protected from now on */
#define PAGESNAP_TRACED_GONE	1	/* its memory went away, and no exit or exec told so */
#define PAGESNAP_TRACED_LEFT	2	/* it is none of the target's any more */
#define PAGESNAP_TRACED_LOCKED	3	/* a lock was not had: this sweep lacks it */
#define PAGESNAP_TRACED_SELF	4	/* its memory is the reader's own */
#define PAGESNAP_TRACED_SHARED	5	/* its memory is that of another one that is found, too */
#define PAGESNAP_TRACED_BUSY	6	/* another session traces it */
#define PAGESNAP_TRACED_ENDING	7	/* it is ending, with more threads than are asked */
#define PAGESNAP_TRACED_LIMIT	8	/* the first above PAGESNAP_FAULTS_PROCESSES_MAX */
#define PAGESNAP_TRACED_NOTIFIERS	9	/* a guest or device has page tables of its own */
#define PAGESNAP_TRACED_WHATS	10

/* Why pages of the last sweep were left alone; counted in pages. */
#define PAGESNAP_FAULTS_WHY_PFNMAP	0	/* VM_PFNMAP or VM_IO: no memory of the kernel's */
#define PAGESNAP_FAULTS_WHY_MIXEDMAP	1	/* VM_MIXEDMAP: partly so; DAX */
#define PAGESNAP_FAULTS_WHY_HUGETLB	2	/* hugetlb, whose tables processes share */
#define PAGESNAP_FAULTS_WHY_SPECIAL	3	/* special entries */
#define PAGESNAP_FAULTS_WHY_PUD		4	/* pages of 1 GiB */
#define PAGESNAP_FAULTS_WHY_UFFD	5	/* userfaultfd, whose owner is told of faults */
#define PAGESNAP_FAULTS_WHY_SHSTK	6	/* shadow stacks */
#define PAGESNAP_FAULTS_WHY_SECRETMEM	7	/* memfd_secret() */
/* Why processes of a target were; counted in processes, as PAGESNAP_TRACED_*. */
#define PAGESNAP_FAULTS_WHY_SELF	8
#define PAGESNAP_FAULTS_WHY_SHARED	9
#define PAGESNAP_FAULTS_WHY_BUSY	10
#define PAGESNAP_FAULTS_WHY_ENDING	11
#define PAGESNAP_FAULTS_WHY_LIMIT	12
#define PAGESNAP_FAULTS_WHY_NOTIFIERS	13
/* Each sweep that lacks one. */
#define PAGESNAP_FAULTS_WHY_LOCKED	14
/* Forks and execs that no memory was kept ready for: seen by the next sweep only. */
#define PAGESNAP_FAULTS_WHY_UNREADY	15
/* Sweeps whose time had passed. */
#define PAGESNAP_FAULTS_WHY_MISSED	16
/* Faults by the kernel itself: those that it handles, it restores. */
#define PAGESNAP_FAULTS_WHY_BY_KERNEL	17
/* Faults outside of the range or the kinds asked for, of processes that are traced. */
#define PAGESNAP_FAULTS_WHY_OUTSIDE	18
/* Processes whose entries were left to the kernel at the end: a lock was not had. */
#define PAGESNAP_FAULTS_WHY_LEFT	19
#define PAGESNAP_FAULTS_WHYS		20

/* What an end counts. */
#define PAGESNAP_FAULTS_COUNT_SWEEPS	0
#define PAGESNAP_FAULTS_COUNT_FAULTS	1	/* that were told of */
#define PAGESNAP_FAULTS_COUNT_LOST	2	/* that nobody read in time */
#define PAGESNAP_FAULTS_COUNT_GUARDED	3	/* entries that were made to fault */
#define PAGESNAP_FAULTS_COUNT_HEALED	4	/* of these, faults that the kernel restored */
#define PAGESNAP_FAULTS_COUNTS		5

/**
 * struct pagesnap_faults_map - a VMA that faults are in, from now on
 * @rec: record head
 * @q: query
 * @pid: process, in the initial PID namespace
 * @start: first virtual page number
 * @end: the one behind the last
 * @pgoff: page of the file at @start
 * @ino: inode that has its pages (of an overlay, that below it), PAGESNAP_NONE if none
 * @dev_major: its device, PAGESNAP_NONE32 if none
 * @dev_minor: of that, PAGESNAP_NONE32 if none
 * @gen: its generation
 * @prot: bits 0 to 3: read, write, execute, shared
 * @kind: PAGESNAP_MAP_*
 * @state: PAGESNAP_STATE_LIVE, _DELETED, or _NONAME if it was gone before it could be named
 * @name_len: bytes of its name that follow: the path as the reader sees it, or as [heap]
 * @reserved: zero
 *
 * What was told of this process' pages in that range holds no more.
 */
struct pagesnap_faults_map {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 start;
	__u64 end;
	__u64 pgoff;
	__u64 ino;
	__u32 dev_major;
	__u32 dev_minor;
	__u32 gen;
	__u32 prot;
	__u32 kind;
	__u32 state;
	__u32 name_len;
	__u32 reserved;
};

/**
 * struct pagesnap_faults_fault - a page was referenced
 * @rec: record head; PAGESNAP_RF_WRITE and those behind it
 * @q: query
 * @tid: thread, in the initial PID namespace; its process is that of its last THREAD
 * @time_ns: CLOCK_MONOTONIC
 * @page: virtual page number << PAGESNAP_FAULT_CPU_BITS | CPU
 *
 * Its file, offset and protection are those of the last map of that process with this page.
 */
struct pagesnap_faults_fault {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 tid;
	__u64 time_ns;
	__u64 page;
};

/**
 * struct pagesnap_faults_thread - a thread, before its first fault
 * @rec: record head
 * @q: query
 * @tid: thread, in the initial PID namespace
 * @pid: its process
 * @reserved: zero
 * @comm: its command name when the record was written; empty if it had ended
 */
struct pagesnap_faults_thread {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 tid;
	__u32 pid;
	__u32 reserved;
	char comm[16];
};

/**
 * struct pagesnap_faults_event - a fork, exec or exit of a process that is traced
 * @rec: record head; its type says which
 * @q: query
 * @pid: the process; of a fork, the new one
 * @parent: of a fork, who forked; else PAGESNAP_NONE32
 * @reserved: zero
 * @time_ns: CLOCK_MONOTONIC
 * @comm: its command name
 */
struct pagesnap_faults_event {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u32 parent;
	__u32 reserved;
	__u64 time_ns;
	char comm[16];
};

/**
 * struct pagesnap_faults_traced - a process is traced, or isn't
 * @rec: record head
 * @q: query
 * @pid: process, in the initial PID namespace
 * @n: number of the sweep under way, from 1
 * @what: PAGESNAP_TRACED_*
 * @reserved: zero
 * @comm: command name of its first thread; empty if it wasn't read
 */
struct pagesnap_faults_traced {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 n;
	__u32 what;
	__u32 reserved;
	char comm[16];
};

/**
 * struct pagesnap_faults_sweep - entries of the target were made to fault
 * @rec: record head
 * @q: query
 * @processes: that it was over
 * @n: number of the sweep, from 1; those that were missed have numbers, too
 * @time_ns: CLOCK_MONOTONIC when it began
 * @real_ns: CLOCK_REALTIME then
 * @took_ns: until the last TLB was flushed
 * @late_ns: since it should have begun
 * @missed: sweeps before it whose time had passed
 * @entries: that were looked at
 * @guarded: of these, those that were made to fault
 * @still: of these, those that had not faulted since they were
 * @lacking: processes that it lacks, as a lock was not had
 * @reserved: zero
 */
struct pagesnap_faults_sweep {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 processes;
	__u64 n;
	__u64 time_ns;
	__u64 real_ns;
	__u64 took_ns;
	__u64 late_ns;
	__u64 missed;
	__u64 entries;
	__u64 guarded;
	__u64 still;
	__u32 lacking;
	__u32 reserved;
};

/**
 * struct pagesnap_faults_window - a process needs more pages at a time
 * @rec: record head
 * @q: query
 * @pid: process
 * @time_ns: CLOCK_MONOTONIC
 * @window: pages, from now on; 0: none any more, sweeps alone make pages fault
 * @reserved: zero
 */
struct pagesnap_faults_window {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 time_ns;
	__u32 window;
	__u32 reserved;
};

#endif /* _UAPI_LINUX_PAGESNAP_FAULTS_H */
