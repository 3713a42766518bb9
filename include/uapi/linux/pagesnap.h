/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: page-frame snapshot records and the limits of its control files.
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
#define PAGESNAP_ABI_MINOR	1

/* Limits of the control files. */

/* Bytes of one query line, its newline not counted; longer is E2BIG. */
#define PAGESNAP_LINE_MAX	20480
/* Query lines that wait in one session, or stand in one set. */
#define PAGESNAP_QUERIES_MAX	65536
/* Bytes of query text that wait in one session, or stand in one set. */
#define PAGESNAP_BYTES_MAX	(8 * 1024 * 1024)
/* Bytes of the word of tag=. */
#define PAGESNAP_TAG_MAX	31
/* Flag combinations that one total lists; the rest is counted as "other". */
#define PAGESNAP_COMBOS_MAX	1024
/* Nodes, or memory cgroups, that pages are summed up for; others are one. */
#define PAGESNAP_SHARES_MAX	64
/* Folio orders that sums tell apart, 0 to 19. */
#define PAGESNAP_ORDERS		20
/* Buckets of a log2 histogram: bucket N counts values from 2^(N-1) to 2^N-1. */
#define PAGESNAP_LOG2_BUCKETS	64

/* Bytes of the longest record: a reader needs no more to hold one. */
#define PAGESNAP_REC_MAX	2048
/* Bytes that follow one record in all, at most. */
#define PAGESNAP_MORE_MAX	(32 * 1024)

/* What a stream begins with, behind the head of its first record. */
#define PAGESNAP_MAGIC		"PAGESNAP"
/* As the writer's machine stores it; a reader sees 0x04030201 if it differs. */
#define PAGESNAP_BYTE_ORDER	0x01020304

/* What the kernel that answered can tell; without it, it is "?" or absent. */
#define PAGESNAP_FEAT_CGROUP	(1ULL << 0)	/* charged memory cgroups */
#define PAGESNAP_FEAT_NODES	(1ULL << 1)	/* NUMA nodes */
#define PAGESNAP_FEAT_SWAP	(1ULL << 2)	/* swap entries */
#define PAGESNAP_FEAT_THP	(1ULL << 3)	/* transparent huge pages */
#define PAGESNAP_FEAT_HUGETLB	(1ULL << 4)	/* hugetlb pages */

/* A number that the kernel can't tell, and one that does not apply. */
#define PAGESNAP_UNKNOWN	(~0ULL)
#define PAGESNAP_NONE		(~0ULL - 1)
#define PAGESNAP_UNKNOWN32	(~0U)
#define PAGESNAP_NONE32		(~0U - 1)
/* Of struct pagesnap_share: what has no place of its own. */
#define PAGESNAP_OTHER		(~0ULL - 2)

/*
 * Page flags are the KPF_* bits of linux/kernel-page-flags.h, and these:
 * stable since page-types uses them, but only in the kernel's own header, and
 * there under names that changed.
 */
#define PAGESNAP_KPF_RESERVED		32
#define PAGESNAP_KPF_MLOCKED		33
#define PAGESNAP_KPF_OWNER_2		34
#define PAGESNAP_KPF_PRIVATE		35
#define PAGESNAP_KPF_PRIVATE_2		36
#define PAGESNAP_KPF_OWNER_PRIVATE	37
#define PAGESNAP_KPF_ARCH		38
#define PAGESNAP_KPF_UNCACHED		39
#define PAGESNAP_KPF_SOFTDIRTY		40
#define PAGESNAP_KPF_ARCH_2		41

