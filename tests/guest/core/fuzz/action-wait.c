// SPDX-License-Identifier: GPL-2.0
/* Waiting for a control file, and asking it without waiting: poll, aio, io_uring. */
#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "action.h"

#define ASYNC_READ (64 << 10)
#define PATIENCE_NS 10000000

/* What is read behind our back may still come when nobody waits for it. */
static char late[ASYNC_READ];

long do_poll(struct call *c)
{
	struct pollfd p[2] = { { c->s->fd, c->a, 0 }, { c->w->pipe[0], POLLIN, 0 } };

	return done(poll(p, 2, c->b % 3));
}

long do_select(struct call *c)
{
	struct timeval none = { 0, c->b % 1000 };
	fd_set in, out;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(c->s->fd, &in);
	FD_SET(c->s->fd, &out);
	return done(select(c->s->fd + 1, c->a & 1 ? &in : NULL, c->a & 2 ? &out : NULL,
			   c->a & 4 ? &in : NULL, &none));
}

long do_epoll(struct call *c)
{
	static const uint32_t kinds[] = { EPOLLET, EPOLLONESHOT, 0, EPOLLEXCLUSIVE };
	struct epoll_event e = { .events = (c->a & 0x1f) | kinds[c->b >> 4 & 3] }, got[8];

	if (epoll_ctl(c->w->epoll, 1 + c->b % 3, c->s->fd, &e))
		return -errno;
	return done(epoll_wait(c->w->epoll, got, 8, c->b >> 6 & 1));
}

/* aio ---------------------------------------------------------------------- */

static long reap(struct call *c, struct iocb *cb)
{
	struct timespec patience = { 0, PATIENCE_NS };
	struct io_event e;
	long n = syscall(SYS_io_getevents, c->w->aio, 1, 1, &e, &patience);

	if (n == 1)
		return e.res;
	syscall(SYS_io_cancel, c->w->aio, cb, &e);
	/* gone, or still to come */
	stream_loosen(c->s->stream);
	return -EINPROGRESS;
}

long do_aio(struct call *c)
{
	static const uint16_t ops[] = { IOCB_CMD_PREAD, IOCB_CMD_PWRITE, IOCB_CMD_POLL,
					IOCB_CMD_FSYNC, IOCB_CMD_NOOP };
	uint16_t op = ops[c->a % 5];
	struct iocb cb = {
		.aio_lio_opcode = op,
		.aio_fildes = c->s->fd,
		.aio_offset = c->a >> 8,
		.aio_rw_flags = c->a >> 4 & 1 ? (int)c->b : 0,
	}, *list = &cb;
	long n;

	if (!c->w->aio && syscall(SYS_io_setup, 4, &c->w->aio))
		return -errno;
	cb.aio_buf = op == IOCB_CMD_PREAD ? (uintptr_t)late : op == IOCB_CMD_PWRITE ?
		     (uintptr_t)c->text : op == IOCB_CMD_POLL ? POLLIN | POLLOUT : 0;
	cb.aio_nbytes = op == IOCB_CMD_PREAD ? c->b % ASYNC_READ : op == IOCB_CMD_PWRITE ? c->len : 0;
	if (syscall(SYS_io_submit, c->w->aio, 1, &list) != 1)
		return -errno;
	n = reap(c, &cb);
	if (op == IOCB_CMD_PREAD)
		slot_got(c->s, late, cb.aio_nbytes, n);
	else if (op == IOCB_CMD_PWRITE)
		slot_wrote(c->s, c->text, c->len, n);
	return n;
}

/* io_uring ----------------------------------------------------------------- */

struct ring {
	int fd;
	struct io_uring_params p;
	char *queue;
	size_t queue_size;
	struct io_uring_sqe *sqe;
};

static long ring_open(struct ring *r)
{
	memset(&r->p, 0, sizeof(r->p));
	r->fd = syscall(SYS_io_uring_setup, 1, &r->p);
	if (r->fd < 0)
		return -errno;
	r->queue_size = r->p.cq_off.cqes + r->p.cq_entries * sizeof(struct io_uring_cqe);
	r->queue = mmap(NULL, r->queue_size, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd,
			IORING_OFF_SQ_RING);
	r->sqe = mmap(NULL, sizeof(*r->sqe), PROT_READ | PROT_WRITE, MAP_SHARED, r->fd,
		      IORING_OFF_SQES);
	return 0;
}

static void ring_close(struct ring *r)
{
	munmap(r->sqe, sizeof(*r->sqe));
	munmap(r->queue, r->queue_size);
	close(r->fd);
}

/* Submits the one entry and waits a little. */
static long ring_do(struct ring *r)
{
	struct __kernel_timespec patience = { 0, PATIENCE_NS };
	struct io_uring_getevents_arg arg = { .ts = (uintptr_t)&patience };
	uint32_t *tail = (uint32_t *)(r->queue + r->p.sq_off.tail);
	uint32_t *done_tail = (uint32_t *)(r->queue + r->p.cq_off.tail);
	struct io_uring_cqe *cqe = (struct io_uring_cqe *)(r->queue + r->p.cq_off.cqes);

	*(uint32_t *)(r->queue + r->p.sq_off.array) = 0;
	__atomic_store_n(tail, 1, __ATOMIC_RELEASE);
	if (syscall(SYS_io_uring_enter, r->fd, 1, 1, IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG,
		    &arg, sizeof(arg)) < 0 && errno != ETIME && errno != EINTR)
		return -errno;
	return __atomic_load_n(done_tail, __ATOMIC_ACQUIRE) ? cqe->res : -EINPROGRESS;
}

static void fill(struct io_uring_sqe *e, struct call *c, uint8_t op)
{
	memset(e, 0, sizeof(*e));
	e->opcode = op;
	e->fd = c->s->fd;
	e->flags = c->a & 0x10 ? IOSQE_ASYNC : 0;
	e->off = c->a & 0x20 ? 0 : -1;
	if (op == IORING_OP_READ) {
		e->addr = (uintptr_t)late;
		e->len = c->b % ASYNC_READ;
	} else if (op == IORING_OP_WRITE) {
		e->addr = (uintptr_t)c->text;
		e->len = c->len;
	} else if (op == IORING_OP_POLL_ADD) {
		e->poll32_events = c->b;
	}
}

long do_uring(struct call *c)
{
	static const uint8_t ops[] = { IORING_OP_READ, IORING_OP_WRITE, IORING_OP_POLL_ADD,
				       IORING_OP_FSYNC };
	uint8_t op = ops[c->a % 4];
	struct ring ring;
	long n = ring_open(&ring);

	if (n < 0)
		return n;
	fill(ring.sqe, c, op);
	n = ring_do(&ring);
	ring_close(&ring);
	if (n == -EINPROGRESS)
		stream_loosen(c->s->stream);
	else if (op == IORING_OP_READ)
		slot_got(c->s, late, c->b % ASYNC_READ, n);
	else if (op == IORING_OP_WRITE)
		slot_wrote(c->s, c->text, c->len, n);
	return n;
}
