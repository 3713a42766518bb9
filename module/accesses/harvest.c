// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: accessed bits, tested and cleared
 *
 * What pins what: the mm structure is pinned by mm_count while a session asks, its memory
 * never is.  For each step VMAs and page tables are kept by mmap_lock, for reading, and by a
 * look at mm_users under it (pages/from/task.c explains why that is enough); tables of PTEs
 * by RCU and by comparing the PMD entry again under their lock (mm/pagetable.c).  A page is
 * kept by its entry: as long as the entry's lock is held and it is present, nobody can free
 * or free up the page, so no reference is taken and none is kept.
 *
 * Why it can't race: of an entry one bit is changed, by one atomic operation, under the
 * entry's lock, by which all of the kernel changes entries, too.  The hardware doesn't take
 * it: it sets bits, of which none is written back here.  An entry that it has cached goes
 * on without a mark until the TLBs are flushed, which is due behind each look.  Other answers
 * clear bits of the same entries: viewers.c tells each what the others did.
 *
 * With skip=1 a look has two passes.  The first takes the accessed bits of PMD entries that name
 * tables: the hardware sets them, too, when it goes by them to a page.  Behind it the TLBs are
 * flushed, and with them what CPUs remember of such entries; so whoever goes by one from then on
 * sets its bit.  The second looks into the tables whose bit was set, and no others.  These bits
 * are changed without a lock, by comparing the entry: one that has become another one is left
 * alone, and looked into.  What sets bits of pages without the hardware's walk, as the kernel
 * does for a page that it faults in for somebody else, is found by full looks in between.
 *
 * One step looks at one table of PTEs at most, and drops mmap_lock behind it.  It goes on by
 * address: what was mapped behind its back below that is met in the next look.
 */
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>

#include "../compat/young.h"
#include "../mm/mm_lock.h"
#include "../mm/pagetable.h"
#include "harvest.h"

/* Ways down the tables, or past VMAs, before who waits is let to the memory: most find nothing. */
#define PASSES_MIN	64

/* Tables that are passed by way of their entries for one entry that is looked at. */
#define TOPS_AN_ENTRY	8

/**
 * struct step - one step of a look
 * @tables: where entries are read
 * @h: the look
 * @budget: entries that may still be looked at
 * @row: cells of the table under way
 * @has_row: they were looked for
 * @cell: the one that was filled last; NULL: none
 * @seen: what it was filled with
 * @before: what it was before
 * @dirtied: that counted as dirtied
 * @known: cells of units whose tables are passed over
 * @has_known: they were looked for
 * @is_cold: the table under way was not used
 */
struct step {
	struct pagesnap_tables tables;
	struct pagesnap_harvest *h;
	u32 budget;
	struct pagesnap_cell *row;
	bool has_row;
	const struct pagesnap_cell *cell;
	struct pagesnap_seen seen;
	struct pagesnap_cell before;
	u32 dirtied;
	struct pagesnap_cell *known;
	bool has_known;
	bool is_cold;
};

/**
 * struct page_range - pages of one entry, by what they are remembered by
 * @first: the first
 * @nr: how many; 0: none of them counts
 */
struct page_range {
	u64 first;
	u64 nr;
};

/* Those of an entry that maps @nr frames from @pfn on, at @addr. */
static __always_inline struct page_range range_of(const struct step *s, unsigned long addr, u64 pfn,
						  u64 nr)
{
	const struct pagesnap_harvest *h = s->h;
	u64 page = pfn, from, to;

	if (h->by == PAGESNAP_BY_VPN)
		return (struct page_range){ .first = addr >> PAGE_SHIFT, .nr = nr };
	if (h->by == PAGESNAP_BY_FILE)
		page = linear_page_index(s->tables.vma, addr);
	from = max(page, h->first);
	to = min(page + nr, h->last);
	return (struct page_range){ .first = from, .nr = from < to ? to - from : 0 };
}

