// SPDX-License-Identifier: GPL-2.0
/* One session in several hands: dup, passed descriptors, fork, threads, signals. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "action.h"

long do_dup(struct call *c)
{
	struct slot *to = &c->w->slots[c->a % SLOTS];
	int fd;

	if (to == c->s)
		return done(dup2(c->s->fd, c->s->fd));
	fd = c->b & 1 && to->fd >= 0 ? dup3(c->s->fd, to->fd, O_CLOEXEC) :
				       fcntl(c->s->fd, F_DUPFD_CLOEXEC, 3);
	if (fd < 0)
		return -errno;
	if (fd == to->fd)
		to->fd = dup(fd);
	slot_share(to, c->s, fd);
	to->dirty = true;
	return 0;
}

/* Passing ------------------------------------------------------------------ */

union rights {
	struct cmsghdr header;
	char room[CMSG_SPACE(sizeof(int))];
};

static struct msghdr message(union rights *control, struct iovec *v)
{
	static char byte;

	*v = (struct iovec){ &byte, 1 };
	return (struct msghdr){ .msg_iov = v, .msg_iovlen = 1, .msg_control = control,
				.msg_controllen = sizeof(*control) };
}

static long send_fd(int socket, int fd)
{
	union rights control = { };
	struct iovec v;
	struct msghdr m = message(&control, &v);
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);

	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(h), &fd, sizeof(int));
	return done(sendmsg(socket, &m, MSG_DONTWAIT));
}

static int receive_fd(int socket)
{
	union rights control = { };
	struct iovec v;
	struct msghdr m = message(&control, &v);
	struct cmsghdr *h;
	int fd = -1;

	if (recvmsg(socket, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0)
		return -1;
	h = CMSG_FIRSTHDR(&m);
	if (h && h->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(h), sizeof(int));
	return fd;
}

/* A child that does something with @fd, and is killed when it is enough. */
static pid_t child(struct call *c, int fd, bool receive)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	if (receive)
		fd = receive_fd(c->w->sockets[1]);
	for (uint32_t i = 0, what = c->b; i < 8; i++, what >>= 3) {
		long n = what & 4 ? write(fd, c->text, c->len) : read(fd, c->w->buf, 8192);

		/* in some, all of it is done before the end comes */
		if (n <= 0 && (what & 1))
			break;
	}
	if (c->b & 0x8000)
		close(fd);
	_exit(0);
}

static void reap(pid_t pid, bool kill_it)
{
	if (pid < 0)
		return;
	if (kill_it)
		kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Nobody receives it: the kernel's garbage collector of sockets ends the session. */
static void leave_in_flight(struct world *w)
{
	send_fd(w->sockets[0], w->sockets[1]);
	close(w->sockets[0]);
	close(w->sockets[1]);
	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, w->sockets))
		_exit(1);
}

long do_pass(struct call *c)
{
	struct slot *to = &c->w->slots[4 + c->b % 4];
	long n = send_fd(c->w->sockets[0], c->s->fd);
	int fd;

	if (n < 0)
		return n;
	switch (c->a % 4) {
	case 0:
		stream_loosen(c->s->stream);
		if (c->a & 8)
			slot_close(c->s);
		reap(child(c, -1, true), c->a & 16);
		fd = receive_fd(c->w->sockets[1]);
		if (fd >= 0)
			close(fd);
		return 0;
	case 1:
		leave_in_flight(c->w);
		return 0;
	default:
		fd = receive_fd(c->w->sockets[1]);
		if (fd >= 0 && to != c->s)
			slot_share(to, c->s, fd);
		else if (fd >= 0)
			close(fd);
		to->dirty = true;
		return 0;
	}
}

/* Both sides read and write the same session. */
long do_fork(struct call *c)
{
	pid_t pid;
	long n = 0;

	stream_loosen(c->s->stream);
	pid = child(c, c->s->fd, false);
	if (pid < 0)
		return -errno;
	for (uint32_t i = 0; i < c->a % 4 && n >= 0; i++)
		n = c->a & 4 << i ? write(c->s->fd, c->text, c->len) :
				    read(c->s->fd, c->w->buf, READ_MAX);
	if (c->a & 0x100)
		slot_close(c->s);
	reap(pid, c->a & 0x80);
	return 0;
}

/* Threads ------------------------------------------------------------------ */

struct other {
	struct call *c;
	int fd;
	uint32_t what;
};

static void use(const struct other *o)
{
	static __thread char buf[16384];
	struct pollfd p = { o->fd, POLLIN | POLLOUT, 0 };

	switch (o->what % 6) {
	case 0 ... 1:
		if (read(o->fd, buf, sizeof(buf)) < 0)
			return;
		break;
	case 2:
		if (write(o->fd, o->c->text, o->c->len) < 0)
			return;
		break;
	case 3:
		poll(&p, 1, 1);
		break;
	case 4:
		fcntl(o->fd, F_SETFL, o->what & 64 ? O_NONBLOCK : 0);
		break;
	default:
		close(o->fd);
	}
}

static void *thread(void *arg)
{
	const struct other *o = arg;
	struct other step = *o;

	for (; step.what; step.what /= 6)
		use(&step);
	return NULL;
}

/* Two threads at the same session at a time. */
long do_race(struct call *c)
{
	struct other theirs = { c, dup(c->s->fd), c->a % 1296 };
	struct other ours = { c, dup(c->s->fd), c->b % 1296 };
	sigset_t all, before;
	pthread_t id;
	int err;

	stream_loosen(c->s->stream);
	/* signals are for the one that the watchdog knows */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	err = pthread_create(&id, NULL, thread, &theirs);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	thread(&ours);
	if (!err)
		pthread_join(id, NULL);
	/* if they aren't closed already */
	close(theirs.fd);
	close(ours.fd);
	c->s->uses = 1000;
	return -err;
}

/* A signal in the middle of a read. */
long do_interrupt(struct call *c)
{
	struct itimerval soon = { .it_value.tv_usec = 1 + c->a % 20000 }, off = { };
	size_t size = c->b % READ_MAX;
	long n;

	setitimer(ITIMER_REAL, &soon, NULL);
	n = slot_got(c->s, c->w->buf, size, done(read(c->s->fd, c->w->buf, size)));
	setitimer(ITIMER_REAL, &off, NULL);
	return n;
}
