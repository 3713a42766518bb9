// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder: streams cut at every byte, of older and newer modules, and
 * damaged in every way that can be told.
 */
#include "unit.h"
#include "stream.h"

/* What comes out of it: the text of every record, a line each, and no more than fits. */
struct seen {
	char text[64 * 1024];
	size_t len;
	u32 records;
	u32 stop_at;		/* stop at every Nth record, 0 for never */
};

static int see(void *ctx, const struct pagesnap_record *r)
{
	static char line[PAGESNAP_RECORD_TEXT_MAX];
	struct seen *seen = ctx;
	ssize_t n = pagesnap_record_text(r, line, sizeof(line));

	if (n < 0)
		ktap_die("PAGESNAP_RECORD_TEXT_MAX is too small");
	if (r->bytes[r->len] || strlen(line) != (size_t)n)
		ktap_die("a zero byte is missing or too many");
	if (seen->len + n + 2 <= sizeof(seen->text)) {
		memcpy(seen->text + seen->len, line, n);
		strcpy(seen->text + seen->len + n, "\n");
		seen->len += n + 1;
	}
	seen->records++;
	return seen->stop_at && seen->records % seen->stop_at == 0 ? 42 : 0;
}

/* The only one there is, with nothing in it yet. */
static struct seen *fresh(u32 stop_at)
{
	static struct seen seen;

	seen.text[0] = '\0';
	seen.len = 0;
	seen.records = 0;
	seen.stop_at = stop_at;
	return &seen;
}

/* From an exact copy: a byte read too far is a report. */
static int push(struct pagesnap_decoder *d, const char *bytes, size_t len)
{
	char *copy = exact(bytes, len);
	int ret = pagesnap_decoder_push(d, copy, len);

	free(copy);
	return ret;
}

/* The whole stream, in pieces of @piece bytes. Return: of push or finish. */
static int decode(const struct stream *s, size_t piece, struct seen *seen, char *message)
{
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, seen);
	size_t at, n;
	int ret = 0;

	for (at = 0; !ret && at < s->len; at += n) {
		n = s->len - at < piece ? s->len - at : piece;
		ret = push(d, s->buf + at, n);
	}
	ret = ret ?: pagesnap_decoder_finish(d);
	if (message)
		strcpy(message, pagesnap_decoder_message(d));
	/* an error is the last thing that happens */
	if (ret < 0 && (push(d, s->buf, s->len) != ret || pagesnap_decoder_finish(d) != ret))
		ktap_ok(false, "errors stay");
	pagesnap_decoder_free(d);
	return ret;
}

/* One of each ------------------------------------------------------------ */

static const struct pagesnap_sums some_sums = { .pages = 9, .dirty = 2, .orders = { 1, 4 } };

static const struct pagesnap_subtotal some_subtotals[] = {
	{ 0, 9 }, { 88, 8 }, { PAGESNAP_NONE, 1 },
};

static void put_objects(struct stream *s)
{
	struct pagesnap_sb sb = { .q = 1, .dev_major = 8, .dev_minor = 1, .asked_len = 4,
				  .name_len = 2, .fstype = "ext4", .id = "sda1" };
	struct pagesnap_file file = { .q = 1, .dev_major = 8, .ino = 12, .mode = 0100000,
				      .name_len = 9, .sums = some_sums };
	struct pagesnap_task task = { .q = 1, .pid = 77, .vmas = 3, .comm = "cat" };
	struct pagesnap_vma vma = { .q = 1, .prot = 5, .start = 16, .end = 32, .ino = PAGESNAP_NONE,
				    .dev_major = PAGESNAP_NONE32, .name_len = 6 };
	struct pagesnap_span span = { .q = 1, .end = 4096, .sums = some_sums };

	put_rec(s, PAGESNAP_REC_SB, PAGESNAP_RF_MORE, &sb, sizeof(sb));
	put_bytes(s, 1, 0, "/a/b/c", 6);
	put_rec(s, PAGESNAP_REC_FILE, PAGESNAP_RF_MORE | PAGESNAP_RF_SUMS, &file, sizeof(file));
	put_pieces(s, 1, "/mnt/a b\n", 9, 2);
	put_rec(s, PAGESNAP_REC_TASK, 0, &task, sizeof(task));
	put_rec(s, PAGESNAP_REC_VMA, PAGESNAP_RF_MORE, &vma, sizeof(vma));
	put_bytes(s, 1, 0, "[heap]", 6);
	span.nr_nodes = 1;
	span.nr_cgroups = 2;
	put_rec(s, PAGESNAP_REC_SPAN, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &span, sizeof(span));
	put_bytes(s, 1, 0, some_subtotals, sizeof(some_subtotals));
}

static void put_items(struct stream *s)
{
	struct pagesnap_run run = { .q = 1, .kind = PAGESNAP_KIND_FILE, .index = 3, .nr = 4,
				    .pfn = 0x1234, .pfn_end = 0x1238, .frames = 1, .flags = 0x1c,
				    .zone_name = "Normal" };
	struct pagesnap_gap gap = { .q = 1, .why = PAGESNAP_WHY_EVICTED, .index = 9, .nr = 2 };
	u32 type;

	put_rec(s, PAGESNAP_REC_RUN, 0, &run, sizeof(run));
	put_rec(s, PAGESNAP_REC_PAGE, PAGESNAP_RF_OWNER, &run, sizeof(run));
	for (type = PAGESNAP_REC_GONE; type <= PAGESNAP_REC_SPECIAL; type++)
		put_rec(s, type, 0, &gap, sizeof(gap));
}

static void put_total(struct stream *s)
{
	struct pagesnap_total total = { .q = 1, .nr_combos = 2, .sums = some_sums,
					.nr_nodes = 1, .nr_cgroups = 2 };
	struct pagesnap_combo combos[2] = { { 0x10, 5 }, { PAGESNAP_UNKNOWN, 4 } };

	total.objects_by_pages[3] = 1;
	put_rec(s, PAGESNAP_REC_TOTAL, PAGESNAP_RF_MORE, &total, sizeof(total));
	put_bytes(s, 1, PAGESNAP_RF_MORE, combos, sizeof(combos));
	put_bytes(s, 1, 0, some_subtotals, sizeof(some_subtotals));
}

/* A type that we don't know, with bytes behind it. */
static void put_news(struct stream *s, u32 q, size_t bytes)
{
	char *text = calloc(1, bytes + 1);

	put_rec(s, 99, PAGESNAP_RF_MORE, text, sizeof(struct pagesnap_rec));
	put_pieces(s, q, text, bytes, 1024);
	free(text);
}

static void put_error(struct stream *s, u32 q)
{
	struct pagesnap_error e = { .q = q, .line = 5, .err = 2, .col = 1, .msg_len = 7,
				    .text_len = 20, .tag = "t" };
	struct pagesnap_end end = { .q = q, .status = PAGESNAP_END_ERROR, .tag = "t" };

	put_rec(s, PAGESNAP_REC_ERROR, PAGESNAP_RF_MORE, &e, sizeof(e));
	put_pieces(s, q, "no file" "/a tag=t format=text", 27, 5);
	put_rec(s, PAGESNAP_REC_END, 0, &end, sizeof(end));
}

