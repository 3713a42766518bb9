/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_RECORDS_H
#define PAGESNAP_ACCESSES_RECORDS_H

#include "../core/records.h"
#include "uapi.h"

extern const struct pagesnap_words pagesnap_accesses_words;

void pagesnap_accesses_text_file(struct pagesnap_text *t, const struct pagesnap_accesses_file *r,
				 const char *name);
void pagesnap_accesses_text(struct pagesnap_text *t, const struct pagesnap_rec *r);
const char *pagesnap_accesses_kind(u32 kind);
const char *pagesnap_accesses_why(u32 why);
const char *pagesnap_accesses_what(u32 what);

#endif /* PAGESNAP_ACCESSES_RECORDS_H */
