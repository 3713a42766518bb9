/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries that can't even be asked are answered here, as the module would.
 */
#ifndef REFUSALS_H
#define REFUSALS_H

#include "ask/queries.h"
#include "lib/pagesnap.h"

/* Room for the stream of one such answer, with a header in front. */
#define REFUSALS_MAX (16 * 1024)

/* A header of this program; returns its length. */
size_t refusals_header(const char *collection, void *buf);
/* The error and the end record of @query in binary; returns their length. */
size_t refusals_answer(const struct query *query, void *buf);

#endif /* REFUSALS_H */
