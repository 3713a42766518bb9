// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/kernel-page-flags.h>
#include <linux/pagesnap.h>
#include <linux/pagesnap/pages.h>

#include "answer-internal.h"

#define SPILL_SIZE (1024 * 1024)

void put(struct stream *s, const void *bytes, size_t len)
{
	if (s->spill && s->len > SPILL_SIZE)
		s->spill(s);
	if (s->len + len > s->size) {
		s->size = 2 * (s->len + len);
		s->buf = realloc(s->buf, s->size);
		if (!s->buf)
			abort();
	}
	memcpy(s->buf + s->len, bytes, len);
	s->len += len;
}

void put_bytes(struct stream *s, uint32_t q, const char *text, size_t len)
{
	static const char zeros[8];
	const size_t most = PAGESNAP_REC_MAX - sizeof(struct pagesnap_bytes);

	while (len) {
		size_t nr = len < most ? len : most, pad = -nr % 8;
		struct pagesnap_bytes bytes = {
			.rec = HEAD(BYTES, bytes, nr < len ? PAGESNAP_RF_MORE : 0),
			.q = q,
			.nr = nr,
		};

		bytes.rec.len += nr + pad;
		put(s, &bytes, sizeof(bytes));
		put(s, text, nr);
		put(s, zeros, pad);
		text += nr;
		len -= nr;
	}
}

/* The number that the variable @name gives, or else @otherwise. */
static uint64_t given(const char *name, uint64_t otherwise)
{
	const char *value = getenv(name);

	return value ? strtoull(value, NULL, 0) : otherwise;
}

/* The ABI version that $FAKE_ABI gives. */
static void set_version(struct pagesnap_header *h)
{
	const char *version = getenv("FAKE_ABI");

	if (version && sscanf(version, "%hu.%hu", &h->abi_major, &h->abi_minor) != 2)
		abort();
}

bool is_of_accesses(const char *file)
{
	return !strncmp(file, "accesses/", strlen("accesses/"));
}

bool is_of_faults(const char *file)
{
	return !strncmp(file, "faults/", strlen("faults/"));
}

bool is_of_slab(const char *file)
{
	return !strncmp(file, "slab/", strlen("slab/"));
}

bool is_endless(const char *file)
{
	return is_of_accesses(file) && getenv("FAKE_ENDLESS");
}

void answer_header(struct stream *s, const char *file, uint64_t session)
{
	struct pagesnap_header h = {
		.rec = HEAD(HEADER, h, 0),
		.byte_order = PAGESNAP_BYTE_ORDER,
		.abi_major = PAGESNAP_ABI_MAJOR,
		.abi_minor = PAGESNAP_ABI_MINOR,
		.page_shift = 12,
		.features = PAGESNAP_FEAT_CGROUP | PAGESNAP_FEAT_NODES | PAGESNAP_FEAT_SWAP,
		.time_ns = TIME_NS,
		.session = session,
		.kernel = "6.12.0-fake",
		.boot = "00000000-0000-0000-0000-000000000000",
		.collection = "pages",
	};

	memcpy(h.magic, PAGESNAP_MAGIC, sizeof(h.magic));
	if (is_of_accesses(file))
		snprintf(h.collection, sizeof(h.collection), "accesses");
	if (is_of_faults(file))
		snprintf(h.collection, sizeof(h.collection), "faults");
	if (is_of_slab(file))
		snprintf(h.collection, sizeof(h.collection), "slab");
	snprintf(h.file, sizeof(h.file), "%s", strrchr(file, '/') ? strrchr(file, '/') + 1 : file);
	set_version(&h);
	if (h.abi_major == 1 && h.abi_minor < 2)
		h.rec.len = offsetof(struct pagesnap_header, collection);
	put(s, &h, h.rec.len);
	s->session = session;
}

/* The query ---------------------------------------------------------------- */

const char *find(const struct asked *a, const char *what)
{
	return memmem(a->line, a->len, what, strlen(what));
}

