// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: two processes
 *
 * What reads from clients is pagesnap-serve, a program of its own: it has no right but to answer
 * them.  This process may look at all of memory, and reads nothing of anybody but single bytes.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/exit_codes.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "listen.h"
#include "looker.h"
#include "serve.h"

/* Seconds in which pagesnap-serve must take some bytes. */
#define PATIENCE 10
/* No descriptor of ours is as large. */
#define FIRST_FREE 256

/**
 * struct server - two processes at work
 * @looker: answers
 * @pid: pagesnap-serve
 * @control: socket to it
 * @wanted: it waits for an answer
 * @sent: it has the last one
 */
struct server {
	struct export_looker looker;
	pid_t pid;
	int control;
	bool wanted;
	bool sent;
};

/* pagesnap-serve ---------------------------------------------------------------------- */

/*
 * The first takes the place of stdin, which nobody needs any more; others go up first, lest one
 * is written over by another.
 */
static int give(posix_spawn_file_actions_t *files, const struct export_listening *l, int control)
{
	const int above = SERVING_MORE + SERVING_MORE_MAX + FIRST_FREE;
	int err = posix_spawn_file_actions_adddup2(files, l->fds[0], SERVING_LISTEN) ?:
		  posix_spawn_file_actions_adddup2(files, control, SERVING_CONTROL);
	size_t i;

	for (i = 1; i < l->nr && !err; i++)
		err = posix_spawn_file_actions_adddup2(files, l->fds[i], above + i);
	for (i = 1; i < l->nr && !err; i++)
		err = posix_spawn_file_actions_adddup2(files, above + i, SERVING_MORE + i - 1);
	/* no socket of whoever has started us is taken for one of these */
	return -(err ?: posix_spawn_file_actions_addclosefrom_np(files, SERVING_MORE + l->nr - 1));
}

static int spawn(struct server *s, const struct export_listening *listening, int control)
{
	char program[] = SERVING_PROGRAM, *argv[] = { program, NULL };
	posix_spawn_file_actions_t files;
	int err = -posix_spawn_file_actions_init(&files);

	if (err)
		return err;
	err = give(&files, listening, control) ?: beside_spawn(&s->pid, SERVING_PROGRAM, argv, &files);
	posix_spawn_file_actions_destroy(&files);
	return err;
}

static int start(struct server *s, const struct export_listening *listening)
{
	const struct timeval patience = { .tv_sec = PATIENCE };
	int pair[2], err;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		say_error("%s", strerror(errno));
		return EXIT_FAILED;
	}
	setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	err = spawn(s, listening, pair[1]);
	close(pair[1]);
	s->control = pair[0];
	if (err == -ENOENT)
		say_error("--listen needs the program " SERVING_PROGRAM ": apt install "
			  SERVING_PROGRAM);
	else if (err)
		say_error(SERVING_PROGRAM ": %s", strerror(-err));
	return err ? EXIT_FAILED : EXIT_OK;
}

/* It has nothing that it could lose. */
static void stop(struct server *s)
{
	if (s->control >= 0)
		close(s->control);
	if (s->pid > 0) {
		kill(s->pid, SIGKILL);
		waitpid(s->pid, NULL, 0);
	}
	export_looker_end(&s->looker);
}

/* It has ended by itself, and has said why, but if it was killed. */
static int tell_end(struct server *s)
{
	int status = 0;

	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	s->pid = 0;
	/* a terminal tells both processes */
	if (interrupt_seen() || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT ||
							 WTERMSIG(status) == SIGTERM)))
		return -EINTR;
	say_error(SERVING_PROGRAM ": %s", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) :
		  "has ended");
	return -EPIPE;
}

/* Answers ------------------------------------------------------------------------------ */

/* It is ended with this process. */
static int tell_hung(void)
{
	say_error(SERVING_PROGRAM " has taken nothing for %d seconds, and is ended: start pagesnap "
		  "export again, as its service does by itself", PATIENCE);
	return -EPIPE;
}

static int fail_sending(struct server *s, int err)
{
	return err == -EPIPE ? tell_end(s) : err == -EAGAIN ? tell_hung() : err;
}

static int send_bytes(struct server *s, const void *bytes, size_t len)
{
	const char *at = bytes;
	ssize_t n;

	for (; len; at += n, len -= n) {
		n = send(s->control, at, len, MSG_NOSIGNAL);
		if (n < 0 && (errno != EINTR || interrupt_seen()))
			return fail_sending(s, -errno);
		if (n < 0)
			n = 0;
	}
	return 0;
}

/* What it has already it needs no second time. */
static int send_answer(struct server *s)
{
	static const struct serving_head again;
	const struct value_buf *answer = &s->looker.answer;
	int err;

	s->wanted = false;
	if (s->sent)
		return send_bytes(s, &again, sizeof(again));
	err = send_bytes(s, answer->s, answer->len);
	s->sent = !err;
	return err;
}

static int take_answer(struct server *s)
{
	int got = export_looker_take(&s->looker);

	if (got > 0)
		s->sent = false;
	return got > 0 && s->wanted ? send_answer(s) : got < 0 ? got : 0;
}

/* Some bytes: one answer is for all that wait. */
static int take_wishes(struct server *s)
{
	char wishes[64];
	ssize_t n = recv(s->control, wishes, sizeof(wishes), MSG_DONTWAIT);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0)
		return tell_end(s);
	s->wanted = true;
	return 0;
}

static int serve_once(struct server *s)
{
	struct pollfd fds[] = {
		{ .fd = interrupt_fd(), .events = POLLIN },
		{ .fd = s->control, .events = POLLIN },
		{ .fd = s->looker.fd, .events = POLLIN },
	};
	int err = 0;

	if (poll(fds, sizeof(fds) / sizeof(*fds), -1) < 0)
		return errno == EINTR ? 0 : -errno;
	if (fds[1].revents)
		err = take_wishes(s);
	if (!err && fds[2].revents)
		err = take_answer(s);
	if (err || !s->wanted || s->looker.child)
		return err;
	return export_looker_is_fresh(&s->looker) ? send_answer(s) :
	       export_looker_begin(&s->looker);
}

static int run(struct server *s, const struct export_listening *listening)
{
	int code = start(s, listening), err = 0;

	while (!code && !err && !interrupt_seen())
		err = serve_once(s);
	if (err && err != -EINTR && err != -EPIPE)
		say_error("%s", strerror(-err));
	stop(s);
	return code ? code : err && err != -EINTR ? EXIT_FAILED : EXIT_OK;
}

/**
 * export_serve() - answer whoever asks
 * @serving: how
 *
 * Return: an exit code.
 */
int export_serve(const struct export_serving *serving)
{
	struct server s = {
		.looker = {
			.asking = serving->asking, .fd = -1,
			.pace = { .wanted_ns = serving->max_age_ns, .percent = serving->percent },
		},
		.control = -1,
	};
	struct export_listening listening;
	int err, code = interrupt_catch();

	if (code) {
		say_error("%s", strerror(-code));
		return EXIT_FAILED;
	}
	err = export_listen(serving->where, &listening);
	if (err)
		return err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	code = run(&s, &listening);
	export_listen_end(serving->where, &listening);
	return code;
}
