// SPDX-License-Identifier: GPL-2.0
/*
 * unread N [BUSY]: N connections of TCP on this machine, filled with what nobody reads, and BUSY
 * more that bytes go through all the time; prints the bytes that the first ones took, sleeps.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
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

struct pair {
	int from;
	int to;
};

static struct pair connect_pair(int listener, const struct sockaddr_in *at)
{
	struct pair p = { .from = socket(AF_INET, SOCK_STREAM, 0) };

	if (p.from < 0 || connect(p.from, (const struct sockaddr *)at, sizeof(*at)))
		ktap_die("connect");
	p.to = accept(listener, NULL, NULL);
	if (p.to < 0)
		ktap_die("accept");
	return p;
}

/* In a process of its own, which ends with this one. */
static void keep_busy(struct pair p)
{
	static char bytes[65536];

	if (fork())
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		if (send(p.from, bytes, sizeof(bytes), MSG_DONTWAIT) < 0)
			while (recv(p.to, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
				;
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t len = sizeof(at);
	int nr = argc > 1 ? atoi(argv[1]) : 0, busy = argc > 2 ? atoi(argv[2]) : 0;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	unsigned long filled = 0;

	if (nr < 1)
		ktap_die("usage: unread N [BUSY]");
	bring_up(listener);
	if (bind(listener, (struct sockaddr *)&at, len) || listen(listener, nr + busy) ||
	    getsockname(listener, (struct sockaddr *)&at, &len))
		ktap_die("listen");
	while (nr--)
		filled += fill(connect_pair(listener, &at).from);
	while (busy-- > 0)
		keep_busy(connect_pair(listener, &at));
	printf("%lu\n", filled);
	fflush(stdout);
	pause();
	return 0;
}
