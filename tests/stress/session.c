// SPDX-License-Identifier: GPL-2.0
/*
 * Writes batches, cut anywhere, and reads their answers, cut anywhere.
 */
#include <fcntl.h>
#include <unistd.h>

#include "mount.h"
#include "session.h"

#define BUFFER (512 * 1024)

bool session_intrudes;
static char *buffer;

static int open_index(enum pagesnap_index_file which, int flags)
{
	char path[128];

	snprintf(path, sizeof(path), CONTROL "%s", pagesnap_index_name(which));
	return open(path, flags | O_CLOEXEC);
}

/* Without the module there is no file, or one of the module that went. */
static bool may_fail(int err)
{
	return err == ENOENT || err == ENXIO || err == EBUSY || err == EINTR;
}

bool session_open(struct session *s, enum pagesnap_index_file which)
{
	while (!stopping()) {
		if (shared->pause && !session_intrudes) {
			nap(20);
			continue;
		}
		s->fd = open_index(which, O_RDWR);
		if (s->fd >= 0) {
			s->which = which;
			s->q = 1;
			s->line = 1;
			check_init(&s->check);
			return true;
		}
		__sync_fetch_and_add(&shared->opens_refused, 1);
		if (!may_fail(errno)) {
			char text[80];

			snprintf(text, sizeof(text), "open() of an index fails: %m");
			wrong(text);
		}
		nap(5);
	}
	return false;
}

void session_close(struct session *s)
{
	close(s->fd);
	check_free(&s->check);
}

/* Queries ----------------------------------------------------------------------- */

static bool write_all(int fd, const char *s, size_t len)
{
	ssize_t n;

	for (; len; s += n, len -= n) {
		n = write(fd, s, len);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			return false;
	}
	return true;
}

/* Lines, comments and blanks among them. */
static size_t compose(char *to, size_t size, struct ask *asks, unsigned int nr,
		      unsigned int *line)
{
	size_t len = 0;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (one_in(8)) {
			len += snprintf(to + len, size - len, "%s", one_in(2) ? "# not a query\n" : "\n");
			++*line;
		}
		asks[i].line = (*line)++;
		/* The library takes this word out of what it passes on. */
		len += snprintf(to + len, size - len, "%s%s\n", asks[i].text,
				asks[i].binary ? " format=binary" : "");
	}
	return len;
}

/* Answers ------------------------------------------------------------------------- */

struct stream {
	struct check *ck;
	struct pagesnap_decoder *decoder;	/* NULL for text */
	size_t have;				/* bytes of a line not ended yet */
};

static void stream_begin(struct stream *st, struct check *ck, bool binary)
{
	if (!buffer)
		buffer = malloc(BUFFER);
	st->ck = ck;
	st->have = 0;
	st->decoder = binary ? pagesnap_decoder_new(check_record, ck) : NULL;
	if (!buffer || (binary && !st->decoder))
		ktap_die("no memory");
}

static void take_lines(struct stream *st)
{
	char *line = buffer, *end;

	while ((end = memchr(line, '\n', buffer + st->have - line))) {
		*end = '\0';
		check_line(st->ck, line);
		line = end + 1;
	}
	st->have -= line - buffer;
	memmove(buffer, line, st->have);
}

static bool stream_take(struct stream *st, size_t len)
{
	if (!st->decoder) {
		st->have += len;
		take_lines(st);
		return true;
	}
	if (!pagesnap_decoder_push(st->decoder, buffer, len))
		return true;
	check_wrong(st->ck, "the stream can't be decoded: %s",
		    pagesnap_decoder_message(st->decoder));
	return false;
}

static void stream_end(struct stream *st, bool whole)
{
	if (whole && st->have)
		check_wrong(st->ck, "the last line has no end");
	if (whole && st->decoder && pagesnap_decoder_finish(st->decoder))
		check_wrong(st->ck, "the stream ends badly: %s",
			    pagesnap_decoder_message(st->decoder));
	if (whole)
		check_ended(st->ck);
	pagesnap_decoder_free(st->decoder);
}

static size_t piece(const struct stream *st, const struct manner *m)
{
	size_t size = m->small_reads || m->sleeps ? 1 + rnd(4096) : 65536 + rnd(262144);
	size_t room = BUFFER - st->have;

	return size < room ? size : room;
}

/* Return: false if the reader left before the end. */
static bool read_answers(int fd, struct check *ck, bool binary, const struct manner *m)
{
	struct stream st;
	unsigned int reads = 0;
	bool whole = false;
	ssize_t got;

	stream_begin(&st, ck, binary);
	while (!whole) {
		got = read(fd, buffer + st.have, piece(&st, m));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			check_wrong(ck, "read() fails: %m");
			break;
		}
		whole = !got;
		if (got && !stream_take(&st, got))
			break;
		/* "0- group=page" may take longer than what is waited for at the end */
		if ((m->leaves && one_in(6)) || (shared->pause && one_in(2)) || stopping())
			break;
		if (m->dawdles && one_in(3))
			nap(120 + rnd(200));
		if (m->sleeps && !reads++)
			nap(patience(MOUNT_PATIENCE + 2000));
	}
	stream_end(&st, whole);
	return whole;
}

bool session_ask(struct session *s, struct ask *asks, unsigned int nr, const struct manner *m)
{
	static char text[BATCH_MAX * (ASK_MAX + 32)];
	size_t len = compose(text, sizeof(text), asks, nr, &s->line), cut = one_in(3) ? rnd(len) : 0;

	check_begin(&s->check, asks, nr, s->q);
	s->q += nr;
	/* Where a write is cut means nothing; the last newline neither. */
	if (!write_all(s->fd, text, cut) || !write_all(s->fd, text + cut, len - cut)) {
		check_wrong(&s->check, "write() fails: %m");
		return false;
	}
	return read_answers(s->fd, &s->check, asks[0].binary, m);
}

void session_standing(struct check *ck, struct ask *asks, unsigned int nr)
{
	static char text[BATCH_MAX * (ASK_MAX + 32)];
	unsigned int line = 1;
	size_t len = compose(text, sizeof(text), asks, nr, &line);
	int fd = open_index(asks[0].which, O_WRONLY | O_TRUNC);
	bool set;

	if (fd < 0)
		return;
	set = write_all(fd, text, len);
	close(fd);
	if (!set)
		return;
	fd = open_index(asks[0].which, O_RDONLY);
	if (fd < 0)
		return;
	check_begin(ck, asks, nr, 1);
	read_answers(fd, ck, asks[0].binary, &(struct manner){ 0 });
	close(fd);
}
