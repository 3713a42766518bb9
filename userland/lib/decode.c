// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder: bytes of a stream, cut anywhere, into checked records.
 *
 * A record is copied to @any, which has this library's size of it; one that
 * comes bit by bit is collected in @raw before.  The bytes that follow it are
 * collected in @bytes.  Only what a stopped caller leaves over is kept in memory
 * that grows.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "collection.h"
#include "internal.h"

/* The first record is judged when so much of it is there. */
#define HELLO offsetof(struct pagesnap_header, page_shift)
#define TEXT_HELLO "# pagesnap"
/* Records that are passed on at once: where it pays, and so many that others get their turn. */
#define ALIKE_MIN 4
#define ALIKE_MAX 64
#define WRONG_BYTES "the bytes of a record are not as many as it says"

/**
 * struct pagesnap_decoder - a stream while it is decoded
 * @fn: takes the records
 * @alike_fn: takes records of the same head at once; may be NULL
 * @ctx: first argument of both
 * @err: negative errno that ended it, 0 if none did
 * @message: what @err was
 * @offset: byte of the stream at which the record begins that is decoded
 * @raw: a record that is collected
 * @have: bytes of it that are there
 * @want: bytes of it that are needed to go on
 * @live: the module that runs writes it
 * @greeted: the first header was seen
 * @minor: ABI minor version of the last header
 * @collection: whose records follow it
 * @headed: the head of the record in @raw is checked
 * @in_answer: between the record that begins an answer and its end
 * @brief: it has no record of its query, and its end may be short
 * @q: query of that answer
 * @skips: what lies inside of answers is not wanted
 * @skipped: the last record was not
 * @any: the record, unless it is passed on where it lies
 * @record: the last one that was passed on
 * @layout: structure of its type, NULL if it is not known
 * @alike: head of the last record, if it was whole and its neighbours may follow unchecked; else
 *	0, which only a damaged one has
 * @at_once: those may be given to @alike_fn
 * @size: its bytes in the stream
 * @due: it waits for bytes that follow
 * @bytes: these, aligned for struct pagesnap_combo
 * @nr_bytes: how many
 * @rest: what was left over when @fn stopped
 * @rest_at: bytes of it that are used
 * @rest_len: bytes of it
 */
struct pagesnap_decoder {
	pagesnap_record_fn *fn;
	pagesnap_alike_fn *alike_fn;
	void *ctx;
	int err;
	char message[160];
	u64 offset;
	union {
		struct pagesnap_rec rec;
		struct pagesnap_header header;
		char buf[PAGESNAP_REC_MAX];
	} raw;
	u32 have;
	u32 want;
	bool live;
	bool greeted;
	u16 minor;
	enum pagesnap_collection_id collection;
	bool headed;
	bool in_answer;
	bool brief;
	u32 q;
	bool skips;
	bool skipped;
	union pagesnap_any any;
	struct pagesnap_record record;
	const struct record_layout *layout;
	u64 alike;
	bool at_once;
	u32 size;
	bool due;
	char bytes[PAGESNAP_MORE_MAX + 1] __attribute__((aligned(8)));
	u32 nr_bytes;
	char *rest;
	size_t rest_at;
	size_t rest_len;
};

/* Ends the decoder. */
__attribute__((format(printf, 3, 4)))
static int fail(struct pagesnap_decoder *d, int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(d->message, sizeof(d->message), format, args);
	va_end(args);
	d->err = err;
	return err;
}

static int damaged(struct pagesnap_decoder *d, const char *what)
{
	return fail(d, -EPROTO, "the stream is damaged at byte %llu: %s",
		    (unsigned long long)d->offset, what);
}

struct pagesnap_decoder *pagesnap_decoder_new(pagesnap_record_fn *fn, void *ctx)
{
	struct pagesnap_decoder *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->fn = fn;
	d->ctx = ctx;
	d->want = HELLO;
	return d;
}

void pagesnap_decoder_set_live(struct pagesnap_decoder *d)
{
	d->live = true;
}

void pagesnap_decoder_set_alike(struct pagesnap_decoder *d, pagesnap_alike_fn *fn)
{
	d->alike_fn = fn;
}

void pagesnap_decoder_free(struct pagesnap_decoder *d)
{
	if (!d)
		return;
	free(d->rest);
	free(d);
}

const char *pagesnap_decoder_message(const struct pagesnap_decoder *d)
{
	return d->message;
}

