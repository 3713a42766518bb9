// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: who looks
 *
 * A process of its own looks each time: what a look needs of memory is given back, what it takes
 * of a processor is counted by the kernel, and if it is killed another one looks next time.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "commands/screen/child.h"
#include "looker.h"

#define NS_PER_US 1000ULL
#define READ_SIZE (64 * 1024)

/**
 * export_looker_is_fresh() - is the last answer to be given again?
 * @l: looks
 *
 * Return: true if the next look is not due yet.
 */
bool export_looker_is_fresh(const struct export_looker *l)
{
	return l->answer.len &&
	       clock_ns(CLOCK_MONOTONIC) - l->pace.begun_ns < top_pace_every(&l->pace, l->spent_ns);
}

/* Answers ------------------------------------------------------------------------------ */

/* Appends a head and the texts. */
static void put_answer(struct value_buf *b, const struct metrics texts[SERVING_FORMATS])
{
	struct serving_head head;
	unsigned int i;

	for (i = 0; i < SERVING_FORMATS; i++)
		head.len[i] = texts[i].text.len;
	value_buf_put(b, (const char *)&head, sizeof(head));
	for (i = 0; i < SERVING_FORMATS; i++) {
		value_buf_put(b, texts[i].text.s, texts[i].text.len);
		b->failed |= texts[i].text.failed;
	}
}

static void free_texts(struct metrics texts[SERVING_FORMATS])
{
	unsigned int i;

	for (i = 0; i < SERVING_FORMATS; i++)
		value_buf_free(&texts[i].text);
}

static bool is_answer(const struct value_buf *b)
{
	struct serving_head head;
	uint64_t len = sizeof(head);
	unsigned int i;

	if (b->failed || b->len < sizeof(head))
		return false;
	memcpy(&head, b->s, sizeof(head));
	for (i = 0; i < SERVING_FORMATS; i++)
		len += head.len[i];
	return len == b->len;
}

/* The process that looked has said why, or was killed. */
static int fail(struct export_looker *l)
{
	struct metrics texts[SERVING_FORMATS] = { [SERVING_OPENMETRICS] = { .open = true } };
	int err = export_answer_failed(texts, SERVING_FORMATS);

	l->coming.len = 0;
	l->coming.failed = false;
	put_answer(&l->coming, texts);
	free_texts(texts);
	return err ? err : l->coming.failed ? -ENOMEM : 0;
}

/* The process that looks --------------------------------------------------------------- */

static bool write_all(int fd, const struct value_buf *b)
{
	size_t at = 0;
	ssize_t n;

	while (at < b->len) {
		n = write(fd, b->s + at, b->len - at);
		if (n < 0 && errno != EINTR)
			return false;
		at += n < 0 ? 0 : n;
	}
	return true;
}

/* What it is used for is written before the process ends, which frees all. */
__attribute__((noreturn))
static void run_child(const struct export_asking *asking, int to, pid_t parent)
{
	struct metrics texts[SERVING_FORMATS] = { [SERVING_OPENMETRICS] = { .open = true } };
	struct value_buf answer = { .s = NULL };
	int code;

	if (!child_begin(parent) || dup2(to, STDOUT_FILENO) < 0)
		_exit(EXIT_FAILED);
	close_range(STDERR_FILENO + 1, ~0U, 0);
	code = export_answer(asking, texts, SERVING_FORMATS);
	put_answer(&answer, texts);
	if (answer.failed || !write_all(STDOUT_FILENO, &answer))
		code = EXIT_FAILED;
	_exit(code);
}

/**
 * export_looker_begin() - look
 * @l: looks; nobody looks
 *
 * Return: 0 or a negative errno.
 */
int export_looker_begin(struct export_looker *l)
{
	pid_t parent = getpid();
	int to[2], err;

	if (pipe2(to, O_CLOEXEC))
		return -errno;
	l->child = fork();
	if (!l->child)
		run_child(&l->asking, to[1], parent);
	err = l->child < 0 ? -errno : 0;
	close(to[1]);
	if (err) {
		l->child = 0;
		close(to[0]);
		return err;
	}
	l->fd = to[0];
	top_pace_begin(&l->pace, clock_ns(CLOCK_MONOTONIC), l->spent_ns);
	return 0;
}

static uint64_t ns_of(const struct timeval *t)
{
	return t->tv_sec * NS_PER_SECOND + t->tv_usec * NS_PER_US;
}

/* It has closed its end. */
static void reap(struct export_looker *l)
{
	struct rusage usage;
	int status = 0;

	close(l->fd);
	l->fd = -1;
	while (wait4(l->child, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return;
	l->child = 0;
	l->spent_ns += ns_of(&usage.ru_utime) + ns_of(&usage.ru_stime);
	if (WIFSIGNALED(status))
		say_error("a look has ended early: %s", strsignal(WTERMSIG(status)));
}

static int finish(struct export_looker *l)
{
	struct value_buf old = l->answer;
	int err;

	reap(l);
	err = is_answer(&l->coming) ? 0 : fail(l);
	if (err)
		return err;
	l->answer = l->coming;
	l->coming = old;
	l->coming.len = 0;
	return 1;
}

/**
 * export_looker_take() - take what has come
 * @l: looks; @fd is readable
 *
 * Return: 0 if there is more to come, 1 if there is an answer, or a negative errno.
 */
int export_looker_take(struct export_looker *l)
{
	char buf[READ_SIZE];
	ssize_t n = read(l->fd, buf, sizeof(buf));

	if (n < 0 && errno != EINTR)
		return -errno;
	if (n > 0)
		value_buf_put(&l->coming, buf, n);
	return n ? 0 : finish(l);
}

/**
 * export_looker_end() - look no more
 * @l: looks
 */
void export_looker_end(struct export_looker *l)
{
	if (l->child) {
		kill(l->child, SIGKILL);
		waitpid(l->child, NULL, 0);
	}
	if (l->fd >= 0)
		close(l->fd);
	value_buf_free(&l->coming);
	value_buf_free(&l->answer);
	l->child = 0;
	l->fd = -1;
}
