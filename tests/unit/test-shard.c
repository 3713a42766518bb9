// SPDX-License-Identifier: GPL-2.0
/* Sharing out: which queries are shared out, and what each shard is asked. */
#include "engine/parallel/shard.h"
#include "unit.h"

#define FRAMES 0x18000ULL

static struct query query_of(enum pagesnap_index_file which, const char *text)
{
	static char line[PAGESNAP_LINE_MAX + 64];
	size_t offset = strlen(query_word(which)) + 1;

	sprintf(line, "%s %s", query_word(which), text);
	return (struct query){
		.which = which, .line = line, .len = strlen(line), .offset = offset, .large = true,
		.number = 3,
	};
}

/* What @rows may be made of; @want: what the shards are asked, "|" between; "" if there are none. */
static void check_rows(enum pagesnap_index_file which, const char *text, u32 sessions, u32 rows,
		       const char *want)
{
	struct query query = query_of(which, text), shard;
	char got[1024] = "";
	struct shards s;
	u32 i;

	shard_plan(&s, &query, sessions, FRAMES, rows);
	for (i = 0; s.nr > 1 && i < s.nr; i++) {
		if (shard_query(&s, &query, i, &shard))
			ktap_die("shard_query");
		sprintf(got + strlen(got), "%s%.*s", i ? "|" : "", (int)shard.len,
			shard.line + shard.offset);
		if (shard.number != 3 || shard.which != which || shard.len != strlen(shard.line))
			strcat(got, " WRONG");
		query_free(&shard);
	}
	if (!ktap_ok(!strcmp(got, want), "%s %s for %u, rows 0x%x", query_word(which), text,
		     sessions, rows))
		ktap_note("got %s", got);
}

static void check(enum pagesnap_index_file which, const char *text, u32 sessions, const char *want)
{
	check_rows(which, text, sessions, 0, want);
}

static void test_rows(void)
{
	const u32 both = SHARD_FRAME_ROWS | SHARD_FILE_ROWS;
	struct query query;
	struct shards s;

	check_rows(PAGESNAP_PFN, "0x1fff 0x6001 group=page", 2, SHARD_FRAME_ROWS,
		   "0x1fff 0x2000 group=page|0x2000 0x4000 group=page|0x4000 0x6000 group=page|"
		   "0x6000 0x6001 group=page");
	check_rows(PAGESNAP_PFN, "0x14000-", 9, both, "0x14000 0x16000 |0x16000- ");
	check_rows(PAGESNAP_PFN, "0x16000-", 2, both, "");
	check_rows(PAGESNAP_PFN, "0- limit=9", 2, both, "");
	check_rows(PAGESNAP_PFN, "0- group=object", 2, both, "");
	check_rows(PAGESNAP_PFN, "0-", 2, SHARD_FILE_ROWS, "");
	check_rows(PAGESNAP_SB, "/a", 2, SHARD_FRAME_ROWS, "");
	check_rows(PAGESNAP_SB, "/a", 2, SHARD_FILE_ROWS, "/a part=1/2|/a part=2/2");
	check_rows(PAGESNAP_TASK, "1", 2, both, "");
	query = query_of(PAGESNAP_PFN, "0-");
	shard_plan(&s, &query, 2, 1ULL << 30, both);
	ktap_ok(s.in_turn && s.nr == 1 << 17, "as many as there are, in turn");
	query = query_of(PAGESNAP_PFN, "0- group=total");
	shard_plan(&s, &query, 2, 1ULL << 30, both);
	ktap_ok(!s.in_turn && s.nr == 16, "sums are not");
}

static void test_files(void)
{
	check(PAGESNAP_SB, "/a group=total", 2, "/a group=total part=1/2|/a group=total part=2/2");
	check(PAGESNAP_SB, "type:x group=object", 2,
	      "type:x group=object part=1/2|type:x group=object part=2/2");
	check(PAGESNAP_FILE, "\"/a b\" group=object", 2,
	      "\"/a b\" group=object part=1/2|\"/a b\" group=object part=2/2");
	check(PAGESNAP_SB, "/a group=total", 1, "");
	check(PAGESNAP_SB, "/a", 2, "");
	check(PAGESNAP_SB, "/a group=page", 2, "");
	check(PAGESNAP_SB, "/a group=object limit=5", 2, "");
	check(PAGESNAP_SB, "/a group=object part=1/3", 2, "");
	check(PAGESNAP_SB, "/a group=object nosuch=1", 2, "");
	check(PAGESNAP_SB, "a group=object", 2, "");
	check(PAGESNAP_TASK, "1 group=object", 2, "");
}

static void test_frames(void)
{
	check(PAGESNAP_PFN, "0- group=total", 2,
	      "0x0 0x8000 group=total|0x8000 0x10000 group=total|0x10000- group=total");
	check(PAGESNAP_PFN, "group=total mask=0x10", 2,
	      "0x0 0x8000 group=total mask=0x10|0x8000 0x10000 group=total mask=0x10|"
	      "0x10000- group=total mask=0x10");
	check(PAGESNAP_PFN, "0x8000 0x18000 group=total", 2,
	      "0x8000 0x10000 group=total|0x10000 0x18000 group=total");
	check(PAGESNAP_PFN, "0x1000+0xf001 group=total", 2,
	      "0x1000 0x1000 group=total|0x1000 0x8000 group=total|0x8000 0x10001 group=total");
	check(PAGESNAP_PFN, "0x8000 0x100000 group=total", 2,
	      "0x8000 0x10000 group=total|0x10000 0x100000 group=total");
	check(PAGESNAP_PFN, "5 0x10000 group=total", 9,
	      "0x5 0x8000 group=total|0x8000 0x10000 group=total");
	check(PAGESNAP_PFN, "0 0x8000 group=total", 2, "");
	check(PAGESNAP_PFN, "5 group=total", 2, "");
	check(PAGESNAP_PFN, "9 9 group=total", 2, "");
	check(PAGESNAP_PFN, "0x18000- group=total", 2, "");
	check(PAGESNAP_PFN, "0- group=object", 2, "");
	check(PAGESNAP_PFN, "0-", 2, "");
}

