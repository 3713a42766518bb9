// SPDX-License-Identifier: GPL-2.0
/*
 * Where records for a screen come from.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asker.h"
#include "base/exit_codes.h"
#include "base/input.h"
#include "child.h"
#include "feed.h"

#define READ_SIZE (256 * 1024)
#define ERRORS_SIZE 1024

/* Behind what was said before. */
static void say_bytes(struct feed *f, const char *text, size_t len)
{
	size_t room = sizeof(f->said) - 1 - f->len;

	if (len > room)
		len = room;
	memcpy(f->said + f->len, text, len);
	f->len += len;
	f->said[f->len] = '\0';
}

/**
 * feed_say() - say what went wrong
 * @f: feed
 * @text: a line, without the newline
 */
void feed_say(struct feed *f, const char *text)
{
	say_bytes(f, text, strlen(text));
	say_bytes(f, "\n", 1);
}

/* What comes ---------------------------------------------------------------------- */

/**
 * feed_take() - take bytes
 * @f: feed whose @fd is readable
 * @bytes: gets them
 *
 * Return: how many, 0 for none yet, -ENODATA at the end or another negative errno.
 */
ssize_t feed_take(struct feed *f, const void **bytes)
{
	static char buf[READ_SIZE];
	ssize_t n = read(f->fd, buf, sizeof(buf));

	*bytes = buf;
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n < 0)
		return -errno;
	return n ?: -ENODATA;
}

/**
 * feed_take_errors() - take messages
 * @f: feed whose @errors is readable
 */
void feed_take_errors(struct feed *f)
{
	char buf[ERRORS_SIZE];
	ssize_t n;

	if (f->errors < 0)
		return;
	n = read(f->errors, buf, sizeof(buf));
	if (n > 0)
		say_bytes(f, buf, n);
	if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
		return;
	close(f->errors);
	f->errors = -1;
}

/* All that it wanted to say is in the pipe. */
static void end_child(struct feed *f)
{
	int status, tries = sizeof(f->said) / ERRORS_SIZE + 1;

	if (waitpid(f->child, &status, 0) < 0)
		status = 0;
	f->child = 0;
	while (f->errors >= 0 && tries--)
		feed_take_errors(f);
	f->killed = WIFSIGNALED(status);
	if (f->killed)
		feed_say(f, strsignal(WTERMSIG(status)));
}

/**
 * feed_stop() - end the process, if there is one
 * @f: feed
 */
void feed_stop(struct feed *f)
{
	if (f->child)
		kill(f->child, SIGKILL);
}

/**
 * feed_end() - end a feed
 * @f: feed; what it said stays
 * @whole: there is nothing more to come; else the process is killed, which is no message
 */
void feed_end(struct feed *f, bool whole)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	if (f->child && !whole) {
		feed_stop(f);
		waitpid(f->child, NULL, 0);
		f->child = 0;
	}
	if (f->child)
		end_child(f);
	if (f->errors >= 0)
		close(f->errors);
	f->errors = -1;
}

/* Beginning ------------------------------------------------------------------------- */

/* The screen's files are not for this process. */
__attribute__((noreturn))
static void run_child(const struct feed_asking *asking, int to, int errors, pid_t parent)
{
	struct source *source = NULL;
	int code;

	if (!child_begin(parent) ||
	    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDIN_FILENO) < 0 ||
	    dup2(to, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0)
		_exit(EXIT_FAILED);
	close_range(STDERR_FILENO + 1, ~0U, 0);
	code = asking->open(&source, asking->ctx);
	_exit(code ?: asker_run(source, STDOUT_FILENO, asking->all));
}

/**
 * feed_ask() - have a process ask
 * @f: gets it
 * @asking: what
 *
 * Return: 0 or a negative errno; feed_end() is owed in any case.
 */
int feed_ask(struct feed *f, const struct feed_asking *asking)
{
	pid_t parent = getpid();
	int to[2], errors[2], err;

	*f = (struct feed){ .fd = -1, .errors = -1 };
	if (pipe2(to, O_CLOEXEC))
		return -errno;
	if (pipe2(errors, O_CLOEXEC | O_NONBLOCK)) {
		err = -errno;
		close(to[0]);
		close(to[1]);
		return err;
	}
	f->child = fork();
	if (!f->child)
		run_child(asking, to[1], errors[1], parent);
	err = f->child < 0 ? -errno : 0;
	f->child = err ? 0 : f->child;
	close(to[1]);
	close(errors[1]);
	f->fd = to[0];
	f->errors = errors[0];
	return err;
}

/**
 * feed_read() - read a saved run
 * @f: feed
 * @path: file, "-" for stdin
 *
 * Return: 0 or a negative errno; feed_end() is owed in any case.
 */
int feed_read(struct feed *f, const char *path)
{
	*f = (struct feed){ .fd = -1, .errors = -1 };
	f->fd = input_open(path);
	return f->fd < 0 ? f->fd : 0;
}
