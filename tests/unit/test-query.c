// SPDX-License-Identifier: GPL-2.0
/* The query language: what is accepted, and errno and column of what is not. */
#include "unit.h"

#define NONE PAGESNAP_SUBJECT_NONE
#define FILE_ PAGESNAP_SUBJECT_FILE
#define SB PAGESNAP_SUBJECT_SB
#define TASK PAGESNAP_SUBJECT_TASK
#define ALL U64_MAX

/*
 * Parse from the very end of an exact buffer, and check what holds for every
 * line, good or bad.
 */
static int parse(u32 subject, u32 page_shift, const char *line, u32 len, struct pagesnap_query *q,
		 struct pagesnap_diag *d)
{
	struct pagesnap_grammar grammar = {
		.subject = subject,
		.targets = true,
		.page_shift = page_shift,
		.options = pagesnap_select_options,
	};
	struct pagesnap_select sel;
	char *copy = exact(line, len);
	int err;

	pagesnap_select_init(&sel);
	err = pagesnap_query_parse(&grammar, copy, len, q, &sel, d);
	free(copy);
	if (err != d->err || err > 0 || d->col > len || !!err != !!d->msg)
		ktap_ok(false, "err %d, fault %d at %u is consistent: %s", err, d->err, d->col,
			shown(line, len));
	return err;
}

/* Result of one line: the fault must be the wanted one. */
static bool expect(u32 subject, const char *line, u32 len, int err, u32 col,
		   struct pagesnap_query *q)
{
	struct pagesnap_diag d;
	int got = parse(subject, 12, line, len, q, &d);

	if (got == err && (!err || d.col == col))
		return true;
	ktap_note("got %d at %u (%s), not %d at %u", got, d.col, d.msg ?: "-", err, col);
	return false;
}

/* Ranges ---------------------------------------------------------------- */

static const struct range_case {
	const char *text;
	u64 start;
	u64 end;
	int err;
	u32 col;
} ranges[] = {
	{ "", 0, ALL, 0, 0 },
	{ "0 1000", 0, 1000, 0, 0 },
	{ "0x100 0x200", 0x100, 0x200, 0, 0 },
	{ "0X1f 0XFF", 0x1f, 0xff, 0, 0 },
	{ "0xaBcD 0xFfFf", 0xabcd, 0xffff, 0, 0 },
	{ "010 20", 10, 20, 0, 0 },
	{ "\t 3 \t 4 \r", 3, 4, 0, 0 },
	{ "5", 5, 6, 0, 0 },
	{ "0", 0, 1, 0, 0 },
	{ "5-", 5, ALL, 0, 0 },
	{ "0-", 0, ALL, 0, 0 },
	{ "0x10-", 16, ALL, 0, 0 },
	{ "100+10", 100, 110, 0, 0 },
	{ "0x10+0x10", 16, 32, 0, 0 },
	{ "7+0", 7, 7, 0, 0 },
	{ "7 7", 7, 7, 0, 0 },
	{ "0 0", 0, 0, 0, 0 },
	{ "0 18446744073709551615", 0, ALL, 0, 0 },
	{ "0xfffffffffffffffe", ALL - 1, ALL, 0, 0 },
	{ "0xffffffffffffffff-", ALL, ALL, 0, 0 },
	{ "1+18446744073709551614", 1, ALL, 0, 0 },
	{ "5 tag=a", 5, 6, 0, 0 },
	{ "5- tag=a", 5, ALL, 0, 0 },
	{ "5+2 tag=a", 5, 7, 0, 0 },
	{ "5 7 tag=a", 5, 7, 0, 0 },
	{ "tag=a", 0, ALL, 0, 0 },
	/* bad ones */
	{ "8 7", 0, 0, -EINVAL, 2 },
	{ "0x10  0x1", 0, 0, -EINVAL, 6 },
	{ "18446744073709551615", 0, 0, -EINVAL, 0 },
	{ "18446744073709551616", 0, 0, -EINVAL, 0 },
	{ "0x10000000000000000-", 0, 0, -EINVAL, 0 },
	{ "0 18446744073709551616", 0, 0, -EINVAL, 2 },
	{ "0 99999999999999999999999", 0, 0, -EINVAL, 2 },
	{ "2+18446744073709551614", 0, 0, -EINVAL, 2 },
	{ "1+18446744073709551616", 0, 0, -EINVAL, 2 },
	{ "5+", 0, 0, -EINVAL, 2 },
	{ "5+x", 0, 0, -EINVAL, 2 },
	{ "5+3+1", 0, 0, -EINVAL, 2 },
	{ "5+3-", 0, 0, -EINVAL, 2 },
	{ "5x+1", 0, 0, -EINVAL, 0 },
	{ "5-7", 0, 0, -EINVAL, 0 },
	{ "5--", 0, 0, -EINVAL, 0 },
	{ "5x-", 0, 0, -EINVAL, 0 },
	{ "12a", 0, 0, -EINVAL, 0 },
	{ "0x", 0, 0, -EINVAL, 0 },
	{ "0xg", 0, 0, -EINVAL, 0 },
	{ "1 2x", 0, 0, -EINVAL, 2 },
	{ "1 2-", 0, 0, -EINVAL, 2 },
	{ "1 2+3", 0, 0, -EINVAL, 2 },
	{ "10 +10", 0, 0, -EINVAL, 3 },
	{ "+10", 0, 0, -EINVAL, 0 },
	{ "-", 0, 0, -EINVAL, 0 },
	{ "-1", 0, 0, -EINVAL, 0 },
	{ "1 2 3", 0, 0, -EINVAL, 4 },
	{ "5- 7", 0, 0, -EINVAL, 3 },
	{ "5+1 7", 0, 0, -EINVAL, 4 },
	{ "1 tag=a 2", 0, 0, -EINVAL, 8 },
	{ "\"1\" 2", 0, 0, -EINVAL, 1 },
	{ "1 \"2\"", 0, 0, -EINVAL, 3 },
	{ "1 \"2", 0, 0, -EINVAL, 2 },
	{ "1 2 \"3", 0, 0, -EINVAL, 4 },
	{ "5- \"", 0, 0, -EINVAL, 3 },
	{ "*", 0, 0, -EINVAL, 0 },
};

