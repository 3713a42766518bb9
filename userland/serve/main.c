// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap-serve - answer by HTTP what pagesnap export has found
 *
 * It is started by "pagesnap export --listen", which makes the answers.
 */
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "base/serving.h"
#include "http.h"
#include "lib/pagesnap.h"
#include "rights.h"

/* Answers ------------------------------------------------------------------------------- */

/* A byte that does not fit is not needed: there are others in front of it. */
static void ask(void *ctx)
{
	send(SERVING_CONTROL, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* 0, or -EPIPE if nobody is there any more. */
static int receive(void *to, size_t len)
{
	char *at = to;
	ssize_t n;

	for (; len; at += n, len -= n) {
		n = recv(SERVING_CONTROL, at, len, 0);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (!n)
			return -EPIPE;
		if (n < 0)
			n = 0;
	}
	return 0;
}

static int take_texts(struct http *h, const struct serving_head *head)
{
	size_t len[SERVING_FORMATS], all = 0;
	const char *text[SERVING_FORMATS];
	unsigned int i;
	char *buf;
	int err;

	for (i = 0; i < SERVING_FORMATS; i++) {
		if (head->len[i] > SERVING_MAX)
			return -EFBIG;
		all += len[i] = head->len[i];
	}
	buf = malloc(all);
	if (!buf)
		return -ENOMEM;
	for (i = 0, all = 0; i < SERVING_FORMATS; all += len[i++])
		text[i] = buf + all;
	err = receive(buf, all) ?: http_answer(h, text, len);
	free(buf);
	return err;
}

static int take_answer(struct http *h)
{
	struct serving_head head;
	int err = receive(&head, sizeof(head));

	if (err)
		return err;
	if (head.len[SERVING_TEXT])
		return take_texts(h, &head);
	http_answer_again(h);
	return 0;
}

/* Serving ------------------------------------------------------------------------------- */

static bool is_listening(int fd)
{
	int listens = 0;
	socklen_t len = sizeof(int);

	return !getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) && listens;
}

static int serve_once(struct http *h, nfds_t more)
{
	struct pollfd fds[2 + SERVING_MORE_MAX] = {
		{ .fd = SERVING_CONTROL, .events = POLLIN },
		{ .fd = http_fd(h), .events = POLLIN },
	};
	int err = 0;
	nfds_t i;

	for (i = 0; i < more; i++)
		fds[2 + i] = (struct pollfd){ .fd = SERVING_MORE + i, .events = POLLIN };
	if (poll(fds, 2 + more, http_timeout(h)) < 0 && errno != EINTR)
		return -errno;
	if (fds[0].revents)
		err = take_answer(h);
	for (i = 0; i < more && !err; i++)
		if (fds[2 + i].revents)
			http_accept(h, SERVING_MORE + i);
	if (!err && !http_run(h))
		err = -EIO;
	return err;
}

/* Until who has started it goes away, which is no failure. */
static int serve(void)
{
	struct http *h = http_new(SERVING_LISTEN, ask, NULL);
	nfds_t more = 0;
	int err = 0;

	while (more < SERVING_MORE_MAX && is_listening(SERVING_MORE + more))
		more++;
	if (!h) {
		say_error(SERVING_PROGRAM ": the socket can't be served");
		return EXIT_FAILED;
	}
	while (!err)
		err = serve_once(h, more);
	http_free(h);
	if (err == -EPIPE || err == -ECONNRESET)
		return EXIT_OK;
	say_error(SERVING_PROGRAM ": %s", strerror(-err));
	return EXIT_FAILED;
}

/* Has "pagesnap export" started it? */
static bool is_started(void)
{
	int type = 0;
	socklen_t len = sizeof(int);

	return is_listening(SERVING_LISTEN) &&
	       !getsockopt(SERVING_CONTROL, SOL_SOCKET, SO_TYPE, &type, &len);
}

static int read_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { 0 },
	};

	switch (getopt_long(argc, argv, "hV", options, NULL)) {
	case 'h':
		puts("usage: pagesnap export --listen ADDRESS:PORT\n\n"
		     "pagesnap-serve gives the answers of that command by HTTP, and is started by it.\n"
		     "Manual: man pagesnap-serve");
		return EXIT_OK;
	case 'V':
		puts(SERVING_PROGRAM " " PAGESNAP_LIBRARY_VERSION);
		return EXIT_OK;
	case -1:
		if (optind == argc && is_started())
			return -1;
		say_error(SERVING_PROGRAM " is started by \"pagesnap export --listen ADDRESS:PORT\"");
		return EXIT_USAGE;
	default:
		return EXIT_USAGE;
	}
}

int main(int argc, char **argv)
{
	int code, err;

	setlocale(LC_CTYPE, "");
	code = read_options(argc, argv);
	if (code >= 0)
		return code;
	signal(SIGPIPE, SIG_IGN);
	err = rights_drop();
	if (!err)
		return serve();
	say_error(SERVING_PROGRAM ": rights can't be given up: %s", strerror(-err));
	return EXIT_FAILED;
}
