// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: page tables, read and left as they are but for what a caller does
 *
 * The caller holds mmap_lock for reading and has seen, under it, that the memory
 * has users: so nobody tears it down.  Page tables above the PTE level can't be
 * freed then.  PTE pages can (by khugepaged and madvise), and are protected by RCU
 * and by comparing the PMD entry again under the PTE lock.  PMD pages that
 * hugetlbfs shares can be given up by another process, against which there is the
 * mapping's i_mmap_rwsem.  A present entry, read under its lock, keeps its page
 * from being freed.
 *
 * No entry is made, cleared or marked here, and the helpers that clear bad entries are
 * not used.  A caller has each entry under its lock, and may change what the hardware
 * may change at any time: bits of present ones that tell of accesses.
 */
#include <linux/fs.h>
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/pgtable.h>

#include "../../include/uapi/linux/pagesnap.h"
#include "pagetable.h"

/**
 * pagesnap_tables_lock() - try to keep the page tables of a VMA from being unshared
 * @t: tables
 *
 * Nothing ends a wait for that lock, and who waits for mmap_lock would wait for it,
 * too: so it's only tried.
 *
 * Context: mmap_lock held for reading.
 * Return: true if pagesnap_tables_unlock() is owed.
 */
bool pagesnap_tables_lock(const struct pagesnap_tables *t)
{
	return !is_vm_hugetlb_page(t->vma) || i_mmap_trylock_read(t->vma->vm_file->f_mapping);
}

/**
 * pagesnap_tables_unlock() - they have been read
 * @t: tables
 */
void pagesnap_tables_unlock(const struct pagesnap_tables *t)
{
	if (is_vm_hugetlb_page(t->vma))
		i_mmap_unlock_read(t->vma->vm_file->f_mapping);
}

/* Return: where to go on; @addr itself to look at the PMD entry again. */
static unsigned long read_ptes(struct pagesnap_tables *t, pmd_t *pmd, unsigned long addr,
			       unsigned long end)
{
	spinlock_t *ptl;
	pmd_t val;

	rcu_read_lock();
	val = READ_ONCE(*pmd);
	if (pmd_none(val) || !pmd_present(val) || pmd_leaf(val) || pmd_bad(val))
		goto out;
	ptl = pte_lockptr(t->mm, &val);
	spin_lock(ptl);
	if (pmd_same(val, READ_ONCE(*pmd)))
		addr = t->ops->ptes(t, pte_offset_kernel(&val, addr), addr, end);
	spin_unlock(ptl);
out:
	rcu_read_unlock();
	return addr;
}

/*
 * hugetlb writes entries of every level as if they were page table entries;
 * only pte_present() knows those without access rights on every level.
 */
static void see_hugetlb(struct pagesnap_huge *h, pte_t pte)
{
	h->present = pte_present(pte);
	if (h->present)
		h->pfn = pte_pfn(pte);
	else
		compat_pte_entry(pte, &h->entry);
}

static void see_pmd(struct pagesnap_huge *h, pmd_t pmd)
{
	h->present = pmd_present(pmd);
	if (h->present) {
		h->special = compat_pmd_special(pmd);
		h->pfn = pmd_pfn(pmd);
	} else {
		compat_pmd_entry(pmd, &h->entry);
	}
}

/* A PUD entry that is not present is no entry at all, except of hugetlb. */
static void see_pud(struct pagesnap_huge *h, pud_t pud)
{
	h->present = pud_present(pud);
	if (h->present) {
		h->special = compat_pud_special(pud);
		h->pfn = pud_pfn(pud);
	}
}

static void visit_huge(struct pagesnap_tables *t, unsigned long addr, unsigned long end,
		       struct pagesnap_huge *h)
{
	u64 first = (addr >> PAGE_SHIFT) & ((1ULL << h->order) - 1);

	/* In anonymous memory only the huge zero folio is special. */
	if (vma_is_anonymous(t->vma))
		h->special = false;
	h->pfn += first;
	if (h->entry.pfn != PAGESNAP_NONE)
		h->entry.pfn += first;
	t->ops->huge(t, addr, end, h);
}

static void visit_pmd(struct pagesnap_tables *t, unsigned long addr, unsigned long end,
		      pmd_t *pmd, pmd_t val)
{
	struct pagesnap_huge h = {
		.order = PMD_SHIFT - PAGE_SHIFT, .entry = { .pfn = PAGESNAP_NONE }, .pmd = pmd,
	};

	if (is_vm_hugetlb_page(t->vma))
		see_hugetlb(&h, __pte(pmd_val(val)));
	else
		see_pmd(&h, val);
	visit_huge(t, addr, end, &h);
}

