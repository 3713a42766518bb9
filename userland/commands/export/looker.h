/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looks that a process of its own makes, one after the other.
 */
#ifndef COMMANDS_EXPORT_LOOKER_H
#define COMMANDS_EXPORT_LOOKER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "answer.h"
#include "base/serving.h"
#include "render/top/pace.h"

/**
 * struct export_looker - answers, and who makes the next one
 * @asking: how to look
 * @pace: when to look again
 * @spent_ns: time of a processor that all looks took
 * @child: who looks, 0: nobody
 * @fd: where its answer comes from, or -1
 * @coming: what has come of it
 * @answer: the last one, of @head and texts; of no bytes before the first
 */
struct export_looker {
	struct export_asking asking;
	struct top_pace pace;
	uint64_t spent_ns;
	pid_t child;
	int fd;
	struct value_buf coming;
	struct value_buf answer;
};

/* All but these three are 0 at first: @asking, @wanted_ns and @percent of @pace; @fd is -1. */

/* Is the answer that there is to be given again, as it is new, or another would cost too much? */
bool export_looker_is_fresh(const struct export_looker *l);
/* Begins to look.  0 or a negative errno. */
int export_looker_begin(struct export_looker *l);
/* Takes what is in @fd: 0, 1 if there is a new answer now, or a negative errno. */
int export_looker_take(struct export_looker *l);
/* Ends it: who looks is killed. */
void export_looker_end(struct export_looker *l);

#endif /* COMMANDS_EXPORT_LOOKER_H */
