// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: reading frames without touching them
 *
 * No reference is taken: a reference makes reclaim and fadvise() fail and
 * shows in the count that is reported.  Instead the words of a folio are
 * copied once, word by word, and everything is derived from the copy, so that
 * the facts of one record belong together as far as the words do.  The caller
 * checks afterwards that what led it to the folio (page cache slot, page
 * table entry) still leads there.
 *
 * What keeps the struct pages there: they are memory map of an online section
 * (pfn_to_online_page(), a page cache slot or a page table entry led to them),
 * and all walks are SRCU readers of hotplug.c, which a section's way offline
 * waits for.  What keeps a memory cgroup there: RCU, entered by the caller
 * before the words are copied.
 */
#include <linux/cgroup.h>
#include <linux/memory_hotplug.h>
#include <linux/mmzone.h>
#include <linux/pgtable.h>

#include "frame.h"
#include "memo.h"

#define PG_BIT(name) (1UL << PG_##name)

/* Copies of the same words, taken this often, must agree. */
#define TRIES 4

static void copy_words(struct pagesnap_snap *snap, const struct page *page, u32 nr)
{
	u32 i, n = nr * sizeof(struct page) / sizeof(unsigned long);

	for (i = 0; i < n; i++)
		snap->words[i] = pagesnap_word_now(page, i);
}

/* Copy head and, for a compound page, the page behind it. */
static bool copy_folio(struct pagesnap_snap *snap, const struct page *head)
{
	copy_words(snap, head, 1);
	if (compat_is_tail(snap))
		return false;
	if (!compat_is_head(snap)) {
		memset(&snap->page[1], 0, sizeof(snap->page[1]));
		return true;
	}
	copy_words(snap, head, 2);
	return !compat_is_tail(snap) && compat_is_head(snap) &&
	       compat_order(snap) < PAGESNAP_ORDERS && compat_order(snap) &&
	       IS_ALIGNED(page_to_pfn(head), 1UL << compat_order(snap));
}

static u64 kpf(unsigned long flags, unsigned long bits, u32 to)
{
	return flags & bits ? 1ULL << to : 0;
}

/* The flags that are one bit of page->flags. */
static u64 plain_flags(unsigned long k)
{
	return kpf(k, PG_BIT(locked), KPF_LOCKED) |
	       kpf(k, COMPAT_PG_ERROR, KPF_ERROR) |
	       kpf(k, PG_BIT(referenced), KPF_REFERENCED) |
	       kpf(k, PG_BIT(uptodate), KPF_UPTODATE) |
	       kpf(k, PG_BIT(dirty), KPF_DIRTY) |
	       kpf(k, PG_BIT(lru), KPF_LRU) |
	       kpf(k, PG_BIT(active), KPF_ACTIVE) |
	       kpf(k, PG_BIT(writeback), KPF_WRITEBACK) |
	       kpf(k, PG_BIT(reclaim), KPF_RECLAIM) |
	       kpf(k, PG_BIT(swapbacked), KPF_SWAPBACKED) |
	       kpf(k, PG_BIT(unevictable), KPF_UNEVICTABLE) |
	       kpf(k, COMPAT_PG_IDLE, KPF_IDLE) |
	       kpf(k, COMPAT_PG_HWPOISON, KPF_HWPOISON) |
	       kpf(k, PG_BIT(reserved), PAGESNAP_KPF_RESERVED) |
	       kpf(k, PG_BIT(mlocked), PAGESNAP_KPF_MLOCKED) |
	       kpf(k, COMPAT_PG_OWNER_2, PAGESNAP_KPF_OWNER_2) |
	       kpf(k, PG_BIT(private), PAGESNAP_KPF_PRIVATE) |
	       kpf(k, PG_BIT(private_2), PAGESNAP_KPF_PRIVATE_2) |
	       kpf(k, PG_BIT(owner_priv_1), PAGESNAP_KPF_OWNER_PRIVATE) |
	       kpf(k, PG_BIT(arch_1), PAGESNAP_KPF_ARCH) |
	       kpf(k, COMPAT_PG_UNCACHED, PAGESNAP_KPF_UNCACHED);
}