/* Record types.  From 0xff00 on they are those of tests, and never anybody else's. */
#define PAGESNAP_REC_HEADER	1	/* before the first answer, may come again */
#define PAGESNAP_REC_QUERY	2	/* begins the answer to one query */
#define PAGESNAP_REC_SB		3
#define PAGESNAP_REC_FILE	4
#define PAGESNAP_REC_TASK	5
#define PAGESNAP_REC_VMA	6
#define PAGESNAP_REC_SPAN	7
#define PAGESNAP_REC_PAGE	8	/* struct pagesnap_run, one page */
#define PAGESNAP_REC_RUN	9
#define PAGESNAP_REC_GONE	10	/* struct pagesnap_gap, and the next three */
#define PAGESNAP_REC_SWAP	11
#define PAGESNAP_REC_HOLE	12
#define PAGESNAP_REC_SPECIAL	13
#define PAGESNAP_REC_TOTAL	14
#define PAGESNAP_REC_NOTE	15	/* a "#" line, for people */
#define PAGESNAP_REC_ERROR	16
#define PAGESNAP_REC_END	17	/* ends the answer to one query */
#define PAGESNAP_REC_BYTES	18	/* belongs to the record before it */
#define PAGESNAP_REC_CGROUP	32	/* in saved streams only: the module never writes it */

/* Flags of struct pagesnap_rec. */
#define PAGESNAP_RF_SUMS	0x0001	/* struct pagesnap_sums is filled */
#define PAGESNAP_RF_OWNER	0x0002	/* the owner fields of a run apply */
#define PAGESNAP_RF_CGROUP	0x0004	/* charged to the cgroup that was asked for */
#define PAGESNAP_RF_MORE	0x0008	/* struct pagesnap_bytes follows */
#define PAGESNAP_RF_NAME	0x0010	/* the name fields of a run apply */
#define PAGESNAP_RF_SWAP	0x0020	/* a run has a place in a swap area */

/* What the index of a run or gap counts. */
#define PAGESNAP_UNIT_INDEX	0	/* page index in the file */
#define PAGESNAP_UNIT_VPN	1	/* virtual page number */
#define PAGESNAP_UNIT_PFN	2	/* page frame number */

/* group= */
#define PAGESNAP_GROUP_RUN	0
#define PAGESNAP_GROUP_PAGE	1
#define PAGESNAP_GROUP_OBJECT	2
#define PAGESNAP_GROUP_TOTAL	3

/* What holds a frame. */
#define PAGESNAP_KIND_UNKNOWN	0
#define PAGESNAP_KIND_FILE	1
#define PAGESNAP_KIND_SHMEM	2
#define PAGESNAP_KIND_ANON	3
#define PAGESNAP_KIND_KSM	4
#define PAGESNAP_KIND_SWAPCACHE	5
#define PAGESNAP_KIND_HUGETLB	6
#define PAGESNAP_KIND_SLAB	7
#define PAGESNAP_KIND_PGTABLE	8
#define PAGESNAP_KIND_BUDDY	9
#define PAGESNAP_KIND_RESERVED	10
#define PAGESNAP_KIND_ZERO	11
#define PAGESNAP_KIND_OFFLINE	12
#define PAGESNAP_KIND_HWPOISON	13
#define PAGESNAP_KIND_KERNEL	14
#define PAGESNAP_KINDS		15

/* Where the name of a file stands. */
#define PAGESNAP_STATE_LIVE	0	/* its path is reachable */
#define PAGESNAP_STATE_DELETED	1	/* unlinked, still cached or open */
#define PAGESNAP_STATE_NONAME	2	/* no name of it is cached */
#define PAGESNAP_STATE_OUTSIDE	3	/* not below the query's mount */
#define PAGESNAP_STATE_META	4	/* the filesystem's own data */
#define PAGESNAP_STATE_OFFLIST	5	/* on no superblock's list; the name is its type's */