static void read_path(struct asked *a)
{
	const char *c = a->line, *end = a->line + a->len;
	bool quoted = c < end && *c == '"';

	for (c += quoted; c < end && *c != (quoted ? '"' : ' '); c++) {
		if (a->path_len + 2 > sizeof(a->path))
			break;
		if (quoted && *c == '\\' && c + 3 < end && isdigit((unsigned char)c[1])) {
			a->path[a->path_len++] = (c[1] - '0') << 6 | (c[2] - '0') << 3 | (c[3] - '0');
			c += 3;
		} else {
			c += quoted && *c == '\\';
			a->path[a->path_len++] = *c;
		}
	}
}

static void read_line(struct asked *a)
{
	static const char *const groups[] = { "run", "page", "object", "total" };
	char option[32];
	const char *tag = find(a, " tag="), *part = find(a, " part=");
	uint32_t group;

	a->slab = find(a, " slab=1");
	a->parts = 1;
	if (part && sscanf(part, " part=%u/%u", &a->part, &a->parts) == 2)
		a->part--;

	read_path(a);
	for (group = 0; group < 4; group++) {
		snprintf(option, sizeof(option), "group=%s", groups[group]);
		if (find(a, option))
			a->group = group;
	}
	if (tag)
		snprintf(a->tag, sizeof(a->tag), "%.*s",
			 (int)strcspn(tag + 5, " "), tag + 5);
}

bool is_path(const struct asked *a, const char *name)
{
	size_t len = strlen(name);

	return a->path_len >= len && !memcmp(a->path + a->path_len - len, name, len);
}

/* Records ------------------------------------------------------------------ */

static void put_error(struct stream *s, const struct asked *a, int err, uint32_t col,
		      const char *message)
{
	struct pagesnap_error error = {
		.rec = HEAD(ERROR, error, PAGESNAP_RF_MORE), .q = a->q, .line = a->q, .err = err,
		.col = col, .msg_len = strlen(message), .text_len = a->len < 4096 ? a->len : 4096,
	};
	char bytes[4096 + 256];

	memcpy(bytes, message, error.msg_len);
	memcpy(bytes + error.msg_len, a->line, error.text_len);
	put(s, &error, sizeof(error));
	put_bytes(s, a->q, bytes, error.msg_len + error.text_len);
}

static void put_query(struct stream *s, const struct asked *a)
{
	struct pagesnap_query_rec query = {
		.rec = HEAD(QUERY, query, a->len ? PAGESNAP_RF_MORE : 0), .q = a->q, .line = a->q,
		.group = a->group, .text_len = a->len < 4096 ? a->len : 4096,
		.mask = ~1ull, .time_ns = TIME_NS,
	};

	memcpy(query.tag, a->tag, sizeof(query.tag));
	put(s, &query, sizeof(query));
	put_bytes(s, a->q, a->line, query.text_len);
}

static void put_sb(struct stream *s, const struct asked *a)
{
	struct pagesnap_sb sb = {
		.rec = HEAD(SB, sb, PAGESNAP_RF_MORE), .q = a->q, .dev_major = 254,
		.dev_minor = a->dev, .asked_len = a->path_len, .fstype = "ext4",
	};
	const char *mount = getenv("FAKE_MOUNT") ?: "/";
	char bytes[sizeof(a->path) + 256];

	snprintf(sb.id, sizeof(sb.id), "vda%u", a->dev);
	sb.name_len = strlen(mount);
	memcpy(bytes, a->path, a->path_len);
	memcpy(bytes + a->path_len, mount, sb.name_len);
	put(s, &sb, sizeof(sb));
	put_bytes(s, a->q, bytes, a->path_len + sb.name_len);
}

static struct pagesnap_sums sums_of(uint64_t pages)
{
	return (struct pagesnap_sums){
		.pages = pages, .dirty = pages / 4, .mapped = pages / 8, .evicted = 3,
		.orders = { pages },
	};
}

static bool is_in_part(const struct asked *a, uint64_t ino)
{
	return ino % a->parts == a->part;
}