static void test_range(u32 subject, const char *before, const struct range_case *c)
{
	struct pagesnap_query q;
	char line[256];
	bool good;
	u32 len = snprintf(line, sizeof(line), "%s%s", before, c->text);

	good = expect(subject, line, len, c->err, strlen(before) + c->col, &q);
	if (good && !c->err)
		good = q.start == c->start && q.end == c->end && q.subject == subject;
	if (!ktap_ok(good, "range: %s", shown(line, len)) && !c->err)
		ktap_note("%#llx to %#llx", (long long)q.start, (long long)q.end);
}

static void test_ranges(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		test_range(NONE, "", &ranges[i]);
		test_range(FILE_, "/f ", &ranges[i]);
		test_range(FILE_, "\"/a b\"\t", &ranges[i]);
		test_range(TASK, " 42 ", &ranges[i]);
	}
}

/* Subjects -------------------------------------------------------------- */

/* Paths as parsed and as decoded; a decoding fault has its own column. */
static const struct path_case {
	u32 subject;
	const char *line;
	int err;
	u32 col;
	const char *path;
	int path_err;
	u32 path_col;
} paths[] = {
	{ FILE_, "/home/foo/bar.txt 0 1000", 0, 0, "/home/foo/bar.txt", 0, 0 },
	{ FILE_, "/", 0, 0, "/", 0, 0 },
	{ FILE_, "  /f", 0, 0, "/f", 0, 0 },
	{ FILE_, "/a=b", 0, 0, "/a=b", 0, 0 },
	{ FILE_, "/a\\040b", 0, 0, "/a\\040b", 0, 0 },
	{ FILE_, "/a\\", 0, 0, "/a\\", 0, 0 },
	{ FILE_, "/a\"b\"", 0, 0, "/a\"b\"", 0, 0 },
	{ FILE_, "/\xff\xfe", 0, 0, "/\xff\xfe", 0, 0 },
	{ FILE_, "\"/a b\" 0 10", 0, 0, "/a b", 0, 0 },
	{ FILE_, "\"/a\tb\"", 0, 0, "/a\tb", 0, 0 },
	{ FILE_, "\"/a\\\"b\"", 0, 0, "/a\"b", 0, 0 },
	{ FILE_, "\"/a\\\\\"", 0, 0, "/a\\", 0, 0 },
	{ FILE_, "\"/a\\\\\\\"\"", 0, 0, "/a\\\"", 0, 0 },
	{ FILE_, "\"/\\040\\001\\377\\177\"", 0, 0, "/ \001\377\177", 0, 0 },
	{ FILE_, "\"/\\1012\"", 0, 0, "/A2", 0, 0 },
	{ FILE_, "\"/\\012\"", 0, 0, "/\n", 0, 0 },
	/* bad escapes: at the backslash */
	{ FILE_, "\"/a\\n\"", 0, 0, NULL, -EINVAL, 3 },
	{ FILE_, " \"/ab\\x41\"", 0, 0, NULL, -EINVAL, 5 },
	{ FILE_, "\"/\\000\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\400\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\777\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\080\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\008\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\04\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\4\"", 0, 0, NULL, -EINVAL, 2 },
	{ FILE_, "\"/\\ \" 0", 0, 0, NULL, -EINVAL, 2 },
	/* quotes */
	{ FILE_, "\"/a", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "  \"/a b", -EINVAL, 2, NULL, 0, 0 },
	{ FILE_, "\"/a\\\"", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "\"/a\\", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "\"", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "\"/a\"0", -EINVAL, 4, NULL, 0, 0 },
	{ FILE_, "\"/a\"\"/b\"", -EINVAL, 4, NULL, 0, 0 },
	{ FILE_, "\"\"", -EINVAL, 1, NULL, 0, 0 },
	/* not absolute */
	{ FILE_, "a/b", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, " ./a", -EINVAL, 1, NULL, 0, 0 },
	{ FILE_, "\"a b\"", -EINVAL, 1, NULL, 0, 0 },
	{ FILE_, "0 10", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "tag=a", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "type:ext4", -EINVAL, 0, NULL, 0, 0 },
	{ FILE_, "/a b", -EINVAL, 3, NULL, 0, 0 },
	{ FILE_, "/a /b", -EINVAL, 3, NULL, 0, 0 },
	/* superblocks */
	{ SB, "/var", 0, 0, "/var", 0, 0 },
	{ SB, "/./type:x", 0, 0, "/./type:x", 0, 0 },
	{ SB, "\"/./type:x y\"", 0, 0, "/./type:x y", 0, 0 },
	{ SB, "/type:x", 0, 0, "/type:x", 0, 0 },
	{ SB, "type", -EINVAL, 0, NULL, 0, 0 },
	{ SB, "Type:x", -EINVAL, 0, NULL, 0, 0 },
	{ SB, "\"type:x\"", -EINVAL, 1, NULL, 0, 0 },
	{ SB, "type:", -EINVAL, 5, NULL, 0, 0 },
	{ SB, " type: x", -EINVAL, 6, NULL, 0, 0 },
	{ SB, "var", -EINVAL, 0, NULL, 0, 0 },
	{ SB, "/var 0", -EINVAL, 5, NULL, 0, 0 },
	{ SB, "/var 0 10", -EINVAL, 5, NULL, 0, 0 },
	{ SB, "/var 5+1", -EINVAL, 5, NULL, 0, 0 },
};

