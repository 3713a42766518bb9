/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers whoever asks on a socket.
 */
#ifndef COMMANDS_EXPORT_SERVE_H
#define COMMANDS_EXPORT_SERVE_H

#include <stdint.h>

#include "answer.h"

/**
 * struct export_serving - how answers are given
 * @where: where clients come, as of --listen
 * @asking: how to look
 * @max_age_ns: an answer is given again for so long
 * @percent: of one processor that looks may take, on average
 */
struct export_serving {
	const char *where;
	struct export_asking asking;
	uint64_t max_age_ns;
	uint64_t percent;
};

/* Does so until a signal.  An exit code, after a message if it isn't 0. */
int export_serve(const struct export_serving *serving);

#endif /* COMMANDS_EXPORT_SERVE_H */
