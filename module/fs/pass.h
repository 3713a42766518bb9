/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_PASS_H
#define PAGESNAP_FS_PASS_H

#include <linux/types.h>

struct file_system_type;
struct super_block;

/* Superblocks that one pass pins at the most. */
#define PAGESNAP_PASS_PINS	256

/**
 * struct pagesnap_super - a superblock, without a reference
 * @addr: where it was, only compared
 * @dev: its s_dev
 */
struct pagesnap_super {
	const void *addr;
	dev_t dev;
};

/**
 * struct pagesnap_passed - what a pass came by
 * @nr: superblocks passed, all of them if it worked
 * @whole: none was left out
 * @list: what was noted, the first of @nr; kvfree() is owed
 * @sbs: for each that was wanted, the superblock with an s_active, or NULL; kvfree() is owed
 * @pinned: how many are not NULL
 * @since: jiffies when the first was pinned
 */
struct pagesnap_passed {
	u32 nr;
	bool whole;
	struct pagesnap_super *list;
	struct super_block **sbs;
	u32 pinned;
	unsigned long since;
};

int pagesnap_pass_setup(void);
void pagesnap_pass_teardown(void);
int pagesnap_pass_note(struct pagesnap_passed *r, struct file_system_type *type, u32 room);
int pagesnap_pass_pin(struct pagesnap_passed *r, struct file_system_type *type,
		      const struct pagesnap_super *wanted, u32 nr);

#endif /* PAGESNAP_FS_PASS_H */
