// SPDX-License-Identifier: GPL-2.0
/* open, close, and all the ways to read and write. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "action.h"
#include "complain.h"

#define IOVECS 16
/* Bytes of a line that is too long. */
#define LONG_MAX_ (80 << 10)
/* Up to 2^23, and one more bit. */
#define HUGE_SHIFT 24

long do_open(struct call *c)
{
	return slot_open(c->s, c->a % CONTROLS, c->b);
}

long do_reopen(struct call *c)
{
	return slot_open(c->s, -1, c->b);
}

long do_close(struct call *c)
{
	slot_close(c->s);
	return 0;
}

/* Writing ------------------------------------------------------------------ */

/* In pieces of @a bytes, but not too many. */
long do_write(struct call *c)
{
	size_t piece = c->a ? c->a : c->len, at = 0, n;
	long ret;

	if (piece < c->len / 8)
		piece = c->len / 8;
	do {
		n = c->len - at < piece ? c->len - at : piece;
		ret = slot_wrote(c->s, c->text + at, n, done(write(c->s->fd, c->text + at, n)));
		at += n;
	} while (ret == (long)n && at < c->len);
	return ret;
}

/* @text in @piece bytes each; the one with number @hole is of no bytes. */
static int cut(char *text, size_t len, size_t piece, unsigned int hole, struct iovec *v)
{
	int n = 0;

	if (!piece)
		piece = 1 + len / 3;
	for (; len && n < IOVECS; n++) {
		v[n] = (struct iovec){ text, len < piece ? len : piece };
		if (n == (int)hole)
			v[n].iov_len = 0;
		text += v[n].iov_len;
		len -= v[n].iov_len;
	}
	return n;
}

static size_t sum(const struct iovec *v, int n)
{
	size_t len = 0;

	while (n--)
		len += v[n].iov_len;
	return len;
}

long do_writev(struct call *c)
{
	struct iovec v[IOVECS];
	int n = cut((char *)c->text, c->len, c->a, c->b, v);

	return slot_wrote(c->s, c->text, sum(v, n), done(writev(c->s->fd, v, n)));
}

long do_pwrite(struct call *c)
{
	return slot_wrote(c->s, c->text, c->len,
			  done(pwrite(c->s->fd, c->text, c->len, (off_t)(int)c->a)));
}

long do_pwritev2(struct call *c)
{
	struct iovec v[IOVECS];
	int n = cut((char *)c->text, c->len, c->a, IOVECS, v);

	return slot_wrote(c->s, c->text, sum(v, n),
			  done(pwritev2(c->s->fd, v, n, c->b & 1 ? -1 : 0, c->b >> 1)));
}

static void *bad_pointer(struct world *w, unsigned int kind)
{
	/* The page below 0x7ffffffff000 is the stack's where addresses aren't random. */
	static const uintptr_t bad[] = {
		0, 1, 0x1000, 0x100000000000, 0x7ffffffff000, 0x8000000000000000,
		0xffff888000001000, 0xffffffff81000000, 0xffffffffff600000, ~0ul,
	};

	if (kind >= sizeof(bad) / sizeof(bad[0]))
		return w->edge;
	return (void *)bad[kind];
}

/* Numbers of bytes that no buffer has. */
static size_t bad_length(uint32_t b)
{
	static const size_t lengths[] = { 1, 4096, 1 << 20, 0x7fffffff, 0x80000000, ~0ul >> 1, ~0ul };

	return lengths[b % (sizeof(lengths) / sizeof(lengths[0]))];
}

static long not_taken(long n, const char *what)
{
	if (n > 0)
		complain("%s a bad pointer gave %ld bytes", what, n);
	return n;
}

