// SPDX-License-Identifier: GPL-2.0
/* What servers of filesystems in user space have in common. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fuse.h"

int fuse_mount(const char *source, const char *dir, const char *type)
{
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	char options[80];

	if (fd < 0)
		return -1;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (mount(source, dir, type, 0, options)) {
		close(fd);
		return -1;
	}
	return fd;
}

bool fuse_answer(int fd, const struct fuse_in_header *to, int err, const void *data, size_t len)
{
	struct fuse_out_header head = {
		.len = sizeof(head) + len, .error = -err, .unique = to->unique,
	};
	struct iovec parts[] = { { &head, sizeof(head) }, { (void *)data, len } };

	return writev(fd, parts, len ? 2 : 1) >= 0;
}

bool fuse_answer_init(int fd, const struct fuse_in_header *to)
{
	const struct fuse_init_in *asked = (const void *)(to + 1);
	struct fuse_init_out out = {
		.major = FUSE_KERNEL_VERSION, .minor = 23, .max_readahead = asked->max_readahead,
		.max_write = 4096,
	};

	return fuse_answer(fd, to, 0, &out, FUSE_COMPAT_22_INIT_OUT_SIZE);
}
