/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_OWNER_H
#define PAGESNAP_FS_OWNER_H

#include "../mm/frame.h"

struct inode;

/* Bytes of a type of filesystem, with the zero byte; no kernel has longer ones. */
#define PAGESNAP_OWNER_TYPE_MAX	32

/* What a frame belongs to. */
enum pagesnap_owned_by {
	PAGESNAP_OWNED_BY_NONE,
	PAGESNAP_OWNED_BY_INODE,
	PAGESNAP_OWNED_BY_SWAP,
};

/**
 * struct pagesnap_owner - the inode or swap area that a page belongs to
 * @by: which of them; if neither, the rest is undefined
 * @dev: device of the inode's superblock
 * @gen: its i_generation; of a swap area its number
 * @ino: its number
 * @index: page index in its page cache, or in the swap area
 */
struct pagesnap_owner {
	enum pagesnap_owned_by by;
	dev_t dev;
	u32 gen;
	u64 ino;
	u64 index;
};

/**
 * struct pagesnap_owner_sb - a superblock that an inode named, in an RCU section
 * @sb: where it is, or NULL; not to be followed
 * @dev: its device, which it has as long as it is one, and for a grace period more
 */
struct pagesnap_owner_sb {
	const struct super_block *sb;
	dev_t dev;
};

/**
 * pagesnap_owner_has() - is it in the page cache of an inode?
 * @f: folio
 *
 * Return: true if its mapping is that of an inode, by its words.
 */
static inline bool pagesnap_owner_has(const struct pagesnap_frame *f)
{
	if (!f->mapping || (f->mapping & COMPAT_MAPPING_FLAGS) || !f->ref)
		return false;
	return f->kind == PAGESNAP_KIND_FILE || f->kind == PAGESNAP_KIND_SHMEM ||
	       f->kind == PAGESNAP_KIND_HUGETLB;
}

bool pagesnap_owner_of(const struct page *head, unsigned long mapping,
		       struct pagesnap_owner_sb *last, struct pagesnap_owner *owner);
void pagesnap_owner_read(const struct pagesnap_frame *f, u64 pfn, struct pagesnap_owner_sb *sb,
			 struct pagesnap_owner *owner);
bool pagesnap_owner_still(const struct pagesnap_frame *f, struct pagesnap_owner_sb *sb,
			  const struct pagesnap_owner *owner);
struct inode *pagesnap_owner_hold(u64 pfn, const struct pagesnap_owner *owner);
void pagesnap_owner_release(struct inode *inode);
u32 pagesnap_owner_offlist(u64 pfn, char *type, u32 size);

#endif /* PAGESNAP_FS_OWNER_H */
