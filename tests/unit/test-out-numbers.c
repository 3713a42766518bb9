// SPDX-License-Identifier: GPL-2.0
/*
 * One collection more: library and client as they are, but for one line in each of the two
 * tables, decode what tests/modules/numbers answers, print it, and read it back.
 */
#include <errno.h>
#include <unistd.h>

#include "ask/asked.h"
#include "commands/digests.h"
#include "engine/answers.h"
#include "engine/nothing.h"
#include "engine/refusals.h"
#include "engine/replay.h"
#include "numbers/numbers.h"
#include "unit.h"
#include "stream.h"

static void begin_stream(struct stream *s)
{
	struct pagesnap_header h = a_header();

	strcpy(h.collection, "numbers");
	strcpy(h.file, "count_index");
	put_rec(s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
}

static void put_number(struct stream *s, u32 q, u64 value)
{
	const struct numbers_number n = { .q = q, .value = value };

	put_rec(s, NUMBERS_REC_NUMBER, 0, &n, sizeof(n));
}

static void put_tick(struct stream *s, u32 q, u64 value, u64 late)
{
	const struct numbers_tick t = { .q = q, .value = value, .late_ns = late, .missed = 1 };

	put_rec(s, NUMBERS_REC_TICK, 0, &t, sizeof(t));
}

/* Of each record one, and one of a type that a newer module of these might have. */
static struct stream an_answer(void)
{
	const struct pagesnap_lost lost = { .q = 1, .cpu = 3, .events = 70, .time_ns = 9 };
	const struct numbers_missed missed = { .q = 1, .numbers = 2 };
	const struct pagesnap_end end = {
		.q = 1, .status = PAGESNAP_END_PARTIAL, .records = 3, .counters = { 3 },
		.skipped = { [2] = 1 },
	};
	const struct numbers_number newer = { .q = 1 };
	struct stream s = { };

	begin_stream(&s);
	put_query(&s, 1, "5 8 format=binary");
	put_number(&s, 1, 5);
	put_number(&s, 1, 6);
	put_rec(&s, PAGESNAP_REC_LOST, 0, &lost, sizeof(lost));
	put_tick(&s, 1, 7, 1500);
	put_rec(&s, NUMBERS_REC_MISSED, 0, &missed, sizeof(missed));
	put_rec(&s, 0xff77, 0, &newer, sizeof(newer));
	put_rec(&s, PAGESNAP_REC_END, 0, &end, sizeof(end));
	return s;
}

static const char want_text[] =
	"query q=1 line=1 time=0 query=5\\0408\n"
	"number q=1 value=5\n"
	"number q=1 value=6\n"
	"lost  q=1 cpu=3 events=70 time=9\n"
	"tick  q=1 value=7 late=1500 missed=1\n"
	"missed q=1 numbers=2\n"
	"# record of unknown type 65399\n"
	"end   q=1 status=partial objects=0 records=3 counted=3 skipped=1 why=?:1 rescans=0 us=0\n";

/* --- the library ------------------------------------------------------------ */

static int add_text(void *ctx, const struct pagesnap_record *r)
{
	char line[PAGESNAP_RECORD_TEXT_MAX];

	if (r->collection != NUMBERS_COLLECTION)
		ktap_die("a record of another collection");
	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		return 0;
	if (pagesnap_record_text(r, line, sizeof(line)) < 0)
		ktap_die("pagesnap_record_text");
	fprintf(ctx, "%s\n", line);
	return 0;
}

/* What the decoder says of a stream in pieces of so many bytes; its text in *@text. */
static int decode(const struct stream *s, size_t piece, char **text, char *why, size_t size)
{
	size_t len, at, n;
	FILE *to = open_memstream(text, &len);
	struct pagesnap_decoder *d = pagesnap_decoder_new(add_text, to);
	int err = 0;

	for (at = 0; at < s->len && !err; at += n) {
		n = s->len - at < piece ? s->len - at : piece;
		err = pagesnap_decoder_push(d, s->buf + at, n);
	}
	err = err ?: pagesnap_decoder_finish(d);
	snprintf(why, size, "%s", pagesnap_decoder_message(d));
	pagesnap_decoder_free(d);
	fclose(to);
	return err;
}

static void test_text(void)
{
	static const size_t pieces[] = { 1, 13, 1 << 20 };
	struct stream s = an_answer();
	char *text, why[200];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		if (!ktap_ok(!decode(&s, pieces[i], &text, why, sizeof(why)) &&
			     !strcmp(text, want_text), "%zu bytes at a time: the text of numbers",
			     pieces[i]))
			ktap_note("%s %s", why, text);
		free(text);
	}
	free(s.buf);
}

