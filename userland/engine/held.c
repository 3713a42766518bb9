// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: records that wait for an output
 *
 * Only of queries that failed, and only for JSON, which tells of them behind
 * the rows and keeps them until then anyway.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "held.h"

/**
 * struct held_record - a copy of a record
 * @next: one that came later
 * @number: of the query
 * @query: its text
 * @u: the record
 * @record: with its bytes
 * @bytes: these
 */
struct held_record {
	struct held_record *next;
	uint32_t number;
	char *query;
	union pagesnap_any u;
	struct pagesnap_record record;
	char bytes[];
};

static void free_record(struct held_record *one)
{
	free(one->query);
	free(one);
}

/**
 * held_add() - keep a record
 * @held: list, all zero if it is new
 * @number: of the query
 * @query: its text
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int held_add(struct held *held, uint32_t number, const char *query,
	     const struct pagesnap_record *r)
{
	struct held_record *one = malloc(sizeof(*one) + r->len + 1);

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
	if (!held->first)
		held->last = &held->first;
	*held->last = one;
	held->last = &one->next;
	return 0;
}

/**
 * held_print() - pass on what was kept
 * @held: list, empty afterwards
 * @out: takes the records
 *
 * Return: 0 or a negative errno.
 */
int held_print(struct held *held, struct out *out)
{
	const struct held_record *one;
	int err = 0;

	for (one = held->first; one && !err; one = one->next)
		err = out_record(out, one->number, one->query, &one->record);
	held_free(held);
	return err;
}

/**
 * held_free() - drop what was kept
 * @held: list
 */
void held_free(struct held *held)
{
	struct held_record *one;

	while ((one = held->first)) {
		held->first = one->next;
		free_record(one);
	}
}
