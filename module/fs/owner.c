// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from a frame to the inode that owns it
 *
 * Under RCU, with no reference to folio, inode or superblock.  A page cache
 * folio names a mapping that lies in an inode, and inodes and superblocks are
 * freed after a grace period, so what a folio in the cache pointed at stays
 * readable.  But a frame that is found by its number may be anything: its
 * words may look like a page cache folio and be none.  So every pointer is
 * followed by a read that may fail, and the answer counts only if the folio still
 * names the mapping afterwards.
 *
 * For its name the inode must be pinned, and that writes to it.  So it has to be
 * one beyond doubt: the mapping is the inode's own i_data, which nothing else
 * looks like, and the inode is on the list of its superblock.  While that list
 * is locked no inode leaves it, so none on it can be freed, or begun anew, as
 * XFS does without a grace period.  The superblock is pinned first, by
 * s_active; it is freed by RCU, after the last inode left its list.
 */
#include <linux/ctype.h>
#include <linux/fs.h>
#include <linux/uaccess.h>

#include "../compat/entry.h"
#include "../compat/inode.h"
#include "../mm/hotplug.h"
#include "drop.h"
#include "owner.h"

#define FETCH(to, ptr) (!copy_from_kernel_nofault(&(to), (ptr), sizeof(to)))

static unsigned long mapping_of(const struct page *head)
{
	return (unsigned long)READ_ONCE(head->mapping);
}

/*
 * Pages of the swap cache have a place in a swap area, and those of a folio
 * one behind the other (folio->swap, in mm_types.h; page->private before 6.6).
 * A folio that comes or leaves has the flag for a moment without the place:
 * offset 0 is the header of an area, and no page's place.  One that was freed and
 * used again while its words were copied has the flag of then and the word of now.
 */
static void read_swap(const struct pagesnap_frame *f, u64 pfn, struct pagesnap_owner *owner)
{
	swp_entry_t entry = { .val = f->private };

	if (!(f->flags & KPF_BIT(KPF_SWAPCACHE)) || !swp_offset(entry) ||
	    !pagesnap_frame_in_swap(f))
		return;
	owner->by = PAGESNAP_OWNED_BY_SWAP;
	owner->gen = swp_type(entry);
	owner->index = swp_offset(entry) + (pfn - f->pfn);
}

/**
 * struct identity - what an inode says of itself, as it was copied
 * @sb: i_sb, not to be followed
 * @ino: i_ino
 * @gen: i_generation
 */
struct identity {
	const struct super_block *sb;
	u64 ino;
	u32 gen;
};

/*
 * Where slabs are, and so all inodes.  Reading there may fault, but no access check of
 * copy_from_kernel_nofault() is needed.
 */
static bool is_direct(unsigned long p)
{
	return p >= PAGE_OFFSET && p < (unsigned long)high_memory;
}

/*
 * Most pages of mixed memory are of another inode than their neighbour, and this is what
 * is done for each: four words, without a call.
 *
 * Return: false if they can't be read so.
 */
static bool read_direct(const struct address_space *mapping, struct identity *id)
{
	typeof(((struct inode *)NULL)->i_ino) ino;
	unsigned long host, sb;
	const struct inode *inode;

	if (!is_direct((unsigned long)mapping))
		return false;
	pagefault_disable();
	__get_kernel_nofault(&host, &mapping->host, unsigned long, fault);
	if (!is_direct(host))
		goto fault;
	inode = (const struct inode *)host;
	__get_kernel_nofault(&sb, &inode->i_sb, unsigned long, fault);
	__get_kernel_nofault(&ino, &inode->i_ino, typeof(ino), fault);
	__get_kernel_nofault(&id->gen, &inode->i_generation, u32, fault);
	pagefault_enable();
	id->sb = (const struct super_block *)sb;
	id->ino = ino;
	return true;
fault:
	pagefault_enable();
	return false;
}

/* Return: false if there is no inode to be read. */
static bool read_identity(const struct address_space *mapping, struct identity *id)
{
	typeof(((struct inode *)NULL)->i_ino) ino;
	struct inode *inode;

	if (read_direct(mapping, id))
		return true;
	if (!FETCH(inode, &mapping->host) || !inode || !FETCH(id->sb, &inode->i_sb) ||
	    !FETCH(ino, &inode->i_ino) || !FETCH(id->gen, &inode->i_generation))
		return false;
	id->ino = ino;
	return true;
}

