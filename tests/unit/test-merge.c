// SPDX-License-Identifier: GPL-2.0
/* Merging: one answer of the answers to the shards of a query. */
#include <errno.h>

#include "engine/parallel/merge.h"
#include "unit.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))
#define UPTODATE KPF_BIT(KPF_UPTODATE)
#define DIRTY KPF_BIT(KPF_DIRTY)

/**
 * struct merged - what came of a merger
 * @line: a word for each record
 * @text: of the query or error
 * @total: the last one
 * @bytes: behind it
 * @end: the last one
 * @len: bytes behind the last record
 * @stop: what the function returns
 */
struct merged {
	char line[512];
	char text[256];
	struct pagesnap_total total;
	_Alignas(8) char bytes[PAGESNAP_MORE_MAX];
	struct pagesnap_end end;
	size_t len;
	int stop;
};

__attribute__((format(printf, 2, 3)))
static void say(struct merged *t, const char *format, ...)
{
	size_t len = strlen(t->line);
	va_list args;

	va_start(args, format);
	vsnprintf(t->line + len, sizeof(t->line) - len, format, args);
	va_end(args);
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	const union pagesnap_any *u = r->u;
	struct merged *t = ctx;

	t->len = r->len ?: t->len;
	if (u->query.q != 5 || u->rec.flags & PAGESNAP_RF_MORE || u->rec.len != r->size)
		say(t, "WRONG ");
	switch (u->rec.type) {
	case PAGESNAP_REC_QUERY:
		say(t, "query ");
		snprintf(t->text, sizeof(t->text), "%.*s", (int)u->query.text_len, r->bytes);
		break;
	case PAGESNAP_REC_SB:
		say(t, "sb%u:%s ", u->sb.dev_minor, r->bytes);
		break;
	case PAGESNAP_REC_FILE:
		say(t, "file%u:%s ", (u32)u->file.ino, r->bytes);
		break;
	case PAGESNAP_REC_TOTAL:
		say(t, "total ");
		t->total = u->total;
		memcpy(t->bytes, r->bytes, r->len);
		break;
	case PAGESNAP_REC_SPAN:
		say(t, "span%u ", u->span.node);
		break;
	case PAGESNAP_REC_RUN:
		say(t, "run%u+%u:%s ", (u32)u->run.index, (u32)u->run.nr, r->bytes);
		break;
	case PAGESNAP_REC_HOLE:
		say(t, "hole%u+%u ", (u32)u->gap.index, (u32)u->gap.nr);
		break;
	case PAGESNAP_REC_NOTE:
		say(t, "note:%s ", r->bytes);
		break;
	case PAGESNAP_REC_ERROR:
		say(t, "error%u@%u:%.*s ", u->error.err, u->error.col, (int)u->error.msg_len,
		    r->bytes);
		snprintf(t->text, sizeof(t->text), "%.*s", (int)u->error.text_len,
			 r->bytes + u->error.msg_len);
		break;
	case PAGESNAP_REC_END:
		say(t, "end%u ", u->end.status);
		t->end = u->end;
		break;
	}
	return t->stop;
}

static struct merged merged;
static struct merge *merge;

static int give(u32 shard, union pagesnap_any *u, u32 type, const void *bytes, size_t len)
{
	struct pagesnap_record r = { .u = u, .len = len, .size = 8 };
	char *copy = exact(bytes, len + 1);
	int ret;

	copy[len] = '\0';
	r.bytes = copy;
	u->rec.type = type;
	u->rec.len = 8;
	u->rec.flags = len ? PAGESNAP_RF_MORE : 0;
	u->query.q = 77;
	ret = merge_record(merge, shard, &r);
	free(copy);
	return ret;
}

static void query(u32 shard)
{
	static const char text[] = "/a group=object part=1/3 format=binary";
	union pagesnap_any u = { .query = { .time_ns = 5000000 + shard * 3000 } };

	u.query.text_len = strlen(text);
	give(shard, &u, PAGESNAP_REC_QUERY, text, strlen(text));
}

