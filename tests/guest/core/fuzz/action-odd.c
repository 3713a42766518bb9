// SPDX-License-Identifier: GPL-2.0
/* What no program has reason to do to a control file, or to its folder. */
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "action.h"
#include "complain.h"
#include "query.h"

/* Passes on what failed; what worked must not have. */
static long must_fail(long n, const char *what)
{
	if (n >= 0)
		complain("%s worked", what);
	return n;
}

long do_ioctl(struct call *c)
{
	static const unsigned long known[] = {
		FIONREAD, FIONBIO, FIOASYNC, FIOCLEX, FIONCLEX, FIBMAP, FIGETBSZ, FICLONE,
		FIDEDUPERANGE, FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, FS_IOC_FSGETXATTR, FS_IOC_FIEMAP,
		FIFREEZE, FITHAW, FITRIM, BLKGETSIZE, 0x5401,
	};
	unsigned long request = c->a & 1 ? known[(c->a >> 1) % (sizeof(known) / sizeof(known[0]))] :
				c->a >> 1;
	unsigned long args[] = { 0, (unsigned long)c->w->buf, c->b, ~0ul, (unsigned long)c->w->edge,
				 0xffff888000000000 };

	/* some of them make it non-blocking, or not closed on exec */
	c->s->uses = 1000;
	memset(c->w->buf, c->b, 256);
	return done(ioctl(c->s->fd, request, args[c->b % 6]));
}

long do_mmap(struct call *c)
{
	static const int flags[] = { MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE,
				     MAP_PRIVATE | MAP_POPULATE, MAP_SHARED | MAP_LOCKED };
	void *p = mmap(NULL, 1 + c->b % 100000, c->a & 7, flags[(c->a >> 3) % 5], c->s->fd,
		       c->a & 0x100 ? 4096 : 0);

	if (p == MAP_FAILED)
		return -errno;
	complain("mmap worked");
	return 0;
}

long do_fcntl(struct call *c)
{
	static const int commands[] = {
		F_GETFL, F_GETFD, F_SETFL, F_SETFL, F_SETOWN, F_SETSIG, F_GETLK, F_SETLK,
		F_SETLEASE, F_GETLEASE, F_NOTIFY, F_SETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS,
		F_OFD_SETLK, F_SET_RW_HINT, F_GETOWN_EX,
	};
	static const int modes[] = { 0, O_NONBLOCK, O_APPEND, O_DIRECT, O_NOATIME, O_ASYNC };
	struct flock lock = { .l_type = c->b % 3, .l_whence = c->b >> 2 & 3, .l_start = c->b >> 4 };
	int command = commands[c->a % (sizeof(commands) / sizeof(commands[0]))];

	c->s->uses = 1000;
	switch (command) {
	case F_SETFL:
		return done(fcntl(c->s->fd, command, modes[c->b % 6]));
	case F_GETLK:
	case F_SETLK:
	case F_OFD_SETLK:
		lock.l_pid = 0;
		return done(fcntl(c->s->fd, command, &lock));
	case F_SETSIG:
		return done(fcntl(c->s->fd, command, 0));
	case F_SETOWN:
		return done(fcntl(c->s->fd, command, getpid()));
	case F_SET_RW_HINT:
	case F_GETOWN_EX:
		return done(fcntl(c->s->fd, command, c->w->buf));
	default:
		return done(fcntl(c->s->fd, command, c->b % 4));
	}
}

long do_flock(struct call *c)
{
	return done(flock(c->s->fd, (c->a % 2 ? LOCK_EX : LOCK_SH) | LOCK_NB)) ?:
	       done(flock(c->s->fd, LOCK_UN));
}

long do_sync(struct call *c)
{
	switch (c->a % 7) {
	case 0:
		return done(fsync(c->s->fd));
	case 1:
		return done(fdatasync(c->s->fd));
	case 2:
		return done(sync_file_range(c->s->fd, 0, c->b, c->b % 8));
	case 3:
		return must_fail(done(fallocate(c->s->fd, c->b % 0x80, 0, 1 + c->b)), "fallocate");
	case 4:
		return -posix_fadvise(c->s->fd, 0, c->b, c->b % 6);
	case 5:
		return done(readahead(c->s->fd, 0, c->b));
	default:
		return done(syncfs(c->s->fd));
	}
}

/* A size means nothing here: it is put back. */
long do_truncate(struct call *c)
{
	off_t size = c->a & 1 ? c->b : (off_t)(int)c->b << 31;
	long n = c->a & 2 ? done(ftruncate(c->s->fd, size)) :
			    done(truncate(control_path(c->s->file % FOLDER), size));

	truncate(control_path(c->s->file % FOLDER), 0);
	return n;
}

/* Mode and owner are put back: other tests look at them. */
static long change_mode(struct call *c)
{
	struct stat was;
	long n;

	if (fstat(c->s->fd, &was))
		return -errno;
	n = c->b & 1 ? done(fchmod(c->s->fd, c->b & 07777)) :
		       done(fchown(c->s->fd, c->b & 0xff, c->b & 0xff));
	chown(control_path(c->s->file), 0, 0);
	chmod(control_path(c->s->file), was.st_mode & 07777);
	return n;
}

