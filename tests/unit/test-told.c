// SPDX-License-Identifier: GPL-2.0
/* Moments of which most files are named by the numbers that they had in the one before. */
#include "unit.h"

#include <errno.h>
#include <linux/pagesnap/pages.h>

#include "recording/delta.h"
#include "stream.h"

#define SEED 0x1234567890abcdefULL
#define FILES 150
#define QUERIES 3
#define ROUNDS 200
#define RECORDS_MAX 2000

/* What tells, as the module does ------------------------------------------------- */

/**
 * struct cached - a file
 * @version: how it is; 0: it isn't there
 * @told: how it was told of in this session; 0: it was not
 * @number: under this number
 */
struct cached {
	u32 version;
	u32 told;
	u64 number;
};

/**
 * struct module - one session
 * @files: of each query an equal part
 * @next: number of the next one that is told of
 * @q: queries so far
 * @same: files that are the same as the one before them, of which nothing went out
 */
struct module {
	struct cached files[FILES];
	u64 next;
	u32 q;
	struct pagesnap_same same;
};

/**
 * struct moment - answers of all queries
 * @said: what the module said to each
 * @whole: all that was to be said, as of a session that was asked nothing before
 * @told: files that were told of
 */
struct moment {
	struct stream said[QUERIES];
	struct stream whole;
	u32 told;
};

static void open_session(struct module *m)
{
	u32 i;

	m->next = m->q = 0;
	for (i = 0; i < FILES; i++)
		m->files[i].told = 0;
}

/* Some change, some go, some come. */
static void change(struct module *m, u32 times)
{
	while (times--)
		m->files[pick(FILES)].version = pick(4) ? 1 + pick(1000) : 0;
}

static const char asked[] = "type:ext4";
static const size_t asked_len = sizeof(asked) - 1;

/* A long text comes in several records, which end anywhere. */
static void put_question(struct stream *s, u32 q, const char *text, u32 piece)
{
	struct pagesnap_query_rec query = {
		.q = q, .line = q, .group = PAGESNAP_GROUP_OBJECT, .text_len = strlen(text),
	};

	put_rec(s, PAGESNAP_REC_QUERY, PAGESNAP_RF_MORE, &query, sizeof(query));
	put_pieces(s, q, text, query.text_len, piece);
}

static void put_file(struct stream *s, u32 q, u32 nth, u32 version)
{
	struct pagesnap_file file = { .q = q, .ino = 100 + nth, .cached = version };
	u32 pieces = nth % 3;

	put_rec(s, PAGESNAP_REC_FILE, pieces ? PAGESNAP_RF_MORE : 0, &file, sizeof(file));
	while (pieces--)
		put_bytes(s, q, pieces ? PAGESNAP_RF_MORE : 0, "name", 1 + nth % 4);
}

static void put_cgroup(struct stream *s, u32 ino)
{
	struct pagesnap_cgroup cgroup = { .ino = ino, .path = "/c" };

	put_rec(s, PAGESNAP_REC_CGROUP, 0, &cgroup, (offsetof(struct pagesnap_cgroup, path) + 8) & ~7UL);
}

static void flush(struct module *m, struct stream *said)
{
	if (m->same.nr)
		put_rec(said, PAGESNAP_REC_SAME, 0, &m->same, sizeof(m->same));
	m->same.nr = 0;
}

static void tell(struct module *m, u32 nth, u64 changed, struct moment *to, u32 q)
{
	struct cached *file = m->files + nth;
	struct stream *said = to->said + q - 1;

	if (file->told == file->version && file->number >= changed) {
		if (file->number != m->same.from + m->same.nr)
			flush(m, said);
		if (!m->same.nr)
			m->same = (struct pagesnap_same){ .q = m->q, .from = file->number };
		m->same.nr++;
	} else {
		flush(m, said);
		/* whose name is written before what it is of */
		if (!pick(8)) {
			put_cgroup(said, nth);
			put_cgroup(&to->whole, nth);
		}
		put_file(said, m->q, nth, file->version);
		to->told++;
	}
	put_file(&to->whole, q, nth, file->version);
	file->told = file->version;
	file->number = m->next++;
}

