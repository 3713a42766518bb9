// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from two moments to rows
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

#define NS_PER_SECOND 1000000000ULL

static const char *const sorts[DIFF_SORTS] = {
	[DIFF_SORT_CHANGE] = "change", [DIFF_SORT_BEFORE] = "before", [DIFF_SORT_AFTER] = "after",
	[DIFF_SORT_ENTERED] = "entered", [DIFF_SORT_LEFT] = "left",
	[DIFF_SORT_DIRTIED] = "dirtied", [DIFF_SORT_WRITTEN] = "written",
	[DIFF_SORT_EVICTED] = "evicted", [DIFF_SORT_NAME] = "name",
};

/**
 * diff_sort_of_word() - what a word says about the order of rows
 * @word: word
 *
 * Return: that, DIFF_SORTS if it says nothing.
 */
enum diff_sort diff_sort_of_word(const char *word)
{
	enum diff_sort sort;

	for (sort = 0; sort < DIFF_SORTS && strcmp(sorts[sort], word); sort++)
		;
	return sort;
}

/* Order ------------------------------------------------------------------------------------ */

static uint64_t known(uint64_t pages)
{
	return pages >= PAGESNAP_NONE ? 0 : pages;
}

/* How much has happened: what came and what went do not make up for each other. */
static uint64_t amount(const struct diff_row *row)
{
	uint64_t sum = 0;
	int i;

	for (i = DIFF_ENTERED; i <= DIFF_WRITTEN; i++)
		sum += known(row->pages[i]);
	return sum;
}

static uint64_t weight(const struct diff_row *row, enum diff_sort sort)
{
	static const enum diff_pages which[DIFF_SORTS] = {
		[DIFF_SORT_BEFORE] = DIFF_BEFORE, [DIFF_SORT_AFTER] = DIFF_AFTER,
		[DIFF_SORT_ENTERED] = DIFF_ENTERED, [DIFF_SORT_LEFT] = DIFF_LEFT,
		[DIFF_SORT_DIRTIED] = DIFF_DIRTIED, [DIFF_SORT_WRITTEN] = DIFF_WRITTEN,
		[DIFF_SORT_EVICTED] = DIFF_EVICTED,
	};

	if (sort == DIFF_SORT_NAME)
		return 0;
	return sort == DIFF_SORT_CHANGE ? amount(row) : known(row->pages[which[sort]]);
}

static int compare(const void *a, const void *b, void *ctx)
{
	const struct diff_row *x = a, *y = b;
	const enum diff_sort *sort = ctx;
	uint64_t v = weight(x, *sort), w = weight(y, *sort);
	size_t len = x->name_len < y->name_len ? x->name_len : y->name_len;
	int order;

	if (v != w)
		return v < w ? 1 : -1;
	order = memcmp(x->name, y->name, len) ?:
		(x->name_len > y->name_len) - (x->name_len < y->name_len);
	/* files without a name are in an order, too */
	return order || !x->file ? order : memcmp(&x->file->key, &y->file->key, sizeof(x->file->key));
}

/* Rows -------------------------------------------------------------------------------------- */

static void add_row(struct diff_rows *rows, const struct diff_row *row, bool changed)
{
	if (changed)
		rows->list[rows->nr++] = *row;
	else
		rows->same++;
	diff_add(rows->total, row->pages);
}

static void set_name(struct diff_row *row)
{
	row->name = diff_file_named(row->file, DIFF_SECOND, &row->name_len);
	if (!row->name)
		row->name = diff_file_named(row->file, DIFF_FIRST, &row->name_len);
}

static void make_files(struct diff_rows *rows, const struct diff_moments *m)
{
	const struct diff_told told = diff_moments_told(m);
	size_t i;

	for (i = 0; i < m->files.nr; i++) {
		struct diff_row row = { .file = m->files.list[i] };
		bool changed = diff_change(&told, row.file, row.pages);

		set_name(&row);
		add_row(rows, &row, changed);
	}
}

static void make_groups(struct diff_rows *rows, const struct diff_moments *m,
			struct diff_row *groups)
{
	const struct diff_told told = diff_moments_told(m);
	uint64_t pages[DIFF_PAGES];
	size_t i;

	for (i = 0; i < m->files.nr; i++) {
		diff_change(&told, m->files.list[i], pages);
		diff_add(groups[m->files.list[i]->key.group - 1].pages, pages);
	}
	for (i = 0; i < m->groups.nr; i++) {
		groups[i].group = m->groups.list[i];
		groups[i].name = groups[i].group->name;
		groups[i].name_len = groups[i].group->name_len;
		add_row(rows, &groups[i], diff_is_change(groups[i].pages));
	}
}

/* Classes ------------------------------------------------------------------------------------ */