/* Heads ------------------------------------------------------------------ */

/* Neither a stream nor the module that runs can be changed; one of the two sides can. */
static int refuse_major(struct pagesnap_decoder *d, const struct pagesnap_header *h)
{
	const char *next = "install a newer pagesnap";

	if (h->abi_major < PAGESNAP_ABI_MAJOR)
		next = d->live ? PAGESNAP_RELOAD : "an older pagesnap reads it";
	return fail(d, -EPROTONOSUPPORT, "the %s is of ABI %u.%u, this pagesnap reads %u.x: %s",
		    d->live ? "module" : "stream", h->abi_major, h->abi_minor,
		    PAGESNAP_ABI_MAJOR, next);
}

/* Is this a stream that we can read?  Of a header, of which HELLO bytes are there. */
static int check_hello(struct pagesnap_decoder *d, const struct pagesnap_header *h)
{
	if (memcmp(h->magic, PAGESNAP_MAGIC, sizeof(h->magic))) {
		if (!d->greeted && !memcmp(h, TEXT_HELLO, strlen(TEXT_HELLO)))
			return fail(d, -EPROTO, "this is the text of an index file, not a stream");
		if (!d->greeted)
			return fail(d, -EPROTO, "this is no stream of pagesnap");
		return damaged(d, "a header without its magic");
	}
	if (h->byte_order == __builtin_bswap32(PAGESNAP_BYTE_ORDER))
		return fail(d, -EPROTONOSUPPORT,
			    "the stream was written by a machine of the other byte order");
	if (h->byte_order != PAGESNAP_BYTE_ORDER)
		return damaged(d, "a header of no byte order");
	if (h->abi_major != PAGESNAP_ABI_MAJOR)
		return refuse_major(d, h);
	return 0;
}

/* Bytes that a record of this kind must have; @l is NULL if it is not known. */
static u32 min_size(const struct pagesnap_rec *rec, const struct record_layout *l)
{
	if (!l)
		return sizeof(*rec);
	return l->sums && !(rec->flags & PAGESNAP_RF_SUMS) ? l->sums : l->min;
}

static bool is_too_short(const struct pagesnap_rec *rec, const struct record_layout *l, bool brief)
{
	return rec->len < min_size(rec, l) && !(brief && l && rec->len == l->brief);
}

/* Does it begin an answer that has no record of its query? */
static bool begins_brief(const struct pagesnap_rec *rec, const struct record_layout *l)
{
	return rec->flags & PAGESNAP_RF_BEGINS && rec->type != PAGESNAP_REC_BYTES &&
	       (!l || l->place == RECORD_IN_ANSWER || rec->type == PAGESNAP_REC_NOTE);
}

/* May this record stand here? */
static int check_place(struct pagesnap_decoder *d, const struct pagesnap_rec *rec,
		       const struct record_layout *l)
{
	if (d->due != (rec->type == PAGESNAP_REC_BYTES))
		return damaged(d, d->due ? "bytes of a record are missing" :
					   "bytes that belong to no record");
	if (begins_brief(rec, l))
		return d->in_answer ? damaged(d, "an answer without an end") : 0;
	switch (l ? l->place : RECORD_ANYWHERE) {
	case RECORD_BETWEEN_ANSWERS:
		return d->in_answer ? damaged(d, "an answer without an end") : 0;
	case RECORD_IN_ANSWER:
		return d->in_answer ? 0 : damaged(d, "a record outside of an answer");
	default:
		return 0;
	}
}

/* Of the first record in @raw. */
static int greet(struct pagesnap_decoder *d)
{
	int err = check_hello(d, &d->raw.header);

	if (!err && d->raw.rec.type != PAGESNAP_REC_HEADER)
		err = damaged(d, "its first record is no header");
	d->greeted = !err;
	return err;
}

static int check_head(struct pagesnap_decoder *d, const struct pagesnap_rec *rec,
		      const struct record_layout *l)
{
	if (rec->len % 8 || rec->len < sizeof(*rec) || rec->len > PAGESNAP_REC_MAX)
		return damaged(d, "a record of an impossible length");
	if (is_too_short(rec, l, d->brief || begins_brief(rec, l)))
		return damaged(d, "a record that is too short");
	return check_place(d, rec, l);
}

/* Records ---------------------------------------------------------------- */

/*
 * Behind the bytes that we know of, a newer module may have others.  Their
 * length need not make the record longer: it may be in a reserved member.
 */