static void put_note(struct stream *s, u32 q)
{
	struct pagesnap_note note = { .q = q, .text_len = 7 };

	put_rec(s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_bytes(s, q, 0, "so\ta is", 7);
}

static const char everything_text[] =
	"# pagesnap abi=1.2 collection=pages file=filename_index page_size=4096 kernel=6.12.0 boot=b007-1d time=0 session=7\n"
	"query q=1 line=1 group=run mask=0x0 time=0 query=/mnt\\0400+5\n"
	"# q=1 note: so\\011a is\n"
	"sb    q=1 dev=8:1 fstype=ext4 id=sda1 asked=/a/b name=/c\n"
	"file  q=1 dev=8:0 ino=12 gen=0 type=reg state=live nlink=0 size=0 cached=9 dirty=2 writeback=0 "
	"mapped=0 active=0 referenced=0 unevictable=0 evicted=0 swapped=0 special=0 holes=0 orders=0:1,1:4 "
	"droppable=? nodes=? cgroups=? name=/mnt/a\\040b\\012\n"
	"task  q=1 pid=77 comm=cat vmas=3\n"
	"vma   q=1 start=0x10 end=0x20 prot=r-xp dev=- ino=- pgoff=0x0 gen=- state=- name=[heap]\n"
	"span  q=1 start=0x0 end=0x1000 node=0 pages=9 dirty=2 writeback=0 mapped=0 active=0 referenced=0 "
	"unevictable=0 evicted=0 swapped=0 special=0 holes=0 orders=0:1,1:4 nodes=0:9 cgroups=88:8,-:1\n"
	"run   q=1 index=3 nr=4 pfn=0x1234 frames=1 order=0 ref=0 map=0 node=0 zone=Normal cgroup=0 "
	"flags=referenced,uptodate,dirty\n"
	"page  q=1 index=3 pfn=0x1234 order=0 ref=0 map=0 node=0 zone=Normal cgroup=0 dev=0:0 ino=0 gen=0 "
	"index=0 flags=referenced,uptodate,dirty\n"
	"gone  q=1 index=9 nr=2 why=evicted\n"
	"swap  q=1 index=9 nr=2 order=0 type=0 offset=0x0\n"
	"hole  q=1 index=9 nr=2 why=evicted\n"
	"special q=1 index=9 nr=2 why=evicted pfn=0x0\n"
	"# record of unknown type 99\n"
	"total q=1 pages=9 dirty=2 writeback=0 mapped=0 active=0 referenced=0 unevictable=0 evicted=0 "
	"swapped=0 special=0 holes=0 orders=0:1,1:4 droppable=0 pss=0 nodes=0:9 cgroups=88:8,-:1 "
	"flags=0x10:5,other:4 objects_by_pages=3:1\n"
	"end   q=1 status=complete objects=0 records=0 pages=0 gone=0 swap=0 special=0 holes=0 skipped=0 "
	"rescans=0 us=0\n"
	"# record of unknown type 99\n"
	"error q=2 line=5 tag=t errno=ENOENT col=1 msg=no\\040file query=/a\\040tag=t\\040format=text\n"
	"end   q=2 tag=t status=error objects=0 records=0 pages=0 gone=0 swap=0 special=0 holes=0 skipped=0 "
	"rescans=0 us=0\n"
	"# pagesnap abi=1.2 collection=pages file=filename_index page_size=4096 kernel=6.12.0 boot=b007-1d time=0 session=7\n";

/* Where finish() has nothing to complain of. */
static size_t good_ends[4];

static struct stream everything(void)
{
	struct stream s = { };

	put_header(&s);
	good_ends[0] = s.len;
	put_query(&s, 1, "/mnt 0+5" PAGESNAP_SUFFIX);
	put_note(&s, 1);
	put_objects(&s);
	put_items(&s);
	put_news(&s, 1, 100);
	put_total(&s);
	put_end(&s, 1);
	good_ends[1] = s.len;
	put_news(&s, 1, 40);
	good_ends[2] = s.len;
	put_error(&s, 2);
	good_ends[3] = s.len;
	put_header(&s);
	return s;
}

/* The features of the kernel come behind the session; what they are is not asked here. */
static void drop_features(char *text)
{
	char *at, *end;

	while ((at = strstr(text, " features="))) {
		end = at + 1 + strcspn(at + 1, " \n");
		memmove(at, end, strlen(end) + 1);
	}
}

static bool is_everything(struct seen *seen, const char *how)
{
	bool same;

	drop_features(seen->text);
	same = !strcmp(seen->text, everything_text);
	if (!same)
		ktap_note("%s, %u records:\n%s", how, seen->records, seen->text);
	return same;
}

static void test_pieces(const struct stream *s)
{
	static const size_t pieces[] = { 1, 2, 3, 7, 8, 9, 13, 64, 1000, 4096, 1 << 20 };
	struct seen *seen;
	char how[32];
	u32 i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		snprintf(how, sizeof(how), "pieces of %zu bytes", pieces[i]);
		seen = fresh(0);
		ret = decode(s, pieces[i], seen, NULL);
		ktap_ok(!ret && is_everything(seen, how), "one of each record, %s", how);
	}
}

/* In two pieces, cut at @cut. */
static bool cut_is_harmless(const struct stream *s, size_t cut)
{
	struct seen *seen = fresh(0);
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, seen);
	bool good;

	good = !push(d, s->buf, cut) && !push(d, s->buf + cut, s->len - cut) &&
	       !pagesnap_decoder_finish(d) && is_everything(seen, "cut");
	pagesnap_decoder_free(d);
	return good;
}

/* Does finish() tell that a stream of @len bytes is too short? */
static bool end_is_known(const struct stream *s, size_t len)
{
	struct stream part = { s->buf, len, len };
	char message[256];
	int want = -ENODATA, ret;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(good_ends); i++)
		if (len == good_ends[i])
			want = 0;
	if (len == s->len)
		want = 0;
	ret = decode(&part, 1 << 20, fresh(0), message);
	return ret == want && !*message == !want;
}

static void test_cuts(const struct stream *s)
{
	size_t cut, bad_cuts = 0, bad_ends = 0;

	for (cut = 0; cut <= s->len; cut++) {
		bad_cuts += !cut_is_harmless(s, cut);
		bad_ends += !end_is_known(s, cut);
	}
	ktap_equal(bad_cuts, 0, "a cut at any byte changes nothing");
	ktap_equal(bad_ends, 0, "an end at any byte is told from a good one");
}

/* Stopping --------------------------------------------------------------- */

/* All of it, though every @nth record stops the decoder. */
static bool goes_on(const struct stream *s, u32 nth, size_t piece)
{
	struct seen *seen = fresh(nth);
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, seen);
	size_t at, n;
	u32 stops = 0;
	int ret = 0;
	bool good;

	for (at = 0; ret >= 0 && at < s->len; at += n) {
		n = s->len - at < piece ? s->len - at : piece;
		ret = push(d, s->buf + at, n);
		stops += ret == 42;
		/* now and then, more comes before the rest is taken */
		while (ret == 42 && pick(4)) {
			ret = pagesnap_decoder_push(d, NULL, 0);
			stops += ret == 42;
		}
	}
	while ((ret = pagesnap_decoder_finish(d)) == 42)
		stops++;
	good = !ret && is_everything(seen, "stopped") && stops == seen->records / nth;
	pagesnap_decoder_free(d);
	return good;
}

/* Are all lines of @some in @all? */
static bool are_lines_of(const struct seen *some, const char *all)
{
	const char *line, *end;
	char copy[4096];

	for (line = some->text; *line; line = end) {
		end = strchr(line, '\n') + 1;
		snprintf(copy, sizeof(copy), "%.*s", (int)(end - line), line);
		if (!strstr(all, copy))
			return false;
	}
	return true;
}