static long by_handle(struct call *c)
{
	union {
		struct file_handle h;
		char room[sizeof(struct file_handle) + 64];
	} u = { .h.handle_bytes = 64 };
	int mount;
	int fd;

	if (name_to_handle_at(c->s->fd, "", &u.h, &mount, AT_EMPTY_PATH)) {
		u.h.handle_type = c->b;
		u.h.handle_bytes = c->b % 64;
	}
	fd = open_by_handle_at(c->s->fd, &u.h, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

long do_attributes(struct call *c)
{
	struct timespec times[2] = { { c->b, c->b }, { 0, UTIME_NOW } };
	struct stat st;

	switch (c->a % 9) {
	case 0:
		return change_mode(c);
	case 1:
		return done(futimens(c->s->fd, times));
	case 2:
		return done(fsetxattr(c->s->fd, "user.x", "1", c->b % 2, 0));
	case 3:
		return done(fgetxattr(c->s->fd, c->b & 1 ? "security.selinux" : "user.x", c->w->buf,
				      c->b % 256));
	case 4:
		return done(flistxattr(c->s->fd, c->w->buf, c->b % 256));
	case 5:
		return done(fstat(c->s->fd, &st));
	case 6:
		return by_handle(c);
	case 7:
		return done(syscall(SYS_getdents64, c->s->fd, c->w->buf, c->b % READ_MAX));
	default:
		return done(readlinkat(c->s->fd, "", c->w->buf, c->b % 256));
	}
}

/* The folder stays as it is. */
long do_folder(struct call *c)
{
	const char *path = control_path(c->a >> 8 & 7), *other = control_path(c->b & 7);

	switch (c->a % 9) {
	case 0:
		/* of a file on itself does nothing, and says so */
		return path == other ? 0 : must_fail(done(rename(path, other)), "rename");
	case 1:
		return must_fail(done(rename(path, "/tmp/moved")), "rename");
	case 2:
		return must_fail(done(unlink(path)), "unlink");
	case 3:
		return must_fail(done(rmdir(CONTROL_DIR)), "rmdir");
	case 4:
		return must_fail(done(mkdir(CONTROL_DIR "/x", 0700)), "mkdir");
	case 5:
		return must_fail(done(link(path, CONTROL_DIR "/x")), "link");
	case 6:
		return must_fail(done(symlink(path, CONTROL_DIR "/x")), "symlink");
	case 7:
		return must_fail(done(mknod(CONTROL_DIR "/x", S_IFREG | 0600, 0)), "mknod");
	default:
		return must_fail(done(open(CONTROL_DIR "/x", O_CREAT | O_RDWR, 0600)), "creat");
	}
}

long do_watch(struct call *c)
{
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	long n = done(inotify_add_watch(fd, control_path(c->s->file), 1 + c->a % 0xfff));

	if (read(c->s->fd, c->w->buf, 1) >= 0)
		stream_loosen(c->s->stream);
	if (read(fd, c->w->buf, 4096) < 0)
		n = n < 0 ? n : 0;
	close(fd);
	return n;
}

static unsigned int device_number(void)
{
	FILE *f = fopen("/proc/devices", "r");
	unsigned int major, found = 0;
	char line[128], name[64];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%u %63s", &major, name) == 2 && !strcmp(name, "pagesnap"))
			found = major;
	if (f)
		fclose(f);
	return found;
}

/* A device node of the same number, made by hand. */
long do_node(struct call *c)
{
	char path[64];
	int fd, err;

	snprintf(path, sizeof(path), "/tmp/node%d", getpid());
	if (mknod(path, S_IFCHR | 0600, makedev(device_number(), c->a % 6)))
		return -errno;
	fd = open(path, c->b & O_ACCMODE);
	err = errno;
	if (fd >= 0) {
		complain("a device node made by hand could be opened");
		close(fd);
	}
	unlink(path);
	return fd < 0 ? -err : 0;
}

/* What queries name changes. */
long do_files(struct call *c)
{
	static const char *const names[] = { "a", "b", "d/e", "with blank", "sparse", "\303\274" };
	char path[64], to[64];
	int fd;

	snprintf(path, sizeof(path), FUZZ_MNT "/%s", names[c->b % 6]);
	switch (c->a % 5) {
	case 0:
		return done(truncate(path, c->b % 300000));
	case 1:
		return done(unlink(path));
	case 2:
		snprintf(to, sizeof(to), FUZZ_MNT "/n%u\\\n\"\033", c->b % 16);
		return done(rename(path, to));
	default:
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			return -errno;
		if (pwrite(fd, c->w->buf, 1 + c->b % 20000, (c->b >> 8) % 300000) < 0)
			errno = 0;
		if (c->a & 0x80)
			fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 4096, 8192);
		close(fd);
		return 0;
	}
}