/*
 * What a process has written to by a private mapping is a page of its own, not of the file.  So is
 * the zero page, which userfaultfd can put there.
 */
static __always_inline bool is_of_file(const struct pagesnap_harvest *h, u64 pfn)
{
	return h->by != PAGESNAP_BY_FILE ||
	       (!is_zero_pfn(pfn) && !folio_test_anon(page_folio(pfn_to_page(pfn))));
}

/*
 * The look before the first sample counts nothing, but that what is dirty was so, or what there is
 * in tables that the next one may pass over.
 */
static bool remembers(const struct pagesnap_harvest *h)
{
	return h->write || h->skip || !h->base;
}

static bool is_same(const struct pagesnap_seen *a, const struct pagesnap_seen *b)
{
	return a->accessed == b->accessed && a->dirty == b->dirty && a->node == b->node &&
	       a->kind == b->kind && a->order == b->order;
}

/*
 * Pages of one unit.  Most are like the one before, and what was seen once in a look says nothing
 * new when it is seen again.
 */
static void remember_in(struct step *s, struct pagesnap_cell *cell,
			const struct pagesnap_seen *seen)
{
	struct pagesnap_harvest *h = s->h;
	bool same = s->cell && is_same(seen, &s->seen);

	if (same && cell == s->cell)
		return;
	if (same && pagesnap_cell_equals(cell, &s->before)) {
		*cell = *s->cell;
	} else {
		s->seen = *seen;
		s->before = *cell;
		s->dirtied = 0;
		if (h->base)
			pagesnap_cell_base(cell, seen, &h->tally->look);
		else
			s->dirtied = pagesnap_cell_see(cell, seen, &h->tally->look);
	}
	s->cell = cell;
	h->dirtied += s->dirtied;
}

/* @nr virtual pages.  Context: the entry's lock. */
static void remember(struct step *s, u64 vpn, u64 nr, const struct pagesnap_seen *seen)
{
	struct pagesnap_tally *t = s->h->tally;
	u64 unit = 1ULL << t->map.unit, n;

	if (!s->has_row) {
		s->row = pagesnap_heatmap_row(&t->map, vpn);
		s->cell = NULL;
	}
	s->has_row = true;
	if (!s->row) {
		t->map.lost += nr;
		return;
	}
	for (; nr; nr -= n, vpn += n) {
		n = min(nr, unit - (vpn & (unit - 1)));
		remember_in(s, pagesnap_heatmap_cell(&t->map, s->row, vpn), seen);
	}
}

/* Pages of one entry: those of @range that count.  Context: the entry's lock. */
static void count(struct step *s, const struct page_range *range, const struct pagesnap_seen *seen)
{
	struct pagesnap_harvest *h = s->h;
	u64 nr = range->nr;

	h->entries++;
	h->pages += nr;
	if (seen->accessed)
		h->accessed += nr;
	if (seen->accessed && s->is_cold)
		h->stranded += nr;
	if (!remembers(h))
		return;
	if (h->by == PAGESNAP_BY_VPN)
		remember(s, range->first, nr, seen);
	else
		pagesnap_batch_add(h->batch, range->first, nr, seen);
}

static u32 kind_of(struct folio *folio)
{
	if (folio_test_ksm(folio))
		return PAGESNAP_KIND_KSM;
	if (folio_test_anon(folio))
		return PAGESNAP_KIND_ANON;
	if (!READ_ONCE(folio->mapping))
		return PAGESNAP_KIND_KERNEL;
	return folio_test_swapbacked(folio) ? PAGESNAP_KIND_SHMEM : PAGESNAP_KIND_FILE;
}

/*
 * What it is; and if a bit was taken away, those who would have looked at it are told.  Nobody
 * looks at what drivers map.
 */
static void see_folio(struct folio *folio, struct pagesnap_seen *seen)
{
	seen->node = folio_nid(folio);
	seen->kind = kind_of(folio);
	if (seen->accessed && seen->kind != PAGESNAP_KIND_KERNEL)
		compat_tell_young(folio);
}

