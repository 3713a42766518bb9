// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: reader of lines
 *
 * Not getline(): a line may have no end, and a signal has to get through while
 * a pipe is silent.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "lines.h"

/**
 * lines_init() - begin to read lines
 * @lines: reader
 * @fd: where to read
 * @end: byte that ends a line
 */
void lines_init(struct lines *lines, int fd, char end)
{
	memset(lines, 0, sizeof(*lines));
	lines->fd = fd;
	lines->end = end;
}

/* Waits for input or a signal. */
static int wait_input(struct lines *lines)
{
	struct pollfd fds[2] = {
		{ .fd = lines->fd, .events = POLLIN },
		{ .fd = interrupt_fd(), .events = POLLIN },
	};

	while (!interrupt_seen()) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return -errno;
		if (fds[0].revents)
			return 0;
	}
	return -EINTR;
}

/* Moves what was not given out to the beginning, where there is room behind it. */
static void make_room(struct lines *lines)
{
	memmove(lines->buf, lines->buf + lines->at, lines->len - lines->at);
	lines->len -= lines->at;
	lines->at = 0;
}

/* Reads once, behind what there is. */
static int fill(struct lines *lines)
{
	int err = wait_input(lines);
	ssize_t n;

	if (err)
		return err;
	n = read(lines->fd, lines->buf + lines->len, sizeof(lines->buf) - lines->len);
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	lines->eof = !n;
	lines->len += n;
	return 0;
}

static char *find_end(struct lines *lines)
{
	if (!lines->next)
		lines->next = memchr(lines->buf + lines->at, lines->end, lines->len - lines->at);
	return lines->next;
}

/* The line that ends at @end was given out. */
static void pass(struct lines *lines, const char *end)
{
	lines->at = end ? (size_t)(end - lines->buf) + 1 : lines->len;
	lines->next = NULL;
	lines->number++;
}

/* A line that is too long: its beginning is kept, the rest is dropped. */
static int long_line(struct lines *lines, const char **line, size_t *len)
{
	char *end;
	int err;

	make_room(lines);
	*line = lines->buf;
	*len = LINES_KEPT + 1;
	lines->at = *len;
	while (!(end = find_end(lines)) && !lines->eof) {
		lines->len = *len;
		err = fill(lines);
		if (err)
			return err;
	}
	pass(lines, end);
	return 1;
}

/**
 * lines_next() - read a line
 * @lines: reader
 * @line: its bytes, valid until the next call
 * @len: how many; LINES_KEPT + 1 if there were more than LINES_KEPT
 *
 * Return: 1, 0 if there is none any more, or a negative errno.
 */
int lines_next(struct lines *lines, const char **line, size_t *len)
{
	char *end;
	int err;

	while (!(end = find_end(lines)) && !lines->eof && lines->len - lines->at <= LINES_KEPT) {
		make_room(lines);
		err = fill(lines);
		if (err)
			return err;
	}
	if (!end && lines->len - lines->at > LINES_KEPT)
		return long_line(lines, line, len);
	*line = lines->buf + lines->at;
	*len = (end ? end : lines->buf + lines->len) - *line;
	if (!end && !*len)
		return 0;
	if (*len > LINES_KEPT)
		*len = LINES_KEPT + 1;
	pass(lines, end);
	return 1;
}

/**
 * lines_ready() - is there no need to wait?
 * @lines: reader
 *
 * Return: true if lines_next() would return at once.
 */
bool lines_ready(struct lines *lines)
{
	struct pollfd input = { .fd = lines->fd, .events = POLLIN };

	return lines->eof || find_end(lines) || poll(&input, 1, 0) > 0;
}
