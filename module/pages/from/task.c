// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: task_index: the pages of processes, by their page tables
 *
 * One process that was named, or those of a target (mm/target.c), one after the other.
 *
 * What pins what: from when it begins until it ends the mm structure of a process is
 * pinned by mm_count, which keeps no memory of the task.  mm_users, which would, is never
 * raised: whoever drops the last of them does all that __mmput() does, and that
 * waits for whatever the task has begun.  For each step, VMAs and page tables
 * are kept by mmap_lock, for reading, and by a look at mm_users under it: while
 * there were any, exit_mmap() has not freed them, and before it does, it takes
 * mmap_lock for writing.  (So do process_mrelease() and the OOM killer's reaper,
 * mm/oom_kill.c.)  The lock is dropped before the items become lines, so a reader
 * that reads about itself can fault.  What keeps page tables is explained in pagetable.c.
 *
 * One step reads at most one page table's worth of entries.  The walk goes on by
 * address: a VMA that changed meanwhile is met again as a new one.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/timekeeping.h>

#include "../../compat/entry.h"
#include "../../compat/vma.h"
#include "../../fs/place.h"
#include "../../mm/alike.h"
#include "../../mm/hotplug.h"
#include "../../mm/mm_lock.h"
#include "../../mm/pagetable.h"
#include "../../mm/vma.h"
#include "../../targets/subject.h"
#include "../walk.h"

/* Entries of a streak, before somebody may be let to the memory that is walked. */
#define STREAK_MAX 64UL

/* Of i_mmap_rwsem, a nap apart: a second at least. */
#define TRIES	1000
#define NAP_US	1000

/**
 * struct task_state - how far a walk is
 * @target: the processes, if the line doesn't name one
 * @mm: the task's, pinned by mm_count: the structure, not its memory; NULL between two
 *	processes
 * @next: address to read next
 * @end: address behind the last
 * @patience: nanoseconds that may still be waited for locks
 * @refused: tries in a row to have a mapping's i_mmap_rwsem that failed
 * @vma: the VMA under way
 */
struct task_state {
	struct pagesnap_target target;
	struct mm_struct *mm;
	unsigned long next;
	unsigned long end;
	u64 patience;
	u32 refused;
	struct pagesnap_vma_id vma;
};

/**
 * struct fill - one step
 * @w: walk
 * @tables: where entries are read
 * @budget: entries that may still be read
 * @frame: the folio read last, while the lock it was read under is held
 * @has_frame: there is one
 * @online: memory that is known to be online
 * @zero: number of the item that the zero page has in this step, from 1; 0: none
 * @zero_words: the page's, as that item has them
 */
struct fill {
	struct pagesnap_walk *w;
	struct pagesnap_tables tables;
	u32 budget;
	struct pagesnap_frame frame;
	bool has_frame;
	struct pagesnap_online online;
	u32 zero;
	struct pagesnap_alike zero_words;
};

static bool is_one(const struct pagesnap_walk *w)
{
	return pagesnap_subject_is_one(&w->q);
}

/* A process begins.  The walk owns a reference to @process->mm from now on. */
static void begin_process(struct pagesnap_walk *w, const struct pagesnap_process *process)
{
	struct task_state *s = w->state;
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;
	struct pagesnap_task *r = &w->outer.task;

	s->mm = process->mm;
	s->next = min(w->q.start, last) << PAGE_SHIFT;
	s->end = min(w->q.end, last) << PAGE_SHIFT;
	s->refused = 0;
	memset(&w->outer, 0, sizeof(w->outer));
	w->outer_shown = false;
	r->rec.type = PAGESNAP_REC_TASK;
	r->rec.len = sizeof(*r);
	r->q = w->request.q;
	r->pid = process->pid;
	r->vmas = READ_ONCE(process->mm->map_count);
	memcpy(r->comm, process->comm, sizeof(r->comm));
}

static int begin_one(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_process process;

	if (pagesnap_subject_process(&w->q, &w->request.bound, &process, d))
		return d->err;
	begin_process(w, &process);
	return 0;
}

static int task_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct task_state *s = w->state;

	s->mm = NULL;
	s->patience = PAGESNAP_PATIENCE_NS;
	if (is_one(w))
		return begin_one(w, d);
	if (pagesnap_subject_target(&w->q, w->request.text, &w->request.bound, &s->target, d))
		return d->err;
	s->target.tree = w->q.children;
	return 0;
}

