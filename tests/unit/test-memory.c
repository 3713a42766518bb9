// SPDX-License-Identifier: GPL-2.0
/* Each frame in one class, whatever was counted: books of memory, and the largest parts. */
#include "commands/memory/books.h"
#include "unit.h"

#define ROUNDS 20000

static u64 sum_of(const struct books *b)
{
	u64 sum = b->on_cpus + b->unknown + b->drivers + b->moved;
	u32 i;

	for (i = 0; i < PAGESNAP_KINDS; i++)
		sum += b->kinds[i];
	for (i = 0; i < BOOKS_NAMED; i++)
		sum += b->named[i];
	return sum;
}

static u64 reserved_of(const struct books *b)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < BOOKS_RESERVED; i++)
		sum += b->reserved[i];
	return sum;
}

/* All that the walk has found, with what it could not read. */
static u64 found_of(const struct census *c)
{
	u64 sum = c->uncounted;
	u32 i;

	for (i = 0; i < PAGESNAP_KINDS; i++)
		sum += c->kinds[i].pages + c->kinds[i].reserved;
	return sum;
}

static u64 some(void)
{
	return pick(3) ? pick(1000) : 0;
}

static void some_frames(struct census *c)
{
	u32 i;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < PAGESNAP_KINDS; i++) {
		c->kinds[i].pages = some();
		c->kinds[i].reserved = some();
	}
	c->torn = pick(4) ? 0 : pick(50);
	c->uncounted = pick(9) ? 0 : pick(50);
}

static void some_counters(struct system *s, u64 total)
{
	u32 i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < SYSTEM_NUMBERS; i++)
		s->numbers[i] = some();
	s->numbers[SYSTEM_TOTAL] = total;
	s->on_cpus = some();
	s->image = some();
	s->crash = some();
	s->stacks = some();
	s->packets = some();
	s->vmalloc.pages = some();
}

/* MemTotal is near what was found, far from it, or anything. */
static u64 some_total(const struct census *c)
{
	u64 managed = c->uncounted;
	u32 i;

	for (i = 0; i < PAGESNAP_KINDS; i++)
		managed += c->kinds[i].pages;
	switch (pick(4)) {
	case 0:
		return managed;
	case 1:
		return managed + pick(100);
	case 2:
		return managed > 100 ? managed - pick(100) : managed;
	default:
		return 1 + pick(20000);
	}
}

static void test_any_sum(void)
{
	bool exact = true, kept = true;
	struct census c;
	struct system s;
	struct books b;
	u32 i;

	for (i = 0; i < ROUNDS; i++) {
		some_frames(&c);
		some_counters(&s, some_total(&c));
		books_close(&b, &c, &s);
		exact = exact && sum_of(&b) == s.numbers[SYSTEM_TOTAL];
		kept = kept && sum_of(&b) + reserved_of(&b) == found_of(&c) + b.moved;
	}
	ktap_ok(exact, "classes sum to MemTotal, whatever was counted");
	ktap_ok(kept, "no frame that was found is lost, none is counted twice");
}

static void test_names(void)
{
	struct census c = { .kinds[PAGESNAP_KIND_KERNEL].pages = 100 };
	struct system s = { .numbers[SYSTEM_TOTAL] = 100, .vmalloc.pages = 90,
			    .numbers[SYSTEM_STACKS] = 20, .numbers[SYSTEM_PERCPU] = 5 };
	struct books b;

	books_close(&b, &c, &s);
	ktap_ok(b.named[BOOKS_VMALLOC] == 90 && b.named[BOOKS_STACKS] == 10 &&
		!b.named[BOOKS_PERCPU] && !b.unknown,
		"counters take no more frames than there are");
	s.vmalloc.pages = 30;
	s.stacks = 7;
	books_close(&b, &c, &s);
	ktap_ok(b.named[BOOKS_STACKS] == 7 && b.unknown == 58,
		"stacks of vmalloc() are believed before the count of stacks");
	s.numbers[SYSTEM_SLAB] = 12;
	c.kinds[PAGESNAP_KIND_SLAB].pages = 10;
	s.numbers[SYSTEM_TOTAL] = 110;
	books_close(&b, &c, &s);
	ktap_equal(b.named[BOOKS_KMALLOC], 2, "what slabs don't have of their counter is kmalloc()");
}

static void test_memory_map(void)
{
	struct census c = { .kinds[PAGESNAP_KIND_BUDDY].pages = 6400,
			    .kinds[PAGESNAP_KIND_RESERVED].reserved = 640 };
	struct system s = { .numbers[SYSTEM_TOTAL] = 6400 };
	struct books b;

	books_close(&b, &c, &s);
	ktap_ok(b.guessed && b.reserved[BOOKS_BOOT_MEMMAP] == 110,
		"a memory map that is not counted is guessed by the number of frames");
	s.numbers[SYSTEM_MEMMAP_BOOT] = 90;
	books_close(&b, &c, &s);
	ktap_ok(!b.guessed && b.reserved[BOOKS_BOOT_MEMMAP] == 90 &&
		b.reserved[BOOKS_FIRMWARE] == 550, "a memory map that is counted is believed");
}

static bool is_sorted(const struct parts *p)
{
	size_t i;

	for (i = 1; i < p->nr; i++)
		if (p->list[i].pages > p->list[i - 1].pages)
			return false;
	return true;
}

static void test_parts(void)
{
	static struct parts p;
	char name[2 * PARTS_NAME_MAX];
	u64 most = 0, sum = 0;
	u32 i;

	for (i = 0; i < 500; i++) {
		u64 pages = pick(1000);

		most = pages > most ? pages : most;
		sum += pages;
		parts_add(&p, pages, "x", 1);
	}
	ktap_ok(p.nr == PARTS_KEPT && is_sorted(&p) && p.list[0].pages == most,
		"the largest parts are kept, in order");
	ktap_ok(p.pages == sum && p.others <= 500 - PARTS_KEPT, "all parts are added up");
	memset(name, 'a', sizeof(name));
	memcpy(name + sizeof(name) - 4, "/end", 4);
	parts_add(&p, 5000, name, sizeof(name));
	ktap_ok(strlen(p.list[0].name) == PARTS_NAME_MAX - 1 && !strncmp(p.list[0].name, "...a", 4) &&
		!strcmp(p.list[0].name + PARTS_NAME_MAX - 5, "/end"),
		"a long name loses its beginning");
}

int main(void)
{
	test_any_sum();
	test_names();
	test_memory_map();
	test_parts();
	return ktap_end();
}
