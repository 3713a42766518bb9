/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which pages of a file are in memory, or were: spans, in the order of the file.
 */
#ifndef RENDER_DIFF_SPANS_H
#define RENDER_DIFF_SPANS_H

#include <stddef.h>
#include <stdint.h>

/* What pages can be. */
enum diff_page {
	DIFF_NOWHERE,
	DIFF_CLEAN,
	DIFF_DIRTY,
	DIFF_GONE,	/* evicted or swapped out */
	DIFF_PAGE_STATES
};

/**
 * struct diff_span - pages that are alike
 * @start: first
 * @end: page behind the last
 * @what: what they are
 */
struct diff_span {
	uint64_t start;
	uint64_t end;
	enum diff_page what;
};

/**
 * struct diff_spans - spans of a file; all zero at first
 * @list: them; @nr of them
 * @nr: see there
 * @room: spans that @list has memory for
 */
struct diff_spans {
	struct diff_span *list;
	size_t nr;
	size_t room;
};

/* Adds pages behind those that are there.  0, -ERANGE if they are not, or -ENOMEM. */
int diff_spans_add(struct diff_spans *spans, uint64_t start, uint64_t nr, enum diff_page what);
void diff_spans_free(struct diff_spans *spans);

/*
 * Calls @fn for each span of pages that are alike at both moments; gaps of both are passed over.
 * 0, or what it returned if that is not 0.
 */
typedef int diff_spans_fn(void *ctx, uint64_t start, uint64_t nr, enum diff_page a,
			  enum diff_page b);
int diff_spans_walk(const struct diff_spans *a, const struct diff_spans *b, diff_spans_fn *fn,
		    void *ctx);

#endif /* RENDER_DIFF_SPANS_H */
