/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FLAGS_H
#define PAGESNAP_PAGES_FLAGS_H

#include "../core/query.h"
#include "../core/text.h"
#include "../mm/kpf.h"
#include "uapi.h"

int pagesnap_flags_parse(const char *s, u32 len, u64 *set, u64 *clear, struct pagesnap_diag *d);
const char *pagesnap_flag_name(u32 bit);
void pagesnap_text_flags(struct pagesnap_text *t, u64 flags);

#endif /* PAGESNAP_PAGES_FLAGS_H */
