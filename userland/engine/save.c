// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a saved stream
 */
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../module/core/binary.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "kinds/names.h"
#include "lib/internal.h"
#include "save.h"

/* The longest record, and what belongs to it in records of its own. */
#define RECORD_MAX (PAGESNAP_REC_MAX + 2 * PAGESNAP_MORE_MAX)

/**
 * struct save - a saved stream
 * @to: file, NULL for none
 * @path: its name
 * @also: where all goes as well, NULL for nowhere
 * @also_err: -errno of what ended that
 * @from: whose bytes came last
 * @names: of memory cgroups, NULL if there was no memory for them
 * @known: root of the tree of cgroups that were looked up
 * @pending: records of those that are to be written; @pending_len bytes
 */
struct save {
	FILE *to;
	const char *path;
	FILE *also;
	int also_err;
	const void *from;
	struct names *names;
	void *known;
	char *pending;
	size_t pending_len;
};

static int failed(const struct save *save, int err)
{
	say_error("%s: %s", say_safe(save->path ?: "save"), strerror(-err));
	return err;
}

/* What will be in it is for root. */
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
 * @path: file, which stays as it is; the string must stay.  NULL for none: see save_also()
 *
 * Return: 0 or a negative errno.
 */
int save_open(struct save **out, const char *path)
{
	struct save *save = calloc(1, sizeof(*save));
	int err = -ENOMEM;

	if (save) {
		save->path = path;
		save->names = names_new();
		save->to = path ? open_file(path) : NULL;
		err = save->to || !path ? 0 : -errno;
	}
	if (err) {
		say_error("%s: %s", say_safe(path ?: "save"), strerror(-err));
		if (save)
			names_free(save->names);
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

	if (!save->to)
		return 0;
	if (fstat(fileno(save->to), &st) ||
	    (S_ISREG(st.st_mode) && ftruncate(fileno(save->to), 0)))
		return failed(save, -errno);
	return 0;
}

/**
 * save_also() - have all that is saved go somewhere else as well
 * @save: where it goes
 * @also: there, too; stays the caller's
 */
void save_also(struct save *save, FILE *also)
{
	save->also = also;
}

/**
 * save_also_failed() - did what should go somewhere else get there?
 * @save: where it goes
 *
 * Return: 0, or the negative errno of the first write that failed.
 */
int save_also_failed(const struct save *save)
{
	return save->also_err;
}

/* Who reads elsewhere says himself why he reads no more; a file goes on without him. */
static int write_also(struct save *save, const void *buf, size_t len)
{
	if (fwrite(buf, 1, len, save->also) == len)
		return 0;
	save->also_err = -errno;
	save->also = NULL;
	return save->to ? 0 : save->also_err;
}

/**
 * save_copy() - save bytes of a stream as they are
 * @save: where
 * @buf: bytes
 * @len: how many
 *
 * Return: 0 or a negative errno.
 */
int save_copy(struct save *save, const void *buf, size_t len)
{
	int err = save->also ? write_also(save, buf, len) : 0;

	if (err || !save->to)
		return err;
	return fwrite(buf, 1, len, save->to) == len ? 0 : failed(save, -errno);
}

/**
 * save_mark() - where the next bytes go
 * @save: where all goes
 *
 * Return: for save_back().
 */
off_t save_mark(const struct save *save)
{
	return save->to ? ftello(save->to) : -1;
}

/**
 * save_back() - forget what was saved since
 * @save: where
 * @mark: what save_mark() said
 *
 * Return: 0 or a negative errno; of what is no file, nothing is forgotten.
 */
int save_back(struct save *save, off_t mark)
{
	struct stat st;

	if (mark < 0 || fstat(fileno(save->to), &st) || !S_ISREG(st.st_mode))
		return 0;
	if (fflush(save->to) || ftruncate(fileno(save->to), mark) ||
	    fseeko(save->to, mark, SEEK_SET))
		return failed(save, -errno);
	return 0;
}

/* It was decoded, so it may be shorter or longer than it came. */
static int write_header(struct save *save, const struct pagesnap_header *header)
{
	struct pagesnap_header copy = *header;

	copy.rec.len = sizeof(copy);
	return save_copy(save, &copy, sizeof(copy));
}

/* Names of cgroups ------------------------------------------------------------- */

static int compare_inodes(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* true if it is seen for the first time; false also if there is no memory to remember it. */
static bool is_new(struct save *save, uint64_t ino)
{
	uint64_t *key, **found;

	if (tfind(&ino, &save->known, compare_inodes))
		return false;
	key = malloc(sizeof(*key));
	if (!key)
		return false;
	*key = ino;
	found = tsearch(key, &save->known, compare_inodes);
	if (!found)
		free(key);
	return found;
}

/* A name that is unknown, or too long for a record, is not looked up again. */
static int note_cgroup(void *ctx, uint64_t ino)
{
	struct save *save = ctx;
	struct pagesnap_cgroup c = { .rec.type = PAGESNAP_REC_CGROUP, .ino = ino };
	ssize_t len;
	char *more;

	if (ino >= PAGESNAP_OTHER || !save->names || !is_new(save, ino))
		return 0;
	len = names_cgroup(save->names, ino, c.path, sizeof(c.path) - 1);
	if (len < 0 && len != -ESTALE)
		return 0;
	c.rec.len = (offsetof(struct pagesnap_cgroup, path) + (len > 0 ? len : 0) + 8) & ~7UL;
	more = realloc(save->pending, save->pending_len + c.rec.len);
	if (!more)
		return failed(save, -ENOMEM);
	memcpy(more + save->pending_len, &c, c.rec.len);
	save->pending = more;
	save->pending_len += c.rec.len;
	return 0;
}

/**
 * save_cgroups() - have the names of memory cgroups saved with what is reported about them
 * @save: where; they are written before the next bytes
 * @r: record that may name some by their inodes
 *
 * Return: 0 or a negative errno.
 */
int save_cgroups(struct save *save, const struct pagesnap_record *r)
{
	const struct kind *kind = kind_of_record(r);

	return kind && kind->cgroups ? kind->cgroups(r, note_cgroup, save) : 0;
}

struct again {
	struct save *save;
	int err;
};

static void note_again(const void *node, VISIT visit, void *ctx)
{
	struct again *again = ctx;

	if (!again->err && (visit == postorder || visit == leaf))
		again->err = note_cgroup(again->save, **(uint64_t *const *)node);
}

/**
 * save_cgroups_of() - have the names of memory cgroups saved that were saved elsewhere
 * @save: where; they are looked up anew, and written before the next bytes
 * @from: where they were saved
 *
 * Return: 0 or a negative errno.
 */
int save_cgroups_of(struct save *save, const struct save *from)
{
	struct again again = { .save = save };

	twalk_r(from->known, note_again, &again);
	return again.err;
}

/* Behind a header, which is the first record of all. */
static int write_pending(struct save *save, const void *buf, size_t len, size_t *done)
{
	struct pagesnap_rec rec;
	int err;

	*done = 0;
	if (!save->pending_len || len < sizeof(rec))
		return 0;
	memcpy(&rec, buf, sizeof(rec));
	if (rec.type == PAGESNAP_REC_HEADER && rec.len <= len)
		*done = rec.len;
	err = save_copy(save, buf, *done) ?:
	      save_copy(save, save->pending, save->pending_len);
	save->pending_len = 0;
	return err;
}

/**
 * save_bytes() - save what was read
 * @save: where
 * @from: whose bytes these are
 * @header: last header that came from there, or NULL
 * @buf: bytes
 * @len: how many
 * @whole: they begin with a record, to which no others belong
 *
 * Return: 0 or a negative errno.
 */
int save_bytes(struct save *save, const void *from, const struct pagesnap_header *header,
	       const void *buf, size_t len, bool whole)
{
	size_t done = 0;
	int err = 0;

	if (save->from != from && header)
		err = write_header(save, header);
	save->from = from;
	if (!err && whole)
		err = write_pending(save, buf, len, &done);
	return err ? err : save_copy(save, (const char *)buf + done, len - done);
}

/**
 * save_record() - save a record that was merged here
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
	const struct pagesnap_bytes_ref bytes = { r->bytes, r->len };
	char buf[RECORD_MAX];
	struct pagesnap_text t = pagesnap_text_on(buf, sizeof(buf));

	pagesnap_binary_record(&t, &r->u->rec, 0, &bytes, 1);
	return save_bytes(save, from, header, buf, t.len, true);
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
	if (save->to && fclose(save->to))
		err = failed(save, -errno);
	names_free(save->names);
	tdestroy(save->known, free);
	free(save->pending);
	free(save);
	return err;
}
