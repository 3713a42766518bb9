/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An output from within: what out.c does for rows of all kinds, and out-pages.c
 * for those of pages.
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

/**
 * struct out - an output
 * @options: of the caller
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
 * @keeps: rows go to the sink at once, which is told what is new
 * @explain: of the kind, where people may want it; else NULL
 * @only_rows: of a run or page nobody wants to know but its row
 * @begun: a record of some query has come
 * @error: -errno of the first failure; nothing is done after it
 * @writer: where to
 * @text: with OUT_TEXT, else NULL
 */
struct out {
	struct out_options options;
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
	void (*explain)(const struct row *row, struct kind_legend *legend);
	bool only_rows;
	bool no_total;
	bool begun;
	int error;
	struct writer writer;
	struct text *text;
};

/* Prints the row that was made, or keeps it if rows are sorted.  0 or -errno. */
int out_print_row(struct out *o);

/* Is a record of no interest, since it was seen or is not of a wanted state?  Or -ENOMEM. */
int out_pages_passes_over(struct out *o, const struct pagesnap_record *r);
/* Takes a record of pages, and prints the rows that it leads to.  0 or -errno, as the next. */
int out_pages_take(struct out *o, const struct pagesnap_record *r);
/* Prints the rows that wanted all records. */
int out_pages_finish(struct out *o);
/* Says in @end what stands below the rows; @remarks is to be freed.  0 or -ENOMEM. */
int out_pages_end(struct out *o, struct sink_end *end, char **remarks);

#endif /* RENDER_OUT_INTERNAL_H */