static void answer(struct module *m, u64 changed, struct moment *to, u32 q)
{
	/* where all of what was asked is in one, so that it stands alike in both */
	u32 nth, piece = pick(2) ? asked_len : 100;
	char text[64];

	m->q++;
	snprintf(text, sizeof(text), "%s changed=%llu", asked, (unsigned long long)changed);
	put_question(to->said + q - 1, m->q, text, piece);
	put_question(&to->whole, q, asked, piece);
	for (nth = q - 1; nth < FILES; nth += QUERIES)
		if (m->files[nth].version)
			tell(m, nth, changed, to, q);
	flush(m, to->said + q - 1);
	put_end(to->said + q - 1, m->q);
	put_end(&to->whole, q);
}

static void moment_free(struct moment *moment)
{
	u32 q;

	for (q = 0; q < QUERIES; q++)
		free(moment->said[q].buf);
	free(moment->whole.buf);
	*moment = (struct moment){ .told = 0 };
}

/* What records -------------------------------------------------------------------- */

/**
 * struct chain - moments, one after the other
 * @marks: of the last one, and the one under way
 * @told: likewise
 * @steps: of the last one
 * @records: as they were read back
 * @bytes: in which these lie
 * @made: how many
 * @delta: of the one under way
 */
struct chain {
	struct marks marks[2];
	struct told told[2];
	struct stream steps;
	struct records records;
	char *bytes[ROUNDS];
	size_t made;
	struct delta delta;
};

static int take_steps(void *ctx, const void *bytes, size_t len)
{
	put(ctx, bytes, len);
	return 0;
}

static int begin(struct chain *c)
{
	size_t before = c->made % 2, now = !before;

	c->steps.len = 0;
	told_empty(c->told + now, told_next(c->told + before));
	c->delta = (struct delta){
		.before = c->marks + before, .now = c->marks + now, .seed = SEED,
		.told_before = c->told + before, .told = c->told + now,
		.put = take_steps, .ctx = &c->steps,
	};
	return delta_begin(&c->delta);
}

/* In pieces of any size. */
static int take(struct chain *c, const struct stream *s)
{
	size_t at = 0, n;
	int err = 0;

	while (at < s->len && !err) {
		n = 1 + pick(pick(2) ? 20 : 3000);
		n = n < s->len - at ? n : s->len - at;
		char *piece = exact(s->buf + at, n);

		err = delta_take(&c->delta, piece, n);
		free(piece);
		at += n;
	}
	return err;
}

static int finish(struct chain *c)
{
	struct records records = { .most = RECORDS_MAX };
	int err = delta_finish(&c->delta);

	delta_end(&c->delta);
	if (err)
		return err;
	c->bytes[c->made++] = exact(c->steps.buf, c->steps.len);
	err = delta_apply(&c->records, c->bytes[c->made - 1], c->steps.len, &records);
	records_free(&c->records);
	c->records = records;
	return err;
}

static void drop(struct chain *c)
{
	delta_end(&c->delta);
	told_empty(c->told + c->made % 2, 0);
}

static void chain_free(struct chain *c)
{
	while (c->made)
		free(c->bytes[--c->made]);
	marks_free(c->marks);
	marks_free(c->marks + 1);
	told_free(c->told);
	told_free(c->told + 1);
	records_free(&c->records);
	free(c->steps.buf);
}

/* What changed= says. */
static u64 number_of(const struct chain *c, bool all)
{
	const struct told *before = c->delta.told_before;

	return all || !before->nr ? told_next(c->delta.told) : before->first;
}

/* The moment, and what other files tell, of which none has a number. */
static int record(struct chain *c, struct module *m, bool all, struct moment *moment)
{
	static const u32 other = 1;
	u32 q, skip = m->q;
	int err = begin(c);

	for (q = 1; q <= QUERIES && !err; q++) {
		answer(m, number_of(c, all), moment, q);
		delta_answer(&c->delta, skip, &asked_len);
		err = take(c, moment->said + q - 1);
	}
	if (!err) {
		struct stream frames = { .len = 0 };

		put_question(&frames, other, asked, 4);
		put_file(&frames, other, 5, 7);
		put_end(&frames, other);
		put(&moment->whole, frames.buf, frames.len);
		delta_answer(&c->delta, 0, NULL);
		err = take(c, &frames);
		free(frames.buf);
	}
	return err;
}

