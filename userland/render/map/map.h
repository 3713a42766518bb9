/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps, from outside.
 */
#ifndef RENDER_MAP_MAP_H
#define RENDER_MAP_MAP_H

#include "render/out.h"

/* Of kind_map: ranges of pages of one state; a table is a map in place of them. */
extern const struct out_digest out_digest_map;

#endif /* RENDER_MAP_MAP_H */
