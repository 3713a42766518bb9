/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FLAGS_H
#define PAGESNAP_PAGES_FLAGS_H

#include "../core/query.h"
#include "../core/text.h"

/*
 * Bits above 31: stable since page-types uses them, but only in the kernel's
 * own linux/kernel-page-flags.h, under names that changed.
 */
#define PAGESNAP_KPF_RESERVED		32
#define PAGESNAP_KPF_MLOCKED		33
#define PAGESNAP_KPF_OWNER_2		34
#define PAGESNAP_KPF_PRIVATE		35
#define PAGESNAP_KPF_PRIVATE_2		36
#define PAGESNAP_KPF_OWNER_PRIVATE	37
#define PAGESNAP_KPF_ARCH		38
#define PAGESNAP_KPF_UNCACHED		39
#define PAGESNAP_KPF_SOFTDIRTY		40
#define PAGESNAP_KPF_ARCH_2		41

#define KPF_BIT(name) (1ULL << (name))

/* A compound page has one of these two; of a folio as a whole neither is said. */
#define PAGESNAP_KPF_COMPOUND (KPF_BIT(KPF_COMPOUND_HEAD) | KPF_BIT(KPF_COMPOUND_TAIL))

int pagesnap_flags_parse(const char *s, u32 len, u64 *set, u64 *clear, struct pagesnap_fault *f);
void pagesnap_text_flags(struct pagesnap_text *t, u64 flags);

#endif /* PAGESNAP_PAGES_FLAGS_H */
