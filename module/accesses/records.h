/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_RECORDS_H
#define PAGESNAP_ACCESSES_RECORDS_H

#include "../core/records.h"
#include "uapi.h"

extern const struct pagesnap_words pagesnap_accesses_words;

void pagesnap_text_sample(struct pagesnap_text *t, const struct pagesnap_accesses_sample *r);
void pagesnap_text_heat(struct pagesnap_text *t, const struct pagesnap_accesses_heat *r);
void pagesnap_text_wss(struct pagesnap_text *t, const struct pagesnap_accesses_wss *r);
const char *pagesnap_accesses_kind(u32 kind);
const char *pagesnap_accesses_why(u32 why);

#endif /* PAGESNAP_ACCESSES_RECORDS_H */
