// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what has happened between two moments
 *
 * Where answers are sums of files, what entered and left is what there is more or less: pages that
 * came while as many others went are not seen.  Runs tell of each page.
 */
#include <string.h>

#include "changes.h"
#include "lib/pagesnap.h"

static uint64_t more(uint64_t now, uint64_t before)
{
	if (now == PAGESNAP_UNKNOWN || before == PAGESNAP_UNKNOWN)
		return PAGESNAP_UNKNOWN;
	if (now == PAGESNAP_NONE || before == PAGESNAP_NONE)
		return PAGESNAP_NONE;
	return now > before ? now - before : 0;
}

static int take_span(void *ctx, uint64_t start, uint64_t nr, enum diff_page a, enum diff_page b)
{
	uint64_t *pages = ctx;
	bool was = a == DIFF_CLEAN || a == DIFF_DIRTY, is = b == DIFF_CLEAN || b == DIFF_DIRTY;

	if (is && !was)
		pages[DIFF_ENTERED] += nr;
	if (was && !is)
		pages[DIFF_LEFT] += nr;
	if (b == DIFF_DIRTY && a != DIFF_DIRTY)
		pages[DIFF_DIRTIED] += nr;
	/* only what is written is evicted */
	if (a == DIFF_DIRTY && (b == DIFF_CLEAN || b == DIFF_GONE))
		pages[DIFF_WRITTEN] += nr;
	/* of a dirty page that has left nobody knows whether it was cut off */
	if (a == DIFF_DIRTY && b == DIFF_NOWHERE)
		pages[DIFF_WRITTEN] = PAGESNAP_UNKNOWN;
	if (b == DIFF_GONE && a != DIFF_GONE)
		pages[DIFF_EVICTED] += nr;
	return 0;
}

/* Dirty pages that were cut off were not written. */
static bool may_be_cut(const struct diff_state *a, const struct diff_state *b)
{
	return b->pages < a->pages && (b->size < a->size || b->deleted);
}

static void compare(const struct diff_state *a, const struct diff_state *b, uint64_t *pages)
{
	pages[DIFF_BEFORE] = a->pages;
	pages[DIFF_AFTER] = b->pages;
	if (a->has_spans && b->has_spans) {
		diff_spans_walk(&a->spans, &b->spans, take_span, pages);
		return;
	}
	pages[DIFF_ENTERED] = more(b->pages, a->pages);
	pages[DIFF_LEFT] = more(a->pages, b->pages);
	pages[DIFF_DIRTIED] = more(b->dirty, a->dirty);
	pages[DIFF_WRITTEN] = more(a->dirty, b->dirty);
	if (pages[DIFF_WRITTEN] && may_be_cut(a, b))
		pages[DIFF_WRITTEN] = PAGESNAP_UNKNOWN;
	pages[DIFF_EVICTED] = more(b->evicted, a->evicted);
}

/* What is not there now: how it went is not known, if it was dirty. */
static void compare_gone(const struct diff_state *a, uint64_t *pages)
{
	pages[DIFF_BEFORE] = pages[DIFF_LEFT] = a->pages;
	pages[DIFF_WRITTEN] = a->dirty ? PAGESNAP_UNKNOWN : 0;
	/* its marks went with it */
	pages[DIFF_EVICTED] = a->evicted == PAGESNAP_NONE ? PAGESNAP_NONE :
			      a->pages ? PAGESNAP_UNKNOWN : 0;
}

static void compare_new(const struct diff_state *b, uint64_t *pages)
{
	pages[DIFF_AFTER] = pages[DIFF_ENTERED] = b->pages;
	pages[DIFF_DIRTIED] = b->dirty;
	pages[DIFF_EVICTED] = b->evicted;
}

/* Nobody has looked at one moment, or not at everything. */
static void compare_none(const struct diff_file *file, uint64_t *pages)
{
	int i;

	for (i = 0; i < DIFF_PAGES; i++)
		pages[i] = PAGESNAP_UNKNOWN;
	if (file->at[DIFF_FIRST].there)
		pages[DIFF_BEFORE] = file->at[DIFF_FIRST].pages;
	if (file->at[DIFF_SECOND].there)
		pages[DIFF_AFTER] = file->at[DIFF_SECOND].pages;
}

/**
 * diff_is_change() - has anything changed?
 * @pages: by enum diff_pages
 *
 * Return: true also if that is not known.
 */
