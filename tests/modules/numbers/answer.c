// SPDX-License-Identifier: GPL-2.0
/* What the answers of all files have in common. */
#include <linux/ktime.h>

#include "answer.h"
#include "core/answer.h"

/* Parse the line; the caller sends the query record when nothing else is wrong. */
int numbers_answer_begin(struct numbers_answer *a, const struct pagesnap_request *request,
			 const struct pagesnap_grammar *grammar, void *options,
			 struct pagesnap_diag *d)
{
	int err;

	memset(a, 0, sizeof(*a));
	a->request = *request;
	a->started_ns = ktime_get_ns();
	err = pagesnap_query_parse(grammar, request->text, request->len, &a->q, options, d);
	memcpy(d->tag, a->q.tag, sizeof(d->tag));
	pagesnap_answer_init_end(&a->end, request->q, a->q.tag, PAGESNAP_END_COMPLETE);
	return err;
}

void numbers_answer_query(struct numbers_answer *a, struct pagesnap_emit *e)
{
	pagesnap_answer_line(e, &a->request, a->q.tag);
}

void numbers_answer_end(struct numbers_answer *a, struct pagesnap_emit *e)
{
	a->end.counters[0] = a->end.records;
	a->end.us = (ktime_get_ns() - a->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, &a->end);
}

/* A line without a fault has no names that could be wrong. */
int numbers_try(const struct pagesnap_index_ops *index, const char *text, u32 len,
		const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	return d->err;
}

/* For what holds nothing, neither between two reads nor at the end. */
void numbers_nothing(void *walk)
{
}
