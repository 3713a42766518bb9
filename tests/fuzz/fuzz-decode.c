// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the decoder of libpagesnap: however a stream is cut and wherever its
 * reader stops, the same records come out of it, in an order that makes sense,
 * and each of them can be printed.
 *
 * The first byte says how the stream is pushed, the second what follows: 'r'
 * for a stream as it is, 'b' for records to build one of, which are right but
 * for what they say is wrong (see struct recipe).
 */
#include "fuzz.h"
#include "lib/collection.h"
#include "lib/internal.h"

/* Bytes of the longest stream that is built. */
#define STREAM_MAX (256 * 1024)

/* What is wrong with a record. */
#define WRONG_LENGTH	0x01	/* another length of the record */
#define WRONG_QUERY	0x02	/* the number of another query */
#define WRONG_BYTES	0x04	/* lengths that don't add up */
#define WRONG_FLAGS	0x08	/* flags as they stand in @fill */
#define WRONG_MORE	0x10	/* no bytes where some are due, or the other way */
#define NEWER		0x20	/* a longer record */
#define LONG		0x40	/* 256 times as many bytes */

/* Types of records that have one byte in a recipe, and whether one begins a brief answer. */
#define TYPE_ACCESSES	0x40	/* and 15 more: those from PAGESNAP_REC_SAMPLE on */
#define TYPE_FAULTS	0x50	/* and 15 more: those from PAGESNAP_REC_FAULT_MAP on */
#define TYPE_BEGINS	0x80	/* PAGESNAP_RF_BEGINS, beside any type below */

/**
 * struct recipe - what a record is built of
 * @type: its type, TYPE_*
 * @wrong: WRONG_*
 * @len: bytes that belong to it
 * @piece: bytes in one struct pagesnap_bytes, 0 for all that fit
 * @flags: its flags, where that matters
 * @fill: what its fields are filled with, over and over
 */
struct recipe {
	uint8_t type;
	uint8_t wrong;
	uint8_t len;
	uint8_t piece;
	uint8_t flags;
	uint8_t fill[3];
};

struct stream {
	char *buf;
	size_t len;
};

static uint16_t type_of(const struct recipe *r)
{
	uint8_t type = r->type & ~TYPE_BEGINS;

	switch (type & 0xf0) {
	case TYPE_ACCESSES:
		return PAGESNAP_REC_SAMPLE + (type & 0xf);
	case TYPE_FAULTS:
		return PAGESNAP_REC_FAULT_MAP + (type & 0xf);
	default:
		return type;
	}
}

/* Bytes of a record, 0 of one that is not known.  Bytes are put behind others, never alone. */
static uint32_t size_of(uint16_t type)
{
	const struct record_layout *l = pagesnap_layout_of(type);

	return l && type != PAGESNAP_REC_BYTES ? l->size : 0;
}

/* Building --------------------------------------------------------------- */

static void put(struct stream *s, const void *bytes, size_t len)
{
	MUST(len <= STREAM_MAX - s->len);
	memcpy(s->buf + s->len, bytes, len);
	s->len += len;
}

/* What a recipe fills with, over and over. */
static void fill(char *to, size_t len, const struct recipe *r)
{
	size_t have = sizeof(r->fill), n;

	memcpy(to, r->fill, have);
	for (; have < len; have += n) {
		n = have < len - have ? have : len - have;
		memcpy(to + have, to, n);
	}
}

/* Subtotals take @len bytes, or almost.  Return: bytes that are left over. */
static uint32_t set_subtotals(uint16_t *nr_nodes, uint16_t *nr_cgroups, uint32_t len)
{
	uint32_t nr = len / sizeof(struct pagesnap_subtotal);

	*nr_nodes = nr / 3;
	*nr_cgroups = nr - nr / 3;
	return len - nr * sizeof(struct pagesnap_subtotal);
}

