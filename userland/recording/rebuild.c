// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rebuilding a moment
 *
 * From the last one that stands for itself on, each delta is read as a list of where records lie.
 * Records themselves are copied once, when it is known which ones the moment has.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <zstd.h>

#include "base/say.h"
#include "delta.h"
#include "hash.h"
#include "lib/pagesnap.h"
#include "rebuild.h"

/* What zstd makes of one byte, at most. */
#define PACKED_MOST 65536
#define PIECES 256

/**
 * struct rebuild - moments up to the one that is wanted
 * @now: records of the last one that was read
 * @steps: bytes of all deltas, in which these lie
 * @nr: how many deltas
 */
struct rebuild {
	struct records now;
	char **steps;
	size_t nr;
};

static int read_whole(int fd, char *buf, size_t len, off_t at)
{
	ssize_t n;

	for (; len; buf += n, at += n, len -= n) {
		n = pread(fd, buf, len, at);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (!n)
			return -EPROTO;
		n = n < 0 ? 0 : n;
	}
	return 0;
}

/* zstd takes some bytes that were changed, and makes the same of them: none of these is used. */
static int unpack(char *steps, const struct head *head, const char *packed)
{
	size_t n;

	if (XXH3_64bits(packed, head->packed) != head->packed_sum)
		return -EPROTO;
	n = ZSTD_decompress(steps, head->steps, packed, head->packed);
	return ZSTD_isError(n) || n != head->steps ? -EPROTO : 0;
}

/* Its bytes, in memory that stays until the end. */
static int read_steps(struct rebuild *r, int fd, const struct moment *moment)
{
	const struct head *head = &moment->head;
	char *packed, *steps;
	int err;

	if (head->steps / PACKED_MOST > head->packed)
		return -EPROTO;
	packed = malloc(head->packed + 1);
	steps = malloc(head->steps + 1);
	err = packed && steps ? read_whole(fd, packed, head->packed, moment->at + sizeof(*head)) :
	      -ENOMEM;
	err = err ?: unpack(steps, head, packed);
	free(packed);
	if (err) {
		free(steps);
		return err;
	}
	r->steps[r->nr++] = steps;
	return 0;
}

/* Are the records those that were recorded? */
static int check(const struct records *now, const struct head *head)
{
	struct marks marks = { .nr = 0 };
	uint64_t bytes = 0;
	size_t i, size;
	int err = now->nr == head->records ? 0 : -EPROTO;

	for (i = 0; i < now->nr && !err; i++) {
		size = record_size(now->list[i], SIZE_MAX);
		const struct mark mark = mark_of(now->list[i], size, head->seed);

		bytes += size;
		err = marks_add(&marks, &mark);
	}
	if (!err && (bytes != head->bytes || marks_sum(&marks, head->seed) != head->sum))
		err = -EPROTO;
	marks_free(&marks);
	return err;
}

static int apply(struct rebuild *r, int fd, const struct moment *moment)
{
	static const struct records none;
	const struct head *head = &moment->head;
	struct records now = { .most = head->records };
	int err = read_steps(r, fd, moment);

	if (!err)
		err = delta_apply(head->flags & HEAD_DELTA ? &r->now : &none, r->steps[r->nr - 1],
				  head->steps, &now);
	records_free(&r->now);
	r->now = now;
	return err;
}

static int apply_all(struct rebuild *r, int fd, const struct moments *m, size_t nth, size_t *bad)
{
	size_t at = nth;
	int err = 0;

	while (at && m->list[at].head.flags & HEAD_DELTA && m->list[at - 1].file == m->list[nth].file)
		at--;
	r->steps = calloc(nth - at + 1, sizeof(*r->steps));
	if (!r->steps)
		return -ENOMEM;
	for (; at <= nth && !err; at++) {
		*bad = at;
		err = apply(r, fd, m->list + at);
	}
	return err ?: check(&r->now, &m->list[nth].head);
}

/* Out ------------------------------------------------------------------------- */

static int write_pieces(int fd, struct iovec *pieces, int nr)
{
	ssize_t n;

	while (nr) {
		n = writev(fd, pieces, nr);
		if (n < 0 && errno != EINTR)
			return -errno;
		for (; n > 0 && nr && (size_t)n >= pieces->iov_len; nr--)
			n -= pieces++->iov_len;
		if (n > 0) {
			pieces->iov_base = (char *)pieces->iov_base + n;
			pieces->iov_len -= n;
		}
	}
	return 0;
}

