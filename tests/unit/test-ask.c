// SPDX-License-Identifier: GPL-2.0
/* Queries as structures: what is accepted, and what is wrong with what is not. */
#include "core/ask.h"
#include "unit.h"

#define FILE_ PAGESNAP_SUBJECT_FILE
#define SB PAGESNAP_SUBJECT_SB
#define TASK PAGESNAP_SUBJECT_TASK
#define NONE PAGESNAP_SUBJECT_NONE

static const struct pagesnap_ask good = {
	.magic = PAGESNAP_ASK_MAGIC, .type = PAGESNAP_ASK_QUERY,
};

/* A structure with bytes behind it. */
struct made {
	char bytes[PAGESNAP_ASK_MAX + 64];
	u32 len;
};

static struct made *make(const struct pagesnap_ask *ask, const char *bytes, u32 nr)
{
	static struct made m;
	struct pagesnap_ask head = *ask;

	memset(&m, 0, sizeof(m));
	head.nr = head.nr ?: nr;
	head.len = head.len ?: sizeof(head) + (nr + 7) / 8 * 8;
	memcpy(m.bytes, &head, sizeof(head));
	memcpy(m.bytes + sizeof(head), bytes, nr);
	m.len = sizeof(head) + (nr + 7) / 8 * 8;
	return &m;
}

/* From the very end of an exact buffer, at an odd address. */
static int parse(u32 subject, const struct made *m, u32 len, struct pagesnap_query *q,
		 struct pagesnap_diag *d)
{
	const struct pagesnap_grammar g = { .subject = subject, .targets = true, .page_shift = 12 };
	char *copy = exact(m->bytes, len + 1);
	int err;

	memmove(copy + 1, copy, len);
	memset(q, 0xa5, sizeof(*q));
	err = pagesnap_ask_parse(&g, copy + 1, len, q, d);
	if (err != d->err || err > 0 || d->col || !!err != !!d->msg)
		ktap_ok(false, "err %d, fault %d at %u is consistent", err, d->err, d->col);
	free(copy);
	return err;
}

static void refused(u32 subject, const struct pagesnap_ask *ask, const char *bytes, u32 nr,
		    int err, const char *says)
{
	struct made *m = make(ask, bytes, nr);
	struct pagesnap_query q;
	struct pagesnap_diag d;
	int got = parse(subject, m, m->len, &q, &d);

	ktap_ok(got == err && strstr(d.msg, says), "%s: %s", says, got ? d.msg : "taken");
}

static void test_good(void)
{
	struct pagesnap_ask ask = good;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	struct made *m = make(&ask, "/a \\b\"", 6);

	ktap_ok(PAGESNAP_ASK_OPTIONS == 1 && PAGESNAP_ASK_QUERY == 2 && PAGESNAP_ASK_RANGE == 1 &&
		!memcmp(ask.magic, "\0ask", 4), "the numbers are those of docs/abi.md");
	ktap_ok(!parse(FILE_, m, m->len, &q, &d) && q.subject == FILE_ && !q.has_range && !q.start &&
		q.end == U64_MAX && q.path.off == sizeof(ask) && q.path.len == 6 && !q.quoted,
		"a path, whose bytes mean what they are");
	ktap_ok(!parse(SB, m, m->len, &q, &d) && q.subject == SB, "an ask of a filesystem is read");
	ask.flags = PAGESNAP_ASK_RANGE;
	ask.start = 3;
	ask.end = U64_MAX;
	m = make(&ask, "/12345678", 9);
	ktap_ok(!parse(FILE_, m, m->len, &q, &d) && q.has_range && q.start == 3 && q.end == U64_MAX,
		"a range");
	m = make(&ask, "", 0);
	ktap_ok(!parse(NONE, m, m->len, &q, &d) && q.start == 3 && !q.path.len, "frames");
	ask.pid = 7;
	m = make(&ask, "", 0);
	ktap_ok(!parse(TASK, m, m->len, &q, &d) && q.pid == 7 && q.has_range, "a process");
}

static void test_brief(void)
{
	struct pagesnap_ask ask = good;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	struct made *m = make(&ask, "/a", 2);

	ktap_ok(!parse(FILE_, m, m->len, &q, &d) && !q.brief,
		"answers are whole unless brevity is allowed");
	ask.flags = PAGESNAP_ASK_BRIEF;
	m = make(&ask, "/a", 2);
	ktap_ok(!parse(FILE_, m, m->len, &q, &d) && q.brief && !q.has_range,
		"a structure may allow for a brief answer");
}