static bool is_whole(const struct chain *c, const struct moment *moment)
{
	const struct stream *s = &moment->whole;
	size_t at = 0, i, size;

	for (i = 0; i < c->records.nr; i++) {
		size = record_size(c->records.list[i], SIZE_MAX);
		if (size > s->len - at || memcmp(c->records.list[i], s->buf + at, size))
			return false;
		at += size;
	}
	return at == s->len && c->delta.bytes == s->len;
}

/* Tests --------------------------------------------------------------------------- */

static void test_chain(void)
{
	static struct module m;
	struct chain c = { .made = 0 };
	struct moment moment = { .told = 0 };
	bool right = true;
	u32 i, told = 0, all = 0;

	change(&m, FILES * 3);
	open_session(&m);
	for (i = 0; i < ROUNDS && right; i++) {
		bool anew = !pick(10);

		change(&m, pick(8));
		right = !record(&c, &m, anew, &moment) && !finish(&c) && is_whole(&c, &moment);
		told += moment.told;
		all += told_next(c.delta.told) - c.delta.told->first;
		moment_free(&moment);
	}
	ktap_ok(right, "each of %u moments is as if all files had been told of", i);
	ktap_ok(told < all / 4, "of %u files %u were told of", all, told);
	chain_free(&c);
}

static void test_small(void)
{
	static struct module m;
	struct chain c = { .made = 0 };
	struct moment moment = { .told = 0 };
	size_t full;
	bool right;

	change(&m, FILES * 3);
	open_session(&m);
	record(&c, &m, false, &moment);
	finish(&c);
	full = c.steps.len;
	moment_free(&moment);
	ktap_ok(!record(&c, &m, false, &moment) && !finish(&c) && !moment.told && is_whole(&c, &moment),
		"a moment may be made of the one before it alone");
	ktap_ok(full > 10000 && c.steps.len < 40, "such a moment takes %zu bytes", c.steps.len);
	moment_free(&moment);
	/* nothing is where it was */
	m.files[0].version = m.files[2].version = m.files[3].version = 0;
	right = !record(&c, &m, true, &moment) && !finish(&c) && is_whole(&c, &moment);
	ktap_ok(right && c.steps.len < full / 4,
		"where all is told, what there was is looked for: %zu of %zu bytes", c.steps.len, full);
	moment_free(&moment);
	chain_free(&c);
}

/* What failed isn't built upon, and its numbers are those of a session that has ended. */
static void test_failed(void)
{
	static struct module m;
	struct chain c = { .made = 0 };
	struct moment moment = { .told = 0 };
	bool right = true;
	u32 i;

	change(&m, FILES * 3);
	open_session(&m);
	for (i = 0; i < 40 && right; i++) {
		change(&m, pick(5));
		right = !record(&c, &m, false, &moment);
		if (i % 3) {
			right &= !finish(&c) && is_whole(&c, &moment);
		} else {
			drop(&c);
			open_session(&m);
		}
		moment_free(&moment);
	}
	ktap_ok(right && i == 40, "moments are right with some between that failed");
	chain_free(&c);
}

/* Files 0 to 9 have numbers 3 to 12, the last two are of query 2; then @same comes. */
static int name(const struct pagesnap_same *same, bool numbered)
{
	struct chain c = { .told = { { .first = 3 } } };
	struct stream s = { .len = 0 };
	struct pagesnap_same copy = *same;
	u32 nth;
	int err = begin(&c);

	delta_answer(&c.delta, 0, &asked_len);
	for (nth = 0; nth < 10; nth++)
		put_file(&s, nth < 8 ? 1 : 2, nth, 1);
	err = err ?: take(&c, &s) ?: finish(&c) ?: begin(&c);
	s.len = 0;
	put_file(&s, 1, 7, 1);
	put_rec(&s, PAGESNAP_REC_SAME, 0, &copy, sizeof(copy));
	delta_answer(&c.delta, 0, numbered ? &asked_len : NULL);
	err = err ?: take(&c, &s);
	delta_end(&c.delta);
	chain_free(&c);
	free(s.buf);
	return err;
}

