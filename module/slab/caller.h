/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_CALLER_H
#define PAGESNAP_SLAB_CALLER_H

#include <linux/types.h>

bool pagesnap_caller_is_trampoline(unsigned long site);
bool pagesnap_caller_learn(unsigned long site, const char *name);
unsigned long pagesnap_caller_behind(unsigned long site);

#endif /* PAGESNAP_SLAB_CALLER_H */
