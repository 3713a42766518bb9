/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_TRACE_VIEW_H
#define KINDS_TRACE_VIEW_H

#include <stdbool.h>

/**
 * struct trace_view - what is to be done with a trace besides rows
 * @begun: called once the first sweep was told of, which all that is protected is traced from;
 *	NULL: nobody waits for that
 * @ctx: for it
 * @requests: no rows, but all references as libCacheSim reads them
 */
struct trace_view {
	void (*begun)(void *ctx);
	void *ctx;
	bool requests;
};

#endif /* KINDS_TRACE_VIEW_H */
