/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_TARGETS_MAPPING_H
#define PAGESNAP_TARGETS_MAPPING_H

#include <linux/types.h>

struct inode;
struct vm_area_struct;

/**
 * struct pagesnap_mapping_id - which file is mapped
 * @ino: number of the inode that has its pages: of an overlay, that below it
 * @subvol: btrfs: its subvolume, else 0
 * @dev: its device
 * @gen: its generation, which differs when a number is used again
 *
 * It pins nothing.  A file system that has no generations may make two files alike, of which the
 * first was deleted.
 */
struct pagesnap_mapping_id {
	u64 ino;
	u64 subvol;
	dev_t dev;
	u32 gen;
};

void pagesnap_mapping_identify(struct pagesnap_mapping_id *id, struct inode *inode);
bool pagesnap_mapping_names(const struct pagesnap_mapping_id *id, struct inode *inode);
bool pagesnap_mapping_is(const struct pagesnap_mapping_id *a, const struct pagesnap_mapping_id *b);
char *pagesnap_mapping_name(const struct vm_area_struct *vma, char *buf, u32 *len, u32 *state);

#endif /* PAGESNAP_TARGETS_MAPPING_H */