/* Entries ---------------------------------------------------------------- */

/*
 * A step ends early if somebody waits to change the memory: mmap() would
 * otherwise wait for a whole one each time.  Each step reads an entry at least.
 */
static bool may_go_on(const struct fill *t)
{
	return t->budget && pagesnap_walk_has_room(t->w) &&
	       (t->budget == PTRS_PER_PTE || !mmap_lock_is_contended(t->tables.mm));
}

static void add_special(struct fill *t, unsigned long addr, u64 nr, u32 why, u64 pfn)
{
	pagesnap_walk_add_gap(t->w, PAGESNAP_REC_SPECIAL, addr >> PAGE_SHIFT, nr, why)->pfn = pfn;
}

/*
 * The huge zero folio is known to mm/huge_memory.c alone; but no other folio
 * in anonymous memory is mapped by a PMD and neither anonymous nor on a list.
 */
static void name_huge_zero(struct fill *t, struct pagesnap_frame *f)
{
	if (f->kind != PAGESNAP_KIND_KERNEL || f->mapping || f->order != PMD_SHIFT - PAGE_SHIFT ||
	    !vma_is_anonymous(t->tables.vma))
		return;
	f->kind = PAGESNAP_KIND_ZERO;
	f->flags |= KPF_BIT(KPF_ZERO_PAGE) | KPF_BIT(KPF_THP);
}

/* Under another lock, nothing is known of what was read before. */
static void forget_frame(struct fill *t)
{
	t->has_frame = false;
	pagesnap_frame_begin(&t->w->reader);
}

/* The last item is of another page than the one that was read last. */
static void forget_last(struct fill *t)
{
	t->has_frame = false;
	t->w->reader.alike = false;
}

/* The folio of @page into t->frame. Return: as pagesnap_frame_next(). */
static int read_frame(struct fill *t, struct page *page, u32 map_order)
{
	int alike;

	/* Of a large entry each folio is an item: that bounds the loop under its lock. */
	if (map_order)
		t->w->reader.alike = false;
	alike = pagesnap_frame_next(&t->w->reader, page, &t->frame);
	t->has_frame = alike >= 0;
	if (alike < 0)
		t->w->end.skipped[PAGESNAP_WHY_TORN]++;
	else if (map_order)
		name_huge_zero(t, &t->frame);
	return alike;
}

/*
 * @nr pages from @pfn on, mapped at @addr by one entry: nearly always of one
 * folio.  Context: the entry's lock, RCU.
 */
static void add_mapped(struct fill *t, unsigned long addr, u64 pfn, u64 nr, u32 map_order)
{
	struct pagesnap_frame *f = &t->frame;
	struct page *page;
	int alike;
	u64 n;

	for (; nr && t->w->nr_items < PAGESNAP_ITEMS_MAX; nr -= n, pfn += n,
	     addr += n << PAGE_SHIFT) {
		n = 1;
		if (!t->has_frame || pfn < f->pfn || pfn - f->pfn >= f->nr) {
			page = pagesnap_online_page(&t->online, pfn);
			/* Memory of a device has none; nor has what follows. */
			if (!page) {
				add_special(t, addr, nr, PAGESNAP_WHY_DEVICE, pfn);
				return;
			}
			alike = read_frame(t, page, map_order);
			if (alike > 0)
				pagesnap_walk_add_alike(t->w, f, addr >> PAGE_SHIFT);
			if (alike)
				continue;
		}
		n = min(nr, f->nr - (pfn - f->pfn));
		pagesnap_walk_add_frame(t->w, f, pfn - f->pfn, n, addr >> PAGE_SHIFT, map_order);
	}
	t->w->end.skipped[PAGESNAP_WHY_TORN] += nr;
}

/* An entry that is not present, for @nr pages. */
static void add_entry(struct fill *t, unsigned long addr, u64 nr,
		      const struct compat_entry_info *i)
{
	static const u32 why[] = {
		[COMPAT_ENTRY_MIGRATION] = PAGESNAP_WHY_MIGRATION,
		[COMPAT_ENTRY_HWPOISON] = PAGESNAP_WHY_HWPOISON,
		[COMPAT_ENTRY_MARKER] = PAGESNAP_WHY_MARKER,
		[COMPAT_ENTRY_DEVICE] = PAGESNAP_WHY_DEVICE,
	};
	struct pagesnap_gap *gap;

	if (i->what == COMPAT_ENTRY_NONE)
		return;
	if (i->what != COMPAT_ENTRY_SWAP) {
		add_special(t, addr, nr, why[i->what], i->pfn);
		return;
	}
	gap = pagesnap_walk_add_gap(t->w, PAGESNAP_REC_SWAP, addr >> PAGE_SHIFT, nr,
				    PAGESNAP_WHY_NONE);
	gap->swp_type = i->type;
	gap->swp_offset = i->offset;
}

