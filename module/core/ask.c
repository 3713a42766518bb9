// SPDX-License-Identifier: GPL-2.0
/*
 * Queries as structures, in place of lines of text.  Pure.
 *
 * They may stand anywhere in memory, aligned or not.
 */
#include "ask.h"

#define HEAD sizeof(struct pagesnap_ask)
/* That of the kernel, with a zero byte at the end. */
#define PATH_BYTES 4096

/* One that is not aligned. */
struct loose_ask {
	struct pagesnap_ask head;
} __packed __attribute__((__may_alias__));

static const struct loose_ask *at(const char *ask)
{
	return (const void *)ask;
}

/* Can what follows it be found? */
static bool has_length(const char *ask)
{
	u32 len = at(ask)->head.len;

	return len >= HEAD && len <= PAGESNAP_ASK_MAX && !(len % 8);
}

/**
 * pagesnap_ask_goes_on() - is it a structure, and no line of text?
 * @ask: bytes so far
 * @len: how many
 * @next: the one behind them
 *
 * Return: true if so, as far as can be known yet.
 */
bool pagesnap_ask_goes_on(const char *ask, u32 len, char next)
{
	static const char magic[] = PAGESNAP_ASK_MAGIC;

	if (len >= PAGESNAP_ASK_MAGIC_LEN)
		return !memcmp(ask, magic, PAGESNAP_ASK_MAGIC_LEN);
	return next == magic[len] && (!len || !memcmp(ask, magic, len));
}

/**
 * pagesnap_ask_wants() - how long is it?
 * @ask: its first bytes
 * @len: how many there are
 *
 * Return: bytes of the whole, if @len are enough to tell; else of what is needed for that.
 */
u32 pagesnap_ask_wants(const char *ask, u32 len)
{
	if (len < PAGESNAP_ASK_MAGIC_LEN)
		return len + 1;
	if (len < HEAD)
		return HEAD;
	return has_length(ask) ? at(ask)->head.len : HEAD;
}

/**
 * pagesnap_ask_is_options() - does it say how queries behind it are answered?
 * @ask: the whole, or less
 * @len: bytes of it
 *
 * Return: true if it has options, good or bad.
 */
bool pagesnap_ask_is_options(const char *ask, u32 len)
{
	return len >= HEAD && at(ask)->head.type == PAGESNAP_ASK_OPTIONS;
}

/**
 * pagesnap_ask_is_lost() - can nothing behind it be found any more?
 * @ask: the whole, or less
 * @len: bytes of it
 *
 * Return: true if its length is impossible.
 */
bool pagesnap_ask_is_lost(const char *ask, u32 len)
{
	return len >= HEAD && !has_length(ask);
}

/**
 * pagesnap_ask_bytes() - where its path or its options are
 * @ask: the whole, or less
 * @len: bytes of it
 *
 * Return: the bytes behind the head, as many of them as there are.
 */
struct pagesnap_slice pagesnap_ask_bytes(const char *ask, u32 len)
{
	struct pagesnap_slice bytes = { .off = len < HEAD ? len : HEAD };
	u32 nr;

	if (len < HEAD)
		return bytes;
	nr = at(ask)->head.nr;
	bytes.len = nr < len - HEAD ? nr : len - HEAD;
	return bytes;
}

/**
 * pagesnap_ask_col() - which column is an error about it to name?
 * @ask: the whole, or less
 * @len: bytes of it
 *
 * Return: column from 1, 0 for none.
 */
u32 pagesnap_ask_col(const char *ask, u32 len)
{
	return len < HEAD ? 0 : at(ask)->head.col;
}

static bool are_zeros(const char *s, u32 len)
{
	u32 i;

	for (i = 0; i < len && !s[i]; i++)
		;
	return i == len;
}

/**
 * pagesnap_ask_check() - is it a whole structure, and one that is known?
 * @ask: bytes, which begin as one does
 * @len: how many
 * @d: what is wrong, if something is
 *
 * Return: 0 or -EINVAL.
 */
int pagesnap_ask_check(const char *ask, u32 len, struct pagesnap_diag *d)
{
	const struct loose_ask *a = at(ask);

	memset(d, 0, sizeof(*d));
	if (len < HEAD)
		return pagesnap_diag(d, -EINVAL, 0, "the structure is cut short");
	if (!has_length(ask))
		return pagesnap_diag(d, -EINVAL, 0,
				     "a structure of an impossible length: none behind it can be found");
	if (a->head.len != len)
		return pagesnap_diag(d, -EINVAL, 0, "the structure is cut short");
	if (a->head.type != PAGESNAP_ASK_OPTIONS && a->head.type != PAGESNAP_ASK_QUERY)
		return pagesnap_diag(d, -EINVAL, 0, "a structure of unknown type");
	if (a->head.nr > len - HEAD || len - HEAD - a->head.nr >= 8)
		return pagesnap_diag(d, -EINVAL, 0, "nr and len of the structure differ");
	if (!are_zeros(ask + HEAD + a->head.nr, len - HEAD - a->head.nr))
		return pagesnap_diag(d, -EINVAL, 0, "the structure is not padded with zeros");
	if (a->head.type == PAGESNAP_ASK_OPTIONS &&
	    (a->head.flags || a->head.start || a->head.end || a->head.pid || a->head.col))
		return pagesnap_diag(d, -EINVAL, 0, "options have no flags, range, PID or column");
	return 0;
}

