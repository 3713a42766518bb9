/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_PRINT_H
#define PAGESNAP_PAGES_FROM_PRINT_H

#include <linux/fs.h>

#include "../../fs/place.h"
#include "../changes.h"

void pagesnap_print_step(struct pagesnap_walk *w);
void pagesnap_print_view(struct pagesnap_walk *w, const struct pagesnap_place *place);
bool pagesnap_print_make(struct pagesnap_walk *w, struct inode *inode, bool counts,
			 struct pagesnap_print *print);
bool pagesnap_print_has_names(const struct pagesnap_walk *w, struct inode *inode);

#endif /* PAGESNAP_PAGES_FROM_PRINT_H */