/* Lengths of @u for @len bytes that follow. */
static void set_lengths(union pagesnap_any *u, uint32_t len)
{
	switch (u->rec.type) {
	case PAGESNAP_REC_QUERY:
		u->query.text_len = len;
		break;
	case PAGESNAP_REC_SB:
		u->sb.asked_len = len / 3;
		u->sb.name_len = len - len / 3;
		break;
	case PAGESNAP_REC_FILE:
		u->file.name_len = len / 2;
		u->file.name_len += set_subtotals(&u->file.nr_nodes, &u->file.nr_cgroups,
						  len - len / 2);
		break;
	case PAGESNAP_REC_VMA:
		u->vma.name_len = len / 2;
		u->vma.name_len += set_subtotals(&u->vma.nr_nodes, &u->vma.nr_cgroups,
						 len - len / 2);
		break;
	case PAGESNAP_REC_SPAN:
		set_subtotals(&u->span.nr_nodes, &u->span.nr_cgroups, len);
		break;
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		u->run.name_len = len;
		break;
	case PAGESNAP_REC_TOTAL:
		u->total.nr_combos = len / 2 / sizeof(struct pagesnap_combo);
		set_subtotals(&u->total.nr_nodes, &u->total.nr_cgroups,
			      len - u->total.nr_combos * sizeof(struct pagesnap_combo));
		break;
	case PAGESNAP_REC_HEAT_FILE:
		u->heat_file.name_len = len;
		break;
	case PAGESNAP_REC_FAULT_MAP:
		u->map.name_len = len;
		break;
	case PAGESNAP_REC_NOTE:
		u->note.text_len = len;
		break;
	case PAGESNAP_REC_ERROR:
		u->error.msg_len = len / 2;
		u->error.text_len = len - len / 2;
		break;
	}
}

static void set_header(struct pagesnap_header *h, uint32_t nth)
{
	static const char *const collections[] = { "", "pages", "accesses", "faults", "others" };

	memcpy(h->magic, PAGESNAP_MAGIC, sizeof(h->magic));
	h->byte_order = PAGESNAP_BYTE_ORDER;
	h->abi_major = PAGESNAP_ABI_MAJOR;
	h->page_shift = 12;
	strcpy(h->collection, collections[nth % ARRAY_SIZE(collections)]);
}

static void put_bytes(struct stream *s, const struct recipe *r, uint32_t q, uint32_t len)
{
	static const char zeros[8];
	struct pagesnap_bytes b = { .q = q };
	char bytes[PAGESNAP_REC_MAX];
	uint32_t piece = r->piece ? r->piece : PAGESNAP_REC_MAX - sizeof(b), n;

	if (piece > PAGESNAP_REC_MAX - sizeof(b))
		piece = PAGESNAP_REC_MAX - sizeof(b);
	/* so that what is built stays short */
	if (len > 64 * piece)
		piece = PAGESNAP_REC_MAX - sizeof(b);
	fill(bytes, sizeof(bytes), r);
	for (; len; len -= n) {
		n = len < piece ? len : piece;
		b.nr = n;
		b.rec = (struct pagesnap_rec) {
			sizeof(b) + (n + 7) / 8 * 8, PAGESNAP_REC_BYTES,
			n < len ? PAGESNAP_RF_MORE : 0,
		};
		put(s, &b, sizeof(b));
		put(s, bytes, n);
		put(s, zeros, -n & 7);
	}
}

static uint16_t flags_of(const struct recipe *r)
{
	return ((r->wrong & WRONG_FLAGS ? r->fill[2] : r->flags) & ~PAGESNAP_RF_MORE) |
	       (r->type & TYPE_BEGINS ? PAGESNAP_RF_BEGINS : 0);
}

/* A total has both; what is a multiple of one is a multiple of the other. */
_Static_assert(sizeof(struct pagesnap_combo) == sizeof(struct pagesnap_subtotal),
	       "bytes_of() rounds for either");

static uint32_t bytes_of(const struct recipe *r)
{
	uint32_t len = r->len * (r->wrong & LONG ? 256 : 1);

	switch (type_of(r)) {
	case PAGESNAP_REC_SPAN:
	case PAGESNAP_REC_TOTAL:
		return len / sizeof(struct pagesnap_subtotal) * sizeof(struct pagesnap_subtotal);
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		return flags_of(r) & PAGESNAP_RF_NAME ? len : 0;
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_SB:
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_NOTE:
	case PAGESNAP_REC_ERROR:
	case PAGESNAP_REC_HEAT_FILE:
	case PAGESNAP_REC_FAULT_MAP:
		return len;
	default:
		return size_of(type_of(r)) ? 0 : len;
	}
}

