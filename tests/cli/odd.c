// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded into a recorder: a machine that is odd.
 *
 *	ODD_CLOCK=FILE	the clock is set to so many seconds later as the file says
 *	ODD_FULL=N	the disk has room for N bytes, then for half of what is written, then for none
 *	ODD_KILL=N	the process is killed in the midst of the Nth call that changes files
 */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long calls;
static long long written;

static long number(const char *name)
{
	const char *text = getenv(name);

	return text ? atol(text) : 0;
}

/* Is it this call? */
static int kills(void)
{
	return ++calls == number("ODD_KILL");
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
	int err = next(clock, now);
	long seconds = 0;
	FILE *f = clock == CLOCK_REALTIME && getenv("ODD_CLOCK") ? fopen(getenv("ODD_CLOCK"), "re") :
		  NULL;

	if (f && fscanf(f, "%ld", &seconds) == 1)
		now->tv_sec += seconds;
	if (f)
		fclose(f);
	return err;
}

ssize_t pwrite(int fd, const void *buf, size_t len, off_t at)
{
	ssize_t (*next)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
	long room = number("ODD_FULL");
	ssize_t n;

	if (kills()) {
		next(fd, buf, len / 2, at);
		raise(SIGKILL);
	}
	if (room && written >= room) {
		errno = ENOSPC;
		return -1;
	}
	if (room && written + (long long)len > room)
		len = (len + 1) / 2;
	n = next(fd, buf, len, at);
	written += n > 0 ? n : 0;
	if (room && written + (long long)len > room)
		written = room;
	return n;
}

int ftruncate(int fd, off_t len)
{
	int (*next)(int, off_t) = dlsym(RTLD_NEXT, "ftruncate");

	if (kills())
		raise(SIGKILL);
	return next(fd, len);
}

int fdatasync(int fd)
{
	int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");

	if (kills())
		raise(SIGKILL);
	return next(fd);
}

int unlinkat(int fd, const char *path, int flags)
{
	int (*next)(int, const char *, int) = dlsym(RTLD_NEXT, "unlinkat");

	if (kills())
		raise(SIGKILL);
	return next(fd, path, flags);
}
