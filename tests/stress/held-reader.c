// SPDX-License-Identifier: GPL-2.0
/*
 * By every way there is to ask for the files of held.c, answers must have
 * exactly their pages, mapped once, mlocked and unevictable, in the frames
 * that /proc/PID/pagemap names.  Where a frame is not as remembered, pagemap is
 * asked again, and a page that moved is counted.  While a page moves it is
 * mapped by nobody and so not mlocked: of the file that moves on purpose
 * indices, kind and number are exact.
 *
 * A large folio of a file that the kernel splits is taken out of all page tables,
 * mlock() or not, until somebody touches it again (unmap_folio() in
 * mm/huge_memory.c): of these, too, only indices, kind and number are exact.
 */
#include "held.h"
#include "oracles.h"
#include "session.h"

struct watch {
	struct held *h;
	uint64_t start, end;		/* what was asked for, as indices of the file */
	uint64_t shift;			/* from indices of the answer to those of the file */
	bool inside;
	uint64_t next, pages;
	bool by_table;			/* by the page table of who holds the file */
	bool good;
};

static void miss(struct watch *w, struct check *ck, const char *what, uint64_t index)
{
	w->good = false;
	check_wrong(ck, "%s: page %llu %s", w->h->path, (unsigned long long)index, what);
}

/* Is it where it was, or did it move and now is where the answer says? */
static bool frame_is(struct held *h, uint64_t index, uint64_t pfn)
{
	uint64_t entry;

	if (h->first_pfn[index] == pfn)
		return true;
	or_pagemap(h->pid, h->vpn + index, 1, &entry);
	if (!PM_PRESENT(entry))
		return true;
	if (PM_PFN(entry) != pfn)
		return false;
	h->first_pfn[index] = pfn;
	__sync_fetch_and_add(&h->moved, 1);
	return true;
}

static bool stays_in_table(const struct held *h, uint64_t index)
{
	return !h->large || index < HELD_LARGE;
}

static bool stays_mapped(const struct held *h, uint64_t index)
{
	return !h->moves && stays_in_table(h, index);
}

static void watch_page(struct watch *w, struct check *ck, const struct fact_item *i, uint64_t nth)
{
	const struct ask *a = check_ask(ck);
	uint64_t known = a->group == PAGESNAP_GROUP_PAGE ? ~0ULL : a->mask;
	uint64_t index = i->i.at + nth - w->shift;
	uint64_t flags = (PS_MMAP | PS_LRU | PS_UPTODATE) & known;

	for (; w->next < index; w->next++)
		if (held_has(w->next) && !(w->by_table && !stays_in_table(w->h, w->next)))
			miss(w, ck, "is missing", w->next);
	w->next = index + 1;
	w->pages++;
	if (index >= HELD_SPAN || !held_has(index)) {
		miss(w, ck, "is none of those that are held", index);
		return;
	}
	if (i->kind != KIND_UNSAID && i->kind != PAGESNAP_KIND_SHMEM &&
	    i->kind != PAGESNAP_KIND_FILE)
		miss(w, ck, "is no page of a file", index);
	if (!stays_mapped(w->h, index))
		return;
	if (i->i.map[0] != 1 || i->i.map[1] != 1)
		miss(w, ck, "is not mapped once", index);
	flags |= w->h->flags[index] & known;
	if ((i->i.flags & flags) != flags)
		miss(w, ck, "is not mlocked, unevictable and mapped", index);
	if ((!nth || i->i.frames == 1) && !frame_is(w->h, index, i->i.pfn + nth))
		miss(w, ck, "is in another frame", index);
}

static void watch_sums(struct watch *w, struct check *ck, const struct ps_sums *s)
{
	bool stay = stays_mapped(w->h, w->end - 1);

	if (s->evicted || s->swapped || s->holes || (s->special && !w->h->moves))
		miss(w, ck, "and others: some are no pages", 0);
	if (stay && s->mapped != s->pages)
		miss(w, ck, "is not mapped as a whole", 0);
	if (stay && w->h->all_locked && s->unevictable != s->pages)
		miss(w, ck, "is not unevictable as a whole", 0);
	/* What is being moved has no page in the page table. */
	w->pages += s->pages + s->special;
	w->next = w->end;
}

static void watch_object(struct watch *w, struct check *ck, const struct fact *f)
{
	const struct fact_object *o = &f->object;

	if (f->type == PAGESNAP_REC_SB || f->type == PAGESNAP_REC_TASK)
		return;
	w->inside = f->type == PAGESNAP_REC_SPAN ||
		    (o->ino == w->h->ino && o->dev_major == w->h->dev_major &&
		     o->dev_minor == w->h->dev_minor);
	if (w->inside && o->summed)
		watch_sums(w, ck, &o->sums);
}

static void watch_gap(struct watch *w, struct check *ck, const struct fact_item *i)
{
	if (!w->h->moves || i->why != PAGESNAP_WHY_MIGRATION) {
		miss(w, ck, "is no page", i->i.at - w->shift);
		return;
	}
	w->pages += i->i.nr;
	w->next = i->i.at + i->i.nr - w->shift;
}

