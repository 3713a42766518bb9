// SPDX-License-Identifier: GPL-2.0
/* What a recording is made of: deltas of moments, heads, and times that people name. */
/* before the words of kernels, which it has of its own */
#include "recording/hash.h"

#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "recording/delta.h"
#include "recording/head.h"
#include "recording/when.h"

#define SEED 0x1234567890abcdefULL
#define RECORDS_MAX 400
#define ROUNDS 300
#define NS_PER_SECOND 1000000000ULL

/* Streams ---------------------------------------------------------------------- */

struct stream {
	char bytes[RECORDS_MAX * 64];
	size_t len;
};

/* A record whose bytes are told by @value. */
static size_t put(struct stream *s, u32 value)
{
	struct pagesnap_rec rec = { .type = PAGESNAP_REC_FILE };

	rec.len = sizeof(rec) + 8 * (1 + value % 6);
	memcpy(s->bytes + s->len, &rec, sizeof(rec));
	memset(s->bytes + s->len + sizeof(rec), value, rec.len - sizeof(rec));
	memcpy(s->bytes + s->len + sizeof(rec), &value, sizeof(value));
	s->len += rec.len;
	return rec.len;
}

/* Of @values some change, some go, some come, and some change places. */
static size_t change(u32 *values, size_t nr)
{
	size_t times = pick(8), at;

	while (times--) {
		at = nr ? pick(nr) : 0;
		switch (nr ? pick(4) : 2) {
		case 0:
			values[at] = pick(1000);
			break;
		case 1:
			memmove(values + at, values + at + 1, (--nr - at) * sizeof(*values));
			break;
		case 2:
			if (nr == RECORDS_MAX)
				break;
			memmove(values + at + 1, values + at, (nr++ - at) * sizeof(*values));
			values[at] = pick(1000);
			break;
		case 3:
			values[at] = values[pick(nr)];
			break;
		}
	}
	return nr;
}

static void make(struct stream *s, const u32 *values, size_t nr)
{
	size_t i;

	s->len = 0;
	for (i = 0; i < nr; i++)
		put(s, values[i]);
}

/* Marks ------------------------------------------------------------------------ */

/* Recordings that are there have marks that were made with a seed alone. */
static void test_marks(void)
{
	unsigned char bytes[1000];
	struct marker marker;
	size_t len, right = 0;

	for (len = 0; len < sizeof(bytes); len++)
		bytes[len] = pick(256);
	marker_begin(&marker, SEED);
	for (len = 0; len < sizeof(bytes); len++) {
		const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, len, SEED);
		const struct mark mark = mark_of(bytes, len, &marker);

		right += mark.low == hash.low64 && mark.high == hash.high64;
	}
	ktap_ok(right == sizeof(bytes), "marks are what the seed makes, whatever their length");
}

/* Deltas ----------------------------------------------------------------------- */

struct steps {
	char bytes[2 * sizeof(((struct stream *)0)->bytes)];
	size_t len;
	int err;
};

static int take_steps(void *ctx, const void *bytes, size_t len)
{
	struct steps *steps = ctx;

	if (steps->err)
		return steps->err;
	memcpy(steps->bytes + steps->len, bytes, len);
	steps->len += len;
	return 0;
}

/* The stream comes in pieces of any size. */
static int encode(struct marks *before, struct marks *now, const struct stream *s,
		  struct steps *steps)
{
	struct delta d = {
		.before = before, .now = now, .seed = SEED, .put = take_steps, .ctx = steps,
	};
	size_t at = 0, n;
	int err = delta_begin(&d);

	while (at < s->len && !err) {
		n = 1 + pick(pick(2) ? 20 : 3000);
		n = n < s->len - at ? n : s->len - at;
		/* exactly these bytes: one too far is a report */
		char *piece = exact(s->bytes + at, n);

		err = delta_take(&d, piece, n);
		free(piece);
		at += n;
	}
	err = err ?: delta_finish(&d);
	delta_end(&d);
	return err;
}

static bool is_stream(const struct records *r, const struct stream *s)
{
	size_t at = 0, i, size;

	for (i = 0; i < r->nr; i++) {
		size = record_size(r->list[i], SIZE_MAX);
		if (size > s->len - at || memcmp(r->list[i], s->bytes + at, size))
			return false;
		at += size;
	}
	return at == s->len;
}

