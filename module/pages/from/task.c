// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: task_index: the pages of one task, by its page tables
 *
 * What pins what: from begin() to finish() the mm structure is held by
 * mm_count, which keeps no memory of the task.  mm_users, which would, is never
 * raised: who drops the last of them does all that __mmput() does, and that
 * waits for whatever the task has begun.  For each step, VMAs and page tables
 * are held by mmap_lock, for reading, and by a look at mm_users under it: while
 * there were any, exit_mmap() has not freed them, and before it does, it takes
 * mmap_lock for writing.  (So do process_mrelease() and the OOM killer's reaper,
 * mm/oom_kill.c.)  The lock is dropped before the items become lines, so a reader
 * that reads about itself can fault.  Page
 * tables above the PTE level can't be freed under mmap_lock; PTE pages can (by
 * khugepaged and madvise) and are protected by RCU and by comparing the PMD
 * entry again under the PTE lock; shared PMD pages of hugetlbfs by the
 * mapping's i_mmap_rwsem, which is only tried: nothing ends a wait for it, and
 * whoever waits for mmap_lock would wait for it, too.  A present entry, read under its lock, keeps its
 * page from being freed.
 *
 * Nothing is changed: no entry is made, cleared or marked, and the helpers
 * that clear bad entries are not used.  One step reads at most one page
 * table's worth of entries.  The walk goes on by address: a VMA that changed
 * meanwhile is met again as a new one.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/hugetlb.h>
#include <linux/kdev_t.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/pgtable.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

#include "../../compat/entry.h"
#include "../../compat/vma.h"
#include "../../fs/place.h"
#include "../../mm/alike.h"
#include "../../mm/hotplug.h"
#include "../../mm/mm_lock.h"
#include "../../mm/task.h"
#include "../../mm/vma.h"
#include "../subject.h"
#include "../walk.h"

/* Entries of a streak, before somebody may be let to the memory that is walked. */
#define STREAK_MAX 64UL

/* Of i_mmap_rwsem, a nap apart: a second at least. */
#define TRIES	1000
#define NAP_US	1000

/**
 * struct task_state - how far a walk is
 * @mm: the task's, held by mm_count: the structure, not its memory
 * @next: address to read next
 * @end: address behind the last
 * @refused: tries in a row to have a mapping's i_mmap_rwsem that failed
 * @vma: the VMA under way
 */
struct task_state {
	struct mm_struct *mm;
	unsigned long next;
	unsigned long end;
	u32 refused;
	struct pagesnap_vma_id vma;
};

struct tables {
	struct pagesnap_walk *w;
	struct mm_struct *mm;
	struct vm_area_struct *vma;
	/* Entries that the step may still read. */
	u32 budget;
	/* The folio read last, while the lock it was read under is held. */
	struct pagesnap_frame frame;
	bool has_frame;
	struct pagesnap_online online;
};

static void describe(struct pagesnap_walk *w, struct task_struct *task, struct mm_struct *mm)
{
	struct pagesnap_task *r = &w->outer.task;

	memset(&w->outer, 0, sizeof(w->outer));
	r->rec.type = PAGESNAP_REC_TASK;
	r->rec.len = sizeof(*r);
	r->q = w->ask.q;
	r->pid = w->ask.bound.pid;
	r->vmas = READ_ONCE(mm->map_count);
	get_task_comm(r->comm, task);
}

static int task_begin(struct pagesnap_walk *w, struct pagesnap_fault *f)
{
	struct task_state *s = w->state;
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;
	struct task_struct *task;

	task = pagesnap_subject_task(&w->q, &w->ask.bound, f);
	if (!task)
		return f->err;
	s->mm = pagesnap_task_mm(task);
	if (s->mm)
		describe(w, task, s->mm);
	put_task_struct(task);
	if (!s->mm)
		return pagesnap_fault(f, -ESRCH, w->q.pid_col,
				      "kernel thread or zombie: it has no memory");
	s->next = min(w->q.start, last) << PAGE_SHIFT;
	s->end = min(w->q.end, last) << PAGE_SHIFT;
	s->refused = 0;
	return 0;
}

/* Entries ---------------------------------------------------------------- */

/*
 * A step ends early if somebody waits to change the memory: mmap() would
 * otherwise wait for a whole one each time.  Each step reads an entry at least.
 */
