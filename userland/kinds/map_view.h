/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the digest of maps is to make, as the subcommand says it.
 */
#ifndef KINDS_MAP_VIEW_H
#define KINDS_MAP_VIEW_H

#include <stdint.h>

/* Rows of a map. */
#define MAP_ROWS 20
#define MAP_ROWS_MAX 10000

/**
 * struct map_view - what people see of a map
 * @rows: at most; 0 for the usual
 */
struct map_view {
	uint64_t rows;
};

#endif /* KINDS_MAP_VIEW_H */