/* The zero page is many processes' at once: it has no place, and reclaim no interest in it. */
static void see_zero(struct pagesnap_seen *seen)
{
	seen->node = PAGESNAP_CELL_NO_NODE;
	seen->kind = PAGESNAP_KIND_ZERO;
}

/* Do other answers look at the table under way, or have they noted something of it? */
static bool is_shared(const struct step *s)
{
	return s->h->viewer.visits->visit.shared;
}

/*
 * @nr pages at @addr, of is_shared(), of which this look has cleared the bit or not.  Context: the
 * lock of the entry.
 * Return: others have found them accessed, since the look before.
 */
static bool share(struct step *s, unsigned long addr, u64 nr, u64 pfn, bool found)
{
	struct pagesnap_harvest *h = s->h;
	struct pagesnap_visit *visit = &h->viewer.visits->visit;
	u64 vpn = addr >> PAGE_SHIFT, moved = 0, i;
	bool told = false;

	for (i = 0; i < nr; i++) {
		switch (pagesnap_visit_see(visit, vpn + i, pfn + i, found)) {
		case PAGESNAP_TOLD_ACCESSED:
			told = true;
			break;
		case PAGESNAP_TOLD_MOVED:
			moved++;
			break;
		case PAGESNAP_TOLD_NOTHING:
			break;
		}
	}
	if (!told && !found && !h->base)
		h->tally->map.lost += moved;
	return told;
}

/* Of what isn't remembered at once a step sees no more than fits a batch. */
static bool has_room(const struct pagesnap_harvest *h)
{
	return !h->batch || pagesnap_batch_has_room(h->batch);
}

/* Of each entry of each table: so it is inline, twice. */
static __always_inline void harvest_pte(struct step *s, unsigned long addr, pte_t *pte)
{
	struct pagesnap_seen seen = { .write = s->h->write };
	pte_t val = ptep_get(pte);
	struct page_range range;
	bool zero;
	u64 pfn;

	if (!pte_present(val)) {
		if (!pte_none(val))
			pagesnap_visit_keep(&s->h->viewer.visits->visit, addr >> PAGE_SHIFT);
		return;
	}
	pfn = pte_pfn(val);
	range = range_of(s, addr, pfn, 1);
	if (!range.nr)
		return;
	zero = is_zero_pfn(pfn);
	if (pte_special(val) && !zero) {
		s->h->skipped[PAGESNAP_ACCESSES_WHY_SPECIAL]++;
		return;
	}
	if (!is_of_file(s->h, pfn))
		return;
	seen.accessed = compat_pte_clear_young(pte, val);
	seen.dirty = pte_dirty(val);
	if (zero)
		see_zero(&seen);
	else
		see_folio(page_folio(pfn_to_page(pfn)), &seen);
	if (is_shared(s))
		seen.accessed |= share(s, addr, 1, pfn, seen.accessed);
	count(s, &range, &seen);
}

/* What is remembered of the unit of a table that nobody has used; NULL: too little. */
static struct pagesnap_cell *known_cell(struct step *s, unsigned long addr)
{
	struct pagesnap_tally *t = s->h->tally;
	u64 vpn = addr >> PAGE_SHIFT;
	struct pagesnap_cell *cell;

	if (!s->has_known)
		s->known = pagesnap_heatmap_find(&t->map, vpn);
	s->has_known = true;
	if (!s->known)
		return NULL;
	cell = pagesnap_heatmap_cell(&t->map, s->known, vpn);
	return pagesnap_cell_is_in(cell, t->look.before) ||
	       pagesnap_cell_is_in(cell, t->look.nr) ? cell : NULL;
}

/*
 * May most entries of the table under way say nothing new?  Nobody has used it since the look
 * before, and no other answer has a note.
 */
static bool is_quiet(const struct step *s)
{
	return s->is_cold && !s->h->base && !is_shared(s);
}

