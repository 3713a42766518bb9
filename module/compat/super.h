/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_SUPER_H
#define PAGESNAP_COMPAT_SUPER_H

#include <linux/fs.h>
#include <linux/string.h>

/*
 * Before it had an init_fs_context (v6.8) btrfs made its superblocks with a
 * second type, btrfs_root_fs_type in fs/btrfs/super.c, that isn't registered.
 *
 * Return: whether the superblocks of @type are on another type's list.
 */
static inline bool compat_type_hides_supers(const struct file_system_type *type)
{
	return !type->init_fs_context && !strcmp(type->name, "btrfs");
}

#endif /* PAGESNAP_COMPAT_SUPER_H */
