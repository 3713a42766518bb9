// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "saved.h"

#define READ_SIZE (256 * 1024)

static int push_all(struct pagesnap_decoder *d, int fd, char *buf)
{
	struct progress at = { .amounts = kind_pages.amounts };
	ssize_t n;
	int err;

	for (;;) {
		n = read(fd, buf, READ_SIZE);
		if (interrupt_seen())
			return -EINTR;
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		err = pagesnap_decoder_push(d, buf, n);
		if (err)
			return err;
		progress_tick(&at);
	}
	return n < 0 ? -errno : pagesnap_decoder_finish(d);
}

/* A stream that is cut or damaged behind its beginning is told as far as it goes. */
static int explain(struct gather *g, const struct pagesnap_decoder *d, int err, bool *partial)
{
	const char *why = *pagesnap_decoder_message(d) ? pagesnap_decoder_message(d) :
			  strerror(-err);
	bool begun = g->stream.collections;

	if (!err || err == -EINTR)
		return err;
	say_error("%s: %s", say_safe(g->stream.name), why);
	if (!begun || (err != -ENODATA && err != -EPROTO && err != -EPROTONOSUPPORT))
		return err;
	remarks_add(&g->remarks, g->stream.name, "%s", why);
	*partial = true;
	return 0;
}

static int read_from(struct gather *g, int fd, bool *partial)
{
	struct pagesnap_decoder *d = pagesnap_decoder_new(gather_take, g);
	char *buf = malloc(READ_SIZE);
	int err = d && buf ? push_all(d, fd, buf) : -ENOMEM, end_err;

	if (d)
		err = explain(g, d, err, partial);
	else
		say_error("%s", strerror(-err));
	*partial |= g->stream.partial;
	end_err = err ? 0 : gather_end(g, *partial ? "partial" : "complete");
	if (end_err) {
		say_error("%s", strerror(-end_err));
		err = end_err;
	}
	free(buf);
	pagesnap_decoder_free(d);
	return err;
}

/**
 * saved_read() - read a stream
 * @g: gets its records
 * @path: file, "-" for stdin
 * @partial: not all was there
 *
 * Return: 0 or a negative errno.
 */
int saved_read(struct gather *g, const char *path, bool *partial)
{
	bool from_stdin = !strcmp(path, "-");
	int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0) {
		err = -errno;
		say_error("%s: %s", say_safe(path), strerror(-err));
		return err;
	}
	err = gather_begin(g, from_stdin ? "stdin" : path);
	if (err)
		say_error("%s", strerror(-err));
	else
		err = read_from(g, fd, partial);
	if (!from_stdin)
		close(fd);
	return err;
}
