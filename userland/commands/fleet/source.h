/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Streams that are read twice: once to learn how they end, once for their rows.
 */
#ifndef COMMANDS_FLEET_SOURCE_H
#define COMMANDS_FLEET_SOURCE_H

#include "lib/pagesnap.h"

/**
 * struct fleet_source - a saved stream
 * @name: of its file
 * @fd: file; of what can't be read twice, a copy of it; -1 if it is not open
 */
struct fleet_source {
	const char *name;
	int fd;
};

/**
 * struct fleet_end - how a stream has ended
 * @err: 0, or a negative errno of the decoder; of reading it, and then @failed
 * @failed: reading has failed
 * @message: a sentence of the decoder, "" for none
 */
struct fleet_end {
	int err;
	bool failed;
	char message[256];
};

/* Opens file @path, "-" is stdin.  0, -EINTR after a signal, or another -errno. */
int fleet_source_open(struct fleet_source *s, const char *path);
void fleet_source_close(struct fleet_source *s);
/* All records from the beginning on go to @fn.  0 and @end; what @fn has returned; or -EINTR. */
int fleet_source_read(const struct fleet_source *s, pagesnap_record_fn *fn, void *ctx,
		      struct fleet_end *end);

#endif /* COMMANDS_FLEET_SOURCE_H */
