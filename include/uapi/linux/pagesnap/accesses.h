/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: records of objects/mm/accesses, which pages were accessed since the last look.
 */
#ifndef _UAPI_LINUX_PAGESNAP_ACCESSES_H
#define _UAPI_LINUX_PAGESNAP_ACCESSES_H

#include "memory.h"

/* Limits. */

/* Page tables' worth of units, 512 each, that one answer remembers. */
#define PAGESNAP_ACCESSES_TABLES_MAX	65536
/* Samples of one aggregate=. */
#define PAGESNAP_ACCESSES_AGGREGATE_MAX	100
/* Processes that one answer knows, those that it passes over included. */
#define PAGESNAP_ACCESSES_PROCESSES_MAX	4096
/* Answers that look at one process at a time. */
#define PAGESNAP_ACCESSES_SESSIONS_MAX	16
/* Page tables' worth of pages, 512 each, that all of them keep to tell each other. */
#define PAGESNAP_ACCESSES_UNTOLD_MAX	65536
/* Files that one answer with by=file tells apart. */
#define PAGESNAP_ACCESSES_FILES_MAX	4096
/* Windows of one wss: the last 1, 2, 4 ... samples. */
#define PAGESNAP_ACCESSES_WINDOWS	32

/* Record types. */
#define PAGESNAP_REC_SAMPLE	513	/* 0x0201; each sample has one */
#define PAGESNAP_REC_HEAT	514	/* behind the last sample of a round */
#define PAGESNAP_REC_WSS	515	/* behind the heat of each process */
#define PAGESNAP_REC_PROCESS	516	/* before the sample that notices it */
#define PAGESNAP_REC_HEAT_SPAN	517	/* before the heat of page frames, or of a file */
#define PAGESNAP_REC_HEAT_FILE	518	/* before the heat of each file, with by=file */

/* Flags of struct pagesnap_rec. */
#define PAGESNAP_RF_AT_LEAST	0x0001	/* of heat: @age is the least that it can be */
#define PAGESNAP_RF_PFN		0x0002	/* of heat: @index is a page frame number */
#define PAGESNAP_RF_INDEX	0x0004	/* of heat and its span: these are pages of a file */
#define PAGESNAP_RF_KERNEL	0x0010	/* of heat, its span and wss: the kernel's accesses */

/* A node, kind or order that differs between the pages of a unit. */
#define PAGESNAP_MIXED32	(~0U - 2)
#define PAGESNAP_MIXED16	0xffff
/* An order that is not known, and a kind where there is none. */
#define PAGESNAP_UNKNOWN16	0xfffd
#define PAGESNAP_NONE16		0xfffe

/* What became of a process.  Those from PAGESNAP_PROCESS_SELF on are not looked at. */
#define PAGESNAP_PROCESS_COMES	0	/* looked at from now on; the first look only clears */
#define PAGESNAP_PROCESS_EXITED	1	/* its memory went away */
#define PAGESNAP_PROCESS_EXECED	2	/* it runs another program, in other memory, which comes */
#define PAGESNAP_PROCESS_LEFT	3	/* another uid or cgroup; the file is unmapped */
#define PAGESNAP_PROCESS_LOCKED	4	/* a lock was not had: it isn't in the next sample */
#define PAGESNAP_PROCESS_SELF	5	/* its memory is the reader's own */
#define PAGESNAP_PROCESS_SHARED	6	/* its memory is that of another one that is found, too */
#define PAGESNAP_PROCESS_BUSY	7	/* PAGESNAP_ACCESSES_SESSIONS_MAX others look at it */
#define PAGESNAP_PROCESS_ENDING	8	/* it is ending, with more threads than are asked */
#define PAGESNAP_PROCESS_LIMIT	9	/* the first above PAGESNAP_ACCESSES_PROCESSES_MAX */
#define PAGESNAP_PROCESS_WHATS	10

/* Why pages of the last sample were passed over; counted in pages. */
#define PAGESNAP_ACCESSES_WHY_PFNMAP	0	/* VM_PFNMAP or VM_IO: no memory of the kernel's */
#define PAGESNAP_ACCESSES_WHY_MIXEDMAP	1	/* VM_MIXEDMAP: partly so; DAX */
#define PAGESNAP_ACCESSES_WHY_HUGETLB	2	/* hugetlb, whose tables processes share */
#define PAGESNAP_ACCESSES_WHY_SPECIAL	3	/* special entries */
#define PAGESNAP_ACCESSES_WHY_PUD	4	/* pages of 1 GiB */
/*
 * Why processes of a target were; counted in processes, each time that one begins to be passed
 * over.  The answer lacks nothing for SELF and SHARED.
 */
