/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a query asks, as the module reads it.
 */
#ifndef ASKED_H
#define ASKED_H

#include <stdbool.h>

#include "../../module/pages/select.h"
#include "queries.h"

/* Reads the text of @query.  False if the module would refuse it, or it asks nothing. */
bool asked_parse(const struct query *query, struct pagesnap_query *q, struct pagesnap_select *sel);
/* Does @sel leave pages out of what is asked about? */
bool asked_selects(const struct pagesnap_select *sel);

#endif /* ASKED_H */
