// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: streams that are read twice
 *
 * A row says how its answer ended, which stands behind it in the stream.  To keep the rows until
 * then would take as much memory as there are; a file can be read again.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "source.h"

#define READ_SIZE (256 * 1024)

/* Waits for input or a signal, then reads. */
static ssize_t read_some(int fd, char *buf)
{
	struct pollfd fds[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = interrupt_fd(), .events = POLLIN },
	};
	ssize_t n;

	do {
		while (poll(fds, 2, -1) < 0)
			if (errno != EINTR)
				return -errno;
		if (interrupt_seen())
			return -EINTR;
		n = read(fd, buf, READ_SIZE);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int write_all(int fd, const char *buf, size_t len)
{
	ssize_t n;

	for (; len; buf += n, len -= n) {
		n = write(fd, buf, len);
		if (n < 0 && errno == EINTR)
			n = 0;
		if (n < 0)
			return -errno;
	}
	return 0;
}

/* A file that is gone when nobody has it open. */
static int open_spool(void)
{
	const char *folder = secure_getenv("TMPDIR");
	char *path;
	int fd;

	if (asprintf(&path, "%s/pagesnap.XXXXXX", folder && *folder ? folder : "/var/tmp") < 0)
		return -ENOMEM;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		fd = -errno;
	else
		unlink(path);
	free(path);
	return fd;
}

static int copy(int from, int to)
{
	char *buf = malloc(READ_SIZE);
	ssize_t n = buf ? 1 : -ENOMEM;
	int err = 0;

	while (n > 0 && !err) {
		n = read_some(from, buf);
		if (n > 0)
			err = write_all(to, buf, n);
	}
	free(buf);
	return err ?: n;
}

/* What can't be read twice is copied. */
static int keep(struct fleet_source *s)
{
	int spool = open_spool();
	int err = spool < 0 ? spool : copy(s->fd, spool);

	if (s->fd > STDIN_FILENO)
		close(s->fd);
	s->fd = spool;
	return err;
}

/**
 * fleet_source_open() - open a saved stream
 * @s: gets it; @name of it is set in any case
 * @path: file, "-" for stdin; must stay
 *
 * Return: 0 or a negative errno; fleet_source_close() is owed in any case.
 */
int fleet_source_open(struct fleet_source *s, const char *path)
{
	bool from_stdin = !strcmp(path, "-");
	struct stat st;

	s->name = from_stdin ? "stdin" : path;
	s->fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (s->fd < 0 || fstat(s->fd, &st))
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	return S_ISREG(st.st_mode) && !from_stdin ? 0 : keep(s);
}

/**
 * fleet_source_close() - close a saved stream
 * @s: stream
 */
void fleet_source_close(struct fleet_source *s)
{
	if (s->fd > STDIN_FILENO)
		close(s->fd);
	s->fd = -1;
}

/* 0, or a negative errno of reading, or what the decoder returned. */
static int decode(int fd, struct pagesnap_decoder *decoder, char *buf, struct fleet_end *end)
{
	ssize_t n;
	int err;

	while ((n = read_some(fd, buf)) > 0) {
		err = pagesnap_decoder_push(decoder, buf, n);
		if (err)
			return err;
	}
	end->failed = n < 0;
	return n < 0 ? n : pagesnap_decoder_finish(decoder);
}

/**
 * fleet_source_read() - decode a stream from its beginning
 * @s: stream
 * @fn: gets its records; a positive number ends it
 * @ctx: for @fn
 * @end: how the stream ended, if it got to its end
 *
 * Return: 0, what @fn returned if it is positive, -EINTR after a signal, or -ENOMEM.
 */
int fleet_source_read(const struct fleet_source *s, pagesnap_record_fn *fn, void *ctx,
		      struct fleet_end *end)
{
	struct pagesnap_decoder *decoder = pagesnap_decoder_new(fn, ctx);
	char *buf = malloc(READ_SIZE);
	int err = decoder && buf ? 0 : -ENOMEM;

	*end = (struct fleet_end){ .err = 0 };
	if (!err && lseek(s->fd, 0, SEEK_SET) < 0) {
		end->failed = true;
		end->err = -errno;
	} else if (!err) {
		err = decode(s->fd, decoder, buf, end);
		snprintf(end->message, sizeof(end->message), "%s",
			 pagesnap_decoder_message(decoder));
	}
	pagesnap_decoder_free(decoder);
	free(buf);
	if (err > 0 || err == -EINTR || err == -ENOMEM)
		return err;
	end->err = end->err ?: err;
	return 0;
}
