/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_SUPERS_H
#define PAGESNAP_FS_SUPERS_H

#include <linux/types.h>

#include "ahead.h"
#include "pass.h"

struct file_system_type;
struct pagesnap_lease;

/**
 * struct pagesnap_supers - the superblocks of a type
 * @type: the type, whose module is pinned; NULL for "bdev", which is built in
 * @list: superblocks that were there at the beginning
 * @nr: how many
 * @at: index of the next to be walked
 * @ahead: some from there on, pinned
 * @gone: so many are no more, of those that their turn came to
 * @busy: at least so many are not listed, since one of them is stuck
 */
struct pagesnap_supers {
	struct file_system_type *type;
	struct pagesnap_super *list;
	u32 nr;
	u32 at;
	struct pagesnap_ahead ahead;
	u32 gone;
	u32 busy;
};

int pagesnap_supers_setup(void);
void pagesnap_supers_teardown(void);
void pagesnap_supers_init(struct pagesnap_supers *s);
int pagesnap_supers_check(const char *type, u32 len);
int pagesnap_supers_find(struct pagesnap_supers *s, const char *type, u32 len);
void pagesnap_supers_keep(struct pagesnap_supers *s, u32 major, u32 minor);
int pagesnap_supers_next(struct pagesnap_supers *s, struct pagesnap_lease *l);
int pagesnap_supers_again(const struct pagesnap_supers *s, struct pagesnap_lease *l);
void pagesnap_supers_drop(struct pagesnap_supers *s);

#endif /* PAGESNAP_FS_SUPERS_H */
