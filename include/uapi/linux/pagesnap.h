/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: the frame of its streams, which all collections share, and the limits
 * of its control files.  The records of a collection are in linux/pagesnap/.
 *
 * With format=binary an answer is a stream of these structures, one behind
 * the other.  It begins with a struct pagesnap_header; every record starts
 * with struct pagesnap_rec.  A reader skips types that it does not know by
 * @len and takes fields that a shorter record lacks as zero: fields are only
 * ever appended.  All numbers are in the byte order of the machine that wrote
 * them, all structures are multiples of eight bytes without hidden padding.
 *
 * Names, query text and other bytes of variable length never stand in the
 * record that they belong to.  They follow it, in struct pagesnap_bytes
 * records of their own, as long as PAGESNAP_RF_MORE is set: no record is
 * longer than PAGESNAP_REC_MAX.
 *
 * The text that the index files print is made from these structures.
 */
#ifndef _UAPI_LINUX_PAGESNAP_H
#define _UAPI_LINUX_PAGESNAP_H

#include <linux/types.h>

#define PAGESNAP_ABI_MAJOR	1
#define PAGESNAP_ABI_MINOR	2

/* Limits of the control files. */

/* Bytes of one query line, its newline not counted; longer is E2BIG. */
#define PAGESNAP_LINE_MAX	20480
/* Query lines that wait in one session, or stand in one set. */
#define PAGESNAP_QUERIES_MAX	65536
/* Bytes of query text that wait in one session, or stand in one set. */
#define PAGESNAP_BYTES_MAX	(8 * 1024 * 1024)
/* Bytes of the word of tag=. */
#define PAGESNAP_TAG_MAX	31

/* Bytes of the longest record: a reader needs no larger buffer for one. */
#define PAGESNAP_REC_MAX	2048
/* Bytes that follow one record in all, at most. */
#define PAGESNAP_MORE_MAX	(32 * 1024)

/* What a stream begins with, behind the head of its first record. */
#define PAGESNAP_MAGIC		"PAGESNAP"
/* As the writer's machine stores it; a reader sees 0x04030201 if it differs. */
#define PAGESNAP_BYTE_ORDER	0x01020304

/* What the kernel that answered can report; the rest is "?" or absent. */
#define PAGESNAP_FEAT_CGROUP	(1ULL << 0)	/* charged memory cgroups */
#define PAGESNAP_FEAT_NODES	(1ULL << 1)	/* NUMA nodes */
#define PAGESNAP_FEAT_SWAP	(1ULL << 2)	/* swap entries */
#define PAGESNAP_FEAT_THP	(1ULL << 3)	/* transparent huge pages */
#define PAGESNAP_FEAT_HUGETLB	(1ULL << 4)	/* hugetlb pages */
/* And how it can be asked. */
#define PAGESNAP_FEAT_ASK	(1ULL << 5)	/* by struct pagesnap_ask */
#define PAGESNAP_FEAT_TARGETS	(1ULL << 6)	/* task_index: by uid:N and cgroup:PATH */
#define PAGESNAP_FEAT_BRIEF	(1ULL << 7)	/* with PAGESNAP_ASK_BRIEF */

/* What a struct pagesnap_ask begins with, and a line of text never does. */
#define PAGESNAP_ASK_MAGIC	"\0ask"
/* Bytes of one with all that follows it. */
#define PAGESNAP_ASK_MAX	8192

/* Types of struct pagesnap_ask. */
#define PAGESNAP_ASK_OPTIONS	1	/* options of the queries behind it */
#define PAGESNAP_ASK_QUERY	2

/* Flags of struct pagesnap_ask. */
#define PAGESNAP_ASK_RANGE	0x0001	/* @start and @end count */
#define PAGESNAP_ASK_BRIEF	0x0002	/* what the asker knows, and zeros, may be left out */

/* A number that is unknown, and one that does not apply. */
#define PAGESNAP_UNKNOWN	(~0ULL)
#define PAGESNAP_NONE		(~0ULL - 1)
#define PAGESNAP_UNKNOWN32	(~0U)
#define PAGESNAP_NONE32		(~0U - 1)

/*
 * Record types.  The upper byte says whose they are:
 *
 *	0x00	these, which all collections share, and those of pages: 3, 4, 6 to 14, 22, and
 *		what it will need of 19, 20 and 33 on
 *	0x02	accesses
 *	0x03	faults
 *	0x04	slab
 *	0xf0 to 0xfe	collections of modules that are not pagesnap's own
 *	0xff	tests
 *
 * A reader passes over the types of a collection that it does not know.
 */