/* From a pointer that is bad, or becomes so behind the text. */
long do_badwrite(struct call *c)
{
	size_t len = bad_length(c->b);
	char *from = bad_pointer(c->w, c->a % 16);
	long n;

	if (from != c->w->edge) {
		n = not_taken(done(write(c->s->fd, from, len)), "write from");
		stream_uncount(c->s->stream);
		return n;
	}
	from = c->w->edge + 1 - c->len;
	memcpy(from, c->text, c->len);
	n = done(write(c->s->fd, from, c->len + 1 + c->b % 5000));
	return slot_wrote(c->s, from, c->len + 1, n);
}

/* The first line of the text, with more of the same behind it: @a bytes in all. */
long do_long(struct call *c)
{
	static const char *const more[] = {
		"x", "/", "./", "\\", "\"", " ", "1", " x=1", ",lru", "\\040", "\303\274", "=", "a ",
	};
	const char *word = more[c->b % (sizeof(more) / sizeof(more[0]))], *newline;
	static char line[LONG_MAX_ + 64];
	size_t want = c->a % LONG_MAX_, len = c->len;

	newline = memchr(c->text, '\n', len);
	if (newline)
		len = newline - c->text;
	memcpy(line, c->text, len);
	for (; len < want; len += strlen(word))
		memcpy(line + len, word, strlen(word));
	line[len++] = '\n';
	return slot_wrote(c->s, line, len, done(write(c->s->fd, line, len)));
}

/* Up to 9 megabytes of the same lines, @b bytes a write. */
long do_huge(struct call *c)
{
	size_t want = (1ul << c->a % HUGE_SHIFT) * 9 / 8, len = 0, at = 0, piece = c->b ? c->b : want, n;
	char *text;
	long ret = 0;

	if (!c->len)
		return 0;
	text = malloc(want + c->len);
	for (; len < want; len += c->len)
		memcpy(text + len, c->text, c->len);
	/* a write of few bytes each would take for ever */
	if (piece < 4000)
		piece = 4000;
	for (; at < len && ret >= 0; at += n) {
		n = len - at < piece ? len - at : piece;
		ret = slot_wrote(c->s, text + at, n, done(write(c->s->fd, text + at, n)));
	}
	free(text);
	return ret;
}

/* Reading ------------------------------------------------------------------ */

static size_t size_of(uint32_t a)
{
	return a < READ_MAX ? a : READ_MAX;
}

/* @b times */
long do_read(struct call *c)
{
	size_t size = size_of(c->a);
	uint32_t times = 1 + c->b % 8;
	long n;

	do
		n = slot_got(c->s, c->w->buf, size, done(read(c->s->fd, c->w->buf, size)));
	while (n > 0 && --times);
	return n;
}

long do_readv(struct call *c)
{
	struct iovec v[IOVECS];
	int n = cut(c->w->buf, size_of(c->a), c->b & 0xffff, c->b >> 16, v);

	return slot_got(c->s, c->w->buf, sum(v, n), done(readv(c->s->fd, v, n)));
}

long do_pread(struct call *c)
{
	size_t size = size_of(c->a);

	return slot_got(c->s, c->w->buf, size,
			done(pread(c->s->fd, c->w->buf, size, (off_t)(int)c->b)));
}

long do_preadv2(struct call *c)
{
	struct iovec v[IOVECS];
	int n = cut(c->w->buf, size_of(c->a), 0, IOVECS, v);

	return slot_got(c->s, c->w->buf, sum(v, n),
			done(preadv2(c->s->fd, v, n, c->b & 1 ? -1 : 0, c->b >> 1)));
}

long do_badread(struct call *c)
{
	char *to = bad_pointer(c->w, c->a % 16);
	size_t room;

	if (to != c->w->edge)
		return slot_got(c->s, to, 1,
				not_taken(done(read(c->s->fd, to, bad_length(c->b))), "read to"));
	room = c->b % 300;
	to = c->w->edge + 1 - room;
	return slot_got(c->s, to, 1, done(read(c->s->fd, to, room + 1 + c->b % 9999)));
}

long do_lseek(struct call *c)
{
	return done(lseek(c->s->fd, (off_t)(int)c->a << (c->b >> 3 & 31), c->b & 7));
}
