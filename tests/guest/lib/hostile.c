// SPDX-License-Identifier: GPL-2.0
/* Tenants: unprivileged users in namespaces of their own. */
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define UID	1000
#define NAP	10		/* ms */
/* To be ready, or gone. */
#define LONG	30000		/* ms */

void *ht_shared(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		ktap_die("no shared memory");
	return at;
}

void ht_setup(void)
{
	st_run("modprobe -q -a fuse overlay");
	/* as udev has it */
	chmod("/dev/fuse", 0666);
	if (access("/proc/self/ns/user", F_OK))
		ktap_skip_all("no user namespaces");
	if (!or_number("/proc/sys/user/max_user_namespaces", ""))
		ktap_die("users may have no namespaces");
}

static void (*undo[8])(void);
static pid_t undoer;

static void undo_all(void)
{
	size_t i;

	for (i = 0; undoer == getpid() && i < sizeof(undo) / sizeof(*undo); i++)
		if (undo[i])
			undo[i]();
}

void ht_at_exit(void (*one)(void))
{
	static size_t nr;
	size_t i;

	for (i = 0; i < nr; i++)
		if (undo[i] == one)
			return;
	if (!nr) {
		undoer = getpid();
		atexit(undo_all);
	}
	undo[nr++] = one;
}

/* Waiting ----------------------------------------------------------------- */

bool ht_until(long ms, bool (*is)(void *ctx), void *ctx)
{
	for (ms *= ktap_slowness(); ms > 0; ms -= NAP) {
		if (is(ctx))
			return true;
		poll(NULL, 0, NAP);
	}
	return is(ctx);
}

struct child {
	pid_t pid;
	int *status;
};

static bool has_ended(void *ctx)
{
	struct child *c = ctx;

	return waitpid(c->pid, c->status, WNOHANG) == c->pid;
}

bool ht_ended(pid_t pid, long ms, int *status)
{
	struct child c = { pid, status };

	return ht_until(ms, has_ended, &c);
}

/* Sleeping twice in a row at the same place of the kernel. */
static bool is_waiting(void *ctx)
{
	pid_t pid = *(pid_t *)ctx;
	char path[64], line[512], *p;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	got = fd < 0 ? 0 : read(fd, line, sizeof(line) - 1);
	close(fd);
	line[got > 0 ? got : 0] = '\0';
	p = strrchr(line, ')');
	return p && (p[2] == 'D' || p[2] == 'S');
}

bool ht_waits(pid_t pid, long ms)
{
	if (!ht_until(ms, is_waiting, &pid))
		return false;
	/* not only between two looks */
	poll(NULL, 0, 5 * NAP);
	return ht_until(ms, is_waiting, &pid);
}

struct counter {
	const volatile unsigned int *n;
	unsigned int least;
};

static bool has_reached(void *ctx)
{
	const struct counter *c = ctx;

	return *c->n >= c->least;
}

bool ht_reaches(const volatile unsigned int *n, unsigned int least, long ms)
{
	struct counter c = { n, least };

	return ht_until(ms, has_reached, &c);
}

void ht_report_where(pid_t pid)
{
	char path[64], line[256];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stack", pid);
	f = fopen(path, "re");
	if (!f)
		ktap_note("process %d is gone", pid);
	while (f && fgets(line, sizeof(line), f))
		ktap_note("  %.*s", (int)strcspn(line, "\n"), line);
	if (f)
		fclose(f);
}

/* A tenant ----------------------------------------------------------------- */

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		ktap_die("\"%s\" to %s", text, path);
	close(fd);
}

/* What it may do from here on is what any user may. */
static void become_unprivileged(void)
{
	if (setgroups(0, NULL) || setresgid(UID, UID, UID) || setresuid(UID, UID, UID))
		ktap_die("no other user");
	/* Who has changed identities doesn't own its files in /proc. */
	prctl(PR_SET_DUMPABLE, 1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void settle_down(void)
{
	char map[32];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(map, sizeof(map), "0 %d 1", UID);
	write_file("/proc/self/setgroups", "deny");
	write_file("/proc/self/uid_map", map);
	write_file("/proc/self/gid_map", map);
	if (mount("tenant", HT_HOME, "tmpfs", 0, "nr_inodes=0,mode=755"))
		ktap_die("a tenant can't mount a tmpfs");
	if (chdir(HT_HOME))
		ktap_die("chdir()");
}

struct story {
	void (*be)(void *ctx);
	void *ctx;
	volatile pid_t pid;
	volatile unsigned int ready;
};

__attribute__((noreturn))
static void live(struct story *s)
{
	settle_down();
	s->pid = ht_pid();
	s->be(s->ctx);
	s->ready = 1;
	/* Its children's ends are of no interest, but nobody else would take them. */
	for (;;)
		if (wait(NULL) < 0)
			poll(NULL, 0, NAP);
}

/* Between root and the tenant: the namespaces belong to the user. */
__attribute__((noreturn))
static void keep(struct story *s)
{
	int status = 0;
	pid_t pid;

	become_unprivileged();
	pid = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD, NULL,
		      NULL, NULL, 0);
	if (pid < 0)
		ktap_die("an unprivileged user can't have namespaces");
	if (!pid)
		live(s);
	waitpid(pid, &status, 0);
	_exit(WIFSIGNALED(status) ? 0 : 1);
}

void ht_start(struct ht_tenant *t, void (*be)(void *ctx), void *ctx)
{
	struct story *s = ht_shared(sizeof(*s));

	s->be = be;
	s->ctx = ctx;
	fflush(stdout);
	t->keeper = fork();
	if (t->keeper < 0)
		ktap_die("fork()");
	if (!t->keeper) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		keep(s);
	}
	if (!ht_reaches(&s->ready, 1, 2 * LONG))
		ktap_die("the tenant isn't ready");
	t->pid = s->pid;
	munmap(s, sizeof(*s));
}

bool ht_end(struct ht_tenant *t)
{
	int status;

	ht_fuse_end_all();
	kill(t->pid, SIGKILL);
	return ht_ended(t->keeper, LONG, &status);
}

pid_t ht_spawn(void (*be)(void *ctx), void *ctx)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		ktap_die("fork()");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	be(ctx);
	for (;;)
		pause();
}

/* The tenant sees root's /proc still. */
pid_t ht_pid(void)
{
	char name[32] = "";

	if (readlink("/proc/self", name, sizeof(name) - 1) < 0)
		ktap_die("no /proc/self");
	return atoi(name);
}
