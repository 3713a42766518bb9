// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a file for node_exporter
 *
 * node_exporter reads all files *.prom of its folder whenever it is asked.  So a new file is
 * written beside the old one, under a name that doesn't end so, and takes its place as a whole.
 * It isn't synced: after a crash the next look makes another.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "write.h"

static int write_all(int fd, const char *text, size_t len)
{
	ssize_t n;

	for (; len; text += n, len -= n) {
		n = write(fd, text, len);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n < 0)
			n = 0;
	}
	return 0;
}

/* mkstemp() makes it for its owner alone; node_exporter is another user. */
static int fill(int fd, const char *text, size_t len)
{
	int err = write_all(fd, text, len);

	if (!err && fchmod(fd, 0644))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/* What is no file, as /dev/stdout, can't be replaced. */
static int refuse_other(const char *path)
{
	struct stat st;

	if (lstat(path, &st) || S_ISREG(st.st_mode))
		return 0;
	say_error("%s: is no regular file, which could be replaced", say_safe(path));
	return -EINVAL;
}

/**
 * export_write() - replace a file
 * @path: file
 * @text: what is to be in it
 * @len: how many bytes
 *
 * Return: 0, or a negative errno after a message; then the old one is there.
 */
int export_write(const char *path, const char *text, size_t len)
{
	char *beside;
	int fd, err = refuse_other(path);

	if (err)
		return err;
	if (asprintf(&beside, "%s.XXXXXX", path) < 0) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	fd = mkostemp(beside, O_CLOEXEC);
	err = fd < 0 ? -errno : fill(fd, text, len);
	if (!err && rename(beside, path))
		err = -errno;
	if (err && fd >= 0)
		unlink(beside);
	if (err)
		say_error("%s: %s", say_safe(path), strerror(-err));
	free(beside);
	return err;
}
