/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is made of answers about pages besides their rows, from within: one file for each of
 * bars, totals of processes, and sums; and digest.c, which chooses.
 */
#ifndef RENDER_PAGES_DIGEST_H
#define RENDER_PAGES_DIGEST_H

#include "kinds/bar.h"
#include "kinds/pages_row.h"
#include "kinds/pages_summary.h"
#include "render/out-internal.h"
#include "seen.h"
#include "tally.h"

/* Room for the members of a total. */
#define PAGES_TOTAL_SUMS 16

/**
 * struct pages_digest - what an output of rows about pages has besides these
 * @summary: of the answers: with --summary of all, with @tally of what is added up
 * @tally: sums of files, NULL if none are wanted
 * @seen: files so far, if each is to be reported once
 * @bar: of the file under way
 * @bar_sums: its pages
 * @in_bar: there is one
 * @task_sums: of the process under way
 * @task_pss: and its PSS
 * @in_task: there is one
 * @remarks: what the line below a summary says besides flags, NULL if there is none
 * @sums: members of the total
 */
struct pages_digest {
	struct pages_summary summary;
	struct tally *tally;
	struct seen seen;
	struct bar bar;
	struct pages_summary bar_sums;
	bool in_bar;
	struct pagesnap_sums task_sums;
	__u64 task_pss;
	bool in_task;
	char *remarks;
	struct sink_sum sums[PAGES_TOTAL_SUMS];
};

static inline struct pages_digest *pages_digest(const struct out *o)
{
	return o->digest_own;
}

/* Is the object of a row in a state that is wanted?  What is no file has no state. */
bool pages_digest_wants(const struct out *o, const struct record_copy *object);

/* bars.c: takes a record, and prints the file before if it was the last.  0 or -errno. */
int pages_take_bar(struct out *o, const struct pagesnap_record *r);

/* task_total.c: takes a record, and prints the total behind the last VMA.  0 or -errno. */
int pages_take_task(struct out *o, const struct pagesnap_record *r);

/* sums.c: takes a record that is added up.  0 or -ENOMEM. */
int pages_take_sums(struct out *o, const struct pagesnap_record *r);
/* Prints the rows of what was added up.  0 or -errno. */
int pages_print_sums(struct out *o);
/* Says what stands below rows of sums.  0 or -ENOMEM. */
int pages_end_sums(struct out *o, struct sink_end *end);

#endif /* RENDER_PAGES_DIGEST_H */