/*
 * Such a table, whose unit @cell is known: pages that are not marked are as they were.  Looks that
 * pass all tables would cost most of what passing over saves.
 */
static void harvest_quiet(struct step *s, pte_t *pte, unsigned long addr, unsigned long end,
			  struct pagesnap_cell *cell)
{
	struct pagesnap_harvest *h = s->h;
	u64 quiet = 0;

	for (; addr < end; addr += PAGE_SIZE, pte++) {
		if (compat_pte_is_quiet(ptep_get(pte)))
			quiet++;
		else
			harvest_pte(s, addr, pte);
	}
	h->entries += quiet;
	h->pages += quiet;
	if (quiet)
		pagesnap_cell_stay(cell, &h->tally->look);
}

static unsigned long harvest_ptes(struct pagesnap_tables *tables, pte_t *pte, unsigned long addr,
				  unsigned long end)
{
	struct step *s = container_of(tables, struct step, tables);
	struct pagesnap_cell *cell = NULL;
	unsigned long from = addr;

	s->has_row = false;
	s->has_known = false;
	s->is_cold = s->h->pass == PAGESNAP_PASS_TABLES &&
		     !pagesnap_hot_has(&s->h->hot, addr >> PMD_SHIFT);
	pagesnap_viewer_enter(&s->h->viewer, addr >> PAGE_SHIFT, (end - addr) >> PAGE_SHIFT);
	if (is_quiet(s))
		cell = known_cell(s, addr);
	if (cell) {
		harvest_quiet(s, pte, addr, end, cell);
		addr = end;
	}
	for (; addr < end && has_room(s->h); addr += PAGE_SIZE, pte++)
		harvest_pte(s, addr, pte);
	pagesnap_viewer_leave(&s->h->viewer, (addr - from) >> PAGE_SHIFT);
	s->budget -= min_t(u32, s->budget, (addr - from) >> PAGE_SHIFT);
	return addr;
}

/* The huge zero folio is the one in anonymous memory that isn't anonymous. */
static void see_huge(struct step *s, struct folio *folio, struct pagesnap_seen *seen)
{
	if (vma_is_anonymous(s->tables.vma) && !folio_test_anon(folio))
		see_zero(seen);
	else
		see_folio(folio, seen);
}

/* A PMD entry that maps pages.  Its bit is that of them all, though only some may be asked for. */
static void harvest_pmd(struct step *s, unsigned long addr, const struct page_range *range,
			const struct pagesnap_huge *huge)
{
	struct pagesnap_seen seen = { .write = s->h->write, .order = huge->order };
	u64 before = (addr & ~PMD_MASK) >> PAGE_SHIFT;
	pmd_t val = READ_ONCE(*huge->pmd);

	seen.accessed = compat_pmd_clear_young(huge->pmd, val);
	seen.dirty = pmd_dirty(val);
	see_huge(s, page_folio(pfn_to_page(huge->pfn)), &seen);
	if (is_shared(s))
		seen.accessed |= share(s, addr & PMD_MASK, PTRS_PER_PTE, huge->pfn - before,
				       seen.accessed);
	count(s, range, &seen);
}

/* Pages are on their way to other frames.  Context: the entry's lock. */
static void keep(struct step *s)
{
	struct pagesnap_visit *visit = &s->h->viewer.visits->visit;
	u32 i;

	for (i = 0; i < visit->nr; i++)
		pagesnap_visit_keep(visit, visit->first + i);
}

