/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A picture of what a screen was made of.
 */
#ifndef COMMANDS_HEAT_PLOTTER_H
#define COMMANDS_HEAT_PLOTTER_H

#include <stddef.h>

#include "kinds/picture.h"
#include "spool.h"

/*
 * Draws all that came.  0, or -errno with a sentence in @why, which may be "".  Takes as long as
 * that takes.
 */
int heat_plotter_run(const struct heat_spool *s, const struct picture_asked *asked, char *why,
		     size_t size);

#endif /* COMMANDS_HEAT_PLOTTER_H */