/* What is skipped from or up to any byte is not there, or there as a whole. */
static void test_skips(const struct stream *s)
{
	static struct seen all;
	struct pagesnap_decoder *d;
	struct seen *seen;
	size_t cut, bad = 0;
	u32 least = 0;
	int from;

	decode(s, s->len, &all, NULL);
	for (from = 0; from < 2; from++) {
		for (cut = 0; cut <= s->len; cut++) {
			seen = fresh(0);
			d = pagesnap_decoder_new(see, seen);
			pagesnap_decoder_skip(d, !from);
			bad += !!push(d, s->buf, cut);
			pagesnap_decoder_skip(d, from);
			bad += push(d, s->buf + cut, s->len - cut) || pagesnap_decoder_finish(d);
			bad += !are_lines_of(seen, all.text);
			pagesnap_decoder_free(d);
			least = !least || seen->records < least ? seen->records : least;
		}
	}
	ktap_equal(bad, 0, "records are skipped from any byte, or up to it");
	ktap_ok(least < all.records / 2, "most of them: %u of %u are seen", least, all.records);
	seen = fresh(0);
	d = pagesnap_decoder_new(see, seen);
	pagesnap_decoder_skip(d, true);
	ktap_ok(!push(d, s->buf, s->len) && strstr(seen->text, "\nend ") &&
		!strstr(seen->text, "\nrun ") && !strstr(seen->text, "\nfile "),
		"of an answer its end is seen");
	pagesnap_decoder_free(d);
}

static void test_stops(const struct stream *s)
{
	static const size_t pieces[] = { 1, 100, 1000, 1 << 20 };
	u32 nth, i;

	for (i = 0; i < ARRAY_SIZE(pieces); i++)
		for (nth = 1; nth <= 3; nth++)
			ktap_ok(goes_on(s, nth, pieces[i]),
				"a stop at every record %u, pieces of %zu bytes, loses nothing",
				nth, pieces[i]);
}

/* Damage ----------------------------------------------------------------- */

/* Everything up to the inside of an answer. */
static struct stream begun(void)
{
	struct stream s = { };

	put_header(&s);
	put_query(&s, 1, "");
	return s;
}

/* Frees @s. */
static void fails(struct stream *s, int err, const char *message, const char *name)
{
	char whole[256] = "", bytewise[256] = "";
	int ret = decode(s, 1 << 20, fresh(0), whole), again = decode(s, 1, fresh(0), bytewise);

	free(s->buf);
	if (!ktap_ok(ret == err && again == err && strstr(whole, message) && !strcmp(whole, bytewise),
		     "%s", name))
		ktap_note("%d and %d, \"%s\" and \"%s\"", ret, again, whole, bytewise);
}

static void test_hello(void)
{
	struct pagesnap_header h = a_header();
	struct stream s = { };

	fails(&s, -ENODATA, "is empty", "an empty stream");
	s = (struct stream) { };
	put(&s, "PAGESNAP", 8);
	fails(&s, -ENODATA, "before its header", "a stream of a few bytes");
	s = (struct stream) { };
	put(&s, "# pagesnap abi=1.1 file=pfn_index", 33);
	fails(&s, -EPROTO, "text of an index file", "text instead of a stream");
	s = (struct stream) { };
	put(&s, "#!/bin/sh\necho any other file\n", 30);
	fails(&s, -EPROTO, "no stream of pagesnap", "another file");

	h.byte_order = 0x04030201;
	s = (struct stream) { };
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	/* of the other order are the lengths as well */
	*(u32 *)s.buf = __builtin_bswap32(sizeof(h));
	fails(&s, -EPROTONOSUPPORT, "other byte order", "the other byte order");
	h.byte_order = 0x01030204;
	s = (struct stream) { };
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fails(&s, -EPROTO, "no byte order", "no byte order at all");
}

static void test_versions(void)
{
	struct pagesnap_header h = a_header();
	struct seen *seen = fresh(0);
	struct stream s = { };

	h.abi_major = 2;
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fails(&s, -EPROTONOSUPPORT, "ABI 2.", "another major version");
	s = (struct stream) { };
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fails(&s, -EPROTONOSUPPORT, "ABI 2.", "another major version in a second header");
	h.abi_major = PAGESNAP_ABI_MAJOR;
	h.abi_minor = 999;
	s = (struct stream) { };
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fresh(0);
	ktap_ok(!decode(&s, 1, seen, NULL) && seen->records == 1, "a later minor version is read");
	free(s.buf);
	h.page_shift = 64;
	s = (struct stream) { };
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fails(&s, -EPROTO, "impossible page size", "a page size that nobody can shift by");
	s = (struct stream) { };
	put_header(&s);
	h = a_header();
	h.magic[3] = 'x';
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	fails(&s, -EPROTO, "without its magic", "a second header without its magic");
}

static void test_order(void)
{
	struct pagesnap_run run = { .q = 1 };
	struct pagesnap_end end = { .q = 1 };
	struct stream s = { };

	put_header(&s);
	*(u16 *)(s.buf + 4) = PAGESNAP_REC_SB;
	fails(&s, -EPROTO, "first record is no header", "a stream that begins with something else");
	s = (struct stream) { };
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_RUN, 0, &run, sizeof(run));
	fails(&s, -EPROTO, "outside of an answer", "a run outside of an answer");
	s = (struct stream) { };
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_END, 0, &end, sizeof(end));
	fails(&s, -EPROTO, "outside of an answer", "an end outside of an answer");
	s = begun();
	put_query(&s, 2, "");
	fails(&s, -EPROTO, "without an end", "a query inside of an answer");
	s = begun();
	put_error(&s, 1);
	fails(&s, -EPROTO, "without an end", "an error inside of an answer");
	s = begun();
	put_header(&s);
	fails(&s, -EPROTO, "without an end", "a header inside of an answer");
	s = begun();
	run.q = 2;
	put_rec(&s, PAGESNAP_REC_RUN, 0, &run, sizeof(run));
	fails(&s, -EPROTO, "another query", "a record of another query");
	s = begun();
	put_end(&s, 2);
	fails(&s, -EPROTO, "another query", "the end of another query");
}

static void test_more(void)
{
	struct pagesnap_note note = { .q = 1, .text_len = 4 };
	struct stream s = begun();

	put_bytes(&s, 1, 0, "abcd", 4);
	fails(&s, -EPROTO, "belong to no record", "bytes behind a record that has none");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_end(&s, 1);
	fails(&s, -EPROTO, "are missing", "a record instead of bytes");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	fails(&s, -ENODATA, "inside of a record", "an end instead of bytes");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, 0, &note, sizeof(note));
	fails(&s, -EPROTO, "not as many", "lengths and no bytes");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_bytes(&s, 1, 0, "abc", 3);
	fails(&s, -EPROTO, "not as many", "a byte too few");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_bytes(&s, 1, 0, "abcde", 5);
	fails(&s, -EPROTO, "not as many", "a byte too many");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_bytes(&s, 3, 0, "abcd", 4);
	fails(&s, -EPROTO, "another query", "bytes of another query");
}

/* A bytes record whose nr and len don't fit each other. */
static void odd_bytes(u32 len, u32 nr, const char *name)
{
	struct pagesnap_note note = { .q = 1, .text_len = 4 };
	struct {
		struct pagesnap_bytes head;
		char bytes[PAGESNAP_REC_MAX];
	} b = { .head = { .q = 1, .nr = nr } };
	struct stream s = begun();

	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_rec(&s, PAGESNAP_REC_BYTES, 0, &b, len);
	fails(&s, -EPROTO, "wrong length", name);
}

static void test_bytes(void)
{
	odd_bytes(24, 9, "bytes that are more than their record");
	odd_bytes(24, 0, "bytes that are fewer than their record");
	odd_bytes(32, 8, "bytes with too much behind them");
	odd_bytes(16, U32_MAX, "as many bytes as there can be");
	odd_bytes(16, U32_MAX - 7, "as many bytes as there can be, rounded");
	odd_bytes(PAGESNAP_REC_MAX, PAGESNAP_REC_MAX, "bytes longer than a record");
}

/* A head alone, of a type that is known or not. */
static void odd_length(u32 type, u32 len, const char *message, const char *name)
{
	struct pagesnap_rec rec = { .len = len, .type = type };
	struct stream s = begun();

	put(&s, &rec, sizeof(rec));
	fails(&s, -EPROTO, message, name);
}