static void watch_end(struct watch *w, struct check *ck, const struct fact *f)
{
	uint64_t expect = held_pages(w->start, w->end);
	uint64_t least = expect;

	/* Its place in a list of inodes a walk may lose, if it has to wait. */
	if (check_ask(ck)->which == PAGESNAP_SB && f->end.cut == PAGESNAP_CUT_CURSOR)
		return;
	if (w->by_table && !stays_in_table(w->h, w->end - 1))
		least = held_pages(w->start, HELD_LARGE);
	if (f->end.status != PAGESNAP_END_COMPLETE)
		miss(w, ck, "is not in a complete answer", 0);
	else if (w->pages > expect || w->pages < least)
		check_wrong(ck, "%s: %llu pages, not %llu", w->h->path,
			    (unsigned long long)w->pages, (unsigned long long)expect);
	else if (w->good)
		__sync_fetch_and_add(&w->h->exact, 1);
}

static void watch(void *ctx, struct check *ck, const struct fact *f)
{
	struct watch *w = ctx;
	uint64_t i;

	if (f->type == PAGESNAP_REC_QUERY)
		return;
	if (f->type == PAGESNAP_REC_ERROR)
		miss(w, ck, "is an error", 0);
	else if (f->type == PAGESNAP_REC_END)
		watch_end(w, ck, f);
	else if (f->type == PAGESNAP_REC_TOTAL)
		watch_sums(w, ck, &f->total.sums);
	else if (!fact_is_item(f))
		watch_object(w, ck, f);
	else if (w->inside && !fact_is_pages(f))
		watch_gap(w, ck, &f->item);
	else if (w->inside)
		for (i = 0; i < f->item.i.nr; i++)
			watch_page(w, ck, &f->item, i);
}

/* Ways to ask, each for the whole file unless it says otherwise. */

static void by_name(struct watch *w, struct ask *a)
{
	ask_init(a, PAGESNAP_FILE, w->h->path);
	if (one_in(3)) {
		w->start = rnd(HELD_SPAN);
		w->end = w->start + rnd(HELD_SPAN);
		w->next = w->start;
		a->start = w->start;
		a->end = w->end;
		ask_add(a, " %llu %llu", (unsigned long long)a->start, (unsigned long long)a->end);
	}
	ask_group(a, rnd(4));
	if (w->h->all_locked && !w->h->large && one_in(3)) {
		a->all = PS_MLOCKED;
		ask_add(a, " flags=mlocked");
	}
}

static void by_superblock(struct watch *w, struct ask *a)
{
	char dir[64];

	snprintf(dir, sizeof(dir), "%s", w->h->path);
	*strrchr(dir, '/') = '\0';
	ask_init(a, PAGESNAP_SB, dir);
	ask_group(a, rnd(3));
}

static void by_task(struct watch *w, struct ask *a)
{
	a->which = PAGESNAP_TASK;
	ask_init(a, PAGESNAP_TASK, "");
	ask_add(a, "%d", w->h->pid);
	a->start = w->h->vpn;
	a->end = w->h->vpn + HELD_SPAN;
	ask_add(a, " %llu %llu", (unsigned long long)a->start, (unsigned long long)a->end);
	w->shift = w->h->vpn;
	w->by_table = true;
	ask_group(a, rnd(3));
}

/* One frame; whose it is says its record. */
static void by_frame(struct watch *w, struct ask *a)
{
	uint64_t index = 100 + rnd(50);

	ask_init(a, PAGESNAP_PFN, "");
	a->start = w->h->first_pfn[index];
	a->end = a->start + 1;
	ask_add(a, "%llu", (unsigned long long)a->start);
	ask_group(a, rnd(2));
	w->shift = a->start - index;
	w->start = index;
	w->end = index + 1;
	w->next = index;
}

/* The frame must name the file. */
static void watch_owner(void *ctx, struct check *ck, const struct fact *f)
{
	struct watch *w = ctx;
	const struct fact_item *i = &f->item;

	if (fact_is_pages(f) && w->h->first_pfn[w->start] == i->i.pfn &&
	    (!i->owned || i->i.ino != w->h->ino || i->dev_major != w->h->dev_major ||
	     i->dev_minor != w->h->dev_minor || i->i.index != w->start))
		miss(w, ck, "is in a frame that says otherwise", w->start);
	watch(ctx, ck, f);
}

static void ask_once(struct held *h)
{
	static void (*const ways[])(struct watch *w, struct ask *a) = {
		by_name, by_superblock, by_task, by_frame,
	};
	unsigned int way = rnd(h->moves ? 3 : 4);
	struct watch w = { .h = h, .end = HELD_SPAN, .good = true };
	static struct ask a;
	struct session s;

	ways[way](&w, &a);
	a.binary = one_in(2);
	if (!session_open(&s, a.which))
		return;
	s.check.watch = ways[way] == by_frame ? watch_owner : watch;
	s.check.ctx = &w;
	session_ask(&s, &a, 1, &(struct manner){ .dawdles = one_in(10), .small_reads = one_in(10) });
	session_close(&s);
}

void held_reader(void)
{
	struct held *h;

	while (!stopping()) {
		h = &shared->held[rnd(HELD)];
		if (h->used)
			ask_once(h);
	}
}
