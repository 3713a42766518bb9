// SPDX-License-Identifier: GPL-2.0
/*
 * Sessions, against a thread that plays the index file at the other end of a
 * socket: it checks what it is sent as strictly as the kernel does, and
 * answers.  Unlike the kernel's, its read() doesn't end half a line; so the
 * thread makes sure that none is ever there when an answer is due.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/ask.h"
#include "unit.h"
#include "stream.h"

/* Lines that were received; the last one may not be whole yet. */
struct waiting {
	char *buf;
	size_t len;
	size_t cap;
	size_t at;		/* bytes that are answered */
	size_t looked;		/* bytes of whole lines */
	u32 lines;		/* how many these are */
};

/* What the other end counts, and how it behaves. */
struct fake {
	int fd;
	pthread_t thread;
	struct waiting w;
	u32 stop_after;		/* closes after so many answers, 0 for never */
	u32 hold;		/* answers only when so many lines wait, or no more come */
	bool garbage;		/* sends no stream at all */
	u32 lines;
	u32 answers;
	u32 most_lines;		/* that ever waited */
	size_t most_bytes;
	u32 bad_lines;		/* that don't end in the suffix */
	char first[64];
};

static void look_at(struct fake *f, const char *line, size_t len)
{
	size_t n = PAGESNAP_SUFFIX_LEN;

	if (len <= n || memcmp(line + len - n, PAGESNAP_SUFFIX, n) || len > PAGESNAP_LINE_MAX)
		f->bad_lines++;
	if (!f->lines++)
		snprintf(f->first, sizeof(f->first), "%.*s", (int)len, line);
}

/* Return: false at the end. */
static bool receive(struct fake *f, int flags)
{
	struct waiting *w = &f->w;
	char *newline;
	ssize_t n;

	if (w->at > w->len / 2) {
		memmove(w->buf, w->buf + w->at, w->len - w->at);
		w->len -= w->at;
		w->looked -= w->at;
		w->at = 0;
	}
	if (w->cap - w->len < 1 << 20)
		w->buf = realloc(w->buf, w->cap = w->len + (4 << 20));
	n = recv(f->fd, w->buf + w->len, 1 << 20, flags);
	if (n <= 0)
		return n < 0 && errno == EAGAIN;
	w->len += n;
	while ((newline = memchr(w->buf + w->looked, '\n', w->len - w->looked))) {
		look_at(f, w->buf + w->looked, newline - w->buf - w->looked);
		w->looked = newline + 1 - w->buf;
		w->lines++;
	}
	if (w->lines > f->most_lines)
		f->most_lines = w->lines;
	if (w->looked - w->at - w->lines > f->most_bytes)
		f->most_bytes = w->looked - w->at - w->lines;
	return true;
}

/* The kernel takes lines while it has answers that nobody reads; so do we. */
static void send_all(struct fake *f, const struct stream *s)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN | POLLOUT };
	size_t at = 0;
	ssize_t n;

	while (at < s->len) {
		n = send(f->fd, s->buf + at, s->len - at, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno != EAGAIN)
			return;
		at += n > 0 ? n : 0;
		if (n < 0 && poll(&p, 1, -1) > 0 && (p.revents & POLLIN) &&
		    !receive(f, MSG_DONTWAIT))
			return;
	}
}

static void answer(struct fake *f, const char *line)
{
	struct stream s = { };

	f->answers++;
	if (f->garbage)
		put(&s, "# pagesnap abi=1.0 file=pfn_index\n", 34);
	else if (f->answers == 1)
		put_header(&s);
	put_query(&s, f->answers, line);
	put_end(&s, f->answers);
	send_all(f, &s);
	free(s.buf);
}

static void answer_one(struct fake *f)
{
	struct waiting *w = &f->w;
	char *at = w->buf + w->at;
	size_t n = (char *)memchr(at, '\n', w->len - w->at) - at;
	char *line = strndup(at, n < PAGESNAP_ECHO_MAX ? n : PAGESNAP_ECHO_MAX);

	w->at += n + 1;
	w->lines--;
	answer(f, line);
	free(line);
}

/* Does nothing come any more for a while? */
static bool is_quiet(struct fake *f)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN };

	return !poll(&p, 1, 200);
}

static bool is_done(const struct fake *f)
{
	return f->stop_after && f->answers >= f->stop_after;
}

