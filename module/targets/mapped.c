// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a file that a line names, and who maps it, for as long as an answer lasts
 *
 * What pins what: a lease (fs/lease.c) pins the inode and its superblock while the mappings are
 * looked for, and for 100 ms at the most while the reader waits.  Then the file is found again:
 * by a process that is known to map it, whose VMA pins the file under mmap_lock, so that a file
 * goes on that was deleted or renamed; or else by its path.
 *
 * Why it can't race: without the lease the inode is known by its address, number and generation,
 * and only compared with those that something else pins.  A file system may forget an inode
 * that nobody uses, and read it again: by its path such a one is known by device, number and
 * generation, and its address is the new one from then on.
 */
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/slab.h>

#include "../compat/entry.h"
#include "../fs/drop.h"
#include "../fs/lease.h"
#include "../fs/place.h"
#include "../mm/mappers.h"
#include "../mm/mm_lock.h"
#include "mapped.h"
#include "mapping.h"
#include "path.h"

/**
 * struct pagesnap_mapped - a file whose mappings are looked at, for as long as that lasts
 * @start: first page of it that counts
 * @end: page behind the last
 * @id: the inode that has its pages
 * @file: the same inode, when nobody may have used it meanwhile
 * @is_shmem: its pages are shared memory
 * @lease: pins it while its mappings are looked for, and for a while behind that
 * @mappers: who maps those pages
 */
struct pagesnap_mapped {
	u64 start;
	u64 end;
	struct pagesnap_inode_id id;
	struct pagesnap_mapping_id file;
	bool is_shmem;
	struct pagesnap_lease lease;
	struct pagesnap_mappers mappers;
};

/* Directories have pages, of some file systems, but nobody maps them. */
static int check_file(const struct pagesnap_query *q, const struct path *path,
		      struct pagesnap_diag *d)
{
	if (d_is_dir(path->dentry))
		return pagesnap_diag(d, -EISDIR, q->path.off, "a directory: nobody maps it");
	return pagesnap_subject_file(q, d_inode(path->dentry), d);
}

/**
 * pagesnap_mapped_try() - is there a file that can be mapped?
 * @q: query
 * @text: its line
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Context: process context, of the task whose namespaces count; may sleep.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_mapped_try(const struct pagesnap_query *q, const char *text, u32 len,
			struct pagesnap_diag *d)
{
	struct path path;

	if (pagesnap_subject_try_path(q, text, len, &path, d))
		return d->err;
	check_file(q, &path, d);
	pagesnap_drop_path(&path);
	return d->err;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_try);

/* The path of a line, which pins the inode.  Return: 0, and pagesnap_drop_path() is owed. */
static int find_path(const struct pagesnap_query *q, const char *text, struct path *path,
		     struct pagesnap_diag *d)
{
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	int err;

	if (!buf)
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	err = pagesnap_subject_path(q, text, buf, path, d);
	kfree(buf);
	if (err)
		return err;
	err = check_file(q, path, d);
	if (err)
		pagesnap_drop_path(path);
	return err;
}

static int identify(struct pagesnap_mapped *m, const struct pagesnap_query *q, const char *text,
		    struct pagesnap_diag *d)
{
	struct inode *inode;
	struct path path;

	if (find_path(q, text, &path, d))
		return d->err;
	inode = pagesnap_subject_inode(&path);
	if (inode) {
		pagesnap_place_identify(&m->id, inode);
		pagesnap_mapping_identify(&m->file, inode);
		m->is_shmem = compat_is_shmem(&inode->i_data);
	} else {
		pagesnap_diag(d, -ENXIO, q->path.off, "no such block device");
	}
	pagesnap_subject_inode_drop(inode);
	pagesnap_drop_path(&path);
	return d->err;
}

/**
 * pagesnap_mapped_create() - find the file that a line names
 * @q: query
 * @text: its line
 * @d: what is wrong, if something is
 *
 * Context: process context, of the task whose namespaces count; may sleep.
 * Return: it, for pagesnap_mapped_destroy(); NULL, and the negative errno in @d.
 */
struct pagesnap_mapped *pagesnap_mapped_create(const struct pagesnap_query *q, const char *text,
					       struct pagesnap_diag *d)
{
	struct pagesnap_mapped *m = kzalloc(sizeof(*m), GFP_KERNEL_ACCOUNT);

	if (!m || pagesnap_mappers_init(&m->mappers)) {
		kfree(m);
		pagesnap_diag(d, -ENOMEM, 0, "no memory");
		return NULL;
	}
	pagesnap_lease_init(&m->lease);
	m->start = q->start;
	m->end = q->end;
	if (!identify(m, q, text, d))
		return m;
	pagesnap_mapped_destroy(m);
	return NULL;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_create);