static void test_lengths(void)
{
	odd_length(99, 0, "impossible length", "a record of no bytes");
	odd_length(99, 4, "impossible length", "a record shorter than its head");
	odd_length(99, 12, "impossible length", "a record of 12 bytes");
	odd_length(99, PAGESNAP_REC_MAX + 8, "impossible length", "a record that is too long");
	odd_length(99, U32_MAX & ~7U, "impossible length", "a record of 4 GiB");
	odd_length(PAGESNAP_REC_BYTES, 8, "too short", "bytes that are only a head");
}

/* Where it is told to be: behind a header of 248 bytes and a query of 72. */
static void test_offset(void)
{
	struct pagesnap_rec rec = { .len = 4, .type = 99 };
	struct stream s = begun();

	put(&s, &rec, sizeof(rec));
	fails(&s, -EPROTO, "at byte 320:", "the place of the damage");
	s = begun();
	put(&s, &rec, 5);
	fails(&s, -ENODATA, "at byte 325", "the place where a record is cut");
	s = begun();
	fails(&s, -ENODATA, "query 1, at byte 320", "the place where an answer is cut");
}

/* Older and newer modules ------------------------------------------------ */

/* The sizes that ABI 1.0 gave to the records; they never change. */
static const struct {
	const char *name;
	u32 type;
	u32 size;
	u32 short_size;		/* without sums */
} sizes[] = {
	{ "query", PAGESNAP_REC_QUERY, 72, 0 }, { "sb", PAGESNAP_REC_SB, 96, 0 },
	{ "file", PAGESNAP_REC_FILE, 312, 64 }, { "task", PAGESNAP_REC_TASK, 40, 0 },
	{ "vma", PAGESNAP_REC_VMA, 320, 72 }, { "span", PAGESNAP_REC_SPAN, 280, 32 },
	{ "page", PAGESNAP_REC_PAGE, 160, 0 }, { "run", PAGESNAP_REC_RUN, 160, 0 },
	{ "gone", PAGESNAP_REC_GONE, 56, 0 }, { "swap", PAGESNAP_REC_SWAP, 56, 0 },
	{ "hole", PAGESNAP_REC_HOLE, 56, 0 }, { "special", PAGESNAP_REC_SPECIAL, 56, 0 },
	{ "total", PAGESNAP_REC_TOTAL, 776, 0 }, { "note", PAGESNAP_REC_NOTE, 16, 0 },
	{ "error", PAGESNAP_REC_ERROR, 64, 0 }, { "end", PAGESNAP_REC_END, 376, 0 },
};

/* A record of nothing but its query, of @size bytes, where it may stand. */
static struct stream sized(u32 type, u32 flags, u32 size)
{
	bool begins = type == PAGESNAP_REC_QUERY || type == PAGESNAP_REC_ERROR;
	char rec[PAGESNAP_REC_MAX + 8] = { };
	struct stream s = { };
	u32 q = 1;

	memcpy(rec + sizeof(struct pagesnap_rec), &q, sizeof(q));
	if (begins)
		put_header(&s);
	else
		s = begun();
	put_rec(&s, type, flags, rec, size);
	if (type != PAGESNAP_REC_END)
		put_end(&s, 1);
	return s;
}

static bool is_read(struct stream s)
{
	char message[256];
	int ret = decode(&s, 1 << 20, fresh(0), message);

	if (ret)
		ktap_note("%d: %s", ret, message);
	free(s.buf);
	return !ret;
}

static void test_sizes(void)
{
	struct stream s;
	char name[64];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		u32 least = sizes[i].short_size ?: sizes[i].size;
		u32 flags = sizes[i].short_size ? PAGESNAP_RF_SUMS : 0;

		ktap_ok(is_read(sized(sizes[i].type, flags, sizes[i].size)), "%s of ABI 1.0",
			sizes[i].name);
		ktap_ok(is_read(sized(sizes[i].type, 0, least)), "the shortest %s", sizes[i].name);
		ktap_ok(is_read(sized(sizes[i].type, flags, PAGESNAP_REC_MAX)), "the longest %s",
			sizes[i].name);
		snprintf(name, sizeof(name), "%s shorter than ABI 1.0 had it", sizes[i].name);
		s = sized(sizes[i].type, flags, sizes[i].size - 8);
		fails(&s, -EPROTO, "too short", name);
		snprintf(name, sizeof(name), "%s shorter than the shortest", sizes[i].name);
		s = sized(sizes[i].type, 0, least - 8);
		fails(&s, -EPROTO, "too short", name);
	}
}

/* Keeps a copy of the last record of one type. */
struct last {
	u32 type;
	u32 records;
	union pagesnap_any u;
	char bytes[PAGESNAP_MORE_MAX + 1];
	size_t len;
	size_t size;
};

static int keep_last(void *ctx, const struct pagesnap_record *r)
{
	struct last *last = ctx;

	if (r->u->rec.type != last->type)
		return 0;
	last->records++;
	last->u = *r->u;
	memcpy(last->bytes, r->bytes, r->len + 1);
	last->len = r->len;
	last->size = r->size;
	return 0;
}

/* The last record of @type in @s, which is freed; decoded up to there without fault. */
static const struct last *last_of(struct stream *s, u32 type)
{
	static struct last last;
	struct pagesnap_decoder *d = pagesnap_decoder_new(keep_last, &last);
	int ret;

	last = (struct last) { .type = type };
	memset(last.bytes, 0xa5, sizeof(last.bytes));
	ret = push(d, s->buf, s->len);
	if (ret)
		ktap_note("%d: %s", ret, pagesnap_decoder_message(d));
	pagesnap_decoder_free(d);
	free(s->buf);
	*s = (struct stream) { };
	if (!ktap_ok(!ret && last.records, "type %u is passed on", type))
		memset(&last, 0xa5, sizeof(last));
	return &last;
}

/* Nothing of a longer record before it shows in a shorter one. */
static void test_older(void)
{
	struct pagesnap_file file = { .q = 1, .ino = 5, .sums = some_sums };
	struct stream s = begun();
	const struct last *last;
	u32 i;
	bool zero = true;

	put_rec(&s, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS, &file, sizeof(file));
	put_rec(&s, PAGESNAP_REC_FILE, 0, &file, offsetof(struct pagesnap_file, sums));
	last = last_of(&s, PAGESNAP_REC_FILE);
	for (i = 0; i < sizeof(file.sums); i++)
		zero = zero && !((const char *)&last->u.file.sums)[i];
	ktap_ok(zero, "fields that a record lacks are zero");
	ktap_equal(last->u.file.ino, 5, "fields that it has are not");
	ktap_equal(last->size, offsetof(struct pagesnap_file, sums), "the stream's size of it is told");
}

/* Fields that we don't know, and bytes of theirs behind those that we do. */
static void test_newer(void)
{
	struct {
		struct pagesnap_file file;
		u64 news[4];
	} r = { .file = { .q = 1, .ino = 6, .name_len = 2, .sums = some_sums } };
	struct stream s = begun();
	const struct last *last;

	memset(r.news, 0x55, sizeof(r.news));
	put_rec(&s, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &r, sizeof(r));
	put_bytes(&s, 1, 0, "/anew name", 10);
	put_end(&s, 1);
	last = last_of(&s, PAGESNAP_REC_FILE);
	ktap_ok(last->u.file.ino == 6 && last->u.file.sums.pages == 9, "a longer record is read");
	ktap_ok(last->len == 2 && !strcmp(last->bytes, "/a"), "bytes that are not known are left out");

	s = begun();
	r.file.name_len = 11;
	put_rec(&s, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &r, sizeof(r));
	put_bytes(&s, 1, 0, "/anew name", 10);
	fails(&s, -EPROTO, "not as many", "a longer record with too few bytes");
}