/* Why a page is not there, or an object was passed over. */
#define PAGESNAP_WHY_NONE	0
#define PAGESNAP_WHY_EVICTED	1	/* reclaimed, a shadow entry is left */
#define PAGESNAP_WHY_OFFLINE	2	/* section is not online */
#define PAGESNAP_WHY_ABSENT	3	/* no memory at these frames */
#define PAGESNAP_WHY_MIGRATION	4	/* page is being moved */
#define PAGESNAP_WHY_HWPOISON	5
#define PAGESNAP_WHY_MARKER	6	/* userfaultfd or guard marker */
#define PAGESNAP_WHY_DEVICE	7	/* device private or exclusive */
#define PAGESNAP_WHY_PFNMAP	8	/* mapping of no normal page */
#define PAGESNAP_WHY_FREEING	9	/* inode is being freed */
#define PAGESNAP_WHY_NEW	10	/* inode is being set up */
#define PAGESNAP_WHY_DAX	11	/* DAX entries, encoded privately */
#define PAGESNAP_WHY_TORN	12	/* changed under every try to read it */
#define PAGESNAP_WHY_UNMOUNTED	13	/* filesystem that was unmounted meanwhile */
#define PAGESNAP_WHY_BUSY	14	/* filesystem behind one that is held up */
#define PAGESNAP_WHYS		15
/* Places for reasons to come. */
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
 *
 * It comes again whenever a read() had returned 0, so a saved stream may hold
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
 * @group: PAGESNAP_GROUP_*
 * @text_len: bytes of query text that follow in struct pagesnap_bytes
 * @mask: KPF bits that split runs
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
 * struct pagesnap_sums - pages of one object, or of a whole answer
 * @pages: cached, resident or present pages that were selected
 * @dirty: of these, pages of dirty folios
 * @writeback: of these, pages of folios under writeback
 * @mapped: of these, pages mapped by some page table
 * @active: of these, pages of folios on an active list
 * @referenced: of these, pages of folios with PG_referenced
 * @unevictable: of these, pages of unevictable folios
 * @evicted: shadow entries
 * @swapped: swap entries, in pages
 * @special: other entries without a normal page, in pages
 * @holes: frames without memory
 * @orders: pages by the order of their folio
 */
struct pagesnap_sums {
	__u64 pages;
	__u64 dirty;
	__u64 writeback;
	__u64 mapped;
	__u64 active;
	__u64 referenced;
	__u64 unevictable;
	__u64 evicted;
	__u64 swapped;
	__u64 special;
	__u64 holes;
	__u64 orders[PAGESNAP_ORDERS];
};

/**
 * struct pagesnap_share - pages of one node, or charged to one memory cgroup
 * @key: node, or inode of the cgroup; PAGESNAP_OTHER: of all others
 * @pages: pages
 */
struct pagesnap_share {
	__u64 key;
	__u64 pages;
};

/**
 * struct pagesnap_sb - a superblock
 * @rec: record head
 * @q: query
 * @dev_major: of s_dev
 * @dev_minor: of s_dev
 * @asked_len: bytes of the path that was asked for, first of those that follow
 * @name_len: bytes of the mount's path, behind them
 * @reserved: zero
 * @fstype: file system type
 * @id: s_id
 */
struct pagesnap_sb {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 dev_major;
	__u32 dev_minor;
	__u32 asked_len;
	__u32 name_len;
	__u32 reserved;
	char fstype[32];
	char id[32];
};

/**
 * struct pagesnap_file - an inode with cached pages
 * @rec: record head; PAGESNAP_RF_SUMS with group=object
 * @q: query
 * @dev_major: of s_dev
 * @dev_minor: of s_dev
 * @gen: i_generation, tells reused inode numbers apart
 * @ino: inode number
 * @size: i_size in bytes
 * @cached: nrpages of the mapping when its first page was read
 * @nlink: link count
 * @mode: S_IFMT part of i_mode
 * @state: PAGESNAP_STATE_*
 * @name_len: bytes of name that follow
 * @nr_nodes: shares of @sums by node, which follow the name; since 1.1
 * @nr_cgroups: shares by memory cgroup, behind them; since 1.1
 * @sums: with PAGESNAP_RF_SUMS
 * @subvol: btrfs: number of its subvolume, in which @ino is unique; 0 on others; since 1.1
 * @droppable: of @sums, pages of folios that are clean, in no page table and evictable; since 1.1
 */
struct pagesnap_file {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 dev_major;
	__u32 dev_minor;
	__u32 gen;
	__u64 ino;
	__u64 size;
	__u64 cached;
	__u32 nlink;
	__u16 mode;
	__u16 state;
	__u32 name_len;
	__u16 nr_nodes;
	__u16 nr_cgroups;
	struct pagesnap_sums sums;
	__u64 subvol;
	__u64 droppable;
};

