// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=supers,lease,load needs=fuse disturbs=disks,mounts,module */
/*
 * A filesystem whose unmount hangs, or whose mount, since a server doesn't answer:
 * who asks for its type is told that it's held up, or can be killed.  However often
 * that is done, one worker and one reference to the module are all that stay.
 * Others are answered, and the module goes on when the server does.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuse.h"
#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define MNT	"/mnt/hung"
#define LOWER	"/mnt/lower"
#define DEVICE	"/dev/scratch0"
#define TRIES	20

/* The server ------------------------------------------------------------------ */

static bool answer(int fd, const struct fuse_in_header *in)
{
	struct fuse_attr_out root = {
		.attr_valid = 3600,
		.attr = { .ino = 1, .mode = S_IFDIR | 0755, .nlink = 2 },
	};

	switch (in->opcode) {
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		return true;
	case FUSE_GETATTR:
		return fuse_answer(fd, in, 0, &root, sizeof(root));
	}
	return fuse_answer(fd, in, ENOSYS, NULL, 0);
}

/*
 * Says by @asked that it serves, then that it was asked what it doesn't answer, and
 * does so by @go.
 */
static void serve(int fd, unsigned int hangs_at, int asked, int go)
{
	static union {
		struct fuse_in_header in;
		char bytes[1 << 17];
	} request;
	char byte = 0;

	while (read(fd, &request, sizeof(request)) > 0) {
		if (request.in.opcode == FUSE_INIT) {
			if (!fuse_answer_init(fd, &request.in) || write(asked, &byte, 1) != 1)
				_exit(1);
			continue;
		}
		if (request.in.opcode == hangs_at &&
		    (write(asked, &byte, 1) != 1 || read(go, &byte, 1) != 1))
			_exit(1);
		/* To the one who was killed nobody can. */
		answer(fd, &request.in);
		if (request.in.opcode == FUSE_DESTROY)
			_exit(0);
	}
	_exit(1);
}

struct hung {
	const char *type;	/* which isn't answered */
	pid_t server;
	pid_t waits;		/* unmounts, or mounts */
	bool succeeds;		/* when the server answers */
	int asked[2];
	int go[2];
};

static void wait_until_asked(struct hung *h)
{
	char byte;

	if (read(h->asked[0], &byte, 1) != 1)
		ktap_die("the server is not asked");
}

static bool start(struct hung *h, const char *dir, const char *type, unsigned int hangs_at)
{
	int fd;

	mkdir(dir, 0700);
	fd = fuse_mount(DEVICE, dir, type);
	if (fd < 0)
		return false;
	if (pipe(h->asked) || pipe(h->go))
		ktap_die("pipe()");
	fflush(stdout);
	h->server = fork();
	if (!h->server)
		serve(fd, hangs_at, h->asked[1], h->go[0]);
	close(fd);
	close(h->asked[1]);
	wait_until_asked(h);
	return true;
}

static bool hang_unmount(struct hung *h)
{
	st_run("modprobe -q fuse");
	if (!start(h, MNT, "fuseblk", FUSE_DESTROY))
		return false;
	h->type = "fuseblk";
	h->succeeds = true;
	h->waits = fork();
	if (!h->waits)
		_exit(umount(MNT) != 0);
	wait_until_asked(h);
	return true;
}

/* An overlay asks what is below it for its statistics, before it is mounted. */
static bool hang_mount(struct hung *h)
{
	st_run("modprobe -q overlay");
	if (!start(h, LOWER, "fuse", FUSE_STATFS))
		return false;
	mkdir(MNT, 0700);
	mkdir("/mnt/lower2", 0700);
	h->type = "overlay";
	h->waits = fork();
	if (!h->waits)
		_exit(mount("none", MNT, "overlay", 0, "lowerdir=" LOWER ":/mnt/lower2") != 0);
	wait_until_asked(h);
	return true;
}

/* Those who ask ----------------------------------------------------------------- */

static pid_t ask(const struct hung *h)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		ps_free(ps_ask("sb_index", "type:%s", h->type));
		_exit(0);
	}
	return pid;
}

/* Whether @pid ended within @ms; its status. */
static bool ended(pid_t pid, long ms, int *status)
{
	for (ms *= ktap_slowness(); ms > 0; ms -= 10) {
		if (waitpid(pid, status, WNOHANG) == pid)
			return true;
		poll(NULL, 0, 10);
	}
	return false;
}