static bool may_go_on(const struct tables *t)
{
	return t->budget && pagesnap_walk_has_room(t->w) &&
	       (t->budget == PTRS_PER_PTE || !mmap_lock_is_contended(t->mm));
}

static void add_special(struct tables *t, unsigned long addr, u64 nr, u32 why, u64 pfn)
{
	pagesnap_walk_add_gap(t->w, PAGESNAP_REC_SPECIAL, addr >> PAGE_SHIFT, nr, why)->pfn = pfn;
}

/*
 * The huge zero folio is known to mm/huge_memory.c alone; but no other folio
 * in anonymous memory is mapped by a PMD and neither anonymous nor on a list.
 */
static void tell_huge_zero(struct tables *t, struct pagesnap_frame *f)
{
	if (f->kind != PAGESNAP_KIND_KERNEL || f->mapping || f->order != PMD_SHIFT - PAGE_SHIFT ||
	    !vma_is_anonymous(t->vma))
		return;
	f->kind = PAGESNAP_KIND_ZERO;
	f->flags |= KPF_BIT(KPF_ZERO_PAGE) | KPF_BIT(KPF_THP);
}

/* Under another lock, nothing is known of what was read before. */
static void forget_frame(struct tables *t)
{
	t->has_frame = false;
	t->w->reader.alike = false;
}

/* The folio of @page into t->frame. Return: as pagesnap_frame_next(). */
static int read_frame(struct tables *t, struct page *page, u32 map_order)
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
		tell_huge_zero(t, &t->frame);
	return alike;
}

/*
 * @nr pages from @pfn on, mapped at @addr by one entry: nearly always of one
 * folio.  Context: the entry's lock, RCU.
 */
