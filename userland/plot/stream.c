// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the stream that is drawn.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

#define READ_SIZE (256 * 1024)

static int push_all(struct pagesnap_decoder *decoder, int fd, char *buf)
{
	ssize_t n;
	int err;

	for (;;) {
		n = read(fd, buf, READ_SIZE);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : pagesnap_decoder_finish(decoder);
		err = pagesnap_decoder_push(decoder, buf, n);
		if (err)
			return err;
	}
}

/**
 * plot_stream_read() - read a stream to its end
 * @s: gets how it ended
 * @fd: the stream
 * @fn: takes records
 * @ctx: of that
 *
 * Return: 0 or -ENOMEM.
 */
int plot_stream_read(struct plot_stream *s, int fd, pagesnap_record_fn *fn, void *ctx)
{
	struct pagesnap_decoder *decoder = pagesnap_decoder_new(fn, ctx);
	char *buf = malloc(READ_SIZE);
	int err = -ENOMEM;

	*s = (struct plot_stream){ 0 };
	if (decoder && buf)
		err = push_all(decoder, fd, buf);
	s->err = err;
	if (err && decoder && *pagesnap_decoder_message(decoder))
		snprintf(s->why, sizeof(s->why), "%s", pagesnap_decoder_message(decoder));
	else if (err)
		snprintf(s->why, sizeof(s->why), "%s", strerror(-err));
	free(buf);
	pagesnap_decoder_free(decoder);
	return err == -ENOMEM ? err : 0;
}
