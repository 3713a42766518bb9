/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_WSS_VIEW_H
#define KINDS_WSS_VIEW_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct wss_pids - processes
 * @list: PIDs, in any order; @nr of them, owned
 * @nr: see there
 */
struct wss_pids {
	uint32_t *list;
	size_t nr;
};

/* What a row is of. */
enum wss_by {
	WSS_BY_PROCESS,
	WSS_BY_MAPPING,	/* of one process */
	WSS_BY_FILE,	/* of all processes: each page of a file counts once */
	WSS_BY_CGROUP,	/* of all processes that are in it */
};

/**
 * struct wss_view - how working sets are shown
 * @by: what a row is of
 * @unmapped: gets the processes whose mappings were not told, while answers come; NULL if nobody
 *	wants to know
 */
struct wss_view {
	enum wss_by by;
	struct wss_pids *unmapped;
};

#endif /* KINDS_WSS_VIEW_H */
