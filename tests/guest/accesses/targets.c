// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,tasks needs=cgroup disturbs=module,settings */
/*
 * The processes of a user or of a cgroup are looked at together: each as if it were alone, and
 * who comes, goes, runs something else, or can't be looked at is named.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"
#include <linux/pagesnap/accesses.h>

#define UID 4331
#define NOBODY 4332
#define CGROUP "/sys/fs/cgroup/accesses-targets"

static char target[64];

static char *pages_of(uid_t uid)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	madvise(at, ACC_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, ACC_PAGES);
	if (setresuid(uid, uid, uid))
		ktap_die("setresuid()");
	return at;
}

static char *users(void)
{
	return pages_of(UID);
}

static char *roots(void)
{
	return pages_of(0);
}

/* A record of a process. */
static bool names(const char *text, const char *what, pid_t pid)
{
	char words[64];

	snprintf(words, sizeof(words), " what=%s pid=%d ", what, pid);
	if (strstr(text, words))
		return true;
	ktap_note("not seen: %s", words);
	return false;
}

static unsigned int count_wrong(const struct acc_target *t)
{
	unsigned int i, wrong = 0;
	struct acc_round r;

	acc_take(t, &r);
	for (i = 0; i < ACC_PAGES; i++)
		wrong += r.seen[i] != 1 || !!r.accessed[i] != t->touch[i];
	return wrong;
}

static void touch_some(struct acc_target *t)
{
	acc_choose(t, 3, 1);
	acc_touch(t);
}

static void test_two(void)
{
	struct acc_target *a = acc_start(users), *b = acc_start(users), *c = acc_start(roots);
	const char *before;
	struct acc_round r;
	int fd = acc_ask_for(target, "samples=2", &before);

	ktap_ok(names(before, "comes", a->pid) && names(before, "comes", b->pid) &&
		!strstr(before, "what=self"), "uid: its two processes come");
	touch_some(a);
	touch_some(b);
	acc_touch(c);
	acc_round(fd, a, 1, &r);
	ktap_equal(count_wrong(a), 0, "uid: the first was accessed where it was touched");
	ktap_equal(count_wrong(b), 0, "uid: the second was accessed where it was touched");
	ktap_ok(acc_says(&r, " processes=2 ") && acc_says(&r, " lacking=0 "),
		"uid: a sample is of both");
	touch_some(b);
	acc_rest(fd, a, &r);
	ktap_equal(count_wrong(b), 0, "uid: the second is looked at again");
	ktap_ok(acc_says(&r, "status=complete objects=2 ") && acc_says(&r, " flushes=3 "),
		"uid: the end has both, and flushes once a sample");
	acc_end(a);
	acc_end(b);
	acc_end(c);
}

static void exec_sleep(void *ctx)
{
	volatile unsigned int *go = ctx;

	users();
	while (!*go)
		usleep(1000);
	execl("/bin/sleep", "sleep", "60", NULL);
}

static void leave(void *ctx)
{
	volatile unsigned int *go = ctx;

	if (setresuid(UID, 0, 0))
		_exit(1);
	go[1] = 1;
	while (!*go)
		usleep(1000);
	if (setresuid(NOBODY, 0, 0))
		_exit(1);
	go[1] = 2;
	for (;;)
		pause();
}

static void test_changes(void)
{
	volatile unsigned int *go = ht_shared(2 * sizeof(*go));
	struct acc_target *stays = acc_start(users), *ends = acc_start(users), *comes;
	pid_t execs = ht_spawn(exec_sleep, (void *)go), leaves = ht_spawn(leave, (void *)go);
	const char *before;
	struct acc_round r;
	int fd, status;

	ht_reaches(&go[1], 1, 10000);
	fd = acc_ask_for(target, "samples=2 aggregate=2", &before);
	acc_touch(ends);
	acc_round(fd, stays, 1, &r);
	kill(ends->pid, SIGKILL);
	waitpid(ends->pid, &status, 0);
	*go = 1;
	ht_reaches(&go[1], 2, 10000);
	comes = acc_start(users);
	acc_rest(fd, stays, &r);
	ktap_ok(names(r.text, "exited", ends->pid), "changes: who ended is named");
	ktap_ok(names(r.text, "comes", comes->pid), "changes: who came is named");
	ktap_ok(names(r.text, "execed", execs) && names(r.text, "comes", execs),
		"changes: who runs another program is named, and comes");
	ktap_ok(names(r.text, "left", leaves), "changes: who is another user's now is named");
	ktap_equal(count_wrong(stays), 0, "changes: who stays is looked at");
	acc_take(ends, &r);
	ktap_ok(r.seen[0] && r.of[0] == 1, "changes: heat of who ended is told of to the last");
	ktap_ok(acc_says(&r, "status=complete objects=6 "), "changes: the answer is complete");
	kill(execs, SIGKILL);
	kill(leaves, SIGKILL);
	ht_ended(execs, 10000, &status);
	ht_ended(leaves, 10000, &status);
	acc_end(stays);
	acc_end(comes);
}