static void *play(void *ctx)
{
	struct fake *f = ctx;

	while (!is_done(f) && receive(f, 0)) {
		while (f->w.lines < f->hold && !is_quiet(f) && receive(f, MSG_DONTWAIT))
			;
		while (f->w.lines && !is_done(f))
			answer_one(f);
	}
	shutdown(f->fd, SHUT_RDWR);
	free(f->w.buf);
	return NULL;
}

/* The message, in one line. */
static const char *said(const struct pagesnap_session *s)
{
	return shown(pagesnap_message(s), strlen(pagesnap_message(s)));
}

static struct pagesnap_session *begin(struct fake *f)
{
	struct pagesnap_session *s;
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_FILE, fds[0]))
		ktap_die("a session on a socket");
	f->fd = fds[1];
	if (pthread_create(&f->thread, NULL, play, f))
		ktap_die("a thread");
	return s;
}

static void end(struct fake *f, struct pagesnap_session *s)
{
	/* from here on the other end may look away */
	shutdown(pagesnap_fd(s), SHUT_RDWR);
	pthread_join(f->thread, NULL);
	pagesnap_close(s);
	close(f->fd);
}

/* What the caller sees. */
struct seen {
	u32 queries;
	u32 ends;
	u32 headers;
	u32 wrong;		/* echoes that are not "/N..." in their order */
	u32 stop_at;
	size_t waiting;		/* in the last end */
	struct pagesnap_session *s;
};

static int see(void *ctx, const struct pagesnap_record *r)
{
	struct seen *seen = ctx;
	char want[32];
	const char *line;
	size_t len;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		seen->headers++;
		break;
	case PAGESNAP_REC_QUERY:
		sprintf(want, "/%u", seen->queries++);
		line = pagesnap_record_query(r, &len);
		seen->wrong += len < strlen(want) || memcmp(line, want, strlen(want));
		break;
	case PAGESNAP_REC_END:
		seen->ends++;
		seen->waiting = pagesnap_waiting(seen->s);
		return seen->stop_at && seen->ends % seen->stop_at == 0 ? 42 : 0;
	}
	return 0;
}

/* Query number @i: "/i", and blanks up to @len bytes. */
static int queue(struct pagesnap_session *s, u32 i, size_t len)
{
	static char line[PAGESNAP_LINE_MAX + 2];
	size_t n;

	memset(line, ' ', sizeof(line));
	n = sprintf(line, "/%u", i);
	line[n] = ' ';
	return pagesnap_queue_line(s, line, len > n ? len : n);
}

static int read_all(struct pagesnap_session *s, struct seen *seen)
{
	int ret;

	seen->s = s;
	while ((ret = pagesnap_read(s, see, seen)) == 1 || ret == 42)
		;
	return ret;
}

/* A few queries ---------------------------------------------------------- */

static void test_few(void)
{
	struct fake f = { };
	struct seen seen = { };
	struct pagesnap_session *s = begin(&f);
	struct pagesnap_params ask = { .path = "/0", .has_range = true, .end = 5 };

	errno = 77;
	seen.s = s;
	ktap_equal(pagesnap_read(s, see, &seen), 0, "nothing was asked, nothing comes");
	ktap_equal(pagesnap_queue(s, &ask), 0, "a query is queued");
	/* its path is quoted; the others are not */
	ktap_equal(pagesnap_waiting(s), 1, "a queued query waits");
	seen.queries = 0;
	ktap_equal(read_all(s, &seen), 0, "an answer is read to the end");
	ktap_ok(seen.headers == 1 && seen.queries == 1 && seen.ends == 1, "a header, a query, an end");
	ktap_equal(pagesnap_waiting(s), 0, "nothing waits any more");
	ktap_equal(seen.waiting, 0, "nothing waits when the end of an answer is seen");
	ktap_ok(!strcmp(f.first, "\"/0\" 0 5 format=binary"), "what was sent: %s", f.first);
	ktap_ok(!queue(s, 1, 0) && !queue(s, 2, 0), "a session can be asked again");
	seen = (struct seen) { .queries = 1 };
	ktap_ok(!read_all(s, &seen) && seen.ends == 2 && !seen.wrong,
		"a session that is asked again answers");
	ktap_equal(errno, 77, "errno is left alone");
	ktap_ok(!*pagesnap_message(s), "a session without failures has no message");
	end(&f, s);
}