/* Does the answer that it belongs to begin with it? */
static bool is_first(const struct recipe *r)
{
	uint16_t type = type_of(r);

	return type == PAGESNAP_REC_QUERY || type == PAGESNAP_REC_ERROR || r->type & TYPE_BEGINS;
}

static void put_record(struct stream *s, const struct recipe *r, uint32_t *q)
{
	union {
		union pagesnap_any any;
		char buf[PAGESNAP_REC_MAX + 256];
	} u;
	uint16_t type = type_of(r);
	uint32_t size = size_of(type) ? : 16;
	uint32_t len = bytes_of(r);

	size += r->wrong & NEWER ? 8 * (r->fill[0] % 32) : 0;
	fill(u.buf, size > sizeof(u.any) ? size : sizeof(u.any), r);
	*q += is_first(r);
	u.any.rec.type = type;
	u.any.rec.len = r->wrong & WRONG_LENGTH ? r->fill[1] : size;
	u.any.rec.flags = flags_of(r);
	if (!!len != !!(r->wrong & WRONG_MORE))
		u.any.rec.flags |= PAGESNAP_RF_MORE;
	if (type == PAGESNAP_REC_HEADER)
		set_header(&u.any.header, r->flags);
	else if (!(r->wrong & WRONG_QUERY))
		u.any.query.q = *q;
	if (!(r->wrong & WRONG_BYTES))
		set_lengths(&u.any, len);
	put(s, u.buf, size);
	put_bytes(s, r, *q, len);
}

static void build(struct stream *s, const uint8_t *data, size_t size)
{
	struct recipe r = { .type = PAGESNAP_REC_HEADER, .fill = { 'k', 0, 0 } };
	uint32_t q = 0;

	put_record(s, &r, &q);
	for (; size >= sizeof(r); data += sizeof(r), size -= sizeof(r)) {
		memcpy(&r, data, sizeof(r));
		if (STREAM_MAX - s->len < 100 * 1024)
			break;
		put_record(s, &r, &q);
	}
}

/* Looking ---------------------------------------------------------------- */

/**
 * struct seen - what came out of a stream
 * @sum: of all of it
 * @records: how many
 * @in_answer: the last one was inside of an answer
 * @stop_at: stop at every record of this number, 0 for none
 * @stops: how often that was
 * @ends: of the ends of answers alone
 */
struct seen {
	uint64_t sum;
	uint32_t records;
	bool in_answer;
	uint32_t stop_at;
	uint32_t stops;
	uint64_t ends;
};

static void add(uint64_t *sum, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;

	while (len--)
		*sum = (*sum ^ *b++) * 0x100000001b3;
}

/* Nothing that a terminal obeys, no second line. */
static void check_text(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = text[i];

		MUST(c >= 0x20 && c != 0x7f && c < 0xf5);
		if (c == 0xc2)
			MUST(i + 1 < len && (unsigned char)text[i + 1] >= 0xa0);
	}
}

static void check_part(const struct pagesnap_record *r, const char *part, size_t len)
{
	MUST(part >= r->bytes && len <= r->len && (size_t)(part - r->bytes) <= r->len - len);
}

/* They can be read where the record says; the sanitizers look. */
static void check_subtotals(const struct pagesnap_record *r)
{
	uint32_t nodes = pagesnap_record_nodes(r), cgroups = pagesnap_record_cgroups(r), i;

	MUST((nodes + cgroups) * sizeof(struct pagesnap_subtotal) <= r->len);
	for (i = 0; i <= nodes; i++)
		pagesnap_record_node(r, i);
	for (i = 0; i <= cgroups; i++)
		pagesnap_record_cgroup(r, i);
}