/**
 * struct pagesnap_task - a task whose page tables are walked
 * @rec: record head
 * @q: query
 * @pid: in the initial PID namespace
 * @vmas: VMAs of its mm when the walk began
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
 * struct pagesnap_vma - a VMA
 * @rec: record head; PAGESNAP_RF_SUMS with group=object
 * @q: query
 * @prot: bits 0 to 3: read, write, execute, shared
 * @start: first virtual page number
 * @end: virtual page number behind the last
 * @dev_major: of the mapped file, PAGESNAP_NONE32 if none
 * @dev_minor: of the mapped file, PAGESNAP_NONE32 if none
 * @ino: of the mapped file, PAGESNAP_NONE if none
 * @pgoff: page index in the file at @start
 * @gen: i_generation of the mapped file
 * @state: PAGESNAP_STATE_LIVE or _DELETED
 * @name_len: bytes of name that follow
 * @nr_nodes: shares of @sums by node, which follow the name; since 1.1
 * @nr_cgroups: shares by memory cgroup, behind them; since 1.1
 * @sums: with PAGESNAP_RF_SUMS
 * @pss: of @sums, bytes, those of each page divided by its map count; since 1.1
 */
struct pagesnap_vma {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 prot;
	__u64 start;
	__u64 end;
	__u32 dev_major;
	__u32 dev_minor;
	__u64 ino;
	__u64 pgoff;
	__u32 gen;
	__u32 state;
	__u32 name_len;
	__u16 nr_nodes;
	__u16 nr_cgroups;
	struct pagesnap_sums sums;
	__u64 pss;
};

/**
 * struct pagesnap_span - a range of page frames of one node
 * @rec: record head; PAGESNAP_RF_SUMS with group=object
 * @q: query
 * @node: NUMA node
 * @start: first frame
 * @end: frame behind the last
 * @sums: with PAGESNAP_RF_SUMS
 * @nr_nodes: shares of @sums by node, which follow; since 1.1
 * @nr_cgroups: shares by memory cgroup, behind them; since 1.1
 * @reserved: zero
 */
struct pagesnap_span {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 node;
	__u64 start;
	__u64 end;
	struct pagesnap_sums sums;
	__u16 nr_nodes;
	__u16 nr_cgroups;
	__u32 reserved;
};

/**
 * struct pagesnap_run - equal pages in a row, or one page
 * @rec: record head; PAGESNAP_RF_OWNER, _NAME and _SWAP: what of it applies
 * @q: query
 * @kind: PAGESNAP_KIND_*
 * @order: order of the folio, or of the free block
 * @map_order: log2 of the pages that one page table entry maps
 * @unit: PAGESNAP_UNIT_* of @index
 * @index: first page
 * @nr: pages
 * @pfn: first frame
 * @pfn_end: frame behind the last; @pfn + @nr if @frames is 1
 * @frames: physically contiguous pieces
 * @flags: KPF_* bits of linux/kernel-page-flags.h, and PAGESNAP_KPF_* bits
 * @ref_min: smallest reference count of the folios
 * @ref_max: largest
 * @map_min: smallest map count of the pages
 * @map_max: largest
 * @mapped: pages with a map count above 0
 * @cgroup: inode of the charged memory cgroup, or PAGESNAP_NONE/_UNKNOWN
 * @cgroup_online: the nearest online ancestor if @cgroup is offline, else
 *	equal to @cgroup
 * @node: NUMA node, or PAGESNAP_UNKNOWN32
 * @zone: index of the zone in its node, or PAGESNAP_UNKNOWN32
 * @owner_major: device of the file that owns the pages
 * @owner_minor: device of the file that owns the pages
 * @owner_gen: its i_generation; with PAGESNAP_RF_SWAP the swap area
 * @owner_ino: its inode number
 * @owner_index: page index in it, or in the swap area
 * @zone_name: name of @zone
 * @name_len: bytes of the owner's name that follow; since 1.1
 * @name_state: PAGESNAP_STATE_* of it, or PAGESNAP_UNKNOWN32; since 1.1
 */