/* Decode into buffers of @cap bytes, of which each must be enough or refused. */
static int decode(const struct pagesnap_query *q, const char *line, u32 cap, char *out,
		  struct pagesnap_diag *d)
{
	char *copy = exact(line, strlen(line));
	char *buf = exact(out, cap);
	int n;

	memset(d, 0, sizeof(*d));
	n = pagesnap_query_path(q, copy, buf, cap, d);
	memcpy(out, buf, cap);
	free(buf);
	free(copy);
	return n;
}

static bool path_is(const struct pagesnap_query *q, const struct path_case *c)
{
	int want = c->path ? (int)strlen(c->path) : c->path_err;
	struct pagesnap_diag d;
	char out[256] = "";
	int n = decode(q, c->line, sizeof(out), out, &d);

	if (n == want && n < 0)
		return d.err == n && d.col == c->path_col && d.msg;
	if (n != want || memcmp(out, c->path, n + 1))
		return false;
	/* exactly enough, then one byte short, then nothing at all */
	if (decode(q, c->line, n + 1, out, &d) != n || memcmp(out, c->path, n + 1))
		return false;
	if (decode(q, c->line, n, out, &d) != -ENAMETOOLONG || d.col != q->path.off || !d.msg)
		return false;
	return decode(q, c->line, 0, out, &d) == -ENAMETOOLONG;
}

static void test_paths(void)
{
	const struct path_case *c;
	struct pagesnap_query q;

	for (c = paths; c < paths + ARRAY_SIZE(paths); c++) {
		bool good = expect(c->subject, c->line, strlen(c->line), c->err, c->col, &q);

		if (good && !c->err)
			good = !q.has_type && path_is(&q, c);
		ktap_ok(good, "path: %s", shown(c->line, strlen(c->line)));
	}
}

/* The lexer lets no slice end like this; the decoder doesn't rely on it. */
static void test_half_escapes(void)
{
	static const char * const texts[] = { "/\\", "/\\0", "/\\04" };
	struct pagesnap_diag d;
	char out[16] = "";
	u32 i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		struct pagesnap_query q = { .quoted = true, .path.len = strlen(texts[i]) };

		ktap_ok(decode(&q, texts[i], sizeof(out), out, &d) == -EINVAL && d.col == 1,
			"an escape cut by the end of its slice: %s", texts[i]);
	}
}

static void test_type(void)
{
	const char *line = " type:ext4  dev=254:0x2 tag=a";
	struct pagesnap_query q;
	bool good = expect(SB, line, strlen(line), 0, 0, &q);

	ktap_ok(good && q.has_type && !memcmp(line + q.type.off, "ext4", 4) && q.type.len == 4,
		"type:NAME is parsed");
	ktap_ok(good && q.has_dev && q.dev_major == 254 && q.dev_minor == 2,
		"dev=MAJOR:MINOR is parsed");
	good = expect(SB, "type:ext4", 9, 0, 0, &q);
	ktap_ok(good && q.has_type && !q.has_dev, "type:NAME needs no dev=");
}