static void harvest_huge(struct pagesnap_tables *tables, unsigned long addr, unsigned long end,
			 const struct pagesnap_huge *huge)
{
	struct step *s = container_of(tables, struct step, tables);
	struct page_range range = range_of(s, addr, huge->pfn, (end - addr) >> PAGE_SHIFT);

	s->has_row = false;
	if (huge->present && !range.nr)
		return;
	if (huge->present && (!huge->pmd || huge->special)) {
		s->h->skipped[huge->pmd ? PAGESNAP_ACCESSES_WHY_SPECIAL :
					  PAGESNAP_ACCESSES_WHY_PUD] += range.nr;
		return;
	}
	if (!huge->pmd)
		return;
	if (huge->present && !is_of_file(s->h, huge->pfn))
		return;
	pagesnap_viewer_enter(&s->h->viewer, (addr & PMD_MASK) >> PAGE_SHIFT, PTRS_PER_PTE);
	if (huge->present)
		harvest_pmd(s, addr, &range, huge);
	else
		keep(s);
	pagesnap_viewer_leave(&s->h->viewer, PTRS_PER_PTE);
}

/* The first pass has looked at it, but for what was a table then and was collapsed since. */
static void pass_huge(struct pagesnap_tables *tables, unsigned long addr, unsigned long end,
		      const struct pagesnap_huge *huge)
{
	struct step *s = container_of(tables, struct step, tables);

	if (!pagesnap_hot_has(&s->h->hot, addr >> PMD_SHIFT))
		return;
	s->is_cold = false;
	harvest_huge(tables, addr, end, huge);
}

/*
 * A table that was not used since the bit of its entry was cleared last.  A unit has its tables,
 * or is one of several of a table that is passed over at once.
 */
static void pass_over(struct step *s, unsigned long addr)
{
	struct pagesnap_cell *cell = known_cell(s, addr);

	/* one with several VMAs comes once for each */
	s->h->passed += s->h->passed_last != (addr >> PMD_SHIFT) + 1;
	s->h->passed_last = (addr >> PMD_SHIFT) + 1;
	if (cell)
		pagesnap_cell_stay(cell, &s->h->tally->look);
}

/* Of a table with several VMAs the first that is passed takes the bit. */
static void harvest_table(struct pagesnap_tables *tables, pmd_t *pmd, unsigned long addr)
{
	struct step *s = container_of(tables, struct step, tables);
	struct pagesnap_harvest *h = s->h;

	if (compat_table_clear_young(pmd))
		pagesnap_hot_add(&h->hot, addr >> PMD_SHIFT);
	else if (!h->full && !pagesnap_hot_is_last(&h->hot, addr >> PMD_SHIFT))
		pass_over(s, addr);
}

static const struct pagesnap_tables_ops ops[] = {
	[PAGESNAP_PASS_ALL] = { .ptes = harvest_ptes, .huge = harvest_huge },
	[PAGESNAP_PASS_TOPS] = {
		.ptes = harvest_ptes, .huge = harvest_huge, .table = harvest_table,
	},
	[PAGESNAP_PASS_TABLES] = { .ptes = harvest_ptes, .huge = pass_huge },
};

/* Return: why a VMA is passed over, PAGESNAP_ACCESSES_WHYS if it isn't. */
static u32 why_not(struct vm_area_struct *vma)
{
	if (is_vm_hugetlb_page(vma))
		return PAGESNAP_ACCESSES_WHY_HUGETLB;
	if (vma->vm_flags & (VM_PFNMAP | VM_IO))
		return PAGESNAP_ACCESSES_WHY_PFNMAP;
	if (vma->vm_flags & VM_MIXEDMAP || vma_is_dax(vma))
		return PAGESNAP_ACCESSES_WHY_MIXEDMAP;
	return PAGESNAP_ACCESSES_WHYS;
}

/*
 * Is there more of the file in a VMA?  Then the look goes on there, and ends at @end.
 * Context: mmap_lock.
 */
static bool find_file(struct pagesnap_harvest *h, struct vm_area_struct *vma,
		      unsigned long *end)
{
	if (!pagesnap_mapped_is(h->file, vma) ||
	    !pagesnap_mapped_clip(h->file, vma, &h->next, end))
		return false;
	h->file_at = h->next;
	return true;
}

/*
 * Does a VMA map a file that may be looked at in this step?  If not, the look goes on behind the
 * VMA, or there in another step.  A private map of /dev/zero has a file, but no page of it.
 * Context: mmap_lock.
 */
