// SPDX-License-Identifier: GPL-2.0
/*
 * Query lines of the library: what they look like, and that the module's own
 * parser reads out of them what was asked.
 */
#include "unit.h"
#include "lib/collection.h"
#include "lib/internal.h"

static const enum pagesnap_subject subjects[PAGESNAP_INDEXES] = {
	[PAGESNAP_PFN] = PAGESNAP_SUBJECT_NONE, [PAGESNAP_FILE] = PAGESNAP_SUBJECT_FILE,
	[PAGESNAP_SB] = PAGESNAP_SUBJECT_SB, [PAGESNAP_TASK] = PAGESNAP_SUBJECT_TASK,
};

/* The line into a buffer of just its size; with every smaller one it fails. */
static bool fits_exactly(enum pagesnap_index_file which, const struct pagesnap_params *ask,
			 size_t len)
{
	size_t size;
	bool good = true;

	for (size = 0; size <= len + 1; size++) {
		char *buf = malloc(size);
		ssize_t n = pagesnap_params_line(which, ask, buf, size);

		good = good && n == (size > len ? (ssize_t)len : -ERANGE) &&
		       (size <= len || strlen(buf) == len);
		free(buf);
	}
	return good;
}

static void line_is(enum pagesnap_index_file which, const struct pagesnap_params *ask,
		    const char *want)
{
	char line[1024];
	ssize_t n = pagesnap_params_line(which, ask, line, sizeof(line));

	if (!ktap_ok(n == (ssize_t)strlen(want) && !strcmp(line, want) &&
		     fits_exactly(which, ask, n), "%s: %s", pagesnap_index_name(which), want))
		ktap_note("%zd: \"%s\"", n, n < 0 ? "" : line);
}

/* How lines look --------------------------------------------------------- */

static void test_subjects(void)
{
	line_is(PAGESNAP_PFN, &(struct pagesnap_params) { }, "0-");
	line_is(PAGESNAP_FILE, &(struct pagesnap_params) { .path = "/a b" }, "\"/a\\040b\"");
	line_is(PAGESNAP_SB, &(struct pagesnap_params) { .path = "/" }, "\"/\"");
	line_is(PAGESNAP_TASK, &(struct pagesnap_params) { .pid = 2147483647 }, "2147483647");
	line_is(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "uid:1000", .pid = 7 },
		"uid:1000");
	line_is(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "cgroup:@77" }, "cgroup:@77");
	line_is(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "cgroup:/a b\"" },
		"cgroup:\"/a\\040b\\042\"");
	line_is(PAGESNAP_SB, &(struct pagesnap_params) { .fstype = "tmpfs", .path = "x" },
		"type:tmpfs");
	line_is(PAGESNAP_SB, &(struct pagesnap_params) { .fstype = "bdev", .has_dev = true,
		.dev_major = 254, .dev_minor = 1048575 },
		"type:bdev dev=254:1048575");
	/* what another index asks for is not looked at */
	line_is(PAGESNAP_FILE, &(struct pagesnap_params) { .path = "/", .fstype = "x" }, "\"/\"");
	line_is(PAGESNAP_TASK, &(struct pagesnap_params) { .pid = 1, .path = "x" }, "1");
	line_is(PAGESNAP_FILE, &(struct pagesnap_params) { .path = "/", .pid = -1 }, "\"/\"");
}

static void test_ranges(void)
{
	struct pagesnap_params ask = { .path = "/f", .pid = 7, .has_range = true, .start = 10,
				    .end = 20 };

	line_is(PAGESNAP_FILE, &ask, "\"/f\" 10 20");
	line_is(PAGESNAP_PFN, &ask, "0xa 0x14");
	line_is(PAGESNAP_TASK, &ask, "7 0xa 0x14");
	ask.end = UINT64_MAX;
	line_is(PAGESNAP_FILE, &ask, "\"/f\" 10-");
	line_is(PAGESNAP_PFN, &ask, "0xa-");
	ask.start = ask.end = 10;
	line_is(PAGESNAP_FILE, &ask, "\"/f\" 10 10");
	/* numbers that text knows by another name */
	ask.start = PAGESNAP_NONE - 1;
	ask.end = PAGESNAP_NONE;
	line_is(PAGESNAP_FILE, &ask, "\"/f\" 18446744073709551613 0xfffffffffffffffe");
	ask.start = UINT64_MAX;
	ask.end = UINT64_MAX;
	line_is(PAGESNAP_FILE, &ask, "\"/f\" 0xffffffffffffffff-");
}

