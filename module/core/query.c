// SPDX-License-Identifier: GPL-2.0
/*
 * The query language: one line of text into struct pagesnap_query.  Pure.
 *
 *   line    := [subject] [range] { key=value }
 *   subject := PATH | "PATH" | type:NAME | target | PID
 *   target  := uid:N | cgroup:PATH | cgroup:"PATH" | cgroup:@INODE
 *   range   := START END | START+COUNT | START- | START
 *
 * Words are separated by blanks and tabs.  Everything is checked before
 * anything is done, and a fault names the byte where it is.
 */
#include "query.h"

struct word {
	u32 off;
	u32 len;
	bool quoted;
};

struct lexer {
	const char *s;
	u32 len;
	u32 pos;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/**
 * pagesnap_query_is_blank() - does a line ask nothing?
 * @line: line
 * @len: its bytes
 *
 * Return: true for blank lines and comments.
 */
bool pagesnap_query_is_blank(const char *line, u32 len)
{
	while (len && is_blank(*line)) {
		line++;
		len--;
	}
	return !len || *line == '#';
}

static void skip_blanks(struct lexer *l)
{
	while (l->pos < l->len && is_blank(l->s[l->pos]))
		l->pos++;
}

/* A word in double quotes; its slice leaves the quotes out. */
static int quoted_word(struct lexer *l, struct word *w, struct pagesnap_diag *d)
{
	const char *s = l->s;
	u32 open = l->pos, pos = open + 1, len = l->len;

	w->quoted = true;
	w->off = pos;
	while (pos < len && s[pos] != '"')
		pos += s[pos] == '\\' ? 2 : 1;
	if (pos >= len)
		return pagesnap_diag(d, -EINVAL, open, "quote is not closed");
	w->len = pos++ - w->off;
	if (pos < len && !is_blank(s[pos]))
		return pagesnap_diag(d, -EINVAL, pos, "blank expected after the closing quote");
	l->pos = pos;
	return 0;
}

/* Next word. Return: 1 with a word, 0 at the end, or a fault. */
static int next_word(struct lexer *l, struct word *w, struct pagesnap_diag *d)
{
	const char *s = l->s;
	u32 pos, len = l->len;

	skip_blanks(l);
	pos = l->pos;
	if (pos >= len)
		return 0;
	if (s[pos] == '"')
		return quoted_word(l, w, d) ?: 1;
	w->quoted = false;
	w->off = pos;
	while (pos < len && !is_blank(s[pos]))
		pos++;
	w->len = pos - w->off;
	l->pos = pos;
	return 1;
}

static int number_at(const struct lexer *l, u32 off, u32 len, u64 *v, struct pagesnap_diag *d)
{
	int err = pagesnap_number(l->s + off, len, v);

	if (err == -ERANGE)
		return pagesnap_diag(d, -EINVAL, off, "number does not fit 64 bits");
	if (err)
		return pagesnap_diag(d, -EINVAL, off, "number expected, decimal or 0x hex");
	return 0;
}

/* START+COUNT, START- or START, in one word. */
static int range_word(const struct lexer *l, const struct word *w, struct pagesnap_query *q,
		      struct pagesnap_diag *d)
{
	const char *s = l->s + w->off;
	u32 plus = pagesnap_find(s, w->len, '+');
	u32 minus = pagesnap_find(s, w->len, '-');
	u64 count;
	int err;

