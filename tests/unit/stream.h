/* SPDX-License-Identifier: GPL-2.0 */
/* Binary streams, put together by hand; the bytes are what the kernel writes. */
#ifndef TESTS_STREAM_H
#define TESTS_STREAM_H

#include "lib/internal.h"

struct stream {
	char *buf;
	size_t len;
	size_t cap;
};

__attribute__((unused))
static void put(struct stream *s, const void *bytes, size_t len)
{
	if (s->cap - s->len < len) {
		s->cap = 2 * (s->len + len);
		s->buf = realloc(s->buf, s->cap);
		if (!s->buf)
			ktap_die("realloc");
	}
	memcpy(s->buf + s->len, bytes, len);
	s->len += len;
}

/* A record of @size bytes, whose head is made here: type, flags, length. */
__attribute__((unused))
static void put_rec(struct stream *s, u32 type, u32 flags, const void *rec, size_t size)
{
	struct pagesnap_rec head = { .len = size, .type = type, .flags = flags };

	put(s, &head, sizeof(head));
	put(s, (const char *)rec + sizeof(head), size - sizeof(head));
}

/* One bytes record. */
__attribute__((unused))
static void put_bytes(struct stream *s, u32 q, u32 flags, const void *bytes, size_t len)
{
	size_t padded = (len + 7) / 8 * 8;
	struct pagesnap_bytes b = { .q = q, .nr = len };
	static const char zeros[8];

	b.rec = (struct pagesnap_rec) { sizeof(b) + padded, PAGESNAP_REC_BYTES, flags };
	put(s, &b, sizeof(b));
	put(s, bytes, len);
	put(s, zeros, padded - len);
}

/* Bytes in records of @piece bytes each. */
__attribute__((unused))
static void put_pieces(struct stream *s, u32 q, const char *bytes, size_t len, size_t piece)
{
	size_t n;

	for (; len; bytes += n, len -= n) {
		n = len < piece ? len : piece;
		put_bytes(s, q, n < len ? PAGESNAP_RF_MORE : 0, bytes, n);
	}
}

__attribute__((unused))
static struct pagesnap_header a_header(void)
{
	struct pagesnap_header h = {
		.magic = { 'P', 'A', 'G', 'E', 'S', 'N', 'A', 'P' },
		.byte_order = PAGESNAP_BYTE_ORDER, .abi_major = PAGESNAP_ABI_MAJOR,
		.abi_minor = PAGESNAP_ABI_MINOR, .page_shift = 12, .session = 7,
		.collection = "pages", .file = "filename_index", .kernel = "6.12.0",
		.boot = "b007-1d",
	};

	return h;
}

__attribute__((unused))
static void put_header(struct stream *s)
{
	struct pagesnap_header h = a_header();

	put_rec(s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
}

__attribute__((unused))
static void put_query(struct stream *s, u32 q, const char *line)
{
	struct pagesnap_query_rec r = { .q = q, .line = q, .text_len = strlen(line) };

	put_rec(s, PAGESNAP_REC_QUERY, *line ? PAGESNAP_RF_MORE : 0, &r, sizeof(r));
	if (*line)
		put_pieces(s, q, line, strlen(line), PAGESNAP_REC_MAX - sizeof(struct pagesnap_bytes));
}

__attribute__((unused))
static void put_end(struct stream *s, u32 q)
{
	struct pagesnap_end r = { .q = q };

	put_rec(s, PAGESNAP_REC_END, 0, &r, sizeof(r));
}

#endif /* TESTS_STREAM_H */
