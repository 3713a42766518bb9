/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What events have alike.  Names are dynamic arrays of bytes, which is what __string() makes: its
 * __assign_str() has one argument more on kernels before 6.10.
 */
#ifndef PAGESNAP_EVENTS_HEAD_H
#define PAGESNAP_EVENTS_HEAD_H

/* Which record of which answer it is. */
#define HEAD_FIELDS					\
	__field(u64, seq)				\
	__field(u32, session)				\
	__field(u32, q)					\
	__dynamic_array(char, tag, strlen(t->tag) + 1)

#define HEAD_ASSIGN(q_)							\
	do {								\
		__entry->seq = t->seq;					\
		__entry->session = t->session;				\
		__entry->q = q_;					\
		memcpy(__get_dynamic_array(tag), t->tag, strlen(t->tag) + 1);	\
	} while (0)

#define HEAD_PRINT "session=%u q=%u seq=%llu tag=%s"
#define HEAD_ARGS __entry->session, __entry->q, __entry->seq, __get_str(tag)

/* t->name has it, as text shows it. */
#define NAME_FIELD __dynamic_array(char, name, strlen(t->name) + 1)
#define NAME_ASSIGN memcpy(__get_dynamic_array(name), t->name, strlen(t->name) + 1)

#define DEV_FIELDS		\
	__field(u32, dev_major)	\
	__field(u32, dev_minor)

#define DEV_ASSIGN(r_)					\
	do {						\
		__entry->dev_major = (r_)->dev_major;	\
		__entry->dev_minor = (r_)->dev_minor;	\
	} while (0)

/* Of struct known_owner, which page it is apart. */
#define OWNER_ASSIGN(o_)			\
	do {					\
		DEV_ASSIGN(o_);			\
		__entry->ino = (o_)->ino;	\
		__entry->gen = (o_)->gen;	\
	} while (0)

/* A place in a swap area, if there is one. */
#define SWAP_ASSIGN(is_, type_, offset_)				\
	do {								\
		__entry->swp_type = (is_) ? (type_) : PAGESNAP_NONE;	\
		__entry->swp_offset = (is_) ? (offset_) : PAGESNAP_NONE;	\
	} while (0)

/* Pages of an object, -1 where nobody asked for sums. */
#define SUMS_FIELDS			\
	__field(s64, pages)		\
	__field(s64, dirty)		\
	__field(s64, writeback)		\
	__field(s64, mapped)		\
	__field(s64, active)		\
	__field(s64, referenced)	\
	__field(s64, unevictable)	\
	__field(s64, evicted)		\
	__field(s64, swapped)		\
	__field(s64, special)		\
	__field(s64, holes)

#define SUMS_ASSIGN(s_)						\
	do {							\
		__entry->pages = (s_)->pages;			\
		__entry->dirty = (s_)->dirty;			\
		__entry->writeback = (s_)->writeback;		\
		__entry->mapped = (s_)->mapped;			\
		__entry->active = (s_)->active;			\
		__entry->referenced = (s_)->referenced;		\
		__entry->unevictable = (s_)->unevictable;	\
		__entry->evicted = (s_)->evicted;		\
		__entry->swapped = (s_)->swapped;		\
		__entry->special = (s_)->special;		\
		__entry->holes = (s_)->holes;			\
	} while (0)

#define SUMS_PRINT								\
	"pages=%lld dirty=%lld writeback=%lld mapped=%lld active=%lld "		\
	"referenced=%lld unevictable=%lld evicted=%lld swapped=%lld special=%lld holes=%lld"
#define SUMS_ARGS								\
	__entry->pages, __entry->dirty, __entry->writeback, __entry->mapped,	\
	__entry->active, __entry->referenced, __entry->unevictable,		\
	__entry->evicted, __entry->swapped, __entry->special, __entry->holes

/*
 * Flags by the names of page-types, as numbers: readers of format files don't know the names of
 * the kernel's headers.
 */
#define KPF_NAMES						\
	{ 0x1, "locked" }, { 0x2, "error" },			\
	{ 0x4, "referenced" }, { 0x8, "uptodate" },		\
	{ 0x10, "dirty" }, { 0x20, "lru" },			\
	{ 0x40, "active" }, { 0x80, "slab" },			\
	{ 0x100, "writeback" }, { 0x200, "reclaim" },		\
	{ 0x400, "buddy" }, { 0x800, "mmap" },			\
	{ 0x1000, "anonymous" }, { 0x2000, "swapcache" },	\
	{ 0x4000, "swapbacked" }, { 0x8000, "compound_head" },	\
	{ 0x10000, "compound_tail" }, { 0x20000, "huge" },	\
	{ 0x40000, "unevictable" }, { 0x80000, "hwpoison" },	\
	{ 0x100000, "nopage" }, { 0x200000, "ksm" },		\
	{ 0x400000, "thp" }, { 0x800000, "offline" },		\
	{ 0x1000000, "zero_page" }, { 0x2000000, "idle_page" },	\
	{ 0x4000000, "pgtable" }, { 0x100000000, "reserved" },	\
	{ 0x200000000, "mlocked" }, { 0x400000000, "owner_2" },	\
	{ 0x800000000, "private" }, { 0x1000000000, "private_2" },	\
	{ 0x2000000000, "owner_private" }, { 0x4000000000, "arch" },	\
	{ 0x8000000000, "uncached" }, { 0x10000000000, "softdirty" },	\
	{ 0x20000000000, "arch_2" }

#endif /* PAGESNAP_EVENTS_HEAD_H */
