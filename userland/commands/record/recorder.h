/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looking again and again, and recording it.
 */
#ifndef COMMANDS_RECORD_RECORDER_H
#define COMMANDS_RECORD_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "look.h"
#include "recording/writer.h"

/**
 * struct recording - what is to be recorded
 * @asking: what is looked at
 * @path: folder
 * @limits: what is kept
 * @every_ns: from one moment to the next
 * @percent: of one processor that may be taken
 * @moments: how many, 0 for any number
 * @timed: somebody calls for one moment every @every_ns: so much has been recorded since the last
 */
struct recording {
	struct look_asking asking;
	const char *path;
	struct writer_limits limits;
	uint64_t every_ns;
	uint64_t percent;
	uint32_t moments;
	bool timed;
};

/* An exit code, after a message if that is not 0. */
int recorder_run(const struct recording *recording);

#endif /* COMMANDS_RECORD_RECORDER_H */
