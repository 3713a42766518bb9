/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_FORKS_H
#define PAGESNAP_SLAB_FORKS_H

#include <linux/types.h>

struct pagesnap_watch;

bool pagesnap_forks_found(void);
int pagesnap_forks_set(void);
void pagesnap_forks_remove(void);
bool pagesnap_forks_has(const struct pagesnap_watch *w);

#endif /* PAGESNAP_SLAB_FORKS_H */
