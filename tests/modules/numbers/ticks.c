// SPDX-License-Identifier: GPL-2.0
/*
 * ticks_index: counts from START to END, but waits between two numbers.  Samples are taken
 * by whoever reads, at times that a schedule tells: the next one is all that is set.
 */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "answer.h"
#include "core/answer.h"
#include "core/schedule.h"
#include "numbers.h"

#define EVERY_DEFAULT (100 * NSEC_PER_MSEC)

/**
 * struct ticks_walk - the answer to one query
 * @answer: what all answers have
 * @schedule: when it ticks
 */
struct ticks_walk {
	struct numbers_answer answer;
	struct pagesnap_schedule schedule;
};

static int ticks_every(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = options;

	if (pagesnap_duration(value, len, &s->every))
		return pagesnap_diag(d, -EINVAL, 0, "every= takes a time, as 100ms");
	return 0;
}

static int ticks_for(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = options;

	if (pagesnap_duration(value, len, &s->lasts))
		return pagesnap_diag(d, -EINVAL, 0, "for= takes a time, as 10s");
	return 0;
}

static int ticks_samples(void *options, struct pagesnap_query *q, const char *value, u32 len,
			 struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = options;

	if (pagesnap_number(value, len, &s->samples) || !s->samples)
		return pagesnap_diag(d, -EINVAL, 0, "samples= takes a number above 0");
	return 0;
}

static const struct pagesnap_option ticks_options[] = {
	{ "every", ticks_every, 0 },
	{ "for", ticks_for, 0 },
	{ "samples", ticks_samples, 0 },
	{ }
};

static const struct pagesnap_grammar ticks_grammar = {
	.subject = PAGESNAP_SUBJECT_NONE,
	.page_shift = PAGE_SHIFT,
	.options = ticks_options,
};

static int ticks_check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		       struct pagesnap_bound *bound, struct pagesnap_query *q,
		       struct pagesnap_diag *d)
{
	struct pagesnap_schedule s;

	return pagesnap_query_parse(&ticks_grammar, text, len, q, &s, d);
}

static void *ticks_alloc(void)
{
	return kzalloc(sizeof(struct ticks_walk), GFP_KERNEL_ACCOUNT);
}

static void ticks_free(void *walk)
{
	kfree(walk);
}

/* The time of a number is what ends it, so that none beyond is told when some were missed. */
static void end_at(struct pagesnap_schedule *s, u64 numbers)
{
	u64 lasts;

	if (!check_mul_overflow(numbers, s->every, &lasts))
		s->lasts = min(s->lasts, lasts);
}

static int ticks_begin(void *walk, const struct pagesnap_index_ops *index,
		       const struct pagesnap_request *request, struct pagesnap_emit *e,
		       struct pagesnap_diag *d)
{
	struct ticks_walk *w = walk;
	struct numbers_answer *a = &w->answer;

	pagesnap_schedule_init(&w->schedule, EVERY_DEFAULT);
	if (numbers_answer_begin(a, request, &ticks_grammar, &w->schedule, d))
		return d->err;
	if (a->q.end != U64_MAX)
		end_at(&w->schedule, a->q.end - a->q.start);
	if (pagesnap_schedule_check(&w->schedule, request->last, d))
		return d->err;
	pagesnap_schedule_begin(&w->schedule, a->started_ns);
	numbers_answer_query(a, e);
	return 0;
}

static void emit_tick(struct ticks_walk *w, const struct pagesnap_sample *sample,
		      struct pagesnap_emit *e)
{
	struct numbers_answer *a = &w->answer;
	const struct numbers_tick r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_TICK },
		.q = a->request.q,
		.value = a->q.start + sample->nr,
		.late_ns = sample->late,
		.missed = sample->missed,
	};
	struct pagesnap_text *t;

	a->end.records++;
	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "tick", r.q);
	pagesnap_text_key(t, " value=", r.value);
	pagesnap_text_key(t, " late=", r.late_ns);
	pagesnap_text_key(t, " missed=", r.missed);
	pagesnap_emit_commit(e);
}

static void emit_missed(struct ticks_walk *w, u64 missed, struct pagesnap_emit *e)
{
	const struct numbers_missed r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_MISSED },
		.q = w->answer.request.q,
		.numbers = missed,
	};
	struct pagesnap_text *t;

	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "missed", r.q);
	pagesnap_text_key(t, " numbers=", r.numbers);
	pagesnap_emit_commit(e);
}

/* One tick at the most: however late the reader comes, a second one is never due. */
static int ticks_step(void *walk, struct pagesnap_emit *e)
{
	struct ticks_walk *w = walk;
	struct pagesnap_schedule *s = &w->schedule;
	struct pagesnap_sample sample;
	u64 now = ktime_get_ns();

	if (!pagesnap_schedule_over(s, now) && pagesnap_schedule_take(s, now, &sample))
		emit_tick(w, &sample, e);
	if (pagesnap_schedule_over(s, now)) {
		emit_missed(w, pagesnap_schedule_missed(s, now), e);
		numbers_answer_end(&w->answer, e);
		return 0;
	}
	pagesnap_wake_at(w->answer.request.wake, pagesnap_schedule_due(s));
	return PAGESNAP_STEP_WAIT;
}

const struct pagesnap_index_ops numbers_ticks_index = {
	.name = "ticks_index",
	.usage = "\"0 10 every=100ms\"",
	.check = ticks_check,
	.try = numbers_try,
	.alloc = ticks_alloc,
	.free = ticks_free,
	.begin = ticks_begin,
	.step = ticks_step,
	.pause = numbers_nothing,
	.finish = numbers_nothing,
};
