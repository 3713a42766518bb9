// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=session,query needs=- disturbs=- always=flavours,debug */
/*
 * Queries as structures: they are answered as lines are, however they are cut into
 * write()s; one that is no good harms no other.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/pagesnap/pages.h>

#include "ktap.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define FILE_A "/root/ask-a"
#define FILE_B "/root/ask b"
#define OUT_MAX (1 << 20)
/* Nobody else's. */
#define UID 4323

/* What was read, and what is made to be written. */
struct buffer {
	char *bytes;
	size_t len;
};

static struct buffer out, other, in;

static int open_index(const char *name, int flags)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), DIR "%s", name);
	fd = open(path, flags);
	if (fd < 0) {
		perror(path);
		exit(1);
	}
	return fd;
}

static void put(struct buffer *b, const void *bytes, size_t len)
{
	memcpy(b->bytes + b->len, bytes, len);
	b->len += len;
}

static void put_ask(const struct pagesnap_ask *ask, unsigned int type, const char *bytes)
{
	static const char zeros[8];
	struct pagesnap_ask head = *ask;

	memcpy(head.magic, PAGESNAP_ASK_MAGIC, sizeof(head.magic));
	head.type = type;
	head.nr = strlen(bytes);
	head.len = sizeof(head) + (head.nr + 7) / 8 * 8;
	put(&in, &head, sizeof(head));
	put(&in, bytes, head.nr);
	put(&in, zeros, -head.nr & 7);
}

static void put_path(const char *path)
{
	const struct pagesnap_ask ask = { .col = 2 };

	put_ask(&ask, PAGESNAP_ASK_QUERY, path);
}

static void put_options(const char *options)
{
	const struct pagesnap_ask none = { };

	put_ask(&none, PAGESNAP_ASK_OPTIONS, options);
}

static void drain(int fd, struct buffer *to)
{
	ssize_t n;

	to->len = 0;
	while ((n = read(fd, to->bytes + to->len, OUT_MAX - to->len)) > 0)
		to->len += n;
}

/* Writes @in in pieces. Return: bytes taken, the last errno in errno. */
static size_t send(int fd, size_t piece)
{
	size_t at = 0;
	ssize_t n;

	errno = 0;
	while (at < in.len) {
		n = write(fd, in.bytes + at, in.len - at < piece ? in.len - at : piece);
		if (n <= 0)
			break;
		at += n;
	}
	in.len = 0;
	return at;
}

/* The @nth record of @type in @b; NULL if there are not so many. */
static const void *record(const struct buffer *b, unsigned int type, unsigned int nth)
{
	const struct pagesnap_rec *rec;
	size_t at;

	for (at = 0; at < b->len; at += rec->len) {
		rec = (const void *)(b->bytes + at);
		if (rec->len < sizeof(*rec) || rec->len > b->len - at)
			return NULL;
		if (rec->type == type && !nth--)
			return rec;
	}
	return NULL;
}

static unsigned int status(unsigned int nth)
{
	const struct pagesnap_end *end = record(&out, PAGESNAP_REC_END, nth);

	return end ? end->status : ~0U;
}

/* What differs between two answers to one question: times, the query's text. */
static void reduce(struct buffer *b)
{
	struct pagesnap_rec *rec;
	size_t at, len, to = 0;
	bool skip = false;

	for (at = 0; at < b->len; at += len) {
		rec = (void *)(b->bytes + at);
		len = rec->len;
		skip = rec->type == PAGESNAP_REC_HEADER || rec->type == PAGESNAP_REC_QUERY ||
		       (skip && rec->type == PAGESNAP_REC_BYTES);
		if (rec->type == PAGESNAP_REC_END)
			((struct pagesnap_end *)rec)->us = 0;
		if (!skip)
			memmove(b->bytes + to, rec, len);
		to += skip ? 0 : len;
	}
	b->len = to;
}

static void ask_line(const char *index, const char *line)
{
	int fd = open_index(index, O_RDWR);

	in.len = 0;
	put(&in, line, strlen(line));
	send(fd, 1 << 20);
	drain(fd, &other);
	close(fd);
	reduce(&other);
}

static void is_as_line(const char *index, const char *line)
{
	reduce(&out);
	ask_line(index, line);
	ktap_ok(out.len && out.len == other.len && !memcmp(out.bytes, other.bytes, out.len),
		"as %.*s", (int)strcspn(line, "\n"), line);
}