static void sb(u32 shard, u32 minor, const char *name)
{
	union pagesnap_any u = { .sb.dev_minor = minor };

	u.sb.name_len = strlen(name);
	give(shard, &u, PAGESNAP_REC_SB, name, strlen(name));
}

static void file(u32 shard, u64 ino, const char *name)
{
	union pagesnap_any u = { .file.ino = ino };

	u.file.name_len = strlen(name);
	give(shard, &u, PAGESNAP_REC_FILE, name, strlen(name));
}

static void note(u32 shard, const char *text)
{
	union pagesnap_any u = { .note.text_len = strlen(text) };

	give(shard, &u, PAGESNAP_REC_NOTE, text, strlen(text));
}

static void error(u32 shard, u32 err, u32 col, const char *message)
{
	union pagesnap_any u = { .error = { .err = err, .col = col } };

	u.error.msg_len = strlen(message);
	give(shard, &u, PAGESNAP_REC_ERROR, message, strlen(message));
}

static void end(u32 shard, struct pagesnap_end e)
{
	union pagesnap_any u = { .end = e };

	give(shard, &u, PAGESNAP_REC_END, "", 0);
}

static void whole_end(u32 shard)
{
	end(shard, (struct pagesnap_end){ .us = shard });
}

static void begin_share(enum pagesnap_index_file which, u32 shards, bool in_turn)
{
	static char line[] = "fs /a group=object";
	static struct query asked = { .number = 5, .line = line, .len = sizeof(line) - 1, .offset = 3 };
	static struct shards share;

	asked.which = which;
	share = (struct shards){ .nr = shards, .in_turn = in_turn };
	memset(&merged, 0, sizeof(merged));
	merge_begin(merge, &asked, &share);
}

static void begin(enum pagesnap_index_file which, u32 shards)
{
	begin_share(which, shards, false);
}

static void is(const char *want, const char *name)
{
	if (!ktap_ok(!strcmp(merged.line, want), "%s", name))
		ktap_note("got %s", merged.line);
}

/* --- files ------------------------------------------------------------------ */

static void test_files(void)
{
	begin(PAGESNAP_SB, 3);
	query(1);
	sb(1, 2, "/");
	file(1, 10, "x");
	query(0);
	sb(0, 2, "/");
	file(0, 11, "");
	whole_end(1);
	query(2);
	whole_end(2);
	file(0, 12, "y");
	is("query sb2:/ file10:x file11: file12:y ", "nothing ends before all have");
	whole_end(0);
	is("query sb2:/ file10:x file11: file12:y end0 ", "one answer of three");
	ktap_ok(!strcmp(merged.text, "/a group=object"), "of the query as it was written");
	ktap_equal(merged.end.us, 3, "a merged answer takes as long as its shards together");
}

static void test_superblocks(void)
{
	begin(PAGESNAP_SB, 2);
	query(0);
	query(1);
	sb(0, 2, "");
	file(0, 1, "");
	sb(0, 3, "");
	file(0, 2, "");
	sb(1, 2, "");
	file(1, 3, "");
	file(0, 4, "");
	sb(1, 3, "");
	file(1, 5, "");
	sb(1, 4, "");
	sb(0, 3, "other");
	file(0, 6, "");
	is("query sb2: file1: sb3: file2: sb2: file3: sb3: file4: file5: sb3:other file6: ",
	   "each file stands behind its own superblock");
}

