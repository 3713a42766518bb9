// SPDX-License-Identifier: GPL-2.0
/*
 * A picture of what a screen was made of.
 *
 * What goes wrong is said on stderr, where the screen is: so a process of its own has another
 * stderr, and what it says there is a message.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "commands/screen/child.h"
#include "engine/plot.h"
#include "plotter.h"

#define LEAD "pagesnap: "

__attribute__((noreturn))
static void run_child(const struct heat_spool *s, const struct picture_asked *asked, int errors,
		      pid_t parent)
{
	struct plot *plot;
	int code, drawn;

	if (!child_begin(parent) || dup2(errors, STDERR_FILENO) < 0)
		_exit(EXIT_FAILED);
	code = plot_open(&plot, asked);
	if (!code && heat_spool_copy(s, plot_stream(plot)))
		code = EXIT_FAILED;
	drawn = plot_close(plot);
	_exit(drawn ? drawn : code);
}

/* The first line, without what stands before all of them. */
static void read_why(int fd, char *why, size_t size)
{
	size_t len = 0, lead = strlen(LEAD);
	char rest[256];
	ssize_t n;

	do {
		n = read(fd, why + len, size - 1 - len);
		len += n > 0 ? n : 0;
	} while ((n > 0 && len < size - 1) || (n < 0 && errno == EINTR));
	why[len] = '\0';
	while (read(fd, rest, sizeof(rest)) > 0)
		;
	why[strcspn(why, "\n")] = '\0';
	if (!strncmp(why, LEAD, lead))
		memmove(why, why + lead, strlen(why + lead) + 1);
}

/**
 * heat_plotter_run() - draw a picture
 * @s: all that came
 * @asked: what is to be drawn
 * @why: gets a sentence about what went wrong, or ""
 * @size: bytes for it
 *
 * What came may end anywhere, and mostly does.
 *
 * Return: 0, -EFBIG if not all is there any more, or another negative errno.
 */
int heat_plotter_run(const struct heat_spool *s, const struct picture_asked *asked, char *why,
		     size_t size)
{
	pid_t parent = getpid(), child;
	int errors[2], status = 0;

	*why = '\0';
	if (s->full && !s->to)
		return -EFBIG;
	if (pipe2(errors, O_CLOEXEC))
		return -errno;
	child = fork();
	if (!child)
		run_child(s, asked, errors[1], parent);
	close(errors[1]);
	if (child > 0) {
		read_why(errors[0], why, size);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(errors[0]);
	if (child < 0)
		return -EAGAIN;
	return WIFEXITED(status) &&
	       (WEXITSTATUS(status) == EXIT_OK || WEXITSTATUS(status) == EXIT_PARTIAL) ? 0 : -EIO;
}