static void test_unknown(void)
{
	static const struct pagesnap_same wrong[] = {
		{ .q = 1, .from = 2, .nr = 1 }, { .q = 1, .from = 0, .nr = 1 },
		{ .q = 1, .from = 13, .nr = 1 }, { .q = 2, .from = 12, .nr = 2 },
		{ .q = 1, .from = 3, .nr = UINT64_MAX }, { .q = 1, .from = UINT64_MAX, .nr = 2 },
		{ .q = 1, .from = 1000, .nr = 1 }, { .q = 1, .from = 10, .nr = 2 },
		{ .q = 2, .from = 10, .nr = 2 }, { .q = 7, .from = 3, .nr = 1 },
	};
	static const struct pagesnap_same right[] = {
		{ .q = 1, .from = 3, .nr = 8 }, { .q = 2, .from = 11, .nr = 2 },
		{ .q = 1, .from = 7, .nr = 1 },
	};
	size_t i, refused = 0, taken = 0;

	for (i = 0; i < sizeof(right) / sizeof(*right); i++)
		taken += !name(right + i, true);
	ktap_ok(taken == i, "files of the moment before are taken by their numbers");
	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		refused += name(wrong + i, true) == -EPROTO;
	ktap_ok(refused == i, "numbers that it has not, or not for that query, are refused (%zu of %zu)",
		refused, i);
	ktap_ok(!name(wrong, false), "without numbers there is a record as any other");
}

/* A query that was refused has its text behind the message. */
static void put_refusal(struct stream *s, const char *text, u32 piece)
{
	static const char message[] = "no such superblock";
	struct pagesnap_error error = {
		.q = 1, .line = 1, .err = EINVAL, .msg_len = strlen(message), .text_len = strlen(text),
	};
	char both[100];

	snprintf(both, sizeof(both), "%s%s", message, text);
	put_rec(s, PAGESNAP_REC_ERROR, PAGESNAP_RF_MORE, &error, sizeof(error));
	put_pieces(s, 1, both, strlen(both), piece);
}

/* What of @text is kept, if it comes in pieces of @piece bytes, and @of_it bytes were asked. */
static bool keeps(u32 piece, size_t of_it, const char *text, const char *kept)
{
	struct chain c = { .made = 0 };
	struct stream said = { .len = 0 }, wanted = { .len = 0 };
	struct moment moment = { .told = 0 };
	bool right;

	put_question(&said, 1, text, piece);
	put_question(&wanted, 1, kept, piece);
	put_file(&said, 1, 5, 7);
	put_file(&wanted, 1, 5, 7);
	put_refusal(&said, text, piece);
	put_refusal(&wanted, kept, piece);
	moment.whole = wanted;
	right = !begin(&c);
	delta_answer(&c.delta, 0, &of_it);
	right = right && !take(&c, &said) && !finish(&c) && is_whole(&c, &moment);
	chain_free(&c);
	moment_free(&moment);
	free(said.buf);
	return right;
}

static void test_text(void)
{
	bool right = true;
	u32 piece;

	for (piece = 1; piece < 30; piece++)
		right &= keeps(piece, asked_len, "type:ext4 changed=123456", asked);
	ktap_ok(right, "of queries and refusals that come in pieces, what was asked is kept");
	ktap_ok(keeps(4, 100, asked, asked), "there may be less of it than was asked");
}

/* The moment says what the module might not. */
static void test_damage(void)
{
	struct chain c = { .made = 0 };
	struct stream s = { .len = 0 };
	struct pagesnap_same same = { .q = 1 };

	begin(&c);
	put_rec(&s, PAGESNAP_REC_SAME, 0, &same, 16);
	delta_answer(&c.delta, 0, &asked_len);
	ktap_ok(take(&c, &s) == -EPROTO, "a record that is too short is refused");
	drop(&c);
	begin(&c);
	s.len = 0;
	put_end(&s, 4);
	delta_answer(&c.delta, 4, &asked_len);
	ktap_ok(take(&c, &s) == -EPROTO, "the answer to a query of the moment before is refused");
	drop(&c);
	chain_free(&c);
	free(s.buf);
}

int main(void)
{
	test_chain();
	test_small();
	test_failed();
	test_unknown();
	test_text();
	test_damage();
	return ktap_end();
}
