/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums or objects of slab that were saved, or that come: what of them is drawn.
 */
#ifndef PLOT_SLAB_RUN_H
#define PLOT_SLAB_RUN_H

#include <stdbool.h>

#include "kinds/slab_names.h"
#include "render/slab/history.h"
#include "render/slab/subjects.h"
#include "stream.h"

struct names;

/**
 * struct slab_run - the last answer of a stream
 * @by: what its sums are of; objects are drawn by site
 * @names: of the answer
 * @subjects: that allocated
 * @history: what of them was alive in rounds
 * @cgroups: paths of cgroups that were saved
 * @began_ns: CLOCK_REALTIME, when the answer began
 * @kernel: release
 * @asked: the query, "" if it is not known
 * @ended: an end came
 * @end: that
 * @stream: how the stream ended
 */
struct slab_run {
	enum slab_by by;
	struct slab_names names;
	struct slab_subjects subjects;
	struct history history;
	struct names *cgroups;
	uint64_t began_ns;
	char kernel[64];
	char asked[256];
	bool ended;
	struct pagesnap_end end;
	struct plot_stream stream;
};

/* Reads all of it into @run, which is all zero.  0 or -ENOMEM. */
int slab_run_read(struct slab_run *run, int fd);
/* How subject @nth is called, at most 256 bytes with the zero byte; returns @buf. */
const char *slab_run_name(const struct slab_run *run, size_t nth, char buf[256]);
void slab_run_free(struct slab_run *run);

#endif /* PLOT_SLAB_RUN_H */
