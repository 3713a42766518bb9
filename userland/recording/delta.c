// SPDX-License-Identifier: GPL-2.0
/*
 * Making a delta: records are told by their marks alone, so nothing else of a moment is kept.
 */
#include <errno.h>
#include <linux/pagesnap.h>
#include <linux/pagesnap/pages.h>
#include <stdlib.h>
#include <string.h>

#include "delta.h"

#define NUMBER_MAX 10
/* If more than this part of a moment is told of, it is looked for all of it. */
#define NEW_PART 16

/**
 * record_size() - how long is a record?
 * @at: its first byte
 * @len: how many bytes there are
 *
 * Return: bytes, all of which are there; 0 if this is no whole record.
 */
size_t record_size(const char *at, size_t len)
{
	struct pagesnap_rec rec;

	if (len < sizeof(rec))
		return 0;
	memcpy(&rec, at, sizeof(rec));
	if (rec.len < sizeof(rec) || rec.len > PAGESNAP_REC_MAX || rec.len % 8 || rec.len > len)
		return 0;
	return rec.len;
}

/**
 * delta_begin() - begin a delta
 * @d: delta
 *
 * Return: 0 or -ENOMEM.
 */
int delta_begin(struct delta *d)
{
	d->fresh = malloc(DELTA_NEW_MAX);
	d->rest = malloc(PAGESNAP_REC_MAX);
	d->renumbered = malloc(PAGESNAP_REC_MAX);
	marks_empty(d->now);
	marker_begin(&d->marker, d->seed);
	return d->fresh && d->rest && d->renumbered ? 0 : -ENOMEM;
}

/**
 * delta_answer() - an answer comes
 * @d: delta
 * @skip_q: queries that its session had answered before the moment
 * @text: bytes of its query that stand before changed=, if it has that; else NULL
 */
void delta_answer(struct delta *d, uint32_t skip_q, const size_t *text)
{
	d->skip_q = skip_q;
	d->numbered = text;
	d->text_len = text ? *text : 0;
	d->in_text = d->in_file = false;
}

/* Steps --------------------------------------------------------------------- */

static size_t write_number(unsigned char *buf, uint64_t number)
{
	size_t len = 0;

	do {
		buf[len] = (number & 0x7f) | (number > 0x7f ? 0x80 : 0);
		number >>= 7;
	} while (buf[len++] & 0x80);
	return len;
}

static int put(struct delta *d, const void *bytes, size_t len)
{
	d->steps += len;
	return d->put(d->ctx, bytes, len);
}

static int put_fresh(struct delta *d)
{
	unsigned char buf[NUMBER_MAX];
	size_t len = d->fresh_len;
	int err;

	if (!len)
		return 0;
	d->fresh_len = 0;
	err = put(d, buf, write_number(buf, (uint64_t)len << 1));
	return err ?: put(d, d->fresh, len);
}

static uint64_t with_sign(int64_t number)
{
	return number < 0 ? ((uint64_t)-number << 1) - 1 : (uint64_t)number << 1;
}

/* New records stand in the place of old ones: so much is expected of where to go on. */
static int put_taken(struct delta *d)
{
	unsigned char buf[2 * NUMBER_MAX];
	size_t len;

	if (!d->taken)
		return 0;
	len = write_number(buf, (uint64_t)d->taken << 1 | 1);
	len += write_number(buf + len, with_sign((int64_t)d->from - d->expected));
	d->expected = d->from + d->taken;
	d->taken = 0;
	return put(d, buf, len);
}

/* Records ------------------------------------------------------------------- */

static int take_old(struct delta *d, uint32_t nth, uint32_t nr)
{
	int err = put_fresh(d);

	if (!err && d->taken && d->from + d->taken != nth)
		err = put_taken(d);
	if (!d->taken)
		d->from = nth;
	d->taken += nr;
	return err;
}

static int take_new(struct delta *d, const char *record, size_t len)
{
	int err = put_taken(d);

	if (!err && d->fresh_len + len > DELTA_NEW_MAX)
		err = put_fresh(d);
	if (err)
		return err;
	memcpy(d->fresh + d->fresh_len, record, len);
	d->fresh_len += len;
	d->expected++;
	return 0;
}

/*
 * May a record stand elsewhere in the moment before?  Where what is the same has numbers, what is
 * told is new, as a rule: few such records aren't worth a table of all that there are.
 */
static bool is_worth_looking(struct delta *d)
{
	bool numbers = d->told_before && d->told_before->nr;

	return d->before->nr && (!numbers || d->looked++ > d->before->nr / NEW_PART);
}

