// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rebuilding a moment
 *
 * From the last one that stands for itself on, each delta is read as a list of where records lie.
 * Records themselves are copied once, when it is known which ones the moment has.
 */
#include <errno.h>
#include <inttypes.h>
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

/* Bytes of deltas that are not worth to be looked through for what is still needed. */
#define HELD_LITTLE (1024 * 1024)
/* What a record takes besides its bytes: places in two lists, and a mark, of lists that double. */
#define RECORD_COST (4 * sizeof(char *) + 2 * sizeof(struct mark))

/**
 * struct rebuild - moments up to the one that is wanted
 * @now: records of the last one that was read
 * @steps: deltas in which these lie
 * @nr: how many
 * @held: bytes of them
 * @most: bytes that all may take: recordings come from anywhere, and few bytes may stand for many
 * @unsure: place of one that has no head, so that nothing tells what it was; -1 if there is none
 */
struct rebuild {
	struct records now;
	char **steps;
	size_t nr;
	uint64_t held;
	uint64_t most;
	ssize_t unsure;
};

static uint64_t half_of_memory(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 2;
}

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

/* Steps ----------------------------------------------------------------------- */

/* zstd takes some bytes that were changed, and makes the same of them: none of these is used. */
static int unpack(char **steps, const struct head *head, const char *packed)
{
	size_t n;

	if (XXH3_64bits(packed, head->packed) != head->packed_sum)
		return -EPROTO;
	*steps = malloc(head->steps + 1);
	if (!*steps)
		return -ENOMEM;
	n = ZSTD_decompress(*steps, head->steps, packed, head->packed);
	return ZSTD_isError(n) || n != head->steps ? -EPROTO : 0;
}

/* Nothing says how many bytes these are: no more than @most. */
static int unpack_unsure(char **steps, uint64_t *len, const char *packed, size_t packed_len,
			 uint64_t most)
{
	ZSTD_DCtx *zstd = ZSTD_createDCtx();
	ZSTD_inBuffer in = { packed, packed_len, 0 };
	ZSTD_outBuffer out = { NULL, 0, 0 };
	size_t left = 1, room;
	char *more;
	int err = zstd ? 0 : -ENOMEM;

	while (!err && left && !ZSTD_isError(left)) {
		if (out.pos == out.size) {
			room = out.size ? out.size * 2 : HELD_LITTLE;
			more = room <= most ? realloc(out.dst, room) : NULL;
			err = more ? 0 : room > most ? -EFBIG : -ENOMEM;
			out.dst = more ?: out.dst;
			out.size = more ? room : out.size;
			continue;
		}
		room = out.pos;
		left = ZSTD_decompressStream(zstd, &out, &in);
		if (left && !ZSTD_isError(left) && in.pos == in.size && out.pos == room)
			break;
	}
	ZSTD_freeDCtx(zstd);
	*steps = out.dst;
	*len = out.pos;
	if (!err && (left || in.pos != in.size))
		err = -EPROTO;
	return err;
}

/* May so much more be held? */
static bool has_room(const struct rebuild *r, const struct head *head)
{
	uint64_t left = r->most - r->held;

	return head->packed <= left && head->steps <= left - head->packed &&
	       head->records <= (left - head->packed - head->steps) / RECORD_COST;
}

static int check_head(const struct rebuild *r, const struct head *head)
{
	if (head->steps / PACKED_MOST > head->packed ||
	    head->records > head->bytes / sizeof(struct pagesnap_rec))
		return -EPROTO;
	return has_room(r, head) ? 0 : -EFBIG;
}

/* Its bytes, in memory that stays until nothing in it is needed; *@len of them. */
static int read_steps(struct rebuild *r, int fd, const struct moment *moment, uint64_t *len)
{
	bool sure = moment->state != MOMENT_CUT;
	uint64_t packed_len = moment->size - sizeof(moment->head);
	char *packed, *steps = NULL;
	int err = sure ? check_head(r, &moment->head) : packed_len > r->most - r->held ? -EFBIG : 0;

	if (err)
		return err;
	packed = malloc(packed_len + 1);
	err = packed ? read_whole(fd, packed, packed_len, moment->at + sizeof(moment->head))
		     : -ENOMEM;
	*len = moment->head.steps;
	if (!err)
		err = sure ? unpack(&steps, &moment->head, packed)
			   : unpack_unsure(&steps, len, packed, packed_len,
					   r->most - r->held - packed_len);
	free(packed);
	if (err) {
		free(steps);
		return err;
	}
	r->steps[r->nr++] = steps;
	r->held += *len;
	return 0;
}

