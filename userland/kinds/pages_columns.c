// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of pages: the one place that knows their names.
 */
#include "column_table.h"
#include "kind.h"
#include "pages_columns.h"
#include "pages_get.h"

#define RUN(member) COLUMN_WORD(struct pagesnap_run, member)
_Static_assert(sizeof(struct pagesnap_run) <= COLUMN_WORDS_MAX * 8, "all words have a bit");

static const struct column of_pages[] = {
	/* files, VMAs and spans */
	{ "FILE", S, T, { }, get_file, NULL, "path of the file, or name of the mapping",
		OBJECT | RUN(name_state) | RUN(owner_major) | RUN(owner_minor) },
	{ "NAME", S, T, { }, get_name, NULL, "the same as the kernel reported it",
		OBJECT | RUN(name_state) },
	{ "STATE", S, 0, { }, get_state, color_state,
		"live, deleted, noname, outside, meta, offlist or cache", OBJECT | RUN(name_state) },
	{ "INODE", N, R, { }, get_inode, NULL, "inode number", OBJECT },
	{ "SUBVOL", N, R, { }, get_subvol, NULL, "subvolume of the inode, on btrfs", OBJECT },
	{ "GEN", N, R, { }, get_gen, NULL, "generation of the inode", OBJECT },
	{ "MAJ:MIN", S, 0, { }, get_dev, NULL, "device of the superblock", OBJECT },
	{ "TYPE", S, 0, { }, get_type, NULL, "reg, dir, lnk, blk, chr, fifo or sock", OBJECT },
	{ "NLINK", N, R, { }, get_nlink, NULL, "links to the file", OBJECT },
	{ "SIZE", N, R, { }, get_size, NULL, "size of the file, VMA or span", OBJECT },
	{ "CACHED", N, R, { }, get_cached, NULL, "page cache that the kernel counts for the file",
		OBJECT },
	{ "CACHED_PAGES", N, R, { }, get_cached_pages, NULL, "the same in pages", OBJECT },
	{ "FSTYPE", S, 0, { }, get_fstype, NULL, "type of the filesystem", OBJECT },
	{ "SBID", S, 0, { }, get_sbid, NULL, "name of the superblock in the kernel's log", OBJECT },
	{ "MOUNT", S, T, { }, get_mount, NULL, "where the filesystem is mounted", OBJECT },
	{ "ASKED", S, T, { }, get_asked, NULL, "path in the query of a filesystem", OBJECT },
	{ "HOLDERS", S, T, { }, get_holders, NULL,
		"PIDs that hold the file open or map it; looks through /proc", OBJECT },
	{ "PID", N, R, { }, get_pid, NULL, "process", OBJECT },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", OBJECT },
	{ "VMAS", N, R, { }, get_vmas, NULL, "VMAs of the process", OBJECT },
	{ "START", N, R, { }, get_start, NULL, "first address of the VMA, or frame of the span",
		OBJECT },
	{ "END", N, R, { }, get_end, NULL, "address or frame after the last", OBJECT },
	{ "START_PAGE", N, R, { }, get_start_page, NULL, "START as the number of a page", OBJECT },
	{ "END_PAGE", N, R, { }, get_end_page, NULL, "END as the number of a page", OBJECT },
	{ "PROT", S, 0, { }, get_prot, NULL, "rwx, and s (shared) or p (private)", OBJECT },
	{ "PGOFF", N, R, { }, get_pgoff, NULL, "page of the file at START", OBJECT },

	{ "DIR", S, T, { }, get_dir, NULL, "directory of the file, or of the files of the row",
		OBJECT | RUN(name_state) | RUN(owner_major) | RUN(owner_minor) },

	/* sums; in rows of pages, what these pages are */
	{ "FILES", N, R, { }, get_files, NULL, "files in the row", ANY },
	{ "SHARED", N, R, { }, get_shared, NULL,
		"pages of files that are charged to others, too", ANY },
	{ "SHARED_PAGES", N, R, { }, get_shared_pages, NULL, "the same in pages", ANY },
	{ "RES", N, R, { }, get_res, NULL, "pages in memory, in bytes", RUN(nr) },
	{ "PAGES", N, R, { }, get_pages, NULL, "pages in memory", RUN(nr) },
	{ "MB", N, R, { }, get_mb, NULL, "pages in memory, in whole MiB", RUN(nr) },
	{ "PERCENT", N, R, { }, get_percent, NULL, "of the file's size, in memory", ANY },
	{ "BAR", S, R, { }, get_bar, NULL, "which parts of the file these are; with --bar", ANY },
	{ "DIRTY", N, R, { }, get_dirty, NULL, "of these, to be written", ANY },
	{ "DIRTY_PAGES", N, R, { }, get_dirty_pages, NULL, "the same in pages", ANY },
	{ "CLEAN", N, R, { }, get_clean, NULL, "of these, not to be written", ANY },
	{ "CLEAN_PAGES", N, R, { }, get_clean_pages, NULL, "the same in pages", ANY },
	{ "WRITEBACK", N, R, { }, get_writeback, NULL, "of these, being written", ANY },
	{ "WRITEBACK_PAGES", N, R, { }, get_writeback_pages, NULL, "the same in pages", ANY },
	{ "MAPPED", N, R, { }, get_mapped, NULL, "of these, in page tables", RUN(mapped) },
	{ "MAPPED_PAGES", N, R, { }, get_mapped_pages, NULL, "the same in pages", RUN(mapped) },
	{ "ACTIVE", N, R, { }, get_active, NULL, "of these, on an active list", ANY },
	{ "ACTIVE_PAGES", N, R, { }, get_active_pages, NULL, "the same in pages", ANY },
	{ "REFERENCED", N, R, { }, get_referenced, NULL, "of these, marked as referenced", ANY },
	{ "REFERENCED_PAGES", N, R, { }, get_referenced_pages, NULL, "the same in pages", ANY },
	{ "UNEVICTABLE", N, R, { }, get_unevictable, NULL, "of these, not to be reclaimed", ANY },
	{ "UNEVICTABLE_PAGES", N, R, { }, get_unevictable_pages, NULL, "the same in pages", ANY },
	{ "DROPPABLE", N, R, { }, get_droppable, NULL,
		"of these, clean, unmapped and evictable: drop_caches", ANY },
	{ "DROPPABLE_PAGES", N, R, { }, get_droppable_pages, NULL, "the same in pages", ANY },
	{ "PSS", N, R, { }, get_pss, NULL,
		"of a VMA: each page divided by how often it is mapped", ANY },
	{ "EVICTED", N, R, { }, get_evicted, NULL, "reclaimed; a shadow entry is left", ANY },
	{ "EVICTED_PAGES", N, R, { }, get_evicted_pages, NULL, "the same in pages", ANY },
	{ "RECENT", N, R, { }, get_recent, NULL,
		"of these, recently; with --recently-evicted", ANY },
	{ "RECENT_PAGES", N, R, { }, get_recent_pages, NULL, "the same in pages", ANY },
	{ "SWAPPED", N, R, { }, get_swapped, NULL, "in a swap area", ANY },
	{ "SWAPPED_PAGES", N, R, { }, get_swapped_pages, NULL, "the same in pages", ANY },
	{ "SPECIAL", N, R, { }, get_special, NULL, "other entries without a normal page", ANY },
	{ "SPECIAL_PAGES", N, R, { }, get_special_pages, NULL, "the same in pages", ANY },
	{ "HOLES", N, R, { }, get_holes, NULL, "frames without memory", ANY },
	{ "HOLES_PAGES", N, R, { }, get_holes_pages, NULL, "the same in pages", ANY },
	{ "ORDERS", A, 0, { "order", "pages" }, get_orders, NULL, "pages by order of their folio",
		ANY },
	{ "NODES", A, 0, { "node", "pages" }, get_nodes, NULL, "pages by NUMA node", ANY },
	{ "CGROUPS", A, 0, { "cgroup", "pages" }, get_cgroups, NULL,
		"pages by inode of the charged memory cgroup", ANY },

	/* with --with-slab */
	{ "SLAB", N, R, { }, get_slab, NULL, "what the slab allocator has for the files", ANY },
	{ "INODES", N, R, { }, get_inodes, NULL, "inodes in memory", ANY },
	{ "INODES_SLAB", N, R, { }, get_inodes_slab, NULL, "what they take of SLAB", ANY },
	{ "DENTRIES", N, R, { }, get_dentries, NULL, "names in the dentry cache", ANY },
	{ "DENTRIES_SLAB", N, R, { }, get_dentries_slab, NULL, "what they take of SLAB", ANY },
	{ "XA_NODES", N, R, { }, get_xa_nodes, NULL,
		"nodes of the trees that the page cache is", ANY },
	{ "XA_NODES_SLAB", N, R, { }, get_xa_nodes_slab, NULL, "what they take of SLAB", ANY },

	/* runs, pages and entries without a page */
	{ "UNIT", S, 0, { }, get_unit, NULL, "what INDEX is: index, vpn or pfn", RUN(unit) },
	{ "INDEX", N, R | P, { }, get_index, NULL, "first page of the row",
		RUN(unit) | RUN(index) },
	{ "VPN", N, R | P, { }, get_vpn, NULL, "first virtual page number",
		RUN(unit) | RUN(index) },
	{ "ADDR", N, R, { }, get_addr, NULL, "first virtual address", RUN(unit) | RUN(index) },
	{ "NR", N, R | P, { }, get_nr, NULL, "pages or entries in the row", RUN(nr) },
	{ "PFN", N, R | P, { }, get_pfn, NULL, "first page frame", RUN(pfn) },
	{ "FRAMES", N, R | P, { }, get_frames, NULL, "physically contiguous pieces",
		RUN(frames) },
	{ "KIND", S, 0, { }, get_kind, NULL, "what holds the frame: file, anon, slab, ...",
		RUN(kind) },
	{ "ORDER", N, R, { }, get_order, NULL, "log2 of the pages of the folio", RUN(order) },
	{ "MAP_ORDER", N, R, { }, get_map_order, NULL, "log2 of the pages of a page table entry",
		RUN(unit) | RUN(map_order) },
	{ "REF", S, R, { }, get_ref, NULL, "reference count, N or MIN-MAX",
		RUN(ref_min) | RUN(ref_max) },
	{ "REF_MIN", N, R, { }, get_ref_min, NULL, "smallest reference count", RUN(ref_min) },
	{ "REF_MAX", N, R, { }, get_ref_max, NULL, "largest reference count", RUN(ref_max) },
	{ "MAP", S, R, { }, get_map, NULL, "map count, N or MIN-MAX", RUN(map_min) | RUN(map_max) },
	{ "MAP_MIN", N, R, { }, get_map_min, NULL, "smallest map count", RUN(map_min) },
	{ "MAP_MAX", N, R, { }, get_map_max, NULL, "largest map count", RUN(map_max) },
	{ "NODE", N, R, { }, get_node, NULL, "NUMA node", RUN(node) },
	{ "ZONE", S, 0, { }, get_zone, NULL, "memory zone", RUN(zone_name) | RUN(zone_name[8]) },
	{ "CGROUP", N, R, { }, get_cgroup, NULL, "inode of the charged memory cgroup",
		RUN(cgroup) },
	{ "CGROUP_PATH", S, T, { }, get_cgroup_path, NULL,
		"its path, if it is there still", RUN(cgroup) },
	{ "WITH", N, R, { }, get_with, NULL, "inode of the other cgroup", ANY },
	{ "WITH_PATH", S, T, { }, get_with_path, NULL, "its path", ANY },
	{ "SHARERS", S, T, { }, get_sharers, NULL,
		"cgroups that the file is charged to, PATH:SIZE", ANY },
	{ "LARGEST", S, T, { }, get_largest, NULL, "the file with most pages in the row", ANY },
	{ "LARGEST_PAGES", N, R, { }, get_largest_pages, NULL, "these", ANY },
	{ "CGROUP_ONLINE", N, R, { }, get_cgroup_online, NULL,
		"the same, or its nearest ancestor that is there", RUN(cgroup_online) },
	{ "OWNER", S, 0, { }, get_owner, NULL, "device of the file that owns the frames",
		RUN(owner_major) | RUN(owner_minor) },
	{ "OWNER_INODE", N, R | P, { }, get_owner_inode, NULL, "its inode number",
		RUN(owner_ino) },
	{ "OWNER_GEN", N, R, { }, get_owner_gen, NULL, "its generation", RUN(owner_gen) },
	{ "OWNER_INDEX", N, R | P, { }, get_owner_index, NULL, "page in it",
		RUN(owner_index) },
	{ "CACHE", S, 0, { }, get_cache, NULL, "cache of the slab allocator whose memory it is",
		RUN(name_state) },
	{ "WHERE", S, T, { }, get_where, NULL, "what the frame is, in words", ANY },
	{ "FLAGS", A, COLUMN_SUMMARY, { }, get_flags, NULL,
		"names of the flags; in a summary the number", RUN(flags) },
	{ "KPF", N, R, { }, get_kpf, NULL, "flags as a number", RUN(flags) },
	{ "SYMBOLIC", S, 0, { }, get_symbolic, NULL, "flags as the letters of page-types",
		RUN(flags) },
	{ "LONG", A, 0, { }, get_long, NULL, "flags as the names of page-types", RUN(flags) },
};

/* Of entries without a page; audit has one of its own. */
static const struct column why[] = {
	{ "WHY", S, 0, { }, get_why, NULL, "why there is no page, or a difference", ANY },
};

static const struct column swap[] = {
	{ "SWAP_TYPE", N, R, { }, get_swap_type, NULL, "swap area", RUN(owner_gen) },
	{ "SWAP_OFFSET", N, R, { }, get_swap_offset, NULL, "first page in it", RUN(owner_index) },
};

static const struct column totals[] = {
	{ "COMBOS", A, COLUMN_HEX_KEYS, { "flags", "pages" }, get_combos, NULL, "pages by flags",
		ANY },
	{ "OBJECTS_BY_PAGES", A, 0, { "bucket", "objects" }, get_objects_by_pages, NULL,
		"objects by log2 of their pages", ANY },
};

COLUMN_TABLE(pages_columns, &kind_pages, of_pages);
COLUMN_TABLE(pages_why_columns, &kind_pages, why);
COLUMN_TABLE(pages_swap_columns, &kind_pages, swap);
COLUMN_TABLE(pages_total_columns, &kind_pages, totals);