static bool may_have_more(const struct pagesnap_decoder *d, const struct record_layout *l)
{
	return d->size > l->size || d->minor > PAGESNAP_ABI_MINOR;
}

/* The record is whole. */
static int pass_on(struct pagesnap_decoder *d)
{
	const struct record_layout *l = d->layout;
	u64 len = l && l->promises ? l->promises(&d->any) : 0;

	if (l && (len > d->nr_bytes || (len < d->nr_bytes && !may_have_more(d, l))))
		return damaged(d, WRONG_BYTES);
	d->bytes[len] = '\0';
	d->nr_bytes = 0;
	if (d->any.rec.type == PAGESNAP_REC_END)
		d->in_answer = false;
	d->record = (struct pagesnap_record){
		.u = &d->any, .bytes = d->bytes, .len = len, .size = d->size,
		.collection = d->collection,
	};
	return d->fn(d->ctx, &d->record);
}

static int take_bytes(struct pagesnap_decoder *d, const char *raw)
{
	struct pagesnap_bytes b;

	memcpy(&b, raw, sizeof(b));
	if (b.nr > PAGESNAP_REC_MAX || b.rec.len != sizeof(b) + (b.nr + 7) / 8 * 8)
		return damaged(d, "a bytes record of a wrong length");
	if (d->in_answer && b.q != d->q)
		return damaged(d, "bytes of another query");
	/* of a type that we don't know, nobody can use them */
	if (d->layout) {
		if (b.nr > PAGESNAP_MORE_MAX - d->nr_bytes)
			return damaged(d, "too many bytes follow a record");
		memcpy(d->bytes + d->nr_bytes, raw + sizeof(b), b.nr);
		d->nr_bytes += b.nr;
	}
	return d->due ? 0 : pass_on(d);
}

/* From the stream's size of a record to ours. */
static void copy_record(struct pagesnap_decoder *d, const struct record_layout *l, const char *raw)
{
	const struct record_string *s;
	u32 n = d->size < l->size ? d->size : l->size;

	memcpy(&d->any, raw, n);
	if (n < l->size)
		memset((char *)&d->any + n, 0, l->size - n);
	for (s = l->strings; s->size; s++)
		((char *)&d->any)[s->off + s->size - 1] = '\0';
}

static void begin_answer(struct pagesnap_decoder *d, u32 q, bool brief)
{
	d->in_answer = true;
	d->brief = brief;
	d->q = q;
}

/* All but the header have the number of their query at the same place. */
static int check_query(struct pagesnap_decoder *d)
{
	const union pagesnap_any *u = &d->any;

	switch (u->rec.type) {
	case PAGESNAP_REC_HEADER:
	case PAGESNAP_REC_CGROUP:
		break;
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
		begin_answer(d, u->query.q, false);
		break;
	default:
		if (d->in_answer && u->query.q != d->q)
			return damaged(d, "a record of another query");
		break;
	}
	return 0;
}

static enum pagesnap_collection_id collection_of(const struct pagesnap_header *h)
{
	const struct collection *c = pagesnap_collection_find(h->collection);

	return c ? c->id : PAGESNAP_COLLECTION_OTHER;
}

static int check_header(struct pagesnap_decoder *d)
{
	int err = check_hello(d, &d->any.header);

	if (err)
		return err;
	/* what readers shift by and divide by */
	if (d->any.header.page_shift < 9 || d->any.header.page_shift > 30)
		return damaged(d, "a header with an impossible page size");
	d->minor = d->any.header.abi_minor;
	d->collection = collection_of(&d->any.header);
	return 0;
}

/* A record of an answer that neither begins nor ends it. */
static bool is_inside(u32 type, const struct record_layout *l)
{
	return l && l->place == RECORD_IN_ANSWER && type != PAGESNAP_REC_END;
}

/* Bytes are passed on or dropped with their record. */
static bool is_skipped(const struct pagesnap_decoder *d, u32 type, const struct record_layout *l)
{
	if (type == PAGESNAP_REC_BYTES)
		return d->skipped;
	return d->skips && is_inside(type, l);
}

static int take_wanted(struct pagesnap_decoder *d, const struct pagesnap_rec *rec,
		       const struct record_layout *l, const char *raw)
{
	int err = 0;

	if (rec->type == PAGESNAP_REC_BYTES)
		return take_bytes(d, raw);
	d->size = rec->len;
	d->layout = l;
	if (l) {
		copy_record(d, l, raw);
		err = rec->type == PAGESNAP_REC_HEADER ? check_header(d) : check_query(d);
	} else {
		d->any.rec = *rec;
	}
	if (err)
		return err;
	return d->due ? 0 : pass_on(d);
}

