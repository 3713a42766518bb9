/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An output from within: what out.c does for rows of all kinds, and a folder for each kind whose
 * answers are more than rows.
 */
#ifndef RENDER_OUT_INTERNAL_H
#define RENDER_OUT_INTERNAL_H

#include "changes.h"
#include "kinds/kind.h"
#include "out.h"
#include "sink.h"
#include "sorted.h"
#include "text.h"

struct out;

/* What rows of an output are, besides those of its records one by one. */
#define OUT_LOOKS	0x01	/* records are looked at before they are rows, or are none */
#define OUT_JOINS	0x02	/* several answers lead to a row, or to none */
#define OUT_OTHER_ROWS	0x04	/* rows are of something else than the objects of answers */
#define OUT_ENDS	0x08	/* the end of an answer leads to a row */

/**
 * struct out_digest - what is made of a kind's answers besides rows
 * @kind: of which kind
 * @size: of its own struct, in @digest_own of struct out, all zero before @begin
 * @traits: OUT_* of an output with these options, which may not have begun
 * @columns: list of the columns that are printed unless others are named, which may be written
 *	to @room; @usual: that without it.  Before @begin
 * @begin: makes what its own struct needs.  0 or -ENOMEM
 * @passes_over: is a record without interest?  What is of interest is counted.  1, 0 or -ENOMEM
 * @outlived: a process of that PID is not there.  Was it seen before, and has gone since?
 * @take: takes a record, and prints the rows that it leads to.  0 or -errno
 * @finish: prints the rows that wanted all records.  0 or -errno
 * @end: says in @end what stands below the rows; it stays there until @free.  0 or -ENOMEM
 * @remark: puts a sentence into @buf that people should know of all rows
 * @free: gives back what its own struct has, also after a @begin that failed
 *
 * @columns, @begin, @passes_over, @outlived, @end and @remark may be NULL: there is nothing to do
 * then.
 */
struct out_digest {
	const struct kind *kind;
	size_t size;
	unsigned int (*traits)(const struct out_options *options);
	const char *(*columns)(const struct out_options *options, const char *usual, char *room,
			       size_t size);
	int (*begin)(struct out *o);
	int (*passes_over)(struct out *o, const struct pagesnap_record *r);
	bool (*outlived)(struct out *o, uint32_t pid);
	int (*take)(struct out *o, const struct pagesnap_record *r);
	int (*finish)(struct out *o);
	int (*end)(struct out *o, struct sink_end *end);
	void (*remark)(const struct out *o, char *buf, size_t size);
	void (*free)(struct out *o);
};

/**
 * struct out - an output
 * @options: of the caller
 * @digest: what is made of the kind's answers besides rows; NULL if nothing is
 * @digest_own: its own struct
 * @layout: columns
 * @row: the row that is being made, of options.kind
 * @values: its values
 * @changes: which of them can differ from the row before
 * @sink: format
 * @sorted: rows that are kept, NULL if none are
 * @failures: with OUT_JSON
 * @totals: what was seen and printed
 * @keeps: rows go to the sink at once, which is given what is new
 * @explain: of the kind, where people may want it; else NULL
 * @only_rows: of a run or page nobody wants to know but its row
 * @skips_ends: of the end of an answer nobody wants to know anything
 * @no_total: nothing stands below the rows
 * @begun: a record of some query has come
 * @error: -errno of the first failure; nothing is done after it
 * @text: with OUT_TEXT, else NULL
 * @writer: where to; the last, as its buffer is large and need not be zero
 */
struct out {
	struct out_options options;
	const struct out_digest *digest;
	void *digest_own;
	struct layout layout;
	struct row *row;
	struct value *values;
	struct changes changes;
	struct sink *sink;
	struct sorted *sorted;
	struct failures failures;
	struct out_totals totals;
	bool keeps;
	uint32_t (*explain)(const struct row *row);
	bool only_rows;
	bool skips_ends;
	bool no_total;
	bool begun;
	int error;
	struct text *text;
	struct writer writer;
};

/* Prints the row that was made, or keeps it if rows are sorted.  0 or -errno. */
int out_print_row(struct out *o);

#endif /* RENDER_OUT_INTERNAL_H */