static void test_ends(void)
{
	static const uint64_t sums[PAGESNAP_COUNTERS_MAX] = { 33, 44, 55, 66, 77 };

	begin(PAGESNAP_SB, 3);
	query(0);
	query(1);
	query(2);
	end(1, (struct pagesnap_end){
		.status = PAGESNAP_END_PARTIAL, .cut = PAGESNAP_CUT_CURSOR, .objects = 1, .records = 2,
		.counters = { 3, 4, 5, 6, 7 }, .rescans = 8, .rescanned = 5, .us = 9,
		.skipped = { [PAGESNAP_WHY_NEW] = 1, [PAGESNAP_WHY_UNMOUNTED] = 2,
			     [PAGESNAP_WHY_BUSY] = 1 }, .tag = "t" });
	end(0, (struct pagesnap_end){ .us = 8, .objects = 10, .records = 20,
	    .counters = { 30, 40, 50, 60, 70 }, .rescans = 80, .rescanned = 50,
		.skipped = { [PAGESNAP_WHY_NEW] = 5, [PAGESNAP_WHY_UNMOUNTED] = 1,
			     [PAGESNAP_WHY_BUSY] = 3 }, .tag = "t" });
	end(2, (struct pagesnap_end){ .tag = "t" });
	ktap_equal(merged.end.status, PAGESNAP_END_PARTIAL, "as good as the worst");
	ktap_equal(merged.end.cut, PAGESNAP_CUT_CURSOR, "for its reason");
	ktap_ok(merged.end.objects == 11 && merged.end.records == 22 && merged.end.rescans == 88 &&
		merged.end.rescanned == 55 &&
		!memcmp(merged.end.counters, sums, sizeof(sums)), "counters are added up");
	ktap_equal(merged.end.skipped[PAGESNAP_WHY_NEW], 6,
		   "inodes that were skipped are of one shard each");
	ktap_equal(merged.end.skipped[PAGESNAP_WHY_UNMOUNTED], 2, "superblocks are of all");
	ktap_equal(merged.end.skipped[PAGESNAP_WHY_BUSY], 3, "as are those that were not reached");
	ktap_ok(!strcmp(merged.end.tag, "t"), "the tag is kept");
}

/* Parts that begin 3 us after each other. */
static void check_time(u64 a, u64 b, u64 want)
{
	begin(PAGESNAP_SB, 2);
	query(0);
	query(1);
	end(1, (struct pagesnap_end){ .us = b });
	end(0, (struct pagesnap_end){ .us = a });
	ktap_equal(merged.end.us, want, "%llu us, and 3 us later %llu", (unsigned long long)a,
		   (unsigned long long)b);
}

/* From the first beginning to the last end, but no more than all took. */
static void test_time(void)
{
	check_time(10, 9, 12);
	check_time(10, 2, 10);
	check_time(1, 1, 2);
}

static void test_notes(void)
{
	begin(PAGESNAP_SB, 2);
	query(0);
	note(0, "a");
	query(1);
	note(1, "a");
	note(1, "b");
	note(0, "b");
	is("query note:a note:b ", "each note once");
	begin(PAGESNAP_SB, 2);
	query(0);
	note(0, "a");
	is("query note:a ", "and again for the next query");
}

/* --- failures --------------------------------------------------------------- */

