/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of diff.
 */
#ifndef KINDS_DIFF_LINE_H
#define KINDS_DIFF_LINE_H

#include <stddef.h>
#include <stdint.h>

/* What has changed from one moment to another, in pages. */
enum diff_pages {
	DIFF_BEFORE,	/* in memory at the first moment */
	DIFF_AFTER,	/* at the second one */
	DIFF_ENTERED,	/* that were not there before */
	DIFF_LEFT,	/* that are there no more */
	DIFF_DIRTIED,	/* that are dirty and were not */
	DIFF_WRITTEN,	/* that were dirty and are clean, or have gone */
	DIFF_EVICTED,	/* that have left a mark of eviction, or are swapped out, and had not before */
	DIFF_PAGES
};

/**
 * struct diff_line - what has changed
 * @by: what a row is of
 * @from: when the first moment was, seconds since 1970
 * @to: and the second one
 * @name: of which these are, any bytes
 * @name_len: how many
 * @pages: by enum diff_pages; PAGESNAP_UNKNOWN or _NONE where they can't be known
 * @how: what happened, a word
 * @was: name that it had before, NULL if that is the same or there is none
 * @was_len: bytes of it
 */
struct diff_line {
	const char *by;
	uint64_t from;
	uint64_t to;
	const char *name;
	size_t name_len;
	uint64_t pages[DIFF_PAGES];
	const char *how;
	const char *was;
	size_t was_len;
};

#endif /* KINDS_DIFF_LINE_H */