#define PAGESNAP_REC_HEADER	1	/* before the first answer, may come again */
#define PAGESNAP_REC_QUERY	2	/* begins the answer to one query */
#define PAGESNAP_REC_TASK	5	/* of collections that walk the memory of processes */
#define PAGESNAP_REC_NOTE	15	/* a "#" line, for people */
#define PAGESNAP_REC_ERROR	16
#define PAGESNAP_REC_END	17	/* ends the answer to one query */
#define PAGESNAP_REC_BYTES	18	/* belongs to the record before it */
#define PAGESNAP_REC_LOST	21	/* of collections whose queries wait for events */
#define PAGESNAP_REC_CGROUP	32	/* in saved streams only: the module never writes it */

/* Flags of struct pagesnap_rec. */
#define PAGESNAP_RF_MORE	0x0008	/* struct pagesnap_bytes follows */
#define PAGESNAP_RF_BEGINS	0x0100	/* begins an answer that has no struct pagesnap_query_rec */

/* Where the records of an answer go: to=. */
#define PAGESNAP_TO_READER	0
#define PAGESNAP_TO_TRACE	1	/* trace events; the reader gets what frames the answer */
#define PAGESNAP_TO_BOTH	2

/* Places for what the end of an answer counts, which is the collection's. */
#define PAGESNAP_COUNTERS_MAX	5
/* Places for the reasons why something was skipped, which are the collection's. */
#define PAGESNAP_WHYS_MAX	32

/* Status of an end record. */
#define PAGESNAP_END_COMPLETE	0
#define PAGESNAP_END_PARTIAL	1
#define PAGESNAP_END_ERROR	2

/* Why an answer is partial, where it isn't for what was skipped. */
#define PAGESNAP_CUT_NONE	0
#define PAGESNAP_CUT_LIMIT	1	/* limit= reached */
#define PAGESNAP_CUT_CURSOR	2	/* the cursor was lost and not found again */
#define PAGESNAP_CUT_UNMOUNTED	3	/* the filesystem went away */
#define PAGESNAP_CUT_EXITED	4	/* the task's memory went away */
#define PAGESNAP_CUT_LOCKED	5	/* mmap_lock, or i_mmap_rwsem of hugetlbfs, not had */
#define PAGESNAP_CUT_EXECED	6	/* the task runs another program, in other memory */

/**
 * struct pagesnap_rec - what every record begins with
 * @len: bytes of the whole record, a multiple of 8, PAGESNAP_REC_MAX at most
 * @type: PAGESNAP_REC_*
 * @flags: PAGESNAP_RF_*
 */
struct pagesnap_rec {
	__u32 len;
	__u16 type;
	__u16 flags;
};

/**
 * struct pagesnap_header - begins a stream of answers
 * @rec: record head
 * @magic: PAGESNAP_MAGIC, not terminated
 * @byte_order: PAGESNAP_BYTE_ORDER
 * @abi_major: readers refuse another one
 * @abi_minor: grows with appended fields and new types
 * @page_shift: log2 of the page size in bytes
 * @set_pid: who wrote the standing set, 0 in a private session
 * @features: PAGESNAP_FEAT_*
 * @time_ns: CLOCK_REALTIME at the first record
 * @age_ms: age of the standing set, 0 in a private session
 * @session: number of this open descriptor since the module was loaded
 * @set_comm: command name of @set_pid
 * @file: name of the index file
 * @kernel: release of the running kernel
 * @boot: boot id, "?" if it could not be read when the module was loaded
 * @collection: folder of the index file; since 1.2, empty before: there was "pages" alone
 *
 * It comes again whenever a read() had returned 0, so a saved stream may have
 * several.
 */
struct pagesnap_header {
	struct pagesnap_rec rec;
	char magic[8];
	__u32 byte_order;
	__u16 abi_major;
	__u16 abi_minor;
	__u32 page_shift;
	__u32 set_pid;
	__u64 features;
	__u64 time_ns;
	__u64 age_ms;
	__u64 session;
	char set_comm[16];
	char file[32];
	char kernel[64];
	char boot[40];
	char collection[32];
};

/**
 * struct pagesnap_ask - what is written to a private session in place of a line
 * @magic: PAGESNAP_ASK_MAGIC, its zero byte first, without one at the end
 * @len: bytes of the whole, a multiple of 8, PAGESNAP_ASK_MAX at most
 * @type: PAGESNAP_ASK_*
 * @flags: PAGESNAP_ASK_*; not for options
 * @nr: bytes that follow, padded with zeros to a multiple of 8: a path, target, or options
 * @start: first page, with PAGESNAP_ASK_RANGE; else 0
 * @end: page behind the last, ~0 for the end; else 0
 * @pid: task_index: as the writer sees it, 0 with a target; else 0
 * @col: column that an error about this query is to name; 0 for none
 *
 * With PAGESNAP_FEAT_TARGETS, and without @pid, task_index takes a target as text: uid:N,
 * cgroup:PATH or cgroup:@INODE, whose path is raw.
 *
 * Answers come in binary.  Options, as text, hold for all queries behind them in the session,
 * up to the next; before the first there are none.  Where they are no good every
 * query behind them gets an error.
 *
 * PAGESNAP_ASK_BRIEF allows for an answer whose first record has PAGESNAP_RF_BEGINS in place of
 * a struct pagesnap_query_rec, and whose struct pagesnap_end stops before @skipped.
 */
