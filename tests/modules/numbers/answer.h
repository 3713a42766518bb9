/* SPDX-License-Identifier: GPL-2.0 */
/* What the answers of all files have in common. */
#ifndef PAGESNAP_TESTS_NUMBERS_ANSWER_H
#define PAGESNAP_TESTS_NUMBERS_ANSWER_H

#include "core/index.h"

/**
 * struct numbers_answer - the answer to one query
 * @request: the line
 * @q: the line, parsed
 * @end: counters
 * @started_ns: when it began
 */
struct numbers_answer {
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_end end;
	u64 started_ns;
};

extern const struct pagesnap_index_ops numbers_ticks_index;
extern const struct pagesnap_index_ops numbers_events_index;

u32 numbers_events_running(void);
int numbers_hotplug_start(void (*event)(void *arg), void *arg);
void numbers_hotplug_stop(void);
int numbers_answer_begin(struct numbers_answer *a, const struct pagesnap_request *request,
			 const struct pagesnap_grammar *grammar, void *options,
			 struct pagesnap_diag *d);
void numbers_answer_query(struct numbers_answer *a, struct pagesnap_emit *e);
void numbers_answer_end(struct numbers_answer *a, struct pagesnap_emit *e);
int numbers_try(const struct pagesnap_index_ops *index, const char *text, u32 len,
		const struct pagesnap_query *q, struct pagesnap_diag *d);
void numbers_nothing(void *walk);

#endif /* PAGESNAP_TESTS_NUMBERS_ANSWER_H */