static bool is_swapcache(unsigned long k)
{
	return (k & PG_BIT(swapbacked)) && (k & PG_BIT(swapcache));
}

/* Flags and kind of a folio, where its page type or its pfn determines them. */
static void read_typed(struct pagesnap_snap *s, struct pagesnap_frame *f)
{
	f->typed = compat_has_type(s) || compat_is_slab(s);
	if (compat_is_buddy(s)) {
		f->kind = PAGESNAP_KIND_BUDDY;
		f->flags |= KPF_BIT(KPF_BUDDY);
	} else if (compat_is_slab(s)) {
		f->kind = PAGESNAP_KIND_SLAB;
		f->flags |= KPF_BIT(KPF_SLAB);
	} else if (compat_is_table(s)) {
		f->kind = PAGESNAP_KIND_PGTABLE;
		f->flags |= KPF_BIT(KPF_PGTABLE);
	} else if (compat_is_offline(s)) {
		f->kind = PAGESNAP_KIND_OFFLINE;
		f->flags |= KPF_BIT(KPF_OFFLINE);
	} else if (compat_is_hugetlb(s)) {
		f->kind = PAGESNAP_KIND_HUGETLB;
		f->flags |= KPF_BIT(KPF_HUGE);
		f->anon = (f->mapping & COMPAT_MAPPING_FLAGS) == COMPAT_MAPPING_ANON;
		f->flags |= f->anon ? KPF_BIT(KPF_ANON) : 0;
	} else if (is_zero_pfn(f->pfn)) {
		f->kind = PAGESNAP_KIND_ZERO;
		f->flags |= KPF_BIT(KPF_ZERO_PAGE);
	}
}

/*
 * page->mapping of other memory than page cache and anonymous memory may be
 * anything (a page pool keeps its pool there): believe it only together with
 * a flag that such memory has.
 */
static bool believes_mapping(unsigned long k)
{
	return k & (PG_BIT(lru) | PG_BIT(uptodate) | PG_BIT(dirty) | PG_BIT(writeback) |
		    PG_BIT(swapbacked) | PG_BIT(unevictable) | PG_BIT(private));
}

static void read_mapped(unsigned long k, struct pagesnap_frame *f)
{
	unsigned long bits = f->mapping & COMPAT_MAPPING_FLAGS;

	f->anon = bits & COMPAT_MAPPING_ANON;
	if (is_swapcache(k))
		f->flags |= KPF_BIT(KPF_SWAPCACHE);
	if (f->anon) {
		bool ksm = bits == COMPAT_MAPPING_KSM;

		f->kind = ksm ? PAGESNAP_KIND_KSM : PAGESNAP_KIND_ANON;
		f->flags |= KPF_BIT(KPF_ANON) | (ksm ? KPF_BIT(KPF_KSM) : 0);
	} else if (is_swapcache(k)) {
		f->kind = PAGESNAP_KIND_SWAPCACHE;
	} else if (f->mapping && !bits && f->ref && believes_mapping(k)) {
		f->kind = k & PG_BIT(swapbacked) ? PAGESNAP_KIND_SHMEM : PAGESNAP_KIND_FILE;
	} else if (k & PG_BIT(reserved)) {
		f->kind = PAGESNAP_KIND_RESERVED;
	} else {
		f->kind = f->ref ? PAGESNAP_KIND_KERNEL : PAGESNAP_KIND_UNKNOWN;
	}
}

/* Whoever may make memory cgroups chooses how deep they are: @steps up count as work. */
static bool is_below(struct mem_cgroup *memcg, const struct pagesnap_frame_cgroup *asked,
		     u32 *steps)
{
	for (; memcg; memcg = parent_mem_cgroup(memcg), ++*steps) {
		if (cgroup_ino(memcg->css.cgroup) == asked->ino)
			return true;
		if (!asked->below)
			return false;
	}
	return false;
}

