/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_SET_H
#define PAGESNAP_CORE_SET_H

#include <linux/mutex.h>
#include <linux/sched.h>

#include "lines.h"

/**
 * struct pagesnap_set - the standing set of an index file
 * @lock: protects the rest
 * @lines: its queries; text only, nothing is pinned
 * @nr_lines: lines written so far, blank ones and comments counted
 * @next_q: number of the next query
 * @pid: who wrote it last, in the initial PID namespace
 * @comm: that process' command name
 * @set_ns: when, CLOCK_BOOTTIME
 */
struct pagesnap_set {
	struct mutex lock;
	struct pagesnap_lines lines;
	u32 nr_lines;
	u32 next_q;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	u64 set_ns;
};

void pagesnap_set_init(struct pagesnap_set *set);
int pagesnap_set_clear(struct pagesnap_set *set);
int pagesnap_set_look(struct pagesnap_set *set, bool *empty, u32 *line_nr);
int pagesnap_set_append(struct pagesnap_set *set, struct pagesnap_line *line);
int pagesnap_set_skip(struct pagesnap_set *set);

#endif /* PAGESNAP_CORE_SET_H */