	if (plus < w->len) {
		err = number_at(l, w->off, plus, &q->start, d) ?:
		      number_at(l, w->off + plus + 1, w->len - plus - 1, &count, d);
		if (err)
			return err;
		if (count > U64_MAX - q->start)
			return pagesnap_diag(d, -EINVAL, w->off + plus + 1,
					      "START+COUNT does not fit 64 bits");
		q->end = q->start + count;
		return 0;
	}
	if (w->len && minus == w->len - 1) {
		q->end = U64_MAX;
		return number_at(l, w->off, minus, &q->start, d);
	}
	err = number_at(l, w->off, w->len, &q->start, d);
	if (err)
		return err;
	if (q->start == U64_MAX)
		return pagesnap_diag(d, -EINVAL, w->off, "START is past every page");
	q->end = q->start + 1;
	return 0;
}

/* Value of a decimal or octal digit, more than 9 if it is none. */
static u32 digit(char c)
{
	return (unsigned char)(c - '0');
}

static bool looks_numeric(const struct lexer *l, const struct word *w)
{
	return !w->quoted && w->len && digit(l->s[w->off]) < 10;
}

static bool is_range(const struct lexer *l, const struct word *w)
{
	return looks_numeric(l, w) && pagesnap_find(l->s + w->off, w->len, '=') == w->len;
}

/*
 * The range, if the next word is one.  On return @w is the first word that
 * is not of the range; the return value is that of next_word().
 */
static int parse_range(struct lexer *l, struct word *w, struct pagesnap_query *q,
		       struct pagesnap_diag *d)
{
	u32 i;
	int more;

	if (!is_range(l, w))
		return 1;
	if (range_word(l, w, q, d))
		return d->err;
	q->has_range = true;
	i = w->off + pagesnap_find(l->s + w->off, w->len, '+');
	if (i < w->off + w->len || l->s[w->off + w->len - 1] == '-')
		return next_word(l, w, d);
	more = next_word(l, w, d);
	if (more <= 0 || !looks_numeric(l, w))
		return more;
	if (number_at(l, w->off, w->len, &q->end, d))
		return d->err;
	if (q->start > q->end)
		return pagesnap_diag(d, -EINVAL, w->off, "END is below START");
	return next_word(l, w, d);
}

static bool has_prefix(const char *s, u32 len, const char *prefix)
{
	u32 n = strlen(prefix);

	return len >= n && !memcmp(s, prefix, n);
}

static int parse_path(struct lexer *l, const struct word *w, struct pagesnap_query *q,
		      struct pagesnap_diag *d)
{
	const char *s = l->s + w->off;

	if (q->subject == PAGESNAP_SUBJECT_SB && !w->quoted && has_prefix(s, w->len, "type:")) {
		q->has_type = true;
		q->type.off = w->off + 5;
		q->type.len = w->len - 5;
		if (!q->type.len)
			return pagesnap_diag(d, -EINVAL, w->off + 5, "type:NAME needs a name");
		return 0;
	}
	if (!w->len || s[0] != '/')
		return pagesnap_diag(d, -EINVAL, w->off, "absolute path expected");
	q->path.off = w->off;
	q->path.len = w->len;
	q->quoted = w->quoted;
	return 0;
}

static int parse_pid(struct lexer *l, const struct word *w, struct pagesnap_query *q,
		     struct pagesnap_diag *d)
{
	u64 pid;

	if (w->quoted || number_at(l, w->off, w->len, &pid, d))
		return pagesnap_diag(d, -EINVAL, w->off, "PID expected");
	if (!pid || pid > INT_MAX)
		return pagesnap_diag(d, -EINVAL, w->off, "no such PID is possible");
	q->pid = pid;
	q->target_col = w->off;
	return 0;
}

static const char uid_prefix[] = "uid:";
static const char cgroup_prefix[] = "cgroup:";
#define UID_PREFIX_LEN (sizeof(uid_prefix) - 1)
#define CGROUP_PREFIX_LEN (sizeof(cgroup_prefix) - 1)

/* What is behind "uid:". */
static int target_uid(struct pagesnap_query *q, const char *text, u32 off, u32 len,
		      struct pagesnap_diag *d)
{
	u64 uid;
	int err = pagesnap_number(text + off, len, &uid);