static const struct pid_case {
	const char *line;
	int err;
	u32 col;
	u32 pid;
	u32 target_col;
} pids[] = {
	{ "1", 0, 0, 1, 0 },
	{ "  0x10 0 5", 0, 0, 16, 2 },
	{ "2147483647", 0, 0, INT_MAX, 0 },
	{ "2147483648", -EINVAL, 0, 0, 0 },
	{ "4294967297", -EINVAL, 0, 0, 0 },
	{ "18446744073709551617", -EINVAL, 0, 0, 0 },
	{ "0", -EINVAL, 0, 0, 0 },
	{ " -1", -EINVAL, 1, 0, 0 },
	{ "1x", -EINVAL, 0, 0, 0 },
	{ "self", -EINVAL, 0, 0, 0 },
	{ "/proc", -EINVAL, 0, 0, 0 },
	{ "\"1\"", -EINVAL, 1, 0, 0 },
	{ "\"1", -EINVAL, 0, 0, 0 },
	{ "1+1", -EINVAL, 0, 0, 0 },
};

static void test_pids(void)
{
	const struct pid_case *c;
	struct pagesnap_query q;

	for (c = pids; c < pids + ARRAY_SIZE(pids); c++) {
		bool good = expect(TASK, c->line, strlen(c->line), c->err, c->col, &q);

		if (good && !c->err)
			good = q.pid == c->pid && q.target_col == c->target_col;
		ktap_ok(good, "pid: %s", shown(c->line, strlen(c->line)));
	}
}