/* An inode and a name of cgroup 27, and a node for each 64 pages of nobody. */
static void add_slab(struct pagesnap_file *file, uint64_t pages)
{
	file->rec.flags |= PAGESNAP_RF_SLAB;
	file->slab_inode = (struct pagesnap_objects){ 1, 1000, 27 };
	file->slab_dentries = (struct pagesnap_objects){ 1, 200, 27 };
	file->slab_nodes = (struct pagesnap_objects){ pages / 64, pages / 64 * 600, PAGESNAP_NONE };
}

static void put_file(struct stream *s, struct asked *a, uint64_t ino, uint64_t pages,
		     const char *name, size_t len)
{
	bool sums = a->group == PAGESNAP_GROUP_OBJECT;
	const char *where = getenv("FAKE_FILE");
	unsigned int major, minor;
	struct pagesnap_file file = {
		.rec = HEAD(FILE, file, (sums ? PAGESNAP_RF_SUMS : 0) | (len ? PAGESNAP_RF_MORE : 0)),
		.q = a->q, .dev_major = 254, .dev_minor = a->dev, .gen = 7, .ino = ino,
		.size = pages * 4096, .cached = pages, .nlink = 1, .mode = S_IFREG,
		.state = PAGESNAP_STATE_LIVE, .name_len = len,
	};

	if (where && sscanf(where, "%u:%u:%" SCNu64, &major, &minor, &ino) == 3) {
		file.dev_major = major;
		file.dev_minor = minor;
		file.ino = ino;
	}
	if (sums && pages)
		file.sums = sums_of(pages);
	if (sums)
		file.droppable = pages / 2;
	if (a->slab)
		add_slab(&file, pages);
	if (is_path(a, "deleted"))
		file.state = PAGESNAP_STATE_DELETED;
	if (is_path(a, "outside"))
		file.state = PAGESNAP_STATE_OUTSIDE;
	put(s, &file, sizeof(file));
	put_bytes(s, a->q, name, len);
	a->end.objects++;
	if (!sums)
		return;
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES] += pages;
	a->end.counters[PAGESNAP_COUNT_GONE] += pages ? 3 : 0;
}

static void put_run(struct stream *s, struct asked *a, unsigned int unit, uint64_t index,
		    uint64_t nr, uint64_t flags)
{
	bool page = a->group == PAGESNAP_GROUP_PAGE;
	struct pagesnap_run run = {
		.rec = HEAD(RUN, run, 0), .q = a->q, .kind = PAGESNAP_KIND_FILE, .unit = unit,
		.index = index, .nr = page ? 1 : nr, .pfn = 0x1000 + index,
		.pfn_end = 0x1000 + index + (page ? 1 : nr), .frames = 1,
		.flags = flags | given("FAKE_FLAGS", 0), .ref_min = 2, .ref_max = 3,
		.cgroup = given("FAKE_CGROUP", 27), .cgroup_online = given("FAKE_CGROUP", 27),
		.node = 0, .zone = 2, .zone_name = "Normal",
	};
	uint64_t i;

	if (page)
		run.rec.type = PAGESNAP_REC_PAGE;
	for (i = 0; i < (page ? nr : 1); i++) {
		put(s, &run, sizeof(run));
		run.index++;
		run.pfn++;
		run.pfn_end++;
		a->end.records++;
		a->end.counters[PAGESNAP_COUNT_PAGES] += run.nr;
	}
}

static void put_gone(struct stream *s, struct asked *a, uint64_t index, uint64_t nr)
{
	struct pagesnap_gap gap = {
		.rec = HEAD(GONE, gap, 0), .q = a->q, .why = PAGESNAP_WHY_EVICTED,
		.unit = PAGESNAP_UNIT_INDEX, .index = index, .nr = nr, .pfn = PAGESNAP_NONE,
	};

	put(s, &gap, sizeof(gap));
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_GONE] += nr;
}

