/* SPDX-License-Identifier: GPL-2.0 */
/* Answers made by hand, for the tests of userland/render. */
#ifndef TESTS_OUT_SCENES_H
#define TESTS_OUT_SCENES_H

#include <ktap.h>
#include <sys/stat.h>

#include "../../userland/lib/pagesnap.h"
#include "kinds/pages_layouts.h"
#include "render/out.h"

/* What is fed to an output, and as which query. */
struct scene {
	struct out *out;
	uint32_t q;
	const char *query;
	int status;
};

#define BITS2(a, b) (1ULL << (a) | 1ULL << (b))
#define UPTODATE_LRU BITS2(KPF_UPTODATE, KPF_LRU)

__attribute__((unused))
static void put_bytes(struct scene *s, union pagesnap_any *any, unsigned int type,
		      unsigned int flags, const void *bytes, size_t len)
{
	_Alignas(8) char copy[PAGESNAP_MORE_MAX + 1];
	struct pagesnap_record r = { .u = any, .bytes = copy, .len = len, .size = sizeof(*any) };
	int status;

	memcpy(copy, bytes, len);
	copy[len] = '\0';
	any->rec = (struct pagesnap_rec){ .len = sizeof(*any), .type = type, .flags = flags };
	/* of the session, where it is another than that of the client */
	if (type != PAGESNAP_REC_HEADER)
		any->query.q = s->q + 100;
	status = out_record(s->out, s->q, s->query, &r);
	if (status)
		s->status = status;
	/* nothing of a record may be used after the call */
	memset(copy, 'z', sizeof(copy));
	memset(any, 'z', sizeof(*any));
}

__attribute__((unused))
static void put(struct scene *s, union pagesnap_any any, unsigned int type)
{
	put_bytes(s, &any, type, 0, "", 0);
}

__attribute__((unused))
static void put_header(struct scene *s, const char *file)
{
	union pagesnap_any any = { .header = {
		.magic = "PAGESNAP", .byte_order = PAGESNAP_BYTE_ORDER, .abi_major = 1, .abi_minor = 1,
		.page_shift = 12, .features = 0x1f, .time_ns = 1795247134473881468, .session = 9,
		.kernel = "6.12.117", .boot = "?",
	} };

	strcpy(any.header.file, file);
	put(s, any, PAGESNAP_REC_HEADER);
}

__attribute__((unused))
static void put_query(struct scene *s, uint32_t q, const char *text, uint32_t group)
{
	union pagesnap_any any = { .query = {
		.line = 100 + q, .group = group, .mask = ~1ULL, .time_ns = 1795247134473881469,
		.text_len = strlen(text), .tag = "a-tag",
	} };

	s->q = q;
	s->query = NULL;
	put_bytes(s, &any, PAGESNAP_REC_QUERY, 0, text, strlen(text));
}

__attribute__((unused))
static void put_end(struct scene *s, uint64_t objects)
{
	union pagesnap_any any = { .end = { .objects = objects, .us = 1250000 } };

	put(s, any, PAGESNAP_REC_END);
}

__attribute__((unused))
static void put_error(struct scene *s, uint32_t q, const char *text, const char *msg)
{
	union pagesnap_any any = { .error = {
		.line = 100 + q, .err = ENOENT, .col = 1, .msg_len = strlen(msg),
		.text_len = strlen(text), .tag = "bad",
	} };
	union pagesnap_any end = { .end = { .status = PAGESNAP_END_ERROR } };
	char bytes[4096];

	s->q = q;
	put_bytes(s, &any, PAGESNAP_REC_ERROR, 0, bytes,
		  snprintf(bytes, sizeof(bytes), "%s%s", msg, text));
	put(s, end, PAGESNAP_REC_END);
}

__attribute__((unused))
static void put_sb(struct scene *s, const char *asked, const char *mount)
{
	union pagesnap_any any = { .sb = {
		.dev_major = 254, .dev_minor = 2, .asked_len = strlen(asked),
		.name_len = strlen(mount), .fstype = "ext4", .id = "vda2",
	} };
	char bytes[4096];

	put_bytes(s, &any, PAGESNAP_REC_SB, 0, bytes,
		  snprintf(bytes, sizeof(bytes), "%s%s", asked, mount));
}

