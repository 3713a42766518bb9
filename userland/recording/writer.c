// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: recording
 *
 * A moment is compressed into its file as it comes, and its head is written last, in front of it:
 * a file that broke off has no head there.  What fails is cut off again.  Each run begins a file of
 * its own, and another where that is full: the first moment of each stands for itself.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include <zstd.h>

#include "delta.h"
#include "folder.h"
#include "hash.h"
#include "moments.h"
#include "writer.h"

/* A file has this part of what is kept at most: so much goes at once. */
#define PARTS 8
/* Nor is more behind one moment: all of it may be lost with that, or has to be read for the last. */
#define FILE_NS_MAX (3 * 3600 * 1000000000ULL)
#define LEVEL 3

/**
 * struct writer - a recording that grows
 * @folder: where
 * @limits: what is kept
 * @fd: newest file, -1 if the next moment begins one
 * @at: bytes of it that are moments
 * @end: bytes behind that, of the moment under way
 * @others: bytes of all other files
 * @moments: in the newest file
 * @begun_ns: time that had been recorded when it began
 * @life_ns: now
 * @number: of the last moment
 * @last_ns: when that was
 * @head: of the moment under way
 * @before: records of the last moment
 * @now: of the one under way
 * @told_before: files of the last moment that have numbers
 * @told: of the one under way
 * @delta: of it
 * @zstd: what compresses
 * @packed: bytes that it has made
 * @packed_size: room for them
 * @sum: of these
 * @why: what went wrong; NULL if the errno says it
 */
struct writer {
	struct folder folder;
	struct writer_limits limits;
	int fd;
	uint64_t at;
	uint64_t end;
	uint64_t others;
	size_t moments;
	uint64_t begun_ns;
	uint64_t life_ns;
	uint64_t number;
	uint64_t last_ns;
	struct head head;
	struct marks before;
	struct marks now;
	struct told told_before;
	struct told told;
	struct delta delta;
	ZSTD_CCtx *zstd;
	void *packed;
	size_t packed_size;
	XXH3_state_t *sum;
	const char *why;
};

/* Room ------------------------------------------------------------------------ */

static int remove_first(struct writer *w)
{
	uint64_t size = w->folder.files->size;
	int err = folder_remove_first(&w->folder);

	if (!err)
		w->others -= size;
	return err;
}

static bool has_others(const struct writer *w)
{
	return w->folder.nr > (w->fd >= 0);
}

/* The oldest go. */
static int make_room(struct writer *w, uint64_t more)
{
	int err = 0;

	while (!err && has_others(w) && w->others + w->at + w->end + more > w->limits.max_size)
		err = remove_first(w);
	if (!err && w->others + w->at + w->end + more > w->limits.max_size) {
		w->why = "it needs more than --max-size";
		err = -EFBIG;
	}
	return err;
}

/* Those of which even the last moment is too old. */
static void forget_old(struct writer *w)
{
	while (has_others(w) && w->life_ns > w->limits.keep_ns &&
	       w->folder.files->life_ns < w->life_ns - w->limits.keep_ns)
		if (remove_first(w))
			return;
}

/* Bytes ------------------------------------------------------------------------ */

static int write_at(int fd, const char *buf, size_t len, off_t at)
{
	ssize_t n;

	for (; len; buf += n, at += n, len -= n) {
		n = pwrite(fd, buf, len, at);
		if (n < 0 && errno != EINTR)
			return -errno;
		n = n < 0 ? 0 : n;
	}
	return 0;
}

static int write_packed(struct writer *w, size_t len)
{
	int err = len ? make_room(w, len) : 0;

	if (err || !len)
		return err;
	err = write_at(w->fd, w->packed, len, w->at + w->end);
	w->end += len;
	w->head.packed += len;
	XXH3_64bits_update(w->sum, w->packed, len);
	return err;
}

static int pack(struct writer *w, const void *bytes, size_t len, ZSTD_EndDirective how)
{
	ZSTD_inBuffer in = { bytes, len, 0 };
	bool more = true;
	int err = 0;

	while (more && !err) {
		ZSTD_outBuffer out = { w->packed, w->packed_size, 0 };
		size_t left = ZSTD_compressStream2(w->zstd, &out, &in, how);

		if (ZSTD_isError(left)) {
			w->why = ZSTD_getErrorName(left);
			return -EIO;
		}
		err = write_packed(w, out.pos);
		more = how == ZSTD_e_end ? left : in.pos < in.size;
	}
	return err;
}

static int take_steps(void *ctx, const void *bytes, size_t len)
{
	return pack(ctx, bytes, len, ZSTD_e_continue);
}

/* Files ------------------------------------------------------------------------ */

static struct folder_file *newest(const struct writer *w)
{
	return w->folder.files + w->folder.nr - 1;
}