static bool enter_file(struct step *s, struct vm_area_struct *vma, unsigned long *end)
{
	struct pagesnap_harvest *h = s->h;

	if (!vma->vm_file || vma_is_anonymous(vma) || (h->file && !find_file(h, vma, end))) {
		h->next = vma->vm_end;
		return false;
	}
	/* what is passed over takes none of the room for files */
	if (h->file || why_not(vma) != PAGESNAP_ACCESSES_WHYS ||
	    pagesnap_files_enter(h->files, vma, !h->batch->nr))
		return true;
	s->budget = 0;
	return false;
}

/* Does this pass look only into tables that were used? */
static bool is_choosy(const struct pagesnap_harvest *h)
{
	return h->pass == PAGESNAP_PASS_TABLES && !h->full;
}

/* Return: false if no table is left to be looked into. */
static bool go_to_hot(struct pagesnap_harvest *h)
{
	const struct pagesnap_hot *hot = &h->hot;

	if (!is_choosy(h))
		return true;
	while (h->run < hot->nr && hot->runs[h->run].end << PMD_SHIFT <= h->next)
		h->run++;
	if (h->run == hot->nr)
		return false;
	h->next = max_t(u64, h->next, hot->runs[h->run].first << PMD_SHIFT);
	return true;
}

static unsigned long end_of_pass(const struct pagesnap_harvest *h)
{
	if (!is_choosy(h))
		return h->end;
	return min_t(u64, h->end, h->hot.runs[h->run].end << PMD_SHIFT);
}

static void read_tables(struct step *s, struct vm_area_struct *vma, unsigned long end)
{
	struct pagesnap_harvest *h = s->h;
	unsigned long from = h->next;

	s->tables.vma = vma;
	if (h->pass != PAGESNAP_PASS_TOPS) {
		h->next = pagesnap_tables_read(&s->tables, h->next, end);
		return;
	}
	s->has_known = false;
	h->next = pagesnap_tables_read_tops(&s->tables, h->next, end);
	s->budget -= min_t(u32, s->budget, (h->next - from) / PMD_SIZE / TOPS_AN_ENTRY);
}

/* One way down the tables, or past a VMA.  Context: mmap_lock. */
static void go_on(struct step *s, struct vm_area_struct *vma)
{
	struct pagesnap_harvest *h = s->h;
	unsigned long end = min(end_of_pass(h), vma->vm_end);
	u32 why;

	h->next = max(h->next, vma->vm_start);
	if (s->budget)
		s->budget--;
	if (h->next >= end)
		return;
	if (h->by == PAGESNAP_BY_FILE && !enter_file(s, vma, &end))
		return;
	why = why_not(vma);
	if (why == PAGESNAP_ACCESSES_WHYS) {
		read_tables(s, vma, end);
		return;
	}
	if (h->pass != PAGESNAP_PASS_TABLES)
		h->skipped[why] += (end - h->next) >> PAGE_SHIFT;
	h->next = end;
}

/* Can what is seen be remembered? */
static bool is_ready(const struct pagesnap_harvest *h)
{
	if (h->batch)
		return pagesnap_batch_has_room(h->batch);
	return !remembers(h) || pagesnap_heatmap_ready(&h->tally->map);
}

/*
 * A step ends early if somebody waits to change the memory, and when the row that was made
 * for it is used, or the table of what others must be told.
 */
static bool may_go_on(const struct step *s)
{
	return s->budget && is_ready(s->h) && pagesnap_viewer_ready(&s->h->viewer) &&
	       (s->budget > PTRS_PER_PTE - PASSES_MIN || !mmap_lock_is_contended(s->h->mm));
}