static void test_bad_lines(void)
{
	static const char zeros[PAGESNAP_LINE_MAX + 1];
	static char path[PAGESNAP_LINE_MAX + 1];
	struct fake f = { };
	struct pagesnap_session *s = begin(&f);
	const size_t most = PAGESNAP_LINE_MAX - PAGESNAP_SUFFIX_LEN;

	ktap_equal(pagesnap_queue_line(s, "/a\n/b", 5), -EINVAL, "two lines are not one");
	ktap_ok(strstr(pagesnap_message(s), "newline"), "why: %s", said(s));
	ktap_equal(pagesnap_queue_line(s, "", 0), -EINVAL, "an empty line");
	ktap_equal(pagesnap_queue_line(s, " \t", 2), -EINVAL, "a blank line");
	ktap_equal(pagesnap_queue_line(s, " # /a", 5), -EINVAL, "a comment");
	ktap_ok(strstr(pagesnap_message(s), "comment"), "why: %s", said(s));
	ktap_equal(pagesnap_queue_line(s, zeros, most + 1), -E2BIG, "a line that is too long");
	ktap_ok(strstr(pagesnap_message(s), "longer"), "why: %s", said(s));
	ktap_equal(pagesnap_queue(s, &(struct pagesnap_params) { }), -EINVAL, "a query of nothing");
	memset(path, 'a', sizeof(path) - 1);
	*path = '/';
	ktap_equal(pagesnap_queue(s, &(struct pagesnap_params) { .path = path }), -E2BIG,
		   "a path that no line can hold");
	ktap_ok(*pagesnap_message(s), "why: %s", said(s));
	ktap_equal(pagesnap_waiting(s), 0, "none of them waits");
	ktap_equal(queue(s, 0, most), 0, "the longest line is taken");
	ktap_equal(read_all(s, &(struct seen) { }), 0, "the longest line is answered");
	ktap_ok(f.lines == 1 && !f.bad_lines, "nothing else was sent");
	end(&f, s);
}

/* Many queries ----------------------------------------------------------- */

/*
 * All queued first, then read.  The other end answers none before as many wait
 * as may, so that it sees the limit kept and not just never reached.
 */
static void many(u32 nr, size_t len, u32 hold, u32 stop_at, const char *name)
{
	struct fake f = { .hold = hold };
	struct seen seen = { .stop_at = stop_at };
	struct pagesnap_session *s = begin(&f);
	u32 i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++)
		ret = queue(s, i, len);
	ktap_equal(ret, 0, "%s are queued", name);
	ktap_equal(pagesnap_waiting(s), nr, "%s wait", name);
	ktap_equal(read_all(s, &seen), 0, "%s are read", name);
	ktap_ok(seen.queries == nr && seen.ends == nr && !seen.wrong,
		"%s are answered in their order", name);
	end(&f, s);
	ktap_ok(f.lines == nr && !f.bad_lines, "each line came as it was");
	ktap_ok(f.most_lines <= PAGESNAP_QUERIES_MAX && f.most_bytes <= PAGESNAP_BYTES_MAX,
		"%u lines and %zu bytes waited at most", f.most_lines, f.most_bytes);
}

static void test_many(void)
{
	many(1000, 0, 0, 0, "a thousand");
	many(1000, 0, 0, 3, "a thousand, with stops");
	many(70000, 0, PAGESNAP_QUERIES_MAX, 0, "more than the kernel takes");
	many(450, 20000, PAGESNAP_BYTES_MAX / 20015, 0, "longer than the kernel takes");
}

/* Queued and read in turns: poll() must always have something to wait for. */
static void test_poll(void)
{
	struct fake f = { };
	struct seen seen = { };
	struct pagesnap_session *s = begin(&f);
	struct pollfd p = { .fd = pagesnap_fd(s), .events = POLLIN };
	u32 i, queued = 0;
	bool good = true;

	seen.s = s;
	for (i = 0; good && i < 300; i++) {
		for (u32 n = pick(4); n; n--)
			good = good && !queue(s, queued++, pick(2000));
		while (good && pagesnap_waiting(s) > pick(5)) {
			good = poll(&p, 1, 5000) == 1;
			good = good && pagesnap_read(s, see, &seen) >= 0;
		}
	}
	while (good && pagesnap_waiting(s))
		good = poll(&p, 1, 5000) == 1 && pagesnap_read(s, see, &seen) >= 0;
	ktap_ok(good && seen.ends == queued && !seen.wrong,
		"%u queries, read when poll() says so", queued);
	end(&f, s);
}

