// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions: queries into an index file, answers out of it.
 *
 * The kernel ends a half-written line at the next read(), and takes only so
 * many queries at a time.  So lines are kept here, and written as a whole when
 * the kernel has room; its read() then never finds half a line, and one that
 * poll() waits for always has a query to answer.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../module/core/query.h"
#include "collection.h"
#include "internal.h"

/* Bytes of one read(): the kernel's own buffer is smaller. */
#define READ_SIZE (256 * 1024)
/* Bytes of one write(). */
#define WRITE_SIZE (256 * 1024)

/**
 * struct queue - the queries that are not answered to the end
 * @sizes: bytes of each line, its newline counted; a ring
 * @cap: places in @sizes, a power of two
 * @first: number of the oldest query
 * @sent: number of the first that the kernel does not have as a whole
 * @end: number of the next
 * @sent_bytes: bytes of the lines from @first to @sent
 * @begun: bytes of line @sent that the kernel has, if a write() failed in it
 * @text: the lines from @sent to @end
 * @text_at: bytes of @text that are sent
 * @text_len: bytes of @text
 * @text_cap: bytes that it has room for
 */
struct queue {
	u32 *sizes;
	size_t cap;
	size_t first;
	size_t sent;
	size_t end;
	size_t sent_bytes;
	size_t begun;
	char *text;
	size_t text_at;
	size_t text_len;
	size_t text_cap;
};

/**
 * struct pagesnap_session - an open index file
 * @which: which one
 * @fd: descriptor, -1 if it could not be opened
 * @path: its name
 * @message: what went wrong last
 * @queue: queries
 * @features: PAGESNAP_FEAT_* of the module that answered; 0 before the first header
 * @options: that structures were queued with last, NULL if none were
 * @decoder: answers
 * @buf: what is read
 * @fn: takes the records, during pagesnap_read()
 * @ctx: its first argument
 * @room: gives the memory to read into; NULL: @buf
 * @on_bytes: sees what is read, or NULL
 * @bytes_ctx: first argument of both
 */
struct pagesnap_session {
	enum pagesnap_index_file which;
	int fd;
	char path[4096];
	char message[4096 + 512];
	struct queue queue;
	u64 features;
	char *options;
	struct pagesnap_decoder *decoder;
	char *buf;
	pagesnap_record_fn *fn;
	void *ctx;
	pagesnap_room_fn *room;
	pagesnap_bytes_fn *on_bytes;
	void *bytes_ctx;
};

__attribute__((format(printf, 3, 4)))
static int fail(struct pagesnap_session *s, int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(s->message, sizeof(s->message), format, args);
	va_end(args);
	return err;
}

/* A system call on the index file failed. */
static int call_failed(struct pagesnap_session *s, const char *call, int err)
{
	char text[128];

	return fail(s, err, "%s: %s: %s", s->path, call, strerror_r(-err, text, sizeof(text)));
}

/* Queries ---------------------------------------------------------------- */

/* Room for one more query of @size bytes. */
static int grow(struct queue *q, size_t size)
{
	size_t cap, i;
	void *more;

	/* by halves, so that a byte is moved about once */
	if (q->text_at > q->text_len / 2) {
		memmove(q->text, q->text + q->text_at, q->text_len - q->text_at);
		q->text_len -= q->text_at;
		q->text_at = 0;
	}
	if (q->text_cap - q->text_len < size) {
		cap = 2 * (q->text_len + size);
		more = realloc(q->text, cap);
		if (!more)
			return -ENOMEM;
		q->text = more;
		q->text_cap = cap;
	}
	if (q->end - q->first < q->cap)
		return 0;
	cap = q->cap ? 2 * q->cap : 64;
	more = malloc(cap * sizeof(*q->sizes));
	if (!more)
		return -ENOMEM;
	for (i = q->first; i != q->end; i++)
		((u32 *)more)[i & (cap - 1)] = q->sizes[i & (q->cap - 1)];
	free(q->sizes);
	q->sizes = more;
	q->cap = cap;
	return 0;
}

static void append(struct queue *q, const char *bytes, size_t len)
{
	memcpy(q->text + q->text_len, bytes, len);
	q->text_len += len;
}

static u32 size_of(const struct queue *q, size_t nth)
{
	return q->sizes[nth & (q->cap - 1)];
}

/* Bytes up to the end of the last line that the kernel and one write() have room for. */
static size_t sendable(const struct queue *q)
{
	size_t bytes = 0, nth;

	for (nth = q->sent; nth != q->end; nth++) {
		size_t more = bytes + size_of(q, nth);

		if (nth - q->first >= PAGESNAP_QUERIES_MAX || q->sent_bytes + more > PAGESNAP_BYTES_MAX)
			break;
		if (bytes && more > WRITE_SIZE)
			break;
		bytes = more;
	}
	return bytes ? bytes - q->begun : 0;
}