static void close_file(struct writer *w)
{
	if (w->fd < 0)
		return;
	close(w->fd);
	w->fd = -1;
	newest(w)->size = w->at;
	w->others += w->at;
	if (!w->at)
		folder_remove_last(&w->folder);
	w->at = w->moments = 0;
}

static bool is_full(const struct writer *w)
{
	uint64_t lasts = w->limits.keep_ns / PARTS;

	if (lasts > FILE_NS_MAX)
		lasts = FILE_NS_MAX;
	return w->moments >= MOMENTS_OF_FILE_MAX || w->life_ns - w->begun_ns >= lasts ||
	       w->at > w->limits.max_size / PARTS;
}

static int open_file(struct writer *w)
{
	int fd = folder_create_file(&w->folder);

	if (fd < 0)
		return fd;
	w->fd = fd;
	newest(w)->life_ns = w->life_ns;
	w->begun_ns = w->life_ns;
	return getrandom(&w->head.seed, sizeof(w->head.seed), 0) == sizeof(w->head.seed) ? 0 : -EIO;
}

/* Moments ---------------------------------------------------------------------- */

static void begin_head(struct writer *w, const struct writer_moment *moment)
{
	const struct head old = w->head;

	w->head = (struct head){
		.number = w->number + 1, .time_ns = moment->time_ns, .life_ns = w->life_ns,
		.every_ns = moment->every_ns, .missed = moment->missed, .seed = old.seed,
		.flags = w->moments ? HEAD_DELTA : 0,
	};
	strncpy(w->head.boot, moment->boot, sizeof(w->head.boot) - 1);
}

/**
 * writer_begin() - a moment begins
 * @w: recording
 * @moment: what is known of it
 *
 * Return: 0 or a negative errno.
 */
int writer_begin(struct writer *w, const struct writer_moment *moment)
{
	int err = 0;

	w->why = NULL;
	w->life_ns += moment->life_ns;
	if (w->fd >= 0 && is_full(w))
		close_file(w);
	if (w->fd < 0) {
		marks_empty(&w->before);
		told_empty(&w->told_before, told_next(&w->told_before));
		err = open_file(w);
	}
	if (err)
		return err;
	begin_head(w, moment);
	w->end = sizeof(w->head);
	told_empty(&w->told, told_next(&w->told_before));
	w->delta = (struct delta){
		.before = &w->before, .now = &w->now, .seed = w->head.seed,
		.told_before = &w->told_before, .told = &w->told,
		.put = take_steps, .ctx = w,
	};
	ZSTD_CCtx_reset(w->zstd, ZSTD_reset_session_only);
	XXH3_64bits_reset(w->sum);
	return delta_begin(&w->delta);
}

/**
 * writer_take() - bytes of the moment come
 * @w: recording
 * @bytes: of a stream
 * @len: how many
 *
 * Return: 0 or a negative errno.
 */
int writer_take(struct writer *w, const void *bytes, size_t len)
{
	return delta_take(&w->delta, bytes, len);
}

/**
 * writer_answer() - an answer comes
 * @w: recording
 * @skip_q: queries that its session had answered before the moment
 * @text: bytes of its query that stand before changed=, if it has that; else NULL
 */
void writer_answer(struct writer *w, uint32_t skip_q, const size_t *text)
{
	delta_answer(&w->delta, skip_q, text);
}

/**
 * writer_has_told() - may the moment under way say that files are the same?
 * @w: recording
 *
 * Return: true if the moment before is there to build on, and its files have numbers.
 */
bool writer_has_told(const struct writer *w)
{
	return w->told_before.nr;
}

/**
 * writer_changed() - what is a query to say?
 * @w: recording
 * @all: all files are to be told of
 *
 * Return: value of changed=.
 */
uint64_t writer_changed(const struct writer *w, bool all)
{
	return all || !writer_has_told(w) ? told_next(&w->told) : w->told_before.first;
}

static int write_head(struct writer *w, uint64_t took_ns, bool partial)
{
	w->head.took_ns = took_ns;
	w->head.flags |= partial ? HEAD_PARTIAL : 0;
	w->head.records = w->now.nr;
	w->head.bytes = w->delta.bytes;
	w->head.sum = marks_sum(&w->now, w->head.seed);
	w->head.steps = w->delta.steps;
	w->head.packed_sum = XXH3_64bits_digest(w->sum);
	head_seal(&w->head);
	return write_at(w->fd, (const char *)&w->head, sizeof(w->head), w->at) ?:
	       (fdatasync(w->fd) ? -errno : 0);
}

