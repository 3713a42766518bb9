// SPDX-License-Identifier: GPL-2.0
/*
 * Queries as structures, in place of lines of text.  Pure.
 *
 * They may stand anywhere in memory, so what is looked at is copied first.
 */
#include "ask.h"

#define HEAD sizeof(struct pagesnap_ask)
/* That of the kernel, with a zero byte at the end. */
#define PATH_BYTES 4096

static struct pagesnap_ask head_of(const char *ask)
{
	struct pagesnap_ask head;

	memcpy(&head, ask, sizeof(head));
	return head;
}

/* Can what follows it be found? */
static bool has_length(const struct pagesnap_ask *head)
{
	return head->len >= HEAD && head->len <= PAGESNAP_ASK_MAX && !(head->len % 8);
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
	struct pagesnap_ask head;

	if (len < PAGESNAP_ASK_MAGIC_LEN)
		return len + 1;
	if (len < HEAD)
		return HEAD;
	head = head_of(ask);
	return has_length(&head) ? head.len : HEAD;
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
	return len >= HEAD && head_of(ask).type == PAGESNAP_ASK_OPTIONS;
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
	struct pagesnap_ask head;

	if (len < HEAD)
		return false;
	head = head_of(ask);
	return !has_length(&head);
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
	nr = head_of(ask).nr;
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
	return len < HEAD ? 0 : head_of(ask).col;
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
	struct pagesnap_ask head;

	memset(d, 0, sizeof(*d));
	if (len < HEAD)
		return pagesnap_diag(d, -EINVAL, 0, "the structure is cut short");
	head = head_of(ask);
	if (!has_length(&head))
		return pagesnap_diag(d, -EINVAL, 0,
				     "a structure of an impossible length: none behind it can be found");
	if (head.len != len)
		return pagesnap_diag(d, -EINVAL, 0, "the structure is cut short");
	if (head.type != PAGESNAP_ASK_OPTIONS && head.type != PAGESNAP_ASK_QUERY)
		return pagesnap_diag(d, -EINVAL, 0, "a structure of unknown type");
	if (head.nr > len - HEAD || len - HEAD - head.nr >= 8)
		return pagesnap_diag(d, -EINVAL, 0, "nr and len of the structure differ");
	if (!are_zeros(ask + HEAD + head.nr, len - HEAD - head.nr))
		return pagesnap_diag(d, -EINVAL, 0, "the structure is not padded with zeros");
	if (head.type == PAGESNAP_ASK_OPTIONS &&
	    (head.flags || head.start || head.end || head.pid || head.col))
		return pagesnap_diag(d, -EINVAL, 0, "options have no flags, range, PID or column");
	return 0;
}

static int check_range(const struct pagesnap_ask *head, struct pagesnap_query *q,
		       struct pagesnap_diag *d)
{
	if (head->flags & ~PAGESNAP_ASK_RANGE)
		return pagesnap_diag(d, -EINVAL, 0, "a structure with unknown flags");
	q->has_range = head->flags & PAGESNAP_ASK_RANGE;
	q->start = head->start;
	q->end = head->end;
	if (!q->has_range) {
		q->end = U64_MAX;
		if (head->start || head->end)
			return pagesnap_diag(d, -EINVAL, 0, "a range without its flag");
	}
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

/* A path where one is wanted, a PID or a target where that is, and nothing else. */
static int check_subject(const struct pagesnap_grammar *g, const char *ask,
			 struct pagesnap_query *q, struct pagesnap_diag *d)
{
	const struct pagesnap_ask copy = head_of(ask), *head = &copy;
	bool of_path = q->subject == PAGESNAP_SUBJECT_FILE || q->subject == PAGESNAP_SUBJECT_SB;
	bool of_task = q->subject == PAGESNAP_SUBJECT_TASK;

	q->target = PAGESNAP_TARGET_PID;
	if (of_task && g->targets && head->nr && !head->pid)
		return check_target(ask, head->nr, q, d);
	if (head->nr && !of_path)
		return pagesnap_diag(d, -EINVAL, 0, "this file takes no path");
	if (head->pid && !of_task)
		return pagesnap_diag(d, -EINVAL, 0, "this file takes no PID");
	if (of_task && (!head->pid || head->pid > INT_MAX))
		return pagesnap_diag(d, -EINVAL, 0, "no such PID is possible");
	q->pid = head->pid;
	q->target_col = 0;
	q->quoted = false;
	q->path.off = HEAD;
	q->path.len = head->nr;
	return of_path ? check_path(ask + HEAD, head->nr, d) : 0;
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
	struct pagesnap_ask head;

	if (pagesnap_ask_check(ask, len, d))
		return d->err;
	head = head_of(ask);
	if (head.type != PAGESNAP_ASK_QUERY)
		return pagesnap_diag(d, -EINVAL, 0, "options are no query");
	q->subject = g->subject;
	return check_range(&head, q, d) ?: check_subject(g, ask, q, d);
}