/* Pieces follow upon one another from the first frame to the last, whatever they are. */
static void test_borders(void)
{
	u32 tries, sessions, i, bad = 0;
	struct query query, shard;
	struct shards s;
	char text[64];

	for (tries = 0; tries < 2000; tries++) {
		unsigned long long start = pick(0x50000), end = start + pick(0x50000), at = start;
		unsigned long long from, to;

		sessions = 2 + pick(20);
		sprintf(text, "%llu %llu group=total", start, end);
		query = query_of(PAGESNAP_PFN, text);
		shard_plan(&s, &query, sessions, 4 * FRAMES, 0);
		if (s.nr < 2)
			continue;
		bad += s.nr > SHARD_RANGES * sessions;
		for (i = 0; i < s.nr; i++) {
			if (shard_query(&s, &query, i, &shard))
				ktap_die("shard_query");
			bad += sscanf(shard.line, "%llx %llx ", &from, &to) != 2 || from != at ||
			       to < from || (i && from % 0x8000 && from != start);
			at = to;
			query_free(&shard);
		}
		bad += at != end;
	}
	ktap_equal(bad, 0, "each frame is in one piece");
}

/* Each byte of a piece that @text has too is found there; its range is the first byte. */
static void check_columns(const char *text, u32 first)
{
	struct query query = query_of(PAGESNAP_PFN, text), shard;
	struct shards s;
	u32 i, col, want, bad = 0;

	shard_plan(&s, &query, 2, FRAMES, 0);
	if (s.nr < 2)
		ktap_die("it is not shared out");
	for (i = 0; i < s.nr; i++) {
		if (shard_query(&s, &query, i, &shard))
			ktap_die("shard_query");
		for (col = 1; col <= shard.len; col++) {
			want = strlen(text) - (shard.len - col);
			if (col + strlen(text + s.options) <= shard.len)
				want = first;
			bad += shard_column(&s, &query, i, col) != want;
		}
		bad += shard_column(&s, &query, i, 0) != 0 ||
		       shard_column(&s, &query, i, shard.len + 1) != 0;
		query_free(&shard);
	}
	ktap_equal(bad, 0, "where the bytes of pieces of %s stand", text);
}

static void test_columns(void)
{
	struct query query = query_of(PAGESNAP_SB, "/a group=total");
	struct shards s;

	check_columns("0- group=total names=1", 1);
	check_columns("  0x0 0x18000   group=total", 3);
	check_columns("\t0-\tgroup=total", 2);
	check_columns("group=total", 1);
	shard_plan(&s, &query, 2, FRAMES, 0);
	ktap_ok(shard_column(&s, &query, 1, 4) == 4 && shard_column(&s, &query, 1, 14) == 14,
		"columns of a query of files stay where they are");
	ktap_equal(shard_column(&s, &query, 1, 16), 0,
		   "the column of part= is none of the query's");
}

static void check_kept(struct query query, const char *name)
{
	struct shards s;

	shard_plan(&s, &query, 2, FRAMES, 0);
	ktap_equal(s.nr, 1, "%s", name);
}

static void test_kept(void)
{
	static char text[PAGESNAP_LINE_MAX + 1];
	struct query query = query_of(PAGESNAP_SB, "/a group=total");
	struct shards s;

	query.large = false;
	check_kept(query, "a line of a batch");
	query.large = true;
	query.more = " group=total";
	check_kept(query, "options behind a line");
	query.more = NULL;
	query.err = 1;
	check_kept(query, "a fault");
	sprintf(text, "/%0*u group=total", PAGESNAP_LINE_MAX - 100, 1);
	check_kept(query_of(PAGESNAP_SB, text), "no room for part=");
	query = query_of(PAGESNAP_PFN, "0- group=total");
	shard_plan(&s, &query, 2, 0, 0);
	ktap_equal(s.nr, 1, "the end of memory is not known");
}

static void test_zoneinfo(void)
{
	static char text[] =
		"Node 0, zone      DMA\n  pages free     2814\n        spanned  4095\n"
		"        present  3998\n  start_pfn:           1\n"
		"Node 0, zone   Normal\n        spanned  1024\n  start_pfn:           1048576\n"
		"Node 0, zone  Movable\n        spanned  0\n  start_pfn:           9999999\n"
		"Node 0, zone    DMA32\n        spanned  126944\n  start_pfn:           4096\n";
	FILE *f = fmemopen(text, strlen(text), "r");

	ktap_equal(shard_frames(f), 1049600, "where memory ends");
	fclose(f);
	f = fopen("/dev/null", "r");
	ktap_equal(shard_frames(f), 0, "nobody says");
	fclose(f);
}

int main(void)
{
	test_files();
	test_frames();
	test_rows();
	test_borders();
	test_columns();
	test_kept();
	test_zoneinfo();
	return ktap_end();
}
