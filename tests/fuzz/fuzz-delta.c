// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes deltas of moments: the input is a delta of a moment of some records.  It is refused, or
 * what it makes is whole records, and a delta of that is that again.
 */
#include <errno.h>
#include <string.h>

#include "fuzz.h"
#include "recording/delta.h"

#define RECORDS 8
#define MOST 64

static char before_bytes[RECORDS][24];

static void make_before(struct records *before)
{
	static const char *list[RECORDS];
	int i;

	for (i = 0; i < RECORDS; i++) {
		before_bytes[i][0] = sizeof(before_bytes[i]);
		before_bytes[i][8] = i + 1;
		list[i] = before_bytes[i];
	}
	before->list = list;
	before->nr = RECORDS;
}

struct steps {
	char *bytes;
	size_t len;
};

static int take_steps(void *ctx, const void *bytes, size_t len)
{
	struct steps *s = ctx;

	s->bytes = realloc(s->bytes, s->len + len);
	MUST(s->bytes || !len);
	memcpy(s->bytes + s->len, bytes, len);
	s->len += len;
	return 0;
}

static void encode(struct marks *before, struct marks *now, const struct records *r,
		   struct steps *steps)
{
	struct delta d = { .before = before, .now = now, .seed = 1, .put = take_steps, .ctx = steps };
	size_t i;

	MUST(!delta_begin(&d));
	for (i = 0; i < r->nr; i++)
		MUST(!delta_take(&d, r->list[i], record_size(r->list[i], SIZE_MAX)));
	MUST(!delta_finish(&d));
	delta_end(&d);
}

static void check_same(const struct records *a, const struct records *b)
{
	size_t i, size;

	MUST(a->nr == b->nr);
	for (i = 0; i < a->nr; i++) {
		size = record_size(a->list[i], SIZE_MAX);
		MUST(size == record_size(b->list[i], SIZE_MAX));
		MUST(!memcmp(a->list[i], b->list[i], size));
	}
}

/* There and back. */
static void check_back(const struct records *before, const struct records *now)
{
	struct marks old = { .nr = 0 }, new = { .nr = 0 };
	struct steps ignored = { .len = 0 }, steps = { .len = 0 };
	struct records none = { .nr = 0 }, back = { .most = MOST };

	encode(&new, &old, before, &ignored);
	encode(&old, &new, now, &steps);
	MUST(!delta_apply(before, steps.bytes ? steps.bytes : "", steps.len, &back));
	check_same(now, &back);
	records_free(&back);
	records_free(&none);
	marks_free(&old);
	marks_free(&new);
	free(ignored.bytes);
	free(steps.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct records before = { .nr = 0 }, now = { .most = MOST };
	char *steps = exact(data, size);
	int err;

	make_before(&before);
	err = delta_apply(&before, steps, size, &now);
	MUST(!err || err == -EPROTO);
	MUST(now.nr <= MOST);
	if (!err)
		check_back(&before, &now);
	records_free(&now);
	free(steps);
	return 0;
}
