/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_RECORDS_H
#define PAGESNAP_SLAB_RECORDS_H

#include "../core/records.h"
#include "uapi.h"

extern const struct pagesnap_words pagesnap_slab_words;

void pagesnap_slab_text_named(struct pagesnap_text *t, const struct pagesnap_rec *r,
			      const char *name);
void pagesnap_slab_text(struct pagesnap_text *t, const struct pagesnap_rec *r);
const char *pagesnap_slab_why(u32 why);
const char *pagesnap_slab_gfp(u32 bit);
const char *pagesnap_slab_free_word(u32 flags);

#endif /* PAGESNAP_SLAB_RECORDS_H */