static void put_total(struct stream *s, struct asked *a, uint64_t pages)
{
	struct pagesnap_combo combos[] = {
		{ 1ull << KPF_UPTODATE | 1ull << KPF_LRU, pages - pages / 4 },
		{ 1ull << KPF_UPTODATE | 1ull << KPF_DIRTY | 1ull << KPF_LRU, pages / 4 },
	};
	struct pagesnap_total total = {
		.rec = HEAD(TOTAL, total, PAGESNAP_RF_MORE), .q = a->q, .nr_combos = 2,
		.sums = sums_of(pages), .objects_by_pages = { 0, 1 },
	};

	total.droppable = strcmp(a->file, "task_index") ? pages / 2 : PAGESNAP_NONE;
	total.pss = strcmp(a->file, "task_index") ? PAGESNAP_NONE : pages * 4096 / 2;
	/* nothing is evicted of frames, and it is not told once more for each piece of them */
	if (!strcmp(a->file, "pfn_index"))
		total.sums.evicted = 0;
	if (!pages) {
		total.rec.flags = 0;
		total.nr_combos = 0;
		memset(total.objects_by_pages, 0, sizeof(total.objects_by_pages));
		memset(&total.sums, 0, sizeof(total.sums));
		total.pss = strcmp(a->file, "task_index") ? PAGESNAP_NONE : 0;
	}
	put(s, &total, sizeof(total));
	if (pages)
		put_bytes(s, a->q, (const char *)combos, sizeof(combos));
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES] += pages;
}

void put_task_record(struct stream *s, const struct asked *a, uint32_t pid)
{
	struct pagesnap_task task = {
		.rec = HEAD(TASK, task, 0), .q = a->q, .pid = pid, .vmas = 1, .comm = "fake",
	};

	put(s, &task, sizeof(task));
}

static void put_task(struct stream *s, struct asked *a, uint32_t pid)
{
	struct pagesnap_vma vma = {
		.rec = HEAD(VMA, vma, PAGESNAP_RF_MORE), .q = a->q, .prot = 5, .start = 0x1000,
		.end = 0x1010, .dev_major = 254, .dev_minor = 2, .ino = 12, .gen = 7,
		.name_len = 9,
	};

	if (a->group == PAGESNAP_GROUP_OBJECT && !is_path(a, "7")) {
		vma.rec.flags |= PAGESNAP_RF_SUMS;
		vma.sums = sums_of(16);
		vma.pss = 8 * 4096 + 5;
		a->end.records++;
		a->end.counters[PAGESNAP_COUNT_PAGES] += 16;
	}
	put_task_record(s, a, pid);
	if (a->group == PAGESNAP_GROUP_TOTAL || is_path(a, "7"))
		return;
	put(s, &vma, sizeof(vma));
	put_bytes(s, a->q, "/lib/a.so", 9);
	a->end.objects++;
	if (!has_heap(pid))
		return;
	/* anonymous memory behind it */
	vma.start = FAKE_HEAP;
	vma.end = FAKE_HEAP + 0x100;
	vma.dev_major = vma.dev_minor = vma.ino = vma.gen = 0;
	vma.name_len = 6;
	put(s, &vma, sizeof(vma));
	put_bytes(s, a->q, "[heap]", 6);
	a->end.objects++;
}

static void put_span(struct stream *s, struct asked *a)
{
	struct pagesnap_span span = {
		.rec = HEAD(SPAN, span, 0), .q = a->q, .node = 0, .start = 0x1000, .end = 0x1100,
	};

	if (a->group == PAGESNAP_GROUP_OBJECT) {
		span.rec.flags |= PAGESNAP_RF_SUMS;
		span.sums = sums_of(256);
	}
	put(s, &span, sizeof(span));
	a->end.objects++;
}

