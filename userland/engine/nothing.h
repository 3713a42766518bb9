/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers with nothing in them: what was named gets a row, or a sentence.
 */
#ifndef NOTHING_H
#define NOTHING_H

#include <stdbool.h>

#include "ask/queries.h"
#include "kinds/kind.h"

struct answers;

/* Is there nothing in the answer to @query that ends with @end, and is that to be said? */
bool nothing_report(struct kind_nothing *n, const struct answers *answers,
		    const struct query *query, const struct pagesnap_end *end);

/* For nothing of struct answers: what the kind has to say.  @own is not looked at. */
void nothing_say(const void *own, struct kind_nothing *n, const struct kind_asked *asked);

#endif /* NOTHING_H */
