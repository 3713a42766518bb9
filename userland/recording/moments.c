// SPDX-License-Identifier: GPL-2.0
/*
 * Which moments a recording has.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "hash.h"
#include "moments.h"

#define ROOM_MIN 64
#define READ_SIZE (64 * 1024)

static struct moment *add(struct moments *m)
{
	size_t room = m->room ? m->room * 2 : ROOM_MIN;
	struct moment *more;

	if (m->nr == m->room) {
		more = reallocarray(m->list, room, sizeof(*more));
		if (!more)
			return NULL;
		m->list = more;
		m->room = room;
	}
	return memset(m->list + m->nr++, 0, sizeof(*more));
}

/* Reading -------------------------------------------------------------------- */

/* Less than is wanted at the end of the file. */
static ssize_t read_at(int fd, void *buf, size_t len, off_t at)
{
	size_t done = 0;
	ssize_t n;

	while (done < len) {
		n = pread(fd, (char *)buf + done, len - done, at + done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += n;
	}
	return done;
}

/* 1 if they are those that were written, 0, or a negative errno. */
static int check_bytes(int fd, const struct moment *moment)
{
	XXH3_state_t *state = XXH3_createState();
	char *buf = malloc(READ_SIZE);
	off_t at = moment->at + sizeof(moment->head);
	uint64_t left = moment->head.packed;
	ssize_t n = state && buf ? 1 : -ENOMEM;

	if (n > 0)
		XXH3_64bits_reset(state);
	while (n > 0 && left) {
		n = read_at(fd, buf, left < READ_SIZE ? left : READ_SIZE, at);
		if (n <= 0)
			break;
		XXH3_64bits_update(state, buf, n);
		at += n;
		left -= n;
	}
	if (n >= 0)
		n = !left && XXH3_64bits_digest(state) == moment->head.packed_sum;
	XXH3_freeState(state);
	free(buf);
	return n;
}

/* One that was not written to its end has no @check yet. */
static bool is_changed(const struct head *head)
{
	return head->check && !head_is_good(head);
}

/* Where in @buf a head begins that is whole; @len if none does. */
static size_t head_in(const char *buf, size_t len)
{
	const char *at = buf;
	struct head head;

	while ((at = memmem(at, buf + len - at, HEAD_MAGIC, strlen(HEAD_MAGIC)))) {
		if ((size_t)(buf + len - at) < sizeof(head))
			break;
		memcpy(&head, at, sizeof(head));
		if (head_is_good(&head))
			return at - buf;
		at++;
	}
	return len;
}

/* The next head from @at on, 0 if there is none, or a negative errno. */
static off_t find_head(int fd, off_t at)
{
	char *buf = malloc(READ_SIZE);
	ssize_t n = buf ? 0 : -ENOMEM;
	size_t found = 0;

	while (buf) {
		n = read_at(fd, buf, READ_SIZE, at);
		if (n < (ssize_t)sizeof(struct head))
			break;
		found = head_in(buf, n);
		if (found < (size_t)n)
			break;
		/* one may begin here and end in what is read next */
		at += n - sizeof(struct head) + 1;
	}
	free(buf);
	if (n < 0)
		return n;
	return n < (ssize_t)sizeof(struct head) ? 0 : at + (off_t)found;
}

/*
 * There is no head at *@at.  If there is one behind it, writing did not break off here: 1, and *@at
 * is there.  0 if there is none, or a negative errno.
 */
static int read_no_head(struct moment *moment, int fd, off_t *at)
{
	off_t next = find_head(fd, *at + 1);

	if (next <= 0)
		return next;
	moment->changed = true;
	moment->size = next - *at;
	*at = next;
	return 1;
}

/* The one at *@at: 1, 0 if there are no more, or a negative errno. */
static int read_moment(struct moments *m, const struct folder_file *file, int fd, off_t *at,
		       bool check)
{
	struct moment *moment = add(m);
	ssize_t n = moment ? read_at(fd, &moment->head, sizeof(moment->head), *at) : -ENOMEM;

	if (n <= 0) {
		m->nr -= moment != NULL;
		return n;
	}
	moment->file = file->number;
	moment->at = *at;
	moment->size = file->size - *at;
	if (n < (ssize_t)sizeof(moment->head) || !head_is_good(&moment->head) ||
	    moment->head.packed > moment->size - sizeof(moment->head)) {
		moment->state = MOMENT_CUT;
		moment->changed = n == sizeof(moment->head) && is_changed(&moment->head);
		memset(&moment->head, 0, sizeof(moment->head));
		return read_no_head(moment, fd, at);
	}
	moment->size = sizeof(moment->head) + moment->head.packed;
	*at += moment->size;
	n = check ? check_bytes(fd, moment) : 1;
	if (!n)
		moment->state = MOMENT_DAMAGED;
	return n < 0 ? n : 1;
}

/* No recorder writes so many: what follows is not read. */
static int refuse_more(struct moments *m, const struct folder_file *file, off_t at)
{
	struct moment *moment = add(m);

	if (!moment)
		return -ENOMEM;
	*moment = (struct moment){
		.state = MOMENT_CUT,
		.changed = true,
		.file = file->number,
		.at = at,
		.size = file->size - at,
	};
	return 0;
}

/* A delta says nothing if the one before it is not known; the first of a file is none. */
static void find_lost(struct moments *m, size_t first)
{
	bool lost = true;
	size_t i;

	for (i = first; i < m->nr; i++) {
		struct moment *moment = m->list + i;

		if (!moments_is_delta(m, i))
			lost = false;
		if (moment->state == MOMENT_CUT)
			continue;
		if (lost && moment->state == MOMENT_GOOD)
			moment->state = MOMENT_LOST;
		lost |= moment->state != MOMENT_GOOD;
	}
}

/* It may have grown since it was looked at, or be gone. */
static int read_file(struct moments *m, const struct folder *f, const struct folder_file *listed,
		     bool check)
{
	int fd = folder_open_file(f, listed->number), more = 1;
	struct folder_file file = *listed;
	size_t first = m->nr;
	struct stat st;
	off_t at = 0;

	if (fd == -ENOENT)
		return 0;
	if (fd < 0)
		return fd;
	if (fstat(fd, &st)) {
		close(fd);
		return -EIO;
	}
	file.size = st.st_size;
	while (more > 0 && at < st.st_size)
		more = m->nr - first < MOMENTS_OF_FILE_MAX ? read_moment(m, &file, fd, &at, check)
							   : refuse_more(m, &file, at);
	close(fd);
	find_lost(m, first);
	return more < 0 ? more : 0;
}

/**
 * moments_read() - find out which moments there are
 * @m: gets them
 * @f: recording
 * @check: are all their bytes those that were written?
 *
 * Return: 0 or a negative errno, after a message.
 */
int moments_read(struct moments *m, const struct folder *f, bool check)
{
	char name[FOLDER_NAME_MAX];
	size_t i;
	int err = 0;

	*m = (struct moments){ .nr = 0 };
	for (i = 0; i < f->nr && !err; i++)
		err = read_file(m, f, f->files + i, check);
	/* the moment that is being recorded */
	if (f->busy && m->nr && m->list[m->nr - 1].state == MOMENT_CUT &&
	    m->list[m->nr - 1].file == f->files[f->nr - 1].number)
		m->nr--;
	if (err)
		say_error("%s/%s: %s", say_safe(f->path), folder_name(f->files[i - 1].number, name),
			  strerror(-err));
	return err;
}

/**
 * moments_free() - give the memory back
 * @m: moments
 */
void moments_free(struct moments *m)
{
	free(m->list);
	*m = (struct moments){ .nr = 0 };
}

/* Choosing ------------------------------------------------------------------- */

/**
 * moments_is_delta() - does a moment build on another?
 * @m: moments
 * @nth: which
 *
 * Without a head that can be read it is known only of the first of a file.
 *
 * Return: true if so.
 */
bool moments_is_delta(const struct moments *m, size_t nth)
{
	const struct moment *moment = m->list + nth;

	if (!nth || moment[-1].file != moment->file)
		return moment->head.flags & HEAD_DELTA;
	return moment->state == MOMENT_CUT || moment->head.flags & HEAD_DELTA;
}

/**
 * moments_spoil() - a moment can't be had
 * @m: moments
 * @nth: which
 */
void moments_spoil(struct moments *m, size_t nth)
{
	uint64_t file = m->list[nth].file;

	if (m->list[nth].state != MOMENT_CUT)
		m->list[nth].state = MOMENT_DAMAGED;
	for (nth++; nth < m->nr && m->list[nth].file == file && moments_is_delta(m, nth); nth++)
		if (m->list[nth].state == MOMENT_GOOD)
			m->list[nth].state = MOMENT_LOST;
}

/**
 * moments_before() - the last one up to some time
 * @m: moments
 * @time_ns: that time
 *
 * Return: its place, or -ENOENT.
 */
ssize_t moments_before(const struct moments *m, uint64_t time_ns)
{
	ssize_t best = -ENOENT;
	size_t i;

	for (i = 0; i < m->nr; i++) {
		const struct moment *moment = m->list + i;

		if (moment->state == MOMENT_GOOD && moment->head.time_ns <= time_ns &&
		    (best < 0 || moment->head.time_ns >= m->list[best].head.time_ns))
			best = i;
	}
	return best;
}

/**
 * moments_numbered() - a moment by its number
 * @m: moments
 * @number: from 1
 *
 * Return: its place, or -ENOENT.
 */
ssize_t moments_numbered(const struct moments *m, uint64_t number)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		if (m->list[i].state != MOMENT_CUT && m->list[i].head.number == number)
			return i;
	return -ENOENT;
}