/* The queue grows while it does not begin at its first place. */
static void test_grow(void)
{
	struct fake f = { };
	struct seen seen = { };
	struct pagesnap_session *s = begin(&f);
	u32 i;

	for (i = 0; i < 40; i++)
		queue(s, i, 10 + i);
	read_all(s, &seen);
	for (; i < 1000; i++)
		queue(s, i, 10 + i);
	ktap_ok(!read_all(s, &seen) && seen.ends == 1000 && !seen.wrong && !f.bad_lines,
		"many queries after some that were answered");
	end(&f, s);
}

/* The rest of what was read, after a stop, needs no read(). */
static void test_stop(void)
{
	struct fake f = { .hold = 3 };
	struct seen seen = { .stop_at = 1 };
	struct pagesnap_session *s = begin(&f);
	u32 stops = 0;
	int ret;

	seen.s = s;
	queue(s, 0, 0);
	queue(s, 1, 0);
	queue(s, 2, 0);
	while ((ret = pagesnap_read(s, see, &seen)) != 0 && stops < 10)
		stops += ret == 42;
	ktap_equal(stops, 3, "three answers, three stops");
	ktap_ok(seen.queries == 3 && seen.ends == 3 && !seen.wrong,
		"no answer is lost where a read is stopped");
	end(&f, s);
}

/* Bytes ------------------------------------------------------------------ */

static void collect(void *ctx, const void *buf, size_t len)
{
	put(ctx, buf, len);
}

static void test_bytes(void)
{
	struct fake f = { };
	struct seen seen = { }, again = { };
	struct pagesnap_session *s = begin(&f);
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, &again);
	struct stream saved = { };
	u32 i;

	pagesnap_on_bytes(s, collect, &saved);
	for (i = 0; i < 50; i++)
		queue(s, i, 100);
	ktap_equal(read_all(s, &seen), 0, "an answer is saved");
	again.s = s;
	ktap_ok(!pagesnap_decoder_push(d, saved.buf, saved.len) && !pagesnap_decoder_finish(d),
		"what was saved is a stream");
	ktap_ok(again.headers == 1 && again.ends == 50 && !again.wrong, "of the same answers");
	pagesnap_on_bytes(s, NULL, NULL);
	i = saved.len;
	queue(s, 50, 0);
	ktap_ok(!read_all(s, &seen) && saved.len == i,
		"nothing is saved when saving was switched off");
	pagesnap_decoder_free(d);
	free(saved.buf);
	end(&f, s);
}

/* Memory of the caller's, some of which was handed over; none is given once @refuse is set. */
struct rooms {
	char *room;
	struct stream saved;
	bool refuse;
	bool wrong;
};

static void *give_room(void *ctx, size_t size)
{
	struct rooms *r = ctx;

	if (!r->room && !r->refuse)
		r->room = malloc(size);
	return r->room;
}

static void take_room(void *ctx, const void *buf, size_t len)
{
	struct rooms *r = ctx;

	r->wrong |= buf != r->room;
	put(&r->saved, buf, len);
	/* the session may look at it no more */
	free(r->room);
	r->room = NULL;
}

static void test_room(void)
{
	struct fake f = { };
	struct seen seen = { }, again = { };
	struct pagesnap_session *s = begin(&f);
	struct pagesnap_decoder *d = pagesnap_decoder_new(see, &again);
	struct rooms rooms = { };
	u32 i;

	pagesnap_on_bytes_in(s, give_room, take_room, &rooms);
	for (i = 0; i < 50; i++)
		queue(s, i, 100);
	ktap_equal(read_all(s, &seen), 0, "answers are read into memory of the caller's");
	again.s = s;
	ktap_ok(!pagesnap_decoder_push(d, rooms.saved.buf, rooms.saved.len) &&
		again.ends == 50 && !again.wrong && !rooms.wrong, "such memory is handed over with what was read");
	free(rooms.room);
	rooms.room = NULL;
	rooms.refuse = true;
	queue(s, 50, 0);
	ktap_equal(read_all(s, &seen), -ENOMEM, "without such memory reading fails");
	pagesnap_on_bytes(s, NULL, NULL);
	ktap_equal(read_all(s, &seen), 0, "without a taker reading goes on in memory of the session");
	pagesnap_decoder_free(d);
	free(rooms.saved.buf);
	end(&f, s);
}