/* The beginning of a stream of minor version 0 + @more, then a file with more bytes than its name. */
static struct stream with_more_bytes(u16 more, u32 name_len)
{
	struct pagesnap_file file = { .q = 1, .name_len = name_len };
	struct pagesnap_header h = a_header();
	struct stream s = { };

	h.abi_minor += more;
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	put_query(&s, 1, "/f");
	put_rec(&s, PAGESNAP_REC_FILE, PAGESNAP_RF_MORE, &file, sizeof(file));
	put_bytes(&s, 1, 0, "/anew name", 10);
	put_end(&s, 1);
	return s;
}

/* A length of its own may stand where a reserved member was: the record is no longer then. */
static void test_newer_bytes(void)
{
	struct stream s = with_more_bytes(1, 2), older;
	const struct last *last = last_of(&s, PAGESNAP_REC_FILE);

	ktap_ok(last->len == 2 && !strcmp(last->bytes, "/a"),
		"bytes of a newer minor version are left out of a record of the old size");
	s = with_more_bytes(1, 11);
	fails(&s, -EPROTO, "not as many", "but too few bytes are too few");
	s = with_more_bytes(0, 2);
	fails(&s, -EPROTO, "not as many", "and of our own version there are none to leave out");
	/* what the last header says holds */
	s = with_more_bytes(1, 2);
	older = with_more_bytes(0, 2);
	put(&s, older.buf, older.len);
	free(older.buf);
	fails(&s, -EPROTO, "not as many", "nor behind a header of it");
}

static void test_unknown(void)
{
	struct stream s = begun();
	const struct last *last;

	put_news(&s, 1, 3 * PAGESNAP_MORE_MAX);
	put_end(&s, 1);
	last = last_of(&s, 99);
	ktap_equal(last->len, 0, "an unknown type has no bytes");
	ktap_equal(last->size, 8, "an unknown type has a size");
	ktap_ok(last->u.rec.flags & PAGESNAP_RF_MORE, "an unknown type keeps its flags");
}

/* Bytes ------------------------------------------------------------------ */

static struct stream named(u32 len, size_t piece)
{
	struct pagesnap_note note = { .q = 1, .text_len = len };
	char *text = malloc(len + 1);
	struct stream s = begun();
	u32 i;

	for (i = 0; i < len; i++)
		text[i] = 'a' + i % 23;
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &note, sizeof(note));
	put_pieces(&s, 1, text, len, piece);
	free(text);
	return s;
}

static void test_many_bytes(void)
{
	static const size_t pieces[] = { 1, 7, 8, 9, 1000, PAGESNAP_REC_MAX - 16 };
	const struct last *last;
	struct stream s;
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		bool same = true;

		s = named(PAGESNAP_MORE_MAX, pieces[i]);
		last = last_of(&s, PAGESNAP_REC_NOTE);
		for (j = 0; j < PAGESNAP_MORE_MAX; j++)
			same = same && last->bytes[j] == (char)('a' + j % 23);
		ktap_ok(same && last->len == PAGESNAP_MORE_MAX, "32 KiB in pieces of %zu", pieces[i]);
		s = named(PAGESNAP_MORE_MAX + 1, pieces[i]);
		fails(&s, -EPROTO, "too many bytes", "and one byte more");
	}
	/* nothing at all, but announced */
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, PAGESNAP_RF_MORE, &(struct pagesnap_note) { .q = 1 }, 16);
	put_bytes(&s, 1, PAGESNAP_RF_MORE, "", 0);
	put_bytes(&s, 1, 0, "", 0);
	ktap_equal(last_of(&s, PAGESNAP_REC_NOTE)->len, 0, "no bytes in two records");
}

static void test_sums_of_lengths(void)
{
	struct pagesnap_sb sb = { .q = 1, .asked_len = 4, .name_len = U32_MAX - 3 };
	struct pagesnap_total total = { .q = 1, .nr_combos = 1U << 28 };
	struct pagesnap_error error = { .q = 1, .msg_len = U32_MAX, .text_len = 1 };
	struct pagesnap_vma vma = { .q = 1, .nr_nodes = 0xffff, .nr_cgroups = 1 };
	struct stream s = begun();

	put_rec(&s, PAGESNAP_REC_SB, 0, &sb, sizeof(sb));
	fails(&s, -EPROTO, "not as many", "lengths of a superblock that add up to 2^32");
	s = begun();
	put_rec(&s, PAGESNAP_REC_TOTAL, 0, &total, sizeof(total));
	fails(&s, -EPROTO, "not as many", "2^28 combinations");
	s = begun();
	put_rec(&s, PAGESNAP_REC_VMA, 0, &vma, sizeof(vma));
	fails(&s, -EPROTO, "not as many", "shares that add up to 2^16");
	s = (struct stream) { };
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_ERROR, 0, &error, sizeof(error));
	fails(&s, -EPROTO, "not as many", "lengths of an error that add up to 2^32");
}

/* Parts ------------------------------------------------------------------ */

static bool is(const char *part, size_t len, const char *want)
{
	bool good = len == strlen(want) && !memcmp(part, want, len);

	if (!good)
		ktap_note("\"%.*s\", not \"%s\"", (int)len, part, want);
	return good;
}

static struct pagesnap_record as_record(const struct last *last)
{
	return (struct pagesnap_record) {
		.u = &last->u, .bytes = last->bytes, .len = last->len, .size = last->size,
	};
}

static void check_subtotals(const struct pagesnap_record *r, const char *what)
{
	struct pagesnap_subtotal node = pagesnap_record_node(r, 0), none;
	struct pagesnap_subtotal cgroup = pagesnap_record_cgroup(r, 1);

	ktap_ok(pagesnap_record_nodes(r) == 1 && !node.key && node.pages == 9,
		"%s: pages by node", what);
	ktap_ok(pagesnap_record_cgroups(r) == 2 && cgroup.key == PAGESNAP_NONE && cgroup.pages == 1,
		"%s: pages by cgroup", what);
	none = pagesnap_record_node(r, 1);
	cgroup = pagesnap_record_cgroup(r, 2);
	ktap_ok(!none.key && !none.pages && !cgroup.key && !cgroup.pages, "%s: no more", what);
}

static void test_parts(void)
{
	struct stream s = begun();
	struct pagesnap_record r;
	const char *part;
	size_t len;

	put_objects(&s);
	r = as_record(last_of(&s, PAGESNAP_REC_SB));
	part = pagesnap_record_asked(&r, &len);
	ktap_ok(is(part, len, "/a/b"), "the path that was asked for");
	part = pagesnap_record_name(&r, &len);
	ktap_ok(is(part, len, "/c"), "the name of a superblock");
	part = pagesnap_record_query(&r, &len);
	ktap_ok(is(part, len, ""), "a superblock has no query");
	ktap_ok(!pagesnap_record_sums(&r), "a superblock has no sums");
	part = pagesnap_record_message(&r, &len);
	ktap_ok(is(part, len, ""), "a superblock has no message");
	s = begun();
	put_objects(&s);
	r = as_record(last_of(&s, PAGESNAP_REC_FILE));
	part = pagesnap_record_name(&r, &len);
	ktap_ok(is(part, len, "/mnt/a b\n"), "the name of a file");
	ktap_ok(pagesnap_record_sums(&r) == &r.u->file.sums, "the sums of a file");
	s = begun();
	put_objects(&s);
	r = as_record(last_of(&s, PAGESNAP_REC_VMA));
	part = pagesnap_record_name(&r, &len);
	ktap_ok(is(part, len, "[heap]"), "the name of a VMA");
	ktap_ok(!pagesnap_record_sums(&r), "sums without their flag are none");
	s = begun();
	put_objects(&s);
	r = as_record(last_of(&s, PAGESNAP_REC_SPAN));
	part = pagesnap_record_name(&r, &len);
	ktap_ok(is(part, len, ""), "a span has no name");
}