static void check_parts(const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	const char *part;
	size_t len;

	part = pagesnap_record_name(r, &len);
	check_part(r, part, len);
	part = pagesnap_record_asked(r, &len);
	check_part(r, part, len);
	part = pagesnap_record_query(r, &len);
	check_part(r, part, len);
	part = pagesnap_record_message(r, &len);
	check_part(r, part, len);
	MUST(!sums || ((const char *)sums > (const char *)r->u &&
		       (const char *)(sums + 1) <= (const char *)(r->u + 1)));
	if (r->u->rec.type == PAGESNAP_REC_HEAT_FILE)
		MUST(r->u->heat_file.name_len == r->len);
	if (r->u->rec.type == PAGESNAP_REC_FAULT_MAP)
		MUST(r->u->map.name_len == r->len);
	if (r->u->rec.type == PAGESNAP_REC_TOTAL)
		MUST(r->u->total.nr_combos * sizeof(struct pagesnap_combo) +
		     (pagesnap_record_nodes(r) + pagesnap_record_cgroups(r)) *
		     sizeof(struct pagesnap_subtotal) == r->len);
	check_subtotals(r);
}

#define ENDS(string) MUST(memchr(string, 0, sizeof(string)))

static void check_strings(const union pagesnap_any *u)
{
	switch (u->rec.type) {
	case PAGESNAP_REC_HEADER:
		ENDS(u->header.set_comm);
		ENDS(u->header.file);
		ENDS(u->header.kernel);
		ENDS(u->header.boot);
		ENDS(u->header.collection);
		break;
	case PAGESNAP_REC_QUERY:
		ENDS(u->query.tag);
		break;
	case PAGESNAP_REC_SB:
		ENDS(u->sb.fstype);
		ENDS(u->sb.id);
		break;
	case PAGESNAP_REC_TASK:
		ENDS(u->task.comm);
		break;
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		ENDS(u->run.zone_name);
		break;
	case PAGESNAP_REC_ERROR:
		ENDS(u->error.tag);
		break;
	case PAGESNAP_REC_END:
		ENDS(u->end.tag);
		break;
	case PAGESNAP_REC_CGROUP:
		ENDS(u->cgroup.path);
		break;
	case PAGESNAP_REC_PROCESS:
		ENDS(u->process.comm);
		break;
	case PAGESNAP_REC_THREAD:
		ENDS(u->thread.comm);
		break;
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		ENDS(u->event.comm);
		break;
	case PAGESNAP_REC_TRACED:
		ENDS(u->traced.comm);
		break;
	}
}

/* Is it the first of an answer that has no record of its query? */
static bool begins_brief(const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
	case PAGESNAP_REC_CGROUP:
		return false;
	default:
		/* one that is too short to say of which query it is begins none */
		return r->u->rec.flags & PAGESNAP_RF_BEGINS &&
		       r->size > sizeof(struct pagesnap_rec);
	}
}

/* The order that pagesnap.h promises. */
static void check_order(struct seen *seen, const struct pagesnap_record *r)
{
	uint32_t type = r->u->rec.type;

	if (begins_brief(r)) {
		MUST(!seen->in_answer);
		seen->in_answer = true;
	}
	MUST(seen->records || type == PAGESNAP_REC_HEADER);
	MUST(type != PAGESNAP_REC_BYTES);
	switch (type) {
	case PAGESNAP_REC_HEADER:
		MUST(!seen->in_answer);
		break;
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
		MUST(!seen->in_answer);
		seen->in_answer = true;
		break;
	case PAGESNAP_REC_END:
		MUST(seen->in_answer);
		seen->in_answer = false;
		break;
	case PAGESNAP_REC_SB ... PAGESNAP_REC_TOTAL:
	case PAGESNAP_REC_LOST:
	case PAGESNAP_REC_SAMPLE ... PAGESNAP_REC_HEAT_FILE:
	case PAGESNAP_REC_FAULT_MAP ... PAGESNAP_REC_WINDOW:
		MUST(seen->in_answer);
		break;
	}
}

/* Who passes over answers is told of their ends. */
static int see_end(void *ctx, const struct pagesnap_record *r)
{
	static char text[PAGESNAP_RECORD_TEXT_MAX];
	struct seen *seen = ctx;

	if (r->u->rec.type == PAGESNAP_REC_END)
		add(&seen->ends, text, pagesnap_record_text(r, text, sizeof(text)));
	return 0;
}