/*
 * Memory that was only read has the zero page in most places.  Return: false if it has no item
 * of this step yet, or has changed since.
 */
static bool add_zero_again(struct fill *t, unsigned long addr, pte_t pte)
{
	u64 pfn;

	if (!t->zero || !pte_present(pte))
		return false;
	pfn = pte_pfn(pte);
	if (!is_zero_pfn(pfn) || !pagesnap_is_alike(&t->zero_words, pfn_to_page(pfn), NULL))
		return false;
	pagesnap_walk_add_again(t->w, t->zero, pfn, addr >> PAGE_SHIFT);
	return true;
}

/* The first of them in this step, or the first since it changed. */
static void add_zero(struct fill *t, unsigned long addr, pte_t pte)
{
	forget_last(t);
	add_mapped(t, addr, pte_pfn(pte), 1, 0);
	if (!t->has_frame)
		return;
	t->zero = t->w->nr_items;
	t->zero_words = pagesnap_alike_of(&t->w->reader.snap);
}

/* An entry that maps the zero page, or what is no normal page. */
static void add_other(struct fill *t, unsigned long addr, pte_t pte)
{
	if (!is_zero_pfn(pte_pfn(pte)))
		add_special(t, addr, 1, PAGESNAP_WHY_PFNMAP, pte_pfn(pte));
	else if (!add_zero_again(t, addr, pte))
		add_zero(t, addr, pte);
	else if (!pagesnap_walk_sums(t->w))
		forget_last(t);
}

static void add_pte(struct fill *t, unsigned long addr, pte_t pte)
{
	struct compat_entry_info info = { .pfn = PAGESNAP_NONE };

	if (pte_none(pte))
		return;
	if (!pte_present(pte)) {
		compat_pte_entry(pte, &info);
		add_entry(t, addr, 1, &info);
	} else if (pte_special(pte) || is_zero_pfn(pte_pfn(pte))) {
		add_other(t, addr, pte);
	} else {
		add_mapped(t, addr, pte_pfn(pte), 1, 0);
	}
}

static void add_huge(struct pagesnap_tables *tables, unsigned long addr, unsigned long end,
		     const struct pagesnap_huge *h)
{
	struct fill *t = container_of(tables, struct fill, tables);
	u64 nr = (end - addr) >> PAGE_SHIFT;

	forget_frame(t);
	if (h->special)
		add_special(t, addr, nr, PAGESNAP_WHY_PFNMAP, h->pfn);
	else if (h->present)
		add_mapped(t, addr, h->pfn, nr, h->order);
	else
		add_entry(t, addr, nr, &h->entry);
}

/*
 * Most pages are like the one before: those of the entries behind @pte, @max at
 * the most, are compared with it and counted, and that is all.
 *
 * Context: as add_pte(), after it for @pte. Return: how many.
 */
static u32 add_streak(struct fill *t, pte_t *pte, unsigned long addr, u32 max)
{
	struct pagesnap_alike like;
	struct pagesnap_streak streak;
	struct page *page;
	u64 pfn;

	if (!pagesnap_walk_streak(t->w, (addr >> PAGE_SHIFT) + 1, &streak))
		return 0;
	like = pagesnap_alike_of(&t->w->reader.snap);
	max = min(max, streak.max);
	while (streak.nr < max) {
		if (!compat_pte_page(ptep_get(++pte), &pfn))
			break;
		page = pagesnap_online_page(&t->online, pfn);
		if (!page || !pagesnap_is_alike(&like, page, NULL) ||
		    pagesnap_is_zero_alike(&like, pfn))
			break;
		pagesnap_streak_add(t->w, &streak, pfn);
	}
	if (!streak.nr)
		return 0;
	pagesnap_walk_extend(t->w, &streak);
	/* It is of the first of them. */
	t->has_frame = false;
	return streak.nr;
}

/*
 * Where pages are only counted: the same, as long as the words of each are known; entries
 * without a page, or with the zero page, between them are passed.
 */