/* What the next one is compared with. */
static void keep(struct writer *w)
{
	const struct marks now = w->now;
	const struct told told = w->told;

	w->now = w->before;
	w->before = now;
	w->told = w->told_before;
	w->told_before = told;
	marks_empty(&w->now);
	w->at += w->end;
	w->end = 0;
	w->moments++;
	w->number = w->head.number;
	w->last_ns = w->head.time_ns;
	newest(w)->life_ns = w->life_ns;
}

/**
 * writer_end() - the moment is whole
 * @w: recording
 * @took_ns: how long the look took
 * @partial: not all was answered
 *
 * Return: 0 or a negative errno.
 */
int writer_end(struct writer *w, uint64_t took_ns, bool partial)
{
	int err = delta_finish(&w->delta) ?: pack(w, "", 0, ZSTD_e_end) ?:
		  write_head(w, took_ns, partial);

	if (err)
		return err;
	delta_end(&w->delta);
	keep(w);
	forget_old(w);
	return 0;
}

/**
 * writer_drop() - the moment is not to be had
 * @w: recording
 */
void writer_drop(struct writer *w)
{
	bool cut = w->fd < 0 || !ftruncate(w->fd, w->at);

	delta_end(&w->delta);
	marks_empty(&w->now);
	told_empty(&w->told_before, 0);
	w->end = 0;
	/* what can't be cut off must not come in between; what has no room may have some in another */
	if (!cut || !w->at || w->why)
		close_file(w);
}

/**
 * writer_why() - why there is no moment
 * @w: recording
 * @err: negative errno
 *
 * Return: a sentence.
 */
const char *writer_why(const struct writer *w, int err)
{
	if (err == -EPROTO && !w->why)
		return "what the module told makes no sense";
	return w->why ?: strerror(-err);
}

/* Opening ----------------------------------------------------------------------- */

static uint64_t life_of_file(const struct moments *m, uint64_t number, uint64_t unknown)
{
	size_t i = m->nr;

	while (i--)
		if (m->list[i].file == number && m->list[i].state != MOMENT_CUT)
			return m->list[i].head.life_ns;
	return unknown;
}

/* A file of which nothing is known goes with the one behind it. */
static void learn_ages(struct writer *w, const struct moments *m)
{
	uint64_t life_ns = w->life_ns;
	size_t nth = w->folder.nr;

	while (nth--) {
		life_ns = life_of_file(m, w->folder.files[nth].number, life_ns);
		w->folder.files[nth].life_ns = life_ns;
	}
}

static int learn(struct writer *w)
{
	struct moments m;
	int err = moments_read(&m, &w->folder, false);
	size_t i;

	for (i = 0; i < m.nr && !err; i++) {
		const struct moment *moment = m.list + i;

		if (moment->state == MOMENT_CUT)
			continue;
		if (moment->head.number > w->number) {
			w->number = moment->head.number;
			w->last_ns = moment->head.time_ns;
		}
		if (moment->head.life_ns > w->life_ns)
			w->life_ns = moment->head.life_ns;
	}
	for (i = 0; i < w->folder.nr; i++)
		w->others += w->folder.files[i].size;
	if (!err)
		learn_ages(w, &m);
	moments_free(&m);
	return err;
}

/**
 * writer_open() - open a recording to add to it
 * @out: what the others take
 * @path: its folder
 * @limits: what is kept
 *
 * Return: 0 or a negative errno, after a message.
 */
int writer_open(struct writer **out, const char *path, const struct writer_limits *limits)
{
	struct writer *w = calloc(1, sizeof(*w));
	int err;

	*out = w;
	if (!w)
		return -ENOMEM;
	w->fd = -1;
	w->limits = *limits;
	w->folder = (struct folder){ .fd = -1, .lock = -1 };
	w->zstd = ZSTD_createCCtx();
	w->sum = XXH3_createState();
	w->packed_size = ZSTD_CStreamOutSize();
	w->packed = malloc(w->packed_size);
	err = w->zstd && w->sum && w->packed ? folder_lock(&w->folder, path) ?: learn(w) : -ENOMEM;
	if (!err)
		ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_compressionLevel, LEVEL);
	return err;
}

/**
 * writer_since() - how long ago was the last moment?
 * @w: recording
 * @time_ns: now
 *
 * Return: nanoseconds, 0 if that can't be known.
 */
uint64_t writer_since(const struct writer *w, uint64_t time_ns)
{
	return w->last_ns && time_ns > w->last_ns ? time_ns - w->last_ns : 0;
}

/**
 * writer_close() - end recording
 * @w: recording or NULL
 */
void writer_close(struct writer *w)
{
	if (!w)
		return;
	close_file(w);
	folder_close(&w->folder);
	marks_free(&w->before);
	marks_free(&w->now);
	told_free(&w->told_before);
	told_free(&w->told);
	ZSTD_freeCCtx(w->zstd);
	XXH3_freeState(w->sum);
	free(w->packed);
	free(w);
}
