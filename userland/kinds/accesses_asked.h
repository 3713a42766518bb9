/* SPDX-License-Identifier: GPL-2.0 */
/* What a query of accesses asks. */
#ifndef KINDS_ACCESSES_ASKED_H
#define KINDS_ACCESSES_ASKED_H

#include "../../module/accesses/options.h"
#include "lib/pagesnap.h"

/* Reads the text of the query record @r.  False if it is none that the module would take. */
bool accesses_asked(const struct pagesnap_record *r, struct pagesnap_accesses_options *options);

#endif /* KINDS_ACCESSES_ASKED_H */
