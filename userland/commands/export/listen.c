// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where clients come
 *
 * What memory is used for is not for everybody on a network, and the answers are neither
 * encrypted nor does anybody have to say who he is.  So a port alone is one of this machine.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
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

static int bind_path(const char *where, const char *path)
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

static int listen_at_path(const char *where, const char *path, struct export_listening *to)
{
	int fd = bind_path(where, path);

	if (fd < 0)
		return fd;
	to->fds[to->nr++] = fd;
	return 0;
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

/* -1 and errno. */
static int bind_port(const struct addrinfo *to, bool alone)
{
	const int on = 1;
	int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), err;

	if (fd < 0)
		return fd;
	/* a socket of IPv6 may take the port of IPv4, too, which the next one is for */
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    (to->ai_family == AF_INET6 && !alone &&
	     setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on))) ||
	    bind(fd, to->ai_addr, to->ai_addrlen) || listen(fd, BACKLOG)) {
		err = errno;
		close(fd);
		errno = err;
		return -1;
	}
	return fd;
}

/* A name may have one address twice. */
static bool came_before(const struct addrinfo *first, const struct addrinfo *to)
{
	for (; first != to; first = first->ai_next)
		if (first->ai_addrlen == to->ai_addrlen &&
		    !memcmp(first->ai_addr, to->ai_addr, to->ai_addrlen))
			return true;
	return false;
}

/* "localhost" has an address of IPv6 also where there is no IPv6. */
static bool is_not_here(int err)
{
	return err == EADDRNOTAVAIL || err == EAFNOSUPPORT;
}

static int listen_at_all(const char *where, const struct addrinfo *found,
			 struct export_listening *to)
{
	const struct addrinfo *at;
	int fd, err = 0;

	for (at = found; at; at = at->ai_next) {
		if (came_before(found, at))
			continue;
		if (to->nr == EXPORT_LISTEN_MAX)
			return fail(where, "has more addresses than can be listened at: name one");
		fd = bind_port(at, !found->ai_next);
		if (fd >= 0)
			to->fds[to->nr++] = fd;
		else if (!is_not_here(errno))
			return fail_errno(where, -1);
		else
			err = errno;
	}
	errno = err;
	return to->nr ? 0 : fail_errno(where, -1);
}

static int listen_at_ports(const char *where, struct export_listening *to)
{
	const struct addrinfo wanted = {
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found;
	char host[HOST_MAX];
	const char *port;
	int err;

	if (split(where, host, &port))
		return fail(where, "takes ADDRESS:PORT, [ADDRESS]:PORT, PORT, or unix:/PATH; "
				   "PORT is 1 to 65535");
	err = getaddrinfo(host, port, &wanted, &found);
	if (err) {
		say_error("--listen %s: %s", say_safe(where), gai_strerror(err));
		return -EADDRNOTAVAIL;
	}
	err = listen_at_all(where, found, to);
	freeaddrinfo(found);
	return err;
}

static void close_all(struct export_listening *l)
{
	while (l->nr)
		close(l->fds[--l->nr]);
}

/**
 * export_listen() - listen
 * @where: at all addresses of a host and a port, at a port of this machine, or at a path
 * @to: gets the sockets
 *
 * Return: 0, or a negative errno after a message: -EINVAL if that makes no sense.
 */
int export_listen(const char *where, struct export_listening *to)
{
	const char *path = unix_path(where);
	int err;

	to->nr = 0;
	err = path ? listen_at_path(where, path, to) : listen_at_ports(where, to);
	if (err)
		close_all(to);
	return err;
}

/**
 * export_listen_end() - listen no more, and remove what is left
 * @where: as in export_listen(), which has succeeded
 * @l: what that gave
 */
void export_listen_end(const char *where, struct export_listening *l)
{
	close_all(l);
	if (unix_path(where))
		unlink(unix_path(where));
}