/* A record with a head that was checked, all of which is at @raw, aligned or not. */
static int take_record(struct pagesnap_decoder *d, const struct pagesnap_rec *rec,
		       const struct record_layout *l, const char *raw)
{
	u32 q;

	d->due = rec->flags & PAGESNAP_RF_MORE;
	d->skipped = is_skipped(d, rec->type, l);
	if (begins_brief(rec, l) && rec->len >= sizeof(*rec) + sizeof(q)) {
		memcpy(&q, raw + sizeof(*rec), sizeof(q));
		begin_answer(d, q, true);
	}
	return d->skipped ? 0 : take_wanted(d, rec, l, raw);
}

/* The stream ------------------------------------------------------------- */

/* What was wanted of @raw is there. */
static int advance(struct pagesnap_decoder *d)
{
	int ret;

	if (!d->headed) {
		ret = d->greeted ? 0 : greet(d);
		ret = ret ?: check_head(d, &d->raw.rec, pagesnap_layout_of(d->raw.rec.type));
		if (ret)
			return ret;
		d->headed = true;
		d->want = d->raw.rec.len;
		if (d->have < d->want)
			return 0;
	}
	d->alike = 0;
	ret = take_record(d, &d->raw.rec, pagesnap_layout_of(d->raw.rec.type), d->raw.buf);
	d->offset += d->want;
	d->have = 0;
	d->want = sizeof(struct pagesnap_rec);
	d->headed = false;
	return ret;
}

static u64 head_of(const void *rec)
{
	u64 head;

	memcpy(&head, rec, sizeof(head));
	return head;
}

/*
 * Can a record be passed on where it is, as copy_record() would have it?  Who looks at it may
 * read all of the union, so there must be @len bytes for that.
 */
static bool is_in_place(const struct pagesnap_decoder *d, const struct record_layout *l,
			const char *raw, size_t len)
{
	const struct record_string *s;

	if (len < sizeof(d->any) || d->size < l->size ||
	    (uintptr_t)raw % _Alignof(union pagesnap_any))
		return false;
	for (s = l->strings; s->size; s++)
		if (raw[s->off + s->size - 1])
			return false;
	return true;
}

/*
 * A record with the head of the one before, which was whole and inside of an answer: what was
 * found of that head goes for this one, too, and it has no bytes either.  There are @len from
 * @raw on, its own and what lies behind it.
 */
static int take_alike(struct pagesnap_decoder *d, const char *raw, size_t len)
{
	const union pagesnap_any *u = (const void *)raw;

	if (!is_in_place(d, d->layout, raw, len)) {
		copy_record(d, d->layout, raw);
		u = &d->any;
	}
	if (u->query.q != d->q)
		return damaged(d, "a record of another query");
	if (d->layout->promises && d->layout->promises(u))
		return damaged(d, WRONG_BYTES);
	d->record.u = u;
	return d->fn(d->ctx, &d->record);
}

/*
 * How many records follow that take_alike() would pass on where they are: of @len bytes at @raw,
 * which begins with the head of the one before.
 */
static size_t count_alike(const struct pagesnap_decoder *d, const char *raw, size_t len)
{
	const struct record_layout *l = d->layout;
	const union pagesnap_any *u = (const void *)raw;
	struct pagesnap_rec rec;
	bool may_promise;
	size_t nr = 0;

	memcpy(&rec, raw, sizeof(rec));
	may_promise = l->promises && (!l->promise_flag || rec.flags & l->promise_flag);
	while (nr < ALIKE_MAX && len >= d->size && is_in_place(d, l, raw, len) &&
	       head_of(raw) == d->alike && u->query.q == d->q &&
	       !(may_promise && l->promises(u))) {
		raw += d->size;
		len -= d->size;
		u = (const void *)raw;
		nr++;
	}
	return nr;
}

/* Passes on as many as can be at once.  @used: their bytes, 0 if none were. */
static int take_at_once(struct pagesnap_decoder *d, const char *raw, size_t len, size_t *used)
{
	size_t nr = count_alike(d, raw, len);
	int ret;

	*used = 0;
	if (nr < ALIKE_MIN)
		return 0;
	d->record.u = (const void *)raw;
	ret = d->alike_fn(d->ctx, &d->record, nr);
	d->at_once = ret > 0;
	if (ret)
		*used = nr * d->size;
	return ret < 0 ? ret : 0;
}

