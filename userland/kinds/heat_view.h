/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_HEAT_VIEW_H
#define KINDS_HEAT_VIEW_H

#include <stdint.h>

/**
 * struct heat_view - how heat is shown
 * @rows: about so many are to be of memory that is there, by process; each mapping has one
 */
struct heat_view {
	uint32_t rows;
};

#endif /* KINDS_HEAT_VIEW_H */
