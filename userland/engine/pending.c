// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: records that wait for an output
 *
 * Only of queries that failed, and only for JSON, which prints them behind the
 * rows and keeps them until then anyway.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pending.h"

/**
 * struct pending_record - a copy of a record
 * @next: one that came later
 * @number: of the query
 * @query: its text
 * @u: the record
 * @record: with its bytes
 * @bytes: these
 */
struct pending_record {
	struct pending_record *next;
	uint32_t number;
	char *query;
	union pagesnap_any u;
	struct pagesnap_record record;
	char bytes[];
};

static void free_record(struct pending_record *one)
{
	free(one->query);
	free(one);
}

/**
 * pending_add() - keep a record
 * @pending: list, all zero if it is new
 * @number: of the query
 * @query: its text
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int pending_add(struct pending *pending, uint32_t number, const char *query,
		const struct pagesnap_record *r)
{
	struct pending_record *one = malloc(sizeof(*one) + r->len + 1);

	if (!one)
		return -ENOMEM;
	one->query = strdup(query);
	if (!one->query) {
		free(one);
		return -ENOMEM;
	}
	one->next = NULL;
	one->number = number;
	one->u = *r->u;
	one->record = *r;
	one->record.u = &one->u;
	one->record.bytes = one->bytes;
	memcpy(one->bytes, r->bytes, r->len);
	one->bytes[r->len] = '\0';
	if (!pending->first)
		pending->last = &pending->first;
	*pending->last = one;
	pending->last = &one->next;
	return 0;
}

/**
 * pending_print() - pass on what was kept
 * @pending: list, empty afterwards
 * @out: takes the records
 *
 * Return: 0 or a negative errno.
 */
int pending_print(struct pending *pending, struct out *out)
{
	const struct pending_record *one;
	int err = 0;

	for (one = pending->first; one && !err; one = one->next)
		err = out_record(out, one->number, one->query, &one->record);
	pending_free(pending);
	return err;
}

/**
 * pending_free() - drop what was kept
 * @pending: list
 */
void pending_free(struct pending *pending)
{
	struct pending_record *one;

	while ((one = pending->first)) {
		pending->first = one->next;
		free_record(one);
	}
}