/* Frames as audit asks for them. */
static void put_frames(struct stream *s, struct asked *a)
{
	struct pagesnap_run run = {
		.rec = HEAD(RUN, run, PAGESNAP_RF_OWNER), .q = a->q, .kind = PAGESNAP_KIND_FILE,
		.unit = PAGESNAP_UNIT_PFN, .pfn = 0x1000, .nr = 6, .mapped = 1, .cgroup = 99,
		.cgroup_online = 1, .owner_major = 254, .owner_minor = 2, .owner_ino = 10,
	};

	put(s, &run, sizeof(run));
	run.nr = 2;
	run.flags = 1ull << KPF_DIRTY;
	put(s, &run, sizeof(run));
	/* rings of asynchronous I/O are marked dirty, but not counted so */
	run.nr = 3;
	run.owner_major = 0;
	run.owner_minor = 12;
	run.pfn = 0x2000;
	put(s, &run, sizeof(run));
	run.rec.flags = PAGESNAP_RF_SWAP;
	run.kind = PAGESNAP_KIND_ANON;
	run.nr = 4;
	run.flags = 1ull << KPF_SWAPCACHE | 1ull << KPF_ANON | 1ull << KPF_WRITEBACK;
	run.mapped = 4;
	put(s, &run, sizeof(run));
	if (getenv("FAKE_TORN"))
		a->end.skipped[PAGESNAP_WHY_TORN] = 5;
}

/* One of these frames, whose name is asked for. */
static void put_offlist(struct stream *s, struct asked *a)
{
	struct pagesnap_run run = {
		.rec = HEAD(PAGE, run, PAGESNAP_RF_OWNER | PAGESNAP_RF_NAME | PAGESNAP_RF_MORE),
		.q = a->q, .kind = PAGESNAP_KIND_FILE, .unit = PAGESNAP_UNIT_PFN, .pfn = 0x2000,
		.nr = 1, .owner_minor = 12, .owner_ino = 7,
		.name_state = PAGESNAP_STATE_OFFLIST, .name_len = 3,
	};

	if (getenv("FAKE_UNLISTED"))
		return;
	put(s, &run, sizeof(run));
	put_bytes(s, a->q, "aio", run.name_len);
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES]++;
}

static void put_note(struct stream *s, const struct asked *a)
{
	static const char text[] = "an overlay has no pages";
	struct pagesnap_note note = {
		.rec = HEAD(NOTE, note, PAGESNAP_RF_MORE), .q = a->q, .text_len = strlen(text),
	};

	put(s, &note, sizeof(note));
	put_bytes(s, a->q, text, strlen(text));
}

/* Answers ------------------------------------------------------------------ */

static void put_runs(struct stream *s, struct asked *a, unsigned int unit)
{
	put_run(s, a, unit, 0, 4, 1ull << KPF_UPTODATE | 1ull << KPF_LRU);
	put_run(s, a, unit, 4, 4, 1ull << KPF_UPTODATE | 1ull << KPF_DIRTY | 1ull << KPF_LRU);
}

/* A file of eight pages; a quarter is dirty with sums, half with runs: nobody compares. */
static void put_one_file(struct stream *s, struct asked *a)
{
	if (a->group == PAGESNAP_GROUP_TOTAL) {
		put_total(s, a, is_in_part(a, 12) ? 8 : 0);
		return;
	}
	if (!is_in_part(a, 12))
		return;
	put_file(s, a, 12, 8, a->path, a->path_len);
	if (a->group == PAGESNAP_GROUP_OBJECT)
		return;
	put_runs(s, a, PAGESNAP_UNIT_INDEX);
	put_gone(s, a, 8, 3);
}

static void put_files(struct stream *s, struct asked *a, uint64_t nr)
{
	char name[64];
	uint64_t i;

	for (i = 1; i <= nr; i++) {
		int len = snprintf(name, sizeof(name), "/file-%llu", (unsigned long long)i);

		if (!is_in_part(a, i))
			continue;
		put_file(s, a, i, i % 1000 + 1, name, len);
		if (a->group != PAGESNAP_GROUP_OBJECT)
			put_run(s, a, PAGESNAP_UNIT_INDEX, 0, i % 1000 + 1, 1ull << KPF_UPTODATE);
	}
}

static void put_many_runs(struct stream *s, struct asked *a, uint64_t nr)
{
	uint64_t i;

	put_file(s, a, 12, nr, a->path, a->path_len);
	for (i = 0; i < nr; i++)
		put_run(s, a, PAGESNAP_UNIT_INDEX, 2 * i, 1, 1ull << KPF_UPTODATE);
}