/* A file of @pages cached pages, with sums. */
__attribute__((unused))
static void put_file(struct scene *s, uint64_t ino, unsigned int state, uint64_t pages,
		     const void *name, size_t len)
{
	const struct pagesnap_subtotal subtotals[] = {
		{ 0, pages - pages / 3 }, { 1, pages / 3 },
		{ 88, pages / 5 }, { 2417, pages - 2 * (pages / 5) - 2 }, { PAGESNAP_UNKNOWN, 1 },
		{ PAGESNAP_NONE, 1 }, { PAGESNAP_OTHER, pages / 5 },
	};
	char bytes[8192];
	union pagesnap_any any = { .file = {
		.dev_major = 254, .dev_minor = 2, .gen = 77, .ino = ino, .size = pages * 5000,
		.cached = pages + 1, .nlink = state != PAGESNAP_STATE_DELETED, .mode = S_IFREG,
		.state = state, .name_len = len,
		.sums = {
			.pages = pages, .dirty = pages / 10, .writeback = pages / 20,
			.mapped = pages / 3, .active = pages / 2, .referenced = pages / 4,
			.unevictable = 1, .evicted = 2 * pages, .swapped = 3, .special = 4,
			.holes = 5, .orders = { [0] = pages - pages / 2, [4] = pages / 2 },
		},
	} };

	memcpy(bytes, name, len);
	/* the smaller ones are from a module that has none */
	if (pages >= 100) {
		any.file.nr_nodes = 2;
		any.file.nr_cgroups = 5;
		memcpy(bytes + len, subtotals, sizeof(subtotals));
		put_bytes(s, &any, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS, bytes,
			  len + sizeof(subtotals));
		return;
	}
	put_bytes(s, &any, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS, bytes, len);
}

/* A file to which no other bytes belong than its name. */
__attribute__((unused))
static void put_bare_file(struct scene *s, struct pagesnap_file file, unsigned int flags,
			  const char *name)
{
	union pagesnap_any any = { .file = file };

	any.file.name_len = strlen(name);
	put_bytes(s, &any, PAGESNAP_REC_FILE, flags, name, strlen(name));
}

/* A file in front of its pages. */
__attribute__((unused))
static void put_plain_file(struct scene *s, uint64_t ino, const char *name)
{
	put_bare_file(s, (struct pagesnap_file){
		.dev_major = 254, .dev_minor = 2, .gen = 5, .ino = ino, .size = 4194304,
		.cached = 611, .nlink = 1, .mode = S_IFREG,
	}, 0, name);
}

__attribute__((unused))
static union pagesnap_any a_run(unsigned int unit, uint64_t index, uint64_t nr, uint64_t flags)
{
	union pagesnap_any any = { .run = {
		.kind = PAGESNAP_KIND_FILE, .order = 4, .unit = unit, .index = index, .nr = nr,
		.pfn = unit == PAGESNAP_UNIT_PFN ? index : 0x10a200 + index,
		.pfn_end = 0x10a200 + index + nr, .frames = 1, .flags = flags, .ref_min = 34,
		.ref_max = 34, .map_max = 2, .mapped = nr / 2, .cgroup = 2417,
		.cgroup_online = 2417, .zone_name = "Normal",
	} };

	return any;
}

__attribute__((unused))
static void put_gap(struct scene *s, unsigned int type, unsigned int unit, uint64_t index,
		    uint64_t nr)
{
	union pagesnap_any any = { .gap = {
		.unit = unit, .index = index, .nr = nr, .pfn = PAGESNAP_NONE,
		.why = type == PAGESNAP_REC_GONE ? PAGESNAP_WHY_EVICTED :
		       type == PAGESNAP_REC_HOLE ? PAGESNAP_WHY_OFFLINE : PAGESNAP_WHY_PFNMAP,
		.order = 9, .swp_type = 1, .swp_offset = 0x4400,
	} };

	if (type == PAGESNAP_REC_SWAP)
		any.gap.why = PAGESNAP_WHY_NONE;
	put(s, any, type);
}

#define FEED_FILE(s, ino, state, pages, name) \
	put_file(s, ino, state, pages, name, sizeof(name) - 1)