static u32 count_known(struct fill *t, pte_t *pte, unsigned long addr, u32 max)
{
	struct pagesnap_count count;
	struct page *page;
	pte_t val;
	u64 pfn;
	u32 nr;

	if (!t->w->reader.alike)
		return 0;
	pagesnap_count_begin(t->w, &count);
	for (nr = 0; nr < max; nr++) {
		val = ptep_get(++pte);
		if (!compat_pte_page(val, &pfn)) {
			if (pte_none(val) || add_zero_again(t, addr, val))
				continue;
			break;
		}
		page = pagesnap_online_page(&t->online, pfn);
		if (!page || !pagesnap_count_knows(t->w, &count, page, NULL))
			break;
		count.nr++;
	}
	pagesnap_count_end(t->w, &count, nr == max);
	/* It may be of another page than the reader looked at last, if that has no item. */
	t->has_frame = false;
	return nr;
}

static u32 add_more(struct fill *t, pte_t *pte, unsigned long addr, u32 max)
{
	if (pagesnap_walk_sums(t->w))
		return count_known(t, pte, addr, max);
	return add_streak(t, pte, addr, max);
}

/* The next entry and those like it, of @nr that are left. Return: how many they were. */
static unsigned long add_next(struct fill *t, pte_t *pte, unsigned long addr, unsigned long nr)
{
	unsigned long n;

	add_pte(t, addr, ptep_get(pte));
	n = 1 + add_more(t, pte, addr, min3(nr, (unsigned long)t->budget, STREAK_MAX) - 1);
	t->budget -= n;
	return n;
}

static unsigned long add_ptes(struct pagesnap_tables *tables, pte_t *pte, unsigned long addr,
			      unsigned long end)
{
	struct fill *t = container_of(tables, struct fill, tables);
	unsigned long n;

	forget_frame(t);
	while (addr < end && may_go_on(t)) {
		n = add_next(t, pte, addr, (end - addr) >> PAGE_SHIFT);
		addr += n << PAGE_SHIFT;
		pte += n;
	}
	return addr;
}

static const struct pagesnap_tables_ops ops = { .ptes = add_ptes, .huge = add_huge };

/* Context: mmap_lock. Return: where to go on in this VMA, or its end. */
static unsigned long read_vma(struct fill *t, unsigned long addr, unsigned long end)
{
	struct task_state *s = t->w->state;
	int token;

	if (!pagesnap_tables_lock(&t->tables)) {
		s->refused++;
		return addr;
	}
	s->refused = 0;
	token = pagesnap_hotplug_enter();
	while (addr < end && may_go_on(t)) {
		addr = pagesnap_tables_read(&t->tables, addr, end);
		if (t->budget)
			t->budget--;
	}
	pagesnap_hotplug_leave(token);
	pagesnap_tables_unlock(&t->tables);
	return addr;
}

/* The rest of a process can't be had: with others, it is one that was passed over. */
static int cut_short(struct pagesnap_walk *w, u32 cut)
{
	if (is_one(w))
		w->end.cut = cut;
	else if (cut == PAGESNAP_CUT_EXITED)
		w->end.skipped[PAGESNAP_WHY_EXITED]++;
	else
		w->end.skipped[PAGESNAP_WHY_LOCKED]++;
	return 0;
}

/* VMAs ------------------------------------------------------------------- */

/* Begin the object of a VMA.  Context: mmap_lock. */
static void begin_vma(struct pagesnap_walk *w, const struct vm_area_struct *vma)
{
	struct task_state *s = w->state;
	struct pagesnap_vma_id *id = &s->vma;
	struct pagesnap_vma *r = &w->inner.vma;

	pagesnap_vma_identify(id, vma);
	pagesnap_walk_object(w, PAGESNAP_REC_VMA, sizeof(*r));
	r->start = id->start;
	r->end = id->end;
	r->prot = id->prot;
	r->dev_major = id->has_file ? MAJOR(id->dev) : PAGESNAP_NONE32;
	r->dev_minor = id->has_file ? MINOR(id->dev) : PAGESNAP_NONE32;
	r->ino = id->has_file ? id->ino : PAGESNAP_NONE;
	r->gen = id->gen;
	r->pgoff = id->pgoff;
	/* Until a name says more. */
	if (vma->vm_file && (pagesnap_place_unlinked(compat_file_path(vma->vm_file)->dentry) ||
			     !READ_ONCE(file_inode(vma->vm_file)->i_nlink)))
		r->state = PAGESNAP_STATE_DELETED;
}

