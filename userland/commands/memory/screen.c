// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "books.h"
#include "screen.h"

#define TEXT_MAX 1024

/**
 * struct mem_class - a row, and what it is split into
 * @what: what it is called
 * @pages: its frames
 * @parts: names for some of them, or NULL
 * @others: what the rest are
 * @others_why: why these have no names
 * @why: why more can't be known of all
 * @always: a row of nothing is printed, too
 * @amounts: @text has some, behind names, which may have any characters
 * @text: what people see beside it
 */
struct mem_class {
	const char *what;
	uint64_t pages;
	const struct parts *parts;
	const char *others;
	const char *others_why;
	const char *why;
	bool always;
	bool amounts;
	char text[TEXT_MAX];
};

/* Text ---------------------------------------------------------------------- */

static void __attribute__((format(printf, 2, 3))) append(struct mem_class *c,
							 const char *format, ...)
{
	size_t len = strlen(c->text);
	va_list args;

	va_start(args, format);
	vsnprintf(c->text + len, sizeof(c->text) - len, format, args);
	va_end(args);
}

static const char *size_of(const struct screen *s, uint64_t pages, char buf[UNITS_MAX])
{
	return units_size(pages * s->page_size, buf);
}

/* "mysqld 4242 (6.1G), java 991 (3G)" */
static void append_parts(const struct screen *s, struct mem_class *c)
{
	char size[UNITS_MAX];
	size_t i;

	for (i = 0; c->parts && i < c->parts->nr && i < s->beside; i++)
		append(c, "%s%s (%s)", *c->text ? ", " : "", c->parts->list[i].name,
		       size_of(s, c->parts->list[i].pages, size));
}

/* "; dirty 0.2G"; nothing of nothing */
static void append_amount(const struct screen *s, struct mem_class *c, const char *word,
			  uint64_t pages)
{
	char size[UNITS_MAX];
	const char *before = !*c->text ? "" : c->amounts || !c->parts ? ", " : "; ";

	if (!pages)
		return;
	append(c, "%s%s %s", before, word, size_of(s, pages, size));
	c->amounts = true;
}

/* Rows ---------------------------------------------------------------------- */

static int show_line(const struct screen *s, enum memory_block block, const struct mem_class *c)
{
	const struct memory_line line = {
		.block = block, .what = c->what, .pages = c->pages,
		.total = block == MEMORY_RESERVED ? 0 : s->system->numbers[SYSTEM_TOTAL],
		.largest = c->text, .why = c->why ?: "",
	};

	return c->pages || c->always || s->all ? s->take(s->ctx, &line) : 0;
}

static int show_part(const struct screen *s, const struct mem_class *c, const char *what,
		     uint64_t pages, const char *why)
{
	const struct memory_line line = {
		.block = MEMORY_PART, .what = what, .of = c->what, .pages = pages,
		.total = s->system->numbers[SYSTEM_TOTAL], .largest = "", .why = why ?: "",
	};

	return pages ? s->take(s->ctx, &line) : 0;
}

static int show_parts(const struct screen *s, const struct mem_class *c)
{
	uint64_t named = 0;
	size_t i;
	int err = 0;

	for (i = 0; i < c->parts->nr && !err; i++) {
		err = show_part(s, c, c->parts->list[i].name, c->parts->list[i].pages, NULL);
		named += c->parts->list[i].pages;
	}
	if (!err && named < c->pages)
		err = show_part(s, c, c->others, c->pages - named, c->others_why);
	return err;
}

static int show(const struct screen *s, struct mem_class *c)
{
	int err = show_line(s, MEMORY_CLASS, c);

	if (!err && s->parts && c->parts && c->pages)
		err = show_parts(s, c);
	return err;
}

/* Memory of files and processes --------------------------------------------- */

static int show_cached(const struct screen *s, const struct books *b)
{
	const struct census_kind *k = &s->census->kinds[PAGESNAP_KIND_FILE];
	struct mem_class c = {
		.what = "file cache", .pages = b->kinds[PAGESNAP_KIND_FILE],
		.parts = &s->files->cached, .others = "others",
		.others_why = "smaller files, and files that are on no filesystem's list",
	};

	append_parts(s, &c);
	append_amount(s, &c, "droppable", k->droppable);
	append_amount(s, &c, "dirty", k->dirty);
	append_amount(s, &c, "mlocked", k->mlocked);
	append_amount(s, &c, "mapped", k->mapped);
	return show(s, &c);
}