static void fail_all(u32 shards, u32 err, u32 col, const char *message)
{
	u32 i;

	begin(PAGESNAP_SB, shards);
	for (i = 0; i < shards; i++) {
		error(i, err, col, message);
		end(i, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
	}
}

static void test_errors(void)
{
	fail_all(3, ENOENT, 1, "no such file");
	is("error2@1:no such file end2 ", "all fail alike: one error");
	ktap_ok(!strcmp(merged.text, "/a group=object"), "of the query as it was written");
	ktap_ok(!merge_refused(merge), "which need not be asked again");
	fail_all(2, EINVAL, 15, "no");
	is("error22@15:no end2 ", "at the last byte of the query");
	fail_all(2, EINVAL, 17, "unknown key");
	is("", "at part=: nothing is told");
	ktap_ok(merge_refused(merge), "a query that fails at part= can be asked as a whole");

	begin(PAGESNAP_SB, 2);
	error(1, ENOENT, 1, "gone");
	end(1, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
	query(0);
	file(0, 1, "");
	whole_end(0);
	is("query file1: note:1 of 2 parts were not answered: gone end1 ",
	   "some fail: what there is, and that it is not all");
}

/* What is wrong at @word of every piece is told of the query, where it was at @want. */
static void check_piece(const char *word, u32 want)
{
	static char line[] = "pfn  0- group=total names=1";
	static const struct query asked = {
		.number = 5, .which = PAGESNAP_PFN, .line = line, .len = sizeof(line) - 1,
		.offset = 4, .large = true,
	};
	static struct shards share;
	struct query shard;
	char line_want[64];
	u32 i;

	memset(&merged, 0, sizeof(merged));
	shard_plan(&share, &asked, 2, 0x18000, 0);
	merge_begin(merge, &asked, &share);
	for (i = 0; i < share.nr; i++) {
		if (shard_query(&share, &asked, i, &shard))
			ktap_die("shard_query");
		error(i, EINVAL, strstr(shard.line, word) - shard.line + 1, "no");
		end(i, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
		query_free(&shard);
	}
	sprintf(line_want, "error22@%u:no end2 ", want);
	is(line_want, "a piece that fails, where the query does");
	ktap_ok(!merge_refused(merge), "a piece that fails does not make the query be asked again");
}

/* Ranges of frames are longer than the query, without any part=. */
static void test_pieces(void)
{
	check_piece("names=1", 17);
	check_piece("=1", 22);
	check_piece("group=", 5);
	check_piece("0x", 2);
}

/* Messages as long as an index file can make them. */
static void test_long(void)
{
	static char message[PAGESNAP_MORE_MAX + 1];

	memset(message, 'm', PAGESNAP_MORE_MAX);
	fail_all(2, ENOENT, 1, message);
	ktap_ok(merged.len <= PAGESNAP_MORE_MAX, "of an error, as much as there is room for");
	begin(PAGESNAP_SB, 2);
	error(1, ENOENT, 1, message);
	end(1, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
	query(0);
	whole_end(0);
	ktap_ok(merged.len <= PAGESNAP_MORE_MAX, "of a note, as much as there is room for");
}

static void test_refusals(void)
{
	union pagesnap_any u = { };

	begin(PAGESNAP_SB, 2);
	query(0);
	merged.stop = 42;
	ktap_equal(give(0, &u, PAGESNAP_REC_FILE, "", 0), 42, "what stops it is passed on");
	ktap_equal(give(0, &u, PAGESNAP_REC_RUN, "", 0), -EPROTO, "no rows of pages");
	ktap_equal(give(0, &u, PAGESNAP_REC_SPAN, "", 0), -EPROTO, "no spans");
	ktap_equal(give(1, &u, PAGESNAP_REC_END, "", 0), 0, "a shard can end");
	ktap_equal(give(1, &u, PAGESNAP_REC_END, "", 0), -EPROTO, "a shard cannot end twice");
}

/* --- pieces in turn ----------------------------------------------------------- */

static void begin_pieces(u32 shards)
{
	begin_share(PAGESNAP_PFN, shards, true);
}

static void piece(u32 shard)
{
	union pagesnap_any u = { .query = { .mask = UPTODATE, .time_ns = 1000 } };

	give(shard, &u, PAGESNAP_REC_QUERY, "", 0);
}

static void span(u32 shard, u32 node, u64 start)
{
	union pagesnap_any u = { .span = { .node = node, .start = start } };

	give(shard, &u, PAGESNAP_REC_SPAN, "", 0);
}

static void run(u32 shard, u64 index, u64 nr, u64 flags, const char *name)
{
	union pagesnap_any u = { .run = {
		.index = index, .nr = nr, .pfn = index, .pfn_end = index + nr, .frames = 1,
		.flags = flags,
	} };

	give(shard, &u, PAGESNAP_REC_RUN, name, strlen(name));
}

static void hole(u32 shard, u64 index, u64 nr, u32 why)
{
	union pagesnap_any u = { .gap = {
		.index = index, .nr = nr, .why = why, .pfn = PAGESNAP_NONE,
	} };

	give(shard, &u, PAGESNAP_REC_HOLE, "", 0);
}

static void edges_end(u32 shard, u64 objects, u64 records)
{
	end(shard, (struct pagesnap_end){ .objects = objects, .records = records, .us = 1 });
}

static void counts(u64 objects, u64 records, const char *name)
{
	if (!ktap_ok(merged.end.objects == objects && merged.end.records == records, "%s", name))
		ktap_note("got %llu objects, %llu records", merged.end.objects, merged.end.records);
}

/* More of them than there is room for shards. */
static void test_runs(void)
{
	u32 i;

	begin_pieces(5);
	for (i = 0; i < 5; i++) {
		piece(i);
		span(i, 0, 10 * i);
		run(i, 10 * i, 10, i == 3 ? DIRTY : 0, "n");
		edges_end(i, 1, 1);
	}
	is("query span0 run0+50:n end0 ", "a run over all borders is one");
	counts(1, 1, "and counted as one");

	begin_pieces(2);
	piece(0);
	span(0, 0, 0);
	run(0, 0, 5, 0, "");
	run(0, 5, 5, UPTODATE, "");
	edges_end(0, 1, 7);
	piece(1);
	span(1, 0, 10);
	run(1, 11, 9, UPTODATE, "");
	edges_end(1, 1, 2);
	is("query span0 run0+5: run5+5: run11+9: end0 ", "what differs stays");
	counts(1, 9, "and is counted, with the rows made elsewhere");

	begin_pieces(2);
	piece(0);
	span(0, 0, 0);
	run(0, 0, 10, 0, "");
	edges_end(0, 1, 1);
	piece(1);
	span(1, 0, 10);
	merge_flush(merge);
	is("query span0 run0+10: ", "what comes behind rows is no continuation");
	run(1, 10, 10, 0, "");
	edges_end(1, 1, 2);
	is("query span0 run0+10: run10+10: end0 ", "though it may look so");
	counts(1, 3, "each is counted");
}

static void test_nodes(void)
{
	begin_pieces(3);
	piece(0);
	span(0, 0, 0);
	hole(0, 0, 4, PAGESNAP_WHY_ABSENT);
	span(0, 0, 4);
	run(0, 4, 6, 0, "");
	edges_end(0, 2, 2);
	piece(1);
	span(1, 1, 10);
	run(1, 10, 6, 0, "");
	hole(1, 16, 4, PAGESNAP_WHY_ABSENT);
	edges_end(1, 1, 2);
	piece(2);
	span(2, 0, 20);
	hole(2, 20, 4, PAGESNAP_WHY_ABSENT);
	hole(2, 24, 1, PAGESNAP_WHY_OFFLINE);
	span(2, 1, 25);
	run(2, 25, 5, 0, "");
	edges_end(2, 2, 3);
	is("query span0 hole0+4 span0 run4+6: span1 run10+6: hole16+8 hole24+1 run25+5: end0 ",
	   "a hole behind a border is of the span before it");
	counts(3, 6, "which is counted once");

	begin_pieces(2);
	piece(0);
	span(0, 0, 0);
	hole(0, 0, 10, PAGESNAP_WHY_ABSENT);
	edges_end(0, 1, 1);
	piece(1);
	span(1, 0, 10);
	hole(1, 10, 5, PAGESNAP_WHY_ABSENT);
	span(1, 0, 15);
	run(1, 15, 5, 0, "");
	edges_end(1, 2, 2);
	is("query span0 hole0+15 span0 run15+5: end0 ", "nothing but a hole before it knows no node");
	counts(2, 2, "so there are two");

	begin_pieces(2);
	piece(0);
	edges_end(0, 0, 0);
	piece(1);
	span(1, 1, 10);
	hole(1, 15, 5, PAGESNAP_WHY_ABSENT);
	error(1, ENOENT, 0, "gone");
	edges_end(1, 1, 1);
	is("query span1 hole15+5 note:1 of 2 parts were not answered: gone end1 ",
	   "a span that begins with pages that were not selected");
}

/* --- totals ----------------------------------------------------------------- */

/**
 * struct a_total - a total to give
 * @u: record
 * @combos: bytes that belong to it, as far as they are used
 * @subtotals: likewise
 */
struct a_total {
	union pagesnap_any u;
	struct pagesnap_combo combos[PAGESNAP_COMBOS_MAX + 1];
	struct pagesnap_subtotal subtotals[2 * PAGESNAP_SUBTOTALS_MAX + 2];
};

static void total(u32 shard, struct a_total *t)
{
	size_t combos = t->u.total.nr_combos * sizeof(t->combos[0]);
	size_t subtotals = (t->u.total.nr_nodes + t->u.total.nr_cgroups) * sizeof(t->subtotals[0]);
	char bytes[PAGESNAP_MORE_MAX];

	memcpy(bytes, t->combos, combos);
	memcpy(bytes + combos, t->subtotals, subtotals);
	query(shard);
	give(shard, &t->u, PAGESNAP_REC_TOTAL, bytes, combos + subtotals);
	end(shard, (struct pagesnap_end){
		.records = 1, .counters = { t->u.total.sums.pages },
		.objects = t->u.total.objects_by_pages[0] + t->u.total.objects_by_pages[3] });
}

static const struct pagesnap_combo *combo(u32 nth)
{
	return (const struct pagesnap_combo *)merged.bytes + nth;
}

static const struct pagesnap_subtotal *subtotal(u32 nth)
{
	return (const struct pagesnap_subtotal *)(merged.bytes +
		merged.total.nr_combos * sizeof(struct pagesnap_combo)) + nth;
}

/* Every counter of sums is @n times its own number. */
static void fill_sums(struct pagesnap_sums *sums, u64 n)
{
	u32 i;

	for (i = 0; i < sizeof(*sums) / sizeof(u64); i++)
		((u64 *)sums)[i] = (i + 1) * n;
}

static void test_totals(void)
{
	struct a_total a = { .u.total = { .nr_combos = 2, .nr_nodes = 1, .nr_cgroups = 1 },
		.combos = { { UPTODATE, 7 }, { UPTODATE | DIRTY, 1 } },
		.subtotals = { { 0, 8 }, { 20, 8 } } };
	struct a_total b = { .u.total = { .nr_combos = 3, .nr_nodes = 2, .nr_cgroups = 2 },
		.combos = { { DIRTY, 2 }, { UPTODATE, 3 }, { PAGESNAP_UNKNOWN, 9 } },
		.subtotals = { { 0, 1 }, { 1, 4 }, { 10, 2 }, { 20, 3 } } };
	struct pagesnap_sums want;

	fill_sums(&a.u.total.sums, 2);
	fill_sums(&b.u.total.sums, 5);
	fill_sums(&want, 7);
	a.u.total.objects_by_pages[3] = 1;
	b.u.total.objects_by_pages[3] = 2;
	b.u.total.objects_by_pages[0] = 1;
	begin(PAGESNAP_SB, 2);
	total(0, &a);
	is("query ", "half a total is not told");
	total(1, &b);
	is("query total end0 ", "one total of two");
	ktap_ok(!memcmp(&merged.total.sums, &want, sizeof(want)), "every sum is added up");
	ktap_ok(merged.total.objects_by_pages[3] == 3 && merged.total.objects_by_pages[0] == 1,
		"the histogram too");
	ktap_ok(merged.total.nr_combos == 4 && combo(0)->flags == UPTODATE &&
		combo(0)->pages == 10 && combo(1)->flags == DIRTY &&
		combo(1)->pages == 2 && combo(2)->pages == 1 &&
		combo(3)->flags == PAGESNAP_UNKNOWN && combo(3)->pages == 9,
		"combinations by their flags, other last");
	ktap_ok(merged.total.nr_nodes == 2 && subtotal(0)->pages == 9 && subtotal(1)->key == 1 &&
		subtotal(1)->pages == 4, "pages by node");
	ktap_ok(merged.total.nr_cgroups == 2 && subtotal(2)->key == 10 && subtotal(3)->key == 20 &&
		subtotal(3)->pages == 11, "pages by cgroup");
	ktap_ok(merged.end.records == 1 && merged.end.objects == 4 &&
		merged.end.counters[PAGESNAP_COUNT_PAGES] == 7,
		"the end counts one total");
}

/* More combinations, nodes and cgroups than a total may have. */
static void test_limits(void)
{
	static struct a_total t;
	u64 sum = 0;
	u32 shard, i;

	begin(PAGESNAP_SB, 2);
	for (shard = 0; shard < 2; shard++) {
		t.u.total = (struct pagesnap_total){
			.nr_combos = PAGESNAP_COMBOS_MAX, .nr_nodes = PAGESNAP_SUBTOTALS_MAX,
			.nr_cgroups = PAGESNAP_SUBTOTALS_MAX };
		for (i = 0; i < PAGESNAP_COMBOS_MAX; i++)
			t.combos[i] = (struct pagesnap_combo){ 2 * i + shard, 1 };
		for (i = 0; i < PAGESNAP_SUBTOTALS_MAX; i++)
			t.subtotals[i] = t.subtotals[i + PAGESNAP_SUBTOTALS_MAX] =
				(struct pagesnap_subtotal){ 2 * i + shard, 16 };
		total(shard, &t);
	}
	for (i = 0; i < merged.total.nr_combos; i++)
		sum += combo(i)->pages;
	ktap_ok(merged.total.nr_combos == PAGESNAP_COMBOS_MAX + 1 && sum == 2 * PAGESNAP_COMBOS_MAX,
		"combinations that find no place are one");
	ktap_ok(merged.total.nr_nodes == PAGESNAP_SUBTOTALS_MAX + 1 &&
		merged.total.nr_cgroups == PAGESNAP_SUBTOTALS_MAX + 1,
		"nodes and cgroups that find no place are one");
	for (sum = i = 0; i < merged.total.nr_nodes; i++)
		sum += subtotal(i)->pages;
	ktap_equal(sum, 2 * 16 * PAGESNAP_SUBTOTALS_MAX,
		   "shares of merged nodes add up to all pages");
}

/* Of frames, a border makes two spans of one. */
static void test_spans(void)
{
	struct a_total t = { .u.total = { .nr_nodes = 1 }, .subtotals = { { 0, 5 } } };
	struct a_total holes = { .u.total.objects_by_pages = { 1 } };
	u32 shard;

	t.u.total.objects_by_pages[3] = 1;
	t.u.total.sums.pages = 5;
	begin(PAGESNAP_PFN, 3);
	for (shard = 0; shard < 3; shard++)
		total(shard, &t);
	ktap_ok(merged.end.objects == 1 && !merged.total.objects_by_pages[3] &&
		merged.total.objects_by_pages[4] == 1, "a span that was cut is one");
	begin(PAGESNAP_PFN, 3);
	total(1, &holes);
	total(0, &t);
	total(2, &t);
	ktap_ok(merged.end.objects == 1 && !merged.total.objects_by_pages[0],
		"a hole behind a border is part of it");
	begin(PAGESNAP_PFN, 3);
	total(1, &t);
	total(0, &holes);
	total(2, &holes);
	ktap_ok(merged.end.objects == 2 && merged.total.objects_by_pages[0] == 1,
		"one before the first frame is a span of its own");
	begin(PAGESNAP_PFN, 3);
	for (shard = 0; shard < 3; shard++)
		total(shard, &holes);
	ktap_ok(merged.end.objects == 1 && merged.total.objects_by_pages[0] == 1,
		"nothing but holes is one span");
	t.u.total.nr_nodes = 0;
	begin(PAGESNAP_PFN, 2);
	merge_refuse(merge);
	total(0, &t);
	ktap_ok(!merge_refused(merge), "a module that tells no nodes");
	total(1, &t);
	is("", "nothing of it is told");
	ktap_ok(merge_refused(merge), "a query is asked as a whole if a module tells no nodes");
}

int main(void)
{
	merge = merge_new(3, on_record, &merged);
	if (!merge)
		ktap_die("merge_new");
	test_files();
	test_superblocks();
	test_ends();
	test_time();
	test_notes();
	test_errors();
	test_pieces();
	test_long();
	test_refusals();
	test_runs();
	test_nodes();
	test_totals();
	test_limits();
	test_spans();
	merge_free(merge);
	return ktap_end();
}
