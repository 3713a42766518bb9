/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries that were not answered to the end, kept for the end of a document.
 */
#ifndef RENDER_FAILURES_H
#define RENDER_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kinds/kind.h"
#include "lib/pagesnap.h"

/**
 * struct failure - a query that was not complete, or has something to say
 * @next: later one
 * @q: its number
 * @line: its line, 0 if it is not known
 * @col: byte of the line where the fault is, 0 if it has none
 * @err: positive errno, 0 if there is none
 * @ended: its end record came
 * @end: the end record
 * @kind: whose words its numbers have; NULL for that of the rows
 * @tag: word of tag=
 * @query: query
 * @query_len: its length
 * @message: what the kernel says, NULL for nothing
 * @message_len: its length
 */
struct failure {
	struct failure *next;
	uint32_t q;
	uint32_t line;
	uint32_t col;
	uint32_t err;
	bool ended;
	struct pagesnap_end end;
	const struct kind *kind;
	char tag[32];
	char *query;
	size_t query_len;
	char *message;
	size_t message_len;
};

/**
 * struct failures - a list of them
 * @first: in the order of the queries
 * @last: where the next is put
 * @open: the query that is being answered
 * @is_open: there is one
 */
struct failures {
	struct failure *first;
	struct failure **last;
	struct failure open;
	bool is_open;
};

void failures_init(struct failures *f);
void failures_free(struct failures *f);
/* A query begins; @query may be NULL.  0 or -ENOMEM, as the next two. */
int failures_begin(struct failures *f, uint32_t q, const char *query);
/* A record of its answer. */
int failures_take(struct failures *f, const struct pagesnap_record *r);
/* No more records come: the query that is open was cut short. */
int failures_finish(struct failures *f);

#endif /* RENDER_FAILURES_H */
