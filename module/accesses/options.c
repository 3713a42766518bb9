// SPDX-License-Identifier: GPL-2.0
/*
 * Options of this collection's lines, and the schedule that they make.  Pure.
 *
 * Sample 0 of the schedule is the look that only clears: what came before it is of no
 * interest, but what the first sample tells of begins there.
 */
#include "options.h"

#define MS 1000000ULL
#define EVERY_DEFAULT (100 * MS)
#define UNIT_MAX_SHIFT 30
/* What a table of PTEs covers: 512 pages. */
#define TABLE_SHIFT 9
#define SCHEDULE offsetof(struct pagesnap_accesses_options, schedule)

static int parse_aggregate(void *options, struct pagesnap_query *q, const char *value, u32 len,
			   struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || !n || n > PAGESNAP_ACCESSES_AGGREGATE_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "aggregate= takes 1 to 100 samples");
	o->aggregate = n;
	return 0;
}

static int parse_flush(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	return pagesnap_parse_bool(&o->flush, value, len, "flush= takes 0 or 1", d);
}

/* Of pages that have several entries, or bits of several pages, no dirty bit is known. */
static int check_write(const struct pagesnap_accesses_options *o, struct pagesnap_diag *d)
{
	if (o->write && o->unit)
		return pagesnap_diag(d, -EINVAL, 0, "write=1 is for unit=page");
	if (o->write && o->by != PAGESNAP_BY_VPN)
		return pagesnap_diag(d, -EINVAL, 0, "write=1 is for by=vpn");
	return 0;
}

static int parse_write(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	if (pagesnap_parse_bool(&o->write, value, len, "write= takes 0 or 1", d))
		return d->err;
	return check_write(o, d);
}

static int parse_skip(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	return pagesnap_parse_bool(&o->skip, value, len, "skip= takes 0 or 1", d);
}

static int parse_reads(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	return pagesnap_parse_bool(&o->reads, value, len, "reads= takes 0 or 1", d);
}

static int parse_kernel(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	return pagesnap_parse_bool(&o->kernel, value, len, "kernel= takes 0 or 1", d);
}

