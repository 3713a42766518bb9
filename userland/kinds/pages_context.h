/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an answer about pages shows besides what was asked for.
 */
#ifndef KINDS_PAGES_CONTEXT_H
#define KINDS_PAGES_CONTEXT_H

#include "lib/pagesnap.h"

/* For context of struct kind. */
char *pages_context(enum pagesnap_index_file which, const struct pagesnap_record *r);

#endif /* KINDS_PAGES_CONTEXT_H */
