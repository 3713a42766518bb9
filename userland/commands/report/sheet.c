// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the file of a page
 *
 * It is written where it belongs and gets its name when it is complete: an older page of that
 * name stays if anything fails.  Where the filesystem can do it, it has no name until then, so
 * that nothing is left behind by whatever ends the client.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "block.h"
#include "list.h"
#include "sheet.h"

/* Rows of a table that another command has made. */
#define ROWS_MAX 20000

static const char *target_of(const struct sheet *s)
{
	return s->target ?: s->path;
}

/* Files that are none, such as /dev/null or a pipe, are written to as they are. */
static bool has_draft(struct sheet *s)
{
	struct stat st;

	if (lstat(s->path, &st))
		return errno == ENOENT;
	if (!S_ISLNK(st.st_mode))
		return S_ISREG(st.st_mode);
	if (stat(s->path, &st) || !S_ISREG(st.st_mode))
		return false;
	/* the link stays */
	s->target = realpath(s->path, NULL);
	return s->target;
}

/* A file without a name, in the folder of the page; -1 where that can't be. */
static int open_nameless(struct sheet *s)
{
	unsigned int bits;
	char *folder;
	int fd;

	/* it gets its name by what is there */
	if (access("/proc/self/fd", X_OK) || getrandom(&bits, sizeof(bits), 0) != sizeof(bits))
		return -1;
	folder = strdup(target_of(s));
	fd = folder ? open(dirname(folder), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) : -1;
	free(folder);
	if (fd >= 0 && asprintf(&s->draft, "%s.%08x", target_of(s), bits) < 0) {
		s->draft = NULL;
		close(fd);
		return -1;
	}
	s->nameless = fd >= 0;
	return fd;
}

static int open_draft(struct sheet *s)
{
	int fd = open_nameless(s);

	if (fd >= 0)
		return fd;
	if (asprintf(&s->draft, "%s.XXXXXX", target_of(s)) < 0) {
		s->draft = NULL;
		errno = ENOMEM;
		return -1;
	}
	return mkostemp(s->draft, O_CLOEXEC);
}

/* What is in it is for root, as what is saved. */
static FILE *open_file(struct sheet *s)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
	int fd = has_draft(s) ? open_draft(s) : open(s->path, flags, 0600);
	FILE *to = fd < 0 ? NULL : fdopen(fd, "w");

	if (fd >= 0 && !to) {
		close(fd);
		if (s->draft && !s->nameless)
			unlink(s->draft);
	}
	return to;
}

static void forget_names(struct sheet *s)
{
	free(s->target);
	free(s->draft);
	s->target = s->draft = NULL;
}

/**
 * sheet_open() - open where a page is written
 * @s: gets it
 * @path: its name, NULL for stdout
 *
 * Return: 0 or a negative errno.
 */
int sheet_open(struct sheet *s, const char *path)
{
	int err;

	*s = (struct sheet){ .to = stdout, .path = path };
	if (!path)
		return 0;
	s->to = open_file(s);
	if (s->to)
		return 0;
	err = -errno;
	say_error("%s: %s", say_safe(path), strerror(-err));
	forget_names(s);
	return err;
}

/* A name for what has none yet. */
static int give_name(const struct sheet *s)
{
	char from[64];

	snprintf(from, sizeof(from), "/proc/self/fd/%d", fileno(s->to));
	return linkat(AT_FDCWD, from, AT_FDCWD, s->draft, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/**
 * sheet_close() - the page is complete, or is to be forgotten
 * @s: page
 * @complete: it is
 *
 * Return: 0 or a negative errno.
 */
int sheet_close(struct sheet *s, bool complete)
{
	int err = 0;
	bool named;

	if (!s->to)
		return 0;
	if (fflush(s->to) || ferror(s->to))
		err = errno ? -errno : -EIO;
	if (s->nameless && complete && !err)
		err = give_name(s);
	named = s->draft && (!s->nameless || (complete && !err));
	if (s->to != stdout && fclose(s->to) && !err)
		err = -errno;
	if (named && complete && !err && rename(s->draft, target_of(s)))
		err = -errno;
	if (named && (!complete || err))
		unlink(s->draft);
	if (err)
		say_error("%s: %s", s->path ? say_safe(s->path) : "write error", strerror(-err));
	forget_names(s);
	*s = (struct sheet){ .to = NULL };
	return err;
}

static int put_head(struct sheet *s, const char *title, const char *command, const char *about)
{
	const char *const words[] = { title, command, about };
	const struct value_buf *text = NULL;
	struct list l;
	size_t i;

	if (!list_init(&l)) {
		for (i = 0; i < sizeof(words) / sizeof(*words); i++)
			list_text(&l, words[i], strlen(words[i]));
		text = list_end(&l);
		if (text)
			block_text(s->to, text->s, text->len);
	}
	list_free(&l);
	putc('\n', s->to);
	return text ? 0 : -ENOMEM;
}

/**
 * sheet_put_lines() - put rows of another command into the page
 * @s: page
 * @lines: a row a line, in JSON; read from its beginning
 * @title: of the table
 * @command: that has made them
 * @about: what they are of
 *
 * The first line of the block is title, command and what it is of, the last how many rows
 * there were.
 *
 * Return: 0 or a negative errno.
 */
int sheet_put_lines(struct sheet *s, FILE *lines, const char *title, const char *command,
		    const char *about)
{
	uint64_t nr = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	int err;

	rewind(lines);
	block_text_begin(s->to, "rows");
	err = put_head(s, title, command, about);
	errno = 0;
	while ((len = getline(&line, &cap, lines)) > 0)
		if (nr++ < ROWS_MAX)
			block_text(s->to, line, len);
	if (!err && !feof(lines))
		err = errno ? -errno : -EIO;
	fprintf(s->to, "%" PRIu64, nr);
	block_text_end(s->to);
	free(line);
	return err;
}