/* What was found right is read again without being checked. */
static void test_again(void)
{
	static const struct pagesnap_grammar file = { .subject = FILE_ }, task = { .subject = TASK };
	struct pagesnap_ask ask = good;
	struct pagesnap_query q, again;
	struct pagesnap_diag d;
	struct made *m;
	u32 flags, bad = 0;

	for (flags = 0; flags < 4; flags++) {
		memset(&again, 0xa5, sizeof(again));
		ask.flags = flags;
		ask.start = flags & PAGESNAP_ASK_RANGE ? 3 : 0;
		ask.end = flags & PAGESNAP_ASK_RANGE ? 9 : 0;
		m = make(&ask, "/etc/passwd", 11);
		bad += parse(FILE_, m, m->len, &q, &d) || !pagesnap_ask_again(&file, m->bytes, &again) ||
		       memcmp(&q, &again, sizeof(q)) != 0;
	}
	ktap_equal(bad, 0, "read again, a path is the same, with or without a range");
	ktap_ok(!pagesnap_ask_again(&task, m->bytes, &again), "a target is parsed again");
}

static void test_targets(void)
{
	struct pagesnap_ask ask = good;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	struct made *m = make(&ask, "uid:1000", 8);

	ktap_ok(!parse(TASK, m, m->len, &q, &d) && q.target == PAGESNAP_TARGET_UID &&
		q.uid == 1000 && !q.pid && q.end == U64_MAX, "the processes of a user");
	m = make(&ask, "cgroup:@77", 10);
	ktap_ok(!parse(TASK, m, m->len, &q, &d) && q.target == PAGESNAP_TARGET_CGROUP_ID &&
		q.cgroup == 77, "those of a cgroup, by its inode");
	m = make(&ask, "cgroup:/a \\b\"", 13);
	ktap_ok(!parse(TASK, m, m->len, &q, &d) && q.target == PAGESNAP_TARGET_CGROUP_PATH &&
		q.path.len == 6 && !memcmp(m->bytes + q.path.off, "/a \\b\"", 6) && !q.quoted,
		"those of a cgroup, by a path whose bytes mean what they are");
	ask.pid = 7;
	m = make(&ask, "", 0);
	ktap_ok(!parse(TASK, m, m->len, &q, &d) && q.target == PAGESNAP_TARGET_PID && q.pid == 7,
		"a process behind a target");
	refused(TASK, &ask, "uid:1", 5, -EINVAL, "takes no path");
	ask.pid = 0;
	refused(TASK, &ask, "/a", 2, -EINVAL, "uid:N");
	refused(TASK, &ask, "7", 1, -EINVAL, "uid:N");
	refused(TASK, &ask, "uid:x", 5, -EINVAL, "needs a number");
	refused(TASK, &ask, "uid:1 limit=1", 13, -EINVAL, "needs a number");
	refused(TASK, &ask, "cgroup:a", 8, -EINVAL, "needs /PATH");
	refused(TASK, &ask, "cgroup:\"/a\"", 11, -EINVAL, "needs /PATH");
	refused(TASK, &ask, "cgroup:/a\0b", 11, -EINVAL, "zero byte in the path");
	ask.flags = PAGESNAP_ASK_RANGE;
	ask.end = 1;
	refused(TASK, &ask, "uid:1", 5, -EINVAL, "take no range");
	refused(NONE, &ask, "uid:1", 5, -EINVAL, "takes no path");
}

static void test_refused(void)
{
	static char longest[4096];
	struct pagesnap_ask ask = good;

	memset(longest, '/', sizeof(longest));
	refused(FILE_, &ask, longest, 4096, -ENAMETOOLONG, "path is too long");
	refused(FILE_, &ask, "", 0, -EINVAL, "absolute path expected");
	refused(FILE_, &ask, "a", 1, -EINVAL, "absolute path expected");
	refused(FILE_, &ask, "/a\0b", 4, -EINVAL, "zero byte in the path");
	refused(FILE_, &ask, "/aaaaaa\0aaaaaaaa", 16, -EINVAL, "zero byte in the path");
	refused(FILE_, &ask, "/aaaaaaaaaaaaaa\0", 16, -EINVAL, "zero byte in the path");
	refused(FILE_, &ask, "/aaaaaaaaaaaaaaa\0", 17, -EINVAL, "zero byte in the path");
	refused(NONE, &ask, "/a", 2, -EINVAL, "takes no path");
	refused(TASK, &ask, "", 0, -EINVAL, "no such PID");
	ask.pid = 0x80000000;
	refused(TASK, &ask, "", 0, -EINVAL, "no such PID");
	refused(FILE_, &ask, "/a", 2, -EINVAL, "takes no PID");
	ask.pid = 0;
	ask.start = 1;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "a range without its flag");
	ask.flags = PAGESNAP_ASK_RANGE;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "END is below START");
	ask.end = 2;
	refused(SB, &ask, "/a", 2, -EINVAL, "has no range");
	ask.flags = 4;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "unknown flags");
	ask = good;
	ask.type = 3;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "unknown type");
	ask.type = PAGESNAP_ASK_OPTIONS;
	refused(FILE_, &ask, "", 0, -EINVAL, "options are no query");
	ask.col = 1;
	refused(FILE_, &ask, "", 0, -EINVAL, "options have no flags");
	ask = good;
	ask.nr = 1;
	refused(FILE_, &ask, "/aaaaaaab", 9, -EINVAL, "differ");
	ask.nr = 17;
	refused(FILE_, &ask, "/aaaaaaab", 9, -EINVAL, "differ");
	ask.nr = U32_MAX;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "differ");
	ask.nr = 1;
	refused(FILE_, &ask, "/a", 2, -EINVAL, "not padded with zeros");
}

