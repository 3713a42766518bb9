// SPDX-License-Identifier: GPL-2.0
/*
 * The kinds of actions, and the errnos that each may fail with: those of the
 * manual page, section ERRORS, and what the kernel itself says before it asks
 * the module.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "action.h"
#include "complain.h"
#include "query.h"
#include "shared.h"

/* Of a read that takes longer the rest is not waited for. */
#define SLOW_NS 50000000ull
/* A session is not kept for ever. */
#define WARM_USES 500

/* Folders, descriptors of O_PATH and files that are open the other way. */
#define NOT_OURS EBADF, EISDIR, EINVAL
/* Of the first line of a set. */
#define OF_LINES E2BIG, EACCES, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENXIO, EOPNOTSUPP, \
	ESRCH

static const short of_open[] = { EACCES, EINTR, ENOMEM, ENXIO, EPERM, EEXIST, ENOTDIR, ENOENT,
				 EISDIR, EINVAL, EOPNOTSUPP, ELOOP, 0 };
static const short of_read[] = { EAGAIN, EFAULT, EINTR, ENOMEM, NOT_OURS, 0 };
static const short of_write[] = { EFAULT, EINTR, ENOMEM, ENOSPC, NOT_OURS, OF_LINES, 0 };
static const short of_pread[] = { ESPIPE, EAGAIN, EFAULT, EINTR, ENOMEM, NOT_OURS, EOPNOTSUPP, 0 };
static const short of_pwrite[] = { ESPIPE, EAGAIN, EFAULT, EINTR, ENOMEM, ENOSPC, NOT_OURS,
				   OF_LINES, 0 };
/* What is set up for these may have been left blocked or closed by what was done before. */
static const short of_pipes[] = { EAGAIN, EFAULT, EINTR, ENOMEM, ENOSPC, ESPIPE, NOT_OURS,
				  OF_LINES, 0 };
static const short of_lseek[] = { ESPIPE, EBADF, EINVAL, 0 };
/* A folder and O_PATH can't be waited for. */
static const short of_waiting[] = { EINTR, EBADF, EPERM, EEXIST, ENOENT, EINVAL, EFAULT, 0 };
static const short of_mmap[] = { ENODEV, EACCES, EBADF, EINVAL, EOPNOTSUPP, EPERM, EAGAIN, 0 };

const struct op ops[] = {
	/* name, function, two numbers, text, weight, errnos: NULL for the kernel's own */
	{ "open", do_open, N_FILE, N_FLAGS, false, 40, of_open },
	{ "reopen", do_reopen, N_NONE, N_FLAGS, false, 15, of_open },
	{ "close", do_close, N_NONE, N_NONE, false, 60, NULL },
	{ "write", do_write, N_SMALL, N_NONE, true, 1500, of_write },
	{ "writev", do_writev, N_SMALL, N_SMALL, true, 100, of_write },
	{ "pwrite", do_pwrite, N_ANY, N_NONE, true, 30, of_pwrite },
	{ "pwritev2", do_pwritev2, N_SMALL, N_SMALL, true, 40, of_pwrite },
	{ "badwrite", do_badwrite, N_SMALL, N_ANY, true, 60, of_write },
	{ "long", do_long, N_LENGTH, N_SMALL, true, 25, of_write },
	{ "huge", do_huge, N_SMALL, N_SIZE, true, 1, of_write },
	{ "read", do_read, N_SIZE, N_SMALL, false, 800, of_read },
	{ "readv", do_readv, N_SIZE, N_ANY, false, 60, of_read },
	{ "pread", do_pread, N_SIZE, N_ANY, false, 30, of_pread },
	{ "preadv2", do_preadv2, N_SIZE, N_SMALL, false, 40, of_pread },
	{ "badread", do_badread, N_SMALL, N_ANY, false, 60, of_read },
	{ "lseek", do_lseek, N_ANY, N_ANY, false, 30, of_lseek },

	{ "sendfile_from", do_sendfile_from, N_SIZE, N_SMALL, false, 40, of_pipes },
	{ "sendfile_to", do_sendfile_to, N_SMALL, N_NONE, true, 40, of_pipes },
	{ "splice_from", do_splice_from, N_SIZE, N_SMALL, false, 50, of_pipes },
	{ "splice_to", do_splice_to, N_SMALL, N_SMALL, true, 50, of_pipes },
	{ "tee", do_tee, N_SIZE, N_SLOT, false, 25, of_pipes },
	{ "copy_range", do_copy_range, N_SIZE, N_SMALL, false, 20, NULL },

	{ "poll", do_poll, N_SMALL, N_SMALL, false, 50, of_waiting },
	{ "select", do_select, N_SMALL, N_SMALL, false, 20, of_waiting },
	{ "epoll", do_epoll, N_SMALL, N_ANY, false, 30, of_waiting },
	{ "aio", do_aio, N_SMALL, N_SIZE, true, 20, NULL },
	{ "uring", do_uring, N_SMALL, N_SIZE, true, 1, NULL },

	{ "dup", do_dup, N_SLOT, N_SMALL, false, 30, NULL },
	{ "pass", do_pass, N_SMALL, N_ANY, true, 1, NULL },
	{ "fork", do_fork, N_ANY, N_ANY, true, 1, NULL },
	{ "race", do_race, N_ANY, N_ANY, true, 1, NULL },
	{ "interrupt", do_interrupt, N_SIZE, N_SIZE, false, 2, of_read },

	{ "ioctl", do_ioctl, N_IOCTL, N_ANY, false, 40, NULL },
	{ "mmap", do_mmap, N_ANY, N_ANY, false, 20, of_mmap },
	{ "fcntl", do_fcntl, N_ANY, N_ANY, false, 40, NULL },
	{ "flock", do_flock, N_SMALL, N_NONE, false, 15, NULL },
	{ "sync", do_sync, N_SMALL, N_ANY, false, 25, NULL },
	{ "truncate", do_truncate, N_SMALL, N_SIZE, false, 15, NULL },
	{ "attributes", do_attributes, N_SMALL, N_ANY, false, 30, NULL },
	{ "folder", do_folder, N_ANY, N_SMALL, false, 20, NULL },
	{ "watch", do_watch, N_ANY, N_NONE, false, 2, NULL },
	{ "node", do_node, N_SMALL, N_SMALL, false, 1, NULL },
	{ "files", do_files, N_ANY, N_ANY, false, 30, NULL },
};

