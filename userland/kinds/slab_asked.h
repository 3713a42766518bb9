/* SPDX-License-Identifier: GPL-2.0 */
/* What a query of slab asks. */
#ifndef KINDS_SLAB_ASKED_H
#define KINDS_SLAB_ASKED_H

#include "../../module/slab/options.h"
#include "kind.h"

/* What a query of slab may say. */
extern const struct kind_grammar slab_grammar;

/* Reads the options of the query record @r.  False if it is none that the module would take. */
bool slab_asked(const struct pagesnap_record *r, struct pagesnap_slab_options *options);

#endif /* KINDS_SLAB_ASKED_H */