/* A superblock's device is read once for many inodes.  Return: false if it can't be read. */
static bool read_dev(const struct super_block *sb, const struct pagesnap_owner_sb *last,
		     dev_t *dev)
{
	if (!sb)
		return false;
	if (sb == last->sb) {
		*dev = last->dev;
		return true;
	}
	return FETCH(*dev, &sb->s_dev);
}

/**
 * pagesnap_owner_of() - inode that a page's mapping belongs to
 * @head: page, or the first one of its folio
 * @mapping: page->mapping as it was copied, by pagesnap_owner_has() that of an inode
 * @last: superblock of the inode that was found last in this RCU section, or zeros
 * @owner: result, but for the index
 *
 * Context: RCU and a hotplug reader since before @mapping was read.
 * Return: false if there is no inode to be read, or @head has another mapping by now.
 */
bool pagesnap_owner_of(const struct page *head, unsigned long mapping,
		       struct pagesnap_owner_sb *last, struct pagesnap_owner *owner)
{
	struct identity id;
	dev_t dev;

	owner->by = PAGESNAP_OWNED_BY_NONE;
	if (!read_identity((const struct address_space *)mapping, &id) ||
	    !read_dev(id.sb, last, &dev) || mapping_of(head) != mapping)
		return false;
	/* The page was in its cache: it was a superblock, and is freed by RCU. */
	*last = (struct pagesnap_owner_sb){ id.sb, dev };
	owner->by = PAGESNAP_OWNED_BY_INODE;
	owner->dev = dev;
	owner->gen = id.gen;
	owner->ino = id.ino;
	return true;
}

/**
 * pagesnap_owner_read() - device, inode and index of a page cache folio
 * @f: folio
 * @pfn: frame of one of its pages
 * @last: superblock of the inode that was found last in this RCU section, or zeros
 * @owner: result, for that page; if it is in the swap cache, its place in the swap area
 *
 * Context: RCU and a hotplug reader since before @f was read.
 */
void pagesnap_owner_read(const struct pagesnap_frame *f, u64 pfn, struct pagesnap_owner_sb *last,
			 struct pagesnap_owner *owner)
{
	u32 shift = 0;

	owner->by = PAGESNAP_OWNED_BY_NONE;
	if (!pagesnap_owner_has(f)) {
		read_swap(f, pfn, owner);
		return;
	}
	if (!pagesnap_owner_of(f->head, f->mapping, last, owner))
		return;
	if (f->kind == PAGESNAP_KIND_HUGETLB)
		shift = compat_hugetlb_shift(f->order);
	owner->index = (f->index << shift) + (pfn - f->pfn);
}

/**
 * pagesnap_owner_still() - is an owner that was read before still the same?
 * @f: folio with the same mapping as the one that it was read from
 * @last: as for pagesnap_owner_read()
 * @owner: what was read
 *
 * A mapping that was another inode's in between would have another generation
 * now: so it was this one's all the time.
 *
 * Context: RCU, entered before the owner was read.
 * Return: true if the mapping belongs to the inode of @owner.
 */
bool pagesnap_owner_still(const struct pagesnap_frame *f, struct pagesnap_owner_sb *last,
			  const struct pagesnap_owner *owner)
{
	struct pagesnap_owner now;

	pagesnap_owner_read(f, f->pfn, last, &now);
	return now.by == owner->by && now.ino == owner->ino && now.gen == owner->gen &&
	       now.dev == owner->dev;
}

/* The inode that a mapping is the page cache of, NULL if it looks like none. */
static struct inode *inode_of(unsigned long mapping, struct super_block **sb, bool *listed)
{
	struct address_space *m = (struct address_space *)mapping;
	struct list_head *next;
	struct inode *inode;

	if (!mapping || mapping & COMPAT_MAPPING_FLAGS)
		return NULL;
	if (!FETCH(inode, &m->host) || !inode || &inode->i_data != m ||
	    !FETCH(next, &inode->i_sb_list.next) || !FETCH(*sb, &inode->i_sb) || !*sb)
		return NULL;
	*listed = next != &inode->i_sb_list;
	return inode;
}

static bool owns(const struct inode *inode, const struct pagesnap_owner *owner)
{
	return inode->i_ino == owner->ino && inode->i_generation == owner->gen &&
	       inode->i_sb->s_dev == owner->dev;
}

