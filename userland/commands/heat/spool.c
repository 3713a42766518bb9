// SPDX-License-Identifier: GPL-2.0
/*
 * The bytes that a screen was made of.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spool.h"

/* Nothing is kept any more. */
static void forget(struct heat_spool *s)
{
	free(s->buf);
	s->buf = NULL;
	s->len = 0;
	s->room = 0;
}

static void keep(struct heat_spool *s, const void *buf, size_t len)
{
	size_t room = s->room;
	char *more;

	if (s->full)
		return;
	while (s->len + len > room)
		room = room ? 2 * room : 64 * 1024;
	more = room <= HEAT_SPOOL_MAX ? realloc(s->buf, room) : NULL;
	if (!more) {
		forget(s);
		s->full = true;
		return;
	}
	s->buf = more;
	s->room = room;
	memcpy(s->buf + s->len, buf, len);
	s->len += len;
}

/* Whole at once: who reads the file meanwhile sees all that the screen shows. */
static void write_bytes(struct heat_spool *s, const void *buf, size_t len)
{
	if (s->err)
		return;
	if (fwrite(buf, 1, len, s->to) == len && !fflush(s->to))
		s->saved += len;
	else
		s->err = -errno;
}

/**
 * heat_spool_put() - more bytes came
 * @s: spool
 * @buf: bytes
 * @len: how many
 *
 * They are kept or saved.  An error is in @s afterwards.
 */
void heat_spool_put(struct heat_spool *s, const void *buf, size_t len)
{
	if (s->to)
		write_bytes(s, buf, len);
	else
		keep(s, buf, len);
}

/**
 * heat_spool_save() - save all that came, and what comes
 * @s: spool, which doesn't save yet
 * @path: file, for root alone
 * @anew: it must not be there yet
 *
 * Return: 0, -EFBIG if not all of it is there any more, or another negative errno.
 */
int heat_spool_save(struct heat_spool *s, const char *path, bool anew)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (anew ? O_EXCL : 0), fd, err;
	struct stat st;

	if (s->full)
		return -EFBIG;
	fd = open(path, flags, 0600);
	if (fd < 0)
		return -errno;
	s->to = fdopen(fd, "w");
	if (!s->to || fstat(fd, &st) || (S_ISREG(st.st_mode) && ftruncate(fd, 0))) {
		err = -errno;
		if (s->to)
			fclose(s->to);
		else
			close(fd);
		s->to = NULL;
		return err;
	}
	write_bytes(s, s->buf, s->len);
	forget(s);
	return s->err;
}

/* What was saved is read back; it was opened for writing only. */
static int copy_file(FILE *file, uint64_t len, FILE *to)
{
	char path[64], buf[64 * 1024];
	size_t n;
	FILE *from;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fileno(file));
	from = fopen(path, "re");
	if (!from)
		return -errno;
	while (len && (n = fread(buf, 1, len < sizeof(buf) ? len : sizeof(buf), from)) > 0) {
		if (fwrite(buf, 1, n, to) != n)
			break;
		len -= n;
	}
	fclose(from);
	return len ? -EIO : 0;
}

/**
 * heat_spool_copy() - write all that came
 * @s: spool
 * @to: where to
 *
 * Return: 0, -EFBIG if not all of it is there any more, or another negative errno.
 */
int heat_spool_copy(const struct heat_spool *s, FILE *to)
{
	struct stat st;

	if (s->to)
		return fstat(fileno(s->to), &st) || !S_ISREG(st.st_mode) ? -EFBIG :
		       copy_file(s->to, s->saved, to);
	if (s->full)
		return -EFBIG;
	return fwrite(s->buf, 1, s->len, to) == s->len ? 0 : -EIO;
}

/**
 * heat_spool_close() - forget all, and close the file
 * @s: spool; all zero afterwards
 *
 * Return: 0, or the negative errno of what was not saved.
 */
int heat_spool_close(struct heat_spool *s)
{
	int err = s->err;

	if (s->to && fclose(s->to) && !err)
		err = -errno;
	forget(s);
	*s = (struct heat_spool){ .len = 0 };
	return err;
}
