/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_WSS_VIEW_H
#define KINDS_WSS_VIEW_H

#include <stdbool.h>

/**
 * struct wss_view - how working sets are shown
 * @by_mapping: a row for each mapping of a process, not one for all of it
 */
struct wss_view {
	bool by_mapping;
};

#endif /* KINDS_WSS_VIEW_H */