/* Failures --------------------------------------------------------------- */

static void test_cut(void)
{
	struct fake f = { .stop_after = 2 };
	struct seen seen = { };
	struct pagesnap_session *s = begin(&f);

	queue(s, 0, 0);
	queue(s, 1, 0);
	queue(s, 2, 0);
	ktap_ok(read_all(s, &seen) < 0, "an end before the last answer is a failure");
	ktap_ok(strstr(pagesnap_message(s), "filename_index"), "which one: %s", said(s));
	ktap_equal(seen.ends, 2, "what came before is seen");
	end(&f, s);
}

static void test_garbage(void)
{
	struct fake f = { .garbage = true };
	struct seen seen = { };
	struct pagesnap_session *s = begin(&f);

	queue(s, 0, 0);
	ktap_equal(read_all(s, &seen), -EPROTO, "text is no answer");
	ktap_ok(strstr(pagesnap_message(s), ": rmmod pagesnap && modprobe pagesnap"), "what to do: %s",
		said(s));
	ktap_equal(pagesnap_read(s, see, &seen), -EPROTO,
		   "a session that read garbage stays failed");
	end(&f, s);
}

/* The peer is not asked: a stream of our own is what is read. */
static void test_versions(void)
{
	struct pagesnap_header h = a_header();
	struct stream stream = { };
	struct seen seen = { };
	struct pagesnap_session *s;
	int fds[2];

	h.abi_major = 9;
	put_rec(&stream, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_PFN, fds[0]) ||
	    write(fds[1], stream.buf, stream.len) != (ssize_t)stream.len)
		ktap_die("a stream of another version");
	queue(s, 0, 0);
	ktap_equal(read_all(s, &seen), -EPROTONOSUPPORT, "another major version is refused");
	ktap_ok(strstr(pagesnap_message(s), "ABI 9.") && strstr(pagesnap_message(s), "install a newer"),
		"what to do: %s", said(s));
	pagesnap_close(s);
	close(fds[1]);
	free(stream.buf);
}

static void on_alarm(int signal)
{
}

static void test_signal(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct seen seen = { };
	struct pagesnap_session *s;
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_PFN, fds[0]))
		ktap_die("a session on a socket");
	sigaction(SIGALRM, &action, NULL);
	queue(s, 0, 0);
	ualarm(50000, 0);
	ktap_equal(pagesnap_read(s, see, &seen), -EINTR, "a signal ends a read that has nothing");
	ktap_equal(pagesnap_waiting(s), 1, "a query waits on after a signal");
	if (fcntl(fds[0], F_SETFL, O_NONBLOCK))
		ktap_die("fcntl()");
	ktap_equal(pagesnap_read(s, see, &seen), -EAGAIN, "one that doesn't block has nothing, too");
	ktap_ok(pagesnap_waiting(s) == 1 && !*said(s),
		"a signal and a read that would block are no failures");
	pagesnap_close(s);
	close(fds[1]);
}

/* An end that nobody asked for. */
static void test_uninvited(void)
{
	struct stream stream = { };
	struct seen seen = { };
	struct pagesnap_session *s;
	int fds[2];

	put_header(&stream);
	put_query(&stream, 1, "/0");
	put_end(&stream, 1);
	put_query(&stream, 2, "/1");
	put_end(&stream, 2);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_PFN, fds[0]) ||
	    write(fds[1], stream.buf, stream.len) != (ssize_t)stream.len)
		ktap_die("a stream of two answers");
	queue(s, 0, 0);
	ktap_equal(read_all(s, &seen), -EPROTO, "two answers to one query are one too many");
	pagesnap_close(s);
	close(fds[1]);
	free(stream.buf);
}

/* Half-way writes -------------------------------------------------------- */

/* Everything that @fd has now. */
static void take(int fd, struct stream *to)
{
	char buf[4096];
	ssize_t n;

	while ((n = recv(fd, buf, sizeof(buf), MSG_DONTWAIT)) > 0)
		put(to, buf, n);
}

