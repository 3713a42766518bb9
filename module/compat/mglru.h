/* SPDX-License-Identifier: GPL-2.0 */
/* What reclaim by generations takes from page tables. */
#ifndef PAGESNAP_COMPAT_MGLRU_H
#define PAGESNAP_COMPAT_MGLRU_H

#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/magic.h>

#define COMPAT_MGLRU_ENABLED "/sys/kernel/mm/lru_gen/enabled"
/* LRU_GEN_NONLEAF_YOUNG, see Documentation/admin-guide/mm/multigen_lru.rst. */
#define COMPAT_MGLRU_NONLEAF 4

/*
 * Does it clear accessed bits of the entries that name tables, and trust them?  No variable of
 * it is exported, but what root may read and change is in sysfs.  Another file there, in a mount
 * namespace that somebody made for a reader, is none.
 *
 * Context: process context; may sleep.
 * Return: 1, 0, or a negative errno if the file can't be read.
 */
static inline int compat_mglru_uses_tables(void)
{
#ifdef CONFIG_LRU_GEN
	char buf[16] = "";
	struct file *opened = filp_open(COMPAT_MGLRU_ENABLED,
					O_RDONLY | O_NONBLOCK | O_NOFOLLOW, 0);
	ssize_t n = -ENODEV;
	unsigned int caps;
	loff_t pos = 0;

	if (IS_ERR(opened))
		return PTR_ERR(opened);
	if (file_inode(opened)->i_sb->s_magic == SYSFS_MAGIC)
		n = kernel_read(opened, buf, sizeof(buf) - 1, &pos);
	filp_close(opened, NULL);
	if (n < 0)
		return n;
	return kstrtouint(buf, 0, &caps) ?: !!(caps & COMPAT_MGLRU_NONLEAF);
#else
	return 0;
#endif
}

#endif /* PAGESNAP_COMPAT_MGLRU_H */
