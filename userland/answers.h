/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What becomes of records, wherever they come from: rows, messages, and what
 * is counted for the exit code.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "out/out.h"
#include "progress.h"
#include "queries.h"

/**
 * struct answers - the answers of one run
 * @out: where rows go
 * @context: say to people what an answer is about
 * @page_size: of the kernel that answered, 0 before the first answer
 * @answered: queries that were answered to the end, in whole or in part
 * @failed: queries that were not
 * @partial: of those answered, the ones of which something is missing
 * @at: for the progress line
 */
struct answers {
	struct out *out;
	bool context;
	uint32_t page_size;
	uint64_t answered;
	uint64_t failed;
	uint64_t partial;
	struct progress at;
};

/* A header, which belongs to no query.  0, or -errno if it can't be printed. */
int answers_header(struct answers *answers, const struct pagesnap_record *r);
/* A record of the answer to @query.  0, or -errno if it can't be printed. */
int answers_record(struct answers *answers, const struct query *query,
		   const struct pagesnap_record *r);
/* EXIT_OK, EXIT_FAILED or EXIT_PARTIAL. */
int answers_exit_code(const struct answers *answers);

#endif /* ANSWERS_H */
