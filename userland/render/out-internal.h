/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An output from within: what out.c does for rows of all kinds, and files out-KIND.c
 * for what else is made of the answers of one.
 */
#ifndef RENDER_OUT_INTERNAL_H
#define RENDER_OUT_INTERNAL_H

#include "changes.h"
#include "kinds/bar.h"
#include "kinds/kind.h"
#include "kinds/pages_summary.h"
#include "out.h"
#include "seen.h"
#include "sink.h"
#include "sorted.h"
#include "tally.h"
#include "text.h"

struct out;

/**
 * struct out_more - what is made of a kind's answers besides rows
 * @kind: of which kind
 * @passes_over: is a record without interest?  What is of interest is counted.  1, 0 or -ENOMEM
 * @take: takes a record, and prints the rows that it leads to.  0 or -errno
 * @finish: prints the rows that wanted all records.  0 or -errno
 * @end: says in @end what stands below the rows; @remarks gets text that is to be freed when
 *	that is printed.  0 or -ENOMEM
 */
struct out_more {
	const struct kind *kind;
	int (*passes_over)(struct out *o, const struct pagesnap_record *r);
	int (*take)(struct out *o, const struct pagesnap_record *r);
	int (*finish)(struct out *o);
	int (*end)(struct out *o, struct sink_end *end, char **remarks);
};

extern const struct out_more out_pages;

/**
 * struct out - an output
 * @options: of the caller
 * @more: what is made of the kind's answers besides rows; NULL if nothing is
 * @layout: columns
 * @row: the row that is being made, of options.kind
 * @values: its values
 * @changes: which of them can differ from the row before
 * @sink: format
 * @sorted: rows that are kept, NULL if none are
 * @summary: with options.summary
 * @tally: with options.by, else NULL
 * @seen: with options.once
 * @bar: with options.bar: of the file under way
 * @bar_sums: its pages
 * @in_bar: there is one
 * @task_sums: with options.task_totals: of the process under way
 * @task_pss: and its PSS
 * @in_task: there is one
 * @failures: with OUT_JSON
 * @totals: what was seen and printed
 * @keeps: rows go to the sink at once, which is given what is new
 * @explain: of the kind, where people may want it; else NULL
 * @only_rows: of a run or page nobody wants to know but its row
 * @begun: a record of some query has come
 * @error: -errno of the first failure; nothing is done after it
 * @writer: where to
 * @text: with OUT_TEXT, else NULL
 */
struct out {
	struct out_options options;
	const struct out_more *more;
	struct layout layout;
	struct row *row;
	struct value *values;
	struct changes changes;
	struct sink *sink;
	struct sorted *sorted;
	struct pages_summary summary;
	struct tally *tally;
	struct seen seen;
	struct bar bar;
	struct pages_summary bar_sums;
	bool in_bar;
	struct pagesnap_sums task_sums;
	__u64 task_pss;
	bool in_task;
	struct failures failures;
	struct out_totals totals;
	bool keeps;
	uint32_t (*explain)(const struct row *row);
	bool only_rows;
	bool no_total;
	bool begun;
	int error;
	struct writer writer;
	struct text *text;
};

/* Prints the row that was made, or keeps it if rows are sorted.  0 or -errno. */
int out_print_row(struct out *o);

#endif /* RENDER_OUT_INTERNAL_H */
