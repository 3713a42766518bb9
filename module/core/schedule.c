// SPDX-License-Identifier: GPL-2.0
/*
 * When samples are due.  They are taken by the thread that reads, so they can be late: a
 * sample says by how much, those whose time passed meanwhile are counted as missed, and none
 * is made up for.  Pure: its callers pass the time.
 */
#include "schedule.h"

#define MS 1000000ULL
#define EVERY_MIN (10 * MS)
#define EVERY_MAX (3600 * 1000 * MS)

/**
 * pagesnap_schedule_init() - a schedule that goes on for ever
 * @s: schedule
 * @every: ns from one sample to the next
 */
void pagesnap_schedule_init(struct pagesnap_schedule *s, u64 every)
{
	memset(s, 0, sizeof(*s));
	s->every = every;
	s->lasts = U64_MAX;
	s->samples = U64_MAX;
}

/**
 * pagesnap_schedule_parse_every() - read every=
 * @to: schedule, gets the time from one sample to the next
 * @q: line, as it was read so far
 * @value: of the option
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_schedule_parse_every(void *to, struct pagesnap_query *q, const char *value, u32 len,
				  struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = to;
	u64 *every = &s->every;

	if (pagesnap_duration(value, len, every) || *every < EVERY_MIN || *every > EVERY_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "every= takes a time from 10ms to 1h");
	return 0;
}

/**
 * pagesnap_schedule_parse_for() - read for=
 * @to: schedule, gets the time from the first sample to the end
 * @q: line, as it was read so far
 * @value: of the option
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_schedule_parse_for(void *to, struct pagesnap_query *q, const char *value, u32 len,
				struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = to;

	if (pagesnap_duration(value, len, &s->lasts))
		return pagesnap_diag(d, -EINVAL, 0, "for= takes a time, as 10s");
	return 0;
}

/**
 * pagesnap_schedule_parse_samples() - read samples=
 * @to: schedule, gets their number
 * @q: line, as it was read so far
 * @value: of the option
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_schedule_parse_samples(void *to, struct pagesnap_query *q, const char *value, u32 len,
				    struct pagesnap_diag *d)
{
	struct pagesnap_schedule *s = to;
	u64 *samples = &s->samples;

	/* All ones stands for no limit, and a collection may count one more: a first look. */
	if (pagesnap_number(value, len, samples) || !*samples || *samples >= U64_MAX - 1)
		return pagesnap_diag(d, -EINVAL, 0, "samples= takes a number above 0");
	return 0;
}

/**
 * pagesnap_schedule_check() - may a line have this schedule?
 * @s: schedule
 * @last: no line waits behind it
 * @d: filled if it may not
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_schedule_check(const struct pagesnap_schedule *s, bool last, struct pagesnap_diag *d)
{
	if (last || s->lasts != U64_MAX || s->samples != U64_MAX)
		return 0;
	return pagesnap_diag(d, -EINVAL, 0,
			      "without for= or samples= it never ends: put it last");
}

/**
 * pagesnap_schedule_begin() - the first sample is due now
 * @s: schedule with its every, lasts and samples
 * @now: ns
 */
void pagesnap_schedule_begin(struct pagesnap_schedule *s, u64 now)
{
	s->start = now;
	s->next = 0;
	s->taken = 0;
	s->missed = 0;
}

/**
 * pagesnap_schedule_over() - was it the last one?
 * @s: schedule that began
 * @now: ns
 *
 * Return: true if no sample is due from now on.
 */
bool pagesnap_schedule_over(const struct pagesnap_schedule *s, u64 now)
{
	return s->taken >= s->samples || now - s->start >= s->lasts;
}

/**
 * pagesnap_schedule_take() - take a sample if one is due
 * @s: schedule that is not over
 * @now: ns
 * @sample: gets the sample
 *
 * Return: true if one is.
 */
bool pagesnap_schedule_take(struct pagesnap_schedule *s, u64 now, struct pagesnap_sample *sample)
{
	u64 since = now - s->start, nr = since / s->every;

	if (nr < s->next)
		return false;
	sample->nr = nr;
	sample->late = since - nr * s->every;
	sample->missed = nr - s->next;
	s->missed += sample->missed;
	s->taken++;
	s->next = nr + 1;
	return true;
}

/**
 * pagesnap_schedule_change() - another time from one sample to the next
 * @s: schedule that is not over
 * @every: ns
 * @now: ns
 *
 * The next sample is due so long behind the last one, but not before @now; it has the number that
 * it would have had.  Neither the end nor what was missed changes.
 */
void pagesnap_schedule_change(struct pagesnap_schedule *s, u64 every, u64 now)
{
	u64 end = s->start + s->lasts, due = s->start;

	if (s->next) {
		due += (s->next - 1) * s->every + every;
		/* modulo 2^64, as all times here */
		if ((s64)(now - due) > 0)
			due = now;
	}
	s->every = every;
	s->start = due - s->next * every;
	if (s->lasts != U64_MAX)
		s->lasts = end - s->start;
}

/**
 * pagesnap_schedule_due() - when to look again
 * @s: schedule that is not over
 *
 * Return: ns; the time of the next sample, or of the end if that comes before it.
 */
u64 pagesnap_schedule_due(const struct pagesnap_schedule *s)
{
	u64 next = s->next * s->every;

	return s->start + (next < s->lasts ? next : s->lasts);
}

/**
 * pagesnap_schedule_missed() - samples that nobody took
 * @s: schedule that began
 * @now: ns
 *
 * Return: how many had their time, before the end, and were not taken.
 */
u64 pagesnap_schedule_missed(const struct pagesnap_schedule *s, u64 now)
{
	u64 since = now - s->start, passed;

	if (s->taken >= s->samples)
		return s->missed;
	/* A sample at the very end is none. */
	passed = since < s->lasts ? since / s->every + 1 : DIV_ROUND_UP(s->lasts, s->every);
	return s->missed + (passed > s->next ? passed - s->next : 0);
}
