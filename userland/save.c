// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a saved stream
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../module/core/binary.h"
#include "lib/internal.h"
#include "save.h"
#include "say.h"

/* The longest record, and what belongs to it in records of its own. */
#define RECORD_MAX (PAGESNAP_REC_MAX + 2 * PAGESNAP_MORE_MAX)

struct save {
	FILE *to;
	const char *path;
	const void *from;
};

static int failed(const struct save *save, int err)
{
	say_error("%s: %s", say_safe(save->path), strerror(-err));
	return err;
}

/* What it will hold is for root. */
static FILE *open_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	FILE *to = fd < 0 ? NULL : fdopen(fd, "w");

	if (fd >= 0 && !to)
		close(fd);
	return to;
}

/**
 * save_open() - open where to save
 * @out: what the other functions take
 * @path: file, which stays as it is; the string must stay
 *
 * Return: 0 or a negative errno.
 */
int save_open(struct save **out, const char *path)
{
	struct save *save = calloc(1, sizeof(*save));
	int err = -ENOMEM;

	if (save) {
		save->path = path;
		save->to = open_file(path);
		err = save->to ? 0 : -errno;
	}
	if (err) {
		say_error("%s: %s", say_safe(path), strerror(-err));
		free(save);
		save = NULL;
	}
	*out = save;
	return err;
}

/**
 * save_begin() - empty the file
 * @save: where
 *
 * Return: 0 or a negative errno.
 */
int save_begin(struct save *save)
{
	struct stat st;

	if (fstat(fileno(save->to), &st) ||
	    (S_ISREG(st.st_mode) && ftruncate(fileno(save->to), 0)))
		return failed(save, -errno);
	return 0;
}

static int write_bytes(struct save *save, const void *buf, size_t len)
{
	return fwrite(buf, 1, len, save->to) == len ? 0 : failed(save, -errno);
}

/* It was decoded, so it may be shorter or longer than it came. */
static int write_header(struct save *save, const struct pagesnap_header *header)
{
	struct pagesnap_header copy = *header;

	copy.rec.len = sizeof(copy);
	return write_bytes(save, &copy, sizeof(copy));
}

/**
 * save_bytes() - save what was read
 * @save: where
 * @from: whose bytes these are
 * @header: last header that came from there, or NULL
 * @buf: bytes
 * @len: how many
 *
 * Return: 0 or a negative errno.
 */
int save_bytes(struct save *save, const void *from, const struct pagesnap_header *header,
	       const void *buf, size_t len)
{
	int err = 0;

	if (save->from != from && header)
		err = write_header(save, header);
	save->from = from;
	return err ? err : write_bytes(save, buf, len);
}

/**
 * save_record() - save what was put together here
 * @save: where
 * @from: whose records these are
 * @header: last header that came from there, or NULL
 * @r: record, with its length in the stream
 *
 * Return: 0 or a negative errno.
 */
int save_record(struct save *save, const void *from, const struct pagesnap_header *header,
		const struct pagesnap_record *r)
{
	const struct pagesnap_part part = { r->bytes, r->len };
	char buf[RECORD_MAX];
	struct pagesnap_text t = pagesnap_text_on(buf, sizeof(buf));

	pagesnap_binary_record(&t, &r->u->rec, &part, 1);
	return save_bytes(save, from, header, buf, t.len);
}

/**
 * save_close() - write what is still in a buffer
 * @save: what save_open() gave, or NULL
 *
 * Return: 0 or a negative errno.
 */
int save_close(struct save *save)
{
	int err = 0;

	if (!save)
		return 0;
	if (fclose(save->to))
		err = failed(save, -errno);
	free(save);
	return err;
}
