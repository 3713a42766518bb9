/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stands beside rows of a map, in terminals and pictures alike.  Pure.
 */
#ifndef RENDER_MAP_LABEL_H
#define RENDER_MAP_LABEL_H

#include "layout.h"

/* Room for a label, and for what a fold says. */
#define MAP_LABEL_MAX 24
#define MAP_FOLD_MAX 128

/* A number of bytes as "12M", or in bytes: rounded as people say it, or exact. */
const char *map_label_about(uint64_t bytes, bool in_bytes, char buf[MAP_LABEL_MAX]);
const char *map_label_size(uint64_t bytes, bool in_bytes, char buf[MAP_LABEL_MAX]);
/* Page @start, as ranges of options and files of /proc have it. */
const char *map_label(const struct map_model *m, uint64_t start, bool in_bytes,
		      char buf[MAP_LABEL_MAX]);
/* @part of @of in percent, 1 at the least if it is anything. */
unsigned int map_percent(uint64_t part, uint64_t of);
/* What lies in front of @row, the @first of all or not: false if there is nothing to say. */
bool map_fold(const struct map_model *m, const struct map_row *row, bool first, bool in_bytes,
	      char buf[MAP_FOLD_MAX]);

#endif /* RENDER_MAP_LABEL_H */