	if (err == -EINVAL)
		return pagesnap_diag(d, -EINVAL, off, "uid:N needs a number");
	/* The last one stands for none. */
	if (err || uid >= U32_MAX)
		return pagesnap_diag(d, -EINVAL, off, "no such uid is possible");
	q->target = PAGESNAP_TARGET_UID;
	q->uid = uid;
	return 0;
}

/* What is behind "cgroup:", without quotes. */
static int target_cgroup(struct pagesnap_query *q, const char *text, u32 off, u32 len,
			 struct pagesnap_diag *d)
{
	if (len && text[off] == '@' && !q->quoted) {
		if (pagesnap_number(text + off + 1, len - 1, &q->cgroup))
			return pagesnap_diag(d, -EINVAL, off + 1, "cgroup:@INODE needs a number");
		q->target = PAGESNAP_TARGET_CGROUP_ID;
		return 0;
	}
	if (!len || text[off] != '/')
		return pagesnap_diag(d, -EINVAL, off, "cgroup: needs /PATH or @INODE");
	q->target = PAGESNAP_TARGET_CGROUP_PATH;
	q->path.off = off;
	q->path.len = len;
	return 0;
}

/**
 * pagesnap_query_target() - read a target that is no PID, and has no quotes
 * @q: query; gets it
 * @text: what it stands in
 * @off: where
 * @len: its bytes
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_query_target(struct pagesnap_query *q, const char *text, u32 off, u32 len,
			  struct pagesnap_diag *d)
{
	q->quoted = false;
	q->target_col = off;
	if (has_prefix(text + off, len, uid_prefix))
		return target_uid(q, text, off + UID_PREFIX_LEN, len - UID_PREFIX_LEN, d);
	if (has_prefix(text + off, len, cgroup_prefix))
		return target_cgroup(q, text, off + CGROUP_PREFIX_LEN, len - CGROUP_PREFIX_LEN, d);
	return pagesnap_diag(d, -EINVAL, off, "PID, uid:N, cgroup:/PATH or cgroup:@INODE expected");
}

/* cgroup:"PATH": to the lexer, quotes begin a word. */
static int quoted_cgroup(struct lexer *l, const struct word *w, struct pagesnap_query *q,
			 struct pagesnap_diag *d)
{
	struct word path = { };

	l->pos = w->off + CGROUP_PREFIX_LEN;
	if (quoted_word(l, &path, d))
		return d->err;
	q->quoted = true;
	q->target_col = w->off;
	return target_cgroup(q, l->s, path.off, path.len, d);
}

static int parse_task(struct lexer *l, const struct word *w, struct pagesnap_query *q,
		      struct pagesnap_diag *d)
{
	const char *s = l->s + w->off;

	if (looks_numeric(l, w))
		return parse_pid(l, w, q, d);
	if (!w->quoted && w->len > CGROUP_PREFIX_LEN && s[CGROUP_PREFIX_LEN] == '"' &&
	    has_prefix(s, w->len, cgroup_prefix))
		return quoted_cgroup(l, w, q, d);
	return pagesnap_query_target(q, l->s, w->off, w->quoted ? 0 : w->len, d);
}

static int parse_subject(const struct pagesnap_grammar *g, struct lexer *l, const struct word *w,
			 struct pagesnap_query *q, struct pagesnap_diag *d)
{
	if (q->subject != PAGESNAP_SUBJECT_TASK)
		return parse_path(l, w, q, d);
	return g->targets ? parse_task(l, w, q, d) : parse_pid(l, w, q, d);
}

static const char no_range[] = "uid: and cgroup: take no range";

/* addr=FROM-TO, bytes as /proc/PID/maps prints them, or with 0x. */
static int parse_addr(struct pagesnap_query *q, u32 page_shift, const char *v, u32 len, u32 col,
		      struct pagesnap_diag *d)
{
	u64 mask = (1ULL << page_shift) - 1;
	u32 dash = pagesnap_find(v, len, '-');
	u64 bound[2];
	u32 i, off = 0, n = dash;