/* Context: @sb is pinned by s_active. */
static bool hold_listed(struct super_block *sb, struct inode *inode,
			const struct pagesnap_owner *owner)
{
	bool held = false;

	spin_lock(&sb->s_inode_list_lock);
	if (!list_empty(&inode->i_sb_list)) {
		spin_lock(&inode->i_lock);
		held = !(compat_inode_state(inode) & (I_FREEING | I_WILL_FREE | I_NEW)) &&
		       owns(inode, owner);
		if (held)
			compat_iget(inode);
		spin_unlock(&inode->i_lock);
	}
	spin_unlock(&sb->s_inode_list_lock);
	return held;
}

/* @sb: set if it is pinned, even if the inode is not.  Context: RCU. */
static struct inode *hold(const struct page *page, const struct pagesnap_owner *owner,
			  struct super_block **sb)
{
	unsigned long mapping = mapping_of(compound_head(page));
	struct super_block *found;
	struct inode *inode;
	bool listed;

	inode = inode_of(mapping, &found, &listed);
	if (!inode || !listed || mapping_of(compound_head(page)) != mapping ||
	    !atomic_inc_not_zero(&found->s_active))
		return NULL;
	*sb = found;
	return hold_listed(found, inode, owner) ? inode : NULL;
}

/**
 * pagesnap_owner_hold() - pin the inode that owns a frame
 * @pfn: frame, which is looked at again
 * @owner: inode that owned it when it was read
 *
 * Context: may sleep, no locks.
 * Return: inode for pagesnap_owner_release(); NULL if the frame is another's
 * now, or the inode is on its way out.
 */
struct inode *pagesnap_owner_hold(u64 pfn, const struct pagesnap_owner *owner)
{
	struct super_block *sb = NULL;
	struct inode *inode = NULL;
	struct page *page;
	int token;

	page = pagesnap_online_enter(pfn, &token);
	if (page)
		inode = hold(page, owner, &sb);
	pagesnap_online_leave(token);
	if (sb && !inode)
		pagesnap_drop(sb, NULL, true);
	return inode;
}

/* The word at @from; its length, 0 if it looks like none. */
static u32 read_word(char *word, u32 size, const char *from)
{
	u32 len;

	for (len = 0; len < size; len++) {
		if (!FETCH(word[len], from + len))
			return 0;
		if (!word[len])
			return len;
		if (!isgraph(word[len]))
			return 0;
	}
	return 0;
}

/* Its length, 0 if the inode is listed or on its way out.  Context: RCU. */
static u32 read_offlist(const struct page *page, char *type, u32 size)
{
	unsigned long mapping = mapping_of(compound_head(page));
	struct file_system_type *fs;
	struct super_block *sb;
	struct inode *inode;
	const char *name;
	bool listed;
	u32 state, len;

	inode = inode_of(mapping, &sb, &listed);
	if (!inode || listed || compat_inode_state_nofault(inode, &state) ||
	    state & (I_FREEING | I_WILL_FREE | I_NEW) ||
	    !FETCH(fs, &sb->s_type) || !FETCH(name, &fs->name))
		return 0;
	len = read_word(type, size, name);
	return mapping_of(compound_head(page)) == mapping ? len : 0;
}

/**
 * pagesnap_owner_offlist() - what an inode is that is on no superblock's list
 * @pfn: a frame of it, which is looked at again
 * @type: name of the type of its filesystem, not terminated
 * @size: bytes there
 *
 * Such are rings of asynchronous I/O (fs/aio.c) and secret memory
 * (mm/secretmem.c), whose inodes come from alloc_anon_inode().
 *
 * Context: may sleep.
 * Return: length; 0 if it is on a list, or that is unknown.
 */
u32 pagesnap_owner_offlist(u64 pfn, char *type, u32 size)
{
	int token;
	struct page *page = pagesnap_online_enter(pfn, &token);
	u32 len = page ? read_offlist(page, type, size) : 0;

	pagesnap_online_leave(token);
	return len;
}

/**
 * pagesnap_owner_release() - give it back
 * @inode: of pagesnap_owner_hold()
 *
 * Context: may sleep.
 */
void pagesnap_owner_release(struct inode *inode)
{
	pagesnap_drop(inode->i_sb, inode, true);
}