static const struct target_case {
	const char *line;
	int err;
	u32 col;
	u32 target;
	u64 number;
	const char *path;
} targets[] = {
	{ "uid:0", 0, 0, PAGESNAP_TARGET_UID, 0, NULL },
	{ "  uid:0x3e8 group=object", 0, 0, PAGESNAP_TARGET_UID, 1000, NULL },
	{ "uid:4294967294", 0, 0, PAGESNAP_TARGET_UID, 4294967294, NULL },
	{ "uid:4294967295", -EINVAL, 4, 0, 0, NULL },
	{ "uid:18446744073709551616", -EINVAL, 4, 0, 0, NULL },
	{ "uid:", -EINVAL, 4, 0, 0, NULL },
	{ " uid:-1", -EINVAL, 5, 0, 0, NULL },
	{ "uid:root", -EINVAL, 4, 0, 0, NULL },
	{ "uid:\"1\"", -EINVAL, 4, 0, 0, NULL },
	{ "UID:1", -EINVAL, 0, 0, 0, NULL },
	{ "uid=1", -EINVAL, 0, 0, 0, NULL },
	{ "\"uid:1\"", -EINVAL, 1, 0, 0, NULL },
	{ "cgroup:/", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/" },
	{ " cgroup:/a/b.slice tag=x", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/a/b.slice" },
	{ "cgroup:/a\\040b", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/a\\040b" },
	{ "cgroup:/a\"b", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/a\"b" },
	{ "cgroup:\"/a b\" limit=1", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/a b" },
	{ "cgroup:\"/a\\040\\\"b\"", 0, 0, PAGESNAP_TARGET_CGROUP_PATH, 0, "/a \"b" },
	{ "cgroup:\"/a b", -EINVAL, 7, 0, 0, NULL },
	{ "cgroup:\"/a\"b", -EINVAL, 11, 0, 0, NULL },
	{ "cgroup:\"\"", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:\"@5\"", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:\"a\"", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:", -EINVAL, 7, 0, 0, NULL },
	{ "cgroup:a", -EINVAL, 7, 0, 0, NULL },
	{ "cgroup: /a", -EINVAL, 7, 0, 0, NULL },
	{ "cgroup:@1234", 0, 0, PAGESNAP_TARGET_CGROUP_ID, 1234, NULL },
	{ "cgroup:@0x10", 0, 0, PAGESNAP_TARGET_CGROUP_ID, 16, NULL },
	{ "cgroup:@18446744073709551615", 0, 0, PAGESNAP_TARGET_CGROUP_ID, ALL, NULL },
	{ "cgroup:@", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:@1x", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:@18446744073709551616", -EINVAL, 8, 0, 0, NULL },
	{ "cgroup:5", -EINVAL, 7, 0, 0, NULL },
	/* a range is one process's */
	{ "uid:1 0 5", -EINVAL, 6, 0, 0, NULL },
	{ "uid:1 5-", -EINVAL, 6, 0, 0, NULL },
	{ "cgroup:/a  7", -EINVAL, 11, 0, 0, NULL },
	{ "cgroup:\"/a b\" 7+1", -EINVAL, 14, 0, 0, NULL },
	{ "uid:1 addr=0-1000", -EINVAL, 6, 0, 0, NULL },
	{ "cgroup:@5 tag=a addr=0-1", -EINVAL, 16, 0, 0, NULL },
	{ "uid:1 children=1", 0, 0, PAGESNAP_TARGET_UID, 1, NULL },
	{ "uid:1 children=2", -EINVAL, 15, 0, 0, NULL },
	{ "uid:1 children=", -EINVAL, 15, 0, 0, NULL },
	{ "uid:1 x", -EINVAL, 6, 0, 0, NULL },
	{ "uid:1 uid:2", -EINVAL, 6, 0, 0, NULL },
	/* no part either, which says so itself */
	{ "uid:1 part=1/2", -EINVAL, 11, 0, 0, NULL },
};

static bool target_is(const struct pagesnap_query *q, const struct target_case *c)
{
	struct pagesnap_diag d;
	char out[64] = "";

	if (q->target != c->target || q->pid || q->has_range ||
	    q->target_col != strspn(c->line, " "))
		return false;
	switch (q->target) {
	case PAGESNAP_TARGET_UID:
		return q->uid == c->number;
	case PAGESNAP_TARGET_CGROUP_ID:
		return q->cgroup == c->number;
	default:
		return decode(q, c->line, sizeof(out), out, &d) == (int)strlen(c->path) &&
		       !strcmp(out, c->path);
	}
}

static void test_targets(void)
{
	const struct pagesnap_grammar one = { .subject = TASK, .page_shift = 12 };
	const struct target_case *c;
	struct pagesnap_query q;
	struct pagesnap_diag d;

	for (c = targets; c < targets + ARRAY_SIZE(targets); c++) {
		bool good = expect(TASK, c->line, strlen(c->line), c->err, c->col, &q);

		if (good && !c->err)
			good = target_is(&q, c);
		ktap_ok(good, "target: %s", shown(c->line, strlen(c->line)));
	}
	ktap_ok(pagesnap_query_parse(&one, "uid:1", 5, &q, NULL, &d) == -EINVAL && !d.col &&
		!strcmp(d.msg, "PID expected"), "a file that takes no targets wants a PID");
	ktap_ok(expect(FILE_, "uid:1", 5, -EINVAL, 0, &q) &&
		expect(SB, "cgroup:/a", 9, -EINVAL, 0, &q),
		"other files take no targets");
}

/* Options --------------------------------------------------------------- */

#define TAG31 "abcdefghijklmnopqrstuvwxyz01234"

/* What a line that fails says, and where. */
static const struct option_case {
	u32 subject;
	const char *line;
	int err;
	u32 col;
} options[] = {
	{ NONE, "tag=x group=run format=text limit=1 mask=dirty names=0 node=0", 0, 0 },
	{ FILE_, "/f any=dirty,lru flags=-mmap group=total", 0, 0 },
	{ FILE_, "/f flags=dirty,-mmap cgroup=5/ min-order=1 max-order=2 min-pages=3", 0, 0 },
	{ SB, "/f min-pages=1 names=1", 0, 0 },
	{ NONE, "0x1000 names=1", 0, 0 },
	{ SB, "type:x dev=0:0", 0, 0 },
	{ SB, "type:x dev=4294967295:4294967295", 0, 0 },
	{ SB, "type:x tag=t dev=1:2", 0, 0 },
	{ NONE, "group=page", 0, 0 },
	{ NONE, "group=object", 0, 0 },
	{ NONE, "group=total", 0, 0 },
	{ NONE, "limit=18446744073709551615", 0, 0 },
	{ NONE, "limit=0x10", 0, 0 },
	{ NONE, "tag=" TAG31, 0, 0 },
	{ NONE, "tag=!=~,", 0, 0 },
	{ NONE, "to=reader", 0, 0 },
	{ FILE_, "/f group=object to=trace", 0, 0 },
	{ TASK, "1 to=both", 0, 0 },
	{ TASK, "1 tag=t addr=0-1000", 0, 0 },
	/* unknown keys: at the key */
	{ NONE, "colour=red", -EINVAL, 0 },
	{ FILE_, "/f 0 10 colour=red", -EINVAL, 8 },
	{ NONE, "Tag=a", -EINVAL, 0 },
	{ NONE, "tags=a", -EINVAL, 0 },
	{ NONE, "ta=a", -EINVAL, 0 },
	{ NONE, "=a", -EINVAL, 0 },
	{ NONE, "tag", -EINVAL, 0 },
	{ NONE, "tag=a word", -EINVAL, 6 },
	{ NONE, "\"tag=a\"", -EINVAL, 1 },
	{ NONE, "5=a", -EINVAL, 0 },
	{ FILE_, "/f addr=0-1000", -EINVAL, 3 },
	{ NONE, "dev=1:2", -EINVAL, 0 },
	{ SB, "/f dev=1:2", -EINVAL, 3 },
	/* bad values: at the value, or in it */
	{ NONE, "tag=", -EINVAL, 4 },
	{ NONE, "tag=" TAG31 "5", -EINVAL, 4 },
	{ NONE, "tag=ab\\c", -EINVAL, 6 },
	{ NONE, "tag=ab\"c", -EINVAL, 6 },
	{ NONE, "tag=a\x7f", -EINVAL, 5 },
	{ NONE, "tag=a\x1f", -EINVAL, 5 },
	{ NONE, "tag=\xc3\xa9", -EINVAL, 4 },
	{ NONE, "group=", -EINVAL, 6 },
	{ NONE, "group=runs", -EINVAL, 6 },
	{ NONE, "group=ru", -EINVAL, 6 },
	{ NONE, "group=Run", -EINVAL, 6 },
	{ NONE, "format=", -EINVAL, 7 },
	{ NONE, "format=json", -EINVAL, 7 },
	{ NONE, "to=", -EINVAL, 3 },
	{ NONE, "to=t", -EINVAL, 3 },
	{ NONE, "to=Trace", -EINVAL, 3 },
	{ NONE, "to=reader,trace", -EINVAL, 3 },
	{ NONE, "limit=", -EINVAL, 6 },
	{ NONE, "limit=0", -EINVAL, 6 },
	{ NONE, "limit=0x0", -EINVAL, 6 },
	{ NONE, "limit=-1", -EINVAL, 6 },
	{ NONE, "limit=1k", -EINVAL, 6 },
	{ NONE, "limit=18446744073709551616", -EINVAL, 6 },
	{ SB, "type:x dev=", -EINVAL, 11 },
	{ SB, "type:x dev=1", -EINVAL, 11 },
	{ SB, "type:x dev=1:", -EINVAL, 11 },
	{ SB, "type:x dev=:1", -EINVAL, 11 },
	{ SB, "type:x dev=1:2:3", -EINVAL, 11 },
	{ SB, "type:x dev=4294967296:0", -EINVAL, 11 },
	{ SB, "type:x dev=0:4294967296", -EINVAL, 11 },
	{ SB, "type:x dev=a:1", -EINVAL, 11 },
	/* those of the collection, for the column */
	{ NONE, "1 2 flags=dirty,nosuch", -EINVAL, 16 },
	{ NONE, "flags=dirty,-nosuch", -EINVAL, 13 },
	{ NONE, "flags=dirty,-dirty", -EINVAL, 6 },
	{ NONE, "1 2 any=dirty,-lru", -EINVAL, 14 },
	{ NONE, "node=x", -EINVAL, 5 },
	{ NONE, "min-pages=1", -EINVAL, 10 },
	{ TASK, "1 min-pages=1", -EINVAL, 12 },
	{ TASK, "1 part=1/2", -EINVAL, 7 },
	{ NONE, "names=2", -EINVAL, 6 },
};

static void test_options(void)
{
	const struct option_case *c;
	struct pagesnap_query q;

	for (c = options; c < options + ARRAY_SIZE(options); c++)
		ktap_ok(expect(c->subject, c->line, strlen(c->line), c->err, c->col, &q),
			"option: %s", shown(c->line, strlen(c->line)));
}

static void test_option_values(void)
{
	static const char * const groups[] = {
		[PAGESNAP_GROUP_RUN] = "group=run", [PAGESNAP_GROUP_PAGE] = "group=page",
		[PAGESNAP_GROUP_OBJECT] = "group=object", [PAGESNAP_GROUP_TOTAL] = "group=total",
	};
	struct pagesnap_query q;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		ktap_ok(expect(NONE, groups[i], strlen(groups[i]), 0, 0, &q) && q.group == i,
			"value of %s", groups[i]);
	ktap_ok(expect(NONE, "1", 1, 0, 0, &q) && !q.binary, "format= is text by itself");
	ktap_ok(expect(NONE, "format=binary", 13, 0, 0, &q) && q.binary, "value of format=binary");
	ktap_ok(expect(NONE, "format=binary format=text", 25, 0, 0, &q) && !q.binary,
		"the last format= counts");
	ktap_ok(expect(NONE, "1", 1, 0, 0, &q) && q.to == PAGESNAP_TO_READER,
		"records go to the reader by themselves");
	ktap_ok(expect(NONE, "to=trace", 8, 0, 0, &q) && q.to == PAGESNAP_TO_TRACE,
		"value of to=trace");
	ktap_ok(expect(NONE, "to=both", 7, 0, 0, &q) && q.to == PAGESNAP_TO_BOTH, "value of to=both");
	ktap_ok(expect(NONE, "to=both to=reader", 17, 0, 0, &q) && q.to == PAGESNAP_TO_READER,
		"the last to= counts");
	ktap_ok(expect(NONE, "limit=0x20", 10, 0, 0, &q) && q.limit == 32, "value of limit=");
	ktap_ok(expect(NONE, "tag=" TAG31, 35, 0, 0, &q) && !strcmp(q.tag, TAG31),
		"value of tag=");
	ktap_ok(expect(NONE, "1", 1, 0, 0, &q) && q.limit == U64_MAX && !*q.tag &&
		q.group == PAGESNAP_GROUP_RUN, "defaults: no limit, no tag, runs");
}

/* addr= ------------------------------------------------------------------ */

static const struct addr_case {
	u32 page_shift;
	const char *text;
	u64 start;
	u64 end;
	int err;
	u32 col;
} addrs[] = {
	{ 12, "addr=1000-3000", 1, 3, 0, 0 },
	{ 12, "addr=0x1000-0x3000", 1, 3, 0, 0 },
	{ 12, "addr=0x1000-3000", 1, 3, 0, 0 },
	{ 12, "addr=7f3a1c000000-7f3a1c200000", 0x7f3a1c000, 0x7f3a1c200, 0, 0 },
	{ 12, "addr=1fff-2001", 1, 3, 0, 0 },
	{ 12, "addr=1001-1002", 1, 2, 0, 0 },
	{ 12, "addr=0-0", 0, 0, 0, 0 },
	{ 12, "addr=2000-2000", 2, 2, 0, 0 },
	{ 12, "addr=ABC000-abd000", 0xabc, 0xabd, 0, 0 },
	{ 12, "addr=0-ffffffffffffffff", 0, 1ULL << 52, 0, 0 },
	{ 12, "addr=ffffffffff600000-ffffffffff601000", 0xffffffffff600, 0xffffffffff601, 0, 0 },
	{ 16, "addr=1fff-10001", 0, 2, 0, 0 },
	{ 16, "addr=10000-20000", 1, 2, 0, 0 },
	{ 12, "addr=", 0, 0, -EINVAL, 5 },
	{ 12, "addr=1000", 0, 0, -EINVAL, 5 },
	{ 12, "addr=-1000", 0, 0, -EINVAL, 5 },
	{ 12, "addr=1000-", 0, 0, -EINVAL, 10 },
	{ 12, "addr=0x-1", 0, 0, -EINVAL, 5 },
	{ 12, "addr=1-0x", 0, 0, -EINVAL, 7 },
	{ 12, "addr=1g-2", 0, 0, -EINVAL, 5 },
	{ 12, "addr=1-2-3", 0, 0, -EINVAL, 7 },
	{ 12, "addr=1000+1000", 0, 0, -EINVAL, 5 },
	{ 12, "addr=2000-1000", 0, 0, -EINVAL, 10 },
	{ 12, "addr=0-10000000000000000", 0, 0, -EINVAL, 7 },
	{ 12, "addr=10000000000000000-0", 0, 0, -EINVAL, 5 },
	{ 12, "5 addr=1000-2000", 0, 0, -EINVAL, 7 },
	{ 12, "0 10 addr=1000-2000", 0, 0, -EINVAL, 10 },
	{ 12, "5- addr=1000-2000", 0, 0, -EINVAL, 8 },
	{ 12, "0- addr=1000-2000", 0, 0, -EINVAL, 8 },
	{ 12, "addr=1000-2000 addr=1000-2000", 0, 0, -EINVAL, 20 },
	{ 12, "addr=1000-2000 5", 0, 0, -EINVAL, 15 },
};

static void test_addrs(void)
{
	const struct addr_case *c;
	struct pagesnap_diag d;
	struct pagesnap_query q;
	char line[128];

	for (c = addrs; c < addrs + ARRAY_SIZE(addrs); c++) {
		u32 len = snprintf(line, sizeof(line), "42 %s", c->text);
		int err = parse(TASK, c->page_shift, line, len, &q, &d);
		bool good = err == c->err;

		if (good && err)
			good = d.col == c->col + 3;
		else if (good)
			good = q.start == c->start && q.end == c->end;
		if (!ktap_ok(good, "addr, pages of 2^%u: %s", c->page_shift, line))
			ktap_note("%d at %u, %#llx to %#llx", err, d.col, (long long)q.start,
				  (long long)q.end);
	}
}

/* Whole lines ------------------------------------------------------------ */

static void test_blank(void)
{
	static const struct {
		const char *line;
		bool blank;
	} lines[] = {
		{ "", true }, { " \t\r ", true }, { "#", true }, { " # /f", true },
		{ "#/f", true }, { "/f # x", false }, { "0", false }, { "\"", false },
		{ "\v", false },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		u32 len = strlen(lines[i].line);
		char *copy = exact(lines[i].line, len);

		ktap_ok(pagesnap_query_is_blank(copy, len) == lines[i].blank, "blank: %s: %d",
			shown(copy, len), lines[i].blank);
		free(copy);
	}
}

/* Whatever else is wrong with a line, what it wants its error in is told. */
static void test_wants_binary(void)
{
	static const struct {
		const char *line;
		bool wants;
	} lines[] = {
		{ "", false }, { "/f", false }, { "format=binary", true },
		{ "/f x=1 format=binary", true }, { "\"/f format=binary", true },
		{ "/f\tformat=binary\t", true }, { "/f format=binary 1 2 3", true },
		{ "/f format=binary format=text", false }, { "/f format=text format=binary", true },
		{ "/f format=binar", false }, { "/f format=binaryx", false },
		{ "/fformat=binary", false }, { "/f format=", false },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		u32 len = strlen(lines[i].line);
		char *copy = exact(lines[i].line, len);

		ktap_ok(pagesnap_query_wants_binary(copy, len) == lines[i].wants,
			"wants binary: %s: %d", shown(copy, len), lines[i].wants);
		free(copy);
	}
}

static void test_zero_bytes(void)
{
	struct pagesnap_query q;

	ktap_ok(expect(FILE_, "\0/f", 3, -EINVAL, 0, &q), "zero byte: first");
	ktap_ok(expect(FILE_, "/f\0g", 4, -EINVAL, 2, &q), "zero byte: in a path");
	ktap_ok(expect(FILE_, "\"/f\0\"", 5, -EINVAL, 3, &q), "zero byte: in quotes");
	ktap_ok(expect(NONE, "1 2\0", 4, -EINVAL, 3, &q), "zero byte: last");
	ktap_ok(expect(NONE, "tag=a\0b", 7, -EINVAL, 5, &q), "zero byte: in an option");
}

static void test_long_lines(void)
{
	u32 max = PAGESNAP_LINE_MAX;
	char *line = malloc(2 * max);
	struct pagesnap_query q;

	if (!line)
		ktap_die("malloc");
	memset(line, 'a', 2 * max);
	line[0] = '/';
	ktap_ok(expect(FILE_, line, max, 0, 0, &q) && q.path.len == max, "the longest line");
	ktap_ok(expect(FILE_, line, max + 1, -E2BIG, max, &q), "a line one byte too long");
	ktap_ok(expect(FILE_, line, 2 * max, -E2BIG, max, &q), "a line much too long");
	memset(line + 2, ' ', max - 1);
	ktap_ok(expect(FILE_, line, max + 1, -E2BIG, max, &q), "blanks count too");
	free(line);
}

static void test_numbers(void)
{
	static const struct {
		const char *text;
		int err;
		u64 v;
	} cases[] = {
		{ "0", 0, 0 }, { "00", 0, 0 }, { "9", 0, 9 }, { "0xdeadBEEF", 0, 0xdeadbeef },
		{ "18446744073709551615", 0, U64_MAX }, { "18446744073709551616", -ERANGE, 0 },
		{ "18446744073709551620", -ERANGE, 0 }, { "99999999999999999999", -ERANGE, 0 },
		{ "0xffffffffffffffff", 0, U64_MAX }, { "0x10000000000000000", -ERANGE, 0 },
		{ "0x00000000000000000001", 0, 1 }, { "", -EINVAL, 0 }, { "0x", -EINVAL, 0 },
		{ "x1", -EINVAL, 0 }, { "1 ", -EINVAL, 0 }, { " 1", -EINVAL, 0 },
		{ "a", -EINVAL, 0 }, { "0xG", -EINVAL, 0 }, { "0x@", -EINVAL, 0 },
		{ "/", -EINVAL, 0 }, { ":", -EINVAL, 0 }, { "0x`", -EINVAL, 0 },
		{ "-1", -EINVAL, 0 }, { "+1", -EINVAL, 0 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		u32 len = strlen(cases[i].text);
		char *copy = exact(cases[i].text, len);
		u64 v = 0;
		int err = pagesnap_number(copy, len, &v);

		ktap_ok(err == cases[i].err && v == cases[i].v, "number: \"%s\"", cases[i].text);
		free(copy);
	}
}

/* Every beginning of @line, and @line with each byte replaced by each value. */
static void mutate(const char *text)
{
	struct pagesnap_diag d;
	struct pagesnap_query q;
	u32 len = strlen(text), i, c;
	char *line = exact(text, len);

	for (i = 0; i <= len; i++)
		for (c = 0; c < 4; c++)
			parse(c, 12, line, i, &q, &d);
	for (i = 0; i < len; i++) {
		for (c = 0; c < 256; c++) {
			line[i] = c;
			parse(c & 3, 12, line, len, &q, &d);
		}
		line[i] = text[i];
	}
	free(line);
}

/* parse() checks what must hold for each; the sanitizers do the rest. */
static void test_mutations(void)
{
	u32 failed = ktap.failed, i;

	for (i = 0; i < ARRAY_SIZE(paths); i++)
		mutate(paths[i].line);
	for (i = 0; i < ARRAY_SIZE(options); i++)
		mutate(options[i].line);
	mutate("\"/a\\\\b\\\"c\\040\" 0x10+20 flags=dirty,-mmap,lo tag=x group=total limit=5");
	mutate("4242 addr=0x7f00-7fffffffffff cgroup=88/ min-order=2 max-order=9 names=1");
	ktap_ok(ktap.failed == failed, "cut and changed lines are parsed or refused");
}

int main(void)
{
	test_ranges();
	test_paths();
	test_half_escapes();
	test_type();
	test_pids();
	test_targets();
	test_options();
	test_option_values();
	test_addrs();
	test_blank();
	test_wants_binary();
	test_zero_bytes();
	test_long_lines();
	test_numbers();
	test_mutations();
	return ktap_end();
}
