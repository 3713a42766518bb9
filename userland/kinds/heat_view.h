/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_HEAT_VIEW_H
#define KINDS_HEAT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct heat_view - how heat is shown
 * @rows: about so many are to be of memory that is there, by process; each mapping has one
 * @given: somebody has asked for that number
 */
struct heat_view {
	uint32_t rows;
	bool given;
};

#endif /* KINDS_HEAT_VIEW_H */