static void add_mapped(struct tables *t, unsigned long addr, u64 pfn, u64 nr, u32 map_order)
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
static void add_entry(struct tables *t, unsigned long addr, u64 nr,
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

static void add_pte(struct tables *t, unsigned long addr, pte_t pte)
{
	struct compat_entry_info info = { .pfn = PAGESNAP_NONE };

	if (pte_none(pte))
		return;
	if (!pte_present(pte)) {
		compat_pte_entry(pte, &info);
		add_entry(t, addr, 1, &info);
	} else if (pte_special(pte) && !is_zero_pfn(pte_pfn(pte))) {
		add_special(t, addr, 1, PAGESNAP_WHY_PFNMAP, pte_pfn(pte));
	} else {
		add_mapped(t, addr, pte_pfn(pte), 1, 0);
	}
}

/* A PMD or PUD entry that maps pages itself, or is not present. */
struct huge {
	u32 order;
	bool present;
	bool special;
	u64 pfn;
	unsigned long val;
};

static struct huge huge_pmd(pmd_t val)
{
	return (struct huge) {
		.order = PMD_SHIFT - PAGE_SHIFT, .present = pmd_present(val),
		.special = pmd_present(val) && compat_pmd_special(val),
		.pfn = pmd_present(val) ? pmd_pfn(val) : 0, .val = pmd_val(val),
	};
}

static struct huge huge_pud(pud_t val)
{
	return (struct huge) {
		.order = PUD_SHIFT - PAGE_SHIFT, .present = pud_present(val),
		.special = pud_present(val) && compat_pud_special(val),
		.pfn = pud_present(val) ? pud_pfn(val) : 0, .val = pud_val(val),
	};
}

/*
 * hugetlb writes entries of every level as if they were page table entries;
 * only pte_present() knows those without access rights on every level.
 */
static void see_as_pte(struct huge *h)
{
	pte_t pte = __pte(h->val);

	h->special = false;
	h->present = pte_present(pte);
	h->pfn = h->present ? pte_pfn(pte) : 0;
}

static void add_huge(struct tables *t, unsigned long addr, unsigned long end, struct huge h)
{
	struct compat_entry_info info = { .pfn = PAGESNAP_NONE };
	u64 first = (addr >> PAGE_SHIFT) & ((1ULL << h.order) - 1);
	u64 nr = (end - addr) >> PAGE_SHIFT;

	if (is_vm_hugetlb_page(t->vma))
		see_as_pte(&h);
	/* In anonymous memory only the huge zero folio is special. */
	if (h.special && !vma_is_anonymous(t->vma)) {
		add_special(t, addr, nr, PAGESNAP_WHY_PFNMAP, h.pfn + first);
		return;
	}
	if (h.present) {
		add_mapped(t, addr, h.pfn + first, nr, h.order);
		return;
	}
	if (is_vm_hugetlb_page(t->vma))
		compat_pte_entry(__pte(h.val), &info);
	else if (h.order == PMD_SHIFT - PAGE_SHIFT)
		compat_pmd_entry(__pmd(h.val), &info);
	if (info.pfn != PAGESNAP_NONE)
		info.pfn += first;
	add_entry(t, addr, nr, &info);
}

/*
 * Most pages are like the one before: those of the entries behind @pte, @max at
 * the most, are compared with it and counted, and that is all.
 *
 * Context: as add_pte(), after it for @pte. Return: how many.
 */
static u32 add_streak(struct tables *t, pte_t *pte, unsigned long addr, u32 max)
{
	struct pagesnap_alike like;
	struct pagesnap_stand stand;
	struct pagesnap_tail tail;
	struct page *page;
	pte_t val;
	u64 pfn;

	if (!pagesnap_walk_tail(t->w, (addr >> PAGE_SHIFT) + 1, &tail))
		return 0;
	like = pagesnap_alike_of(&t->w->reader.snap);
	max = min(max, tail.max);
	while (tail.nr < max) {
		val = ptep_get(++pte);
		if (!pte_present(val) || pte_special(val))
			break;
		pfn = pte_pfn(val);
		page = pagesnap_online_page(&t->online, pfn);
		if (!page || is_zero_pfn(pfn) || !pagesnap_is_alike(&like, page, &stand))
			break;
		pagesnap_tail_add(t->w, &tail, pfn);
	}
	if (!tail.nr)
		return 0;
	pagesnap_walk_extend(t->w, &tail);
	/* It is of the first of them. */
	t->has_frame = false;
	return tail.nr;
}

/* The next entry and those like it, of @nr that are left. Return: how many they were. */
static unsigned long add_ptes(struct tables *t, pte_t *pte, unsigned long addr, unsigned long nr)
{
	unsigned long n;

	add_pte(t, addr, ptep_get(pte));
	n = 1 + add_streak(t, pte, addr, min3(nr, (unsigned long)t->budget, STREAK_MAX) - 1);
	t->budget -= n;
	return n;
}

/* Levels ----------------------------------------------------------------- */

/* Return: where to go on; @addr itself to look at the PMD entry again. */
static unsigned long read_ptes(struct tables *t, pmd_t *pmd, unsigned long addr, unsigned long end)
{
	unsigned long n;
	spinlock_t *ptl;
	pmd_t val;
	pte_t *pte;

	rcu_read_lock();
	val = READ_ONCE(*pmd);
	if (pmd_none(val) || !pmd_present(val) || pmd_leaf(val) || pmd_bad(val))
		goto out;
	ptl = pte_lockptr(t->mm, &val);
	spin_lock(ptl);
	if (pmd_same(val, READ_ONCE(*pmd))) {
		forget_frame(t);
		pte = pte_offset_kernel(&val, addr);
		while (addr < end && may_go_on(t)) {
			n = add_ptes(t, pte, addr, (end - addr) >> PAGE_SHIFT);
			addr += n << PAGE_SHIFT;
			pte += n;
		}
	}
	spin_unlock(ptl);
out:
	rcu_read_unlock();
	return addr;
}

static unsigned long read_pmd(struct tables *t, pud_t *pud, unsigned long addr, unsigned long end)
{
	pmd_t *pmd = pmd_offset(pud, addr);
	pmd_t val = READ_ONCE(*pmd);
	spinlock_t *ptl;

	end = pmd_addr_end(addr, end);
	if (pmd_none(val))
		return end;
	if (pmd_present(val) && !pmd_leaf(val))
		return pmd_bad(val) ? end : read_ptes(t, pmd, addr, end);

	rcu_read_lock();
	ptl = pmd_lock(t->mm, pmd);
	val = READ_ONCE(*pmd);
	if (pmd_none(val) || (pmd_present(val) && !pmd_leaf(val))) {
		end = addr;
	} else {
		forget_frame(t);
		add_huge(t, addr, end, huge_pmd(val));
	}
	spin_unlock(ptl);
	rcu_read_unlock();
	return end;
}

static unsigned long read_pud(struct tables *t, p4d_t *p4d, unsigned long addr, unsigned long end)
{
	pud_t *pud = pud_offset(p4d, addr);
	pud_t val = READ_ONCE(*pud);
	spinlock_t *ptl;

	if (pud_none(val))
		return pud_addr_end(addr, end);
	if (pud_present(val) && !pud_leaf(val))
		return pud_bad(val) ? pud_addr_end(addr, end) : read_pmd(t, pud, addr, end);

	end = pud_addr_end(addr, end);
	rcu_read_lock();
	ptl = pud_lock(t->mm, pud);
	val = READ_ONCE(*pud);
	if (pud_none(val) || (pud_present(val) && !pud_leaf(val))) {
		end = addr;
	} else {
		forget_frame(t);
		add_huge(t, addr, end, huge_pud(val));
	}
	spin_unlock(ptl);
	rcu_read_unlock();
	return end;
}

/* One way down the tables. Return: where to go on. */
static unsigned long read_tables(struct tables *t, unsigned long addr, unsigned long end)
{
	pgd_t *pgd = pgd_offset(t->mm, addr), top = READ_ONCE(*pgd);
	p4d_t *p4d, val;

	if (pgd_none(top) || pgd_bad(top))
		return pgd_addr_end(addr, end);
	p4d = p4d_offset(pgd, addr);
	val = READ_ONCE(*p4d);
	if (p4d_none(val) || p4d_bad(val))
		return p4d_addr_end(addr, end);
	return read_pud(t, p4d, addr, end);
}

/* Context: mmap_lock. Return: where to go on in this VMA, or its end. */
static unsigned long read_vma(struct tables *t, unsigned long addr, unsigned long end)
{
	struct task_state *s = t->w->state;
	struct address_space *shared = NULL;
	int token;

	if (is_vm_hugetlb_page(t->vma)) {
		shared = t->vma->vm_file->f_mapping;
		if (!i_mmap_trylock_read(shared)) {
			s->refused++;
			return addr;
		}
	}
	s->refused = 0;
	token = pagesnap_hotplug_enter();
	while (addr < end && may_go_on(t)) {
		addr = read_tables(t, addr, end);
		if (t->budget)
			t->budget--;
	}
	pagesnap_hotplug_leave(token);
	if (shared)
		i_mmap_unlock_read(shared);
	return addr;
}

static int cut_short(struct pagesnap_walk *w, u32 cut)
{
	w->end.cut = cut;
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
	/* Until a name tells more. */
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
	struct tables t = { .w = w, .mm = s->mm, .budget = PTRS_PER_PTE };
	unsigned long end;

	if (!atomic_read(&s->mm->mm_users))
		return cut_short(w, PAGESNAP_CUT_EXITED);
	t.vma = find_vma(s->mm, s->next);
	if (w->inner_live && (!t.vma || !pagesnap_vma_is(&s->vma, t.vma))) {
		w->object_done = true;
		return 1;
	}
	if (!t.vma || t.vma->vm_start >= s->end)
		return 0;
	if (!w->inner_live)
		begin_vma(w, t.vma);
	s->next = max(s->next, t.vma->vm_start);
	end = min(s->end, t.vma->vm_end);
	s->next = read_vma(&t, s->next, end);
	w->object_done = s->next >= end;
	pagesnap_walk_select(w);
	if (w->nr_items && !w->inner_named)
		name_vma(w, t.vma);
	return s->next < s->end;
}

static int task_fill(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;
	int more;

	if (s->next >= s->end)
		return 0;
	more = pagesnap_mm_lock(s->mm);
	if (more == -ETIMEDOUT)
		return cut_short(w, PAGESNAP_CUT_LOCKED);
	if (more)
		return more;
	more = fill_locked(w);
	mmap_read_unlock(s->mm);
	if (s->refused == TRIES)
		return cut_short(w, PAGESNAP_CUT_LOCKED);
	if (s->refused)
		usleep_range(NAP_US, 2 * NAP_US);
	return more;
}

static void task_finish(struct pagesnap_walk *w)
{
	struct task_state *s = w->state;

	mmdrop(s->mm);
}

const struct pagesnap_source pagesnap_task_source = {
	.unit = PAGESNAP_UNIT_VPN,
	.state_size = sizeof(struct task_state),
	.begin = task_begin,
	.fill = task_fill,
	.finish = task_finish,
};