#define PAGESNAP_ACCESSES_WHY_SELF	5	/* as PAGESNAP_PROCESS_SELF */
#define PAGESNAP_ACCESSES_WHY_SHARED	6	/* as PAGESNAP_PROCESS_SHARED */
#define PAGESNAP_ACCESSES_WHY_BUSY	7	/* as PAGESNAP_PROCESS_BUSY */
#define PAGESNAP_ACCESSES_WHY_ENDING	8	/* as PAGESNAP_PROCESS_ENDING */
/* The most that were in one sample. */
#define PAGESNAP_ACCESSES_WHY_LIMIT	9	/* above PAGESNAP_ACCESSES_PROCESSES_MAX */
/* Each sample that lacks one. */
#define PAGESNAP_ACCESSES_WHY_LOCKED	10	/* as PAGESNAP_PROCESS_LOCKED */
/* Accessed pages that looks with skip=1 had passed over, until one that passes all found them. */
#define PAGESNAP_ACCESSES_WHY_STRANDED	11
#define PAGESNAP_ACCESSES_WHYS		12

/* What an end counts. */
#define PAGESNAP_ACCESSES_COUNT_SAMPLES	0	/* taken, without the look that came before */
#define PAGESNAP_ACCESSES_COUNT_MISSED	1	/* whose time had passed */
#define PAGESNAP_ACCESSES_COUNT_ENTRIES	2	/* of page tables, that were looked at, each time */
#define PAGESNAP_ACCESSES_COUNT_LOST	3	/* pages not remembered or not told of */
#define PAGESNAP_ACCESSES_COUNT_FLUSHES	4	/* of all TLBs; 0 with flush=0 */
#define PAGESNAP_ACCESSES_COUNTS	5

/**
 * struct pagesnap_accesses_sample - a sample was taken
 * @rec: record head
 * @q: query
 * @processes: that were looked at
 * @n: number of the sample, from 1; those that were missed have numbers, too
 * @time_ns: CLOCK_REALTIME when it began
 * @late_ns: since it should have begun
 * @took_ns: until the last page table was passed, and TLBs were flushed
 * @missed: samples before it whose time had passed
 * @entries: entries of page tables that map pages
 * @pages: pages that they map
 * @accessed: of these, those that were accessed since the sample before
 * @dirtied: those that were clean then and are dirty now; PAGESNAP_NONE without write=1
 * @lost: those not remembered, or not told of by another answer or a probe
 * @lacking: processes that should have been looked at, and were not
 * @passed: page tables that were passed over as nobody had used them, with skip=1
 *
 * Those that @lacking counts are locked, looked at by too many others, ending, or above
 * PAGESNAP_ACCESSES_PROCESSES_MAX.
 */
struct pagesnap_accesses_sample {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 processes;
	__u64 n;
	__u64 time_ns;
	__u64 late_ns;
	__u64 took_ns;
	__u64 missed;
	__u64 entries;
	__u64 pages;
	__u64 accessed;
	__u64 dirtied;
	__u64 lost;
	__u32 lacking;
	__u32 passed;
};