/* The kernel has taken @n bytes. */
static void count_sent(struct queue *q, size_t n)
{
	q->text_at += n;
	q->begun += n;
	while (q->begun && q->begun >= size_of(q, q->sent)) {
		q->begun -= size_of(q, q->sent);
		q->sent_bytes += size_of(q, q->sent);
		q->sent++;
	}
}

/* All of it: a line that stayed half written would be taken for a whole one. */
static int write_all(struct pagesnap_session *s, size_t len)
{
	struct queue *q = &s->queue;
	ssize_t n;

	while (len) {
		n = write(s->fd, q->text + q->text_at, len);
		if (n < 0 && errno != EINTR)
			return call_failed(s, "write", -errno);
		if (!n)
			return call_failed(s, "write", -EIO);
		if (n > 0) {
			count_sent(q, n);
			len -= n;
		}
	}
	return 0;
}

/* Write as many lines as there is room for. */
static int send_lines(struct pagesnap_session *s)
{
	size_t bytes;
	int err = 0;

	while (!err && (bytes = sendable(&s->queue)))
		err = write_all(s, bytes);
	return err;
}

/*
 * Send more only when a good part of what was sent is answered: fewer calls.
 * But a line that is begun must be ended before anything is read.
 */
static int refill(struct pagesnap_session *s)
{
	const struct queue *q = &s->queue;

	if (!q->begun && (q->sent - q->first > PAGESNAP_QUERIES_MAX / 2 ||
			  q->sent_bytes > PAGESNAP_BYTES_MAX / 2))
		return 0;
	return send_lines(s);
}

/*
 * Sending failed: forget the newest line, unless the kernel has some of it
 * already.  Then it stays in the queue, and pagesnap_read() tries on.
 */
static int forget_newest(struct queue *q, int err)
{
	if (q->end - q->sent == (q->begun ? 1 : 0))
		return 0;
	q->end--;
	q->text_len -= size_of(q, q->end);
	return err;
}

/* What was appended, @size bytes, is one more query. */
static int add_query(struct pagesnap_session *s, size_t size)
{
	struct queue *q = &s->queue;
	int err = 0;

	q->sizes[q->end++ & (q->cap - 1)] = size;
	/* the first one at once, so that poll() has something to wait for */
	if (q->sent == q->first)
		err = send_lines(s);
	return err ? forget_newest(q, err) : 0;
}

int pagesnap_queue_line(struct pagesnap_session *s, const char *line, size_t len)
{
	struct queue *q = &s->queue;
	size_t size = len + PAGESNAP_SUFFIX_LEN + 1;
	int err, saved = errno;

	if (s->fd < 0)
		return -EBADF;
	if (len > PAGESNAP_LINE_MAX - PAGESNAP_SUFFIX_LEN)
		return fail(s, -E2BIG, "the query is longer than %zu bytes",
			    PAGESNAP_LINE_MAX - PAGESNAP_SUFFIX_LEN);
	if (memchr(line, '\n', len))
		return fail(s, -EINVAL, "there is a newline in the query");
	if (pagesnap_query_is_blank(line, len))
		return fail(s, -EINVAL, "the query is blank or a comment");
	if (grow(q, size))
		return fail(s, -ENOMEM, "no memory for another query");
	append(q, line, len);
	append(q, PAGESNAP_SUFFIX "\n", PAGESNAP_SUFFIX_LEN + 1);
	err = add_query(s, size);
	errno = saved;
	return err;
}

/* Bytes of a structure with @nr bytes behind it. */
static size_t ask_size(size_t nr)
{
	return sizeof(struct pagesnap_ask) + (nr + 7) / 8 * 8;
}

/* There is room for it. */
static void append_ask(struct queue *q, const struct pagesnap_ask *ask, u32 type, const char *bytes,
		       size_t nr)
{
	static const char zeros[8];
	struct pagesnap_ask head = *ask;

	memcpy(head.magic, PAGESNAP_ASK_MAGIC, sizeof(head.magic));
	head.len = ask_size(nr);
	head.type = type;
	head.nr = nr;
	append(q, (const char *)&head, sizeof(head));
	append(q, bytes, nr);
	append(q, zeros, head.len - sizeof(head) - nr);
}

static int check_ask(struct pagesnap_session *s, size_t path_len, size_t options_len)
{
	if (s->fd < 0)
		return -EBADF;
	if (!(s->features & PAGESNAP_FEAT_ASK))
		return -EOPNOTSUPP;
	if (ask_size(path_len) > PAGESNAP_ASK_MAX || ask_size(options_len) > PAGESNAP_ASK_MAX)
		return fail(s, -E2BIG, "the query is longer than %d bytes", PAGESNAP_ASK_MAX);
	return 0;
}