/*
 * A write() takes a part, as with a kernel that runs out of memory on the way:
 * what it took is not sent again, and nothing is read while half a line is
 * there.
 */
static void half_written(u32 nr, size_t len)
{
	static char line[PAGESNAP_LINE_MAX];
	struct stream want = { }, got = { };
	struct seen seen = { };
	struct pagesnap_session *s;
	int fds[2], ret, size = 1, failures = 0;
	bool again = true;
	u32 i;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) ||
	    setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size)) ||
	    pagesnap_adopt(&s, PAGESNAP_FILE, fds[0]))
		ktap_die("a session on a small socket");
	for (i = 0; i < nr; i++) {
		memset(line, ' ', len);
		line[sprintf(line, "/%u", i)] = ' ';
		/* nothing more is queued while the first one is there in parts */
		while ((ret = pagesnap_queue_line(s, line, len)) == -EAGAIN)
			take(fds[1], &got);
		if (ret)
			ktap_die("queue: %s", said(s));
		put(&want, line, len);
		put(&want, PAGESNAP_SUFFIX "\n", PAGESNAP_SUFFIX_LEN + 1);
	}
	while (again && failures < 100000) {
		again = pagesnap_read(s, see, &seen) == -EAGAIN && strstr(said(s), "write");
		failures += again;
		take(fds[1], &got);
	}
	ktap_ok(failures > 1, "%u lines of %zu bytes are written in parts: %d", nr, len, failures);
	ktap_ok(got.len == want.len && !memcmp(got.buf, want.buf, got.len),
		"each line comes once, and in order: %zu bytes of %zu", got.len, want.len);
	ktap_equal(pagesnap_waiting(s), nr, "all of them wait");
	pagesnap_close(s);
	close(fds[1]);
	free(want.buf);
	free(got.buf);
}

static void test_half_written(void)
{
	half_written(300, 101);
	half_written(1, 20000);
	/* one that is begun is ended, even when so much waits that no more would be sent */
	half_written(400, 20000);
}

/* A query that could not be queued does not wait to be answered. */
static void test_not_queued(void)
{
	struct pagesnap_session *s;
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_FILE, fds[0]))
		ktap_die("a session on a socket");
	close(fds[1]);
	ktap_equal(queue(s, 0, 0), -EPIPE, "nobody takes a query");
	ktap_ok(strstr(pagesnap_message(s), "write"), "which one: %s", said(s));
	ktap_equal(queue(s, 0, 0), -EPIPE, "a query behind one that nobody takes is refused");
	ktap_equal(pagesnap_waiting(s), 0, "none of them waits");
	ktap_equal(pagesnap_read(s, see, &(struct seen) { }), 0,
		   "nothing can be read where nobody takes a query");
	pagesnap_close(s);
}

/* Structures --------------------------------------------------------------- */

static int queue_ask(struct pagesnap_session *s, const char *path, const char *options)
{
	const struct pagesnap_ask ask = { .col = 2 };

	return pagesnap_queue_ask(s, &ask, path, strlen(path), options);
}

/* Answers of @nr queries from number @q on, behind the header of a module with @features, if any. */
static void answer_all(int fd, u32 q, u32 nr, u64 features)
{
	struct pagesnap_header h = a_header();
	struct stream s = { };

	h.features = features;
	if (features)
		put_rec(&s, PAGESNAP_REC_HEADER, 0, &h, sizeof(h));
	for (; nr--; q++) {
		put_query(&s, q, "");
		put_end(&s, q);
	}
	if (write(fd, s.buf, s.len) != (ssize_t)s.len)
		ktap_die("answers");
	free(s.buf);
}

