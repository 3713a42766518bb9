/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries that can't even be asked are answered here, as the module would.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include "ask/queries.h"
#include "lib/pagesnap.h"

/* Room for the stream of one such answer, with a header in front. */
#define FAULTS_MAX (16 * 1024)

/* A header of this program; returns its length. */
size_t faults_header(void *buf);
/* The error and the end record of @query in binary; returns their length. */
size_t faults_answer(const struct query *query, void *buf);

#endif /* FAULTS_H */
