// SPDX-License-Identifier: GPL-2.0
/*
 * unread N: N connections of TCP on this machine, filled with what nobody reads; prints the
 * bytes that they took, sleeps.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ktap.h"

/* The guest has no other network. */
static void bring_up(int fd)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };

	if (ioctl(fd, SIOCSIFFLAGS, &lo))
		ktap_die("lo");
}

/* Until nothing has been taken for a while: buffers grow as they are filled. */
static unsigned long fill(int fd)
{
	static const char bytes[65536];
	unsigned long filled = 0;
	int waits = 0;

	while (waits < 20) {
		ssize_t nr = send(fd, bytes, sizeof(bytes), MSG_DONTWAIT);

		if (nr > 0) {
			filled += nr;
			waits = 0;
		} else {
			waits++;
			usleep(2000);
		}
	}
	return filled;
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(at);
	int nr = argc == 2 ? atoi(argv[1]) : 0, listener = socket(AF_INET, SOCK_STREAM, 0), fd;
	unsigned long filled = 0;

	if (nr < 1)
		ktap_die("usage: unread N");
	bring_up(listener);
	if (bind(listener, (struct sockaddr *)&at, len) || listen(listener, nr) ||
	    getsockname(listener, (struct sockaddr *)&at, &len))
		ktap_die("listen");
	while (nr--) {
		fd = socket(AF_INET, SOCK_STREAM, 0);
		if (fd < 0 || connect(fd, (struct sockaddr *)&at, len) ||
		    accept(listener, NULL, NULL) < 0)
			ktap_die("connect");
		filled += fill(fd);
	}
	printf("%lu\n", filled);
	fflush(stdout);
	pause();
	return 0;
}