/* sb_index, group=object: every state of a name, and names that mean ill. */
__attribute__((unused))
static void scene_fs(struct scene *s)
{
	union pagesnap_any end = { .end = {
		.status = PAGESNAP_END_PARTIAL, .objects = 12, .records = 12, .counters = { 1572114 },
		.skipped = { [PAGESNAP_WHY_FREEING] = 5, [PAGESNAP_WHY_NEW] = 2, [31] = 1 },
		.cut = PAGESNAP_CUT_CURSOR, .rescans = 3, .us = 118204, .rescanned = 1200345,
	} };

	put_header(s, "sb_index");
	put_query(s, 1, "/var group=object", PAGESNAP_GROUP_OBJECT);
	put_sb(s, "/var", "/");
	FEED_FILE(s, 131077, PAGESNAP_STATE_LIVE, 812647, "/var/lib/mysql/ibdata1");
	FEED_FILE(s, 1310, PAGESNAP_STATE_DELETED, 179200, "/var/log/app.log.1");
	FEED_FILE(s, 1311, PAGESNAP_STATE_DELETED, 12, "");
	FEED_FILE(s, 8, PAGESNAP_STATE_META, 54272, "");
	FEED_FILE(s, 99, PAGESNAP_STATE_NONAME, 300, "");
	FEED_FILE(s, 100, PAGESNAP_STATE_OUTSIDE, 3107, "/srv/big");
	FEED_FILE(s, 101, PAGESNAP_STATE_OUTSIDE, 31, "/data/under");
	FEED_FILE(s, 102, 77, 1, "/a state of tomorrow");
	FEED_FILE(s, ~3ULL, PAGESNAP_STATE_LIVE, 1,
		  "/ESC\033[31m red\nnew line\ttab\r\\ \"quotes\", commas");
	FEED_FILE(s, 201, PAGESNAP_STATE_LIVE, 1,
		  "/bad\xff\xfe utf\xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 end\xe2\x82");
	FEED_FILE(s, 202, PAGESNAP_STATE_LIVE, 1,
		  "/C1\xc2\x9b" "31m bidi\xe2\x80\xae" "cod.\xe2\x81\xa6 grün \xf0\x9f\x98\x80");
	FEED_FILE(s, 203, PAGESNAP_STATE_LIVE, 1, "/ two  blanks, last ");
	put(s, end, PAGESNAP_REC_END);
}

/* A file of 100 pages, @nr of them charged to one cgroup and the rest to another. */
__attribute__((unused))
static void put_shared(struct scene *s, uint64_t ino, uint64_t dirty, uint64_t nr, const char *name)
{
	const struct pagesnap_subtotal subtotals[] = { { 88, nr }, { 2417, 100 - nr } };
	size_t len = strlen(name);
	char bytes[256];
	union pagesnap_any any = { .file = {
		.dev_major = 254, .dev_minor = 2, .ino = ino, .nlink = 1, .mode = S_IFREG,
		.name_len = len, .nr_cgroups = nr < 100 ? 2 : 1,
		.sums = { .pages = 100, .dirty = dirty, .evicted = 7, .orders = { [4] = 100 } },
	} };

	memcpy(bytes, name, len);
	memcpy(bytes + len, subtotals, sizeof(subtotals));
	put_bytes(s, &any, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS, bytes,
		  len + any.file.nr_cgroups * sizeof(subtotals[0]));
}

/* filename_index, group=object: two answers of which the second tells a file again. */
__attribute__((unused))
static void scene_shared(struct scene *s)
{
	put_header(s, "filename_index");
	put_query(s, 1, "/srv group=object", PAGESNAP_GROUP_OBJECT);
	put_sb(s, "/srv", "/srv");
	put_shared(s, 1, 0, 60, "/srv/a");
	put_shared(s, 2, 100, 60, "/srv/b");
	put_end(s, 2);
	put_query(s, 2, "/srv/c group=object", PAGESNAP_GROUP_OBJECT);
	put_shared(s, 2, 100, 60, "/srv/c/b");
	put_shared(s, 3, 1, 100, "/srv/c/d");
	put_end(s, 2);
}

/* A file of ten pages in a subvolume of a btrfs. */
__attribute__((unused))
static void put_in_subvol(struct scene *s, uint64_t subvol, const char *name)
{
	put_bare_file(s, (struct pagesnap_file){
		.dev_minor = 45, .gen = 7, .ino = 257, .nlink = 1, .mode = S_IFREG,
		.sums = { .pages = 10, .orders = { [0] = 10 } }, .subvol = subvol,
	}, PAGESNAP_RF_SUMS, name);
}