/* Context: RCU, see compat_memcg(). */
static void read_cgroup(struct pagesnap_snap *s, struct pagesnap_frame *f,
			const struct pagesnap_frame_cgroup *asked)
{
	struct mem_cgroup *memcg, *online;

	f->cgroup = PAGESNAP_NONE;
	f->cgroup_online = PAGESNAP_NONE;
	f->cgroup_matches = false;
	if (f->kind == PAGESNAP_KIND_SLAB || f->kind == PAGESNAP_KIND_BUDDY ||
	    mem_cgroup_disabled())
		return;
	memcg = compat_memcg(s);
	if (!memcg)
		return;
	f->cgroup = cgroup_ino(memcg->css.cgroup);
	for (online = memcg; online && !(READ_ONCE(online->css.flags) & CSS_ONLINE);
	     f->looked++)
		online = parent_mem_cgroup(online);
	f->cgroup_online = online ? cgroup_ino(online->css.cgroup) : PAGESNAP_NONE;
	f->cgroup_matches = asked->asked && is_below(memcg, asked, &f->looked);
}

/**
 * pagesnap_frame_charged() - whom is a page with these words charged to?
 * @r: reader; its last page is another one's
 * @words: of a single page that is no slab
 *
 * Context: RCU since before the words were read.
 * Return: inode of the memory cgroup, PAGESNAP_NONE if there is none.
 */
u64 pagesnap_frame_charged(struct pagesnap_frame_reader *r, const struct pagesnap_alike *words)
{
	struct mem_cgroup *memcg;

	r->alike = false;
	r->memo = NULL;
	if (mem_cgroup_disabled())
		return PAGESNAP_NONE;
	pagesnap_alike_set(&r->snap, words);
	memcg = compat_memcg(&r->snap);
	return memcg ? cgroup_ino(memcg->css.cgroup) : PAGESNAP_NONE;
}

static void read_size(struct pagesnap_snap *s, struct pagesnap_frame *f)
{
	unsigned long order;

	if (compat_is_buddy(s)) {
		order = s->page[0].private;
		f->order = order < PAGESNAP_ORDERS && IS_ALIGNED(f->pfn, 1UL << order) ? order : 0;
	} else if (compat_is_head(s)) {
		f->order = compat_order(s);
		f->flags |= PAGESNAP_KPF_COMPOUND;
	} else {
		f->order = 0;
	}
	f->nr = 1ULL << f->order;
}

static void read_mapcounts(struct pagesnap_snap *s, struct pagesnap_frame *f)
{
	bool large = compat_is_head(s), hugetlb = f->kind == PAGESNAP_KIND_HUGETLB;

	f->entire = 0;
	f->base = 0;
	f->looked = 0;
	if ((f->typed && !hugetlb) || compat_is_drivers_to_move(f->mapping)) {
		f->mapcount = 0;
	} else if (!large) {
		f->mapcount = atomic_read(&s->page[0]._mapcount) + 1;
	} else {
		f->entire = compat_entire_mapcount(s);
		f->base = compat_mapcount_base(s, f->anon, hugetlb);
		f->mapcount = hugetlb ? f->entire : compat_large_mapcount(s);
		if (f->mapcount < 0) {
			u64 i;

			for (i = 0; i < f->nr && f->mapcount <= 0; i++)
				f->mapcount = pagesnap_frame_mapcount(f, i) ? 1 : -1;
			f->looked = i;
			f->mapcount = max(f->mapcount, 0);
		}
	}
	if (f->mapcount > 0)
		f->flags |= KPF_BIT(KPF_MMAP);
}

/*
 * hugetlb is poisoned as a whole, other large folios page by page.  A poisoned frame
 * may still have its old contents: shmem and hugetlbfs keep poisoned folios, so that
 * whoever reads there gets an error.
 */
static void read_poison(struct pagesnap_snap *s, struct pagesnap_frame *f)
{
	f->some_poison = false;
	if (!compat_is_head(s) || f->kind == PAGESNAP_KIND_HUGETLB)
		return;
	f->some_poison = f->flags & KPF_BIT(KPF_HWPOISON) || compat_has_hwpoisoned(s);
	f->flags &= ~KPF_BIT(KPF_HWPOISON);
}