static void take_range(const struct loose_ask *a, struct pagesnap_query *q)
{
	q->has_range = a->head.flags & PAGESNAP_ASK_RANGE;
	q->start = a->head.start;
	q->end = q->has_range ? a->head.end : U64_MAX;
}

static int check_range(const struct loose_ask *a, struct pagesnap_query *q,
		       struct pagesnap_diag *d)
{
	take_range(a, q);
	if (!q->has_range && (a->head.start || a->head.end))
		return pagesnap_diag(d, -EINVAL, 0, "a range without its flag");
	if (q->start > q->end)
		return pagesnap_diag(d, -EINVAL, 0, "END is below START");
	if (q->has_range && q->subject == PAGESNAP_SUBJECT_SB)
		return pagesnap_diag(d, -EINVAL, 0, "a filesystem has no range of pages");
	return 0;
}

static int check_path(const char *path, u32 len, struct pagesnap_diag *d)
{
	if (!len || *path != '/')
		return pagesnap_diag(d, -EINVAL, 0, "absolute path expected");
	if (len >= PATH_BYTES)
		return pagesnap_diag(d, -ENAMETOOLONG, 0, "path is too long");
	if (pagesnap_find(path, len, '\0') < len)
		return pagesnap_diag(d, -EINVAL, 0, "zero byte in the path");
	return 0;
}

/* In place of a PID; its path is taken as it is. */
static int check_target(const char *ask, u32 nr, struct pagesnap_query *q,
			struct pagesnap_diag *d)
{
	q->pid = 0;
	q->path.len = 0;
	if (pagesnap_query_target(q, ask, HEAD, nr, d) ||
	    (q->target == PAGESNAP_TARGET_CGROUP_PATH &&
	     check_path(ask + q->path.off, q->path.len, d)))
		d->col = 0;
	else if (q->has_range)
		return pagesnap_diag(d, -EINVAL, 0, "uid: and cgroup: take no range");
	return d->err;
}

static void take_subject(const struct loose_ask *a, struct pagesnap_query *q)
{
	q->target = PAGESNAP_TARGET_PID;
	q->pid = a->head.pid;
	q->target_col = 0;
	q->quoted = false;
	q->path.off = HEAD;
	q->path.len = a->head.nr;
}

/* A path where one is wanted, a PID or a target where that is, and nothing else. */
static int check_subject(const struct pagesnap_grammar *g, const char *ask,
			 struct pagesnap_query *q, struct pagesnap_diag *d)
{
	const u32 nr = at(ask)->head.nr, pid = at(ask)->head.pid;
	bool of_path = q->subject == PAGESNAP_SUBJECT_FILE || q->subject == PAGESNAP_SUBJECT_SB;
	bool of_task = q->subject == PAGESNAP_SUBJECT_TASK;

	take_subject(at(ask), q);
	if (of_task && g->targets && nr && !pid)
		return check_target(ask, nr, q, d);
	if (nr && !of_path)
		return pagesnap_diag(d, -EINVAL, 0, "this file takes no path");
	if (pid && !of_task)
		return pagesnap_diag(d, -EINVAL, 0, "this file takes no PID");
	if (of_task && (!pid || pid > INT_MAX))
		return pagesnap_diag(d, -EINVAL, 0, "no such PID is possible");
	return of_path ? check_path(ask + HEAD, nr, d) : 0;
}

/**
 * pagesnap_ask_parse() - what a structure asks for
 * @g: what queries of this file are about
 * @ask: the structure, and what follows it
 * @len: bytes of it
 * @q: what its options say; gets the rest
 * @d: what is wrong, if something is; always with column 0
 *
 * Return: 0, or the negative errno in @d.
 */
int pagesnap_ask_parse(const struct pagesnap_grammar *g, const char *ask, u32 len,
		       struct pagesnap_query *q, struct pagesnap_diag *d)
{
	const struct loose_ask *a = at(ask);

	if (pagesnap_ask_check(ask, len, d))
		return d->err;
	if (a->head.type != PAGESNAP_ASK_QUERY)
		return pagesnap_diag(d, -EINVAL, 0, "options are no query");
	if (a->head.flags & ~(PAGESNAP_ASK_RANGE | PAGESNAP_ASK_BRIEF))
		return pagesnap_diag(d, -EINVAL, 0, "a structure with unknown flags");
	q->brief = a->head.flags & PAGESNAP_ASK_BRIEF;
	q->subject = g->subject;
	return check_range(a, q, d) ?: check_subject(g, ask, q, d);
}

/**
 * pagesnap_ask_again() - the same, where that found nothing wrong
 * @g: what queries of this file are about
 * @ask: the structure, and what follows it
 * @q: what its options say; gets the rest
 *
 * Return: false if it has to be parsed all the same.
 */
bool pagesnap_ask_again(const struct pagesnap_grammar *g, const char *ask,
			struct pagesnap_query *q)
{
	const struct loose_ask *a = at(ask);

	/* a target is text */
	if (g->subject == PAGESNAP_SUBJECT_TASK)
		return false;
	q->brief = a->head.flags & PAGESNAP_ASK_BRIEF;
	q->subject = g->subject;
	take_range(a, q);
	take_subject(a, q);
	return true;
}
