/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of KPF flags, as /proc/kpageflags has them.  Pure. */
#ifndef PAGESNAP_MM_KPF_H
#define PAGESNAP_MM_KPF_H

#include <linux/kernel-page-flags.h>

#define KPF_BIT(name) (1ULL << (name))

/* A compound page has one of these two; a folio as a whole has neither. */
#define PAGESNAP_KPF_COMPOUND (KPF_BIT(KPF_COMPOUND_HEAD) | KPF_BIT(KPF_COMPOUND_TAIL))

#endif /* PAGESNAP_MM_KPF_H */