/* A file and the same in a snapshot, which another answer tells again. */
__attribute__((unused))
static void scene_snapshots(struct scene *s)
{
	put_header(s, "filename_index");
	put_query(s, 1, "/srv group=object", PAGESNAP_GROUP_OBJECT);
	put_sb(s, "/srv", "/srv");
	put_in_subvol(s, 5, "/srv/f");
	put_in_subvol(s, 256, "/srv/snap/f");
	put_end(s, 2);
	put_query(s, 2, "/srv/snap group=object", PAGESNAP_GROUP_OBJECT);
	put_in_subvol(s, 256, "/srv/snap/f");
	put_end(s, 1);
}

/* A block device; the name is its number. */
__attribute__((unused))
static void put_device(struct scene *s, const char *name)
{
	put_bare_file(s, (struct pagesnap_file){
		.dev_minor = 6, .ino = 266338306, .size = 1 << 20, .cached = 12, .nlink = 1,
		.mode = S_IFBLK, .sums = { .pages = 12 },
	}, PAGESNAP_RF_SUMS, name);
}

/* sb_index, type:NAME: names from the roots of superblocks, and of what has no root. */
__attribute__((unused))
static void scene_types(struct scene *s)
{
	put_header(s, "sb_index");
	put_query(s, 1, "type:ext4 group=object", PAGESNAP_GROUP_OBJECT);
	put_sb(s, "", "");
	FEED_FILE(s, 131077, PAGESNAP_STATE_LIVE, 12, "/var/lib/mysql/ibdata1");
	FEED_FILE(s, 1310, PAGESNAP_STATE_DELETED, 179200, "/var/log/app.log.1");
	FEED_FILE(s, 99, PAGESNAP_STATE_NONAME, 300, "");
	FEED_FILE(s, 1024, PAGESNAP_STATE_DELETED, 20, "memfd:no path");
	FEED_FILE(s, 1025, PAGESNAP_STATE_DELETED, 10, "dev/zero");
	put_end(s, 5);
	put_query(s, 2, "type:bdev group=object", PAGESNAP_GROUP_OBJECT);
	put_sb(s, "", "");
	put_device(s, "254:2");
	put_device(s, "104:0");
	put_device(s, "9:9");
	put_device(s, "../../etc");
	put_end(s, 4);
}

/* A name as long as a path can be, and none of its bytes can stand as it is. */
__attribute__((unused))
static void scene_long(struct scene *s)
{
	char longest[4000];

	memset(longest, '\n', sizeof(longest));
	longest[0] = '/';
	put_header(s, "sb_index");
	put_query(s, 1, "/ group=object", PAGESNAP_GROUP_OBJECT);
	put_file(s, 204, PAGESNAP_STATE_LIVE, 1, longest, sizeof(longest));
	put_end(s, 1);
}

/* filename_index: runs, pages, all kinds of gaps, an error, and a query that has no end. */
__attribute__((unused))
static void scene_file(struct scene *s)
{
	union pagesnap_any any;

	put_header(s, "filename_index");
	put_query(s, 1, "/home/foo/bar.txt", PAGESNAP_GROUP_RUN);
	put_plain_file(s, 1786946, "/home/foo/bar.txt");
	put(s, a_run(PAGESNAP_UNIT_INDEX, 0, 32, UPTODATE_LRU), PAGESNAP_REC_RUN);
	any = a_run(PAGESNAP_UNIT_INDEX, 32, 3, UPTODATE_LRU | 1ULL << KPF_DIRTY | 1ULL << 60);
	any.run.ref_min = 2;
	any.run.cgroup_online = 88;
	any.run.order = 0;
	put(s, any, PAGESNAP_REC_RUN);
	any = a_run(PAGESNAP_UNIT_INDEX, 35, 1, 0);
	any.run.cgroup = PAGESNAP_UNKNOWN;
	any.run.cgroup_online = PAGESNAP_UNKNOWN;
	any.run.node = PAGESNAP_UNKNOWN32;
	any.run.kind = 99;
	strcpy(any.run.zone_name, "?");
	put(s, any, PAGESNAP_REC_PAGE);
	put_gap(s, PAGESNAP_REC_GONE, PAGESNAP_UNIT_INDEX, 36, 64);
	put_gap(s, PAGESNAP_REC_SWAP, PAGESNAP_UNIT_INDEX, 100, 512);
	put_end(s, 1);
	put_error(s, 2, "/no such \xff", "no such file or directory");
	put_query(s, 3, "/cut", PAGESNAP_GROUP_RUN);
	put_plain_file(s, 7, "/cut");
	put(s, a_run(PAGESNAP_UNIT_INDEX, 18446744073709551000ULL, 1, 1ULL << 63),
	    PAGESNAP_REC_RUN);
}