static void interpret(struct pagesnap_frame_reader *r, struct pagesnap_frame *f)
{
	struct pagesnap_snap *s = &r->snap;
	unsigned long k = compat_flags(s, 0);

	f->pfn = page_to_pfn(f->head);
	f->flags = plain_flags(k);
	f->kind = PAGESNAP_KIND_UNKNOWN;
	f->ref = atomic_read(&s->page[0]._refcount);
	f->mapping = (unsigned long)s->folio.mapping;
	f->index = compat_index(s);
	f->private = s->page[0].private;
	f->anon = false;
	f->node = page_to_nid(&s->page[0]);
	f->zone = page_zonenum(&s->page[0]);
	read_typed(s, f);
	read_size(s, f);
	if (f->kind == PAGESNAP_KIND_UNKNOWN && !f->typed)
		read_mapped(k, f);
	else if (f->kind == PAGESNAP_KIND_UNKNOWN)
		f->kind = PAGESNAP_KIND_KERNEL;
	if (f->order && compat_is_head(s) && f->kind != PAGESNAP_KIND_HUGETLB && compat_is_thp(s))
		f->flags |= KPF_BIT(KPF_THP);
	read_mapcounts(s, f);
	read_cgroup(s, f, &r->cgroup);
	read_poison(s, f);
}

/* Memory comes and goes by the section, of a device by the subsection: @page's is there. */
static struct page *page_at(struct page *page, unsigned long pfn)
{
	unsigned long own = page_to_pfn(page);

	if (!((own ^ pfn) & PAGE_SUBSECTION_MASK))
		return pfn_to_page(pfn);
	return pfn_to_online_page(pfn);
}

/*
 * The head of the free block that @page is in, NULL if it is in none: only
 * the head says that it is free, and its size.
 */
static struct page *free_head(struct page *page)
{
	unsigned long pfn = page_to_pfn(page);
	struct page *head;
	u32 order;

	for (order = 1; order <= COMPAT_MAX_ORDER; order++) {
		if (IS_ALIGNED(pfn, 1UL << order))
			continue;
		head = page_at(page, pfn & ~((1UL << order) - 1));
		if (!head)
			return NULL;
		/* A guess: the copy of the head that is made next decides. */
		if (data_race(PageBuddy(head)) && READ_ONCE(head->private) >= order &&
		    READ_ONCE(head->private) <= COMPAT_MAX_ORDER)
			return head;
	}
	return NULL;
}

/* Is it a page of no folio and no type that nobody uses? */
static bool may_be_free(const struct pagesnap_frame *f)
{
	return !f->ref && !f->typed && !f->order && f->kind == PAGESNAP_KIND_UNKNOWN &&
	       !(f->flags & KPF_BIT(KPF_HWPOISON));
}

/**
 * pagesnap_frame_read() - read the folio that a page belongs to
 * @r: reader
 * @page: any page of it
 * @f: result
 *
 * Context: RCU and a hotplug reader, see the head of this file.
 * Return: 0, or -EAGAIN if it changed under every try.
 */
int pagesnap_frame_read(struct pagesnap_frame_reader *r, struct page *page,
			struct pagesnap_frame *f)
{
	u32 tries;

	for (tries = 0; tries < TRIES; tries++) {
		f->head = compound_head(page);
		if (!copy_folio(&r->snap, f->head))
			continue;
		interpret(r, f);
		if (may_be_free(f)) {
			struct page *head = free_head(page);

			if (!head)
				return 0;
			f->head = head;
			if (!copy_folio(&r->snap, head))
				continue;
			interpret(r, f);
		}
		if (page_to_pfn(page) - f->pfn < f->nr)
			return 0;
	}
	return -EAGAIN;
}

/*
 * Does a page with the same words have the same facts?  Not if the kind depends on
 * more: a free block on its head, the zero page on its number.
 */
static bool describes_others(const struct pagesnap_frame *f)
{
	return f->ref && !f->order && !(f->flags & PAGESNAP_KPF_COMPOUND) &&
	       f->kind != PAGESNAP_KIND_BUDDY && f->kind != PAGESNAP_KIND_ZERO;
}

/*
 * The page that was copied has its words.  They say which memory cgroup is charged, but not
 * who that is, and for whom it is looked.
 */
