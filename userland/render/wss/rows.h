/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of working sets, when all answers have come.
 */
#ifndef RENDER_WSS_ROWS_H
#define RENDER_WSS_ROWS_H

#include "joint.h"

/*
 * The rows, @nr of them, those with most cold pages first; to be freed, but not what they point
 * at.  NULL if there is no memory.
 */
struct wss_line *wss_rows(const struct wss_processes *processes, struct wss_joints *joints,
			  enum wss_by by, size_t *nr);

#endif /* RENDER_WSS_ROWS_H */
