// SPDX-License-Identifier: GPL-2.0
/*
 * Spans of pages, in the order of the file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "spans.h"

#define ROOM_FIRST 4

/**
 * diff_spans_add() - add pages behind the others
 * @spans: spans
 * @start: first page
 * @nr: how many
 * @what: what they are
 *
 * Return: 0, -ERANGE if they lie before those that are there, or -ENOMEM.
 */
int diff_spans_add(struct diff_spans *spans, uint64_t start, uint64_t nr, enum diff_page what)
{
	struct diff_span *last = spans->nr ? &spans->list[spans->nr - 1] : NULL, *list;
	size_t room;

	if ((last && start < last->end) || nr > UINT64_MAX - start)
		return -ERANGE;
	if (last && last->end == start && last->what == what) {
		last->end += nr;
		return 0;
	}
	if (!spans->list || spans->nr == spans->room) {
		room = spans->room ? 2 * spans->room : ROOM_FIRST;
		list = reallocarray(spans->list, room, sizeof(*list));
		if (!list)
			return -ENOMEM;
		spans->list = list;
		spans->room = room;
	}
	spans->list[spans->nr++] = (struct diff_span){ start, start + nr, what };
	return 0;
}

/**
 * diff_spans_free() - forget all
 * @spans: all zero afterwards
 */
void diff_spans_free(struct diff_spans *spans)
{
	free(spans->list);
	memset(spans, 0, sizeof(*spans));
}

/* What page @at is, and in @end the page behind those that are the same, if that is nearer. */
static enum diff_page look(const struct diff_spans *spans, size_t *next, uint64_t at, uint64_t *end)
{
	const struct diff_span *s;

	while (*next < spans->nr && spans->list[*next].end <= at)
		(*next)++;
	if (*next == spans->nr)
		return DIFF_NOWHERE;
	s = &spans->list[*next];
	if (s->start > at) {
		*end = s->start < *end ? s->start : *end;
		return DIFF_NOWHERE;
	}
	*end = s->end < *end ? s->end : *end;
	return s->what;
}

/**
 * diff_spans_walk() - compare the pages of a file at two moments
 * @a: at the first
 * @b: at the second
 * @fn: called for spans that are alike at each
 * @ctx: for it
 *
 * Return: 0, or what @fn returned.
 */
int diff_spans_walk(const struct diff_spans *a, const struct diff_spans *b, diff_spans_fn *fn,
		    void *ctx)
{
	size_t next_a = 0, next_b = 0;
	uint64_t at = 0, end;
	int err = 0;

	while (!err) {
		enum diff_page was, is;

		end = UINT64_MAX;
		was = look(a, &next_a, at, &end);
		is = look(b, &next_b, at, &end);
		if (next_a == a->nr && next_b == b->nr)
			break;
		if (was || is)
			err = fn(ctx, at, end - at, was, is);
		at = end;
	}
	return err;
}
