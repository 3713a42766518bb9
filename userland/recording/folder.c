// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the folder of a recording
 *
 * Files are told by their names, which have numbers: times could go back.  Nobody appends to a
 * file that another run has written, so a file that broke off harms none after it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "folder.h"

#define MARK "pagesnap-recording"
#define MARK_TEXT "pagesnap recording 1\n"
#define NAME_BEFORE "moments-"
#define NAME_BEHIND ".pagesnap"
#define NAME_DIGITS 10

static int failed(const struct folder *f, int err)
{
	say_error("%s: %s", say_safe(f->path), strerror(-err));
	return err;
}

/**
 * folder_name() - what a file is called
 * @number: its number
 * @name: room
 *
 * Return: @name.
 */
const char *folder_name(uint64_t number, char name[FOLDER_NAME_MAX])
{
	snprintf(name, FOLDER_NAME_MAX, NAME_BEFORE "%0*" PRIu64 NAME_BEHIND, NAME_DIGITS, number);
	return name;
}

/* 0 if it is called otherwise. */
static uint64_t number_of(const char *name)
{
	char other[FOLDER_NAME_MAX];
	uint64_t number;

	if (strncmp(name, NAME_BEFORE, strlen(NAME_BEFORE)))
		return 0;
	number = strtoull(name + strlen(NAME_BEFORE), NULL, 10);
	return strcmp(folder_name(number, other), name) ? 0 : number;
}

/* The mark ----------------------------------------------------------------- */

/* One that is empty was being made when its maker died. */
static int check_mark(int fd, bool *empty)
{
	char text[sizeof(MARK_TEXT)];
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	n = pread(fd, text, sizeof(text), 0);
	if (n < 0)
		return -errno;
	*empty = !n;
	return !n || (n == strlen(MARK_TEXT) && !memcmp(text, MARK_TEXT, n)) ? 0 : -EINVAL;
}

/**
 * folder_is_recording() - is it the folder of a recording?
 * @path: anything
 *
 * Return: true if so.
 */
bool folder_is_recording(const char *path)
{
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool is = dir >= 0 && !faccessat(dir, MARK, F_OK, AT_SYMLINK_NOFOLLOW);

	if (dir >= 0)
		close(dir);
	return is;
}

/* Which files --------------------------------------------------------------- */