/* task_index: VMAs with and without a file. */
__attribute__((unused))
static void scene_task(struct scene *s)
{
	union pagesnap_any task = { .task = { .pid = 4242, .vmas = 412, .comm = "?" } };
	union pagesnap_any libc = { .vma = {
		.prot = 5, .start = 0x7f3a1c000, .end = 0x7f3a1c200, .dev_major = 254,
		.dev_minor = 2, .ino = 1310, .pgoff = 0x10, .gen = ~0U, .name_len = 9,
	} };
	union pagesnap_any heap = { .vma = {
		.prot = 11, .start = 0x55d, .end = 0x55e, .dev_major = PAGESNAP_NONE32,
		.dev_minor = PAGESNAP_NONE32, .ino = PAGESNAP_NONE, .name_len = 6,
	} };
	union pagesnap_any any;

	put_header(s, "task_index");
	put_query(s, 1, "4242", PAGESNAP_GROUP_RUN);
	put(s, task, PAGESNAP_REC_TASK);
	put_bytes(s, &libc, PAGESNAP_REC_VMA, 0, "/lib/libc", 9);
	any = a_run(PAGESNAP_UNIT_VPN, 0x7f3a1c000, 16, UPTODATE_LRU);
	any.run.map_order = 9;
	put(s, any, PAGESNAP_REC_RUN);
	put_bytes(s, &heap, PAGESNAP_REC_VMA, 0, "[heap]", 6);
	put_gap(s, PAGESNAP_REC_SWAP, PAGESNAP_UNIT_VPN, 0x55d, 1);
	put_gap(s, PAGESNAP_REC_SPECIAL, PAGESNAP_UNIT_VPN, 0x55e, 1);
	put_end(s, 2);
}

/* pfn_index: frames of two nodes. */
__attribute__((unused))
static void scene_pfn(struct scene *s)
{
	union pagesnap_any span = { .span = { .node = 1, .start = 0x100, .end = 0x2000 } };
	union pagesnap_any any;

	put_header(s, "pfn_index");
	put_query(s, 1, "0x100,0x2000", PAGESNAP_GROUP_RUN);
	put(s, span, PAGESNAP_REC_SPAN);
	any = a_run(PAGESNAP_UNIT_PFN, 0x10a, 96, 1ULL << KPF_BUDDY);
	any.run.kind = PAGESNAP_KIND_BUDDY;
	any.run.cgroup = PAGESNAP_NONE;
	any.run.cgroup_online = PAGESNAP_NONE;
	put(s, any, PAGESNAP_REC_RUN);
	any = a_run(PAGESNAP_UNIT_PFN, 0x16a, 16, UPTODATE_LRU);
	any.run.owner_major = 254;
	any.run.owner_minor = 2;
	any.run.owner_ino = 1310;
	any.run.owner_gen = 5;
	any.run.owner_index = 300;
	put_bytes(s, &any, PAGESNAP_REC_RUN, PAGESNAP_RF_OWNER, "", 0);
	put_gap(s, PAGESNAP_REC_HOLE, PAGESNAP_UNIT_PFN, 0x1b0, 80);
	put_end(s, 1);
}

/* A page of inode @ino of device @major:2; with names=1. */
__attribute__((unused))
static void put_named(struct scene *s, uint64_t pfn, uint32_t major, uint64_t ino, uint32_t state,
		      const char *name)
{
	union pagesnap_any any = a_run(PAGESNAP_UNIT_PFN, pfn, 1, UPTODATE_LRU);

	any.run.owner_major = major;
	any.run.owner_minor = 2;
	any.run.owner_ino = ino;
	any.run.owner_index = 4;
	any.run.name_len = strlen(name);
	any.run.name_state = state;
	put_bytes(s, &any, PAGESNAP_REC_PAGE, PAGESNAP_RF_OWNER | PAGESNAP_RF_NAME, name,
		  strlen(name));
}

