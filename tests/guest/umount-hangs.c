// SPDX-License-Identifier: GPL-2.0
/*
 * A filesystem whose unmount hangs, since its server doesn't answer: who asks
 * for its type can be killed, others are answered, and the module goes on
 * when the unmount does.
 */
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
#define DEVICE	"/dev/scratch0"

/* The server ------------------------------------------------------------------ */

/* Says by @asked that it serves, then that it was told to end, and does so by @go. */
static void serve(int fd, int asked, int go)
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
		} else if (request.in.opcode == FUSE_DESTROY) {
			if (write(asked, &byte, 1) != 1 || read(go, &byte, 1) != 1)
				_exit(1);
			_exit(!fuse_answer(fd, &request.in, 0, NULL, 0));
		}
	}
	_exit(1);
}

struct hung {
	pid_t server;
	pid_t umount;
	int asked[2];
	int go[2];
};

static bool hang(struct hung *h)
{
	char byte;
	int fd;

	st_run("modprobe -q fuse");
	mkdir(MNT, 0700);
	fd = fuse_mount(DEVICE, MNT, "fuseblk");
	if (fd < 0)
		return false;
	if (pipe(h->asked) || pipe(h->go))
		ktap_die("pipe()");
	h->server = fork();
	if (!h->server)
		serve(fd, h->asked[1], h->go[0]);
	close(fd);
	close(h->asked[1]);
	if (read(h->asked[0], &byte, 1) != 1)
		ktap_die("the server doesn't serve");
	h->umount = fork();
	if (!h->umount)
		_exit(umount(MNT) != 0);
	if (read(h->asked[0], &byte, 1) != 1)
		ktap_die("the server isn't told to end");
	return true;
}

/* Those who ask ----------------------------------------------------------------- */

static pid_t ask(const char *query)
{
	pid_t pid = fork();

	if (!pid) {
		ps_free(ps_ask("sb_index", "%s", query));
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

/* On kernels where what is being unmounted isn't waited for, it's an answer. */
static void waits(void)
{
	pid_t first = ask("type:fuseblk group=object"), second = ask("type:fuseblk");
	bool answered;
	int status;

	answered = ended(first, 2000, &status);
	others_are_answered();
	if (answered) {
		ktap_ok(WIFEXITED(status) && !WEXITSTATUS(status), "its type is answered");
		ktap_ok(ended(second, 2000, &status), "and once more");
		return;
	}
	kill(first, SIGKILL);
	ktap_ok(ended(first, 2000, &status) && WIFSIGNALED(status),
		"who asks for its type can be killed");
	ktap_ok(module_users() > 0, "the module stays for the one who looks");
	ktap_ok(syscall(SYS_delete_module, "pagesnap", O_NONBLOCK) && errno == EAGAIN,
		"unloading is refused, not hung");
	kill(second, SIGKILL);
	ktap_ok(ended(second, 2000, &status), "the other can be killed, too");
}

static void goes_on(struct hung *h)
{
	int status = -1, fd;
	long tries;

	if (write(h->go[1], "", 1) != 1)
		ktap_die("write()");
	ktap_ok(ended(h->umount, 10000, &status) && WIFEXITED(status) && !WEXITSTATUS(status),
		"the unmount ends when the server answers");
	ended(h->server, 2000, &status);
	for (tries = 500L * ktap_slowness(); tries && module_users(); tries--)
		poll(NULL, 0, 10);
	ktap_equal(module_users(), 0, "nobody holds the module any more");
	fd = open(DEVICE, O_RDONLY | O_EXCL);
	ktap_ok(fd >= 0, "the device is free");
	close(fd);
}

int main(void)
{
	struct hung h = { };

	if (!hang(&h))
		ktap_skip_all("no fuseblk");
	waits();
	goes_on(&h);
	return ktap_end();
}
