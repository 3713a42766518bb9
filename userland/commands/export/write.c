// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a file for node_exporter
 *
 * node_exporter reads all files *.prom of its folder whenever it is asked.  So a new file is
 * written beside the old one, under a name that doesn't end so, and takes its place as a whole.
 * It isn't synced: after a crash the next look makes another.  What is left of who was killed
 * goes with the next one.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "write.h"

/* Nobody calls a file of his own so, as a copy might be called ".backup". */
#define DRAFT ".pagesnap-"
#define DRAFT_LETTERS "XXXXXX"
/* Seconds: who has made a file has a lock on it long before. */
#define STALE 60

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

/* Is @name that of a draft of the file @base? */
static bool is_draft(const char *name, const char *base)
{
	const size_t len = strlen(base), prefix = len + strlen(DRAFT);

	return !strncmp(name, base, len) && !strncmp(name + len, DRAFT, strlen(DRAFT)) &&
	       strlen(name + prefix) == strlen(DRAFT_LETTERS);
}

/*
 * Others may write to the folder, too: what is a link, or somebody else's, stays, and a name is
 * only ever removed, whatever it has become meanwhile.  Who is still at work has a lock.
 */
static void remove_if_stale(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() && st.st_nlink == 1 &&
	    st.st_mtime + STALE < time(NULL) && !flock(fd, LOCK_EX | LOCK_NB))
		unlinkat(folder, name, 0);
	close(fd);
}

/* A killed client leaves its draft behind.  That there is one does no harm. */
static void remove_stale(const char *path)
{
	char *copy = strdup(path), *other = strdup(path);
	const char *base = other ? basename(other) : NULL;
	DIR *folder = copy ? opendir(dirname(copy)) : NULL;
	const struct dirent *entry;

	while (folder && base && (entry = readdir(folder)))
		if (is_draft(entry->d_name, base))
			remove_if_stale(dirfd(folder), entry->d_name);
	if (folder)
		closedir(folder);
	free(copy);
	free(other);
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
	if (asprintf(&beside, "%s" DRAFT DRAFT_LETTERS, path) < 0) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	remove_stale(path);
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd >= 0)
		flock(fd, LOCK_EX | LOCK_NB);
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