static void visit_pud(struct pagesnap_tables *t, unsigned long addr, unsigned long end, pud_t val)
{
	struct pagesnap_huge h = {
		.order = PUD_SHIFT - PAGE_SHIFT, .entry = { .pfn = PAGESNAP_NONE },
	};

	if (is_vm_hugetlb_page(t->vma))
		see_hugetlb(&h, __pte(pud_val(val)));
	else
		see_pud(&h, val);
	visit_huge(t, addr, end, &h);
}

static unsigned long read_pmd(struct pagesnap_tables *t, pud_t *pud, unsigned long addr,
			      unsigned long end)
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
	if (pmd_none(val) || (pmd_present(val) && !pmd_leaf(val)))
		end = addr;
	else
		visit_pmd(t, addr, end, pmd, val);
	spin_unlock(ptl);
	rcu_read_unlock();
	return end;
}

static unsigned long read_pud(struct pagesnap_tables *t, p4d_t *p4d, unsigned long addr,
			      unsigned long end)
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
	if (pud_none(val) || (pud_present(val) && !pud_leaf(val)))
		end = addr;
	else
		visit_pud(t, addr, end, val);
	spin_unlock(ptl);
	rcu_read_unlock();
	return end;
}

/* Tables of PTEs are named one after the other, an entry that maps pages is the last. */
static unsigned long read_pmd_tops(struct pagesnap_tables *t, pud_t *pud, unsigned long addr,
				   unsigned long end)
{
	pmd_t *pmd = pmd_offset(pud, addr), val;

	end = pud_addr_end(addr, end);
	for (; addr < end; addr = pmd_addr_end(addr, end), pmd++) {
		val = READ_ONCE(*pmd);
		if (pmd_none(val))
			continue;
		if (!pmd_present(val) || pmd_leaf(val))
			return read_pmd(t, pud, addr, end);
		if (!pmd_bad(val))
			t->ops->table(t, pmd, addr);
	}
	return end;
}

static unsigned long read_pud_tops(struct pagesnap_tables *t, p4d_t *p4d, unsigned long addr,
				   unsigned long end)
{
	pud_t *pud = pud_offset(p4d, addr), val = READ_ONCE(*pud);

	if (pud_present(val) && !pud_leaf(val) && !pud_bad(val))
		return read_pmd_tops(t, pud, addr, end);
	return read_pud(t, p4d, addr, end);
}

/* What is below an entry of the fourth level. */
typedef unsigned long (*read_below)(struct pagesnap_tables *t, p4d_t *p4d, unsigned long addr,
				    unsigned long end);

static unsigned long read_top(struct pagesnap_tables *t, unsigned long addr, unsigned long end,
			      read_below below)
{
	pgd_t *pgd = pgd_offset(t->mm, addr), top = READ_ONCE(*pgd);
	p4d_t *p4d, val;

	if (pgd_none(top) || pgd_bad(top))
		return pgd_addr_end(addr, end);
	p4d = p4d_offset(pgd, addr);
	val = READ_ONCE(*p4d);
	if (p4d_none(val) || p4d_bad(val))
		return p4d_addr_end(addr, end);
	return below(t, p4d, addr, end);
}

/**
 * pagesnap_tables_read() - one way down the tables
 * @t: tables
 * @addr: where to begin
 * @end: where to end, in the same VMA
 *
 * Context: mmap_lock held for reading, pagesnap_tables_lock(), and a hotplug reader.
 * Return: where to go on; it may be @addr again.
 */
unsigned long pagesnap_tables_read(struct pagesnap_tables *t, unsigned long addr,
				   unsigned long end)
{
	return read_top(t, addr, end, read_pud);
}

/**
 * pagesnap_tables_read_tops() - one way down, to entries that name tables of PTEs
 * @t: tables, not of hugetlb
 * @addr: where to begin
 * @end: where to end, in the same VMA
 *
 * Tables are named without a look into them.  Behind an entry that maps pages itself it ends.
 * A table that becomes such an entry meanwhile, and is seen as one with a table again, may be
 * looked into.
 *
 * Context: mmap_lock held for reading, and a hotplug reader.
 * Return: where to go on; it may be @addr again.
 */
unsigned long pagesnap_tables_read_tops(struct pagesnap_tables *t, unsigned long addr,
					unsigned long end)
{
	return read_top(t, addr, end, read_pud_tops);
}