static void test_lengths(void)
{
	static const u32 lengths[] = {
		0, 4, sizeof(struct pagesnap_ask) - 8, sizeof(struct pagesnap_ask) + 1,
		PAGESNAP_ASK_MAX + 8, U32_MAX,
	};
	struct pagesnap_ask ask = good;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	struct made *m = make(&ask, "/etc/passwd", 11);
	u32 i, bad = 0;

	for (i = 0; i < m->len; i++) {
		u32 want = pagesnap_ask_wants(m->bytes, i);

		bad += !pagesnap_ask_goes_on(m->bytes, i, m->bytes[i]);
		bad += want <= i || want > m->len;
		bad += parse(FILE_, m, i, &q, &d) != -EINVAL || !strstr(d.msg, "cut short");
		bad += pagesnap_ask_is_lost(m->bytes, i);
	}
	ktap_ok(!bad && pagesnap_ask_wants(m->bytes, m->len) == m->len,
		"a cut ask wants more bytes, never past its end");
	for (bad = i = 0; i < ARRAY_SIZE(lengths); i++) {
		memcpy(m->bytes + offsetof(struct pagesnap_ask, len), &lengths[i], 4);
		bad += !pagesnap_ask_is_lost(m->bytes, sizeof(ask)) ||
		       pagesnap_ask_wants(m->bytes, sizeof(ask)) != sizeof(ask) ||
		       parse(FILE_, m, sizeof(ask), &q, &d) != -EINVAL ||
		       !strstr(d.msg, "impossible length");
	}
	ktap_ok(!bad, "behind an impossible length nothing is found");
	ktap_ok(!pagesnap_ask_goes_on("", 0, '/') && !pagesnap_ask_goes_on("\0a", 2, 'x') &&
		!pagesnap_ask_goes_on("/etc", 4, 0) && pagesnap_ask_goes_on("\0a", 2, 's'),
		"lines of text are none");
}

static void test_bytes(void)
{
	struct pagesnap_ask ask = good;
	struct made *m;
	struct pagesnap_slice s;

	ask.col = 9;
	m = make(&ask, "/etc", 4);
	s = pagesnap_ask_bytes(m->bytes, m->len);
	ktap_ok(s.len == 4 && !memcmp(m->bytes + s.off, "/etc", 4),
		"what an error shows is the path");
	ktap_ok(pagesnap_ask_col(m->bytes, m->len) == 9 && !pagesnap_ask_col(m->bytes, 39),
		"an error has the column that the ask gives");
	s = pagesnap_ask_bytes(m->bytes, sizeof(ask) + 2);
	ktap_ok(s.len == 2, "of one that is cut short, what there is");
	s = pagesnap_ask_bytes(m->bytes, 10);
	ktap_ok(!s.len && s.off <= 10, "of less than a head, nothing");
	ktap_ok(!pagesnap_ask_is_options(m->bytes, m->len), "a query is no options");
}

static int options(const char *text, struct pagesnap_diag *d, struct pagesnap_query *q)
{
	const struct pagesnap_grammar g = {
		.subject = TASK, .targets = true, .page_shift = 12,
		.options = pagesnap_select_options,
	};
	struct pagesnap_select sel;
	char *copy = exact(text, strlen(text));
	int err;

	pagesnap_select_init(&sel);
	err = pagesnap_query_options(&g, copy, strlen(text), q, &sel, d);
	free(copy);
	return err;
}

static void test_options(void)
{
	struct pagesnap_diag d;
	struct pagesnap_query q;

	ktap_ok(!options("", &d, &q) && q.group == PAGESNAP_GROUP_RUN && q.limit == U64_MAX &&
		!options("  ", &d, &q), "no options");
	ktap_ok(!options(" group=page limit=3 tag=x", &d, &q) && q.group == PAGESNAP_GROUP_PAGE &&
		q.limit == 3 && !strcmp(q.tag, "x"), "options");
	ktap_ok(options("group=page nope=1", &d, &q) == -EINVAL && d.col == 11,
		"an unknown option is refused at its column");
	ktap_ok(options("1 2", &d, &q) == -EINVAL && !d.col, "a range is not an option");
	ktap_ok(options("addr=0-1000", &d, &q) == -EINVAL, "addresses are not an option");
	ktap_ok(options("\"/a\"", &d, &q) == -EINVAL, "a path is not an option");
}

int main(void)
{
	test_good();
	test_brief();
	test_again();
	test_targets();
	test_refused();
	test_lengths();
	test_bytes();
	test_options();
	return ktap_end();
}
