/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers with nothing in them: what was named gets a row, or a sentence.
 */
#ifndef NOTHING_H
#define NOTHING_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/queries.h"
#include "lib/pagesnap.h"
#include "settings.h"

/* Room for a sentence. */
#define NOTHING_SAYS_MAX 512

/**
 * struct nothing - what is to be told of an answer with nothing in it
 * @says: sentence for people, "" for none
 * @failed: what was named isn't there
 * @row: make a row of @object and @name
 * @object: with sums of 0
 * @name: bytes of its name
 * @name_len: how many
 */
struct nothing {
	char says[NOTHING_SAYS_MAX];
	bool failed;
	bool row;
	union pagesnap_any object;
	char name[PAGESNAP_MORE_MAX + 1];
	size_t name_len;
};

/*
 * Is there nothing in the answer to @query, grouped as @group, that ends with @end, and
 * is that to be told?
 */
bool nothing_tell(struct nothing *n, const struct settings *settings, const struct query *query,
		  uint32_t group, const struct pagesnap_end *end);

#endif /* NOTHING_H */