/* Is what follows a header wanted? */
static bool wants(const char *record, size_t size, unsigned int files)
{
	struct pagesnap_header header = { .page_shift = 0 };
	int which;

	memcpy(&header, record, size < sizeof(header) ? size : sizeof(header));
	header.file[sizeof(header.file) - 1] = header.collection[sizeof(header.collection) - 1] = '\0';
	which = pagesnap_index_find_in(header.collection, header.file);
	return which >= 0 && which < PAGESNAP_INDEXES && files & 1U << which;
}

/* Steps may leave it anywhere. */
static unsigned int type_of(const char *record)
{
	struct pagesnap_rec rec;

	memcpy(&rec, record, sizeof(rec));
	return rec.type;
}

/*
 * A filesystem of which nothing was cached has an answer, too.  Where it ends, if it begins at
 * record @nth; else @nth.
 */
static size_t behind_nothing(const struct records *records, size_t nth)
{
	size_t i;

	if (type_of(records->list[nth]) != PAGESNAP_REC_QUERY)
		return nth;
	for (i = nth + 1; i < records->nr; i++) {
		unsigned int type = type_of(records->list[i]);

		if (type == PAGESNAP_REC_END)
			return i;
		if (type != PAGESNAP_REC_BYTES && type != PAGESNAP_REC_SB)
			return nth;
	}
	return nth;
}

/* Leaves in @r what is wanted.  Names of cgroups are of all. */
static void choose(struct records *r, unsigned int files)
{
	bool wanted = true;
	size_t kept = 0, i, end;

	for (i = 0; i < r->nr; i++) {
		const char *record = r->list[i];

		if (type_of(record) == PAGESNAP_REC_HEADER)
			wanted = wants(record, record_size(record, SIZE_MAX), files);
		end = wanted ? behind_nothing(r, i) : i;
		i = end;
		if (record == r->list[end] && (wanted || type_of(record) == PAGESNAP_REC_CGROUP))
			r->list[kept++] = record;
	}
	r->nr = kept;
}

/* Records that lie side by side are one piece. */
static int write_records(int fd, const struct records *records)
{
	struct iovec pieces[PIECES];
	size_t nr = 0, i, size;
	int err = 0;

	for (i = 0; i < records->nr && !err; i++) {
		char *at = (char *)records->list[i];

		size = record_size(at, SIZE_MAX);
		if (nr && (char *)pieces[nr - 1].iov_base + pieces[nr - 1].iov_len == at) {
			pieces[nr - 1].iov_len += size;
			continue;
		}
		if (nr == PIECES) {
			err = write_pieces(fd, pieces, nr);
			nr = 0;
		}
		pieces[nr++] = (struct iovec){ at, size };
	}
	return err ?: write_pieces(fd, pieces, nr);
}

static int write_out(const struct rebuild *r)
{
	int fd = memfd_create("moment", MFD_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = write_records(fd, &r->now);
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err)
		close(fd);
	return err ?: fd;
}

static bool has_answers(const struct records *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (type_of(r->list[i]) == PAGESNAP_REC_HEADER)
			return true;
	return false;
}

static int take_out(struct rebuild *r, unsigned int files)
{
	if (files)
		choose(&r->now, files);
	return has_answers(&r->now) ? write_out(r) : -ENODATA;
}

/**
 * rebuild_moment() - make a saved stream of a moment
 * @f: recording
 * @m: its moments
 * @nth: place of the moment
 * @files: index files whose answers are wanted, 0 for all
 * @bad: gets the place of one that is damaged
 *
 * Return: a descriptor, or a negative errno.
 */
int rebuild_moment(const struct folder *f, const struct moments *m, size_t nth, unsigned int files,
		   size_t *bad)
{
	struct rebuild r = { .nr = 0 };
	int fd = folder_open_file(f, m->list[nth].file), out;

	*bad = nth;
	out = fd < 0 ? fd : apply_all(&r, fd, m, nth, bad);
	if (!out)
		out = take_out(&r, files);
	if (fd >= 0)
		close(fd);
	while (r.nr)
		free(r.steps[--r.nr]);
	free(r.steps);
	records_free(&r.now);
	if (out < 0 && out != -EPROTO && out != -ENODATA)
		say_error("%s: %s", say_safe(f->path), strerror(-out));
	return out;
}
