/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stream that is drawn: one that was saved, or that comes.
 */
#ifndef PLOT_STREAM_H
#define PLOT_STREAM_H

#include "lib/pagesnap.h"

/**
 * struct plot_stream - how a stream ended
 * @err: -errno of what ended it before its end, 0 for nothing
 * @why: the same in words
 */
struct plot_stream {
	int err;
	char why[256];
};

/*
 * Passes all records of @fd on.  0, also if the stream is damaged, as @s says then; or -ENOMEM.
 */
int plot_stream_read(struct plot_stream *s, int fd, pagesnap_record_fn *fn, void *ctx);

#endif /* PLOT_STREAM_H */