static void is_damaged(struct stream *s, const char *want, const char *name)
{
	char *text, why[200];

	ktap_ok(decode(s, 1 << 20, &text, why, sizeof(why)) == -EPROTO && strstr(why, want), "%s",
		name);
	ktap_note("%s", why);
	free(text);
	free(s->buf);
}

static void test_damage(void)
{
	const struct numbers_tick tick = { .q = 1 };
	struct stream s = { };

	begin_stream(&s);
	put_number(&s, 1, 5);
	is_damaged(&s, "outside of an answer", "a number belongs into an answer");
	s = (struct stream){ };
	begin_stream(&s);
	put_query(&s, 1, "5");
	put_number(&s, 2, 5);
	is_damaged(&s, "another query", "a number belongs to its query");
	s = (struct stream){ };
	begin_stream(&s);
	put_query(&s, 1, "5");
	put_rec(&s, NUMBERS_REC_TICK, 0, &tick, 32);
	is_damaged(&s, "too short", "a number is at least as long as the first of its kind");
}

static void test_names(void)
{
	ktap_equal(pagesnap_index_find_in("numbers", "ticks_index"), NUMBERS_TICKS,
		   "an index file is found by both of its names");
	ktap_equal(pagesnap_index_find("ticks_index"), -ENOENT,
		   "an index file of numbers is none of pages");
	ktap_ok(!strcmp(pagesnap_index_name(NUMBERS_EVENTS), "events_index"), "numbers have names");
	ktap_ok(!strcmp(pagesnap_record_word(NUMBERS_REC_TICK), "tick"), "types have words");
}

static void finds(const char *dir, const struct collection *c, const char *want)
{
	char buf[100];

	ktap_ok(pagesnap_find_dir(dir, c->folder, buf, sizeof(buf)) == 1 && !strcmp(buf, want),
		"from %s to %s of %s", dir, want, c->name);
}

static void test_folders(void)
{
	char buf[6];

	finds("/t/objects/mm/pages", &pagesnap_collection_numbers, "/t/objects/mm/numbers");
	finds("/t/numbers/", &pagesnap_collection_pages, "/t/pages");
	finds("/t/pages", &pagesnap_collection_pages, "/t/pages");
	finds("pages", &pagesnap_collection_numbers, "numbers");
	finds("/fake", &pagesnap_collection_numbers, "/fake");
	finds("/", &pagesnap_collection_numbers, "/");
	finds("/t/pages2", &pagesnap_collection_numbers, "/t/pages2");
	ktap_equal(pagesnap_find_dir("pages", pagesnap_collection_numbers.folder, buf, sizeof(buf)),
		   -ENAMETOOLONG, "no folder is found into a buffer that is too small");
}

/* add_text() refuses what is of another collection. */
static void test_refusal(void)
{
	struct query query = {
		.number = 1, .which = NUMBERS_COUNT, .line = (char *)"count", .len = 5,
		.err = EINVAL, .refusal = "a range expected", .col = 1,
	};
	struct stream s = { .buf = malloc(REFUSALS_MAX) };
	char *text, why[200];

	s.len = refusals_header("numbers", s.buf);
	s.len += refusals_answer(&query, s.buf + s.len);
	ktap_ok(!decode(&s, 1 << 20, &text, why, sizeof(why)) && strstr(text, "error"),
		"the answer to a line that can't be asked is of the collection that it is for");
	free(text);
	free(s.buf);
}

/* --- the client ------------------------------------------------------------- */

static void test_grammar(void)
{
	static char good[] = "count 5 8 limit=2", bad[] = "count 5 8 flags=dirty";
	struct query query = { .which = NUMBERS_COUNT, .line = good, .len = strlen(good), .offset = 6 };
	union kind_select sel;
	struct pagesnap_query q;

	ktap_ok(asked_parse(&query, &q, &sel) && q.start == 5 && q.end == 8 && q.limit == 2,
		"a query of numbers is read");
	ktap_ok(!asked_selects(&query, &sel) && !asked_is_part(&query, &sel),
		"a query without a selection asks for all numbers");
	query.line = bad;
	query.len = strlen(bad);
	ktap_ok(!asked_parse(&query, &q, &sel), "options of pages are none of numbers");
	ktap_equal(query_word_find("ticks", 5), NUMBERS_TICKS, "lines of batch can ask for them");
}

static void set_group(void *ctx, uint32_t group)
{
}

static int learn(void *ctx, const struct query *query)
{
	return 0;
}

