// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where clients come
 *
 * What memory is used for is not for everybody on a network, and the answers are neither
 * encrypted nor does anybody have to say who he is.  So a port alone is one of this machine.
 */
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/say.h"
#include "listen.h"

#define UNIX "unix:"
#define LOCAL "127.0.0.1"
#define BACKLOG 64
#define HOST_MAX 256
#define PORT_MAX 65535

static int fail(const char *where, const char *why)
{
	say_error("--listen %s: %s", say_safe(where), why);
	return -EINVAL;
}

static int fail_errno(const char *where, int fd)
{
	int err = -errno;

	say_error("--listen %s: %s", say_safe(where), strerror(-err));
	if (fd >= 0)
		close(fd);
	return err;
}

static const char *unix_path(const char *where)
{
	return strncmp(where, UNIX, strlen(UNIX)) ? NULL : where + strlen(UNIX);
}

/* Files ------------------------------------------------------------------------------- */

/* A socket that nobody listens to any more is left behind by who was killed. */
static void remove_stale(const struct sockaddr_un *to)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct stat st;

	if (fd >= 0 && !lstat(to->sun_path, &st) && S_ISSOCK(st.st_mode) &&
	    connect(fd, (const struct sockaddr *)to, sizeof(*to)) && errno == ECONNREFUSED)
		unlink(to->sun_path);
	if (fd >= 0)
		close(fd);
}

static int listen_at_path(const char *where, const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	mode_t old;
	int fd, err;

	if (*path != '/')
		return fail(where, "takes an absolute path behind unix:");
	if (strlen(path) >= sizeof(to.sun_path))
		return fail(where, "a path of a socket has at most 107 bytes");
	strcpy(to.sun_path, path);
	remove_stale(&to);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	/* for who owns it, and the group that its folder gives it */
	old = umask(0117);
	err = fd < 0 ? -1 : bind(fd, (struct sockaddr *)&to, sizeof(to));
	umask(old);
	return err || listen(fd, BACKLOG) ? fail_errno(where, fd) : fd;
}

/**
 * export_listen_end() - remove what is left
 * @where: as in export_listen(), which has succeeded
 */
void export_listen_end(const char *where)
{
	if (unix_path(where))
		unlink(unix_path(where));
}

/* Ports ------------------------------------------------------------------------------- */

/* getaddrinfo() would take the lower 16 bits, and 0 for any port, which nobody is told. */
static bool is_port(const char *s)
{
	unsigned long port;

	if (!*s || s[strspn(s, "0123456789")])
		return false;
	port = strtoul(s, NULL, 10);
	return port && port <= PORT_MAX;
}

/* "[::1]:80" and "host:80" are cut in two; "80" and ":80" are of this machine alone. */
static int split(const char *where, char host[HOST_MAX], const char **port)
{
	const char *colon = strrchr(where, ':');
	size_t len = colon ? colon - where : 0;
	bool bracket = len && *where == '[';

	*port = colon ? colon + 1 : where;
	if (bracket && where[len - 1] != ']')
		return -EINVAL;
	if (!bracket && len && memchr(where, ':', len))
		return -EINVAL;
	if (len >= HOST_MAX || !is_port(*port))
		return -EINVAL;
	if (!len)
		strcpy(host, LOCAL);
	else
		snprintf(host, HOST_MAX, "%.*s", (int)len - 2 * bracket, where + bracket);
	return *host ? 0 : -EINVAL;
}

static int listen_at(const char *where, const struct addrinfo *to)
{
	const int on = 1;
	int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    bind(fd, to->ai_addr, to->ai_addrlen) || listen(fd, BACKLOG))
		return fail_errno(where, fd);
	return fd;
}

/**
 * export_listen() - listen
 * @where: at an address and port, at a port of this machine, or at a path
 *
 * Return: a descriptor, or a negative errno after a message: -EINVAL if that makes no sense.
 */
int export_listen(const char *where)
{
	const struct addrinfo wanted = {
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found;
	char host[HOST_MAX];
	const char *port;
	int fd;

	if (unix_path(where))
		return listen_at_path(where, unix_path(where));
	if (split(where, host, &port))
		return fail(where, "takes ADDRESS:PORT, [ADDRESS]:PORT, PORT, or unix:/PATH; "
				   "PORT is 1 to 65535");
	fd = getaddrinfo(host, port, &wanted, &found);
	if (fd) {
		say_error("--listen %s: %s", say_safe(where), gai_strerror(fd));
		return -EADDRNOTAVAIL;
	}
	fd = listen_at(where, found);
	freeaddrinfo(found);
	return fd;
}