static int show_anon(const struct screen *s, const struct books *b)
{
	const struct census_kind *k = &s->census->kinds[PAGESNAP_KIND_ANON];
	struct mem_class c = {
		.what = "anonymous",
		.pages = b->kinds[PAGESNAP_KIND_ANON] + b->kinds[PAGESNAP_KIND_KSM],
		.parts = &s->system->anon, .others = "others",
		.others_why = "smaller processes, and pages that no process maps",
	};

	append_parts(s, &c);
	append_amount(s, &c, "huge", k->huge);
	append_amount(s, &c, "mlocked", k->mlocked);
	append_amount(s, &c, "merged by KSM", b->kinds[PAGESNAP_KIND_KSM]);
	return show(s, &c);
}

static int show_shared(const struct screen *s, const struct books *b)
{
	const struct census_kind *k = &s->census->kinds[PAGESNAP_KIND_SHMEM];
	struct mem_class c = {
		.what = "shared memory, tmpfs", .pages = b->kinds[PAGESNAP_KIND_SHMEM],
		.parts = &s->files->shared, .others = "others", .others_why = "smaller files",
	};

	append_parts(s, &c);
	append_amount(s, &c, "huge", k->huge);
	append_amount(s, &c, "mlocked", k->mlocked);
	return show(s, &c);
}

static int show_swap_cache(const struct screen *s, const struct books *b)
{
	struct mem_class c = {
		.what = "swap cache", .pages = b->kinds[PAGESNAP_KIND_SWAPCACHE],
		.why = "read ahead or going out; no process maps it",
	};

	return show(s, &c);
}

static int show_hugetlb(const struct screen *s, const struct books *b)
{
	struct mem_class c = {
		.what = "hugetlb", .pages = b->kinds[PAGESNAP_KIND_HUGETLB],
		.parts = &s->files->huge, .others = "others",
		.others_why = "private mappings, and free in the pool",
	};

	append_parts(s, &c);
	return show(s, &c);
}

/* Memory of the kernel ------------------------------------------------------- */

static int show_slab(const struct screen *s, const struct books *b)
{
	struct mem_class c = {
		.what = "slab", .pages = b->kinds[PAGESNAP_KIND_SLAB],
		.parts = &s->system->slabs, .others = "others", .others_why = "smaller caches",
	};

	append_parts(s, &c);
	append_amount(s, &c, "reclaimable", s->system->numbers[SYSTEM_RECLAIMABLE]);
	return show(s, &c);
}

static int show_tables(const struct screen *s, const struct books *b)
{
	struct mem_class c = {
		.what = "page tables", .pages = b->kinds[PAGESNAP_KIND_PGTABLE],
		.parts = &s->system->tables, .others = "others",
		.others_why = "smaller processes, and the kernel's own",
	};

	append_parts(s, &c);
	return show(s, &c);
}

/* What the counters are of, in the words of docs/memory.md. */
static const char *const named_words[BOOKS_NAMED] = {
	[BOOKS_VMALLOC] = "vmalloc", [BOOKS_STACKS] = "stacks", [BOOKS_PERCPU] = "per-CPU",
	[BOOKS_KMALLOC] = "large kmalloc", [BOOKS_COMPRESSED] = "compressed (zsmalloc)",
	[BOOKS_SECONDARY] = "page tables of guests", [BOOKS_GPU] = "GPU",
	[BOOKS_GPU_POOL] = "GPU, pools", [BOOKS_MEMMAP] = "memory map",
	[BOOKS_TRACE] = "trace buffers", [BOOKS_DMA] = "DMA pools", [BOOKS_TCP] = "TCP buffers",
	[BOOKS_OFFLINE] = "balloon",
};

/* "vmalloc 210M (bpf_prog_pack_alloc 96M), per-CPU 80M" */
static void append_named(const struct screen *s, struct mem_class *c, const struct part *part)
{
	const struct parts *callers = &s->system->vmalloc;
	char size[UNITS_MAX];

	append_amount(s, c, part->name, part->pages);
	if (!strcmp(part->name, named_words[BOOKS_VMALLOC]) && callers->nr)
		append(c, " (%s %s)", callers->list[0].name,
		       size_of(s, callers->list[0].pages, size));
}