/**
 * moments_behind() - the next one after another
 * @m: moments
 * @nth: the other
 *
 * Return: its place, or -ENOENT.
 */
ssize_t moments_behind(const struct moments *m, size_t nth)
{
	uint64_t time_ns = m->list[nth].head.time_ns;
	ssize_t best = -ENOENT;
	size_t i;

	for (i = 0; i < m->nr; i++) {
		const struct moment *moment = m->list + i;

		if (moment->state == MOMENT_GOOD && moment->head.time_ns > time_ns &&
		    (best < 0 || moment->head.time_ns < m->list[best].head.time_ns))
			best = i;
	}
	return best;
}

/**
 * moments_gap() - is something missing before a moment?
 * @m: moments
 * @nth: the moment
 *
 * Return: nanoseconds since the one before it, if these are more than half as many again as was
 * wanted or the clock was set back (then 1); else 0.
 */
uint64_t moments_gap(const struct moments *m, size_t nth)
{
	const struct moment *moment = m->list + nth, *before = NULL;
	uint64_t since;

	while (nth-- && !before)
		if (m->list[nth].state != MOMENT_CUT)
			before = m->list + nth;
	if (!before || moment->state == MOMENT_CUT)
		return 0;
	if (moment->head.time_ns < before->head.time_ns)
		return 1;
	since = moment->head.time_ns - before->head.time_ns;
	return since > moment->head.every_ns + moment->head.every_ns / 2 ? since : 0;
}