static void test_error_parts(void)
{
	struct pagesnap_combo c;
	struct pagesnap_record r;
	struct stream s = { };
	const char *part;
	size_t len;

	put_header(&s);
	put_error(&s, 1);
	r = as_record(last_of(&s, PAGESNAP_REC_ERROR));
	part = pagesnap_record_message(&r, &len);
	ktap_ok(is(part, len, "no file"), "the message of an error");
	part = pagesnap_record_query(&r, &len);
	ktap_ok(is(part, len, "/a tag=t format=text"), "an error has its query");
	s = begun();
	put_note(&s, 1);
	r = as_record(last_of(&s, PAGESNAP_REC_NOTE));
	part = pagesnap_record_message(&r, &len);
	ktap_ok(is(part, len, "so\ta is"), "the text of a note");
	s = begun();
	put_total(&s);
	r = as_record(last_of(&s, PAGESNAP_REC_TOTAL));
	c = pagesnap_record_combo(&r, 1);
	ktap_ok(c.flags == PAGESNAP_UNKNOWN && c.pages == 4, "the second combination");
	c = pagesnap_record_combo(&r, 2);
	ktap_ok(!c.flags && !c.pages, "a third is nothing");
	ktap_equal(pagesnap_record_sums(&r)->pages, 9, "the sums of a total");
	check_subtotals(&r, "total");
}

/* Behind a name they are not aligned. */
static void test_subtotals(void)
{
	struct pagesnap_file file = { .q = 1, .name_len = 2, .nr_nodes = 1, .nr_cgroups = 2,
				      .sums = some_sums };
	struct pagesnap_vma vma = { .q = 1, .name_len = 2, .nr_nodes = 1, .nr_cgroups = 2,
				    .sums = some_sums };
	struct pagesnap_span span = { .q = 1, .nr_nodes = 1, .nr_cgroups = 2, .sums = some_sums };
	struct pagesnap_note note = { .q = 1 };
	struct pagesnap_record r;
	struct stream s = begun();
	size_t len;

	put_rec(&s, PAGESNAP_REC_FILE, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &file, sizeof(file));
	put_bytes(&s, 1, PAGESNAP_RF_MORE, "/f", 2);
	put_bytes(&s, 1, 0, some_subtotals, sizeof(some_subtotals));
	r = as_record(last_of(&s, PAGESNAP_REC_FILE));
	check_subtotals(&r, "file");
	ktap_ok(is(pagesnap_record_name(&r, &len), 2, "/f"),
		"the name of a file ends before its shares");
	s = begun();
	put_rec(&s, PAGESNAP_REC_VMA, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &vma, sizeof(vma));
	put_bytes(&s, 1, PAGESNAP_RF_MORE, "/f", 2);
	put_bytes(&s, 1, 0, some_subtotals, sizeof(some_subtotals));
	r = as_record(last_of(&s, PAGESNAP_REC_VMA));
	check_subtotals(&r, "vma");
	s = begun();
	put_rec(&s, PAGESNAP_REC_SPAN, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE, &span, sizeof(span));
	put_bytes(&s, 1, 0, some_subtotals, sizeof(some_subtotals));
	r = as_record(last_of(&s, PAGESNAP_REC_SPAN));
	check_subtotals(&r, "span");
	s = begun();
	put_rec(&s, PAGESNAP_REC_NOTE, 0, &note, sizeof(note));
	r = as_record(last_of(&s, PAGESNAP_REC_NOTE));
	ktap_ok(!pagesnap_record_nodes(&r) && !pagesnap_record_cgroups(&r), "a note has none");
}

/* What sessions put behind a line is taken off again, and only that. */
static void test_suffix(void)
{
	static const struct {
		const char *line;
		const char *shown;
	} cases[] = {
		{ "/a" PAGESNAP_SUFFIX, "/a" }, { "/a" PAGESNAP_SUFFIX " ", "/a" PAGESNAP_SUFFIX " " },
		{ "/a" PAGESNAP_SUFFIX PAGESNAP_SUFFIX, "/a" PAGESNAP_SUFFIX },
		{ PAGESNAP_SUFFIX, PAGESNAP_SUFFIX }, { "/a format=text", "/a format=text" },
		{ "/aformat=binary", "/aformat=binary" }, { "/a forma", "/a forma" }, { "", "" },
	};
	struct pagesnap_record r;
	struct stream s = { };
	const char *part;
	size_t len;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		put_header(&s);
		put_query(&s, 1, cases[i].line);
		r = as_record(last_of(&s, PAGESNAP_REC_QUERY));
		part = pagesnap_record_query(&r, &len);
		ktap_ok(is(part, len, cases[i].shown), "query \"%s\"", cases[i].line);
	}
}

/* Strings that don't end. */
static void test_strings(void)
{
	struct pagesnap_header h = a_header();
	struct pagesnap_task task = { .q = 1 };
	struct pagesnap_sb sb = { .q = 1 };
	struct pagesnap_run run = { .q = 1 };
	struct stream s = { };
	const struct last *last;

	memset(h.file, 'f', sizeof(h.file) + sizeof(h.kernel) + sizeof(h.boot));
	memset(h.set_comm, 'c', sizeof(h.set_comm));
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	last = last_of(&s, PAGESNAP_REC_HEADER);
	ktap_ok(strlen(last->u.header.file) == 31 && strlen(last->u.header.kernel) == 63 &&
		strlen(last->u.header.boot) == 39 && strlen(last->u.header.set_comm) == 15,
		"strings of a header end");
	memset(task.comm, 'c', sizeof(task.comm));
	memset(sb.fstype, 's', sizeof(sb.fstype) + sizeof(sb.id));
	memset(run.zone_name, 'z', sizeof(run.zone_name));
	s = begun();
	put_rec(&s, PAGESNAP_REC_TASK, 0, &task, sizeof(task));
	ktap_equal(strlen(last_of(&s, PAGESNAP_REC_TASK)->u.task.comm), 15,
		   "the comm of a task ends");
	s = begun();
	put_rec(&s, PAGESNAP_REC_SB, 0, &sb, sizeof(sb));
	last = last_of(&s, PAGESNAP_REC_SB);
	ktap_ok(strlen(last->u.sb.fstype) == 31 && strlen(last->u.sb.id) == 31,
		"the strings of a superblock end");
	s = begun();
	put_rec(&s, PAGESNAP_REC_PAGE, 0, &run, sizeof(run));
	ktap_equal(strlen(last_of(&s, PAGESNAP_REC_PAGE)->u.run.zone_name), 15,
		   "the zone name of a run ends");
}

static void test_tags(void)
{
	char tag[32];
	struct pagesnap_query_rec query = { .q = 1 };
	struct pagesnap_error error = { .q = 1 };
	struct pagesnap_end end = { .q = 1 };
	struct stream s = { };

	memset(tag, 't', sizeof(tag));
	memcpy(query.tag, tag, sizeof(tag));
	memcpy(error.tag, tag, sizeof(tag));
	memcpy(end.tag, tag, sizeof(tag));
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_QUERY, 0, &query, sizeof(query));
	ktap_equal(strlen(last_of(&s, PAGESNAP_REC_QUERY)->u.query.tag), 31, "the tag of a query ends");
	put_header(&s);
	put_rec(&s, PAGESNAP_REC_ERROR, 0, &error, sizeof(error));
	ktap_equal(strlen(last_of(&s, PAGESNAP_REC_ERROR)->u.error.tag), 31,
		   "the tag of an error ends");
	s = begun();
	put_rec(&s, PAGESNAP_REC_END, 0, &end, sizeof(end));
	ktap_equal(strlen(last_of(&s, PAGESNAP_REC_END)->u.end.tag), 31, "the tag of an end ends");
}