static void read_range(const struct asked *a, uint64_t *start, uint64_t *end)
{
	char line[64];

	snprintf(line, sizeof(line), "%.*s", (int)a->len, a->line);
	sscanf(line, "%lli %lli", (long long *)start, (long long *)end);
}

/* Of 4 GiB, one page of each 16 MiB. */
static uint64_t frames_of(const struct asked *a)
{
	uint64_t start = 0, end = 0x100000;

	read_range(a, &start, &end);
	end = end < 0x100000 ? end : 0x100000;
	return start < end ? (end + 0xfff) / 0x1000 - (start + 0xfff) / 0x1000 : 0;
}

static bool is_beyond(const struct asked *a)
{
	uint64_t start = 0, end;

	read_range(a, &start, &end);
	return start >= 0x40000000;
}

/* Up to @end, frames of @node, or a hole for the reason @why. */
struct area {
	uint64_t end;
	unsigned int why;
	unsigned int node;
	uint64_t flags;
};

static void put_area_span(struct stream *s, struct asked *a, uint64_t at, uint64_t end, int node)
{
	struct pagesnap_span span = {
		.rec = HEAD(SPAN, span, 0), .q = a->q, .node = node < 0 ? 0 : node, .start = at,
		.end = end,
	};

	put(s, &span, sizeof(span));
	a->end.objects++;
}

static void put_area(struct stream *s, struct asked *a, const struct area *area, uint64_t at,
		     uint64_t nr)
{
	struct pagesnap_gap gap = {
		.rec = HEAD(HOLE, gap, 0), .q = a->q, .why = area->why, .unit = PAGESNAP_UNIT_PFN,
		.index = at, .nr = nr, .pfn = PAGESNAP_NONE,
	};
	bool page = a->group == PAGESNAP_GROUP_PAGE;
	struct pagesnap_run run = {
		.rec = HEAD(RUN, run, 0), .q = a->q, .kind = PAGESNAP_KIND_KERNEL,
		.unit = PAGESNAP_UNIT_PFN, .frames = 1, .flags = area->flags, .ref_min = 1,
		.ref_max = 1, .cgroup = PAGESNAP_NONE, .cgroup_online = PAGESNAP_NONE,
		.node = area->node, .zone = 2, .zone_name = "Normal", .nr = page ? 1 : nr,
	};
	uint64_t end = at + nr;

	a->end.records += page && !area->why ? nr : 1;
	if (area->why) {
		put(s, &gap, sizeof(gap));
		a->end.counters[PAGESNAP_COUNT_HOLES] += nr;
		return;
	}
	if (page)
		run.rec.type = PAGESNAP_REC_PAGE;
	for (; at < end; at += run.nr) {
		run.index = run.pfn = at;
		run.pfn_end = at + run.nr;
		put(s, &run, sizeof(run));
	}
	a->end.counters[PAGESNAP_COUNT_PAGES] += nr;
}

/*
 * Memory with runs, holes and nodes that end at multiples of 8192 frames, before and
 * behind.  As the module, a walk that begins with a hole knows no node yet.
 */
static void put_memory(struct stream *s, struct asked *a)
{
	static const struct area areas[] = {
		{ 0x300, 0, 0, 1 }, { 0x2000, PAGESNAP_WHY_ABSENT, 0, 0 }, { 0x2100, 0, 0, 1 },
		{ 0x6000, 0, 0, 2 }, { 0xd000, 0, 0, 1 }, { 0xe000, PAGESNAP_WHY_ABSENT, 0, 0 },
		{ 0xe800, PAGESNAP_WHY_OFFLINE, 0, 0 }, { 0x10000, 0, 0, 1 }, { 0x13000, 0, 1, 1 },
		{ 0x16000, PAGESNAP_WHY_ABSENT, 0, 0 }, { 0x17000, PAGESNAP_WHY_OFFLINE, 0, 0 },
		{ 0x19000, 0, 1, 2 }, { 0x1c000, 0, 0, 2 }, { 0x20000, PAGESNAP_WHY_ABSENT, 0, 0 },
	};
	uint64_t at = 0, end = 0x20000;
	const struct area *area = areas;
	bool live = false;
	int node = -1;

	read_range(a, &at, &end);
	end = end < 0x20000 ? end : 0x20000;
	for (; at < end; at = area->end) {
		while (area->end <= at)
			area++;
		if (!live || (!area->why && node != (int)area->node)) {
			node = area->why ? -1 : (int)area->node;
			put_area_span(s, a, at, end, node);
			live = true;
		}
		put_area(s, a, area, at, (area->end < end ? area->end : end) - at);
	}
}

