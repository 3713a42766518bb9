/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_SEE_H
#define PAGESNAP_SLAB_SEE_H

#include <linux/list.h>

/* All answers, under RCU. */
extern struct list_head pagesnap_watches;

#endif /* PAGESNAP_SLAB_SEE_H */
