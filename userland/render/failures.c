// SPDX-License-Identifier: GPL-2.0
/*
 * Queries that were not answered to the end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failures.h"

/**
 * failures_init() - an empty list
 * @f: list
 */
void failures_init(struct failures *f)
{
	memset(f, 0, sizeof(*f));
	f->last = &f->first;
}

static void clear(struct failure *one)
{
	free(one->query);
	free(one->message);
	memset(one, 0, sizeof(*one));
}

/**
 * failures_free() - free a list
 * @f: list
 */
void failures_free(struct failures *f)
{
	struct failure *one;

	clear(&f->open);
	while ((one = f->first)) {
		f->first = one->next;
		clear(one);
		free(one);
	}
}

static int copy(char **to, size_t *to_len, const char *s, size_t len)
{
	char *bytes = malloc(len + 1);

	if (!bytes)
		return -ENOMEM;
	memcpy(bytes, s, len);
	bytes[len] = '\0';
	free(*to);
	*to = bytes;
	*to_len = len;
	return 0;
}

/* Puts the open query on the list. */
static int keep(struct failures *f)
{
	struct failure *one = malloc(sizeof(*one));

	if (!one)
		return -ENOMEM;
	*one = f->open;
	one->next = NULL;
	*f->last = one;
	f->last = &one->next;
	memset(&f->open, 0, sizeof(f->open));
	f->is_open = false;
	return 0;
}

/**
 * failures_begin() - a query begins
 * @f: list
 * @q: its number
 * @query: the query, NULL to take it from its record
 *
 * Return: 0 or -ENOMEM.
 */
int failures_begin(struct failures *f, uint32_t q, const char *query)
{
	int status = failures_finish(f);

	if (status)
		return status;
	clear(&f->open);
	f->is_open = true;
	f->open.q = q;
	return query ? copy(&f->open.query, &f->open.query_len, query, strlen(query)) : 0;
}

static int take_text(struct failure *one, const struct pagesnap_record *r, const char *tag,
		     uint32_t line)
{
	const char *text;
	size_t len;

	memcpy(one->tag, tag, sizeof(one->tag));
	one->tag[sizeof(one->tag) - 1] = '\0';
	one->line = line;
	if (one->query)
		return 0;
	text = pagesnap_record_query(r, &len);
	return copy(&one->query, &one->query_len, text, len);
}

static int take_message(struct failure *one, const struct pagesnap_record *r)
{
	const char *text;
	size_t len;

	text = pagesnap_record_message(r, &len);
	return copy(&one->message, &one->message_len, text, len);
}

static int take_error(struct failure *one, const struct pagesnap_record *r)
{
	int status = take_text(one, r, r->u->error.tag, r->u->error.line);

	one->err = r->u->error.err;
	one->col = r->u->error.col;
	return status ? status : take_message(one, r);
}

static int take_end(struct failures *f, const struct pagesnap_record *r)
{
	f->open.ended = true;
	f->open.end = r->u->end;
	f->open.kind = kind_of_collection(r->collection);
	if (r->u->end.status != PAGESNAP_END_COMPLETE || f->open.err || f->open.message)
		return keep(f);
	clear(&f->open);
	f->is_open = false;
	return 0;
}

/**
 * failures_take() - look at a record
 * @f: list
 * @r: record of the query that began last
 *
 * Return: 0 or -ENOMEM.
 */
int failures_take(struct failures *f, const struct pagesnap_record *r)
{
	if (!f->is_open)
		return 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		return take_text(&f->open, r, r->u->query.tag, r->u->query.line);
	case PAGESNAP_REC_ERROR:
		return take_error(&f->open, r);
	case PAGESNAP_REC_NOTE:
		return take_message(&f->open, r);
	case PAGESNAP_REC_END:
		return take_end(f, r);
	default:
		return 0;
	}
}

/**
 * failures_finish() - no more records come
 * @f: list
 *
 * Return: 0 or -ENOMEM.
 */
int failures_finish(struct failures *f)
{
	return f->is_open ? keep(f) : 0;
}