struct pagesnap_ask {
	char magic[4];
	__u32 len;
	__u16 type;
	__u16 flags;
	__u32 nr;
	__u64 start;
	__u64 end;
	__u32 pid;
	__u32 col;
};

/**
 * struct pagesnap_bytes - bytes of the record before it
 * @rec: record head; PAGESNAP_RF_MORE if another one follows
 * @q: query
 * @nr: bytes that follow this structure, not terminated, padded with zeros to
 *	a multiple of 8
 *
 * The one record with bytes behind its fields, so it never grows.
 */
struct pagesnap_bytes {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 nr;
};

/**
 * struct pagesnap_query_rec - begins the answer to one query
 * @rec: record head
 * @q: number of the query in its session or set, from 1
 * @line: number of its line, blank lines and comments counted
 * @group: PAGESNAP_GROUP_*; 0 in collections that have no group=
 * @text_len: bytes of query text that follow in struct pagesnap_bytes
 * @mask: KPF bits that split runs; 0 in collections that have no mask=
 * @time_ns: CLOCK_REALTIME
 * @tag: word of tag=, empty if none
 */
struct pagesnap_query_rec {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 line;
	__u32 group;
	__u32 text_len;
	__u64 mask;
	__u64 time_ns;
	char tag[32];
};

/**
 * struct pagesnap_note - something worth saying to people
 * @rec: record head
 * @q: query
 * @text_len: bytes of text that follow
 */
struct pagesnap_note {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 text_len;
};

/**
 * struct pagesnap_lost - events that were lost here, because nobody read them in time
 * @rec: record head
 * @q: query
 * @cpu: whose events they are
 * @events: how many
 * @time_ns: CLOCK_MONOTONIC of the next event of this CPU
 */
struct pagesnap_lost {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 cpu;
	__u64 events;
	__u64 time_ns;
};

/**
 * struct pagesnap_task - what follows is of the memory of this process
 * @rec: record head
 * @q: query
 * @pid: in the initial PID namespace
 * @vmas: VMAs of its mm when the walk of it began
 * @comm: command name
 */
struct pagesnap_task {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 pid;
	__u64 vmas;
	char comm[16];
};

/**
 * struct pagesnap_error - a line that could not be answered
 * @rec: record head
 * @q: query
 * @line: line
 * @err: positive errno
 * @col: column of the fault, from 1
 * @msg_len: bytes of message, first of those that follow
 * @text_len: bytes of query text, behind them
 * @tag: word of tag=, if the line was parsed that far
 */
struct pagesnap_error {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 line;
	__u32 err;
	__u32 col;
	__u32 msg_len;
	__u32 text_len;
	char tag[32];
};

/**
 * struct pagesnap_end - ends the answer to one query
 * @rec: record head
 * @q: query
 * @status: PAGESNAP_END_*
 * @cut: PAGESNAP_CUT_*
 * @objects: objects with something that was selected
 * @records: records that limit= counts: those of pages, gaps and sums
 * @counters: what is in them, by PAGESNAP_COUNT_* of the collection
 * @skipped: what was passed over, by PAGESNAP_WHY_* of the collection
 * @rescans: how often a lost cursor was found again
 * @us: microseconds from the first record to this one, those between two
 *	reads included
 * @tag: word of tag=
 * @rescanned: inodes that were passed to find it again; since 1.2
 *
 * With PAGESNAP_ASK_BRIEF it may stop before @skipped, if all behind that is 0; but for @us
 * and @tag, which aren't told then.
 */
struct pagesnap_end {
	struct pagesnap_rec rec;
	__u32 q;
	__u16 status;
	__u16 cut;
	__u64 objects;
	__u64 records;
	__u64 counters[PAGESNAP_COUNTERS_MAX];
	__u64 skipped[PAGESNAP_WHYS_MAX];
	__u64 rescans;
	__u64 us;
	char tag[32];
	__u64 rescanned;
};

/**
 * struct pagesnap_cgroup - what a memory cgroup was called when a stream was saved
 * @rec: record head; the record ends behind the zero byte of @path, and padding
 * @q: zero: it belongs to no answer, wherever it stands
 * @reserved: zero
 * @ino: inode number of the cgroup
 * @path: below the mount of cgroups, empty if the cgroup had been removed
 */
struct pagesnap_cgroup {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 ino;
	char path[1000];
};

#endif /* _UAPI_LINUX_PAGESNAP_H */