/**
 * pagesnap_mapped_destroy() - let go of it
 * @m: mapped file, or NULL
 *
 * Context: may sleep.
 */
void pagesnap_mapped_destroy(struct pagesnap_mapped *m)
{
	if (!m)
		return;
	pagesnap_lease_drop(&m->lease);
	pagesnap_mappers_destroy(&m->mappers);
	kfree(m);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_destroy);

/**
 * pagesnap_mapped_held() - is the file still pinned since the last time?
 * @m: mapped file
 *
 * Return: true if so; until pagesnap_mapped_idle() it is.
 */
bool pagesnap_mapped_held(struct pagesnap_mapped *m)
{
	return pagesnap_lease_use(&m->lease);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_held);

/**
 * pagesnap_mapped_idle() - the file isn't needed for now
 * @m: mapped file
 *
 * Context: may sleep.
 */
void pagesnap_mapped_idle(struct pagesnap_mapped *m)
{
	pagesnap_lease_idle(&m->lease);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_idle);

/* VMAs that are looked through for one that maps the file. */
#define VMAS_MAX 512

static bool hold_vma(struct pagesnap_mapped *m, struct vm_area_struct *vma)
{
	struct inode *inode;

	if (!pagesnap_mapped_is(m, vma))
		return false;
	inode = vma->vm_file->f_mapping->host;
	return pagesnap_lease_take(&m->lease, inode->i_sb, inode);
}

/*
 * Where it was mapped, or anywhere: it may have been moved.  Context: mmap_lock.
 * Return: as pagesnap_mapped_by().
 */
static int hold_by(struct pagesnap_mapped *m, struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma = find_vma(mm, addr);
	u32 i;

	if (vma && hold_vma(m, vma))
		return 1;
	vma = find_vma(mm, 0);
	for (i = 0; vma && i < VMAS_MAX; i++) {
		if (hold_vma(m, vma))
			return 1;
		vma = find_vma(mm, vma->vm_end);
	}
	return vma ? -ETIMEDOUT : 0;
}

/**
 * pagesnap_mapped_by() - pin the file by the help of who maps it
 * @m: mapped file that isn't held
 * @mm: mm structure, pinned by mm_count, that seemed to map it
 * @addr: where, when that was seen
 * @patience: as of pagesnap_mm_lock()
 *
 * Context: may sleep, as pagesnap_mm_lock().
 * Return: 1 if it is held now, 0 if @mm doesn't map it, -ETIMEDOUT if that can't be told, or -EINTR
 * on a fatal signal.
 */
int pagesnap_mapped_by(struct pagesnap_mapped *m, struct mm_struct *mm, unsigned long addr,
		       u64 *patience)
{
	int err = pagesnap_mm_lock(mm, patience);
	u64 began;

	if (err)
		return err;
	began = pagesnap_mm_began(*patience);
	/* without users its VMAs are going away, and need no lock for that */
	if (atomic_read(&mm->mm_users))
		err = hold_by(m, mm, addr);
	pagesnap_mm_unlock(mm, patience, began);
	return err;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_by);

/**
 * pagesnap_mapped_names() - is it the file, though nobody may have used it meanwhile?
 * @m: mapped file
 * @inode: an inode that the caller pins, of the file itself or of another one
 *
 * Context: any but NMI; it takes no lock and doesn't sleep.
 * Return: true if device, number, generation and subvolume are those of the file.
 */
bool pagesnap_mapped_names(const struct pagesnap_mapped *m, struct inode *inode)
{
	return pagesnap_mapping_names(&m->file, inode);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_names);

/**
 * pagesnap_mapped_again() - pin the file by its path
 * @m: mapped file that isn't held
 * @q: query
 * @text: its line
 *
 * Context: process context, of the task whose namespaces count; may sleep.
 * Return: 1 if it is held now, 0 if the path doesn't name it any more, -EAGAIN if that can't be
 * told.
 */
int pagesnap_mapped_again(struct pagesnap_mapped *m, const struct pagesnap_query *q,
			  const char *text)
{
	struct pagesnap_diag d = { };
	struct inode *inode;
	struct path path;
	bool held;

	if (find_path(q, text, &path, &d))
		return d.err == -ENOMEM || d.err == -EINTR || d.err == -ERESTARTSYS ? -EAGAIN : 0;
	inode = pagesnap_subject_inode(&path);
	/* before the path goes, which pins an overlay and so what is below it */
	held = inode && pagesnap_mapped_names(m, inode) &&
	       pagesnap_lease_take(&m->lease, inode->i_sb, inode);
	/* the rest of what it is known by agrees, and others may be comparing it */
	if (held)
		m->id.addr = inode;
	pagesnap_subject_inode_drop(inode);
	pagesnap_drop_path(&path);
	return held;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_again);