/**
 * struct chain - moments, one after the other
 * @values: of the last one
 * @nr: how many
 * @stream: the same, as records
 * @marks: of the last two, in turn
 * @records: as they were read back
 * @bytes: in which these lie
 * @made: how many moments
 */
struct chain {
	u32 values[RECORDS_MAX];
	size_t nr;
	struct stream stream;
	struct marks marks[2];
	struct records records;
	char *bytes[ROUNDS];
	size_t made;
};

/* 0 if the moment comes back as it was. */
static int next(struct chain *c, struct steps *steps)
{
	struct marks *before = c->marks + c->made % 2, *now = c->marks + !(c->made % 2);
	struct records records = { .most = RECORDS_MAX };
	int err;

	c->nr = change(c->values, c->nr);
	make(&c->stream, c->values, c->nr);
	*steps = (struct steps){ .len = 0 };
	err = encode(before, now, &c->stream, steps);
	if (err)
		return err;
	c->bytes[c->made++] = exact(steps->bytes, steps->len);
	err = delta_apply(&c->records, c->bytes[c->made - 1], steps->len, &records);
	records_free(&c->records);
	c->records = records;
	return err ?: is_stream(&records, &c->stream) ? 0 : 1;
}

static void end(struct chain *c)
{
	while (c->made)
		free(c->bytes[--c->made]);
	marks_free(c->marks);
	marks_free(c->marks + 1);
	records_free(&c->records);
}

static void test_chain(void)
{
	static struct chain c;
	static struct steps steps;
	bool right = true;
	int i;

	for (i = 0; i < ROUNDS && right; i++)
		right = !next(&c, &steps);
	ktap_ok(right, "each of %d moments comes back as it was", i);
	end(&c);
}

static void test_small(void)
{
	static struct chain c;
	static struct steps steps;
	size_t full;

	for (; c.nr < RECORDS_MAX; c.nr++)
		c.values[c.nr] = 100000 + c.nr;
	next(&c, &steps);
	full = c.stream.len;
	make(&c.stream, c.values, c.nr);
	steps.len = 0;
	encode(c.marks + c.made % 2, c.marks + !(c.made % 2), &c.stream, &steps);
	ktap_ok(full > 5000 && steps.len < 8, "a moment that is like the one before takes %zu bytes",
		steps.len);
	end(&c);
}

/* Any bytes in the place of a delta: an error, or records that lie in what there is. */
static void test_damage(void)
{
	static struct chain c;
	static struct steps steps;
	struct records records;
	unsigned long errors = 0;
	bool right = true;
	size_t i, k;

	for (i = 0; i < 20; i++)
		next(&c, &steps);
	for (i = 0; i < 20000; i++) {
		char *bytes = exact(steps.bytes, steps.len);
		size_t len = pick(4) ? steps.len : pick(steps.len + 1);

		bytes[pick(steps.len)] ^= 1 << pick(8);
		bytes = realloc(bytes, len + !len);
		records = (struct records){ .most = RECORDS_MAX };
		errors += delta_apply(&c.records, bytes, len, &records) == -EPROTO;
		right &= records.nr <= RECORDS_MAX;
		for (k = 0; k < records.nr; k++)
			right &= record_size(records.list[k], SIZE_MAX) != 0;
		records_free(&records);
		free(bytes);
	}
	ktap_ok(right && errors > 1000, "a delta that is damaged is refused (%lu times), or has whole records",
		errors);
	end(&c);
}

static void test_bombs(void)
{
	static const unsigned char endless[] = { 3, 0, 3, 1, 3, 1, 3, 1 }, nothing[] = { 1, 0 },
		long_number[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1 };
	const char record[16] = { 16 }, *list[] = { record };
	const struct records before = { .list = list, .nr = 1 };
	struct records now = { .most = 2 };

	ktap_ok(delta_apply(&before, (const char *)endless, sizeof(endless), &now) == -EPROTO &&
		now.nr <= 2, "there are no more records than the head says");
	records_free(&now);
	now.most = 2;
	ktap_ok(delta_apply(&before, (const char *)nothing, sizeof(nothing), &now) == -EPROTO,
		"a step of nothing is refused");
	ktap_ok(delta_apply(&before, (const char *)long_number, sizeof(long_number), &now) == -EPROTO,
		"a number that is too long is refused");
	records_free(&now);
}

