// SPDX-License-Identifier: GPL-2.0
/*
 * When samples are due.  They are taken by the thread that reads, so they can be late: a
 * sample says by how much, those whose time passed meanwhile are counted as missed, and none
 * is made up for.  Pure: its callers pass the time.
 */
#include "schedule.h"

static const struct {
	const char *word;
	u64 ns;
} units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000 * 1000 },
	{ "s", 1000 * 1000 * 1000 },
	{ "m", 60ULL * 1000 * 1000 * 1000 },
	{ "h", 3600ULL * 1000 * 1000 * 1000 },
};

/**
 * pagesnap_duration() - read a duration such as 100ms
 * @s: number and unit: ns, us, ms, s, m or h
 * @len: bytes
 * @ns: gets it
 *
 * Return: 0, or -EINVAL if it is none, is 0, or is more than a hundred years.
 */
int pagesnap_duration(const char *s, u32 len, u64 *ns)
{
	const u64 most = 100ULL * 365 * 24 * 3600 * 1000 * 1000 * 1000;
	u32 digits, i;
	u64 n;

	for (digits = 0; digits < len && s[digits] >= '0' && s[digits] <= '9'; digits++)
		;
	if (pagesnap_number(s, digits, &n) || !n)
		return -EINVAL;
	s += digits;
	len -= digits;
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (len != strlen(units[i].word) || memcmp(s, units[i].word, len))
			continue;
		if (n > most / units[i].ns)
			return -EINVAL;
		*ns = n * units[i].ns;
		return 0;
	}
	return -EINVAL;
}

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