/* @size: of the file. */
static int add(struct folder *f, uint64_t number, uint64_t size)
{
	struct folder_file *more = reallocarray(f->files, f->nr + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	f->files = more;
	f->files[f->nr++] = (struct folder_file){ .number = number, .size = size };
	return 0;
}

static int add_file(struct folder *f, uint64_t number)
{
	char name[FOLDER_NAME_MAX];
	struct stat st;

	if (fstatat(f->fd, folder_name(number, name), &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st.st_mode))
		return 0;
	return add(f, number, st.st_size);
}

static int compare_files(const void *a, const void *b)
{
	const struct folder_file *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static DIR *list_of(const struct folder *f)
{
	int fd = openat(f->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

/**
 * folder_look() - look which files there are
 * @f: folder
 *
 * Return: 0 or a negative errno, after a message.
 */
int folder_look(struct folder *f)
{
	DIR *dir = list_of(f);
	const struct dirent *entry;
	uint64_t number;
	int err = dir ? 0 : -errno;

	f->nr = 0;
	while (!err) {
		errno = 0;
		entry = readdir(dir);
		if (!entry) {
			err = -errno;
			break;
		}
		number = number_of(entry->d_name);
		err = number ? add_file(f, number) : 0;
	}
	if (dir)
		closedir(dir);
	if (f->nr)
		qsort(f->files, f->nr, sizeof(*f->files), compare_files);
	return err ? failed(f, err) : 0;
}

static bool is_empty(const struct folder *f)
{
	DIR *dir = list_of(f);
	const struct dirent *entry;
	bool empty = dir;

	while (empty && (entry = readdir(dir)))
		empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	if (dir)
		closedir(dir);
	return empty;
}

/* Opening ------------------------------------------------------------------- */

static int open_folder(struct folder *f, const char *path)
{
	*f = (struct folder){ .path = path, .lock = -1 };
	f->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

static int refuse(const struct folder *f)
{
	say_error("%s: no recording", say_safe(f->path));
	return -ENOENT;
}

/* Asks without taking it: who begins to record meanwhile is not kept from that. */
static bool is_locked(const struct folder *f)
{
	struct flock lock = { .l_type = F_WRLCK };

	return !fcntl(f->lock, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK;
}

/**
 * folder_open() - open a recording to read it
 * @f: gets it
 * @path: folder
 *
 * Return: 0 or a negative errno, after a message.
 */
int folder_open(struct folder *f, const char *path)
{
	int err = open_folder(f, path);
	bool empty;

	if (err)
		return failed(f, err);
	f->lock = openat(f->fd, MARK, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (f->lock < 0)
		return errno == ENOENT || errno == ELOOP ? refuse(f) : failed(f, -errno);
	err = check_mark(f->lock, &empty);
	if (err)
		return err == -EINVAL ? refuse(f) : failed(f, err);
	f->busy = is_locked(f);
	return folder_look(f);
}

static int write_mark(const struct folder *f)
{
	ssize_t n = pwrite(f->lock, MARK_TEXT, strlen(MARK_TEXT), 0);

	if (n != (ssize_t)strlen(MARK_TEXT) || fsync(f->lock) || fsync(f->fd)) {
		n = n < 0 ? -errno : -ENOSPC;
		(void)!ftruncate(f->lock, 0);
		return failed(f, n);
	}
	return 0;
}

/* Whoever holds the lock records; it goes with its process. */
static int lock_mark(const struct folder *f)
{
	struct flock lock = { .l_type = F_WRLCK };
	bool empty = false;
	int err;

	if (fcntl(f->lock, F_OFD_SETLK, &lock)) {
		if (errno != EAGAIN && errno != EACCES)
			return failed(f, -errno);
		say_error("%s: another pagesnap records here", say_safe(f->path));
		return -EBUSY;
	}
	err = check_mark(f->lock, &empty);
	if (err)
		return err == -EINVAL ? refuse(f) : failed(f, err);
	return empty ? write_mark(f) : 0;
}

/**
 * folder_lock() - open a folder to record there
 * @f: gets it
 * @path: folder, which is made if it is not there
 *
 * Return: 0 or a negative errno, after a message.
 */
int folder_lock(struct folder *f, const char *path)
{
	int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, err;

	if (mkdir(path, 0700) && errno != EEXIST)
		err = -errno;
	else
		err = 0;
	*f = (struct folder){ .path = path, .fd = -1, .lock = -1 };
	err = err ?: open_folder(f, path);
	if (err)
		return failed(f, err);
	f->lock = openat(f->fd, MARK, flags);
	if (f->lock < 0 && errno == ENOENT) {
		if (!is_empty(f)) {
			say_error("%s: neither empty nor a recording", say_safe(path));
			return -ENOTEMPTY;
		}
		f->lock = openat(f->fd, MARK, flags | O_CREAT, 0600);
	}
	if (f->lock < 0)
		return errno == ELOOP ? refuse(f) : failed(f, -errno);
	return lock_mark(f) ?: folder_look(f);
}

/**
 * folder_close() - close it
 * @f: folder, maybe one that could not be opened
 */
void folder_close(struct folder *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->lock >= 0)
		close(f->lock);
	free(f->files);
	*f = (struct folder){ .fd = -1, .lock = -1 };
}

/* Files ---------------------------------------------------------------------- */

/**
 * folder_open_file() - open a file to read it
 * @f: folder
 * @number: of the file
 *
 * Return: a descriptor, or a negative errno.
 */
int folder_open_file(const struct folder *f, uint64_t number)
{
	char name[FOLDER_NAME_MAX];
	int fd = openat(f->fd, folder_name(number, name),
			O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return -errno;
	return fd;
}

/**
 * folder_create_file() - make a file
 * @f: folder, of which it is the last file from now on
 *
 * Return: a descriptor, or a negative errno.
 */
int folder_create_file(struct folder *f)
{
	uint64_t number = f->nr ? f->files[f->nr - 1].number + 1 : 1;
	char name[FOLDER_NAME_MAX];
	int fd = openat(f->fd, folder_name(number, name),
			O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600), err;

	if (fd < 0)
		return -errno;
	err = fsync(f->fd) ? -errno : add(f, number, 0);
	if (!err)
		return fd;
	unlinkat(f->fd, name, 0);
	close(fd);
	return err;
}

/**
 * folder_remove_first() - have the oldest file go
 * @f: folder that has some
 *
 * Return: 0 or a negative errno, after a message.
 */
int folder_remove_first(struct folder *f)
{
	char name[FOLDER_NAME_MAX];

	if (unlinkat(f->fd, folder_name(f->files->number, name), 0) && errno != ENOENT)
		return failed(f, -errno);
	memmove(f->files, f->files + 1, --f->nr * sizeof(*f->files));
	return 0;
}

/**
 * folder_remove_last() - have the newest file go, as nothing is in it
 * @f: folder that has some
 */
void folder_remove_last(struct folder *f)
{
	char name[FOLDER_NAME_MAX];

	unlinkat(f->fd, folder_name(f->files[--f->nr].number, name), 0);
}