static int mark_and_take(struct delta *d, const char *record, size_t len)
{
	const struct mark mark = mark_of(record, len, &d->marker);
	uint32_t next = d->taken ? d->from + d->taken : d->expected, found = MARKS_NONE;
	int err = marks_add(d->now, &mark);

	d->bytes += len;
	if (marks_has(d->before, next, &mark))
		found = next;
	else if (!err && is_worth_looking(d))
		err = marks_find(d->before, &mark, &found);
	if (err)
		return err;
	return found == MARKS_NONE ? take_new(d, record, len) : take_old(d, found, 1);
}

/* Files --------------------------------------------------------------------- */

/* What is written anew in records of queries, and in errors that stand in their place. */
union renumbered {
	struct pagesnap_rec rec;
	struct pagesnap_query_rec query;
	struct pagesnap_error error;
};

/* From now on *@record is a copy that may be written to. */
static union renumbered *copy_record(struct delta *d, const char **record, size_t len)
{
	if (*record != d->renumbered)
		memcpy(d->renumbered, *record, len);
	*record = d->renumbered;
	return (void *)d->renumbered;
}

/* The same number as if this moment were all that its session was asked. */
static int renumber(struct delta *d, const char **record, size_t len)
{
	union renumbered *to = copy_record(d, record, len);

	if (to->rec.type == PAGESNAP_REC_HEADER || to->rec.type == PAGESNAP_REC_CGROUP)
		return 0;
	if (len <= sizeof(to->rec) || to->query.q <= d->skip_q)
		return -EPROTO;
	to->query.q -= d->skip_q;
	if (to->rec.type == PAGESNAP_REC_QUERY || to->rec.type == PAGESNAP_REC_ERROR)
		to->query.line -= d->skip_q;
	return 0;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Its text follows, or, of an error that stands in its place, the message and the text. */
static int shorten_query(struct delta *d, const char **record, size_t len)
{
	union renumbered *to = copy_record(d, record, len);
	uint32_t *text_len;

	text_len = to->rec.type == PAGESNAP_REC_QUERY ? &to->query.text_len : &to->error.text_len;
	if (len < (size_t)((char *)(text_len + 1) - (char *)to))
		return -EPROTO;
	*text_len = least(*text_len, d->text_len);
	d->text_left = *text_len;
	if (to->rec.type == PAGESNAP_REC_ERROR)
		d->text_left += to->error.msg_len;
	d->in_text = true;
	return 0;
}

/* Return: how long it is now, 0 if nothing is left of it. */
static size_t shorten_text(struct delta *d, const char **record, size_t len)
{
	struct pagesnap_bytes bytes;
	size_t nr, size;

	memcpy(&bytes, *record, sizeof(bytes));
	nr = least(bytes.nr, d->text_left);
	d->text_left -= nr;
	size = sizeof(bytes) + (nr + 7) / 8 * 8;
	if (!nr || size > len)
		return 0;
	copy_record(d, record, len);
	memset(d->renumbered + sizeof(bytes) + nr, 0, size - sizeof(bytes) - nr);
	bytes.nr = nr;
	bytes.rec.len = size;
	bytes.rec.flags &= d->text_left ? ~0 : ~PAGESNAP_RF_MORE;
	memcpy(d->renumbered, &bytes, sizeof(bytes));
	return size;
}

/*
 * The number of files that a query named, behind changed=, is no part of what it asked, and neither
 * is format=, which stands last.  *@len is 0 if nothing is left of the record.
 */
static int shorten(struct delta *d, const char **record, size_t *len)
{
	struct pagesnap_rec rec;

	memcpy(&rec, *record, sizeof(rec));
	if (rec.type == PAGESNAP_REC_QUERY || rec.type == PAGESNAP_REC_ERROR)
		return shorten_query(d, record, *len);
	d->in_text &= rec.type == PAGESNAP_REC_BYTES && *len >= sizeof(struct pagesnap_bytes);
	if (d->in_text)
		*len = shorten_text(d, record, *len);
	return 0;
}

/* The one place where numbers are given to files that are told of. */
static int number(struct delta *d, const char *record, size_t len)
{
	struct told_file file = { .at = d->now->nr, .nr = 1, .len = len };
	struct pagesnap_bytes bytes;

	memcpy(&bytes, record, sizeof(bytes.rec));
	d->in_file &= bytes.rec.type == PAGESNAP_REC_BYTES;
	if (d->in_file)
		told_add_more(d->told, len);
	if (bytes.rec.type != PAGESNAP_REC_FILE || len < sizeof(bytes))
		return 0;
	memcpy(&bytes, record, sizeof(bytes));
	file.q = bytes.q;
	d->in_file = true;
	return told_add(d->told, &file);
}

/* Files whose records follow each other in the moment before. */
static int take_files(struct delta *d, const struct told_file *files, size_t nr)
{
	const struct told_file *last = files + nr - 1;
	uint32_t records = last->at + last->nr - files->at;
	size_t i;
	int err = told_copy(d->told, files, nr, d->now->nr) ?:
		  marks_copy(d->now, d->before, files->at, records);

	for (i = 0; i < nr; i++)
		d->bytes += files[i].len;
	return err ?: take_old(d, files->at, records);
}

/* How many of @nr files belong to query @q, and have records that follow each other? */
static size_t count_together(const struct told_file *files, uint64_t nr, uint32_t q)
{
	size_t i = 0;

	while (i < nr && files[i].q == q &&
	       (!i || files[i].at == files[i - 1].at + files[i - 1].nr))
		i++;
	return i;
}

/* Names of cgroups may stand between them, which are none of this moment. */
static int take_same(struct delta *d, const struct pagesnap_same *same)
{
	const struct told_file *files = told_find(d->told_before, same->from, same->nr);
	uint64_t left = same->nr;
	int err = files ? 0 : -EPROTO;
	size_t nr;

	while (left && !err) {
		nr = count_together(files, left, same->q);
		err = nr ? take_files(d, files, nr) : -EPROTO;
		files += nr;
		left -= nr;
	}
	return err;
}

static int take_numbered(struct delta *d, const char *record, size_t len)
{
	struct pagesnap_same same;
	struct pagesnap_rec rec;

	memcpy(&rec, record, sizeof(rec));
	if (rec.type != PAGESNAP_REC_SAME)
		return number(d, record, len) ?: mark_and_take(d, record, len);
	if (len < sizeof(same))
		return -EPROTO;
	memcpy(&same, record, sizeof(same));
	d->in_file = false;
	return take_same(d, &same);
}

static int take_record(struct delta *d, const char *record, size_t len)
{
	int err = d->skip_q ? renumber(d, &record, len) : 0;

	if (!err && d->numbered)
		err = shorten(d, &record, &len);
	if (err || !len)
		return err;
	return d->numbered ? take_numbered(d, record, len) : mark_and_take(d, record, len);
}

/* Completes the record that the last bytes broke off in. */
static int take_rest(struct delta *d, const char **at, size_t *len)
{
	struct pagesnap_rec rec = { .len = sizeof(rec) };
	size_t more;

	while (d->rest_len && *len) {
		if (d->rest_len >= sizeof(rec))
			memcpy(&rec, d->rest, sizeof(rec));
		if (rec.len < sizeof(rec) || rec.len > PAGESNAP_REC_MAX || rec.len % 8)
			return -EPROTO;
		more = rec.len - d->rest_len < *len ? rec.len - d->rest_len : *len;
		memcpy(d->rest + d->rest_len, *at, more);
		d->rest_len += more;
		*at += more;
		*len -= more;
		if (!record_size(d->rest, d->rest_len))
			continue;
		more = d->rest_len;
		d->rest_len = 0;
		return take_record(d, d->rest, more);
	}
	return 0;
}

/**
 * delta_take() - take bytes of the moment
 * @d: delta
 * @bytes: of a stream, cut anywhere
 * @len: how many
 *
 * Return: 0 or a negative errno.
 */
int delta_take(struct delta *d, const void *bytes, size_t len)
{
	const char *at = bytes;
	int err = take_rest(d, &at, &len);
	size_t size;

	while (!err && (size = record_size(at, len))) {
		err = take_record(d, at, size);
		at += size;
		len -= size;
	}
	if (err || !len)
		return err;
	if (len > PAGESNAP_REC_MAX)
		return -EPROTO;
	memcpy(d->rest, at, len);
	d->rest_len = len;
	return 0;
}

/**
 * delta_finish() - the moment is whole
 * @d: delta
 *
 * Return: 0 or a negative errno.
 */
int delta_finish(struct delta *d)
{
	return d->rest_len ? -EPROTO : put_fresh(d) ?: put_taken(d);
}

/**
 * delta_end() - give the memory back
 * @d: delta
 */
void delta_end(struct delta *d)
{
	free(d->fresh);
	free(d->rest);
	free(d->renumbered);
	d->fresh = d->rest = d->renumbered = NULL;
}