static int show_kernel(const struct screen *s, const struct books *b)
{
	struct mem_class c = { .what = "kernel", .others = "others", .others_why = "smaller ones" };
	struct parts parts = { .nr = 0 };
	size_t i;

	for (i = 0; i < BOOKS_NAMED; i++) {
		c.pages += b->named[i];
		parts_add(&parts, b->named[i], named_words[i], strlen(named_words[i]));
	}
	for (i = 0; i < parts.nr; i++)
		append_named(s, &c, &parts.list[i]);
	c.parts = &parts;
	return show(s, &c);
}

static int show_rest(const struct screen *s, const struct books *b)
{
	struct mem_class rest[] = {
		{ .what = "broken", .pages = b->kinds[PAGESNAP_KIND_HWPOISON],
		  .why = "memory that failed, and was taken out of use" },
		{ .what = "marked reserved", .pages = b->drivers,
		  .why = "drivers' pages that MemTotal counts" },
		{ .what = "unknown", .pages = b->unknown, .always = true,
		  .why = "no owner, no mark: drivers', the network's" },
		{ .what = "moved", .pages = b->moved, .always = true,
		  .why = "changed each time it was read, or came since" },
	};
	size_t i;
	int err = 0;

	for (i = 0; i < sizeof(rest) / sizeof(*rest) && !err; i++)
		err = show(s, &rest[i]);
	return err;
}

static int show_free(const struct screen *s, const struct books *b)
{
	struct mem_class c = { .what = "free", .others = "smaller blocks", .always = true };
	uint64_t large = 0, blocks = b->kinds[PAGESNAP_KIND_BUDDY];
	struct parts parts = { .nr = 0 };
	unsigned int order;

	for (order = 9; order < SYSTEM_ORDERS; order++)
		large += s->system->orders[order];
	/* counted at another moment */
	large = large < blocks ? large : blocks;
	c.pages = blocks + b->on_cpus;
	append_amount(s, &c, "order >= 9:", large);
	append_amount(s, &c, "in lists of CPUs", b->on_cpus);
	parts_add(&parts, large, "order >= 9", strlen("order >= 9"));
	parts_add(&parts, b->on_cpus, "in lists of CPUs", strlen("in lists of CPUs"));
	c.parts = &parts;
	return show(s, &c);
}

/* What MemTotal leaves out --------------------------------------------------- */

static int show_total(const struct screen *s, const struct books *b)
{
	struct mem_class c = { .what = "MemTotal", .pages = s->system->numbers[SYSTEM_TOTAL] };
	char size[UNITS_MAX];
	uint64_t reserved = 0;
	unsigned int i;

	for (i = 0; i < BOOKS_RESERVED; i++)
		reserved += b->reserved[i];
	append(&c, "and %s that it leaves out:", size_of(s, reserved, size));
	return show_line(s, MEMORY_TOTAL, &c);
}

static int show_reserved(const struct screen *s, const struct books *b)
{
	struct mem_class reserved[BOOKS_RESERVED] = {
		[BOOKS_IMAGE] = { .what = "kernel image" },
		[BOOKS_BOOT_MEMMAP] = { .what = "memory map",
			.why = b->guessed ? "64 bytes a frame: this kernel doesn't count it" : "" },
		[BOOKS_CRASH] = { .what = "crash kernel" },
		[BOOKS_GIVEN] = { .what = "balloon", .why = "given back to the host" },
		[BOOKS_BEYOND] = { .what = "came meanwhile",
			.why = "frames beyond the MemTotal that was read" },
		[BOOKS_FIRMWARE] = { .what = "firmware, early boot", .always = true,
			.why = "reserved before the allocator: /proc/iomem" },
	};
	unsigned int i;
	int err = 0;

	for (i = 0; i < BOOKS_RESERVED && !err; i++) {
		reserved[i].pages = b->reserved[i];
		err = show_line(s, MEMORY_RESERVED, &reserved[i]);
	}
	return err;
}

/**
 * screen_show() - make all rows
 * @s: what of, and who takes them
 *
 * Return: 0, or what @s->take() returned.
 */
int screen_show(const struct screen *s)
{
	int (*const shows[])(const struct screen *s, const struct books *b) = {
		show_cached, show_anon, show_shared, show_swap_cache, show_hugetlb, show_slab,
		show_tables, show_kernel, show_rest, show_free, show_total, show_reserved,
	};
	struct books b;
	size_t i;
	int err = 0;

	books_close(&b, s->census, s->system);
	for (i = 0; i < sizeof(shows) / sizeof(*shows) && !err; i++)
		err = shows[i](s, &b);
	return err;
}
