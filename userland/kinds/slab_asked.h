/* SPDX-License-Identifier: GPL-2.0 */
/* What a query of slab asks. */
#ifndef KINDS_SLAB_ASKED_H
#define KINDS_SLAB_ASKED_H

#include "../../module/slab/options.h"
#include "kind.h"
#include "slab_view.h"

/* What a query of slab may say. */
extern const struct kind_grammar slab_grammar;

/* Reads the options of the query record @r.  False if it is none that the module would take. */
bool slab_asked(const struct pagesnap_record *r, struct pagesnap_slab_options *options);

/* By what sums can be added up, as bits of 1U << enum slab_by.  @by: PAGESNAP_SLAB_BY_*. */
unsigned int slab_told_by(bool caches, uint32_t by);
/* The word of --by for it. */
const char *slab_by_word(enum slab_by by);

#endif /* KINDS_SLAB_ASKED_H */