/* Copies what is needed of the steps, if that is the smaller part: few moments need all of them. */
static int forget_unneeded(struct rebuild *r)
{
	uint64_t needed = 0;
	char *all, *at;
	size_t i, size;

	for (i = 0; i < r->now.nr && needed <= r->held / 2; i++)
		needed += record_size(r->now.list[i], SIZE_MAX);
	if (needed > r->held / 2)
		return 0;
	all = at = malloc(needed + 1);
	if (!all)
		return -ENOMEM;
	for (i = 0; i < r->now.nr; i++, at += size) {
		size = record_size(r->now.list[i], SIZE_MAX);
		r->now.list[i] = memcpy(at, r->now.list[i], size);
	}
	while (r->nr)
		free(r->steps[--r->nr]);
	r->steps[r->nr++] = all;
	r->held = needed;
	return 0;
}

/* Moments --------------------------------------------------------------------- */

/* Are the records those that were recorded? */
static int check(const struct rebuild *r, const struct head *head)
{
	const struct records *now = &r->now;
	struct marks marks = { .nr = 0 };
	struct marker marker;
	uint64_t bytes = 0;
	size_t i, size;
	int err = now->nr == head->records ? 0 : -EPROTO;

	marker_begin(&marker, head->seed);
	for (i = 0; i < now->nr && !err; i++) {
		size = record_size(now->list[i], SIZE_MAX);
		const struct mark mark = mark_of(now->list[i], size, &marker);

		bytes += size;
		err = bytes > head->bytes ? -EPROTO : marks_add(&marks, &mark);
	}
	if (!err && (bytes != head->bytes || marks_sum(&marks, head->seed) != head->sum))
		err = -EPROTO;
	marks_free(&marks);
	return err ?: bytes > r->most - r->held ? -EFBIG : 0;
}

static int apply(struct rebuild *r, int fd, const struct moments *m, size_t at, size_t *bad)
{
	static const struct records none;
	const struct moment *moment = m->list + at;
	struct records now = { .most = moment->head.records };
	uint64_t len;
	int err;

	*bad = at;
	if (moment->state == MOMENT_CUT)
		r->unsure = at;
	err = read_steps(r, fd, moment, &len);
	if (err)
		return err;
	if (moment->state == MOMENT_CUT)
		now.most = (r->most - r->held) / RECORD_COST;
	err = delta_apply(moments_is_delta(m, at) ? &r->now : &none, r->steps[r->nr - 1], len,
			  &now);
	records_free(&r->now);
	r->now = now;
	if (!err && r->held > HELD_LITTLE && r->held / 2 > moment->head.bytes)
		err = forget_unneeded(r);
	/* it is what the others build on */
	if (err == -EPROTO && r->unsure >= 0)
		*bad = r->unsure;
	return err;
}

static int apply_all(struct rebuild *r, int fd, const struct moments *m, size_t nth, size_t *bad)
{
	size_t at = nth;
	int err = 0;

	while (at && moments_is_delta(m, at) && m->list[at - 1].file == m->list[nth].file)
		at--;
	r->steps = calloc(nth - at + 1, sizeof(*r->steps));
	if (!r->steps)
		return -ENOMEM;
	for (; at <= nth && !err; at++)
		err = apply(r, fd, m, at, bad);
	if (err)
		return err;
	err = check(r, &m->list[nth].head);
	*bad = r->unsure >= 0 ? (size_t)r->unsure : nth;
	return err;
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
		if (nr && n > 0) {
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
	struct rebuild r = { .most = half_of_memory(), .unsure = -1 };
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
	if (out == -EFBIG)
		say_error("%s: moment %" PRIu64 " would take more than half of the memory here",
			  say_safe(f->path), m->list[nth].head.number);
	else if (out < 0 && out != -EPROTO && out != -ENODATA)
		say_error("%s: %s", say_safe(f->path), strerror(-out));
	return out;
}