static void name_file(struct pagesnap_walk *w, struct file *file)
{
	struct pagesnap_vma *r = &w->inner.vma;
	u32 state;
	char *p = pagesnap_place_text(compat_file_path(file), w->path, &r->name_len, &state);

	r->state = state;
	memcpy(w->name, p, r->name_len);
}

/* Complete the record of the VMA under way.  Context: mmap_lock. */
static void name_vma(struct pagesnap_walk *w, struct vm_area_struct *vma)
{
	u32 len;

	w->inner_named = true;
	if (!w->sel.names)
		return;
	if (vma->vm_file)
		name_file(w, vma->vm_file);
	len = pagesnap_vma_name(vma, w->name, PATH_MAX);
	if (len)
		w->inner.vma.name_len = len;
}

/* The walk ---------------------------------------------------------------- */

/* Context: mmap_lock. Return: 1 if there is more. */
static int fill_locked(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;
	struct fill t = {
		.w = w, .tables = { .ops = &ops, .mm = s->mm }, .budget = PTRS_PER_PTE,
	};
	struct vm_area_struct *vma;
	unsigned long end;

	if (!atomic_read(&s->mm->mm_users))
		return cut_short(w, PAGESNAP_CUT_EXITED);
	vma = find_vma(s->mm, s->next);
	t.tables.vma = vma;
	if (w->inner_live && (!vma || !pagesnap_vma_is(&s->vma, vma))) {
		w->object_done = true;
		return 1;
	}
	if (!vma || vma->vm_start >= s->end)
		return 0;
	if (!w->inner_live)
		begin_vma(w, vma);
	s->next = max(s->next, vma->vm_start);
	end = min(s->end, vma->vm_end);
	s->next = read_vma(&t, s->next, end);
	w->object_done = s->next >= end;
	pagesnap_walk_select(w);
	if (w->nr_items && !w->inner_named)
		name_vma(w, vma);
	return s->next < s->end;
}

/* Of i_mmap_rwsem, after a nap.  Return: false if there were tries enough. */
static bool may_try_again(struct task_state *s)
{
	u64 since = ktime_get_ns();

	if (s->refused == TRIES || !s->patience) {
		pagesnap_mm_gave_up(&s->patience, TRIES * NAP_US * NSEC_PER_USEC);
		return false;
	}
	usleep_range(NAP_US, 2 * NAP_US);
	pagesnap_mm_waited(&s->patience, since);
	return true;
}

/* Return: 1 if there is more of this process. */
static int fill_process(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;
	u64 began;
	int more;

	if (s->next >= s->end)
		return 0;
	more = pagesnap_mm_lock(s->mm, &s->patience);
	if (more == -ETIMEDOUT)
		return cut_short(w, PAGESNAP_CUT_LOCKED);
	if (more)
		return more;
	began = pagesnap_mm_began(s->patience);
	more = fill_locked(w);
	pagesnap_mm_unlock(s->mm, &s->patience, began);
	if (s->refused && !may_try_again(s))
		return cut_short(w, PAGESNAP_CUT_LOCKED);
	return more;
}

static void end_process(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;

	if (s->mm)
		mmdrop(s->mm);
	s->mm = NULL;
}

/* Return: 1 if there may be another process. */
static int next_process(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;
	struct pagesnap_process process;

	switch (pagesnap_target_next(&s->target, &process)) {
	case PAGESNAP_FOUND_END:
		return 0;
	case PAGESNAP_FOUND_PROCESS:
		begin_process(w, &process);
		break;
	case PAGESNAP_FOUND_SELF:
		w->end.skipped[PAGESNAP_WHY_SELF]++;
		break;
	case PAGESNAP_FOUND_LOST:
		w->end.skipped[PAGESNAP_WHY_EXITED]++;
		break;
	case PAGESNAP_FOUND_SHARED:
		w->end.skipped[PAGESNAP_WHY_SHARED]++;
		break;
	case PAGESNAP_FOUND_NONE:
		break;
	}
	return 1;
}

static int task_fill(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;
	int more;

	if (!s->mm)
		return next_process(w);
	more = fill_process(w);
	if (more || is_one(w))
		return more;
	w->object_done = true;
	end_process(w);
	return 1;
}

const struct pagesnap_source pagesnap_task_source = {
	.unit = PAGESNAP_UNIT_VPN,
	.state_size = sizeof(struct task_state),
	.begin = task_begin,
	.fill = task_fill,
	.finish = end_process,
};
