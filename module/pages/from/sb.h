/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_SB_H
#define PAGESNAP_PAGES_FROM_SB_H

#include "../walk.h"

int pagesnap_dir_begin(struct pagesnap_walk *w, const struct path *path,
		       struct pagesnap_fault *f);

#endif /* PAGESNAP_PAGES_FROM_SB_H */