const unsigned int nr_ops = sizeof(ops) / sizeof(ops[0]);

/* The world ---------------------------------------------------------------- */

static void must(long n, const char *what)
{
	if (n < 0) {
		complain("%s: %s", what, strerror(errno));
		_exit(1);
	}
}

/* A page that can be touched, and one behind it that can't. */
static char *make_edge(void)
{
	char *p = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(p == MAP_FAILED ? -1 : mprotect(p + 2 * 4096, 4096, PROT_NONE), "mprotect");
	return p + 2 * 4096 - 1;
}

void world_make(struct world *w)
{
	memset(w, 0, sizeof(*w));
	for (int i = 0; i < SLOTS; i++)
		w->slots[i].fd = -1;
	w->buf = malloc(READ_MAX);
	memset(w->buf, 0, READ_MAX);
	w->edge = make_edge();
	must(w->null = open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null");
	must(w->memory = memfd_create("fuzz", MFD_CLOEXEC), "memfd");
	must(pipe2(w->pipe, O_NONBLOCK | O_CLOEXEC), "pipe");
	must(pipe2(w->pipe2, O_NONBLOCK | O_CLOEXEC), "pipe");
	must(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, w->sockets), "socketpair");
	must(w->epoll = epoll_create1(EPOLL_CLOEXEC), "epoll");
}

void world_close(struct world *w)
{
	for (int i = 0; i < SLOTS; i++)
		slot_close(&w->slots[i]);
}

/* Actions ------------------------------------------------------------------ */

/* Puts in the PID, which the text of an input can't know. */
static size_t expand(const char *text, size_t len, char *to, size_t size)
{
	size_t n = 0;

	for (; len && n < size - 16; text++, len--) {
		if (len < 2 || memcmp(text, SELF, 2)) {
			to[n++] = *text;
			continue;
		}
		n += sprintf(to + n, "%d", getpid());
		text++;
		len--;
	}
	return n;
}

static bool allowed(const struct op *op, long err)
{
	if (!op->errnos)
		return true;
	for (const short *e = op->errnos; *e; e++)
		if (*e == err)
			return true;
	return false;
}

static void act(struct world *w, const struct input *in, const struct action *at)
{
	static char text[TEXT_MAX * 4];
	const struct op *op = &ops[at->op];
	struct slot *s = &w->slots[at->slot];
	struct call c = { w, s, at->a, at->b, text, 0 };
	long n;

	if (s->fd < 0 && op->run != do_open &&
	    (at->slot >= WARM_SLOTS || slot_open(s, at->slot, O_RDWR)))
		return;
	s->dirty = true;
	c.len = expand(in->text + at->off, at->len, text, sizeof(text));
	n = op->run(&c);
	if (n < 0 && !allowed(op, -n))
		complain("%s failed: %s, which is not documented", op->name, strerror(-n));
}

/* Reads the rest, if there is not too much of it. Return: it is at its end. */
static bool drain(struct world *w, struct slot *s)
{
	uint64_t began = now_ns();
	long n = 1;

	while (n > 0 && now_ns() - began < SLOW_NS)
		n = slot_got(s, w->buf, READ_MAX, done(read(s->fd, w->buf, READ_MAX)));
	return !n;
}

static bool is_warm(const struct world *w, const struct slot *s)
{
	return s - w->slots < WARM_SLOTS && s->file == s - w->slots && s->flags == O_RDWR &&
	       s->uses < WARM_USES;
}

void world_run(struct world *w, const struct input *in)
{
	for (int i = 0; i < in->nr; i++)
		act(w, in, &in->actions[i]);
	for (struct slot *s = w->slots; s < w->slots + SLOTS; s++) {
		if (s->fd < 0 || !s->dirty)
			continue;
		s->dirty = false;
		s->uses++;
		if (!is_warm(w, s) || !drain(w, s))
			slot_close(s);
	}
}