	if (q->has_range)
		return pagesnap_diag(d, -EINVAL, col, "a range was given before addr=");
	if (dash == len)
		return pagesnap_diag(d, -EINVAL, col, "addr=FROM-TO expected");
	for (i = 0; i < 2; i++, off = dash + 1, n = len - dash - 1) {
		u32 skip = has_prefix(v + off, n, "0x") ? 2 : 0;

		if (pagesnap_number_in(v + off + skip, n - skip, 16, &bound[i]))
			return pagesnap_diag(d, -EINVAL, col + off, "hex address expected");
	}
	if (bound[0] > bound[1])
		return pagesnap_diag(d, -EINVAL, col + off, "TO is below FROM");
	q->has_range = true;
	q->start = bound[0] >> page_shift;
	q->end = (bound[1] >> page_shift) + !!(bound[1] & mask);
	return 0;
}

static int parse_dev(struct pagesnap_query *q, const char *v, u32 len, u32 col,
		     struct pagesnap_diag *d)
{
	u32 colon = pagesnap_find(v, len, ':');
	u64 major, minor;

	if (colon == len || pagesnap_number(v, colon, &major) || major > U32_MAX ||
	    pagesnap_number(v + colon + 1, len - colon - 1, &minor) || minor > U32_MAX)
		return pagesnap_diag(d, -EINVAL, col, "dev=MAJOR:MINOR expected");
	q->has_dev = true;
	q->dev_major = major;
	q->dev_minor = minor;
	return 0;
}

static int parse_tag(struct pagesnap_query *q, const char *v, u32 len, u32 col,
		     struct pagesnap_diag *d)
{
	u32 i;

	if (!len || len > PAGESNAP_TAG_MAX)
		return pagesnap_diag(d, -EINVAL, col, "tag= takes 1 to 31 bytes");
	for (i = 0; i < len; i++)
		if (v[i] < 0x21 || v[i] > 0x7e || v[i] == '\\' || v[i] == '"')
			return pagesnap_diag(d, -EINVAL, col + i, "tag= takes printable ASCII");
	memcpy(q->tag, v, len);
	q->tag[len] = '\0';
	return 0;
}

/* No strlen(): most words differ in their first byte. */
static bool is_word(const char *v, u32 len, const char *word)
{
	u32 i;

	for (i = 0; i < len && word[i] && v[i] == word[i]; i++)
		;
	return i == len && !word[i];
}

static int parse_format(struct pagesnap_query *q, const char *v, u32 len, u32 col,
			struct pagesnap_diag *d)
{
	q->binary = is_word(v, len, "binary");
	if (q->binary || is_word(v, len, "text"))
		return 0;
	return pagesnap_diag(d, -EINVAL, col, "format= takes text or binary");
}

static int parse_to(struct pagesnap_query *q, const char *v, u32 len, u32 col,
		    struct pagesnap_diag *d)
{
	static const char *const words[] = {
		[PAGESNAP_TO_READER] = "reader", [PAGESNAP_TO_TRACE] = "trace",
		[PAGESNAP_TO_BOTH] = "both",
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (is_word(v, len, words[i]))
			break;
	if (i == ARRAY_SIZE(words))
		return pagesnap_diag(d, -EINVAL, col, "to= takes reader, trace or both");
	q->to = i;
	return 0;
}

static int parse_limit(struct pagesnap_query *q, const char *v, u32 len, u32 col,
		       struct pagesnap_diag *d)
{
	if (pagesnap_number(v, len, &q->limit) || !q->limit)
		return pagesnap_diag(d, -EINVAL, col, "limit= takes a number of records above 0");
	return 0;
}

static int parse_children(struct pagesnap_query *q, const char *v, u32 len, u32 col,
			  struct pagesnap_diag *d)
{
	if (pagesnap_parse_bool(&q->children, v, len, "children= takes 0 or 1", d))
		d->col += col;
	return d->err;
}

/* Options that every collection has. Return: 1 if @key is none of them. */
static int core_option(const struct pagesnap_grammar *g, struct pagesnap_query *q, const char *key,
		       u32 key_len, const char *v, u32 len, u32 col, struct pagesnap_diag *d)
{
	if (is_word(key, key_len, "tag"))
		return parse_tag(q, v, len, col, d);
	if (is_word(key, key_len, "format"))
		return parse_format(q, v, len, col, d);
	if (is_word(key, key_len, "limit"))
		return parse_limit(q, v, len, col, d);
	if (is_word(key, key_len, "to"))
		return parse_to(q, v, len, col, d);
	if (is_word(key, key_len, "addr") && q->target != PAGESNAP_TARGET_PID)
		return pagesnap_diag(d, -EINVAL, col - key_len - 1, no_range);
	if (is_word(key, key_len, "addr") && g->subject == PAGESNAP_SUBJECT_TASK)
		return parse_addr(q, g->page_shift, v, len, col, d);
	if (is_word(key, key_len, "children") && g->targets)
		return parse_children(q, v, len, col, d);
	if (is_word(key, key_len, "dev") && q->has_type)
		return parse_dev(q, v, len, col, d);
	return 1;
}

static int parse_option(const struct pagesnap_grammar *g, const struct lexer *l,
			const struct word *w, struct pagesnap_query *q, void *sel,
			struct pagesnap_diag *d)
{
	const char *s = l->s + w->off;
	u32 eq = pagesnap_find(s, w->len, '=');
	const struct pagesnap_option *o;
	u32 col = w->off + eq + 1;
	int err;

