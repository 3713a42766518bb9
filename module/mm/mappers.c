// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: who maps a file
 *
 * The VMAs that map a file are in a tree of its mapping, by their first page.  The kernel's
 * functions that look for some of them aren't exported; so all are passed, in order, which is
 * what the walks of mm/rmap.c do for most files, too.
 *
 * What pins what: the caller pins the inode and so the mapping.  A VMA leaves the tree under
 * i_mmap_rwsem, for writing, before it is freed (unlink_file_vma() in mm/vma.c), so each that is
 * met under that lock is there, and its vm_mm never changes.
 *
 * Why it can't race: what is kept are addresses of mm structures, which nobody follows.  One of
 * them may be freed, and another made at the same place: that one is then taken for one that
 * maps the file, and whoever walks its page tables finds that it doesn't.
 *
 * Mappings come and go by an unprivileged user's wish, as many as he likes of a file that he may
 * read; so no more than PAGESNAP_MAPPERS_MAX are passed, in about a millisecond, and without a
 * break: each fork() and mmap() of a library waits for that lock meanwhile.  No place in the
 * tree outlasts the lock: many VMAs begin at the same page, in no order of their own.
 */
#include <linux/bsearch.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/rbtree.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "mappers.h"

/**
 * pagesnap_mappers_init() - make room for them
 * @m: result, of nobody yet
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int pagesnap_mappers_init(struct pagesnap_mappers *m)
{
	*m = (struct pagesnap_mappers){ };
	m->mms = kvmalloc_array(PAGESNAP_MAPPERS_MAX, sizeof(*m->mms), GFP_KERNEL_ACCOUNT);
	return m->mms ? 0 : -ENOMEM;
}

/**
 * pagesnap_mappers_destroy() - give it back; harmless when repeated
 * @m: mappers, zeroed or initialized
 */
void pagesnap_mappers_destroy(struct pagesnap_mappers *m)
{
	kvfree(m->mms);
	m->mms = NULL;
}

static int by_address(const void *a, const void *b)
{
	const struct mm_struct *const *x = a, *const *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void remove_repeats(struct pagesnap_mappers *m)
{
	u32 i, nr = 0;

	sort(m->mms, m->nr, sizeof(struct mm_struct *), by_address, NULL);
	for (i = 0; i < m->nr; i++)
		if (!nr || m->mms[nr - 1] != m->mms[i])
			m->mms[nr++] = m->mms[i];
	m->nr = nr;
}

/* Context: i_mmap_rwsem of @mapping. */
static void pass(struct pagesnap_mappers *m, struct address_space *mapping, u64 start, u64 end)
{
	const struct mm_struct *before = NULL;
	struct vm_area_struct *vma;
	struct rb_node *node;
	u32 passed = 0;

	for (node = rb_first_cached(&mapping->i_mmap); node; node = rb_next(node)) {
		vma = rb_entry(node, struct vm_area_struct, shared.rb);
		if (vma->vm_pgoff >= end)
			return;
		if (passed++ == PAGESNAP_MAPPERS_MAX) {
			m->above = true;
			return;
		}
		if (vma->vm_pgoff + vma_pages(vma) <= start || vma->vm_mm == before)
			continue;
		before = vma->vm_mm;
		m->mms[m->nr++] = before;
	}
}

/**
 * pagesnap_mappers_find() - find who maps pages of a file
 * @m: mappers; those of before are forgotten
 * @mapping: of the file; the caller pins its inode
 * @start: first page
 * @end: page behind the last
 *
 * Context: may sleep, until those are done who change mappings of the file.
 * Return: 0, -EINTR on a fatal signal.
 */
int pagesnap_mappers_find(struct pagesnap_mappers *m, struct address_space *mapping, u64 start,
			  u64 end)
{
	m->nr = 0;
	m->above = false;
	if (down_read_killable(&mapping->i_mmap_rwsem))
		return -EINTR;
	pass(m, mapping, start, end);
	up_read(&mapping->i_mmap_rwsem);
	remove_repeats(m);
	return 0;
}

/**
 * pagesnap_mappers_have() - may a memory map those pages?
 * @m: mappers
 * @mm: its mm structure
 *
 * Return: true if it did when they were found, or if that isn't known.
 */
bool pagesnap_mappers_have(const struct pagesnap_mappers *m, const struct mm_struct *mm)
{
	return m->above || bsearch(&mm, m->mms, m->nr, sizeof(struct mm_struct *), by_address);
}