static void same(const char *index, const struct pagesnap_ask *ask, const char *path,
		 const char *options, const char *line)
{
	int fd = open_index(index, O_RDWR);

	put_options(options);
	put_ask(ask, PAGESNAP_ASK_QUERY, path);
	send(fd, 1 << 20);
	drain(fd, &out);
	close(fd);
	is_as_line(index, line);
}

static void test_same(void)
{
	struct pagesnap_ask ask = { };
	char line[128];

	same("filename_index", &ask, FILE_A, "", FILE_A " format=binary\n");
	same("filename_index", &ask, FILE_A, "group=page", FILE_A " group=page format=binary\n");
	same("filename_index", &ask, FILE_B, " group=object",
	     "\"" FILE_B "\" group=object format=binary\n");
	same("filename_index", &ask, FILE_B, "group=total tag=x",
	     "\"" FILE_B "\" group=total tag=x format=binary\n");
	ask.flags = PAGESNAP_ASK_RANGE;
	ask.start = 3;
	ask.end = 5;
	same("filename_index", &ask, FILE_A, "", FILE_A " 3 5 format=binary\n");
	same("pfn_index", &ask, "", "mask=0", "3 5 mask=0 format=binary\n");
	ask = (struct pagesnap_ask){ .pid = getpid() };
	snprintf(line, sizeof(line), "%d limit=1 flags=-mmap format=binary\n", getpid());
	same("task_index", &ask, "", "limit=1 flags=-mmap", line);
}

static void test_pieces(void)
{
	static const size_t pieces[] = { 1, 3, 41, 4095 };
	static const char lines[] = FILE_A " group=page format=binary\n\"" FILE_B
				    "\" group=page format=binary\n" FILE_A " format=binary\n";
	unsigned int i;
	int fd;

	for (i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		fd = open_index("filename_index", O_RDWR);
		put_options("group=page");
		put_path(FILE_A);
		put_path(FILE_B);
		put(&in, FILE_A " format=binary\n", sizeof(FILE_A " format=binary\n") - 1);
		send(fd, pieces[i]);
		drain(fd, &out);
		close(fd);
		is_as_line("filename_index", lines);
	}
}

/* Text behind an error: its message, then what was asked. */
static bool says(const struct pagesnap_error *e, const char *message, const char *text)
{
	const char *bytes = (const char *)e + e->rec.len + sizeof(struct pagesnap_bytes);

	return e->text_len == strlen(text) && !memcmp(bytes, message, strlen(message)) &&
	       !memcmp(bytes + e->msg_len, text, e->text_len);
}