	if (w->quoted || eq == w->len || !eq)
		return pagesnap_diag(d, -EINVAL, w->off, "START, END or key=value expected");
	err = core_option(g, q, s, eq, s + eq + 1, w->len - eq - 1, col, d);
	if (err <= 0)
		return err;
	for (o = g->options; o && o->key; o++) {
		if (!is_word(s, eq, o->key))
			continue;
		d->col = 0;
		err = o->parse((char *)sel + o->at, q, s + eq + 1, w->len - eq - 1, d);
		if (err)
			d->col += col;
		return err;
	}
	return pagesnap_diag(d, -EINVAL, w->off, "unknown key");
}

static int check_bytes(const char *line, u32 len, struct pagesnap_diag *d)
{
	u32 zero = pagesnap_find(line, len, '\0');

	if (len > PAGESNAP_LINE_MAX)
		return pagesnap_diag(d, -E2BIG, PAGESNAP_LINE_MAX, "line is too long");
	if (zero < len)
		return pagesnap_diag(d, -EINVAL, zero, "zero byte in the line");
	return 0;
}

static int begin_query(const struct pagesnap_grammar *g, const char *line, u32 len,
		       struct pagesnap_query *q, struct pagesnap_diag *d)
{
	memset(q, 0, sizeof(*q));
	memset(d, 0, sizeof(*d));
	q->subject = g->subject;
	q->end = U64_MAX;
	q->limit = U64_MAX;
	return check_bytes(line, len, d);
}

/**
 * pagesnap_query_options() - parse a line that has only options
 * @g: what it may say
 * @line: line, without its newline; may be blank
 * @len: its bytes
 * @q: result
 * @sel: passed to the options of the collection, set to its defaults
 * @d: what is wrong, if something is
 *
 * Return: 0, or the negative errno in @d.
 */
int pagesnap_query_options(const struct pagesnap_grammar *g, const char *line, u32 len,
			   struct pagesnap_query *q, void *sel, struct pagesnap_diag *d)
{
	struct lexer l = { .s = line, .len = len };
	struct word w = { };
	int more;

