/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_SCHEDULE_H
#define PAGESNAP_CORE_SCHEDULE_H

#include "values.h"

struct pagesnap_query;

/**
 * struct pagesnap_schedule - when samples are taken
 * @every: ns from one to the next
 * @lasts: ns from the first to the end, U64_MAX without one
 * @samples: how many at the most, U64_MAX without a limit
 * @start: time of the first; if @every has changed, that of a first that would have led to the next
 * @next: the next, counted from 0 at @start
 * @taken: samples that were taken
 * @missed: samples whose time had passed when their turn came
 */
struct pagesnap_schedule {
	u64 every;
	u64 lasts;
	u64 samples;
	u64 start;
	u64 next;
	u64 taken;
	u64 missed;
};

/**
 * struct pagesnap_sample - a sample that is taken
 * @nr: which, counted from 0
 * @late: ns since it should have been taken
 * @missed: samples before it whose time had passed as well
 */
struct pagesnap_sample {
	u64 nr;
	u64 late;
	u64 missed;
};

void pagesnap_schedule_init(struct pagesnap_schedule *s, u64 every);
int pagesnap_schedule_parse_every(void *to, struct pagesnap_query *q, const char *value, u32 len,
				  struct pagesnap_diag *d);
int pagesnap_schedule_parse_for(void *to, struct pagesnap_query *q, const char *value, u32 len,
				struct pagesnap_diag *d);
int pagesnap_schedule_parse_samples(void *to, struct pagesnap_query *q, const char *value, u32 len,
				    struct pagesnap_diag *d);
int pagesnap_schedule_check(const struct pagesnap_schedule *s, bool last, struct pagesnap_diag *d);
void pagesnap_schedule_begin(struct pagesnap_schedule *s, u64 now);
bool pagesnap_schedule_take(struct pagesnap_schedule *s, u64 now, struct pagesnap_sample *sample);
bool pagesnap_schedule_over(const struct pagesnap_schedule *s, u64 now);
u64 pagesnap_schedule_missed(const struct pagesnap_schedule *s, u64 now);
void pagesnap_schedule_change(struct pagesnap_schedule *s, u64 every, u64 now);
u64 pagesnap_schedule_due(const struct pagesnap_schedule *s);

#endif /* PAGESNAP_CORE_SCHEDULE_H */