/* Processes 41 and 42; of uid 8, none, and of uid 9 the client. */
static void put_target(struct stream *s, struct asked *a)
{
	uint32_t pid;

	if (is_path(a, "uid:8") || is_path(a, "uid:9"))
		return;
	if (a->group == PAGESNAP_GROUP_TOTAL) {
		put_total(s, a, 32);
		return;
	}
	for (pid = 41; pid <= 42; pid++) {
		put_task(s, a, pid);
		if (a->group < PAGESNAP_GROUP_OBJECT)
			put_runs(s, a, PAGESNAP_UNIT_VPN);
	}
}

static bool is_target(const struct asked *a)
{
	return !strcmp(a->file, "task_index") && memchr(a->path, ':', a->path_len);
}

static void put_objects(struct stream *s, struct asked *a)
{
	const char *many = memmem(a->path, a->path_len, "many-", 5);
	uint64_t nr = many ? strtoull(many + 5, NULL, 10) : 0;

	if (getenv("FAKE_WORLD") &&
	    (!strcmp(a->file, "sb_index") || !strcmp(a->file, "filename_index"))) {
		put_world(s, a);
	} else if (is_of_accesses(a->file)) {
		put_samples(s, a);
	} else if (is_of_faults(a->file)) {
		put_trace(s, a);
	} else if (is_of_slab(a->file)) {
		put_slab(s, a);
	} else if (is_target(a)) {
		put_target(s, a);
	} else if (!strcmp(a->file, "task_index")) {
		put_task(s, a, atoi(a->path));
		if (a->group == PAGESNAP_GROUP_TOTAL)
			put_total(s, a, is_path(a, "7") ? 0 : 16);
		else if (a->group < PAGESNAP_GROUP_OBJECT && !is_path(a, "7"))
			put_runs(s, a, PAGESNAP_UNIT_VPN);
	} else if (is_path(a, "uncached") && a->group == PAGESNAP_GROUP_OBJECT) {
		put_file(s, a, 12, 0, a->path, a->path_len);
	} else if (is_path(a, "uncached") || is_path(a, "nothing")) {
		return;
	} else if (!strcmp(a->file, "pfn_index")) {
		if (a->group == PAGESNAP_GROUP_TOTAL) {
			if (find(a, " kinds=1"))
				put_census(s, a);
			else
				put_total(s, a, frames_of(a));
			return;
		}
		if (is_beyond(a))
			return;
		if (getenv("FAKE_MEMORY") && a->group != PAGESNAP_GROUP_OBJECT) {
			put_memory(s, a);
			return;
		}
		put_span(s, a);
		if (find(a, ",-buddy"))
			put_frames(s, a);
		else if (find(a, " names=1") && find(a, "0x2000"))
			put_offlist(s, a);
		else if (a->group < PAGESNAP_GROUP_OBJECT)
			put_runs(s, a, PAGESNAP_UNIT_PFN);
	} else if (is_path(a, "type:bdev") || is_path(a, "type:proc")) {
		return;
	} else if (many && a->group == PAGESNAP_GROUP_TOTAL) {
		put_total(s, a, nr / a->parts + (a->part < nr % a->parts));
	} else if (many && (!strcmp(a->file, "sb_index") || a->group == PAGESNAP_GROUP_OBJECT)) {
		put_files(s, a, nr);
		if (!memmem(a->path, a->path_len, "type:", 5))
			return;
		a->dev++;
		put_sb(s, a);
		put_files(s, a, nr);
	} else if (many) {
		put_many_runs(s, a, nr);
	} else {
		put_one_file(s, a);
	}
}

