// SPDX-License-Identifier: GPL-2.0
/*
 * Where records for a screen come from.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask/queries.h"
#include "asker.h"
#include "base/exit_codes.h"
#include "base/safe.h"
#include "child.h"
#include "feed.h"

#define READ_SIZE (256 * 1024)
#define ERRORS_SIZE 1024

/* What went wrong, behind what was said before; what doesn't fit is the least. */
static void say(struct heat_feed *f, const char *text, size_t len)
{
	size_t room = sizeof(f->said) - 1 - f->len;

	if (len > room)
		len = room;
	memcpy(f->said + f->len, text, len);
	f->len += len;
	f->said[f->len] = '\0';
}

static void say_line(struct heat_feed *f, const char *text)
{
	say(f, text, strlen(text));
	say(f, "\n", 1);
}

/* Records ------------------------------------------------------------------------ */

static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct heat_feed *f = ctx;
	size_t len;
	const char *text;
	char shown[512];

	if (r->u->rec.type == PAGESNAP_REC_ERROR) {
		text = pagesnap_record_message(r, &len);
		safe_text(text, len, "\"\\", shown, sizeof(shown));
		say(f, "pagesnap: ", strlen("pagesnap: "));
		say(f, f->name, strlen(f->name));
		say(f, ": ", 2);
		say_line(f, len ? shown : strerror(r->u->error.err));
	}
	return heat_model_take(&f->model, r);
}

/* The process has nothing more to say, or there is an end of the file. */
static void end(struct heat_feed *f, int err)
{
	int status, tries = sizeof(f->said) / ERRORS_SIZE + 1;

	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	if (!err && f->model.samples)
		err = pagesnap_decoder_finish(f->decoder);
	if (err && *pagesnap_decoder_message(f->decoder))
		say_line(f, pagesnap_decoder_message(f->decoder));
	else if (err)
		say_line(f, strerror(-err));
	if (!f->child)
		return;
	/* all that it wanted to say is in the pipe */
	waitpid(f->child, &status, 0);
	f->child = 0;
	while (f->errors >= 0 && tries--)
		heat_feed_take_errors(f);
	if (WIFSIGNALED(status))
		say_line(f, strsignal(WTERMSIG(status)));
}

/**
 * heat_feed_take() - take records
 * @f: feed whose @fd is readable
 *
 * At the end, or if it fails, @fd is -1 afterwards.
 */
void heat_feed_take(struct heat_feed *f)
{
	static char buf[READ_SIZE];
	ssize_t n = read(f->fd, buf, sizeof(buf));
	int err;

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		end(f, n ? -errno : 0);
		return;
	}
	heat_spool_put(&f->spool, buf, n);
	err = pagesnap_decoder_push(f->decoder, buf, n);
	if (!err)
		return;
	if (f->child)
		kill(f->child, SIGKILL);
	end(f, err);
}

/**
 * heat_feed_take_errors() - take messages
 * @f: feed whose @errors is readable
 */
void heat_feed_take_errors(struct heat_feed *f)
{
	char buf[ERRORS_SIZE];
	ssize_t n;

	if (f->errors < 0)
		return;
	n = read(f->errors, buf, sizeof(buf));
	if (n > 0)
		say(f, buf, n);
	if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
		return;
	close(f->errors);
	f->errors = -1;
}

/* Beginning and end ---------------------------------------------------------------- */

static int init(struct heat_feed *f, const char *name, size_t runs_max)
{
	*f = (struct heat_feed){ .fd = -1, .errors = -1 };
	heat_model_init(&f->model, runs_max);
	f->name = strdup(name);
	f->decoder = pagesnap_decoder_new(take_record, f);
	return f->name && f->decoder ? 0 : -ENOMEM;
}

/* The screen's files are not for this process. */
__attribute__((noreturn))
static void run_child(const struct heat_asking *asking, char *target, int to, int errors,
		      pid_t parent)
{
	struct source *source = NULL;
	int code;

	if (!heat_child_begin(parent) ||
	    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDIN_FILENO) < 0 ||
	    dup2(to, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0)
		_exit(EXIT_FAILED);
	close_range(STDERR_FILENO + 1, ~0U, 0);
	code = asking->open(&source, asking, target);
	_exit(code ?: heat_asker_run(source, STDOUT_FILENO));
}

/**
 * heat_feed_ask() - ask about a target
 * @f: gets a process that does
 * @asking: how
 * @target: PID, uid:USER, cgroup:PATH or file:PATH
 * @runs_max: as heat_model_init() has it
 *
 * Return: 0 or a negative errno; heat_feed_close() is owed in any case.
 */
int heat_feed_ask(struct heat_feed *f, const struct heat_asking *asking, const char *target,
		  size_t runs_max)
{
	int err = init(f, target, runs_max), to[2], errors[2];
	pid_t parent = getpid();

	if (err)
		return err;
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
		run_child(asking, f->name, to[1], errors[1], parent);
	err = f->child < 0 ? -errno : 0;
	f->child = err ? 0 : f->child;
	close(to[1]);
	close(errors[1]);
	f->fd = to[0];
	f->errors = errors[0];
	return err;
}

/**
 * heat_feed_read() - read a saved run
 * @f: feed
 * @path: file, "-" for stdin
 * @runs_max: as heat_model_init() has it
 *
 * Return: 0 or a negative errno; heat_feed_close() is owed in any case.
 */
int heat_feed_read(struct heat_feed *f, const char *path, size_t runs_max)
{
	int err = init(f, path, runs_max);

	if (err)
		return err;
	f->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) :
		fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return f->fd < 0 ? -errno : 0;
}

/**
 * heat_feed_close() - end a feed
 * @f: feed; all zero afterwards
 */
void heat_feed_close(struct heat_feed *f)
{
	if (f->child) {
		kill(f->child, SIGKILL);
		waitpid(f->child, NULL, 0);
	}
	if (f->fd >= 0)
		close(f->fd);
	if (f->errors >= 0)
		close(f->errors);
	pagesnap_decoder_free(f->decoder);
	heat_model_free(&f->model);
	heat_spool_close(&f->spool);
	free(f->name);
	memset(f, 0, sizeof(*f));
}
