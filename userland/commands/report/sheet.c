// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the file of a page
 *
 * It is written beside where it belongs and gets its name when it is complete: an older page
 * of that name stays if anything fails.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "block.h"
#include "list.h"
#include "sheet.h"

/* Rows of a table that another command has made. */
#define ROWS_MAX 20000

/* Files that are none, such as /dev/null or a pipe, are written to as they are. */
static bool has_draft(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

static FILE *open_draft(struct sheet *s)
{
	FILE *to = NULL;
	int fd;

	if (asprintf(&s->draft, "%s.XXXXXX", s->path) < 0) {
		s->draft = NULL;
		errno = ENOMEM;
		return NULL;
	}
	/* what is in it is for root, as what is saved */
	fd = mkostemp(s->draft, O_CLOEXEC);
	if (fd >= 0)
		to = fdopen(fd, "w");
	if (fd >= 0 && !to) {
		close(fd);
		unlink(s->draft);
	}
	return to;
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
	s->to = has_draft(path) ? open_draft(s) : fopen(path, "we");
	if (s->to)
		return 0;
	err = -errno;
	say_error("%s: %s", say_safe(path), strerror(-err));
	free(s->draft);
	s->draft = NULL;
	return err;
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

	if (!s->to)
		return 0;
	if (fflush(s->to) || ferror(s->to))
		err = errno ? -errno : -EIO;
	if (s->to != stdout && fclose(s->to) && !err)
		err = -errno;
	if (s->draft && complete && !err && rename(s->draft, s->path))
		err = -errno;
	if (s->draft && (!complete || err))
		unlink(s->draft);
	if (err)
		say_error("%s: %s", s->path ? say_safe(s->path) : "write error", strerror(-err));
	free(s->draft);
	*s = (struct sheet){ .to = NULL };
	return err;
}

static void put_head(struct sheet *s, const char *title, const char *command, const char *about)
{
	const char *const words[] = { title, command, about };
	struct list l;
	const struct value_buf *text;
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
 */
void sheet_put_lines(struct sheet *s, FILE *lines, const char *title, const char *command,
		     const char *about)
{
	uint64_t nr = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	rewind(lines);
	block_text_begin(s->to, "rows");
	put_head(s, title, command, about);
	while ((len = getline(&line, &cap, lines)) > 0)
		if (nr++ < ROWS_MAX)
			block_text(s->to, line, len);
	fprintf(s->to, "%" PRIu64, nr);
	block_text_end(s->to);
	free(line);
}
