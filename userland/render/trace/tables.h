/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of a reference trace, from outside.
 */
#ifndef RENDER_TRACE_TABLES_H
#define RENDER_TRACE_TABLES_H

#include "render/out.h"

/* Of kind_tallies: a row for each mapping or file, those with most references first. */
extern const struct out_digest out_digest_tallies;
/* Of kind_mrc: a row for each size of an LRU cache, ascending. */
extern const struct out_digest out_digest_mrc;
/* Of kind_simulate: a row for each policy and size. */
extern const struct out_digest out_digest_simulate;

#endif /* RENDER_TRACE_TABLES_H */