/* Queue a structure, behind one of its options if @anew. */
static int put_ask(struct pagesnap_session *s, const struct pagesnap_ask *ask, const char *path,
		   size_t len, const char *options, bool anew)
{
	static const struct pagesnap_ask none;
	struct pagesnap_ask whole = *ask;
	struct queue *q = &s->queue;
	size_t options_len = anew ? strlen(options) : 0;
	size_t size = ask_size(len) + (anew ? ask_size(options_len) : 0);

	if (grow(q, size))
		return fail(s, -ENOMEM, "no memory for another query");
	if (anew)
		append_ask(q, &none, PAGESNAP_ASK_OPTIONS, options, options_len);
	/* it allows for brevity, and asks for nothing */
	if (!(s->features & PAGESNAP_FEAT_BRIEF))
		whole.flags &= ~PAGESNAP_ASK_BRIEF;
	append_ask(q, &whole, PAGESNAP_ASK_QUERY, path, len);
	return add_query(s, size);
}

int pagesnap_queue_ask(struct pagesnap_session *s, const struct pagesnap_ask *ask, const char *path,
		       size_t len, const char *options)
{
	bool anew = !s->options || strcmp(s->options, options);
	int err, saved = errno;

	err = check_ask(s, len, anew ? strlen(options) : 0);
	if (!err && anew) {
		free(s->options);
		s->options = strdup(options);
		if (!s->options)
			err = fail(s, -ENOMEM, "no memory for another query");
	}
	err = err ?: put_ask(s, ask, path, len, options, anew);
	/* those that the kernel has may be others then */
	if (err) {
		free(s->options);
		s->options = NULL;
	}
	errno = saved;
	return err;
}

int pagesnap_queue(struct pagesnap_session *s, const struct pagesnap_params *params)
{
	char line[PAGESNAP_LINE_MAX + 1];
	ssize_t len = pagesnap_params_line(s->which, params, line, sizeof(line));

	if (len == -ERANGE)
		return fail(s, -E2BIG, "the query is longer than %d bytes", PAGESNAP_LINE_MAX);
	if (len < 0)
		return fail(s, len, "the query makes no sense: what it asks for is missing or impossible");
	return pagesnap_queue_line(s, line, len);
}

size_t pagesnap_waiting(const struct pagesnap_session *s)
{
	return s->queue.end - s->queue.first;
}

/* Answers ---------------------------------------------------------------- */

static int answered(struct pagesnap_session *s)
{
	struct queue *q = &s->queue;

	if (q->first == q->sent)
		return fail(s, -EPROTO, "%s: an answer to no query", s->path);
	q->sent_bytes -= size_of(q, q->first);
	q->first++;
	return 0;
}

static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct pagesnap_session *s = ctx;
	int err = r->u->rec.type == PAGESNAP_REC_END ? answered(s) : 0;

	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		s->features = r->u->header.features;
	return err || !s->fn ? err : s->fn(s->ctx, r);
}

static int decoder_failed(struct pagesnap_session *s, int err)
{
	const char *what = pagesnap_decoder_message(s->decoder), *next = "";

	/* that is no matter of this index file */
	if (err == -EPROTONOSUPPORT)
		return fail(s, err, "%s", what);
	if (strstr(what, "text of an index file"))
		next = "\nThe module is too old for this pagesnap: " PAGESNAP_RELOAD;
	return fail(s, err, "%s: %s%s", s->path, what, next);
}

static int push(struct pagesnap_session *s, const void *buf, size_t len)
{
	int ret = pagesnap_decoder_push(s->decoder, buf, len);

	if (ret < 0 && *pagesnap_decoder_message(s->decoder))
		return decoder_failed(s, ret);
	return ret;
}

static int read_once(struct pagesnap_session *s)
{
	char *buf = s->room ? s->room(s->bytes_ctx, READ_SIZE) : s->buf;
	ssize_t n;
	int ret;

	if (!buf)
		return fail(s, -ENOMEM, "no memory for what is read");
	n = read(s->fd, buf, READ_SIZE);
	/* no failures: it can be called again */
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return -errno;
	if (n < 0)
		return call_failed(s, "read", -errno);
	if (!n)
		return fail(s, -EPROTO, "%s: %zu queries were not answered", s->path,
			    pagesnap_waiting(s));
	if (s->on_bytes && !s->room)
		s->on_bytes(s->bytes_ctx, buf, n);
	ret = push(s, buf, n);
	/* last, since who gave the memory may have it freed then */
	if (s->on_bytes && s->room)
		s->on_bytes(s->bytes_ctx, buf, n);
	return ret;
}