static void test_options(void)
{
	struct pagesnap_params ask = { };

	ask.flags = 1 << KPF_DIRTY | 1 << KPF_LRU;
	ask.no_flags = 1 << KPF_MMAP;
	ask.any_flags = 1 << KPF_THP | 1ULL << PAGESNAP_KPF_MLOCKED;
	line_is(PAGESNAP_PFN, &ask, "0- flags=dirty,lru,-mmap any=thp,mlocked");
	ask = (struct pagesnap_params) { .no_flags = 1 << KPF_LOCKED | 1 << KPF_ERROR };
	line_is(PAGESNAP_PFN, &ask, "0- flags=-locked,-error");
	ask = (struct pagesnap_params) { .has_node = true, .cgroup = 5, .has_order = true,
				      .max_order = 9, .min_pages = 3, .has_mask = true };
	line_is(PAGESNAP_PFN, &ask,
		"0- node=0 cgroup=5 min-order=0 max-order=9 min-pages=3 mask=0x0");
	ask = (struct pagesnap_params) { .cgroup = 6, .cgroup_below = true, .no_names = true,
				      .limit = 1, .tag = "t=1", .group = PAGESNAP_GROUP_TOTAL };
	line_is(PAGESNAP_PFN, &ask, "0- cgroup=6/ group=total names=0 limit=1 tag=t=1");
	ask = (struct pagesnap_params) { .group = PAGESNAP_GROUP_PAGE };
	line_is(PAGESNAP_PFN, &ask, "0- group=page");
	ask = (struct pagesnap_params) { .group = PAGESNAP_GROUP_OBJECT };
	line_is(PAGESNAP_PFN, &ask, "0- group=object");
}

/* What makes no sense ---------------------------------------------------- */

static void refused(enum pagesnap_index_file which, const struct pagesnap_params *ask,
		    const char *name)
{
	char line[256];

	ktap_equal(pagesnap_params_line(which, ask, line, sizeof(line)), -EINVAL, "%s", name);
}

static void test_refused(void)
{
	refused(PAGESNAP_FILE, &(struct pagesnap_params) { }, "no path");
	refused(PAGESNAP_SB, &(struct pagesnap_params) { .path = "" }, "an empty path");
	refused(PAGESNAP_FILE, &(struct pagesnap_params) { .path = "a/b" }, "a relative path");
	refused(PAGESNAP_SB, &(struct pagesnap_params) { .fstype = "" }, "an empty type");
	refused(PAGESNAP_SB, &(struct pagesnap_params) { .fstype = "a b" }, "a type with a blank");
	refused(PAGESNAP_SB, &(struct pagesnap_params) { .fstype = "a\nb" }, "a type with a line end");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { }, "no PID");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { .pid = -5 }, "a negative PID");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "" }, "an empty target");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "7" }, "a PID as a target");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "cgroup:a" }, "a relative cgroup");
	refused(PAGESNAP_TASK, &(struct pagesnap_params) { .target = "uid:1 2" },
		"a target with a blank");
	refused(pagesnap_nr_indexes(), &(struct pagesnap_params) { }, "no such index");
	refused(PAGESNAP_ACCESSES_TASK, &(struct pagesnap_params) { .pid = 1 }, "lines are written");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .has_range = true, .start = 2, .end = 1 },
		"an end below the start");
	refused(PAGESNAP_SB, &(struct pagesnap_params) { .path = "/", .has_range = true, .end = 1 },
		"a range of a superblock");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .flags = 1ULL << 63 }, "a flag of no name");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .no_flags = 1ULL << 30 },
		"another, excluded");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .any_flags = 1ULL << 31 }, "another, in any");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .group = 4 }, "no such group");
	line_is(PAGESNAP_PFN, &(struct pagesnap_params) { .to = PAGESNAP_TO_TRACE }, "0- to=trace");
	line_is(PAGESNAP_PFN, &(struct pagesnap_params) { .to = PAGESNAP_TO_BOTH }, "0- to=both");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .to = PAGESNAP_TO_BOTH + 1 },
		"records that go nowhere");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "" }, "an empty tag");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "a b" }, "a tag of two words");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "a\nb" }, "a tag of two lines");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "\xc3\xa9" }, "a tag beyond ASCII");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "a\"" }, "a tag with a quote");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "a\\" }, "a tag with a backslash");
	refused(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "12345678901234567890123456789012" },
		"a tag of 32 bytes");
	line_is(PAGESNAP_PFN, &(struct pagesnap_params) { .tag = "1234567890123456789012345678901" },
		"0- tag=1234567890123456789012345678901");
}

/* Paths ------------------------------------------------------------------ */

static bool is_one_word(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if ((unsigned char)s[i] <= 0x20 || s[i] == 0x7f)
			return false;
	return s[0] == '"' && s[len - 1] == '"';
}

