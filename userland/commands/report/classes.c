// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "classes.h"

static const char *const names[PAGESNAP_KINDS] = {
	[PAGESNAP_KIND_FILE] = "file cache", [PAGESNAP_KIND_ANON] = "anonymous",
	[PAGESNAP_KIND_SHMEM] = "shared memory, tmpfs", [PAGESNAP_KIND_SWAPCACHE] = "swap cache",
	[PAGESNAP_KIND_HUGETLB] = "hugetlb", [PAGESNAP_KIND_SLAB] = "slab",
	[PAGESNAP_KIND_PGTABLE] = "page tables", [PAGESNAP_KIND_KSM] = "merged by KSM",
	[PAGESNAP_KIND_BUDDY] = "free", [PAGESNAP_KIND_HWPOISON] = "broken",
	[PAGESNAP_KIND_KERNEL] = "kernel, unmarked",
};

/**
 * classes_count() - take a record of an answer that counts frames by kind
 * @c: classes
 * @r: record
 */
void classes_count(struct classes *c, const struct pagesnap_record *r)
{
	census_take(&c->census, r);
}

/**
 * classes_take_run() - take a run of frames
 * @c: classes
 * @run: it
 */
void classes_take_run(struct classes *c, const struct pagesnap_run *run)
{
	struct census_kind *k;

	c->listed = true;
	k = &c->runs.kinds[run->kind < PAGESNAP_KINDS ? run->kind : PAGESNAP_KIND_KERNEL];
	if (run->flags >> PAGESNAP_KPF_RESERVED & 1) {
		k->reserved += run->nr;
		return;
	}
	k->pages += run->nr;
	k->dirty += run->flags >> KPF_DIRTY & 1 ? run->nr : 0;
	k->mapped += run->mapped;
}

static void put(struct list *to, uint32_t stream, const char *name, uint64_t pages, uint64_t dirty,
		uint64_t mapped, unsigned int page_shift)
{
	list_array(to);
	list_number(to, stream);
	list_word(to, name);
	list_number(to, pages << page_shift);
	list_number(to, dirty << page_shift);
	list_number(to, mapped << page_shift);
	list_array_end(to);
}

static void put_all(const struct census *c, uint32_t stream, unsigned int page_shift,
		    struct list *to)
{
	uint64_t reserved = 0;
	unsigned int i;

	for (i = 0; i < PAGESNAP_KINDS; i++) {
		const struct census_kind *k = &c->kinds[i];

		reserved += k->reserved;
		if (k->pages)
			put(to, stream, names[i] ?: pagesnap_kind_word(i), k->pages, k->dirty,
			    k->mapped, page_shift);
	}
	if (c->uncounted)
		put(to, stream, "of other flags", c->uncounted, 0, 0, page_shift);
	if (c->torn)
		put(to, stream, "moved", c->torn, 0, 0, page_shift);
	if (reserved)
		put(to, stream, "reserved", reserved, 0, 0, page_shift);
}

/**
 * classes_end() - no more frames come in this stream
 * @c: classes
 * @stream: its number
 * @page_shift: log2 of its page size
 * @to: gets the rows
 *
 * Frames that were counted were all of them; those that were listed may be some.
 */
void classes_end(struct classes *c, uint32_t stream, unsigned int page_shift, struct list *to)
{
	if (c->census.seen)
		put_all(&c->census, stream, page_shift, to);
	else if (c->listed)
		put_all(&c->runs, stream, page_shift, to);
	memset(c, 0, sizeof(*c));
}
