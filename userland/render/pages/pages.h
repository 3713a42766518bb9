/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is made of answers about pages besides rows, from outside.
 */
#ifndef RENDER_PAGES_PAGES_H
#define RENDER_PAGES_PAGES_H

#include "render/out.h"

extern const struct out_digest out_digest_pages;

#endif /* RENDER_PAGES_PAGES_H */