/* @path quoted, in a line, and out of it again. */
static bool comes_back(const char *path)
{
	struct pagesnap_grammar g = { .subject = PAGESNAP_SUBJECT_FILE, .page_shift = 12,
				      .options = pagesnap_select_options };
	size_t size = 4 * strlen(path) + 3;
	char *word = malloc(size), *back = malloc(size);
	ssize_t n = pagesnap_quote(path, word, size);
	struct pagesnap_select sel;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	bool good = n > 0 && is_one_word(word, n);

	pagesnap_select_init(&sel);
	good = good && !pagesnap_query_parse(&g, word, n, &q, &sel, &d) &&
	       pagesnap_query_path(&q, word, back, size, &d) == (int)strlen(path) &&
	       !strcmp(back, path);
	free(word);
	free(back);
	return good;
}

static void test_hostile_paths(void)
{
	static const char * const paths[] = {
		"/", "/a b", "/a\tb\nc\r", "/\"", "/\\", "/\\040", "/a\" 0 10 group=page", "/'$(id)`",
		"/caf\xc3\xa9", "/\xff\xfe", "/\xc2\x9b""31m", "/\x1b[31m", "/\x7f", "/#", "//", "/..",
		"/format=text", "/\xe2\x80\xae" "gnp", "/0", "/-", "/a=b", "/type:ext4",
	};
	char path[PATH_MAX];
	u32 i, j, bad = 0;

	for (i = 0; i < ARRAY_SIZE(paths); i++)
		ktap_ok(comes_back(paths[i]), "path %s comes back", shown(paths[i], strlen(paths[i])));
	for (i = 0; i < 2000; i++) {
		u32 len = 1 + pick(40);

		path[0] = '/';
		for (j = 1; j <= len; j++)
			path[j] = pick(3) ? "\\\"0 7\t\xc3\xa9/\n"[pick(10)] : (char)(1 + pick(255));
		path[len + 1] = '\0';
		bad += !comes_back(path);
	}
	ktap_equal(bad, 0, "2000 paths of random bytes come back");
	memset(path, '\n', sizeof(path) - 1);
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	ktap_ok(comes_back(path), "the longest path, all newlines, comes back");
}

static void test_quote(void)
{
	char buf[64], *huge = malloc(PAGESNAP_LINE_MAX + 2);

	ktap_equal(pagesnap_quote("a", buf, sizeof(buf)), -EINVAL, "a relative path is not quoted");
	ktap_equal(pagesnap_quote("", buf, sizeof(buf)), -EINVAL, "an empty path is not quoted");
	ktap_equal(pagesnap_quote(NULL, buf, sizeof(buf)), -EINVAL, "no path at all is not quoted");
	ktap_equal(pagesnap_quote("/a", buf, 4), -ERANGE, "four bytes don't hold four and a zero");
	ktap_equal(pagesnap_quote("/a", buf, 5), 4, "five bytes hold four and a zero");
	ktap_equal(pagesnap_quote("/a", NULL, 0), -ERANGE, "no bytes hold nothing");
	memset(huge, '/', PAGESNAP_LINE_MAX + 1);
	huge[PAGESNAP_LINE_MAX + 1] = '\0';
	ktap_equal(pagesnap_quote(huge, buf, sizeof(buf)), -ERANGE, "a path longer than a line");
	free(huge);
}

/* Round trip ------------------------------------------------------------- */

static u64 some_flags(void)
{
	u64 flags = 0;
	u32 bit;

	for (bit = 0; bit < 64; bit++)
		if (pagesnap_flag_name(bit) && !pick(12))
			flags |= 1ULL << bit;
	return flags & ~PAGESNAP_KPF_COMPOUND;
}

static u64 some_number(void)
{
	static const u64 corners[] = { 0, 1, 4096, U32_MAX, 1ULL << 32, U64_MAX - 3, U64_MAX - 2 };

	return pick(2) ? corners[pick(ARRAY_SIZE(corners))] : pick(1 << 20);
}