static int put_class(struct diff_moments *m, const char *name, const uint64_t pages[DIFF_MOMENTS],
		     const uint64_t dirty[DIFF_MOMENTS])
{
	struct diff_name *group = diff_names_find(&m->groups, name, name, strlen(name));
	const struct diff_key key = { .group = group ? group->number : 0 };
	struct diff_file *file = group ? diff_files_find(&m->files, &key) : NULL;
	int i;

	if (!file)
		return -ENOMEM;
	for (i = 0; i < DIFF_MOMENTS; i++) {
		file->at[i].there = true;
		file->at[i].pages += pages[i];
		file->at[i].dirty += dirty[i];
		file->at[i].evicted = PAGESNAP_NONE;
	}
	return 0;
}

static uint64_t reserved_of(const struct census *c)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < PAGESNAP_KINDS; i++)
		sum += c->kinds[i].reserved;
	return sum;
}

static int make_classes(struct diff_moments *m)
{
	const struct census *a = &m->looks[DIFF_FIRST].census, *b = &m->looks[DIFF_SECOND].census;
	static const uint64_t none[DIFF_MOMENTS];
	const uint64_t reserved[] = { reserved_of(a), reserved_of(b) };
	unsigned int i;
	int err = 0;

	for (i = 0; i < PAGESNAP_KINDS && !err; i++) {
		const uint64_t pages[] = { a->kinds[i].pages, b->kinds[i].pages };
		const uint64_t dirty[] = { a->kinds[i].dirty, b->kinds[i].dirty };

		if (pages[DIFF_FIRST] || pages[DIFF_SECOND])
			err = put_class(m, census_class(i), pages, dirty);
	}
	return err ?: put_class(m, "reserved", reserved, none) ?:
	       put_class(m, census_class(PAGESNAP_KIND_KERNEL),
			 (const uint64_t[]){ a->uncounted, b->uncounted }, none) ?:
	       put_class(m, "moved", (const uint64_t[]){ a->torn, b->torn }, none);
}

/**
 * diff_rows_make() - make rows
 * @rows: gets them
 * @m: moments that match
 * @sort: their order
 *
 * Return: 0 or -ENOMEM; diff_rows_free() is owed.
 */
int diff_rows_make(struct diff_rows *rows, struct diff_moments *m, enum diff_sort sort)
{
	struct diff_row *groups = NULL;
	int err = 0;

	*rows = (struct diff_rows){ .nr = 0 };
	if (m->by == DIFF_BY_FILE)
		err = diff_files_match(&m->files);
	else if (m->by == DIFF_BY_CLASS)
		err = make_classes(m);
	rows->list = calloc((m->by == DIFF_BY_FILE ? m->files.nr : m->groups.nr) + 1,
			    sizeof(*rows->list));
	if (m->by != DIFF_BY_FILE)
		groups = calloc(m->groups.nr + 1, sizeof(*groups));
	if (err || !rows->list || (!groups && m->by != DIFF_BY_FILE)) {
		free(groups);
		return -ENOMEM;
	}
	if (groups)
		make_groups(rows, m, groups);
	else
		make_files(rows, m);
	free(groups);
	qsort_r(rows->list, rows->nr, sizeof(*rows->list), compare, &sort);
	return 0;
}

/**
 * diff_rows_free() - forget rows
 * @rows: rows
 */
void diff_rows_free(struct diff_rows *rows)
{
	free(rows->list);
	memset(rows, 0, sizeof(*rows));
}

static struct diff_line line_of(const struct diff_moments *m, const uint64_t pages[DIFF_PAGES])
{
	struct diff_line line = {
		.by = diff_by_word(m->by),
		.from = m->looks[DIFF_FIRST].time_ns / NS_PER_SECOND,
		.to = m->looks[DIFF_SECOND].time_ns / NS_PER_SECOND,
	};

	memcpy(line.pages, pages, sizeof(line.pages));
	return line;
}

/**
 * diff_rows_line() - what a row shows
 * @m: moments
 * @row: row
 *
 * Return: line for rows of kind_diff.
 */
struct diff_line diff_rows_line(const struct diff_moments *m, const struct diff_row *row)
{
	struct diff_line line = line_of(m, row->pages);

	line.name = row->name;
	line.name_len = row->name_len;
	line.how = diff_how(row->file, row->pages);
	if (row->file && diff_file_renamed(row->file))
		line.was = diff_file_named(row->file, DIFF_FIRST, &line.was_len);
	return line;
}

/**
 * diff_rows_total() - what the sum of all rows shows
 * @m: moments
 * @rows: rows
 *
 * Return: line for rows of kind_diff.
 */
struct diff_line diff_rows_total(const struct diff_moments *m, const struct diff_rows *rows)
{
	struct diff_line line = line_of(m, rows->total);

	line.name = line.by = "total";
	line.name_len = strlen(line.name);
	line.how = diff_how(NULL, rows->total);
	return line;
}
