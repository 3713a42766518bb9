// SPDX-License-Identifier: GPL-2.0
/*
 * The smallest server of a filesystem in user space: a folder with four files
 * of 512 pages, that keep their page cache.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fuse.h"
#include "mount.h"
#include "stress.h"

#define FILES	4
#define FIRST	10		/* node of f0 */
#define SIZE	(512 * ST_PAGE)
#define LARGEST	(1 << 17)

static struct fuse_attr attributes(uint64_t node)
{
	struct fuse_attr attr = {
		.ino = node, .nlink = 1, .blksize = ST_PAGE,
		.mode = node == FUSE_ROOT_ID ? S_IFDIR | 0700 : S_IFREG | 0600,
		.size = node == FUSE_ROOT_ID ? 0 : SIZE,
	};

	return attr;
}

static void do_lookup(int fd, const struct fuse_in_header *in, const char *name)
{
	uint64_t node = FIRST + (unsigned int)(name[1] - '0');
	struct fuse_entry_out out = { .nodeid = node, .entry_valid = 1, .attr_valid = 1 };

	if (name[0] != 'f' || node >= FIRST + FILES || name[2]) {
		fuse_answer(fd, in, ENOENT, NULL, 0);
		return;
	}
	out.attr = attributes(node);
	fuse_answer(fd, in, 0, &out, sizeof(out));
}

static void do_getattr(int fd, const struct fuse_in_header *in)
{
	struct fuse_attr_out out = { .attr_valid = 1, .attr = attributes(in->nodeid) };

	fuse_answer(fd, in, 0, &out, sizeof(out));
}

static void do_read(int fd, const struct fuse_in_header *in, const struct fuse_read_in *read)
{
	static char data[LARGEST];
	size_t len = read->size < sizeof(data) ? read->size : sizeof(data);

	if (read->offset >= SIZE)
		len = 0;
	else if (read->offset + len > SIZE)
		len = SIZE - read->offset;
	fuse_answer(fd, in, 0, data, len);
}

/* The kernel may have given up on a request meanwhile, so answers may fail. */
static void serve_one(int fd, const struct fuse_in_header *in)
{
	struct fuse_open_out open = { .open_flags = FOPEN_KEEP_CACHE };

	switch (in->opcode) {
	case FUSE_INIT:
		fuse_answer_init(fd, in);
		break;
	case FUSE_LOOKUP:
		do_lookup(fd, in, (const char *)(in + 1));
		break;
	case FUSE_GETATTR:
		do_getattr(fd, in);
		break;
	case FUSE_OPEN:
	case FUSE_OPENDIR:
		fuse_answer(fd, in, 0, &open, sizeof(open));
		break;
	case FUSE_READ:
		do_read(fd, in, (const void *)(in + 1));
		break;
	case FUSE_RELEASE:
	case FUSE_RELEASEDIR:
	case FUSE_FLUSH:
		fuse_answer(fd, in, 0, NULL, 0);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		fuse_answer(fd, in, ENOSYS, NULL, 0);
	}
}

static void serve(int fd)
{
	static union {
		struct fuse_in_header in;
		char bytes[LARGEST + 4096];
	} request;
	ssize_t n;

	for (;;) {
		n = read(fd, &request, sizeof(request));
		if (n >= (ssize_t)sizeof(request.in))
			serve_one(fd, &request.in);
		else if (n < 0 && errno != EINTR && errno != ENOENT && errno != EAGAIN)
			return;
	}
}

int fuse_serve(const char *dir)
{
	int fd = fuse_mount("stress", dir, "fuse");
	pid_t pid;

	if (fd < 0)
		return -1;
	pid = child_begin();
	if (!pid) {
		serve(fd);
		_exit(0);
	}
	close(fd);
	return pid;
}