static void test_streams(void)
{
	struct marks before = { .nr = 0 }, now = { .nr = 0 };
	static struct steps steps;
	static struct stream s;

	put(&s, 5);
	s.len -= 3;
	ktap_ok(encode(&before, &now, &s, &steps) == -EPROTO, "a stream that ends in a record is refused");
	memset(s.bytes, 0xff, s.len);
	ktap_ok(encode(&before, &now, &s, &steps) == -EPROTO, "a stream of no records is refused");
	s.len = 0;
	put(&s, 5);
	steps.err = -ENOSPC;
	ktap_ok(encode(&before, &now, &s, &steps) == -ENOSPC, "what can't be written is told");
	marks_free(&before);
	marks_free(&now);
}

/* Heads -------------------------------------------------------------------------- */

static void test_heads(void)
{
	struct head h = { .number = 7, .boot = "boot" }, changed;
	size_t at, taken = 0;

	head_seal(&h);
	ktap_ok(head_is_good(&h), "a head that was sealed is good");
	for (at = 0; at < sizeof(h) * 8; at++) {
		changed = h;
		((char *)&changed)[at / 8] ^= 1 << at % 8;
		taken += head_is_good(&changed);
	}
	ktap_ok(!taken, "one with any other bit is not");
	memset(&h, 0, sizeof(h));
	ktap_ok(!head_is_good(&h), "a head of zeros is not good");
}

/* Times -------------------------------------------------------------------------- */

/* 2026-11-28 02:00:00 UTC */
#define NOW 1795831200ULL

static u64 seconds(const char *text)
{
	struct when when;

	return when_read(text, NOW * NS_PER_SECOND, &when) ? 0 : when.time_ns / NS_PER_SECOND;
}

static void test_times(void)
{
	static const char *const wrong[] = {
		"", "x", "25:00", "02:61", "-", "-5", "-5x", "-5 min", "@", "@x", "@1x", "moment:0",
		"moment:", "moment:1x", "2026-13-01T00:00", "2026-11-28", "02:55pm", "@99999999999999999999",
		"-99999999999999d", "-1h1m", "--1h", "2026-11-28T02:55+01:00",
	};
	struct when when;
	size_t i;

	ktap_ok(seconds("01:55") == NOW - 300, "a time of the day is that of today");
	ktap_ok(seconds("01:55:30") == NOW - 270, "a time may have seconds");
	ktap_ok(seconds("02:05") == NOW + 300 - 86400, "a time is of yesterday if it has not come yet");
	ktap_ok(seconds("2026-11-28T01:55") == NOW - 300, "a date and a time");
	ktap_ok(seconds("2026-11-28 01:55:01") == NOW - 299, "with a blank and seconds");
	ktap_ok(seconds("2026-11-28T01:55Z") == NOW - 300, "in UTC");
	ktap_ok(seconds("-10min") == NOW - 600, "minutes ago");
	ktap_ok(seconds("-90s") == NOW - 90, "seconds ago");
	ktap_ok(seconds("-2h") == NOW - 7200, "hours ago");
	ktap_ok(seconds("-1d") == NOW - 86400, "days ago");
	ktap_ok(seconds("@1700000000") == 1700000000, "seconds since 1970");
	ktap_ok(seconds("now") == NOW, "now");
	ktap_ok(!when_read("moment:12", NOW, &when) && when.number == 12, "a moment by its number");
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		ktap_ok(when_read(wrong[i], NOW * NS_PER_SECOND, &when), "no time: \"%s\"", wrong[i]);
}

static void test_spans(void)
{
	char text[WHEN_TEXT_MAX];

	ktap_ok(!strcmp(when_span(1600000000ULL, text), "2 s"), "a span of seconds");
	ktap_ok(!strcmp(when_span(150 * NS_PER_SECOND, text), "2 min"), "of minutes");
	ktap_ok(!strcmp(when_span(7500 * NS_PER_SECOND, text), "2 h 5 min"), "of hours");
	ktap_ok(!strcmp(when_text(NOW * NS_PER_SECOND, text), "2026-11-28 02:00:00"), "a time for people");
	ktap_ok(*when_text(UINT64_MAX, text), "the latest time has a text");
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	test_marks();
	test_chain();
	test_small();
	test_damage();
	test_bombs();
	test_streams();
	test_heads();
	test_times();
	test_spans();
	return ktap_end();
}
