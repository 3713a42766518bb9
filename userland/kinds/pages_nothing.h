/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of what was named and has no pages.
 */
#ifndef KINDS_PAGES_NOTHING_H
#define KINDS_PAGES_NOTHING_H

#include "kind.h"

/* For nothing of struct kind. */
bool pages_nothing(struct kind_nothing *n, enum pagesnap_index_file which, const char *text,
		   const struct pagesnap_query *q, const union kind_select *sel);

#endif /* KINDS_PAGES_NOTHING_H */
