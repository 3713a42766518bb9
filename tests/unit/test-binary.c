// SPDX-License-Identifier: GPL-2.0
/*
 * Records and their bytes as format=binary carries them: what is put in is
 * found again by a reader that knows the rules only, and whatever the length.
 */
#include "../../module/core/binary.h"
#include "unit.h"

#define Q 7

struct stream {
	struct pagesnap_text t;
	u32 records;
};

static struct stream encode(const struct pagesnap_rec *rec, const struct pagesnap_bytes_ref *parts,
			    u32 nr)
{
	struct stream s = { .t = { .cap = 3 * PAGESNAP_MORE_MAX } };

	s.t.buf = malloc(s.t.cap);
	if (!s.t.buf)
		ktap_die("malloc");
	pagesnap_binary_record(&s.t, rec, 0, parts, nr);
	return s;
}

static struct pagesnap_rec head_at(const struct stream *s, u32 pos)
{
	struct pagesnap_rec head = {};

	if (pos + sizeof(head) <= s->t.len)
		memcpy(&head, s->t.buf + pos, sizeof(head));
	return head;
}

static bool zero(const char *s, u32 n)
{
	while (n--)
		if (*s++)
			return false;
	return true;
}

/* Put the bytes behind a record of @pos bytes together. Return: how many, -1 if rules are broken. */
static int collect(const struct stream *s, u32 pos, char *to, u32 cap)
{
	struct pagesnap_rec head = head_at(s, 0);
	struct pagesnap_bytes b;
	u32 n = 0;

	while (head.flags & PAGESNAP_RF_MORE) {
		head = head_at(s, pos);
		if (head.type != PAGESNAP_REC_BYTES || head.len > PAGESNAP_REC_MAX ||
		    head.len % 8 || pos + head.len > s->t.len)
			return -1;
		memcpy(&b, s->t.buf + pos, sizeof(b));
		if (b.q != Q || !b.nr || sizeof(b) + b.nr > head.len || n + b.nr > cap ||
		    head.len - sizeof(b) - b.nr > 7 ||
		    !zero(s->t.buf + pos + sizeof(b) + b.nr, head.len - sizeof(b) - b.nr))
			return -1;
		memcpy(to + n, s->t.buf + pos + sizeof(b), b.nr);
		n += b.nr;
		pos += head.len;
	}
	return pos == s->t.len ? (int)n : -1;
}

static bool round_trip(u32 first, u32 second)
{
	struct pagesnap_error r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_ERROR }, .q = Q, .err = EINVAL,
	};
	char *data = malloc(first + second + 1), *back = malloc(first + second + 1);
	struct pagesnap_bytes_ref parts[2];
	struct stream s;
	bool good;
	u32 i;

	for (i = 0; i < first + second; i++)
		data[i] = i * 7 + i / 251 + 1;
	parts[0] = (struct pagesnap_bytes_ref){ data, first };
	parts[1] = (struct pagesnap_bytes_ref){ data + first, second };
	s = encode(&r.rec, parts, 2);
	good = collect(&s, sizeof(r), back, first + second) == (int)(first + second) &&
	       !memcmp(data, back, first + second) && !s.t.full;
	r.rec = head_at(&s, 0);
	good &= !memcmp(&r, s.t.buf, sizeof(r)) &&
		!!(r.rec.flags & PAGESNAP_RF_MORE) == !!(first + second);
	free(s.t.buf);
	free(data);
	free(back);
	return good;
}

static void test_lengths(void)
{
	static const u32 lengths[] = { 0, 1, 7, 8, 9, 2031, 2032, 2033, 4064, 4065, 16384 };
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(lengths); i++)
		for (j = 0; j < ARRAY_SIZE(lengths); j++)
			ktap_ok(round_trip(lengths[i], lengths[j]), "%u and %u bytes", lengths[i],
				lengths[j]);
	ktap_ok(round_trip(PAGESNAP_MORE_MAX - 1, 1), "all that a record may have");
}

static void test_alone(void)
{
	struct pagesnap_run r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_RUN, .flags = PAGESNAP_RF_OWNER },
		.q = Q, .pfn = 5, .zone_name = "Normal",
	};
	struct stream s = encode(&r.rec, NULL, 0);

	ktap_ok(s.t.len == sizeof(r) && !memcmp(s.t.buf, &r, sizeof(r)),
		"a record without bytes is itself");
	free(s.t.buf);
}

static void test_flags(void)
{
	const struct pagesnap_note rec = {
		.rec = { sizeof(rec), PAGESNAP_REC_NOTE, PAGESNAP_RF_SUMS }, .q = Q, .text_len = 3,
	};
	const struct pagesnap_bytes_ref part = { "abc", 3 };
	struct pagesnap_text t = { .cap = 256 };

	t.buf = malloc(t.cap);
	if (!t.buf)
		ktap_die("malloc");
	pagesnap_binary_record(&t, &rec.rec, PAGESNAP_RF_BEGINS, &part, 1);
	ktap_equal(((struct pagesnap_rec *)t.buf)->flags,
		   PAGESNAP_RF_SUMS | PAGESNAP_RF_BEGINS | PAGESNAP_RF_MORE, "flags are added");
	ktap_ok(rec.rec.flags == PAGESNAP_RF_SUMS && !memcmp(t.buf + 8, &rec.q, sizeof(rec) - 8),
		"a record is changed in its flags alone");
	free(t.buf);
}

int main(void)
{
	test_flags();
	test_alone();
	test_lengths();
	return ktap_end();
}