/* Context: mmap_lock. Return: 1 if there is more, 0, or -ESRCH. */
static int step_locked(struct pagesnap_harvest *h)
{
	struct step s = {
		.tables = { .ops = &ops[h->pass], .mm = h->mm },
		.h = h,
		.budget = PTRS_PER_PTE,
	};
	struct vm_area_struct *vma;

	if (!atomic_read(&h->mm->mm_users))
		return -ESRCH;
	do {
		if (!go_to_hot(h))
			return 0;
		vma = h->next < h->end ? find_vma(h->mm, h->next) : NULL;
		if (!vma || vma->vm_start >= h->end)
			return 0;
		go_on(&s, vma);
	} while (may_go_on(&s));
	return 1;
}

/**
 * pagesnap_harvest_begin() - another look
 * @h: harvest, whose members up to @batch are set, whose @patience is kept, and whose @tally
 *	knows of this look
 * @base: it only clears
 */
void pagesnap_harvest_begin(struct pagesnap_harvest *h, bool base)
{
	h->base = base;
	h->pass = PAGESNAP_PASS_ALL;
	h->next = h->start;
	h->passed = 0;
	h->passed_last = 0;
	h->stranded = 0;
	h->entries = 0;
	h->pages = 0;
	h->accessed = 0;
	h->dirtied = 0;
	h->tally->map.lost = 0;
	memset(h->skipped, 0, sizeof(h->skipped));
}

/**
 * pagesnap_harvest_tops() - the look has two passes, and the first is next
 * @h: harvest that began, of PAGESNAP_BY_VPN and units that are no smaller than a table, whose
 *	@hot has room
 * @full: the second is to pass all tables
 */
void pagesnap_harvest_tops(struct pagesnap_harvest *h, bool full)
{
	h->pass = PAGESNAP_PASS_TOPS;
	h->full = full;
	h->since = 0;
	h->hot.nr = 0;
}

/**
 * pagesnap_harvest_tables() - the second pass is next
 * @h: harvest whose first one came to its end, and behind which TLBs were flushed
 */
void pagesnap_harvest_tables(struct pagesnap_harvest *h)
{
	h->pass = PAGESNAP_PASS_TABLES;
	h->next = h->start;
	h->run = 0;
}

/*
 * Where notes end that nobody needs any more, of a step that began at @from.  Those of tables that
 * are passed over, or are looked into by the second pass, are still needed.
 */
static unsigned long end_of_notes(const struct pagesnap_harvest *h, unsigned long from, bool more)
{
	if (h->pass == PAGESNAP_PASS_TOPS || is_choosy(h))
		return from;
	return more ? h->next : h->end;
}

/**
 * pagesnap_harvest_step() - look at some more
 * @h: harvest that began
 *
 * Context: process context without locks; may sleep, and wait for mmap_lock for a second.
 * Return: 1 if there is more, 0 at the end, -ESRCH if the memory is gone, -ETIMEDOUT if
 * mmap_lock was not had, -EINTR on a fatal signal.
 */
int pagesnap_harvest_step(struct pagesnap_harvest *h)
{
	unsigned long from = h->next;
	struct pagesnap_tally *t = h->tally;
	u64 began;
	int more;

	if (!h->batch && remembers(h))
		pagesnap_heatmap_prepare(&t->map);
	pagesnap_viewer_step(&h->viewer);
	if (h->pass == PAGESNAP_PASS_ALL || (h->pass == PAGESNAP_PASS_TOPS && !h->since))
		h->since = h->viewer.since;
	more = pagesnap_mm_lock(h->mm, &h->patience);
	if (more)
		return more;
	began = pagesnap_mm_began(h->patience);
	more = step_locked(h);
	pagesnap_mm_unlock(h->mm, &h->patience, began);
	pagesnap_heatmap_settle(&t->map, t->look.nr);
	if (h->files)
		pagesnap_files_settle(h->files, h->batch, t);
	else if (h->batch)
		pagesnap_batch_settle(h->batch, t);
	if (more >= 0)
		t->map.lost += pagesnap_viewer_pass(&h->viewer, from >> PAGE_SHIFT,
						    end_of_notes(h, from, more) >> PAGE_SHIFT,
						    h->since);
	return more;
}