static void renew_memo(struct pagesnap_frame_reader *r, struct pagesnap_memo *memo)
{
	memo->epoch = r->epoch;
	memo->item = 0;
	memo->frame.looked = 0;
	read_cgroup(&r->snap, &memo->frame, &r->cgroup);
}

/**
 * pagesnap_frame_memo() - the facts of a page, if pages with its words were read before
 * @r: reader
 * @page: page
 * @stand: gets its position
 *
 * Context: as for pagesnap_frame_next(), of which this is a part: the next page is compared
 * with this one.
 * Return: memo, which is r->memo, too; NULL if nothing is known.
 */
struct pagesnap_memo *pagesnap_frame_memo(struct pagesnap_frame_reader *r, struct page *page,
					  struct pagesnap_stand *stand)
{
	struct pagesnap_alike words = pagesnap_words_now(page);
	struct pagesnap_memo *memo = pagesnap_memo_of(r, &words);

	r->alike = false;
	if (!memo->epoch || !pagesnap_has_words(&memo->words, page, stand))
		return NULL;
	stand->private = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, private));
	/* nor is that of another page */
	if (pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, mapping)) != stand->mapping)
		return NULL;
	/* not what @words were: they may be of different moments */
	words = memo->words;
	words.mapping = stand->mapping;
	pagesnap_alike_set(&r->snap, &words);
	if (memo->epoch != r->epoch)
		renew_memo(r, memo);
	r->memo = memo;
	r->alike = true;
	return memo;
}

/* Return: false if nothing is known by its words. */
static bool read_by_memo(struct pagesnap_frame_reader *r, struct page *page,
			 struct pagesnap_frame *f)
{
	struct pagesnap_stand stand;
	const struct pagesnap_memo *memo = pagesnap_frame_memo(r, page, &stand);

	if (!memo)
		return false;
	*f = memo->frame;
	f->head = page;
	f->pfn = page_to_pfn(page);
	f->mapping = stand.mapping;
	f->index = stand.index;
	f->private = stand.private;
	return true;
}

static struct pagesnap_memo *keep_memo(struct pagesnap_frame_reader *r,
				       const struct pagesnap_frame *f)
{
	struct pagesnap_alike words = pagesnap_memo_words(&r->snap);
	struct pagesnap_memo *memo = pagesnap_memo_of(r, &words);

	*memo = (struct pagesnap_memo){ .epoch = r->epoch, .words = words, .frame = *f };
	return memo;
}

/**
 * pagesnap_frame_next() - read a page, quickly if one like it was read before
 * @r: reader
 * @page: page
 * @f: as the call before left it, if r->alike; result
 *
 * Neighbours are often alike: pages of a file that was read have the same
 * flags, mapping, counts and memory cgroup, and these are words that can be
 * compared before anything is derived from them.  Where they are not, they are
 * often like others before (memo.h).
 *
 * Context: as for pagesnap_frame_read(); since pagesnap_frame_begin(), the caller has
 * stayed in its RCU section, so that a memory cgroup is still the same one.
 * Return: 1 if @f differs in head, pfn, index and private only, a page of its
 * own; 0 if it was read, and r->memo is its memo or NULL; or -EAGAIN.
 */
int pagesnap_frame_next(struct pagesnap_frame_reader *r, struct page *page,
			struct pagesnap_frame *f)
{
	struct pagesnap_alike like = pagesnap_alike_of(&r->snap);
	struct pagesnap_stand stand;
	int err;

	if (r->alike && pagesnap_is_alike(&like, page, &stand) &&
	    !pagesnap_is_zero_alike(&like, page_to_pfn(page))) {
		f->head = page;
		f->pfn = page_to_pfn(page);
		f->index = stand.index;
		f->private = stand.private;
		return 1;
	}
	if (read_by_memo(r, page, f))
		return 0;
	err = pagesnap_frame_read(r, page, f);
	r->alike = !err && describes_others(f);
	r->memo = r->alike ? keep_memo(r, f) : NULL;
	return err;
}