/* Text ------------------------------------------------------------------- */

/* Every byte of a record @fill, but what the decoder itself needs. */
static struct stream filled(u32 type, u32 size, int fill)
{
	char rec[PAGESNAP_REC_MAX];
	struct stream s;

	memset(rec, fill, sizeof(rec));
	s = sized(type, 0, size);
	/* lengths stay zero */
	switch (type) {
	case PAGESNAP_REC_QUERY:
		((struct pagesnap_query_rec *)rec)->text_len = 0;
		break;
	case PAGESNAP_REC_ERROR:
		((struct pagesnap_error *)rec)->msg_len = 0;
		((struct pagesnap_error *)rec)->text_len = 0;
		break;
	case PAGESNAP_REC_SB:
		((struct pagesnap_sb *)rec)->asked_len = 0;
		((struct pagesnap_sb *)rec)->name_len = 0;
		break;
	case PAGESNAP_REC_FILE:
		((struct pagesnap_file *)rec)->name_len = 0;
		((struct pagesnap_file *)rec)->nr_nodes = 0;
		((struct pagesnap_file *)rec)->nr_cgroups = 0;
		break;
	case PAGESNAP_REC_VMA:
		((struct pagesnap_vma *)rec)->name_len = 0;
		((struct pagesnap_vma *)rec)->nr_nodes = 0;
		((struct pagesnap_vma *)rec)->nr_cgroups = 0;
		break;
	case PAGESNAP_REC_SPAN:
		((struct pagesnap_span *)rec)->nr_nodes = 0;
		((struct pagesnap_span *)rec)->nr_cgroups = 0;
		break;
	case PAGESNAP_REC_TOTAL:
		((struct pagesnap_total *)rec)->nr_combos = 0;
		((struct pagesnap_total *)rec)->nr_nodes = 0;
		((struct pagesnap_total *)rec)->nr_cgroups = 0;
		break;
	case PAGESNAP_REC_NOTE:
		((struct pagesnap_note *)rec)->text_len = 0;
		break;
	}
	free(s.buf);
	s = (struct stream) { };
	put_header(&s);
	if (type != PAGESNAP_REC_QUERY && type != PAGESNAP_REC_ERROR)
		put_query(&s, 1, "");
	*(u32 *)(rec + 8) = 1;
	put_rec(&s, type, PAGESNAP_RF_SUMS | PAGESNAP_RF_OWNER, rec, size);
	return s;
}

/* No byte that a terminal would obey, no line that ends early. */
static bool is_tame(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] < 0x20 || (unsigned char)text[i] >= 0x7f)
			return false;
	return true;
}

static bool fits_exactly(const struct pagesnap_record *r, size_t len)
{
	size_t size;
	bool good = true;

	for (size = 0; size <= len + 1; size++) {
		char *buf = malloc(size ?: 1);
		ssize_t n = pagesnap_record_text(r, size ? buf : NULL, size);

		good = good && n == (size > len ? (ssize_t)len : -ERANGE) &&
		       (!size || memchr(buf, 0, size));
		free(buf);
	}
	return good;
}

static void test_any_value(void)
{
	static const int fills[] = { 0xff, 0x7f, 0x1b, 0x80, 0x01 };
	char *text = malloc(PAGESNAP_RECORD_TEXT_MAX);
	struct pagesnap_record r;
	struct stream s;
	ssize_t n;
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (j = 0; j < ARRAY_SIZE(fills); j++) {
			s = filled(sizes[i].type, sizes[i].size, fills[j]);
			r = as_record(last_of(&s, sizes[i].type));
			n = pagesnap_record_text(&r, text, PAGESNAP_RECORD_TEXT_MAX);
			if (!ktap_ok(n > 0 && is_tame(text, n), "text of %s full of %#x",
				     sizes[i].name, fills[j]))
				ktap_note("%zd: %s", n, shown(text, n > 0 ? n : 0));
			ktap_ok(fits_exactly(&r, n),
				"text of %s full of %#x fits a buffer just as long",
				sizes[i].name, fills[j]);
		}
	}
	free(text);
}

/* Of a collection that is not known, numbers have no words, and text has them as they are. */
static void test_other_collection(void)
{
	static const char want[] =
		"query q=1 line=1 time=0 query=5\n"
		"lost  q=1 cpu=3 events=70 time=9\n"
		"# record of unknown type 65280\n"
		"end   q=1 status=complete objects=0 records=4 counter0=4 skipped=1 why=?:1 rescans=0 us=0\n";
	struct pagesnap_lost lost = { .q = 1, .cpu = 3, .events = 70, .time_ns = 9 };
	struct pagesnap_end end = {
		.q = 1, .records = 4, .counters = { 4 }, .skipped = { [2] = 1 },
	};
	struct pagesnap_header h = a_header();
	struct pagesnap_rec number = { .len = 24, .type = 0xff00 };
	struct seen *seen = fresh(0);
	struct stream s = { };

	strcpy(h.collection, "numbers");
	put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	put_query(&s, 1, "5");
	put_rec(&s, PAGESNAP_REC_LOST, 0, &lost, sizeof(lost));
	put(&s, &number, sizeof(number));
	put(&s, (char[16]){ 1 }, 16);
	put_rec(&s, PAGESNAP_REC_END, 0, &end, sizeof(end));
	ktap_ok(!decode(&s, 1 << 20, seen, NULL) &&
		!strcmp(strchr(seen->text, '\n') + 1, want),
		"a collection that is not known: text says what all collections have");
	if (strcmp(strchr(seen->text, '\n') + 1, want))
		ktap_note("%s", seen->text);
	free(s.buf);
}

/* Records that are alike -------------------------------------------------- */

#define ALIKE 150

/* Whoever has several at once sees what others see one by one; sometimes he wants that. */
static int see_alike(void *ctx, struct pagesnap_record *r, size_t nr)
{
	struct seen *seen = ctx;

	if (seen->records % 7 == 6)
		return 0;
	for (; nr; nr--) {
		see(seen, r);
		r->u = (const void *)((const char *)r->u + r->size);
	}
	return 1;
}

/* Pages, of which the @odd-th is damaged or not like the others, in one of these ways. */
enum oddity {
	ODD_NONE, ODD_TYPE, ODD_FLAGS, ODD_QUERY, ODD_STRING, ODD_LENGTH, ODD_NAMED, ODD_MAX,
};

/* @size: bytes of each, of a newer module perhaps. */
static void put_alike(struct stream *s, u32 odd, enum oddity how, size_t size)
{
	union {
		struct pagesnap_run run;
		char bytes[PAGESNAP_REC_MAX];
	} rec;
	struct pagesnap_run run;
	u32 i, type, flags;

	put_header(s);
	put_query(s, 1, "0-");
	for (i = 0; i < ALIKE; i++) {
		run = (struct pagesnap_run){ .q = 1, .index = i, .nr = 1, .pfn = i,
					     .zone_name = "Normal" };
		type = PAGESNAP_REC_PAGE;
		flags = 0;
		if (i == odd && how == ODD_TYPE)
			type = PAGESNAP_REC_RUN;
		if (i == odd && how == ODD_FLAGS)
			flags = PAGESNAP_RF_OWNER;
		if (i == odd && how == ODD_QUERY)
			run.q = 2;
		if (i == odd && how == ODD_STRING)
			memset(run.zone_name, 'x', sizeof(run.zone_name));
		/* it promises a name, and none comes */
		if (i == odd && how == ODD_NAMED) {
			flags = PAGESNAP_RF_NAME;
			run.name_len = 3;
		}
		memset(&rec, 0, sizeof(rec));
		rec.run = run;
		put_rec(s, type, flags, &rec, size);
		if (i == odd && how == ODD_LENGTH)
			((struct pagesnap_rec *)(s->buf + s->len - size))->len -= 8;
	}
	put_end(s, 1);
}

