// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which class a frame is in
 *
 * Managed frames, which MemTotal counts, are those that the kernel's allocator got: all but
 * those that are marked as reserved.  Where the sum differs from MemTotal, there is a reason
 * that has a row: frames that could not be read; frames that a driver has marked as reserved;
 * and frames that a balloon driver gave back, which MemTotal counts no more.
 *
 * What the kernel counts of frames without a mark can't be seen in them.  Each counter takes
 * no more than there is left, so no frame is counted twice, and what is left has no name.
 */
#include <string.h>

#include "books.h"

/* struct page: 64 bytes for each frame on x86-64. */
#define FRAMES_PER_MEMMAP_FRAME 64

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Takes up to @wanted from what is there.  How many that were. */
static uint64_t draw(uint64_t *there, uint64_t wanted)
{
	uint64_t got = least(*there, wanted);

	*there -= got;
	return got;
}

static uint64_t beyond(uint64_t all, uint64_t part)
{
	return all > part ? all - part : 0;
}

/* There are fewer than MemTotal says. */
static void find_missing(struct books *b, const struct census *c, uint64_t missing,
			 uint64_t *reserved)
{
	b->moved = draw(&missing, c->torn);
	b->drivers = draw(reserved, missing);
	b->moved += missing - b->drivers;
}

/* There are more: given back, or come since MemTotal was read. */
static void take_surplus(struct books *b, uint64_t surplus, uint64_t *unmarked)
{
	uint64_t given = draw(&b->kinds[PAGESNAP_KIND_OFFLINE], surplus);
	unsigned int kind;

	b->reserved[BOOKS_GIVEN] = given;
	surplus -= given;
	b->reserved[BOOKS_BEYOND] = surplus;
	surplus -= draw(unmarked, surplus);
	surplus -= draw(&b->kinds[PAGESNAP_KIND_BUDDY], surplus);
	surplus -= draw(&b->on_cpus, surplus);
	for (kind = 0; kind < PAGESNAP_KINDS; kind++)
		surplus -= draw(&b->kinds[kind], surplus);
}

static void name(struct books *b, const struct census *c, const struct system *s,
		 uint64_t unmarked)
{
	uint64_t slab = c->kinds[PAGESNAP_KIND_SLAB].pages;
	const uint64_t wanted[BOOKS_NAMED] = {
		[BOOKS_VMALLOC] = s->vmalloc.pages,
		/* where stacks are not of vmalloc(), or its list can't be read */
		[BOOKS_STACKS] = s->stacks ? s->stacks : s->numbers[SYSTEM_STACKS],
		[BOOKS_PERCPU] = s->numbers[SYSTEM_PERCPU],
		[BOOKS_KMALLOC] = beyond(s->numbers[SYSTEM_SLAB], slab),
		[BOOKS_COMPRESSED] = s->numbers[SYSTEM_ZSPAGES],
		[BOOKS_SECONDARY] = s->numbers[SYSTEM_SECONDARY],
		[BOOKS_GPU] = s->numbers[SYSTEM_GPU],
		[BOOKS_GPU_POOL] = s->numbers[SYSTEM_GPU_POOL],
		[BOOKS_MEMMAP] = s->numbers[SYSTEM_MEMMAP],
		[BOOKS_TRACE] = s->numbers[SYSTEM_TRACE],
		[BOOKS_DMA] = s->numbers[SYSTEM_DMA],
		/* heads of packets are slabs */
		[BOOKS_TCP] = beyond(s->numbers[SYSTEM_TCP], s->packets),
	};
	unsigned int i;

	for (i = 0; i < BOOKS_NAMED; i++)
		b->named[i] = draw(&unmarked, wanted[i]);
	b->named[BOOKS_OFFLINE] = b->kinds[PAGESNAP_KIND_OFFLINE];
	b->kinds[PAGESNAP_KIND_OFFLINE] = 0;
	b->unknown = unmarked;
}

/* @reserved: all of them; @frames: of the machine. */
static void sort_reserved(struct books *b, const struct system *s, uint64_t reserved,
			  uint64_t frames)
{
	uint64_t memmap = s->numbers[SYSTEM_MEMMAP_BOOT];

	b->guessed = !memmap;
	if (b->guessed)
		memmap = frames / FRAMES_PER_MEMMAP_FRAME;
	b->reserved[BOOKS_CRASH] = draw(&reserved, s->crash);
	b->reserved[BOOKS_IMAGE] = draw(&reserved, s->image);
	b->reserved[BOOKS_BOOT_MEMMAP] = draw(&reserved, memmap);
	b->reserved[BOOKS_FIRMWARE] = reserved;
}

/**
 * books_close() - put each frame into one class
 * @b: gets them
 * @c: what the walk has found
 * @s: what the kernel counts
 */
void books_close(struct books *b, const struct census *c, const struct system *s)
{
	uint64_t managed = c->uncounted, reserved = 0, unmarked, total = s->numbers[SYSTEM_TOTAL];
	unsigned int kind;

	memset(b, 0, sizeof(*b));
	for (kind = 0; kind < PAGESNAP_KINDS; kind++) {
		b->kinds[kind] = c->kinds[kind].pages;
		managed += c->kinds[kind].pages;
		reserved += c->kinds[kind].reserved;
	}
	b->on_cpus = draw(&b->kinds[PAGESNAP_KIND_UNKNOWN], s->on_cpus);
	unmarked = b->kinds[PAGESNAP_KIND_UNKNOWN] + b->kinds[PAGESNAP_KIND_KERNEL] +
		   b->kinds[PAGESNAP_KIND_ZERO] + b->kinds[PAGESNAP_KIND_RESERVED] + c->uncounted;
	b->kinds[PAGESNAP_KIND_UNKNOWN] = b->kinds[PAGESNAP_KIND_KERNEL] = 0;
	b->kinds[PAGESNAP_KIND_ZERO] = b->kinds[PAGESNAP_KIND_RESERVED] = 0;
	if (managed < total)
		find_missing(b, c, total - managed, &reserved);
	else
		take_surplus(b, managed - total, &unmarked);
	name(b, c, s, unmarked);
	sort_reserved(b, s, reserved, managed + reserved);
}
