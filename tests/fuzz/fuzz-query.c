// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the query parser.  The first byte picks what the line is about
 * ('0' frames, '1' a file, '2' a superblock, '3' a task), the rest is the line;
 * '4' to '7', structures and their options; '8' to ';', a line of accesses.
 */
#include "accesses/options.h"
#include "core/ask.h"
#include "fuzz.h"

static void check_diag(const struct pagesnap_diag *d, int err, u32 len)
{
	MUST(err < 0 && err >= -4095);
	MUST(d->err == err);
	MUST(d->col <= len);
	MUST(d->msg && *d->msg);
}

static void check_slice(const struct pagesnap_slice *s, u32 len)
{
	MUST(s->off <= len && s->len <= len - s->off);
}

/* Into a buffer of exactly the size it needs, and one that is a byte short. */
static void check_path(const struct pagesnap_query *q, const char *line, u32 len)
{
	u32 cap = q->path.len + 1;
	struct pagesnap_diag d = { };
	char *buf = malloc(cap), *small;
	int n = pagesnap_query_path(q, line, buf, cap, &d);

	MUST(q->path.len && n != -ENAMETOOLONG);
	if (n < 0) {
		check_diag(&d, n, len);
		MUST(q->quoted && line[d.col] == '\\');
		free(buf);
		return;
	}
	MUST((u32)n < cap && strlen(buf) == (size_t)n && (n == (int)q->path.len || q->quoted));
	MUST(*buf == '/');
	small = malloc(n);
	MUST(pagesnap_query_path(q, line, small, n, &d) == -ENAMETOOLONG);
	check_diag(&d, -ENAMETOOLONG, len);
	free(small);
	free(buf);
}

static void check_target(const struct pagesnap_query *q, u32 len)
{
	MUST(q->target_col < len);
	if (q->target == PAGESNAP_TARGET_PID) {
		MUST(q->pid && q->pid <= INT_MAX);
		return;
	}
	MUST(q->target <= PAGESNAP_TARGET_CGROUP_ID);
	MUST(!q->pid && !q->has_range && !q->start && q->end == U64_MAX);
	MUST(q->target != PAGESNAP_TARGET_UID || q->uid != U32_MAX);
}

static void check_query(const struct pagesnap_query *q, u32 subject, const char *line, u32 len)
{
	MUST(q->subject == subject);
	MUST(q->start <= q->end);
	MUST(q->limit);
	MUST(q->group <= PAGESNAP_GROUP_TOTAL);
	MUST(strnlen(q->tag, sizeof(q->tag)) < sizeof(q->tag));
	check_slice(&q->path, len);
	check_slice(&q->type, len);
	MUST(!q->has_type || (subject == PAGESNAP_SUBJECT_SB && q->type.len && !q->path.len));
	MUST(!q->has_dev || q->has_type);
	if (subject == PAGESNAP_SUBJECT_SB)
		MUST(!q->start && q->end == U64_MAX);
	if (subject == PAGESNAP_SUBJECT_TASK)
		check_target(q, len);
	else
		MUST(q->target == PAGESNAP_TARGET_PID);
	if (subject == PAGESNAP_SUBJECT_FILE || q->target == PAGESNAP_TARGET_CGROUP_PATH ||
	    (subject == PAGESNAP_SUBJECT_SB && !q->has_type))
		check_path(q, line, len);
}

static void check_select(const struct pagesnap_select *sel)
{
	MUST(!(sel->all & sel->none));
	/* what any= names are flags, so never all bits or bit 63 */
	MUST(!(sel->any >> 63));
	MUST(sel->node >= -1);
	MUST(sel->min_order < PAGESNAP_ORDERS && sel->max_order < PAGESNAP_ORDERS);
	MUST(!sel->cgroup_below || sel->has_cgroup);
}

/* Return: false if it is no line of these options, which it says where. */
static bool parse(u32 subject, const struct pagesnap_option *options, const char *line, u32 len,
		  void *chosen)
{
	const struct pagesnap_grammar grammar = {
		.subject = subject, .targets = true, .page_shift = 12, .options = options,
	};
	struct pagesnap_diag d;
	struct pagesnap_query q;
	int err;

	/* what is left from before must not matter */
	memset(&q, 0xa5, sizeof(q));
	memset(&d, 0xa5, sizeof(d));
	err = pagesnap_query_parse(&grammar, line, len, &q, chosen, &d);
	if (err) {
		check_diag(&d, err, len);
		return false;
	}
	MUST(!d.err);
	check_query(&q, subject, line, len);
	return true;
}

