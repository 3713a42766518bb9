/* SPDX-License-Identifier: GPL-2.0 */
/* What an end record says in words. */
#ifndef SKIPPED_H
#define SKIPPED_H

#include <stddef.h>

#include "kind.h"

/* "7 inodes skipped (5 freeing, 2 new)"; "" if nothing was. */
const char *skipped_text(const struct kind *kind, const struct pagesnap_end *end, char *buf,
			 size_t size);
/* Why the answer ends early, a sentence; NULL if it doesn't. */
const char *truncated_text(const struct pagesnap_end *end);

#define SKIPPED_MAX 1024

#endif /* SKIPPED_H */
