/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a query asks, as the module reads it.
 */
#ifndef ASKED_H
#define ASKED_H

#include <stdbool.h>

#include "kinds/kind.h"
#include "queries.h"

/* Reads the text of @query.  False if the module would refuse it, or it asks nothing. */
bool asked_parse(const struct query *query, struct pagesnap_query *q, union kind_select *sel);
/* Does @sel leave out something of what @query asks about? */
bool asked_selects(const struct query *query, const union kind_select *sel);
/* Is @query one shard of a query that was shared out? */
bool asked_is_part(const struct query *query, const union kind_select *sel);

#endif /* ASKED_H */
