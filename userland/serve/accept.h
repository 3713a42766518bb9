/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which format a client takes.
 */
#ifndef SERVE_ACCEPT_H
#define SERVE_ACCEPT_H

#include <stdbool.h>

/* Does who sends this in Accept take OpenMetrics 1.0, and nothing else rather?  NULL: no. */
bool accept_openmetrics(const char *accept);

#endif /* SERVE_ACCEPT_H */
