/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory by class: all frames of a machine, by what they are.
 */
#ifndef COMMANDS_REPORT_CLASSES_H
#define COMMANDS_REPORT_CLASSES_H

#include "commands/memory/census.h"
#include "list.h"

/**
 * struct classes - frames of a stream
 * @census: of answers that count frames by kind
 * @runs: of answers that list frames: the same
 * @listed: there are some
 */
struct classes {
	struct census census;
	struct census runs;
	bool listed;
};

/* An answer that counts frames by kind, by census_query() or alike. */
void classes_count(struct classes *c, const struct pagesnap_record *r);
/* A run of frames. */
void classes_take_run(struct classes *c, const struct pagesnap_run *run);
/* Appends a row for each class of stream @stream, and forgets them. */
void classes_end(struct classes *c, uint32_t stream, unsigned int page_shift, struct list *to);

#endif /* COMMANDS_REPORT_CLASSES_H */