static void some_ask(enum pagesnap_index_file which, struct pagesnap_params *ask)
{
	*ask = (struct pagesnap_params) {
		.path = "/a b/c", .pid = 1 + pick(1 << 22), .has_range = which != PAGESNAP_SB && pick(2),
		.start = some_number(), .flags = some_flags(), .any_flags = some_flags(),
		.has_mask = pick(2), .mask = some_number(), .group = pick(4), .has_node = pick(2),
		.node = pick(1024), .cgroup = pick(2) ? 1 + some_number() / 2 : 0,
		.cgroup_below = pick(2), .has_order = pick(2), .min_order = pick(5),
		.max_order = 5 + pick(15), .no_names = pick(2), .limit = some_number(),
		.tag = pick(2) ? "a-tag" : NULL, .to = pick(PAGESNAP_TO_BOTH + 1),
	};
	ask->frame_names = which == PAGESNAP_PFN && ask->group <= PAGESNAP_GROUP_PAGE && pick(2);
	ask->kinds = which == PAGESNAP_PFN && ask->group == PAGESNAP_GROUP_TOTAL && pick(2);
	ask->no_flags = some_flags() & ~ask->flags;
	ask->end = pick(3) ? ask->start + pick(100) : UINT64_MAX;
	if (ask->end < ask->start)
		ask->end = ask->start;
	if (which == PAGESNAP_FILE || which == PAGESNAP_SB) {
		ask->min_pages = pick(2) ? some_number() : 0;
		ask->slab = ask->group == PAGESNAP_GROUP_OBJECT && pick(2);
	}
	if (which == PAGESNAP_SB && !pick(4))
		*ask = (struct pagesnap_params){
			.path = "/a b/c", .group = PAGESNAP_GROUP_OBJECT, .has_changed = true,
			.changed = some_number(), .no_names = pick(2),
		};
	if (which != PAGESNAP_TASK && pick(2)) {
		ask->parts = 1 + pick(1024);
		ask->part = 1 + pick(ask->parts);
	}
}

static bool same_query(enum pagesnap_index_file which, const struct pagesnap_params *ask,
		       const struct pagesnap_query *q)
{
	bool all = !ask->has_range;

	return q->group == ask->group && !strcmp(q->tag, ask->tag ?: "") && q->to == ask->to &&
	       q->limit == (ask->limit ?: U64_MAX) &&
	       q->start == (all ? 0 : ask->start) && q->end == (all ? U64_MAX : ask->end) &&
	       (which != PAGESNAP_TASK || (pid_t)q->pid == ask->pid) &&
	       q->quoted == (which == PAGESNAP_FILE || which == PAGESNAP_SB);
}

static bool same_select(enum pagesnap_index_file which, const struct pagesnap_params *ask,
			const struct pagesnap_select *sel)
{
	struct pagesnap_select all;

	pagesnap_select_init(&all);
	return sel->all == ask->flags && sel->none == ask->no_flags && sel->any == ask->any_flags &&
	       sel->mask == (ask->has_mask ? ask->mask : all.mask) &&
	       sel->node == (ask->has_node ? (int)ask->node : -1) &&
	       sel->has_cgroup == !!ask->cgroup && sel->cgroup == ask->cgroup &&
	       sel->cgroup_below == (ask->cgroup && ask->cgroup_below) &&
	       sel->has_order == ask->has_order &&
	       sel->min_order == (ask->has_order ? ask->min_order : 0) &&
	       sel->max_order == (ask->has_order ? ask->max_order : PAGESNAP_ORDERS - 1) &&
	       sel->min_pages == ask->min_pages && sel->parts == ask->parts &&
	       sel->slab == ask->slab && sel->has_changed == ask->has_changed &&
	       sel->changed == ask->changed && sel->kinds == ask->kinds &&
	       sel->part == (ask->parts ? ask->part - 1 : 0) && sel->frame_names == ask->frame_names &&
	       sel->names == (which == PAGESNAP_PFN || !ask->no_names);
}

static bool is_understood(enum pagesnap_index_file which)
{
	struct pagesnap_grammar g = { .subject = subjects[which], .page_shift = 12,
				      .options = pagesnap_select_options };
	struct pagesnap_select sel;
	struct pagesnap_diag d = { };
	struct pagesnap_query q;
	struct pagesnap_params ask;
	char line[2048];
	ssize_t n;
	bool good;

	some_ask(which, &ask);
	n = pagesnap_params_line(which, &ask, line, sizeof(line));
	pagesnap_select_init(&sel);
	good = n > 0 && !pagesnap_query_parse(&g, line, n, &q, &sel, &d) &&
	       !pagesnap_select_check(&sel, &q, &d) && same_query(which, &ask, &q) &&
	       same_select(which, &ask, &sel);
	if (!good)
		ktap_note("%zd: %s: %s", n, n < 0 ? "" : line, d.msg ?: "not the same");
	return good;
}

static void test_round_trips(void)
{
	int which;
	u32 i, bad;

	for (which = 0; which < PAGESNAP_INDEXES; which++) {
		for (i = bad = 0; i < 2000 && bad < 5; i++)
			bad += !is_understood(which);
		ktap_equal(bad, 0, "%s: 2000 queries are understood as they were asked",
			   pagesnap_index_name(which));
	}
}

int main(void)
{
	test_subjects();
	test_ranges();
	test_options();
	test_refused();
	test_hostile_paths();
	test_quote();
	test_round_trips();
	return ktap_end();
}
