/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processes: the sums of their mappings.
 */
#ifndef COMMANDS_REPORT_PROCESSES_H
#define COMMANDS_REPORT_PROCESSES_H

#include <stdint.h>

#include "index.h"
#include "lib/pagesnap.h"
#include "list.h"

struct process;

/**
 * struct processes - processes of a stream
 * @pids: their numbers, by PID
 * @all: them, by number; @cap places
 * @cap: see there
 * @last: of which mappings come; NULL if none do
 * @skips: the mapping was answered before
 */
struct processes {
	struct index pids;
	struct process *all;
	size_t cap;
	struct process *last;
	bool skips;
};

/* A process, a mapping of it, whose PSS is @pss, runs and gaps of that.  0 or -ENOMEM. */
int processes_take(struct processes *p, const struct pagesnap_record *r, uint64_t pss);
/* Appends a row for each, of stream @stream, and forgets them. */
void processes_end(struct processes *p, uint32_t stream, unsigned int page_shift, struct list *to);
void processes_free(struct processes *p);

#endif /* COMMANDS_REPORT_PROCESSES_H */
