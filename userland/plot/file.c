// SPDX-License-Identifier: GPL-2.0
/*
 * The file that a picture is in.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

/* Pictures tell what only root is told. */
#define MODE 0600

/**
 * struct beside - a file in the folder of another one
 * @name: of it; owned
 * @fd: the file, open for writing
 */
struct beside {
	char *name;
	int fd;
};

static void forget(struct beside *b)
{
	if (b->fd >= 0)
		close(b->fd);
	free(b->name);
}

/*
 * What is no regular file, as a device, is not put aside; nor is a link followed, which somebody
 * else may have made in a folder that all may write to.
 */
static int check_old(const char *path, mode_t *mode)
{
	struct stat st;

	*mode = MODE;
	if (lstat(path, &st))
		return 0;
	if (!S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if (st.st_uid == geteuid())
		*mode = st.st_mode & 0777;
	return 0;
}

static int open_beside(struct beside *b, const char *path)
{
	const char *slash = strrchr(path, '/');
	int folder = slash ? slash + 1 - path : 0, err;
	mode_t mode;

	*b = (struct beside){ .fd = -1 };
	err = check_old(path, &mode);
	if (err)
		return err;
	if (asprintf(&b->name, "%.*s.pagesnap-plot.%d", folder, path, getpid()) < 0) {
		b->name = NULL;
		return -ENOMEM;
	}
	b->fd = open(b->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
	if (b->fd < 0)
		return -errno;
	if (!fchmod(b->fd, mode))
		return 0;
	err = -errno;
	unlink(b->name);
	return err;
}

/**
 * plot_file_check() - can a file be written?
 * @path: file, which stays as it is
 *
 * Return: 0 or a negative errno; -EINVAL if it is there, and neither file nor folder.
 */
int plot_file_check(const char *path)
{
	struct beside b;
	int err = open_beside(&b, path);

	if (!err)
		unlink(b.name);
	forget(&b);
	return err;
}

static int write_all(int fd, const char *buf, size_t len)
{
	ssize_t n;

	for (; len; buf += n, len -= n) {
		n = write(fd, buf, len);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n < 0)
			n = 0;
	}
	return 0;
}

/**
 * plot_file_write() - write a file
 * @path: file
 * @buf: what is to be in it
 * @len: how many bytes
 *
 * Return: 0 or a negative errno; then the file is as it was.
 */
int plot_file_write(const char *path, const void *buf, size_t len)
{
	struct beside b;
	int err = open_beside(&b, path);

	if (!err) {
		err = write_all(b.fd, buf, len);
		/* full disks say so now, at the latest */
		if (!err && fsync(b.fd))
			err = -errno;
		if (!err && rename(b.name, path))
			err = -errno;
		if (err)
			unlink(b.name);
	}
	forget(&b);
	return err;
}
