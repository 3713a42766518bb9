/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is reported about answers without any page.
 */
#ifndef KINDS_PAGES_NOTHING_H
#define KINDS_PAGES_NOTHING_H

#include "kind.h"

/* For nothing and say_nothing of struct kind. */
void pages_nothing(struct kind_nothing *n, const struct kind_asked *asked);
void pages_say_nothing(struct kind_nothing *n, const struct kind_asked *asked);
/* The same of frames; @phys: they were named by their addresses, also where that is not said. */
void pages_say_no_frames(struct kind_nothing *n, const struct kind_asked *asked, bool phys);
/* Of a filesystem, why nothing is cached. */
void pages_say_no_cache(struct kind_nothing *n, const struct kind_asked *asked);

#endif /* KINDS_PAGES_NOTHING_H */
