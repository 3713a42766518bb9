/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What becomes of records, wherever they come from: rows, messages, and what
 * is counted for the exit code.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/queries.h"
#include "base/progress.h"
#include "base/repeats.h"
#include "kinds/kind.h"
#include "pending.h"
#include "settings.h"

/**
 * struct answers - the answers of one run
 * @settings: how to print
 * @set_group: the answers are grouped by PAGESNAP_GROUP_*: sets how rows look
 * @learn: an answer that was saved begins: takes what its query says of the run.  0, or
 *	a negative errno, -EINVAL after a message
 * @set_kind: the answers are of another kind than that of @settings: has rows look so.  False
 *	if the subcommand doesn't show it; NULL: it shows no other
 * @check_group: may answers be of PAGESNAP_GROUP_*?  0, or -EINVAL after a message
 * @ctx: for these
 * @nothing: says that an answer has nothing in it; NULL: that is not said
 * @own: for that
 * @out: where rows go; made when the first query says how its answer is grouped
 * @rows: kind whose flat records are rows there, and nothing else; NULL if none are
 * @pending: records that came before that
 * @names: of memory cgroups, that came before that, too
 * @context: say to people what an answer is about
 * @header: one that came before
 * @has_header: there is one
 * @answered: queries that were answered to the end, in whole or in part
 * @failed: queries that were not
 * @targets: what queries are about; one that several queries are about counts once
 * @lost: of these, those that a query about was not answered
 * @twice: several queries may be about one
 * @partial: of those answered, the ones of which something is missing
 * @gone: processes that had gone, having been told of, when they were asked for more
 * @goes: the answer that comes says so of one
 * @group: PAGESNAP_GROUP_* of the one that comes
 * @explained: the reason why the current answer failed was printed
 * @repeats: failures that were said
 * @noted: a note about the current answer was printed
 * @unknown: records of types that are not known here
 * @err: negative errno that ended it: of printing, and said
 * @at: for the progress line
 */
struct answers {
	const struct settings *settings;
	void (*set_group)(void *ctx, uint32_t group);
	int (*learn)(void *ctx, const struct query *query);
	bool (*set_kind)(void *ctx, const struct kind *kind);
	int (*check_group)(void *ctx, uint32_t group);
	void *ctx;
	void (*nothing)(const void *own, struct kind_nothing *n, const struct kind_asked *asked);
	const void *own;
	struct out *out;
	const struct kind *rows;
	struct pending pending;
	struct pending names;
	struct repeats repeats;
	bool context;
	union pagesnap_any header;
	bool has_header;
	uint64_t answered;
	uint64_t failed;
	uint64_t targets;
	uint64_t lost;
	bool twice;
	uint64_t partial;
	uint64_t gone;
	bool goes;
	uint32_t group;
	bool explained;
	bool noted;
	uint64_t unknown;
	int err;
	struct progress at;
};

/* Are the columns that are to be printed known?  Of @any_kind?  0, or -EINVAL after a message. */
int answers_check_columns(const struct out_options *options, bool any_kind);
/* Can rows of the collection called @name be shown, and will they be, from now on? */
bool answers_take_kind(struct answers *answers, const char *name);
/* What a cgroup was called when the answers were saved.  0 or a negative errno. */
int answers_cgroup(struct answers *answers, const struct pagesnap_record *r);
/* A header, which belongs to no query.  0, or after a message -errno if it can't be printed. */
int answers_header(struct answers *answers, const struct pagesnap_record *r);
/* A record of the answer to @query.  As above. */
int answers_record(struct answers *answers, const struct query *query,
		   const struct pagesnap_record *r);
/*
 * Is it a row of an answer that has begun, to be printed as such and no more?  Most records are,
 * and answers_row() does what answers_record() would.
 */
static inline bool answers_is_row(const struct answers *answers, const struct pagesnap_record *r)
{
	return answers->rows && kind_claims_flat(answers->rows, r);
}

int answers_row(struct answers *answers, const struct query *query,
		const struct pagesnap_record *r);
/* @nr of them, as pagesnap_alike_fn has it.  1, 0 to have them one by one, or a negative errno. */
int answers_alike(struct answers *answers, const struct query *query, struct pagesnap_record *r,
		  size_t nr);
/* A record of a type that only a newer module knows.  As above. */
int answers_unknown(struct answers *answers, const struct pagesnap_record *r);
/* An answer has rows in groups of @group, the first one to say so, as all look.  As above. */
int answers_begin(struct answers *answers, uint32_t group);
/* @len bytes of whole rows that were made elsewhere, of as much as @at says.  As above. */
int answers_rows(struct answers *answers, const char *rows, size_t len,
		 const struct progress *at);
/* Prints what was kept back for speed.  As above. */
int answers_flush(struct answers *answers);
/* Prints what was kept to the end.  As above. */
int answers_finish(struct answers *answers, enum out_ending ending);
/* Why @query can't be asked, as it is said of an answer. */
void answers_say_refusal(const struct query *query);
/* EXIT_OK, EXIT_FAILED or EXIT_PARTIAL. */
int answers_exit_code(const struct answers *answers);

#endif /* ANSWERS_H */