/**
 * pagesnap_frame_in_swap() - is a folio still in the swap cache, in the same place?
 * @f: its copy, with the flag
 *
 * Context: as for pagesnap_frame_read(); reads flags and private now.
 * Return: false if they are of different moments.
 */
bool pagesnap_frame_in_swap(const struct pagesnap_frame *f)
{
	return pagesnap_word_now(f->head, PAGESNAP_WORD_OF(struct page, private)) == f->private &&
	       is_swapcache(pagesnap_word_now(f->head, PAGESNAP_WORD_OF(struct page, flags)));
}

/**
 * pagesnap_frame_mapcount() - map count of one page
 * @f: its folio
 * @nth: page in it
 *
 * Context: as for pagesnap_frame_read(); reads the page's own count now.
 * Return: map count as /proc/kpagecount counts it.
 */
u32 pagesnap_frame_mapcount(const struct pagesnap_frame *f, u64 nth)
{
	int own;

	if (f->typed || !(f->flags & PAGESNAP_KPF_COMPOUND))
		return max(f->kind == PAGESNAP_KIND_HUGETLB ? f->entire : f->mapcount, 0);
	if (f->kind == PAGESNAP_KIND_HUGETLB)
		return max(f->entire, 0);
	if (!compat_pages_count())
		return DIV_ROUND_UP(max(f->mapcount, 0), (u32)f->nr);
	own = atomic_read(&f->head[nth]._mapcount) + 1;
	return max(own + f->base, 0);
}

/* Map counts of pages @nth to @nth + @nr - 1 of a large folio. */
static void count_maps(const struct pagesnap_frame *f, u64 nth, u64 nr,
		       struct pagesnap_frame_range *range)
{
	u64 i;
	u32 n;

	range->map_min = U32_MAX;
	range->map_max = 0;
	range->mapped = 0;
	for (i = nth; i < nth + nr; i++) {
		n = pagesnap_frame_mapcount(f, i);
		range->map_min = min(range->map_min, n);
		range->map_max = max(range->map_max, n);
		range->mapped += n > 0;
	}
}

/**
 * pagesnap_frame_counts_each() - does a run need a look at the map count of each page?
 * @f: folio
 *
 * Return: false if they are all the same.
 */
bool pagesnap_frame_counts_each(const struct pagesnap_frame *f)
{
	if (f->order == 0 || f->typed || f->kind == PAGESNAP_KIND_HUGETLB || !f->mapcount)
		return false;
	return (f->flags & PAGESNAP_KPF_COMPOUND) && compat_pages_count();
}

/**
 * pagesnap_frame_same_maps() - pages of a folio that have one map count
 * @f: folio
 * @nth: first of them
 * @nr: at most so many
 *
 * Context: as for pagesnap_frame_read(). Return: how many, at least 1.
 */
u64 pagesnap_frame_same_maps(const struct pagesnap_frame *f, u64 nth, u64 nr)
{
	u32 first = pagesnap_frame_mapcount(f, nth);
	u64 i;

	for (i = 1; i < nr && pagesnap_frame_mapcount(f, nth + i) == first; i++)
		;
	return i;
}

/**
 * pagesnap_frame_range() - what is to be reported about some pages of a folio
 * @f: folio
 * @nth: first page in it
 * @nr: pages
 * @range: result
 *
 * Context: as for pagesnap_frame_read().
 */
void pagesnap_frame_range(const struct pagesnap_frame *f, u64 nth, u64 nr,
			  struct pagesnap_frame_range *range)
{
	range->kind = f->kind;
	range->flags = f->flags;
	if (f->some_poison && (compat_flags_now(f->head + nth) & COMPAT_PG_HWPOISON))
		range->flags |= KPF_BIT(KPF_HWPOISON);
	if (range->flags & KPF_BIT(KPF_HWPOISON))
		range->kind = PAGESNAP_KIND_HWPOISON;
	if (pagesnap_frame_counts_each(f)) {
		count_maps(f, nth, nr, range);
	} else {
		range->map_min = pagesnap_frame_mapcount(f, nth);
		range->map_max = range->map_min;
		range->mapped = range->map_min ? nr : 0;
	}
}