static uint64_t module_users(void)
{
	return or_number("/sys/module/pagesnap/refcnt", "");
}

static void others_are_answered(void)
{
	int memfd = memfd_create("cached", MFD_CLOEXEC);
	struct ps_answer *a, *b;

	st_write(memfd, 0, 1);
	a = ps_ask("sb_index", "type:tmpfs group=object");
	b = ps_ask("sb_index", "/root group=total");
	ktap_ok(ps_complete(a) && ps_count_objects(a, "sb") > 0, "another type is answered");
	ktap_ok(ps_complete(b), "another filesystem is answered");
	ps_free(a);
	ps_free(b);
	close(memfd);
}

static bool looks_at_supers(const char *pid)
{
	char path[64], stack[4096];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%.20s/stack", pid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return false;
	len = read(fd, stack, sizeof(stack) - 1);
	close(fd);
	stack[len > 0 ? len : 0] = '\0';
	return strstr(stack, "iterate_supers_type");
}

static unsigned int workers(void)
{
	DIR *proc = opendir("/proc");
	const struct dirent *entry;
	unsigned int found = 0;

	while (proc && (entry = readdir(proc)))
		if (entry->d_name[0] > '0' && entry->d_name[0] <= '9')
			found += looks_at_supers(entry->d_name);
	closedir(proc);
	return found;
}

/* Before the time is over, and after it, when they are answered at once. */
static bool killed_tries(const struct hung *h)
{
	bool died = true;
	int status;
	pid_t pid;

	for (int i = 0; i < TRIES; i++) {
		pid = ask(h);
		poll(NULL, 0, 150);
		kill(pid, SIGKILL);
		died &= ended(pid, 2000, &status);
	}
	return died;
}

static void is_known(const struct hung *h, bool hangs)
{
	struct ps_answer *a = ps_ask("sb_index", "type:%s group=object", h->type);

	if (hangs)
		ktap_ok(a->end.rec.type && !strcmp(ps_str(&a->end.rec, "status"), "partial") &&
			!strncmp(ps_str(&a->end.rec, "why"), "busy:", 5),
			"%s: the answer says that a filesystem is held up", h->type);
	else
		ktap_ok(ps_complete(a), "%s: its type is answered", h->type);
	ps_free(a);
}

/* On kernels where what is being unmounted isn't waited for, it's an answer. */
static void waits(const struct hung *h)
{
	bool hangs;

	ktap_ok(killed_tries(h), "%s: who asks for its type can be killed", h->type);
	hangs = module_users();
	ktap_note("%s: %s", h->type, hangs ? "hangs" : "is not waited for");
	is_known(h, hangs);
	others_are_answered();
	if (!hangs)
		return;
	ktap_equal(workers(), 1, "%s: one worker looks", h->type);
	ktap_equal(module_users(), 1, "%s: the module stays for it, once", h->type);
	ktap_ok(syscall(SYS_delete_module, "pagesnap", O_NONBLOCK) && errno == EAGAIN,
		"%s: unloading is refused, not hung", h->type);
}

static void goes_on(struct hung *h)
{
	int status = -1, fd;
	long tries;

	if (write(h->go[1], "", 1) != 1)
		ktap_die("write()");
	ktap_ok(ended(h->waits, 10000, &status) && WIFEXITED(status) &&
		!WEXITSTATUS(status) == h->succeeds, "%s: it ends when the server answers", h->type);
	for (tries = 500L * ktap_slowness(); tries && module_users(); tries--)
		poll(NULL, 0, 10);
	ktap_equal(module_users(), 0, "%s: nobody holds the module any more", h->type);
	is_known(h, false);
	if (!h->succeeds && umount(LOWER))
		ktap_die("umount()");
	ended(h->server, 2000, &status);
	close(h->go[1]);
	close(h->asked[0]);
	if (!h->succeeds)
		return;
	fd = open(DEVICE, O_RDONLY | O_EXCL);
	ktap_ok(fd >= 0, "the device is free");
	close(fd);
}

static void test(bool (*hang)(struct hung *h), const char *what)
{
	struct hung h = { };

	if (!hang(&h)) {
		ktap_skip(what, "no fuse");
		return;
	}
	waits(&h);
	goes_on(&h);
}

int main(void)
{
	st_quiet();
	test(hang_unmount, "an unmount that hangs");
	test(hang_mount, "a mount that hangs");
	return ktap_end();
}