/* pfn_index, names=1: files with and without a name, and every other kind. */
__attribute__((unused))
static void scene_who(struct scene *s)
{
	union pagesnap_any any;
	uint32_t kind;

	put_header(s, "pfn_index");
	put_query(s, 1, "0x100,0x2000 names=1", PAGESNAP_GROUP_PAGE);
	put_named(s, 0x10a, 254, 1310, PAGESNAP_STATE_LIVE, "/srv/lib/a b");
	put_named(s, 0x10b, 254, 1311, PAGESNAP_STATE_DELETED, "/data/hidden");
	put_named(s, 0x10c, 8, 12, PAGESNAP_STATE_LIVE, "/elsewhere");
	put_named(s, 0x10d, 254, 13, PAGESNAP_STATE_NONAME, "");
	put_named(s, 0x10e, 254, 8, PAGESNAP_STATE_META, "");
	put_named(s, 0x10f, 9, 8, PAGESNAP_STATE_META, "");
	put_named(s, 0x110, 0, 1024, PAGESNAP_STATE_DELETED, "memfd:a name");
	put_named(s, 0x111, 0, 6, PAGESNAP_STATE_LIVE, "254:2");
	put_named(s, 0x112, 254, 14, PAGESNAP_UNKNOWN32, "");
	put_named(s, 0x113, 0, 900, PAGESNAP_STATE_OFFLIST, "aio");
	put_named(s, 0x114, 0, 901, PAGESNAP_STATE_OFFLIST, "a new one");
	for (kind = 0; kind <= PAGESNAP_KINDS; kind++) {
		any = a_run(PAGESNAP_UNIT_PFN, 0x200 + kind, 1, 0);
		any.run.kind = kind;
		put_bytes(s, &any, PAGESNAP_REC_PAGE, PAGESNAP_RF_NAME, "", 0);
	}
	put_gap(s, PAGESNAP_REC_HOLE, PAGESNAP_UNIT_PFN, 0x1b00, 80);
	put_end(s, 1);
}

/* group=total of two queries: heads and tails, flags with two meanings, "other". */
__attribute__((unused))
static void scene_total(struct scene *s)
{
	static const struct pagesnap_combo first[] = {
		{ 0, 7 },
		{ UPTODATE_LRU, 100 },
		{ 1ULL << KPF_BUDDY, 1048576 },
		{ UPTODATE_LRU | 1ULL << KPF_COMPOUND_HEAD, 1 },
		{ UPTODATE_LRU | 1ULL << KPF_COMPOUND_TAIL, 15 },
		{ BITS2(KPF_HUGE, KPF_COMPOUND_HEAD), 2 },
		{ UPTODATE_LRU | 1ULL << PAGESNAP_KPF_RESERVED, 100 },
	};
	static const struct pagesnap_combo second[] = {
		{ 1ULL << KPF_BUDDY, 1 },
		{ BITS2(KPF_ANON, PAGESNAP_KPF_OWNER_2), 20 },
		{ BITS2(KPF_SLAB, KPF_ACTIVE) | 1ULL << KPF_ERROR, 30 },
		{ 1ULL << KPF_RECLAIM, 40 },
		{ BITS2(KPF_RECLAIM, KPF_WRITEBACK), 50 },
		{ PAGESNAP_UNKNOWN, 3 },
	};
	static const struct pagesnap_subtotal subtotals[] = {
		{ 0, 1048801 }, { 88, 1 }, { PAGESNAP_NONE, 1048800 },
	};
	char bytes[1024];
	union pagesnap_any a = { .total = {
		.nr_combos = 7, .nr_nodes = 1, .nr_cgroups = 2, .objects_by_pages = { [4] = 1, [63] = 2 },
		.sums = { .pages = 1048801, .dirty = 3, .holes = 1024, .evicted = 8,
			  .orders = { [0] = 7, [19] = 9 } },
	} };
	union pagesnap_any b = { .total = { .nr_combos = 6, .sums = { .pages = 144 } } };

	put_header(s, "pfn_index");
	put_query(s, 1, "0 0x100000 group=total", PAGESNAP_GROUP_TOTAL);
	memcpy(bytes, first, sizeof(first));
	memcpy(bytes + sizeof(first), subtotals, sizeof(subtotals));
	put_bytes(s, &a, PAGESNAP_REC_TOTAL, 0, bytes, sizeof(first) + sizeof(subtotals));
	put_end(s, 1);
	put_query(s, 2, "0x100000 group=total", PAGESNAP_GROUP_TOTAL);
	put_bytes(s, &b, PAGESNAP_REC_TOTAL, 0, second, sizeof(second));
	put_end(s, 1);
}

__attribute__((unused))
static void scene_empty(struct scene *s)
{
}

#endif /* TESTS_OUT_SCENES_H */