struct pagesnap_run {
	struct pagesnap_rec rec;
	__u32 q;
	__u8 kind;
	__u8 order;
	__u8 map_order;
	__u8 unit;
	__u64 index;
	__u64 nr;
	__u64 pfn;
	__u64 pfn_end;
	__u64 frames;
	__u64 flags;
	__u32 ref_min;
	__u32 ref_max;
	__u32 map_min;
	__u32 map_max;
	__u64 mapped;
	__u64 cgroup;
	__u64 cgroup_online;
	__u32 node;
	__u32 zone;
	__u32 owner_major;
	__u32 owner_minor;
	__u32 owner_gen;
	__u32 reserved;
	__u64 owner_ino;
	__u64 owner_index;
	char zone_name[16];
	__u32 name_len;
	__u32 name_state;
};

/**
 * struct pagesnap_gap - indices without a normal page
 * @rec: record head; the type tells gone, swap, hole and special apart
 * @q: query
 * @why: PAGESNAP_WHY_*
 * @order: of a swap entry: log2 of the pages it stands for
 * @unit: PAGESNAP_UNIT_* of @index
 * @reserved: zero
 * @index: first page
 * @nr: pages
 * @swp_type: swap area
 * @swp_offset: first page in that area
 * @pfn: frame that a special entry names, PAGESNAP_NONE if it names none
 */
struct pagesnap_gap {
	struct pagesnap_rec rec;
	__u32 q;
	__u8 why;
	__u8 order;
	__u8 unit;
	__u8 reserved;
	__u64 index;
	__u64 nr;
	__u64 swp_type;
	__u64 swp_offset;
	__u64 pfn;
};

/**
 * struct pagesnap_combo - pages with one combination of flags
 * @flags: KPF bits; PAGESNAP_UNKNOWN for "other"
 * @pages: pages
 */
struct pagesnap_combo {
	__u64 flags;
	__u64 pages;
};

/**
 * struct pagesnap_total - the sum of an answer, with group=total
 * @rec: record head
 * @q: query
 * @nr_combos: struct pagesnap_combo in the bytes that follow, sorted by flags,
 *	"other" last
 * @sums: all pages
 * @objects_by_pages: objects by the log2 of their selected pages
 * @nr_nodes: shares of @sums by node, which follow the combinations; since 1.1
 * @nr_cgroups: shares by memory cgroup, behind them; since 1.1
 * @reserved: zero
 * @droppable: of @sums, as of a file; PAGESNAP_NONE in task_index; since 1.1
 * @pss: of @sums, as of a VMA; PAGESNAP_NONE but in task_index; since 1.1
 */
struct pagesnap_total {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 nr_combos;
	struct pagesnap_sums sums;
	__u64 objects_by_pages[PAGESNAP_LOG2_BUCKETS];
	__u16 nr_nodes;
	__u16 nr_cgroups;
	__u32 reserved;
	__u64 droppable;
	__u64 pss;
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
 * @objects: objects with a selected page
 * @records: run, page, gone, swap, hole, special, object and total records
 * @pages: pages in them
 * @gone: shadow entries in them
 * @swap: swapped pages in them
 * @special: other entries in them
 * @holes: frames without memory in them
 * @skipped: objects or pages passed over, by PAGESNAP_WHY_*
 * @rescans: how often a lost cursor was found again
 * @us: microseconds from the first record to this one, those between two
 *	reads included
 * @tag: word of tag=
 */
struct pagesnap_end {
	struct pagesnap_rec rec;
	__u32 q;
	__u16 status;
	__u16 cut;
	__u64 objects;
	__u64 records;
	__u64 pages;
	__u64 gone;
	__u64 swap;
	__u64 special;
	__u64 holes;
	__u64 skipped[PAGESNAP_WHYS_MAX];
	__u64 rescans;
	__u64 us;
	char tag[32];
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
