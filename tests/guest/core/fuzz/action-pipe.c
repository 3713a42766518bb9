// SPDX-License-Identifier: GPL-2.0
/* Bytes that come and go by the kernel's own hands: sendfile, splice, tee. */
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "action.h"

/* What a pipe holds. */
#define PIPE_SIZE (64 << 10)

static void empty(struct world *w)
{
	while (read(w->pipe[0], w->buf, READ_MAX) > 0)
		;
	while (read(w->pipe2[0], w->buf, READ_MAX) > 0)
		;
}

/* @len bytes from a pipe. */
static bool fetch(int fd, char *buf, long len)
{
	long n = 0, got = 0;

	while (got < len && (n = read(fd, buf + got, len - got)) > 0)
		got += n;
	return got == len;
}

static size_t size_of(uint32_t a)
{
	return a < PIPE_SIZE ? a : PIPE_SIZE;
}

/*
 * The kernel reads until it has all or gets nothing, and the latter is not
 * seen: a new stream may have begun, of another format.
 */
static void maybe_ended(struct call *c, long n, size_t asked)
{
	if (n > 0 && n < (long)asked)
		stream_loosen(c->s->stream);
}

long do_sendfile_from(struct call *c)
{
	size_t size = size_of(c->a);
	off_t off = 0;
	long n;

	if (c->b % 4 == 0) {
		n = done(sendfile(c->w->null, c->s->fd, c->b & 4 ? &off : NULL, size));
		stream_loosen(c->s->stream);
		return n;
	}
	if (c->b % 4 == 1) {
		/* what does not fit the pipe is lost */
		stream_loosen(c->s->stream);
		n = done(sendfile(c->w->pipe[1], c->s->fd, NULL, size));
		empty(c->w);
		return n;
	}
	if (ftruncate(c->w->memory, 0) || lseek(c->w->memory, 0, SEEK_SET))
		return 0;
	n = done(sendfile(c->w->memory, c->s->fd, NULL, size));
	if (n > 0 && pread(c->w->memory, c->w->buf, n, 0) != n)
		stream_loosen(c->s->stream);
	slot_got(c->s, c->w->buf, size, n);
	maybe_ended(c, n, size);
	return n;
}

long do_sendfile_to(struct call *c)
{
	off_t off = 0;

	if (ftruncate(c->w->memory, 0) ||
	    pwrite(c->w->memory, c->text, c->len, 0) != (long)c->len)
		return 0;
	return slot_wrote(c->s, c->text, c->len,
			  done(sendfile(c->s->fd, c->w->memory, &off, c->len + c->a % 100)));
}

long do_splice_from(struct call *c)
{
	size_t size = size_of(c->a);
	loff_t off = 0;
	long n;

	empty(c->w);
	n = done(splice(c->s->fd, c->b & 16 ? &off : NULL, c->w->pipe[1], NULL, size, c->b & 15));
	if (n > 0 && !fetch(c->w->pipe[0], c->w->buf, n))
		stream_loosen(c->s->stream);
	return slot_got(c->s, c->w->buf, size, n);
}

long do_splice_to(struct call *c)
{
	long n;

	empty(c->w);
	if (write(c->w->pipe[1], c->text, c->len) != (long)c->len)
		return 0;
	n = slot_wrote(c->s, c->text, c->len,
		       done(splice(c->w->pipe[0], NULL, c->s->fd, NULL, c->len + c->a % 100,
				   c->b & 15)));
	empty(c->w);
	return n;
}

/* Through a pipe to another one, and from there into a second file. */
long do_tee(struct call *c)
{
	struct slot *to = &c->w->slots[c->b % SLOTS];
	long n;

	empty(c->w);
	n = done(splice(c->s->fd, NULL, c->w->pipe[1], NULL, size_of(c->a), SPLICE_F_NONBLOCK));
	if (n <= 0)
		return slot_got(c->s, c->w->buf, size_of(c->a), n);
	if (tee(c->w->pipe[0], c->w->pipe2[1], n, SPLICE_F_NONBLOCK) < 0 ||
	    !fetch(c->w->pipe[0], c->w->buf, n))
		stream_loosen(c->s->stream);
	slot_got(c->s, c->w->buf, size_of(c->a), n);
	/* an answer is no good query: it is told line by line */
	if (to->fd >= 0 && to != c->s) {
		to->dirty = true;
		stream_uncount(to->stream);
		splice(c->w->pipe2[0], NULL, to->fd, NULL, n < 4096 ? n : 4096, SPLICE_F_NONBLOCK);
	}
	empty(c->w);
	return n;
}

long do_copy_range(struct call *c)
{
	loff_t off = 0;
	long n;

	if (c->b & 1) {
		n = done(copy_file_range(c->w->memory, &off, c->s->fd, NULL, c->a % 9999, 0));
		if (n > 0)
			stream_uncount(c->s->stream);
	} else {
		n = done(copy_file_range(c->s->fd, NULL, c->w->memory, &off, size_of(c->a), 0));
	}
	if (n > 0)
		stream_loosen(c->s->stream);
	return n;
}
