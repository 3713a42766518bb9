/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages of files that were evicted recently.  Asking opens the file.
 */
#ifndef KINDS_RECENT_H
#define KINDS_RECENT_H

#include "row.h"

/*
 * Of the file of @row, by cachestat(2): pages, PAGESNAP_UNKNOWN if it has no
 * path, can't be opened, is another one by now, or the kernel does not say.
 */
uint64_t recent_pages(struct row *row);

#endif /* KINDS_RECENT_H */