/* As a subcommand that shows any kind. */
static bool set_kind(void *ctx, const struct kind *kind)
{
	((struct out_options *)ctx)->kind = kind;
	return true;
}

static int check_group(void *ctx, uint32_t group)
{
	return 0;
}

/* What --read prints of a stream, in *@text.  Without @kind that is pages, or any other. */
static int read_back(const char *path, const struct kind *kind, enum out_format format,
		     struct answers *answers, char **text)
{
	struct out_options out = {
		.kind = kind ?: &kind_pages, .digests = digests, .format = format,
	};
	struct pagesnap_params ask = { 0 };
	struct settings settings = { .out = &out, .ask = &ask, .jobs = 1 };
	size_t size;
	int err;

	*answers = (struct answers){
		.settings = &settings, .set_group = set_group, .learn = learn,
		.check_group = check_group, .nothing = nothing_say,
		.set_kind = kind ? NULL : set_kind, .ctx = &out,
	};
	out.to = open_memstream(text, &size);
	err = replay_run(path, answers, NULL);
	answers_finish(answers, OUT_WHOLE);
	out_free(answers->out);
	pending_free(&answers->pending);
	pending_free(&answers->names);
	fclose(out.to);
	return err;
}

static void prints(const char *path, enum out_format format, const char *want, const char *name)
{
	struct answers answers;
	char *text;

	if (!ktap_ok(!read_back(path, &kind_numbers, format, &answers, &text) &&
		     answers.answered == 1 && answers.unknown == 1 && strstr(text, want), "%s", name))
		ktap_note("%s", text);
	free(text);
}

#define PATH "/tmp/test-out-numbers.XXXXXX"

/* A file of what is in @s, to be removed. */
static void save(const struct stream *s, char *path)
{
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, s->buf, s->len) != (ssize_t)s->len)
		ktap_die("%s", path);
	close(fd);
}

static void test_columns(void)
{
	struct out_options out = { .kind = &kind_pages, .format = OUT_RAW, .columns = "LATE" };

	ktap_ok(answers_check_columns(&out, false) == -EINVAL && !answers_check_columns(&out, true),
		"columns of numbers are known where any kind may come");
}

static void test_nothing(void)
{
	const struct pagesnap_end end = { .q = 1, .status = PAGESNAP_END_COMPLETE };
	char path[] = PATH, *text;
	struct answers answers;
	struct stream s = { };

	begin_stream(&s);
	put_query(&s, 1, "5 8 format=binary");
	put_rec(&s, PAGESNAP_REC_END, 0, &end, sizeof(end));
	save(&s, path);
	ktap_ok(!read_back(path, &kind_numbers, OUT_JSON, &answers, &text) &&
		strstr(text, "\"nothing was counted from 5 on\""),
		"a kind says itself that there is nothing");
	free(text);
	unlink(path);
	free(s.buf);
}

static void test_read(void)
{
	char path[] = PATH;
	struct stream s = an_answer();
	struct answers answers;
	char *text;

	save(&s, path);
	prints(path, OUT_RAW, "VALUE LATE\n5 -\n6 -\n7 1500\n", "a saved answer is read back as rows");
	prints(path, OUT_JSON, "\"records\":3,\"counted\":3,\"skipped\":{\"why2\":1},",
	       "a saved answer is JSON with the words of its collection");
	prints(path, OUT_TEXT, want_text, "a saved answer is shown as the text of the index file");
	read_back(path, &kind_numbers, OUT_RAW, &answers, &text);
	ktap_equal(answers.at.amount, 3, "a kind says what is counted of its records");
	free(text);
	ktap_ok(!read_back(path, NULL, OUT_RAW, &answers, &text) && answers.at.amount == 3 &&
		!strcmp(text, "VALUE LATE\n5 -\n6 -\n7 1500\n"),
		"a subcommand for any kind shows that of the stream");
	free(text);
	ktap_equal(read_back(path, &kind_pages, OUT_RAW, &answers, &text), -EPROTONOSUPPORT,
		   "a subcommand for pages refuses a stream of numbers");
	free(text);
	ktap_ok(!read_back(path, &kind_pages, OUT_TEXT, &answers, &text) && strstr(text, want_text),
		"a subcommand for pages shows a stream of numbers as text");
	free(text);
	unlink(path);
	free(s.buf);
}

int main(void)
{
	test_text();
	test_damage();
	test_names();
	test_folders();
	test_refusal();
	test_grammar();
	test_columns();
	test_nothing();
	test_read();
	return ktap_end();
}
