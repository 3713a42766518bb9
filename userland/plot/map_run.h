/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers about pages that were saved, or that come: the first maps of them.
 */
#ifndef PLOT_MAP_RUN_H
#define PLOT_MAP_RUN_H

#include "render/map/reader.h"
#include "stream.h"

/* Maps that are kept: more than the usual picture has room for. */
#define MAP_RUN_MAX 16

/**
 * struct map_run - what is drawn
 * @reader: of the stream
 * @models: the first maps that have any page; @nr of them
 * @nr: see there
 * @maps: how many there were
 * @time_ns: CLOCK_REALTIME, when the first answer began
 * @kernel: release
 * @has_end: an answer ended
 * @end: the last one that did
 * @stream: how the stream ended
 */
struct map_run {
	struct map_reader reader;
	struct map_model models[MAP_RUN_MAX];
	size_t nr;
	uint64_t maps;
	uint64_t time_ns;
	char kernel[64];
	bool has_end;
	struct pagesnap_end end;
	struct plot_stream stream;
};

/* Reads all of it into @run, which is all zero.  0 or -ENOMEM. */
int map_run_read(struct map_run *run, int fd);
void map_run_free(struct map_run *run);

#endif /* PLOT_MAP_RUN_H */