static void judge(struct asked *a)
{
	if (is_path(a, "partial") && !a->part) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.skipped[PAGESNAP_WHY_FREEING] = 5;
		a->end.skipped[PAGESNAP_WHY_NEW] = 2;
	} else if (is_path(a, "busy")) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.skipped[PAGESNAP_WHY_BUSY] = 1;
	} else if (is_path(a, "uid:6")) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.skipped[PAGESNAP_WHY_EXITED] = 2;
		a->end.skipped[PAGESNAP_WHY_SELF] = 1;
	} else if (is_path(a, "uid:0") || is_path(a, "uid:9")) {
		a->end.skipped[PAGESNAP_WHY_SELF] = 1;
	} else if (is_path(a, "cut")) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.cut = PAGESNAP_CUT_LIMIT;
	}
}

static bool put_errors(struct stream *s, struct asked *a)
{
	const char *key = find(a, "nosuchkey=") ?: find(a, "flasg=");
	const char *names = find(a, "names=");
	bool task = strstr(a->file, "task_index");

	/* the value is the last byte of a query, and of its pieces, which are longer */
	if (!key && getenv("FAKE_OLD"))
		key = find(a, "part=") ?: find(a, "changed=") ?: (names ? names + strlen("names=") : NULL);
	if (key)
		put_error(s, a, EINVAL, key - a->line + 1, "unknown key");
	else if (is_path(a, "half") && a->part)
		put_error(s, a, ENOENT, 1, "no such file or directory");
	else if (is_path(a, "nosuch"))
		put_error(s, a, ENOENT, 1, "no such file or directory");
	else if (is_path(a, "dir") && !strcmp(a->file, "filename_index"))
		put_error(s, a, EISDIR, 1, "a directory has no range of pages");
	else if (a->path_len == 10 && !memcmp(a->path, "type:btrfs", 10))
		put_error(s, a, EOPNOTSUPP, 6, "this kernel hides them");
	else if (task && a->path_len == 1 && *a->path == '9')
		put_error(s, a, ESRCH, 1, "no such task in your PID namespace");
	else if (!strcmp(a->file, "task_index") && !strcmp(a->path, "54"))
		put_error(s, a, ESRCH, 1, "no such task in your PID namespace");
	else if (getenv("FAKE_REFUSE") && !strcmp(a->file, getenv("FAKE_REFUSE")))
		put_error(s, a, ENOMEM, 0, "no memory");
	else if (is_of_slab(a->file) && find(a, " pid=4194303"))
		put_error(s, a, ESRCH, 1, "no such task in your PID namespace");
	else
		return false;
	a->end.status = PAGESNAP_END_ERROR;
	return true;
}

/* As sleep() does, it ends with a signal; and in any case, as one may come between two sleeps. */
void be_held(void)
{
	const char *hold = getenv("FAKE_HOLD");
	unsigned int i;

	for (i = 0; hold && i < 6000 && access(hold, F_OK) && !usleep(20000); i++)
		;
}

void answer_line(struct stream *s, const char *file, uint32_t q, const char *line, size_t len)
{
	struct asked a = {
		.file = file, .q = q, .line = line, .len = len, .dev = 2,
		.end = { .rec = HEAD(END, a.end, 0), .q = q, .us = 41 },
	};

	read_line(&a);
	memcpy(a.end.tag, a.tag, sizeof(a.end.tag));
	if (!put_errors(s, &a)) {
		put_query(s, &a);
		if (is_path(&a, "late") && !getenv("FAKE_HOLD"))
			sleep(1);
		if (is_path(&a, "late"))
			be_held();
		if (is_path(&a, "note"))
			put_note(s, &a);
		if (!strcmp(file, "sb_index") && a.group != PAGESNAP_GROUP_TOTAL &&
		    !is_path(&a, "nothing"))
			put_sb(s, &a);
		put_objects(s, &a);
		if (!is_of_accesses(file) && !is_of_faults(file) && !is_of_slab(file))
			judge(&a);
	}
	if (a.end.status == PAGESNAP_END_ERROR || !is_endless(file))
		put(s, &a.end, sizeof(a.end));
}
