/* SPDX-License-Identifier: GPL-2.0 */
/* What a query of accesses asks. */
#ifndef KINDS_ACCESSES_ASKED_H
#define KINDS_ACCESSES_ASKED_H

#include "../../module/accesses/options.h"
#include "lib/pagesnap.h"

/* Reads the text of the query record @r.  False if it is none that the module would take. */
bool accesses_asked(const struct pagesnap_record *r, struct pagesnap_accesses_options *options);

/* The path of a query of a file, as text in @buf; 0 for one of something else. */
size_t accesses_asked_path(const struct pagesnap_record *r, char *buf, size_t size);

#endif /* KINDS_ACCESSES_ASKED_H */