/* Neighbours of a record with bytes, or of one that is skipped, are looked at one by one. */
static int take_other(struct pagesnap_decoder *d, const struct pagesnap_rec *rec,
		      const struct record_layout *l, const char *raw)
{
	int ret = take_record(d, rec, l, raw);

	bool neighbours = is_inside(rec->type, l) && !d->due && !d->skipped &&
			  !(rec->flags & PAGESNAP_RF_BEGINS);

	d->alike = neighbours ? head_of(rec) : 0;
	d->at_once = d->alike && d->alike_fn;
	return ret;
}

/* Is it whole, and is the next one found behind it?  If not, others say what is wrong. */
static bool can_pass(const struct pagesnap_rec *rec, size_t left)
{
	bool is_end = rec->type == PAGESNAP_REC_END;

	return rec->type != PAGESNAP_REC_HEADER && rec->len <= left && !(rec->len % 8) &&
	       rec->len > sizeof(*rec) && rec->len <= PAGESNAP_REC_MAX &&
	       !(is_end && is_too_short(rec, pagesnap_layout_of(rec->type), true));
}

/* Does it show whether an answer is under way behind it?  Some stand inside and outside of them. */
static bool shows_place(const struct pagesnap_rec *rec)
{
	const struct record_layout *l = pagesnap_layout_of(rec->type);

	return (l && l->place != RECORD_ANYWHERE) || begins_brief(rec, l);
}

/*
 * What take_other() would know after records that were passed over: of the last one, and of the
 * last that shows_place(), NULL if none did.
 */
static void stand_behind(struct pagesnap_decoder *d, const char *last, const char *placed)
{
	struct pagesnap_rec rec;

	memcpy(&rec, last, sizeof(rec));
	d->due = rec.flags & PAGESNAP_RF_MORE;
	d->skipped = true;
	if (!placed)
		return;
	memcpy(&rec, placed, sizeof(rec));
	memcpy(&d->q, placed + sizeof(rec), sizeof(d->q));
	d->in_answer = rec.type != PAGESNAP_REC_END;
	/* it may have begun so */
	d->brief = true;
}

/* Bytes of whole records that follow @raw and have its head; there are @left from @raw on. */
static size_t same_heads(const char *raw, const struct pagesnap_rec *rec, size_t left)
{
	const u64 head = head_of(rec);
	size_t len = rec->len, n = len;

	while (left - n >= len && head_of(raw + n) == head)
		n += len;
	return n - len;
}

/* Where only ends of answers are of interest, the others are passed over by their lengths. */
static int find_ends(struct pagesnap_decoder *d, const char *buf, size_t len, size_t *used)
{
	const char *last = NULL, *placed = NULL;
	struct pagesnap_rec rec;
	size_t more;
	int ret = 0;

	/* that one is passed on with all of its bytes */
	if (d->due && !d->skipped)
		return 0;
	while (!ret && len - *used >= sizeof(rec)) {
		memcpy(&rec, buf + *used, sizeof(rec));
		if (!can_pass(&rec, len - *used))
			break;
		more = rec.type == PAGESNAP_REC_END ? 0 : same_heads(buf + *used, &rec, len - *used);
		last = buf + *used + more;
		placed = shows_place(&rec) ? last : placed;
		*used += rec.len + more;
		d->offset += rec.len + more;
		if (rec.type != PAGESNAP_REC_END)
			continue;
		d->size = rec.len;
		copy_record(d, pagesnap_layout_of(rec.type), last);
		d->record = (struct pagesnap_record){
			.u = &d->any, .bytes = "", .size = rec.len, .collection = d->collection,
		};
		ret = d->fn(d->ctx, &d->record);
	}
	if (last)
		stand_behind(d, last, placed);
	return ret;
}