/* Text, message and result of both ways. */
static bool is_same_at_once(const struct stream *s, size_t piece)
{
	char said[2][256] = { "", "" };
	char *text[2] = { };
	int ret[2], way;
	bool same;

	for (way = 0; way < 2; way++) {
		struct seen *seen = fresh(0);
		struct pagesnap_decoder *d = pagesnap_decoder_new(see, seen);
		size_t at, n;

		pagesnap_decoder_set_alike(d, way ? see_alike : NULL);
		ret[way] = 0;
		for (at = 0; !ret[way] && at < s->len; at += n) {
			n = s->len - at < piece ? s->len - at : piece;
			ret[way] = push(d, s->buf + at, n);
		}
		ret[way] = ret[way] ?: pagesnap_decoder_finish(d);
		strcpy(said[way], pagesnap_decoder_message(d));
		text[way] = strdup(seen->text);
		pagesnap_decoder_free(d);
	}
	same = ret[0] == ret[1] && !strcmp(said[0], said[1]) && !strcmp(text[0], text[1]);
	free(text[0]);
	free(text[1]);
	return same;
}

static void test_alike(void)
{
	static const size_t pieces[] = { 1 << 20, 16384, 7000, 4096, 1000, 167 };
	static const u32 odd[] = { 0, 1, 2, 5, 64, 65, 66, 67, 130, ALIKE - 2, ALIKE - 1 };
	size_t i, wrong = 0;

	for (i = 0; i < ARRAY_SIZE(pieces) * ARRAY_SIZE(odd) * ODD_MAX; i++) {
		struct stream s = { };

		put_alike(&s, odd[i / ODD_MAX % ARRAY_SIZE(odd)], i % ODD_MAX,
			  i % 2 ? sizeof(struct pagesnap_run) : PAGESNAP_REC_MAX);
		wrong += !is_same_at_once(&s, pieces[i / ODD_MAX / ARRAY_SIZE(odd)]);
		free(s.buf);
	}
	ktap_equal(wrong, 0, "records taken several at once are as if one by one");
}

/* Brief answers ---------------------------------------------------------- */

static void put_brief_file(struct stream *s, u32 q, const char *name)
{
	struct pagesnap_file file = { .q = q, .dev_major = 8, .ino = 12, .mode = 0100000,
				      .name_len = strlen(name) };

	put_rec(s, PAGESNAP_REC_FILE, PAGESNAP_RF_MORE | PAGESNAP_RF_BEGINS, &file,
		offsetof(struct pagesnap_file, sums));
	put_bytes(s, q, 0, name, strlen(name));
}

static void put_brief_run(struct stream *s, u32 q)
{
	struct pagesnap_run run = { .q = q, .kind = PAGESNAP_KIND_FILE, .nr = 4,
				    .zone_name = "Normal" };

	put_rec(s, PAGESNAP_REC_RUN, 0, &run, sizeof(run));
}

static void put_brief_end(struct stream *s, u32 q, u32 flags)
{
	struct pagesnap_end end = { .q = q, .records = 1, .counters = { 4 } };

	put_rec(s, PAGESNAP_REC_END, flags, &end, offsetof(struct pagesnap_end, skipped));
}

static struct stream brief(void)
{
	struct stream s = { NULL };

	put_header(&s);
	put_brief_file(&s, 1, "/a");
	put_brief_run(&s, 1);
	put_brief_end(&s, 1, 0);
	put_brief_end(&s, 2, PAGESNAP_RF_BEGINS);
	put_brief_file(&s, 3, "/b");
	put_brief_end(&s, 3, 0);
	return s;
}

static void test_brief(void)
{
	static struct seen all;
	struct stream s = brief();
	struct pagesnap_decoder *d;
	struct seen *seen;
	u32 ends = 0;
	size_t piece, bad = 0;
	const char *at;

	ktap_ok(!decode(&s, s.len, &all, NULL) && all.records == 7,
		"answers without records of their queries are read");
	for (at = all.text; (at = strstr(at, "\nend ")); at++)
		ends += !!strstr(at, "status=complete objects=0 records=1 pages=4 gone=0");
	ktap_equal(ends, 3, "what their ends leave out is 0");
	for (piece = 1; piece < 64; piece++) {
		seen = fresh(0);
		bad += decode(&s, piece, seen, NULL) || strcmp(seen->text, all.text) != 0;
	}
	ktap_equal(bad, 0, "in pieces of any size they are the same");
	for (piece = 1; piece < 64; piece++) {
		size_t from;

		seen = fresh(0);
		d = pagesnap_decoder_new(see, seen);
		pagesnap_decoder_skip(d, true);
		for (from = 0; from < s.len; from += piece)
			bad += !!push(d, s.buf + from, s.len - from < piece ? s.len - from : piece);
		bad += pagesnap_decoder_finish(d) || seen->records != 4;
		pagesnap_decoder_free(d);
	}
	ktap_equal(bad, 0, "their ends are found in pieces of any size");
	free(s.buf);
}

/* A note may stand anywhere, so it doesn't show that an answer is under way. */
static void test_skips_between(void)
{
	struct stream s = brief();
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, fresh(0));

	put_note(&s, 3);
	put_header(&s);
	put_brief_file(&s, 4, "/c");
	put_brief_end(&s, 4, 0);
	put_note(&s, 4);
	pagesnap_decoder_skip(d, true);
	ktap_ok(!push(d, s.buf, s.len) && !pagesnap_decoder_is_in_answer(d) &&
		!pagesnap_decoder_finish(d), "notes between answers that are skipped are none");
	pagesnap_decoder_free(d);
	free(s.buf);
}

static void test_brief_damage(void)
{
	struct stream s = { NULL };
	char message[160];

	put_header(&s);
	put_brief_file(&s, 1, "/a");
	put_brief_file(&s, 2, "/b");
	ktap_ok(decode(&s, s.len, fresh(0), message) == -EPROTO &&
		strstr(message, "an answer without an end"), "one begins in another: %s", message);
	free(s.buf);
	s = (struct stream){ NULL };
	put_header(&s);
	put_brief_file(&s, 1, "/a");
	put_brief_end(&s, 2, 0);
	ktap_ok(decode(&s, s.len, fresh(0), message) == -EPROTO &&
		strstr(message, "another query"), "the end of another: %s", message);
	free(s.buf);
	s = (struct stream){ NULL };
	put_header(&s);
	put_brief_run(&s, 1);
	ktap_ok(decode(&s, s.len, fresh(0), message) == -EPROTO &&
		strstr(message, "outside of an answer"), "one that doesn't begin: %s", message);
	free(s.buf);
	s = begun();
	put_brief_end(&s, 1, 0);
	ktap_ok(decode(&s, s.len, fresh(0), message) == -EPROTO && strstr(message, "too short"),
		"a short end of a whole answer: %s", message);
	free(s.buf);
}

int main(void)
{
	struct stream s = everything();

	test_pieces(&s);
	test_cuts(&s);
	test_stops(&s);
	test_skips(&s);
	free(s.buf);
	test_hello();
	test_versions();
	test_order();
	test_more();
	test_bytes();
	test_lengths();
	test_offset();
	test_sizes();
	test_older();
	test_newer();
	test_newer_bytes();
	test_unknown();
	test_many_bytes();
	test_sums_of_lengths();
	test_parts();
	test_error_parts();
	test_subtotals();
	test_suffix();
	test_strings();
	test_tags();
	test_any_value();
	test_other_collection();
	test_alike();
	test_brief();
	test_skips_between();
	test_brief_damage();
	return ktap_end();
}
