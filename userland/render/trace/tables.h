/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of a reference trace, from outside.
 */
#ifndef RENDER_TRACE_TABLES_H
#define RENDER_TRACE_TABLES_H

#include "render/out.h"

/* Of kind_tallies: a row for each mapping or file, those with most references first. */
extern const struct out_digest out_digest_tallies;

#endif /* RENDER_TRACE_TABLES_H */