static int parse_by(void *options, struct pagesnap_query *q, const char *value, u32 len,
		    struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;

	static const char * const words[] = {
		[PAGESNAP_BY_VPN] = "vpn", [PAGESNAP_BY_PFN] = "pfn", [PAGESNAP_BY_FILE] = "file",
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (len == strlen(words[i]) && !memcmp(value, words[i], len))
			break;
	if (i == ARRAY_SIZE(words))
		return pagesnap_diag(d, -EINVAL, 0, "by= takes vpn, pfn or file");
	o->by = i;
	return check_write(o, d);
}

/* Return: log2 of a number of bytes, 0 if they are no power of two. */
static u32 size_shift(const char *value, u32 len)
{
	u32 shift = 0;
	u64 n;

	if (pagesnap_parse_size(value, len, &n) || !n || n & (n - 1))
		return 0;
	while (n >>= 1)
		shift++;
	return shift;
}

static int parse_unit(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;
	u32 shift = o->page_shift;

	if (len != 4 || memcmp(value, "page", 4))
		shift = size_shift(value, len);
	if (shift < o->page_shift || shift > UNIT_MAX_SHIFT)
		return pagesnap_diag(d, -EINVAL, 0,
				      "unit= takes page, or a power of two from that to 1G, as 2M");
	o->unit = shift - o->page_shift;
	return check_write(o, d);
}

/* MIN-MAX, MIN- or the one age.  A number with all bits set stands for no end. */
static int parse_age(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options *o = options;
	u32 dash = pagesnap_find(value, len, '-');
	u64 min, max = U32_MAX;
	int err = pagesnap_number(value, dash, &min);

	if (dash == len)
		max = min;
	else if (dash + 1 < len)
		err = err ?: pagesnap_number(value + dash + 1, len - dash - 1, &max);
	if (err || min >= U32_MAX || max > U32_MAX || (max == U32_MAX && dash + 1 != len))
		return pagesnap_diag(d, -EINVAL, 0,
				      "age= takes samples: MIN-MAX, MIN- or one number");
	if (min > max)
		return pagesnap_diag(d, -EINVAL, 0, "age=: MAX is below MIN");
	o->min_age = min;
	o->max_age = max;
	return 0;
}

const struct pagesnap_option pagesnap_accesses_option_table[] = {
	{ "every", pagesnap_schedule_parse_every, SCHEDULE },
	{ "for", pagesnap_schedule_parse_for, SCHEDULE },
	{ "samples", pagesnap_schedule_parse_samples, SCHEDULE },
	{ "aggregate", parse_aggregate, 0 },
	{ "flush", parse_flush, 0 },
	{ "write", parse_write, 0 },
	{ "by", parse_by, 0 },
	{ "skip", parse_skip, 0 },
	{ "unit", parse_unit, 0 },
	{ "age", parse_age, 0 },
	{ }
};

/*
 * Where processes are found by what they map, children need no option.  And a page that several
 * entries map has no dirty bit of its own.
 */
const struct pagesnap_option pagesnap_accesses_file_option_table[] = {
	{ "every", pagesnap_schedule_parse_every, SCHEDULE },
	{ "for", pagesnap_schedule_parse_for, SCHEDULE },
	{ "samples", pagesnap_schedule_parse_samples, SCHEDULE },
	{ "aggregate", parse_aggregate, 0 },
	{ "flush", parse_flush, 0 },
	{ "unit", parse_unit, 0 },
	{ "age", parse_age, 0 },
	{ "reads", parse_reads, 0 },
	{ }
};

/* The kernel itself reaches frames, too. */
const struct pagesnap_option pagesnap_accesses_pfn_option_table[] = {
	{ "every", pagesnap_schedule_parse_every, SCHEDULE },
	{ "for", pagesnap_schedule_parse_for, SCHEDULE },
	{ "samples", pagesnap_schedule_parse_samples, SCHEDULE },
	{ "aggregate", parse_aggregate, 0 },
	{ "flush", parse_flush, 0 },
	{ "kernel", parse_kernel, 0 },
	{ "unit", parse_unit, 0 },
	{ "age", parse_age, 0 },
	{ }
};

/**
 * pagesnap_accesses_defaults() - what a line asks for that has no options
 * @o: options
 * @page_shift: log2 of the bytes of a page
 */
void pagesnap_accesses_defaults(struct pagesnap_accesses_options *o, u32 page_shift)
{
	pagesnap_schedule_init(&o->schedule, EVERY_DEFAULT);
	o->page_shift = page_shift;
	o->unit = 0;
	o->aggregate = 1;
	o->flush = true;
	o->write = false;
	o->skip = false;
	o->reads = false;

	o->kernel = false;
	o->by = PAGESNAP_BY_VPN;
	o->min_age = 0;
	o->max_age = U32_MAX;
}

/**
 * pagesnap_accesses_check() - do the options of a line go together?
 * @o: options
 * @d: what is wrong, if something is
 *
 * Return: 0 or -EINVAL.
 */
int pagesnap_accesses_check(const struct pagesnap_accesses_options *o, struct pagesnap_diag *d)
{
	if (o->skip && o->unit < TABLE_SHIFT)
		return pagesnap_diag(d, -EINVAL, 0, "skip=1 is for unit=2M, or more");
	if (o->skip && o->by != PAGESNAP_BY_VPN)
		return pagesnap_diag(d, -EINVAL, 0, "skip=1 is for by=vpn");
	if (o->skip && !o->flush)
		return pagesnap_diag(d, -EINVAL, 0, "skip=1 needs the flush");

	if (o->kernel && !o->flush)
		return pagesnap_diag(d, -EINVAL, 0, "kernel=1 needs the flush");
	if (o->schedule.lasts < o->schedule.every)
		return pagesnap_diag(d, -EINVAL, 0, "for= is shorter than every=: no sample fits");
	return 0;
}

/* A sample at the very end of for= counts, and may be as late as another one. */
static void set_end(struct pagesnap_accesses_options *o)
{
	struct pagesnap_schedule *s = &o->schedule;

	if (s->lasts != U64_MAX)
		s->lasts = ((o->end - s->start) / s->every + 1) * s->every;
}

/**
 * pagesnap_accesses_begin() - the look that only clears is due now
 * @o: options, checked
 * @now: ns
 */
void pagesnap_accesses_begin(struct pagesnap_accesses_options *o, u64 now)
{
	struct pagesnap_schedule *s = &o->schedule;

	if (s->samples != U64_MAX)
		s->samples++;
	o->end = now + s->lasts;
	pagesnap_schedule_begin(s, now);
	set_end(o);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The value of the word at the beginning, if it has that key.  Return: its length, 0 without. */
static u32 value_of(const char *word, u32 len, const char *key, u32 key_len)
{
	return len > key_len && !memcmp(word, key, key_len) ? len - key_len : 0;
}

static int parse_change_word(struct pagesnap_accesses_options *o, const char *word, u32 len,
			     struct pagesnap_diag *d)
{
	static const char every[] = "every=", aggregate[] = "aggregate=";
	u32 n = value_of(word, len, every, sizeof(every) - 1);
	u32 m = value_of(word, len, aggregate, sizeof(aggregate) - 1);

	int err;

	if (n)
		err = pagesnap_schedule_parse_every(&o->schedule, NULL, word + len - n, n, d);
	else if (m)
		err = parse_aggregate(o, NULL, word + len - m, m, d);
	else
		return pagesnap_diag(d, -EINVAL, 0,
				      "only every= and aggregate= change while it lasts");
	if (err)
		d->col += len - n - m;
	return err;
}

/**
 * pagesnap_accesses_parse_change() - a line that changes an answer under way
 * @o: options; those that the line has are set
 * @text: line
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 1 if it is one, 0 if it may be a query: it doesn't begin with one of these options; or
 * the negative errno in @d.
 */
int pagesnap_accesses_parse_change(struct pagesnap_accesses_options *o, const char *text, u32 len,
				   struct pagesnap_diag *d)
{
	u32 at = 0, end, words = 0;

	for (;; at = end, words++) {
		while (at < len && is_blank(text[at]))
			at++;
		for (end = at; end < len && !is_blank(text[end]); end++)
			;
		if (at == end)
			return words ? 1 : 0;
		if (!parse_change_word(o, text + at, end - at, d))
			continue;
		if (!words && (end - at < 6 || (memcmp(text + at, "every=", 6) &&
						memcmp(text + at, "aggreg", 6))))
			return 0;
		d->col += at;
		return d->err;
	}
}

/**
 * pagesnap_accesses_change() - change an answer under way
 * @o: options of an answer that began
 * @text: of pagesnap_accesses_parse_change()
 * @len: bytes of it
 * @now: ns
 */
void pagesnap_accesses_change(struct pagesnap_accesses_options *o, const char *text, u32 len,
			      u64 now)
{
	struct pagesnap_accesses_options changed = *o;
	struct pagesnap_diag d = { };

	if (pagesnap_accesses_parse_change(&changed, text, len, &d) != 1)
		return;
	o->aggregate = changed.aggregate;
	pagesnap_schedule_change(&o->schedule, changed.schedule.every, now);
	set_end(o);
}

/**
 * pagesnap_accesses_over() - was it the last sample?
 * @o: options of an answer that began
 * @now: ns
 *
 * Return: true if there is no other, of those that will be in time, either.
 */
bool pagesnap_accesses_over(const struct pagesnap_accesses_options *o, u64 now)
{
	const struct pagesnap_schedule *s = &o->schedule;

	return pagesnap_schedule_over(s, now) ||
	       (s->lasts != U64_MAX && pagesnap_schedule_due(s) == s->start + s->lasts);
}

/**
 * pagesnap_accesses_wants() - does age= let heat through?
 * @o: options
 * @r: heat
 *
 * Of an age that is only the least that it can be nobody knows whether it is below a MAX.
 *
 * Return: true if so.
 */
bool pagesnap_accesses_wants(const struct pagesnap_accesses_options *o,
			     const struct pagesnap_accesses_heat *r)
{
	if (r->rec.flags & PAGESNAP_RF_AT_LEAST && o->max_age != U32_MAX)
		return false;
	return r->age >= o->min_age && r->age <= o->max_age;
}
