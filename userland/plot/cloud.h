/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References of a process as pixels.  Pure.
 */
#ifndef PLOT_CLOUD_H
#define PLOT_CLOUD_H

#include "strata.h"

/**
 * struct cloud - pixels
 * @pixels: 0xAARRGGBB with colours multiplied by their opacity, from the upper left; owned
 * @width: of a line
 * @height: lines
 */
struct cloud {
	uint32_t *pixels;
	size_t width;
	size_t height;
};

/*
 * Draws sorted cells, each kind in the colour (0xRRGGBB) that @colours has for it.
 * 0 or -ENOMEM.
 */
int cloud_make(struct cloud *c, const struct scatter *cells, const struct strata *strata,
	       const uint32_t *colours);
/* Where column number @column begins, pixels from the left, in a cloud @width pixels wide. */
double cloud_x(const struct scatter *cells, size_t width, unsigned int column);
void cloud_free(struct cloud *c);

#endif /* PLOT_CLOUD_H */