bool diff_is_change(const uint64_t pages[DIFF_PAGES])
{
	int i;

	for (i = DIFF_ENTERED; i < DIFF_PAGES; i++)
		if (pages[i] && pages[i] != PAGESNAP_NONE)
			return true;
	return false;
}

/**
 * diff_tells() - is it known that a file was not there?
 * @told: what can be known
 * @file: file, which is there at the other moment
 * @moment: when it was not
 *
 * Return: true if the query that told of it was answered as a whole.
 */
bool diff_tells(const struct diff_told *told, const struct diff_file *file,
		enum diff_moment moment)
{
	uint32_t query = file->at[!moment].query;

	return query < told->nr && told->queries[query] & 1 << moment;
}

/**
 * diff_change() - find out what has happened to a file
 * @told: what can be known
 * @file: file
 * @pages: gets numbers of pages
 *
 * Return: false if nothing has.
 */
bool diff_change(const struct diff_told *told, const struct diff_file *file,
		 uint64_t pages[DIFF_PAGES])
{
	const struct diff_state *a = &file->at[DIFF_FIRST], *b = &file->at[DIFF_SECOND];

	memset(pages, 0, DIFF_PAGES * sizeof(*pages));
	if (a->there && b->there && a->query == b->query)
		compare(a, b, pages);
	else if (a->there && !b->there && diff_tells(told, file, DIFF_SECOND))
		compare_gone(a, pages);
	else if (b->there && !a->there && diff_tells(told, file, DIFF_FIRST))
		compare_new(b, pages);
	else
		compare_none(file, pages);
	/* memory begins anew with each boot */
	if (told->boots)
		pages[DIFF_EVICTED] = pages[DIFF_WRITTEN] = PAGESNAP_UNKNOWN;
	return diff_is_change(pages) || diff_file_renamed(file) || a->deleted != b->deleted;
}

/**
 * diff_add() - add numbers of pages
 * @to: sums, by enum diff_pages
 * @pages: what is added
 *
 * What is unknown of a part is unknown of the sum.
 */
void diff_add(uint64_t to[DIFF_PAGES], const uint64_t pages[DIFF_PAGES])
{
	int i;

	for (i = 0; i < DIFF_PAGES; i++) {
		if (to[i] == PAGESNAP_UNKNOWN || pages[i] == PAGESNAP_UNKNOWN)
			to[i] = PAGESNAP_UNKNOWN;
		else if (pages[i] == PAGESNAP_NONE)
			to[i] = to[i] ?: PAGESNAP_NONE;
		else
			to[i] = to[i] == PAGESNAP_NONE ? pages[i] : to[i] + pages[i];
	}
}

static const char *how_of_pages(const uint64_t pages[DIFF_PAGES])
{
	uint64_t before = pages[DIFF_BEFORE], after = pages[DIFF_AFTER];

	if (before >= PAGESNAP_NONE || after >= PAGESNAP_NONE)
		return "?";
	if (!before && after)
		return "new";
	if (before && !after)
		return pages[DIFF_EVICTED] >= before && pages[DIFF_EVICTED] < PAGESNAP_NONE ?
		       "evicted" : "gone";
	if (before != after)
		return after > before ? "grew" : "shrank";
	if (pages[DIFF_ENTERED] && pages[DIFF_ENTERED] < PAGESNAP_NONE)
		return "changed";
	if (pages[DIFF_DIRTIED] && pages[DIFF_DIRTIED] < PAGESNAP_NONE)
		return "dirtied";
	return pages[DIFF_WRITTEN] && pages[DIFF_WRITTEN] < PAGESNAP_NONE ? "written" : "same";
}

/**
 * diff_how() - what has happened, in a word
 * @file: file, NULL if it is a group of files
 * @pages: what has happened to its pages
 *
 * Return: word.
 */
const char *diff_how(const struct diff_file *file, const uint64_t pages[DIFF_PAGES])
{
	const char *how = how_of_pages(pages);

	if (!file || *how == '?')
		return how;
	if (file->at[DIFF_SECOND].deleted && !file->at[DIFF_FIRST].deleted)
		return file->replaced ? "replaced" : "deleted";
	if (file->replaced)
		return file->at[DIFF_SECOND].there ? "new, replaces" : "replaced";
	return diff_file_renamed(file) ? "renamed" : how;
}