/**
 * pagesnap_mapped_find() - find who maps the file now
 * @m: mapped file that is held
 *
 * What is looked at is the inode's own mapping: see pages/from/file.c.
 *
 * Context: may sleep.
 * Return: 0, -EINTR on a fatal signal.
 */
int pagesnap_mapped_find(struct pagesnap_mapped *m)
{
	return pagesnap_mappers_find(&m->mappers, &m->lease.inode->i_data, m->start, m->end);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_find);

/**
 * pagesnap_mapped_may_be_by() - may a memory map the pages of the file that count?
 * @m: mapped file
 * @mm: its mm structure
 *
 * Return: true if it did when pagesnap_mapped_find() was called, or if that isn't known.
 */
bool pagesnap_mapped_may_be_by(const struct pagesnap_mapped *m, const struct mm_struct *mm)
{
	return pagesnap_mappers_have(&m->mappers, mm);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_may_be_by);

/**
 * pagesnap_mapped_is_by_any() - has the file too many mappings to know who has them?
 * @m: mapped file
 *
 * Return: true if so.
 */
bool pagesnap_mapped_is_by_any(const struct pagesnap_mapped *m)
{
	return m->mappers.above;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_is_by_any);

/**
 * pagesnap_mapped_is() - does a VMA map the file?
 * @m: mapped file
 * @vma: VMA
 *
 * Context: mmap_lock.
 * Return: true if so.
 */
bool pagesnap_mapped_is(const struct pagesnap_mapped *m, const struct vm_area_struct *vma)
{
	return vma->vm_file && pagesnap_place_is(&m->id, vma->vm_file->f_mapping->host);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_is);

/**
 * pagesnap_mapped_clip() - where does a VMA map pages of the file that count?
 * @m: mapped file
 * @vma: VMA that maps it
 * @start: first address; raised
 * @end: address behind the last; lowered
 *
 * Return: true if there is some.
 */
bool pagesnap_mapped_clip(const struct pagesnap_mapped *m, struct vm_area_struct *vma,
			  unsigned long *start, unsigned long *end)
{
	u64 first = max_t(u64, m->start, vma->vm_pgoff);
	u64 last = min_t(u64, m->end, vma->vm_pgoff + vma_pages(vma));

	if (first >= last)
		return false;
	*start = max(*start, vma->vm_start + ((first - vma->vm_pgoff) << PAGE_SHIFT));
	*end = min(*end, vma->vm_start + ((last - vma->vm_pgoff) << PAGE_SHIFT));
	return *start < *end;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_clip);

/**
 * pagesnap_mapped_is_shmem() - what are the pages of the file?
 * @m: mapped file
 *
 * Return: true if they are shared memory, as those of tmpfs.
 */
bool pagesnap_mapped_is_shmem(const struct pagesnap_mapped *m)
{
	return m->is_shmem;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_is_shmem);

/**
 * pagesnap_mapped_caches() - is one of these pages in memory?
 * @m: mapped file that is held
 * @first: first page
 * @nr: how many
 *
 * Return: true if so.
 */
bool pagesnap_mapped_caches(const struct pagesnap_mapped *m, u64 first, u64 nr)
{
	return filemap_range_has_page(&m->lease.inode->i_data, first << PAGE_SHIFT,
				      ((first + nr) << PAGE_SHIFT) - 1);
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_caches);

/* What is no page, as evicted pages leave it behind, that is passed to find one. */
#define SHADOWS_MAX 64

/**
 * pagesnap_mapped_node() - the NUMA node of the first of these pages that is in memory
 * @m: mapped file that is held
 * @first: first page
 * @nr: how many
 *
 * The folio may leave the cache meanwhile: its frame, which says the node, is there under RCU, as
 * the kernel's own lookups have it before they take a reference.
 *
 * Return: node, NUMA_NO_NODE if none is found.
 */
int pagesnap_mapped_node(const struct pagesnap_mapped *m, u64 first, u64 nr)
{
	struct xarray *pages = &m->lease.inode->i_data.i_pages;
	int node = NUMA_NO_NODE;
	u32 shadows = 0;
	unsigned long i;
	void *entry;

	rcu_read_lock();
	xa_for_each_range(pages, i, entry, first, first + nr - 1) {
		if (!xa_is_value(entry))
			node = folio_nid(entry);
		if (node != NUMA_NO_NODE || ++shadows == SHADOWS_MAX)
			break;
	}
	rcu_read_unlock();
	return node;
}
EXPORT_SYMBOL_GPL(pagesnap_mapped_node);
