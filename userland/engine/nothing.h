/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers with nothing in them: what was named gets a row, or a sentence.
 */
#ifndef NOTHING_H
#define NOTHING_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/queries.h"
#include "kinds/kind.h"

/* Room for a sentence. */
#define NOTHING_SAYS_MAX 512

/**
 * struct nothing - what is to be reported about an answer with nothing in it
 * @says: sentence for people, "" for none
 * @failed: what was named isn't there
 * @row: make a row of @named
 * @named: what was named
 */
struct nothing {
	char says[NOTHING_SAYS_MAX];
	bool failed;
	bool row;
	struct kind_nothing named;
};

struct answers;
struct pagesnap_query;

/* Is there nothing in the answer to @query that ends with @end, and is that to be said? */
bool nothing_report(struct nothing *n, const struct answers *answers, const struct query *query,
		    const struct pagesnap_end *end);

/*
 * For nothing of struct answers: what is said to people about frames and addresses.
 * @own is not looked at.
 */
void nothing_say(const void *own, struct nothing *n, const struct query *query,
		 const struct pagesnap_query *q);
/* Of frames; @phys: they were named by their addresses, also where that is not said. */
void nothing_say_frames(struct nothing *n, const struct query *query,
			const struct pagesnap_query *q, bool phys);
/* Of a filesystem, why there is none. */
void nothing_say_filesystem(struct nothing *n, const struct query *query,
			    const struct pagesnap_query *q);

#endif /* NOTHING_H */