/**
 * struct pagesnap_accesses_heat - pages side by side that are alike
 * @rec: record head; PAGESNAP_RF_AT_LEAST, _PFN, _INDEX, _KERNEL
 * @q: query
 * @node: NUMA node; PAGESNAP_NONE32 of the zero page or of what is gone, PAGESNAP_MIXED32
 * @index: of the first: its virtual page number, or what flags say
 * @nr: pages; with unit=, whole units, of which some pages may not be there
 * @accessed: samples before which they were accessed
 * @of: samples in which they were there: in a page table, or cached, with reads=1
 * @dirtied: samples that found them dirty, the one before clean; or PAGESNAP_UNKNOWN32, _NONE32
 * @kind: PAGESNAP_KIND_*, PAGESNAP_MIXED16; PAGESNAP_NONE16 with PAGESNAP_RF_KERNEL
 * @order: log2 of the pages that one bit of the hardware tells of, PAGESNAP_MIXED16
 * @age: samples behind the last that found them accessed; 0: that is the newest
 * @reserved: zero
 *
 * The age of a unit is that of its youngest page, and counts samples that were missed, too.
 * With PAGESNAP_RF_AT_LEAST no sample has found them accessed.  Then the age is the number of
 * samples behind the first look at the process, or, if they came later, behind the look before
 * the one that met them.
 * It is of what the record before it names: a process, by struct pagesnap_task; page frames or
 * pages of the query's file, by struct pagesnap_accesses_span; pages of another file, by struct
 * pagesnap_accesses_file.  Frames and files are remembered whoever maps them: a page that several
 * processes map counts once a sample.
 * With PAGESNAP_RF_KERNEL frames were accessed by the kernel's direct map.  Where it can't be
 * looked at, one record has all of the range, and its @node, @accessed, @of and @age are
 * PAGESNAP_UNKNOWN32, its @order PAGESNAP_UNKNOWN16.
 */
struct pagesnap_accesses_heat {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 node;
	__u64 index;
	__u64 nr;
	__u32 accessed;
	__u32 of;
	__u32 dirtied;
	__u16 kind;
	__u16 order;
	__u32 age;
	__u32 reserved;
};

/**
 * struct pagesnap_accesses_span - a range of page frames, or of a file, before its heat
 * @rec: record head; PAGESNAP_RF_INDEX, PAGESNAP_RF_KERNEL
 * @q: query
 * @reserved: zero
 * @start: first frame, or page of the file that the query names
 * @end: the one behind the last; PAGESNAP_NONE: there is no end
 */
struct pagesnap_accesses_span {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 start;
	__u64 end;
};

/**
 * struct pagesnap_accesses_file - a file that processes map, before its heat
 * @rec: record head
 * @q: query
 * @dev_major: of the inode that has its pages: of an overlay, that below it
 * @dev_minor: of that
 * @gen: its generation
 * @ino: its number
 * @subvol: btrfs: number of its subvolume, in which @ino is unique; 0 on others
 * @state: PAGESNAP_STATE_LIVE, _DELETED or _OFFLIST, when it was met
 * @name_len: bytes of its name that follow: its path, as the reader saw it then
 */
struct pagesnap_accesses_file {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 dev_major;
	__u32 dev_minor;
	__u32 gen;
	__u64 ino;
	__u64 subvol;
	__u32 state;
	__u32 name_len;
};

/**
 * struct pagesnap_accesses_wss - the working set, behind heat: of a process, frames or a file
 * @rec: record head; PAGESNAP_RF_KERNEL
 * @q: query
 * @pid: process, in the initial PID namespace; PAGESNAP_NONE32 of frames or a file
 * @n: number of the newest sample in which it was looked at
 * @of: samples since the first look, with those that were missed
 * @pages: pages that were there in a sample of this round; whole units
 * @never: of these, those that no sample has found accessed
 * @accessed: of @pages, those accessed in the last 1, 2, 4 ... samples
 *
 * It sums up all heat of the round, that which age= leaves out as well: @never is the heat
 * with PAGESNAP_RF_AT_LEAST, and @accessed[i] that with an age below 2^i and without.
 * @accessed[i] is PAGESNAP_UNKNOWN where 2^i is more than @of.
 */
struct pagesnap_accesses_wss {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 n;
	__u64 of;
	__u64 pages;
	__u64 never;
	__u64 accessed[PAGESNAP_ACCESSES_WINDOWS];
};

/**
 * struct pagesnap_accesses_process - a process comes, goes, or is passed over
 * @rec: record head
 * @q: query
 * @pid: process, in the initial PID namespace
 * @n: number of the sample under way, 0 in the look before the first
 * @what: PAGESNAP_PROCESS_*
 * @reserved: zero
 * @comm: command name of its first thread; empty if it wasn't read
 *
 * Of the targets of several processes; with a PID alone only PAGESNAP_PROCESS_LOCKED: what else
 * becomes of it is in the end.
 * Heat of who goes is told of once more, at the end of the round.
 */
struct pagesnap_accesses_process {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 n;
	__u32 what;
	__u32 reserved;
	char comm[16];
};

#endif /* _UAPI_LINUX_PAGESNAP_ACCESSES_H */
