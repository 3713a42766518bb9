/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that were counted already, which another answer may report again.
 */
#ifndef RENDER_PAGES_SEEN_H
#define RENDER_PAGES_SEEN_H

#include "lib/pagesnap.h"

/* All zero is an empty one. */
struct seen {
	void *root;
};

/* 1 if @file was seen before, 0 if it is now for the first time, -ENOMEM. */
int seen_before(struct seen *s, const struct pagesnap_file *file);
void seen_free(struct seen *s);

#endif /* RENDER_PAGES_SEEN_H */
