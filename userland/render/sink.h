/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sinks: where rows of values go, one for each format.
 */
#ifndef RENDER_SINK_H
#define RENDER_SINK_H

#include "failures.h"
#include "kinds/columns.h"
#include "out.h"
#include "writer.h"

struct cells;
struct sink;

/**
 * struct sink_sum - a member of what was summed up
 * @key: its name
 * @number: it
 * @counts: in its place a list of numbers, of which those that are not 0 are named by their
 *	place in it; NULL for none
 * @nr_counts: how many
 * @keys: names of place and number
 */
struct sink_sum {
	const char *key;
	uint64_t number;
	const __u64 *counts;
	size_t nr_counts;
	const char *keys[2];
};

/**
 * struct sink_end - what stands behind the rows
 * @failures: queries that were not complete
 * @sums: what was summed up, NULL if nothing was
 * @nr_sums: members of these
 * @total: values of the line below a summary, NULL for none; for people
 * @ending: would more rows have come?
 */
struct sink_end {
	const struct failures *failures;
	const struct sink_sum *sums;
	size_t nr_sums;
	const struct value *total;
	enum out_ending ending;
};

/**
 * struct sink_ops - a format
 * @keeps: if it is known what has changed in a row, it looks at those values only
 * @begin: what stands before the rows
 * @row: one row: a value for each column of the layout, and which of them may
 *	differ from the row before; NULL if all may
 * @rows: rows that another sink made, JSON in lines; NULL if they go to the writer as
 *	they are
 * @end: what stands behind them
 * @flush: rows that are kept go to the writer; may be NULL
 * @free: the sink
 *
 * All return 0 or -errno; what can't be written is the writer's to report.
 */
struct sink_ops {
	bool keeps;
	int (*begin)(struct sink *s);
	int (*row)(struct sink *s, const struct value *values, const struct column_set *changed);
	int (*rows)(struct sink *s, const char *rows, size_t len);
	int (*end)(struct sink *s, const struct sink_end *end);
	int (*flush)(struct sink *s);
	void (*free)(struct sink *s);
};

/**
 * struct sink - a format at work; each has its own struct around it
 * @ops: the format
 * @options: of the caller
 * @layout: columns
 * @writer: where to
 * @cells: the row before, if it is made of such: numbers may be written over those of before
 *	the next row, and then haven't changed for it; else NULL
 * @lines: a row is the line of @cells, and all that it needs is that it is written
 */
struct sink {
	const struct sink_ops *ops;
	const struct out_options *options;
	const struct layout *layout;
	struct writer *writer;
	struct cells *cells;
	bool lines;
};

/* Each returns NULL if there is no memory. */
struct sink *sink_table_new(void);
struct sink *sink_json_new(void);	/* of OUT_JSON and OUT_JSONL */
struct sink *sink_csv_new(void);
struct sink *sink_raw_new(void);

/* The sink of options->format, ready for rows. */
struct sink *sink_new(const struct out_options *options, const struct layout *layout,
		      struct writer *writer);

#endif /* RENDER_SINK_H */
