/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of others as values of labels.
 */
#ifndef RENDER_METRICS_LABEL_H
#define RENDER_METRICS_LABEL_H

#include "kinds/value.h"

/* Bytes that a value has at the most, without the mark and @id of one that was cut. */
#define METRICS_LABEL_MAX 1024

/*
 * Appends @name as it stands between the quotes of a label.  Prometheus reads it as text without
 * control characters, quotes, or what turns the direction of text: each byte of these, and of
 * what is no UTF-8, is \ooo, as is a backslash.  One that is too long ends with "\...@" and @id,
 * which no name does.  So two names are never one value, if those that share a beginning have
 * different @id.
 */
void metrics_label(struct value_buf *b, const char *name, size_t len, const char *id);

#endif /* RENDER_METRICS_LABEL_H */