int pagesnap_read(struct pagesnap_session *s, pagesnap_record_fn *fn, void *ctx)
{
	int ret, saved = errno;
	bool rest;

	if (s->fd < 0)
		return -EBADF;
	s->fn = fn;
	s->ctx = ctx;
	pagesnap_decoder_skip(s->decoder, !fn);
	rest = pagesnap_decoder_has_rest(s->decoder);
	ret = push(s, NULL, 0);
	if (!ret && !rest) {
		ret = refill(s);
		if (!ret && pagesnap_waiting(s))
			ret = read_once(s);
	}
	ret = ret ?: refill(s);
	errno = saved;
	return ret ?: pagesnap_waiting(s) > 0;
}

void pagesnap_on_bytes(struct pagesnap_session *s, pagesnap_bytes_fn *fn, void *ctx)
{
	s->room = NULL;
	s->on_bytes = fn;
	s->bytes_ctx = ctx;
}

/**
 * pagesnap_on_bytes_in() - have what is read in memory of the caller's
 * @s: session
 * @room: gives memory for so many bytes, NULL if it has none: then the read fails; if nothing
 *	is read into it, it is asked for again
 * @fn: gets that memory, with what was read there and has been decoded; it is its own then
 * @ctx: first argument of both
 */
void pagesnap_on_bytes_in(struct pagesnap_session *s, pagesnap_room_fn *room,
			  pagesnap_bytes_fn *fn, void *ctx)
{
	pagesnap_on_bytes(s, fn, ctx);
	s->room = room;
}

/* Open and close --------------------------------------------------------- */

static int new_session(struct pagesnap_session **out, enum pagesnap_index_file which)
{
	struct pagesnap_session *s = calloc(1, sizeof(*s));

	*out = NULL;
	if (!s)
		return -ENOMEM;
	s->which = which;
	s->fd = -1;
	s->buf = malloc(READ_SIZE);
	s->decoder = pagesnap_decoder_new(take_record, s);
	if (!s->buf || !s->decoder) {
		pagesnap_close(s);
		return -ENOMEM;
	}
	pagesnap_decoder_set_live(s->decoder);
	*out = s;
	return 0;
}

int pagesnap_adopt(struct pagesnap_session **out, enum pagesnap_index_file which, int fd)
{
	int err = new_session(out, which);

	if (err)
		return err;
	(*out)->fd = fd;
	strcpy((*out)->path, pagesnap_index_name(which));
	return 0;
}

static int open_failed(struct pagesnap_session *s, int err, bool chosen)
{
	unsigned int nth;
	struct pagesnap_facts f = {
		.err = err, .of = pagesnap_collection_of_index(s->which, &nth),
		.path = *s->path ? s->path : NULL, .chosen = chosen,
	};
	int saved = errno;

	/* a folder by another name than all know it: what /proc and /sys are here may be another's */
	if (chosen && *s->path != '/') {
		snprintf(s->message, sizeof(s->message), "%s: %s", s->path, strerror(-err));
	} else {
		pagesnap_get_facts(&f);
		pagesnap_explain(&f, s->message, sizeof(s->message));
	}
	errno = saved;
	return err;
}

static int open_index(struct pagesnap_session *s, const char *dir)
{
	const char *name = pagesnap_index_name(s->which);
	unsigned int nth;
	const char *folder = pagesnap_collection_of_index(s->which, &nth)->folder;
	int chosen = pagesnap_find_dir(dir, folder, s->path, sizeof(s->path) - strlen(name) - 1);
	size_t len = strlen(s->path);

	if (chosen < 0) {
		*s->path = '\0';
		return open_failed(s, chosen, false);
	}
	s->path[len] = '/';
	strcpy(s->path + len + 1, name);
	s->fd = open(s->path, O_RDWR | O_CLOEXEC);
	return s->fd < 0 ? open_failed(s, -errno, chosen) : 0;
}

int pagesnap_open(struct pagesnap_session **out, enum pagesnap_index_file which, const char *dir)
{
	int err, saved = errno;
	unsigned int nth;

	if (!pagesnap_collection_of_index(which, &nth)) {
		*out = NULL;
		return -EINVAL;
	}
	err = new_session(out, which) ?: open_index(*out, dir);
	errno = saved;
	return err;
}

void pagesnap_close(struct pagesnap_session *s)
{
	if (!s)
		return;
	if (s->fd >= 0)
		close(s->fd);
	pagesnap_decoder_free(s->decoder);
	free(s->options);
	free(s->queue.sizes);
	free(s->queue.text);
	free(s->buf);
	free(s);
}

const char *pagesnap_message(const struct pagesnap_session *s)
{
	return s->message;
}

int pagesnap_fd(const struct pagesnap_session *s)
{
	return s->fd;
}
