/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: the records of the collection objects/mm/pages.
 *
 * What every collection's stream has, and how a stream is read, is in
 * linux/pagesnap.h.
 */
#ifndef _UAPI_LINUX_PAGESNAP_PAGES_H
#define _UAPI_LINUX_PAGESNAP_PAGES_H

#include "../pagesnap.h"
#include "memory.h"

/* Flag combinations that one total lists; the rest is counted as "other". */
#define PAGESNAP_COMBOS_MAX	1024
/* Nodes, or memory cgroups, that pages are summed up for; others are one. */
#define PAGESNAP_SUBTOTALS_MAX	64
/* Buckets of a log2 histogram: bucket N counts values from 2^(N-1) to 2^N-1. */
#define PAGESNAP_LOG2_BUCKETS	64

/* Record types. */
#define PAGESNAP_REC_SB		3
#define PAGESNAP_REC_FILE	4
#define PAGESNAP_REC_VMA	6
#define PAGESNAP_REC_SPAN	7
#define PAGESNAP_REC_PAGE	8	/* struct pagesnap_run, one page */
#define PAGESNAP_REC_RUN	9
#define PAGESNAP_REC_GONE	10	/* struct pagesnap_gap, and the next three */
#define PAGESNAP_REC_SWAP	11
#define PAGESNAP_REC_HOLE	12
#define PAGESNAP_REC_SPECIAL	13
#define PAGESNAP_REC_TOTAL	14
#define PAGESNAP_REC_SAME	22	/* with changed=, in place of files */

/* Flags of struct pagesnap_rec. */
#define PAGESNAP_RF_SUMS	0x0001	/* struct pagesnap_sums is filled */
#define PAGESNAP_RF_OWNER	0x0002	/* the owner fields of a run apply */
#define PAGESNAP_RF_CGROUP	0x0004	/* charged to the cgroup that was asked for */
#define PAGESNAP_RF_NAME	0x0010	/* the name fields of a run apply */
#define PAGESNAP_RF_SWAP	0x0020	/* a run has a place in a swap area */
#define PAGESNAP_RF_CACHE	0x0040	/* a run is memory of a slab cache */
#define PAGESNAP_RF_SLAB	0x0080	/* a file has what the slab allocator has for it */

/* What the index of a run or gap counts. */
#define PAGESNAP_UNIT_INDEX	0	/* page index in the file */
#define PAGESNAP_UNIT_VPN	1	/* virtual page number */
#define PAGESNAP_UNIT_PFN	2	/* page frame number */

/* group= */
#define PAGESNAP_GROUP_RUN	0
#define PAGESNAP_GROUP_PAGE	1
#define PAGESNAP_GROUP_OBJECT	2
#define PAGESNAP_GROUP_TOTAL	3

/* Counters of struct pagesnap_end. */
#define PAGESNAP_COUNT_PAGES	0
#define PAGESNAP_COUNT_GONE	1	/* shadow entries */
#define PAGESNAP_COUNT_SWAP	2	/* swapped pages */
#define PAGESNAP_COUNT_SPECIAL	3	/* other entries */
#define PAGESNAP_COUNT_HOLES	4	/* frames without memory */
#define PAGESNAP_COUNTS		5

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
#define PAGESNAP_WHY_BUSY	14	/* filesystem behind one that is stuck */
/* Of the processes of a target.  The last two lack nothing: the answer is complete. */
#define PAGESNAP_WHY_EXITED	15	/* process whose memory went away meanwhile */
#define PAGESNAP_WHY_LOCKED	16	/* process with a lock that was not had */
#define PAGESNAP_WHY_SELF	17	/* the reader's own memory */
#define PAGESNAP_WHY_SHARED	18	/* process whose memory is another one's, too */
#define PAGESNAP_WHYS		19

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
 * struct pagesnap_subtotal - pages of one node, or charged to one memory cgroup
 * @key: node, or inode of the cgroup; PAGESNAP_OTHER: of all others
 * @pages: pages
 */
struct pagesnap_subtotal {
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
 * struct pagesnap_objects - objects of the slab allocator, of one kind
 * @nr: how many
 * @bytes: what they take in their slabs
 * @cgroup: inode of the charged memory cgroup; PAGESNAP_OTHER: several; PAGESNAP_NONE/_UNKNOWN
 */
struct pagesnap_objects {
	__u64 nr;
	__u64 bytes;
	__u64 cgroup;
};

/**
 * struct pagesnap_file - an inode with cached pages
 * @rec: record head; PAGESNAP_RF_SUMS with group=object, _SLAB with slab=1
 * @q: query
 * @dev_major: of s_dev
 * @dev_minor: of s_dev
 * @gen: i_generation, which differs when an inode number is reused
 * @ino: inode number
 * @size: i_size in bytes
 * @cached: nrpages of the mapping when its first page was read
 * @nlink: link count
 * @mode: S_IFMT part of i_mode
 * @state: PAGESNAP_STATE_*
 * @name_len: bytes of name that follow
 * @nr_nodes: subtotals of @sums by node, which follow the name; since 1.1
 * @nr_cgroups: subtotals by memory cgroup, behind them; since 1.1
 * @sums: with PAGESNAP_RF_SUMS
 * @subvol: btrfs: number of its subvolume, in which @ino is unique; 0 on others; since 1.1
 * @droppable: of @sums, pages of folios that are clean, in no page table and evictable; since 1.1
 * @slab_inode: the inode; with PAGESNAP_RF_SLAB, as the next two; since 1.2
 * @slab_dentries: its names in the dentry cache; since 1.2
 * @slab_nodes: nodes of the tree of its page cache; since 1.2
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
	struct pagesnap_objects slab_inode;
	struct pagesnap_objects slab_dentries;
	struct pagesnap_objects slab_nodes;
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
 * @nr_nodes: subtotals of @sums by node, which follow the name; since 1.1
 * @nr_cgroups: subtotals by memory cgroup, behind them; since 1.1
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
 * @nr_nodes: subtotals of @sums by node, which follow; since 1.1
 * @nr_cgroups: subtotals by memory cgroup, behind them; since 1.1
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
 * @rec: record head; PAGESNAP_RF_OWNER, _NAME, _SWAP and _CACHE: what of it applies
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
 * @owner_ino: its inode number; with PAGESNAP_RF_CACHE a number of the cache, 0: unknown
 * @owner_index: page index in it, or in the swap area
 * @zone_name: name of @zone
 * @name_len: bytes of the owner's name, or that of the cache, which follow; since 1.1
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
 * @rec: record head of type gone, swap, hole or special
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
 * @flags: KPF bits, with kinds=1 the kind above them; PAGESNAP_UNKNOWN for "other"
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
 * @nr_nodes: subtotals of @sums by node, which follow the combinations; since 1.1
 * @nr_cgroups: subtotals by memory cgroup, behind them; since 1.1
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
 * struct pagesnap_same - files that are as they were told of before, with changed=; since 1.2
 * @rec: record head
 * @q: query
 * @dev_major: of s_dev, as in struct pagesnap_file
 * @dev_minor: likewise
 * @reserved: zero
 * @from: number of the first of them
 * @nr: how many, with the numbers behind that
 *
 * In answers with changed= each file has the next number of its session, from 0 on: those that
 * are told of one, and those of such a record @nr.  The end counts them as if they were told of.
 */
struct pagesnap_same {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 dev_major;
	__u32 dev_minor;
	__u32 reserved;
	__u64 from;
	__u64 nr;
};

#endif /* _UAPI_LINUX_PAGESNAP_PAGES_H */