/* Records that are whole are not collected first: most are, and most are alike. */
static int decode_whole(struct pagesnap_decoder *d, const char *buf, size_t len, size_t *used)
{
	const struct record_layout *l = NULL;
	struct pagesnap_rec rec;
	const char *raw;
	size_t left, more;
	bool alike;
	int ret = d->skips ? find_ends(d, buf, len, used) : 0;

	while (!ret && len - *used >= sizeof(rec)) {
		raw = buf + *used;
		left = len - *used;
		memcpy(&rec, raw, sizeof(rec));
		if (rec.len > left)
			break;
		alike = d->alike && head_of(&rec) == d->alike;
		if (!alike) {
			l = pagesnap_layout_of(rec.type);
			ret = check_head(d, &rec, l);
		} else if (d->at_once) {
			ret = take_at_once(d, raw, left, &more);
			*used += more;
			d->offset += more;
			if (more)
				continue;
		}
		if (ret)
			break;
		*used += rec.len;
		ret = alike ? take_alike(d, raw, left) : take_other(d, &rec, l, raw);
		d->offset += rec.len;
	}
	return ret;
}

/* Decodes until @fn stops.  @used: bytes that were taken. */
static int decode(struct pagesnap_decoder *d, const char *buf, size_t len, size_t *used)
{
	size_t n;
	int ret;

	*used = 0;
	for (;;) {
		ret = d->greeted && !d->have ? decode_whole(d, buf, len, used) : 0;
		if (ret)
			return ret;
		n = d->want - d->have;
		if (n > len - *used)
			n = len - *used;
		if (n)
			/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): NULL has no length */
			memcpy(d->raw.buf + d->have, buf + *used, n);
		d->have += n;
		*used += n;
		if (d->have < d->want)
			return 0;
		ret = advance(d);
		if (ret)
			return ret;
	}
}

/* Keeps what a stopped caller left over. */
static int keep(struct pagesnap_decoder *d, const void *buf, size_t len)
{
	size_t left = d->rest_len - d->rest_at;
	char *rest;

	if (!len)
		return 0;
	rest = malloc(left + len);
	if (!rest)
		return fail(d, -ENOMEM, "no memory for %zu bytes", left + len);
	if (left)
		memcpy(rest, d->rest + d->rest_at, left);
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): NULL has no length */
	memcpy(rest + left, buf, len);
	free(d->rest);
	d->rest = rest;
	d->rest_at = 0;
	d->rest_len = left + len;
	return 0;
}

static void drop_rest(struct pagesnap_decoder *d)
{
	free(d->rest);
	d->rest = NULL;
	d->rest_at = 0;
	d->rest_len = 0;
}

bool pagesnap_decoder_has_rest(const struct pagesnap_decoder *d)
{
	return d->rest_at < d->rest_len;
}

bool pagesnap_decoder_is_between(const struct pagesnap_decoder *d)
{
	return d->greeted && !d->have && !d->due && !pagesnap_decoder_has_rest(d);
}

bool pagesnap_decoder_is_in_answer(const struct pagesnap_decoder *d)
{
	return d->in_answer;
}

void pagesnap_decoder_skip(struct pagesnap_decoder *d, bool skip)
{
	d->skips = skip;
	d->alike = 0;
}

static int decode_rest(struct pagesnap_decoder *d)
{
	size_t used;
	int ret;

	if (!pagesnap_decoder_has_rest(d))
		return 0;
	ret = decode(d, d->rest + d->rest_at, d->rest_len - d->rest_at, &used);
	d->rest_at += used;
	if (!pagesnap_decoder_has_rest(d))
		drop_rest(d);
	return ret;
}

int pagesnap_decoder_push(struct pagesnap_decoder *d, const void *buf, size_t len)
{
	size_t used;
	int ret, err = 0;

	if (d->err)
		return d->err;
	ret = decode_rest(d);
	if (ret && !d->err) {
		err = keep(d, buf, len);
	} else if (!ret) {
		ret = decode(d, buf, len, &used);
		if (ret && !d->err)
			err = keep(d, (const char *)buf + used, len - used);
	}
	return err ?: ret;
}

int pagesnap_decoder_finish(struct pagesnap_decoder *d)
{
	int ret = pagesnap_decoder_push(d, NULL, 0);

	if (ret)
		return ret;
	if (!d->greeted && d->have)
		return fail(d, -ENODATA, "the stream ends before its header");
	if (!d->greeted)
		return fail(d, -ENODATA, "the stream is empty");
	if (d->have || d->due)
		return fail(d, -ENODATA, "the stream ends inside of a record, at byte %llu",
			    (unsigned long long)d->offset + d->have);
	if (d->in_answer)
		return fail(d, -ENODATA, "the stream ends inside of the answer to query %u, at byte %llu",
			    d->q, (unsigned long long)d->offset);
	return 0;
}