static void fuzz_line(u32 subject, const char *line, u32 len)
{
	struct pagesnap_select sel;

	pagesnap_select_init(&sel);
	if (parse(subject, pagesnap_select_options, line, len, &sel))
		check_select(&sel);
}

static void check_accesses(const struct pagesnap_accesses_options *o)
{
	MUST(o->schedule.every >= 10 * 1000000ull && o->schedule.every <= 3600 * 1000000000ull);
	MUST(o->aggregate >= 1 && o->aggregate <= 100);
	MUST(o->unit <= 18 && !(o->unit && o->write));
	MUST(o->min_age <= o->max_age);
	MUST(!o->kernel || o->flush);
}

static void fuzz_accesses_change(const char *line, u32 len)
{
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d = { };
	int err;

	pagesnap_accesses_defaults(&o, 12);
	err = pagesnap_accesses_parse_change(&o, line, len, &d);
	if (err < 0)
		check_diag(&d, err, len);
	else
		check_accesses(&o);
}

static void fuzz_accesses(u32 subject, const char *line, u32 len)
{
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d = { };
	int err;

	fuzz_accesses_change(line, len);
	pagesnap_accesses_defaults(&o, 12);
	if (!parse(subject, pagesnap_accesses_options_of(subject), line, len, &o))
		return;
	err = pagesnap_accesses_check(&o, &d);
	if (err)
		check_diag(&d, err, len);
	else
		check_accesses(&o);
}

static const struct pagesnap_query no_options = { .end = U64_MAX, .limit = U64_MAX };

static void fuzz_options(const struct pagesnap_grammar *g, const char *ask, u32 len,
			 struct pagesnap_query *q)
{
	struct pagesnap_slice text = pagesnap_ask_bytes(ask, len);
	struct pagesnap_select sel;
	struct pagesnap_diag d;
	int err;

	pagesnap_select_init(&sel);
	err = pagesnap_query_options(g, ask + text.off, text.len, q, &sel, &d);
	if (err) {
		check_diag(&d, err, text.len);
		/* what is behind bad ones is refused, whatever they have left */
		*q = no_options;
	} else {
		MUST(!q->has_range && !q->path.len && !q->pid);
	}
}

/* One structure of many, in a buffer of exactly its size. */
static void fuzz_ask(const struct pagesnap_grammar *g, const char *bytes, u32 len,
		     struct pagesnap_query *q)
{
	char *ask = exact((const uint8_t *)bytes, len);
	struct pagesnap_slice path = pagesnap_ask_bytes(ask, len);
	struct pagesnap_diag d;
	int err;

	check_slice(&path, len);
	pagesnap_ask_col(ask, len);
	if (pagesnap_ask_is_options(ask, len)) {
		fuzz_options(g, ask, len, q);
		free(ask);
		return;
	}
	err = pagesnap_ask_parse(g, ask, len, q, &d);
	if (err) {
		check_diag(&d, err, 0);
	} else {
		MUST(!pagesnap_ask_is_lost(ask, len));
		check_query(q, g->subject, ask, len);
	}
	free(ask);
}

/* As the session cuts them. */
static void fuzz_asks(u32 subject, const char *bytes, u32 len)
{
	const struct pagesnap_grammar grammar = {
		.subject = subject, .targets = true, .page_shift = 12,
		.options = pagesnap_select_options,
	};
	struct pagesnap_query q = no_options;
	u32 at = 0, have, want;

	while (at < len) {
		for (have = 0; at + have < len; have = want) {
			if (!pagesnap_ask_goes_on(bytes + at, have, bytes[at + have]))
				return;
			want = pagesnap_ask_wants(bytes + at, have);
			MUST(want > have && want <= PAGESNAP_ASK_MAX);
			want = want < len - at ? want : len - at;
			if (want >= sizeof(struct pagesnap_ask) &&
			    pagesnap_ask_wants(bytes + at, want) <= want) {
				have = want;
				break;
			}
		}
		fuzz_ask(&grammar, bytes + at, have, &q);
		if (pagesnap_ask_is_lost(bytes + at, have))
			return;
		at += have;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line;

	if (!size)
		return 0;
	line = exact(data + 1, size - 1);
	if (data[0] & 4) {
		fuzz_asks(data[0] & 3, line, size - 1);
		free(line);
		return 0;
	}
	pagesnap_query_wants_binary(line, size - 1);
	/* as the session does: a line that asks nothing is never parsed */
	if (pagesnap_query_is_blank(line, size - 1))
		;
	else if (data[0] & 8)
		fuzz_accesses(data[0] & 3, line, size - 1);
	else
		fuzz_line(data[0] & 3, line, size - 1);
	free(line);
	return 0;
}
