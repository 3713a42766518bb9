// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what the kernel itself accesses: accessed bits of its direct map
 *
 * The kernel reaches most memory by one mapping of all frames, with entries of 4 KiB, 2 MiB or
 * 1 GiB.  They are looked at as those of processes are: the bit is cleared, the TLBs are flushed
 * behind the look, and whoever comes by an entry from then on sets its bit.  The entries are
 * global, so the flush must reach those, too (compat/flush.h).
 *
 * What pins what: a frame that is online keeps its entry, and so the tables above it: they go
 * with the memory alone, after its section went offline, which waits for the hotplug reader of a
 * step (mm/hotplug.c).  But for that, tables of the direct map are never freed where
 * COMPAT_DIRECT_STAYS: a large entry is split, and stays so.  So an entry that was found may be
 * used until the step ends.
 *
 * Why it can't race: only the accessed bit is changed, by comparing the entry, so that it still is
 * what was read.  Those who change entries hold locks that are not exported (cpa_lock, pgd_lock)
 * or none (KFENCE, debug_pagealloc); they read an entry, and then write it as a whole.
 * - Splits (set_memory_*(), modules, BPF): the entry names a table now.  Before that it was seen as
 *   a large one, or the comparison fails and the frame is looked up once more.  The new entries
 *   have the bit of the one that was read, so each of 512 says once that it was accessed.
 * - Other protections, KFENCE, debug_pagealloc, secretmem, guests' memory: nothing is undone, as
 *   what was written meanwhile is another value.  They may write a bit back that was cleared
 *   here: accessed once more than it was.  Or write one over that the hardware set meanwhile.
 * - What maps nothing is left alone, so secretmem and freed pages have no heat.
 * The kernel asks nobody for these bits, so it doesn't matter to it that they are gone.
 *
 * One answer at a time looks: others would miss what this one clears.
 */
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "../compat/direct.h"
#include "../mm/hotplug.h"
#include "direct.h"

/* Ways to an entry, or past a hole, of one step, which keeps memory from going offline. */
#define WAYS_A_STEP	PTRS_PER_PTE

/* Bit 0: an answer looks at the direct map. */
static unsigned long taken;

/**
 * struct step - one step of a look
 * @d: the look
 * @online: memory that is known to be online
 * @entry: the entry that was found last
 * @entry_of: its first frame, if @found
 * @found: it was found in this step
 */
struct step {
	struct pagesnap_direct *d;
	struct pagesnap_online online;
	struct compat_direct entry;
	u64 entry_of;
	bool found;
};

/**
 * pagesnap_direct_take() - look at it, and let no other answer do so
 * @d: looks, zeroed at first
 *
 * Return: false if another one does.
 */
bool pagesnap_direct_take(struct pagesnap_direct *d)
{
	d->taken = !test_and_set_bit_lock(0, &taken);
	return d->taken;
}

/**
 * pagesnap_direct_release() - look no more, and forget everything; harmless when repeated
 * @d: looks
 *
 * Context: may sleep.
 */
void pagesnap_direct_release(struct pagesnap_direct *d)
{
	if (!d->taken)
		return;
	pagesnap_heatmap_destroy(&d->tally.map);
	clear_bit_unlock(0, &taken);
	d->taken = false;
}

/**
 * pagesnap_direct_end() - where looks end now
 * @d: looks
 *
 * Return: the frame behind the last one that is in the range, and that a node has.
 */
u64 pagesnap_direct_end(const struct pagesnap_direct *d)
{
	return min(d->last, pagesnap_frames_end());
}

/**
 * pagesnap_direct_begin() - another look
 * @d: looks
 * @nr: number of its sample
 * @base: it only clears
 */
void pagesnap_direct_begin(struct pagesnap_direct *d, u64 nr, bool base)
{
	pagesnap_tally_begin(&d->tally, nr, base);
	d->tally.map.lost = 0;
	d->base = base;
	d->next = d->first;
	d->entry_end = 0;
	d->entries = 0;
}

/* Within a table of small entries the next one is beside the last. */
static bool find_entry(struct step *s, u64 pfn)
{
	if (s->found && !s->entry.order && pfn == s->entry_of + 1 && pfn % PTRS_PER_PTE)
		s->entry.at++;
	else if (!compat_direct_find(pfn, &s->entry))
		return false;
	s->entry_of = round_down(pfn, 1ULL << s->entry.order);
	return true;
}

/* The entry of @pfn, which is online. */
static void look(struct step *s, u64 pfn)
{
	struct pagesnap_direct *d = s->d;
	int young;

	do {
		s->found = find_entry(s, pfn);
		young = s->found ? compat_direct_clear_young(&s->entry) : -ENOENT;
		if (young == -EAGAIN)
			s->found = false;
	} while (young == -EAGAIN);
	d->is_mapped = young >= 0;
	d->entry_end = s->found ? s->entry_of + (1ULL << s->entry.order) : pfn + 1;
	d->seen.accessed = young > 0;
	d->seen.order = s->entry.order;
	d->entries += d->is_mapped;
}

/* Frames that are not online: to the next part of memory that may be. */
static u64 behind_hole(u64 pfn)
{
	unsigned long section = pfn_to_section_nr(pfn);

	/* It may come meanwhile, but not go, see mm/hotplug.c: a hole it was. */
	if (section >= NR_MEM_SECTIONS || data_race(!online_section_nr(section)))
		return round_down(pfn, PAGES_PER_SECTION) + PAGES_PER_SECTION;
	return round_down(pfn, PAGES_PER_SUBSECTION) + PAGES_PER_SUBSECTION;
}

/* Frames of one entry and of one subsection.  Context: hotplug reader. */
static void go_on(struct step *s, u64 last)
{
	struct pagesnap_direct *d = s->d;
	struct page *page = pagesnap_online_page(&s->online, d->next);
	u64 end;

	if (!page) {
		d->next = behind_hole(d->next);
		return;
	}
	if (d->next >= d->entry_end)
		look(s, d->next);
	end = min3(d->entry_end, round_down(d->next, PAGES_PER_SUBSECTION) + PAGES_PER_SUBSECTION,
		   last);
	d->seen.node = page_to_nid(page);
	if (d->is_mapped && !d->base)
		pagesnap_batch_add(d->batch, d->next, end - d->next, &d->seen);
	d->next = end;
}

/**
 * pagesnap_direct_step() - look at some more
 * @d: look that began, whose batch is empty
 *
 * Context: process context without locks; may sleep.
 * Return: false at the end.
 */
bool pagesnap_direct_step(struct pagesnap_direct *d)
{
	u64 last = pagesnap_direct_end(d);
	struct step s = { .d = d };
	u32 ways = WAYS_A_STEP;
	int token;

	token = pagesnap_hotplug_enter();
	while (d->next < last && ways-- && pagesnap_batch_has_room(d->batch))
		go_on(&s, last);
	pagesnap_hotplug_leave(token);
	pagesnap_batch_settle(d->batch, &d->tally);
	return d->next < last;
}