static int see(void *ctx, const struct pagesnap_record *r)
{
	static char text[PAGESNAP_RECORD_TEXT_MAX];
	struct seen *seen = ctx;
	ssize_t n;

	check_order(seen, r);
	MUST(r->len <= PAGESNAP_MORE_MAX && !r->bytes[r->len] && !((uintptr_t)r->bytes % 8));
	MUST(r->size <= PAGESNAP_REC_MAX && r->size % 8 == 0);
	check_parts(r);
	check_strings(r->u);
	n = pagesnap_record_text(r, text, sizeof(text));
	MUST(n > 0 && strlen(text) == (size_t)n);
	check_text(text, n);
	add(&seen->sum, text, n);
	add(&seen->sum, &r->size, sizeof(r->size));
	add(&seen->sum, r->bytes, r->len);
	see_end(ctx, r);
	seen->records++;
	if (!seen->stop_at || seen->records % seen->stop_at)
		return 0;
	seen->stops++;
	return 1;
}

/* Those that are alike, or now and then that they are wanted one by one. */
static int see_alike(void *ctx, struct pagesnap_record *r, size_t nr)
{
	struct seen *seen = ctx;

	MUST(nr && !r->len);
	if (seen->records % 5 == 4)
		return 0;
	for (; nr; nr--) {
		MUST(r->u->rec.len == r->size);
		see(ctx, r);
		r->u = (const void *)((const char *)r->u + r->size);
	}
	return 1;
}

/* In pieces of @piece bytes. Return: of the decoder, when it is through. */
static int decode(const struct stream *s, size_t piece, struct seen *seen, char *message)
{
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, seen);
	uint32_t stops = 0;
	size_t at, n;
	int ret = 0;

	MUST(d);
	if (!seen->stop_at)
		pagesnap_decoder_set_alike(d, see_alike);
	for (at = 0; at < s->len && ret >= 0; at += n) {
		char *copy;

		n = s->len - at < piece ? s->len - at : piece;
		copy = exact(s->buf + at, n);
		ret = pagesnap_decoder_push(d, copy, n);
		free(copy);
		stops += ret == 1;
		/* in every other piece the rest has to wait for more */
		while (ret == 1 && (at / piece) % 2) {
			ret = pagesnap_decoder_push(d, NULL, 0);
			stops += ret == 1;
		}
	}
	if (ret >= 0)
		while ((ret = pagesnap_decoder_finish(d)) == 1)
			stops++;
	MUST(ret == 0 || ret == -EPROTO || ret == -EPROTONOSUPPORT || ret == -ENODATA);
	MUST(stops == seen->stops);
	strcpy(message, pagesnap_decoder_message(d));
	MUST(!*message == !ret);
	pagesnap_decoder_free(d);
	return ret;
}

/* Of a stream in which nothing is wrong, the same answers end when they are passed over. */
static void check_ends(const struct stream *s, size_t piece, uint64_t ends)
{
	struct seen skipped = { };
	struct pagesnap_decoder *d = pagesnap_decoder_new(see_end, &skipped);
	size_t at, n;

	MUST(d);
	pagesnap_decoder_skip(d, true);
	for (at = 0; at < s->len; at += n) {
		n = s->len - at < piece ? s->len - at : piece;
		MUST(!pagesnap_decoder_push(d, s->buf + at, n));
	}
	MUST(!pagesnap_decoder_finish(d));
	MUST(skipped.ends == ends);
	pagesnap_decoder_free(d);
}

/* However it is pushed, it is the same. */
static void check_stream(const struct stream *s, uint8_t how)
{
	struct seen whole = { }, pieces = { .stop_at = how >> 5 };
	/* a long stream is not cut into more pieces than a short one */
	size_t piece = 1 + (how & 31) * (how & 31) * (1 + s->len / 4096);
	char said[256], again[256];
	int ret = decode(s, SIZE_MAX, &whole, said);

	if (s->len > 4096)
		piece += 64;
	MUST(decode(s, piece, &pieces, again) == ret);
	MUST(whole.sum == pieces.sum && whole.records == pieces.records);
	MUST(!strcmp(said, again));
	if (ret)
		return;
	check_ends(s, SIZE_MAX, whole.ends);
	check_ends(s, piece, whole.ends);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char buf[STREAM_MAX];
	struct stream s = { .buf = buf };

	if (size < 2 || (data[1] != 'r' && data[1] != 'b'))
		return 0;
	if (data[1] == 'b')
		build(&s, data + 2, size - 2);
	else
		put(&s, data + 2, size - 2);
	check_stream(&s, data[0]);
	return 0;
}
