// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a picture of the answers
 *
 * The program that draws gets on its stdin what --save writes.  It says what goes wrong itself,
 * on the stderr that both have.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "plot.h"

#define PROGRAM "pagesnap-plot"
#define WORDS_MAX 14

/**
 * struct plot - the program at work
 * @pid: it
 * @to: its stdin
 */
struct plot {
	pid_t pid;
	FILE *to;
};

/* Its stdout is where it says that it is ready. */
static int spawn_with(pid_t *pid, const struct picture_asked *o, int in, int ready)
{
	char number[16], number_of_pid[16], *argv[WORDS_MAX] = { PROGRAM, "--ready", number };
	posix_spawn_file_actions_t files;
	int nr = 3, err = posix_spawn_file_actions_init(&files);

	if (err)
		return -err;
	snprintf(number, sizeof(number), "%d", STDOUT_FILENO);
	snprintf(number_of_pid, sizeof(number_of_pid), "%" PRIu32, o->pid);
	argv[nr++] = "--kind";
	argv[nr++] = (char *)o->kind;
	if (o->size) {
		argv[nr++] = "--size";
		argv[nr++] = (char *)o->size;
	}
	if (o->pid) {
		argv[nr++] = "--pid";
		argv[nr++] = number_of_pid;
	}
	if (o->by_time)
		argv[nr++] = "--by-time";
	argv[nr++] = "--";
	argv[nr++] = (char *)o->file;
	err = -(posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO) ?:
		posix_spawn_file_actions_adddup2(&files, ready, STDOUT_FILENO));
	err = err ?: beside_spawn(pid, PROGRAM, argv, &files);
	posix_spawn_file_actions_destroy(&files);
	return err;
}

/* What it says when it is ready is one byte. */
static bool is_ready(int fd)
{
	ssize_t n;
	char byte;

	do {
		n = read(fd, &byte, 1);
	} while (n < 0 && errno == EINTR);
	return n == 1;
}

static int start(struct plot *p, const struct picture_asked *o, int to[2], int ready[2])
{
	int err = spawn_with(&p->pid, o, to[0], ready[1]);

	close(to[0]);
	close(ready[1]);
	p->to = err ? NULL : fdopen(to[1], "w");
	if (!p->to)
		close(to[1]);
	if (err == -ENOENT)
		say_error("--plot needs the program " PROGRAM ": apt install " PROGRAM);
	else if (err)
		say_error(PROGRAM ": %s", strerror(-err));
	return err ? EXIT_FAILED : EXIT_OK;
}

/**
 * plot_open() - start the program that draws
 * @out: gets it
 * @asked: what is to be drawn
 *
 * Return: an exit code, after a message if that is not 0; then there is none.
 */
int plot_open(struct plot **out, const struct picture_asked *asked)
{
	struct plot *p = calloc(1, sizeof(*p));
	int to[2], ready[2] = { -1, -1 }, code;

	if (!p || pipe2(to, O_CLOEXEC)) {
		say_error("%s", strerror(p ? errno : ENOMEM));
		free(p);
		return EXIT_FAILED;
	}
	if (pipe2(ready, O_CLOEXEC)) {
		say_error("%s", strerror(errno));
		close(to[0]);
		close(to[1]);
		free(p);
		return EXIT_FAILED;
	}
	/* that it reads no more is an error as others, not the end of this program */
	signal(SIGPIPE, SIG_IGN);
	code = start(p, asked, to, ready);
	if (code) {
		free(p);
		p = NULL;
	} else if (!is_ready(ready[0])) {
		code = plot_close(p) ?: EXIT_FAILED;
		p = NULL;
	}
	close(ready[0]);
	*out = p;
	return code;
}

/**
 * plot_stream() - where do the answers go?
 * @plot: the program
 *
 * Return: stream, which stays the program's; NULL if there was no memory for it.
 */
FILE *plot_stream(const struct plot *plot)
{
	return plot->to;
}

/**
 * plot_close() - let it draw, and wait until that is done
 * @plot: the program, or NULL
 *
 * Return: an exit code, after a message if that is not 0.
 */
int plot_close(struct plot *plot)
{
	int status = 0;

	if (!plot)
		return EXIT_OK;
	if (plot->to)
		fclose(plot->to);
	while (waitpid(plot->pid, &status, 0) < 0 && errno == EINTR)
		;
	free(plot);
	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	say_error(PROGRAM ": %s", strsignal(WTERMSIG(status)));
	return EXIT_FAILED;
}