/* A process of its own user that sleeps, for queries that name users. */
static pid_t start_process(void)
{
	int ready[2];
	char byte;
	pid_t pid;

	fflush(stdout);
	if (pipe(ready))
		exit(1);
	pid = fork();
	if (!pid) {
		if (setresuid(UID, UID, UID) || write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	if (pid < 0 || read(ready[0], &byte, 1) != 1)
		exit(1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void test_targets(void)
{
	const struct pagesnap_ask none = { };
	const struct pagesnap_error *e;
	const struct pagesnap_task *task;
	pid_t pid = start_process();
	int fd;

	same("task_index", &none, "uid:4323", "limit=1 flags=-mmap",
	     "uid:4323 limit=1 flags=-mmap format=binary\n");
	same("task_index", &none, "cgroup:/", "limit=1", "cgroup:/ limit=1 format=binary\n");
	fd = open_index("task_index", O_RDWR);
	put_ask(&none, PAGESNAP_ASK_QUERY, "uid:x");
	put_ask(&none, PAGESNAP_ASK_QUERY, "cgroup:/no such");
	put_ask(&none, PAGESNAP_ASK_QUERY, "uid:4323");
	send(fd, 1 << 20);
	drain(fd, &out);
	close(fd);
	e = record(&out, PAGESNAP_REC_ERROR, 0);
	ktap_ok(e && e->q == 1 && e->err == EINVAL && says(e, "uid:N", "uid:x"),
		"a user that is none");
	e = record(&out, PAGESNAP_REC_ERROR, 1);
	ktap_ok(e && e->q == 2 && e->err == ENOENT && says(e, "no such cgroup", "cgroup:/no such"),
		"a cgroup that is not there");
	task = record(&out, PAGESNAP_REC_TASK, 0);
	ktap_ok(task && task->pid == (__u32)pid && !record(&out, PAGESNAP_REC_TASK, 1) &&
		status(2) == PAGESNAP_END_COMPLETE, "a target behind those that fail is answered");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void test_bad(void)
{
	const struct pagesnap_error *e;
	int fd = open_index("filename_index", O_RDWR);

	put_path(FILE_A);
	put_path("nowhere");
	put_path("/nowhere");
	put_path(FILE_A);
	send(fd, 1 << 20);
	drain(fd, &out);
	e = record(&out, PAGESNAP_REC_ERROR, 0);
	ktap_ok(e && e->q == 2 && e->line == 2 && e->err == EINVAL && e->col == 2 &&
		says(e, "absolute path", "nowhere"), "a path that is none");
	e = record(&out, PAGESNAP_REC_ERROR, 1);
	ktap_ok(e && e->q == 3 && e->err == ENOENT && e->col == 2 &&
		says(e, "no such", "/nowhere"), "a file that is not there");
	ktap_ok(status(0) == PAGESNAP_END_COMPLETE && status(1) == PAGESNAP_END_ERROR &&
		status(3) == PAGESNAP_END_COMPLETE, "asks beside those that fail are answered");
	put_options("group=nope");
	put_path(FILE_A);
	put_path(FILE_A);
	put_options("");
	put_path(FILE_A);
	send(fd, 1 << 20);
	drain(fd, &out);
	e = record(&out, PAGESNAP_REC_ERROR, 1);
	ktap_ok(e && e->q == 6 && e->err == EINVAL && e->col == 7 &&
		says(e, "group=", "group=nope"), "bad options are the fault of all behind them");
	ktap_ok(!record(&out, PAGESNAP_REC_ERROR, 2) && status(2) == PAGESNAP_END_COMPLETE,
		"asks behind good options are answered");
	close(fd);
}

static void test_lost(void)
{
	struct pagesnap_ask ask = {
		.magic = PAGESNAP_ASK_MAGIC, .len = 7, .type = PAGESNAP_ASK_QUERY,
	};
	const struct pagesnap_error *e;
	int fd = open_index("filename_index", O_RDWR);
	size_t len;

	put_path(FILE_A);
	put(&in, &ask, sizeof(ask));
	len = in.len;
	put_path(FILE_A);
	ktap_ok(send(fd, 1 << 20) == len && errno == EINVAL,
		"behind an impossible length nothing is taken");
	drain(fd, &out);
	e = record(&out, PAGESNAP_REC_ERROR, 0);
	ktap_ok(status(0) == PAGESNAP_END_COMPLETE && e && e->q == 2 && e->err == EINVAL &&
		says(e, "a structure of an impossible length", ""), "what was taken is answered");
	ktap_ok(write(fd, FILE_A "\n", sizeof(FILE_A)) < 0 && errno == EINVAL,
		"behind an impossible length nothing is taken later");
	close(fd);

	fd = open_index("filename_index", O_RDWR);
	put_path(FILE_A);
	in.len -= 1;
	send(fd, 1 << 20);
	drain(fd, &out);
	e = record(&out, PAGESNAP_REC_ERROR, 0);
	ktap_ok(e && says(e, "the structure is cut short", FILE_A) &&
		status(0) == PAGESNAP_END_ERROR,
		"at a read, one without its end is cut short");
	close(fd);
}

static void test_set(void)
{
	int fd = open_index("filename_index", O_WRONLY | O_TRUNC);

	put_path(FILE_A);
	put(&in, "\n", 1);
	ktap_ok(!send(fd, 1 << 20) && errno == EINVAL, "a standing set takes none");
	close(fd);
	fd = open_index("filename_index", O_WRONLY | O_TRUNC);
	close(fd);
}

static void make_file(const char *path, size_t pages)
{
	static char page[4096] = "x";
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	while (pages--)
		if (write(fd, page, sizeof(page)) != sizeof(page))
			exit(1);
	fsync(fd);
	close(fd);
}

int main(void)
{
	out.bytes = malloc(OUT_MAX);
	other.bytes = malloc(OUT_MAX);
	in.bytes = malloc(OUT_MAX);
	make_file(FILE_A, 9);
	make_file(FILE_B, 4);
	test_same();
	test_pieces();
	test_targets();
	test_bad();
	test_lost();
	test_set();
	unlink(FILE_A);
	unlink(FILE_B);
	return ktap_end();
}