static void test_busy(void)
{
	struct acc_target *a = acc_start(users), *b = acc_start(users);
	const char *before;
	struct acc_round r;
	int i, fd, others[PAGESNAP_ACCESSES_SESSIONS_MAX];

	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++)
		others[i] = acc_ask(a, "samples=9");
	fd = acc_ask_for(target, "samples=2", &before);
	ktap_ok(names(before, "busy", a->pid), "busy: whom too many sessions look at is named");
	touch_some(b);
	acc_round(fd, b, 1, &r);
	ktap_ok(acc_says(&r, " processes=1 ") && acc_says(&r, " lacking=1 "),
		"busy: the sample lacks it");
	ktap_equal(count_wrong(b), 0, "busy: the other is looked at");
	close(others[0]);
	acc_rest(fd, b, &r);
	ktap_ok(names(r.text, "comes", a->pid), "busy: it comes when one of them has ended");
	ktap_ok(acc_says(&r, "status=partial ") && acc_says(&r, ",busy:1 "),
		"busy: the end counts it");
	for (i = 1; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++)
		close(others[i]);
	acc_end(a);
	acc_end(b);
}

static void test_self(void)
{
	const char *before;
	struct acc_round r;
	struct acc_target *t = acc_start(roots);
	int fd = acc_ask_for("uid:0", "samples=1", &before);

	ktap_ok(names(before, "self", getpid()) && names(before, "comes", 1),
		"uid:0: the reader is left out, init is not");
	touch_some(t);
	acc_rest(fd, t, &r);
	ktap_equal(count_wrong(t), 0, "uid:0: one of many is looked at");
	ktap_ok(acc_says(&r, "status=complete ") && acc_says(&r, ",self:1 "),
		"uid:0: nothing is lacking without the reader");
	acc_end(t);
}

static void test_cgroup(void)
{
	struct acc_target *a = acc_start(users), *b = acc_start(users);
	char by_inode[64];
	const char *before;
	struct acc_round r;
	int fd;

	mkdir(CGROUP, 0755);
	st_run("echo %d >" CGROUP "/cgroup.procs", a->pid);
	snprintf(by_inode, sizeof(by_inode), "cgroup:@%llu",
		 (unsigned long long)st_inode(CGROUP));
	fd = acc_ask_for(by_inode, "samples=1", &before);
	st_run("echo %d >" CGROUP "/cgroup.procs; echo %d >/sys/fs/cgroup/cgroup.procs", b->pid,
	       a->pid);
	acc_rest(fd, a, &r);
	ktap_ok(names(r.text, "left", a->pid) && names(r.text, "comes", b->pid),
		"cgroup: who moves comes and leaves");
	fd = acc_ask_for("cgroup:/accesses-targets", "samples=1", &before);
	touch_some(b);
	acc_rest(fd, b, &r);
	ktap_equal(count_wrong(b), 0, "cgroup by path: its process is looked at");
	ktap_ok(acc_says(&r, "status=complete objects=1 "), "cgroup by path: and no other");
	acc_end(a);
	acc_end(b);
	rmdir(CGROUP);
	ktap_ok(st_run("echo cgroup:/accesses-targets samples=1 >" ACCESSES_TASK),
		"cgroup that was removed: an error");
}

/* In memory that the family shares. */
struct family {
	volatile unsigned int step;
	volatile pid_t before, child, grandchild;
};

static void stay(void *ctx)
{
	(void)ctx;
}

static void be_family(void *ctx)
{
	struct family *f = ctx;

	f->before = ht_spawn(stay, NULL);
	f->step = 1;
	while (f->step == 1)
		usleep(1000);
	if (fork())
		return;
	f->child = getpid();
	f->grandchild = ht_spawn(stay, NULL);
	f->step = 3;
	for (;;)
		pause();
}

static void end_family(const struct family *f)
{
	kill(f->before, SIGKILL);
	kill(f->child, SIGKILL);
	kill(f->grandchild, SIGKILL);
}

static void test_children(void)
{
	struct family *f = ht_shared(sizeof(*f));
	pid_t parent = ht_spawn(be_family, f);
	struct acc_target none = { .pid = parent };
	const char *before;
	struct acc_round r;
	char line[32];
	int fd, status;

	ht_reaches(&f->step, 1, 10000);
	snprintf(line, sizeof(line), "%d children=1", parent);
	fd = acc_ask_for(line, "samples=3", &before);
	ktap_ok(names(before, "comes", parent) && !strstr(before, "what=comes pid=1 "),
		"children=1: the process comes, and no other");
	f->step = 2;
	ht_reaches(&f->step, 3, 10000);
	acc_round(fd, &none, 1, &r);
	ktap_ok(names(r.text, "comes", f->child) && names(r.text, "comes", f->grandchild),
		"children=1: a child and its child come");
	snprintf(line, sizeof(line), " pid=%d ", f->before);
	ktap_ok(!strstr(r.text, line), "children=1: who was there before the session doesn't");
	kill(parent, SIGKILL);
	ht_ended(parent, 10000, &status);
	acc_rest(fd, &none, &r);
	ktap_ok(names(r.text, "exited", parent) && !strstr(r.text, "what=left") &&
		acc_says(&r, " processes=2 "), "children=1: they stay when the parent ends");
	ktap_ok(acc_says(&r, "status=complete objects=3 "), "children=1: the answer is complete");
	end_family(f);
}

int main(void)
{
	ht_setup();
	st_quiet();
	acc_load();
	srandom(1);
	snprintf(target, sizeof(target), "uid:%d", UID);
	test_two();
	acc_in_time(test_changes());
	test_busy();
	test_self();
	test_cgroup();
	acc_in_time(test_children());
	return ktap_end();
}