	if (begin_query(g, line, len, q, d))
		return d->err;
	while ((more = next_word(&l, &w, d)) > 0) {
		if (parse_option(g, &l, &w, q, sel, d))
			return d->err;
		if (q->has_range)
			return pagesnap_diag(d, -EINVAL, w.off, "a range is no option");
	}
	return more;
}

/**
 * pagesnap_query_parse() - parse a line that is not blank
 * @g: what it may say
 * @line: line, without its newline
 * @len: its bytes
 * @q: result
 * @sel: passed to the options of the collection, set to its defaults
 * @d: what is wrong, if something is
 *
 * Return: 0, or the negative errno in @d.
 */
int pagesnap_query_parse(const struct pagesnap_grammar *g, const char *line, u32 len,
			 struct pagesnap_query *q, void *sel, struct pagesnap_diag *d)
{
	struct lexer l = { .s = line, .len = len };
	struct word w = { };
	int more;

	if (begin_query(g, line, len, q, d))
		return d->err;

	more = next_word(&l, &w, d);
	if (more > 0 && g->subject != PAGESNAP_SUBJECT_NONE) {
		if (parse_subject(g, &l, &w, q, d))
			return d->err;
		more = next_word(&l, &w, d);
	}
	if (more > 0 && q->target != PAGESNAP_TARGET_PID && is_range(&l, &w))
		return pagesnap_diag(d, -EINVAL, w.off, no_range);
	if (more > 0 && g->subject != PAGESNAP_SUBJECT_SB)
		more = parse_range(&l, &w, q, d);
	while (more > 0) {
		if (parse_option(g, &l, &w, q, sel, d))
			return d->err;
		more = next_word(&l, &w, d);
	}
	return more;
}

/**
 * pagesnap_query_wants_binary() - does a line that is no good ask for binary?
 * @line: line
 * @len: its bytes
 *
 * A program that reads records must get its errors as records as well, so the
 * word counts wherever it stands.
 *
 * Return: true if the last word of format= is format=binary.
 */
bool pagesnap_query_wants_binary(const char *line, u32 len)
{
	bool binary = false;
	u32 pos, n;

	for (pos = 0; pos < len; pos += n + 1) {
		for (n = 0; pos + n < len && !is_blank(line[pos + n]); n++)
			;
		if (has_prefix(line + pos, n, "format="))
			binary = is_word(line + pos, n, "format=binary");
	}
	return binary;
}

/* The byte that an escape stands for. Return: bytes used, or a fault. */
static int unescape(const char *s, u32 len, char *c)
{
	u32 v;

	if (len < 2)
		return -EINVAL;
	if (s[1] == '\\' || s[1] == '"') {
		*c = s[1];
		return 2;
	}
	if (len < 4 || digit(s[1]) > 3 || digit(s[2]) > 7 || digit(s[3]) > 7)
		return -EINVAL;
	v = digit(s[1]) << 6 | digit(s[2]) << 3 | digit(s[3]);
	if (!v)
		return -EINVAL;
	*c = v;
	return 4;
}

/**
 * pagesnap_query_path() - the path of a query, escapes resolved
 * @q: query
 * @line: the line it was parsed from
 * @buf: gets the path, with a zero byte
 * @cap: size of @buf
 * @d: what is wrong, if something is
 *
 * Return: length of the path, or a negative errno: -ENAMETOOLONG, or -EINVAL
 * for a bad escape.
 */
int pagesnap_query_path(const struct pagesnap_query *q, const char *line, char *buf, u32 cap,
			struct pagesnap_diag *d)
{
	const char *s = line + q->path.off;
	u32 i = 0, n = 0, plain;
	int used;

	while (i < q->path.len) {
		plain = q->path.len - i;
		if (q->quoted)
			plain = pagesnap_find(s + i, plain, '\\');
		/* An escape makes at least one byte. */
		if (n + plain + !plain >= cap)
			return pagesnap_diag(d, -ENAMETOOLONG, q->path.off, "path is too long");
		memcpy(buf + n, s + i, plain);
		i += plain;
		n += plain;
		if (plain)
			continue;
		used = unescape(s + i, q->path.len - i, &buf[n++]);
		if (used < 0)
			return pagesnap_diag(d, -EINVAL, q->path.off + i,
					      "\\\", \\\\ or \\ooo expected");
		i += used;
	}
	buf[n] = '\0';
	return n;
}
