/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From decoded records to what is printed: rows, columns, sinks.
 */
#ifndef RENDER_OUT_H
#define RENDER_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kinds/caches_view.h"
#include "kinds/heat_view.h"
#include "kinds/kind.h"
#include "kinds/map_view.h"
#include "kinds/pages_view.h"
#include "kinds/slab_view.h"
#include "kinds/trace_view.h"
#include "kinds/tallies_line.h"
#include "kinds/wss_view.h"
#include "lib/pagesnap.h"

enum out_format {
	OUT_TABLE,
	OUT_JSON,
	OUT_JSONL,
	OUT_CSV,
	OUT_RAW,
	OUT_TEXT,	/* lines as the index files print them */
};

struct out_digest;

/* Why no more records come. */
enum out_ending {
	OUT_WHOLE,		/* all were there */
	OUT_INTERRUPTED,	/* somebody did not want to wait */
	OUT_CUT,		/* asking failed, or what was saved ends early or is damaged */
};

/**
 * struct out_options - how records are printed
 * @kind: of what kind rows are
 * @to: where
 * @format: as what
 * @columns: of -o: names, or "+" and names to add; NULL for the default ones
 * @defaults: column list of the subcommand for rows of objects
 * @page_defaults: and for rows of runs, pages and entries without a page
 * @total_defaults: and for rows of totals, NULL for the usual ones
 * @group: PAGESNAP_GROUP_* that the first answer is expected to have
 * @all_columns: --output-all
 * @no_headings: -n
 * @bytes: -b
 * @no_truncate: -u
 * @summary: rows are flag combinations, of all totals together
 * @raw_flags: distinguish all flags in a summary
 * @row_columns: column list in place of the usual one, whatever the group, but not with @summary;
 *	or NULL
 * @digests: what is made of answers besides rows, by kind: a table that ends with NULL; NULL
 *	for nothing
 * @pages: what the digest of pages is to make
 * @wss: and that of working sets
 * @heat: and that of heat
 * @trace: and that of a trace
 * @tallies: and that of references by mapping or file
 * @caches: and that of caches
 * @slab: and that of allocations
 * @map: and that of maps
 * @sort: rows of objects are kept and sorted by @sort_column, falling
 * @sort_column: name, NULL for RES
 * @top: rows that are printed of a sorted table, 0 for all
 * @terminal: @to is one, @width columns wide
 * @width: of the terminal
 * @color: use colours
 */
struct out_options {
	const struct kind *kind;
	FILE *to;
	enum out_format format;
	const char *columns;
	const char *defaults;
	const char *page_defaults;
	const char *total_defaults;
	uint32_t group;
	bool all_columns;
	bool no_headings;
	bool bytes;
	bool no_truncate;
	bool summary;
	bool raw_flags;
	const char *row_columns;
	const struct out_digest *const *digests;
	struct pages_view pages;
	struct wss_view wss;
	struct heat_view heat;
	struct trace_view trace;
	struct tallies_view tallies;
	struct caches_view caches;
	struct slab_view slab;
	struct map_view map;
	bool sort;
	const char *sort_column;
	size_t top;
	bool terminal;
	unsigned int width;
	bool color;
};

/**
 * struct out_totals - what was printed, for footers and exit codes
 * @rows: printed
 * @objects: seen: files, VMAs, spans
 * @files: of these, files
 * @printed_bytes: bytes of pages in printed rows
 * @all_bytes: bytes of pages in all rows
 * @holes: frames without memory
 * @groups: rows that there are of files that were added up
 * @remarks: bits of the kind's remarks that explain something in columns that are printed
 * @huge_bytes: bytes of pages of hugetlbfs in these
 * @nameless: one of them is of files whose names are cached no more
 */
struct out_totals {
	uint64_t rows;
	uint64_t objects;
	uint64_t files;
	uint64_t printed_bytes;
	uint64_t all_bytes;
	uint64_t holes;
	uint64_t groups;
	uint32_t remarks;
	uint64_t huge_bytes;
	bool nameless;
};

struct out;

/* A record comes, printed or not: who waits for it learns that it is there. */
void out_announce(const struct out_options *options, const struct pagesnap_record *r);
/* Are there the columns that are named?  0, -ENOMEM, or -EINVAL with a sentence in @why. */
int out_check_columns(const struct out_options *options, char *why, size_t why_size);
/* NULL if a column is unknown, with a sentence in @why. */
struct out *out_new(const struct out_options *options, char *why, size_t why_size);
void out_free(struct out *o);
/*
 * A record of the answer to query @q, @query being the line as the user gave
 * it; NULL or "" to take it from the records.
 */
int out_record(struct out *o, uint32_t q, const char *query, const struct pagesnap_record *r);
/* A process of that PID is not there: has it gone since answers told of it?  That is no failure. */
bool out_outlived(struct out *o, uint32_t pid);
/*
 * @nr records of one head and query, @r->size bytes apart: @r is the first one, and is led over
 * the others.  @amount: gets what the kind counts in them.  1, 0 if out_record() is to take them
 * one by one, or -errno as there.
 */
int out_alike(struct out *o, uint32_t q, const char *query, struct pagesnap_record *r, size_t nr,
	      uint64_t *amount);
/*
 * Whole rows of the same columns that another output has made, without headings:
 * of OUT_JSONL for OUT_JSON, for others of the same format.  0 or -errno, as above.
 */
int out_rows(struct out *o, const char *rows, size_t len);
/* A row of what is no record, as the kind has it.  0 or -errno, as above. */
int out_show(struct out *o, const void *what);
/* Prints what is kept back only for speed: no record may come for long.  0 or -errno. */
int out_flush(struct out *o);
/* Nothing was reported: print no total, since one of 0 would say that there is nothing. */
void out_without_total(struct out *o);
/* No more records will come; prints what was kept.  -errno if it can't be written. */
int out_finish(struct out *o, enum out_ending ending);
void out_totals(const struct out *o, struct out_totals *totals);
/* What people should know of all rows: a sentence in @buf, "" for none. */
void out_remark(const struct out *o, char *buf, size_t size);
/* Do rows depend on all answers, so that one output must have them all? */
bool out_joins_answers(const struct out_options *options);
/* Are rows not of what the answers are of, but of what is made of that? */
bool out_has_other_rows(const struct out_options *options);
/* Is something shown that brief answers don't tell? */
bool out_needs_queries(const struct out_options *options);
/* Does nobody want to know anything of the end of an answer? */
bool out_skips_ends(const struct out *o);
/* -H: names, JSON types and help of all columns. */
int out_list_columns(const struct out_options *options);

#endif /* RENDER_OUT_H */
