// SPDX-License-Identifier: GPL-2.0
/*
 * Records as format=binary carries them.  Pure.
 */
#include "binary.h"

/* Bytes that one struct pagesnap_bytes carries: a multiple of 8. */
#define CARRY (PAGESNAP_REC_MAX - (u32)sizeof(struct pagesnap_bytes))

static u32 sum_of(const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	u32 i, sum = 0;

	for (i = 0; i < nr_parts; i++)
		sum += parts[i].len;
	return sum;
}

/* Bytes that they take, and their records; padding may take less. */
static u32 room_for(u32 sum)
{
	const u32 nr = (sum + CARRY - 1) / CARRY;

	return sum + nr * ((u32)sizeof(struct pagesnap_bytes) + 7);
}

/* As pagesnap_text_bytes(), where there is room: records are short, and looking takes long. */
static inline void put(struct pagesnap_text *t, const void *bytes, u32 len)
{
	memcpy(t->buf + t->len, bytes, len);
	t->len += len;
}

/* Append @n bytes of the parts put together, from byte @off on. */
static void put_slice(struct pagesnap_text *t, const struct pagesnap_bytes_ref *parts, u32 off,
		      u32 n)
{
	u32 have;

	for (; n; parts++) {
		if (off >= parts->len) {
			off -= parts->len;
			continue;
		}
		have = parts->len - off < n ? parts->len - off : n;
		put(t, (const char *)parts->bytes + off, have);
		n -= have;
		off = 0;
	}
}

/* One struct pagesnap_bytes with @n bytes of @sum, from byte @off on. */
static void put_bytes(struct pagesnap_text *t, u32 q, const struct pagesnap_bytes_ref *parts,
		      u32 off, u32 n, u32 sum)
{
	const u32 pad = -n & 7;
	struct pagesnap_bytes b = {
		.rec = {
			.len = sizeof(b) + n + pad,
			.type = PAGESNAP_REC_BYTES,
			.flags = off + n < sum ? PAGESNAP_RF_MORE : 0,
		},
		.q = q,
		.nr = n,
	};

	put(t, &b, sizeof(b));
	/* what is no padding of the last eight bytes is written next */
	memset(t->buf + t->len + n + pad - 8, 0, 8);
	put_slice(t, parts, off, n);
	t->len += pad;
}

/**
 * pagesnap_binary_record() - append a record and the bytes that belong to it
 * @t: where to; not a line of text here, just bytes
 * @rec: record; with parts, its query stands behind the head
 * @flags: PAGESNAP_RF_* that it gets besides its own
 * @parts: bytes that belong to it, to be put together
 * @nr_parts: how many; PAGESNAP_MORE_MAX bytes at most in all
 *
 * All or nothing: @t is full where not all would fit for certain.
 */
void pagesnap_binary_record(struct pagesnap_text *t, const struct pagesnap_rec *rec, u32 flags,
			    const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const u32 len = rec->len, sum = sum_of(parts, nr_parts);
	const u16 all = rec->flags | flags | (sum ? PAGESNAP_RF_MORE : 0);
	u32 off, n, q;

	if (len + room_for(sum) > t->cap - t->len) {
		t->full = true;
		return;
	}
	put(t, rec, len);
	memcpy(t->buf + t->len - len + offsetof(struct pagesnap_rec, flags), &all, sizeof(all));
	if (!sum)
		return;
	memcpy(&q, rec + 1, sizeof(q));
	for (off = 0; off < sum; off += n) {
		n = sum - off < CARRY ? sum - off : CARRY;
		put_bytes(t, q, parts, off, n, sum);
	}
}