/* "[group=page] /a": what was received, options in brackets. */
static void tell(int fd, char *got)
{
	char buf[4096];
	ssize_t n = recv(fd, buf, sizeof(buf), MSG_DONTWAIT), at = 0;
	const struct pagesnap_grammar g = { .subject = PAGESNAP_SUBJECT_FILE };
	struct pagesnap_slice bytes;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	u32 len;

	for (*got = '\0'; at < n; at += len) {
		len = pagesnap_ask_wants(buf + at, n - at);
		bytes = pagesnap_ask_bytes(buf + at, len);
		if (!pagesnap_ask_goes_on(buf + at, n - at, 0) || len > n - at ||
		    pagesnap_ask_check(buf + at, len, &d)) {
			strcat(got, "?");
			return;
		}
		if (!pagesnap_ask_is_options(buf + at, len) &&
		    (pagesnap_ask_parse(&g, buf + at, len, &q, &d) || pagesnap_ask_col(buf + at, len) != 2))
			strcat(got, "?");
		sprintf(got + strlen(got), pagesnap_ask_is_options(buf + at, len) ? "[%.*s]" : "%.*s ",
			(int)bytes.len, buf + at + bytes.off);
	}
}

static void test_structures(void)
{
	struct pagesnap_session *s;
	static char longest[PAGESNAP_ASK_MAX];
	char got[4096];
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || pagesnap_adopt(&s, PAGESNAP_FILE, fds[0]))
		ktap_die("a session on a socket");
	ktap_equal(queue_ask(s, "/a", ""), -EOPNOTSUPP, "before the header nobody knows of structures");
	pagesnap_queue_line(s, "/a", 2);
	recv(fds[1], got, sizeof(got), MSG_DONTWAIT);
	answer_all(fds[1], 1, 1, PAGESNAP_FEAT_ASK);
	ktap_equal(pagesnap_read(s, NULL, NULL), 0, "the header says that they are taken");
	queue_ask(s, "/a", "group=page");
	queue_ask(s, "/bcdefghi", "group=page");
	queue_ask(s, "/c", "");
	tell(fds[1], got);
	answer_all(fds[1], 2, 1, 0);
	ktap_equal(pagesnap_read(s, NULL, NULL), 1, "one is answered, the others wait");
	tell(fds[1], got + strlen(got));
	ktap_ok(!strcmp(got, "[group=page]/a /bcdefghi []/c "), "options come once: %s", got);
	answer_all(fds[1], 3, 2, 0);
	ktap_equal(pagesnap_read(s, NULL, NULL), 0, "all are answered");
	memset(longest, '/', sizeof(longest) - 1);
	ktap_equal(queue_ask(s, longest, ""), -E2BIG, "one that is too long is not queued");
	queue_ask(s, "/d", "");
	tell(fds[1], got);
	ktap_ok(!strcmp(got, "[]/d "), "behind a failure options come again: %s", got);
	pagesnap_close(s);
	close(fds[1]);
}

/* Flags of the structure that is received behind its options. */
static u32 flags_received(int fd)
{
	struct pagesnap_ask options, ask;

	if (recv(fd, &options, sizeof(options), MSG_DONTWAIT) != sizeof(options) ||
	    recv(fd, &ask, sizeof(ask), MSG_DONTWAIT) != sizeof(ask))
		return ~0U;
	return ask.flags;
}

/* Brevity is allowed to a module that knows it, and no other is told. */
static void test_brief(void)
{
	static const u64 features[] = { PAGESNAP_FEAT_ASK, PAGESNAP_FEAT_ASK | PAGESNAP_FEAT_BRIEF };
	const struct pagesnap_ask ask = { .flags = PAGESNAP_ASK_BRIEF };
	struct pagesnap_session *s;
	char got[4096];
	int fds[2];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(features); i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) ||
		    pagesnap_adopt(&s, PAGESNAP_FILE, fds[0]))
			ktap_die("a session on a socket");
		pagesnap_queue_line(s, "/a", 2);
		recv(fds[1], got, sizeof(got), MSG_DONTWAIT);
		answer_all(fds[1], 1, 1, features[i]);
		pagesnap_read(s, NULL, NULL);
		pagesnap_queue_ask(s, &ask, "/b", 2, "");
		ktap_equal(flags_received(fds[1]), i ? PAGESNAP_ASK_BRIEF : 0, "%s",
			   i ? "a brief answer is asked for" : "an older module isn't asked for one");
		pagesnap_close(s);
		close(fds[1]);
	}
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	test_few();
	test_bad_lines();
	test_many();
	test_grow();
	test_poll();
	test_stop();
	test_bytes();
	test_room();
	test_cut();
	test_garbage();
	test_versions();
	test_signal();
	test_uninvited();
	test_half_written();
	test_not_queued();
	test_structures();
	test_brief();
	return ktap_end();
}
