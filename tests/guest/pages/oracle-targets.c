// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks needs=cgroup disturbs=memory always=debug addresses=random */
/*
 * task_index by uid: and cgroup:, against smaps of each process and what the test itself
 * knows to run; with processes that share their memory, end meanwhile, or fork all the time.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define UID	4321
#define NOBODY	4322
#define MOUNT	"/sys/fs/cgroup"
#define TOP	"/targets test"
#define BELOW	TOP "/one\\two"
#define MEN	3
#define STACK	(256 * 1024)

/* Shared with the processes. */
static struct {
	volatile unsigned int asleep;
	volatile pid_t sharer;
} *shared;

/* Processes of a user --------------------------------------------------------------- */

static void become(const char *name)
{
	prctl(PR_SET_NAME, name);
	if (setresgid(UID, UID, UID) || setresuid(UID, UID, UID))
		ktap_die("setresuid()");
	/* Else its /proc belongs to root, who doesn't mind. */
	prctl(PR_SET_DUMPABLE, 1);
}

static void *sleep_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}

/* The first of them has threads, which are not processes. */
static void be_man(void *ctx)
{
	unsigned long nth = (unsigned long)ctx;
	char name[16], *at = st_map(100 * (nth + 1), MAP_PRIVATE);
	pthread_t t;

	st_touch(at, 100 * (nth + 1) - nth);
	if (!nth)
		pthread_create(&t, NULL, sleep_on, NULL);
	snprintf(name, sizeof(name), "man-%lu", nth);
	become(name);
}

static void make_men(pid_t *men, unsigned int nr)
{
	unsigned long i;

	for (i = 0; i < nr; i++)
		men[i] = st_child(be_man, (void *)i);
}

static void end_men(const pid_t *men, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		st_end_child(men[i]);
}

/* A zombie has no memory, and is nobody's object. */
static pid_t make_zombie(void)
{
	siginfo_t info;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		become("zombie");
		_exit(0);
	}
	if (pid < 0 || waitid(P_PID, pid, &info, WEXITED | WNOWAIT))
		ktap_die("no zombie");
	return pid;
}

/* One answer -------------------------------------------------------------------------- */

/* Which of the processes an object belongs to: the task before it. */
static pid_t pid_of(const struct ps_answer *a, size_t object)
{
	while (object-- > 0)
		if (ps_is(&a->objects[object].rec, "task"))
			return ps_num(&a->objects[object].rec, "pid");
	return 0;
}

/* The zero page is not in Rss. */
static uint64_t resident(const struct ps_answer *a, pid_t pid)
{
	uint64_t pages = 0;
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (a->items[i].what == PS_RUN && strcmp(a->items[i].kind, "zero") &&
		    pid_of(a, a->items[i].object) == pid)
			pages += a->items[i].nr;
	return pages;
}

static uint64_t rss_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", pid);
	return or_number(path, "Rss");
}

static uint64_t skipped(const struct ps_answer *a, const char *why)
{
	const char *all = ps_str(&a->end.rec, "why"), *at = strstr(all, why);

	return at && at[strlen(why)] == ':' ? strtoull(at + strlen(why) + 1, NULL, 10) : 0;
}

/* Are they these, in this order, and no other? */
static void check_tasks(const struct ps_answer *a, const pid_t *men, unsigned int nr,
			const char *name)
{
	unsigned int i, right = 0;
	char comm[16];

	ktap_equal(ps_count_objects(a, "task"), nr, "%s: as many task records as processes", name);
	for (i = 0; i < nr; i++) {
		const struct ps_rec *task = ps_object(a, "task", i);

		snprintf(comm, sizeof(comm), "man-%u", i);
		right += task && ps_num(task, "pid") == (uint64_t)men[i] &&
			 !strcmp(ps_str(task, "comm"), comm);
	}
	ktap_equal(right, nr, "%s: they are the processes, by PID", name);
}

static void check_answer(const char *target, const pid_t *men, unsigned int nr, const char *name)
{
	struct ps_answer *runs = ps_ask("task_index", "%s", target);
	struct ps_answer *objects = ps_ask("task_index", "%s group=object", target);
	struct ps_answer *total = ps_ask("task_index", "%s group=total", target);
	uint64_t pages = 0, alone = 0;
	unsigned int i;
	size_t n, at;

	ktap_ok(ps_complete(runs), "%s: complete", name);
	check_tasks(runs, men, nr, name);
	check_tasks(objects, men, nr, name);
	for (i = 0; i < nr; i++) {
		struct ps_answer *one = ps_ask("task_index", "%d group=total", men[i]);

		ktap_equal(resident(runs, men[i]) * 4, rss_of(men[i]), "%s: Rss of smaps of man %u",
			   name, i);
		alone += ps_sum_rec(ps_object(one, "total", 0)).pages;
		ps_free(one);
	}
	for (n = 0; (at = ps_number(objects, "vma", n)) != SIZE_MAX; n++)
		pages += ps_sum_rec(&objects->objects[at].rec).pages;
	ktap_equal(ps_sum_items(runs, SIZE_MAX).pages, alone, "%s: pages of all of them", name);
	ktap_equal(pages, alone, "%s: pages of group=object", name);
	ktap_equal(ps_sum_rec(ps_object(total, "total", 0)).pages, alone,
		   "%s: pages of group=total", name);
	ktap_equal(ps_count_objects(total, "task"), 0, "%s: a sum is no single task's", name);
	ps_free(runs);
	ps_free(objects);
	ps_free(total);
}

static void test_uid(const pid_t *men)
{
	char target[32];

	snprintf(target, sizeof(target), "uid:%d", UID);
	check_answer(target, men, MEN, "uid");
}

static void test_none(void)
{
	struct ps_answer *a = ps_ask("task_index", "uid:%d group=object", NOBODY);

	ktap_ok(ps_complete(a) && !a->nr_objects && !ps_num(&a->end.rec, "skipped"),
		"a user without processes: a complete answer with nothing in it");
	ps_free(a);
}

/* The shell's way, which has another writer than reader. */
static void test_shell(const pid_t *men)
{
	ktap_ok(!st_run("cd /sys/kernel/tracing/objects/mm/pages && echo uid:%d > task_index && "
			"[ $(grep -c '^task .* pid=' task_index) = %d ] && "
			"grep -q '^task .* pid=%d .*comm=man-0' task_index", UID, MEN, men[0]),
		"by hand: echo uid:N > task_index; cat task_index");
	ktap_ok(!st_run("cd /sys/kernel/tracing/objects/mm/pages && "
			"! echo cgroup:/no-such > task_index 2>/dev/null && "
			"! echo cgroup:@1234567890 > task_index 2>/dev/null && "
			"echo cgroup:/ > task_index"),
		"by hand: a cgroup that isn't there is refused at once");
}

static void *touch_alone(void *arg)
{
	st_touch(st_map(333, MAP_PRIVATE), 333);
	shared->asleep++;
	return sleep_on(arg);
}

static void leave_thread(void *ctx)
{
	pthread_t t;

	(void)ctx;
	become("headless");
	if (pthread_create(&t, NULL, touch_alone, NULL))
		_exit(1);
	pthread_exit(NULL);
}

/* Its memory lives on in the other threads: whoever ends the first must not hide it. */
static void test_headless(void)
{
	pid_t pid = ht_spawn(leave_thread, NULL);
	struct ps_answer *a;
	int status;

	if (!ht_reaches(&shared->asleep, 1, 10000))
		ktap_die("no thread runs");
	st_run("until grep -q 'State:.Z' /proc/%d/status; do sleep 0.01; done", pid);
	a = ps_ask("task_index", "uid:%d", UID);
	ktap_ok(ps_has_task(a, pid), "a process whose first thread has ended is found");
	ktap_ok(ps_num(&a->end.rec, "pages") >= 333, "with the memory of the others");
	ps_free(a);
	kill(pid, SIGKILL);
	ht_ended(pid, 10000, &status);
	shared->asleep = 0;
}

static void test_self(void)
{
	struct ps_answer *a = ps_ask("task_index", "uid:0 group=object names=0");

	ktap_equal(skipped(a, "self"), 1, "uid:0: the reader's own memory is left out, and counted");
	ktap_ok(!ps_has_task(a, getpid()), "uid:0: the reader has no record");
	ktap_ok(ps_has_task(a, 1), "uid:0: init has a record");
	ktap_ok(!ps_has_task(a, 2), "uid:0: a kernel thread has no record");
	ps_free(a);
}

/* Writes to @fd in a user namespace where uid 0 is UID. */
static void write_from_namespace(int fd, const char *lines)
{
	int ready[2], go[2];
	char byte;
	pid_t pid;

	fflush(stdout);
	if (pipe(ready) || pipe(go))
		ktap_die("pipe()");
	pid = fork();
	if (!pid) {
		if (unshare(CLONE_NEWUSER) || write(ready[1], "", 1) != 1 ||
		    read(go[0], &byte, 1) != 1 || write(fd, lines, strlen(lines)) < 0)
			_exit(1);
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1 || st_run("echo 0 %d 1 > /proc/%d/uid_map", UID, pid) ||
	    write(go[1], "", 1) != 1 || waitpid(pid, NULL, 0) != pid)
		ktap_die("no user namespace");
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
	close(go[1]);
}

static void test_namespace(const pid_t *men)
{
	struct ps_answer mapped = { 0 }, unmapped = { 0 };
	int fd = ps_open("task_index");

	write_from_namespace(fd, "uid:0 group=object\n");
	ps_on(fd, ps_collect, &mapped, "#");
	check_tasks(&mapped, men, MEN, "from a user namespace");
	write_from_namespace(fd, "uid:5\n");
	ps_on(fd, ps_collect, &unmapped, "#");
	close(fd);
	ktap_ok(!unmapped.nr_objects, "from a user namespace: nothing is shown for such a uid");
	ktap_ok(unmapped.error.rec.type &&
		!strcmp(ps_str(&unmapped.error.rec, "errno"), "EINVAL") &&
		ps_num(&unmapped.error.rec, "col") == 1,
		"from a user namespace: a uid that has no meaning there");
}

/* A cgroup ------------------------------------------------------------------------------ */

static void move(pid_t pid, const char *cgroup)
{
	char path[256], text[16];
	int fd;

	snprintf(path, sizeof(path), MOUNT "%s/cgroup.procs", cgroup);
	snprintf(text, sizeof(text), "%d", pid);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		ktap_die("%s takes no process", path);
	close(fd);
}

static void test_cgroup(const pid_t *men)
{
	char target[300];
	struct ps_answer *a;

	mkdir(MOUNT TOP, 0755);
	mkdir(MOUNT BELOW, 0755);
	move(men[0], TOP);
	move(men[1], BELOW);
	snprintf(target, sizeof(target), "cgroup:%s", ps_quote(TOP));
	check_answer(target, men, 2, "cgroup with one below");
	snprintf(target, sizeof(target), "cgroup:@%llu",
		 (unsigned long long)st_inode(MOUNT TOP));
	check_answer(target, men, 2, "cgroup by inode");
	a = ps_ask("task_index", "cgroup:%s", ps_quote(BELOW));
	ktap_ok(ps_complete(a) && ps_count_objects(a, "task") == 1 && ps_has_task(a, men[1]),
		"cgroup below: its own processes only");
	ps_free(a);
	a = ps_ask("task_index", "cgroup:/ group=object names=0");
	ktap_ok(ps_has_task(a, men[0]) && ps_has_task(a, men[1]) && ps_has_task(a, men[2]) &&
		ps_has_task(a, 1), "cgroup:/ is all processes");
	ps_free(a);
}

static void test_cgroup_gone(const pid_t *men)
{
	unsigned long long ino = st_inode(MOUNT BELOW);
	struct ps_answer *a;
	char again[64];

	move(men[0], "");
	move(men[1], "");
	a = ps_ask("task_index", "cgroup:@%llu", ino);
	ktap_ok(ps_complete(a) && !a->nr_objects, "cgroup without processes: complete, and empty");
	ps_free(a);
	if (rmdir(MOUNT BELOW) || rmdir(MOUNT TOP))
		ktap_die("rmdir() of a cgroup");
	snprintf(again, sizeof(again), "cgroup:@%llu", ino);
	a = ps_ask("task_index", "%s", again);
	ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "ENOENT") &&
		ps_num(&a->error.rec, "col") == 1, "cgroup that was removed: ENOENT");
	ps_free(a);
}

static void test_errors(void)
{
	static const struct {
		const char *line, *errno_name;
		unsigned int col;
	} bad[] = {
		{ "uid:4321 0 10", "EINVAL", 10 },
		{ "uid:4321 addr=0-1000", "EINVAL", 10 },
		{ "uid:4321 children=2", "EINVAL", 19 },
		{ "uid:4294967295", "EINVAL", 5 },
		{ "cgroup:/no/such", "ENOENT", 1 },
		{ "cgroup:/cgroup.procs", "ENOTDIR", 1 },
		{ "cgroup:@1x", "EINVAL", 9 },
	};
	struct ps_answer *a;
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		a = ps_ask("task_index", "%s", bad[i].line);
		ktap_ok(a->error.rec.type &&
			!strcmp(ps_str(&a->error.rec, "errno"), bad[i].errno_name) &&
			ps_num(&a->error.rec, "col") == bad[i].col, "%s: %s at column %u",
			bad[i].line, bad[i].errno_name, bad[i].col);
		ps_free(a);
	}
}

/* Memory of two processes ------------------------------------------------------------------ */

static int share_memory(void *ctx)
{
	(void)ctx;
	shared->sharer = getpid();
	for (;;)
		pause();
	return 0;
}

static void be_sharer(void *ctx)
{
	char *stack = st_map(STACK / ST_PAGE, MAP_PRIVATE), *at = st_map(50, MAP_PRIVATE);

	(void)ctx;
	st_touch(at, 50);
	become("man-0");
	/* Another process, with the very same memory. */
	if (clone(share_memory, stack + STACK, CLONE_VM | SIGCHLD, NULL) < 0)
		ktap_die("clone()");
	while (!shared->sharer)
		sched_yield();
}

static void test_shared(void)
{
	pid_t man = st_child(be_sharer, NULL);
	struct ps_answer *a = ps_ask("task_index", "uid:%d", UID);

	ktap_ok(ps_complete(a), "shared memory: complete");
	check_tasks(a, &man, 1, "shared memory");
	ktap_equal(skipped(a, "shared"), 1, "shared memory: the other process is counted");
	ktap_equal(resident(a, man) * 4, rss_of(man), "shared memory: once");
	ps_free(a);
	kill(shared->sharer, SIGKILL);
	st_end_child(man);
}

/* Processes that end, or come ------------------------------------------------------------------ */

static void be_large(void *ctx)
{
	char *at = st_map(16384, MAP_PRIVATE);

	(void)ctx;
	st_touch(at, 16384);
	become("large");
}

/* The rest of an answer. */
static void collect_rest(int fd, struct ps_answer *a)
{
	static char buf[1 << 23];
	size_t have = 0;
	struct ps_rec rec;
	char *line, *end;
	ssize_t got;

	while ((got = read(fd, buf + have, sizeof(buf) - have)) > 0)
		have += got;
	if (got < 0 || have == sizeof(buf))
		ktap_die("read()");
	for (line = buf; (end = memchr(line, '\n', have - (line - buf))); line = end + 1) {
		*end = '\0';
		/* The first read() may have cut a line. */
		if (strncmp(line, "task ", 5) && strncmp(line, "end ", 4))
			continue;
		ps_cut(line, &rec);
		ps_collect(a, &rec);
	}
}

static void test_exit(void)
{
	struct ps_answer a = { 0 };
	int fd = ps_open("task_index");
	pid_t large = st_child(be_large, NULL), next = st_child(be_man, NULL);
	char text[64], piece[4096];

	snprintf(text, sizeof(text), "uid:%d group=page\n", UID);
	if (write(fd, text, strlen(text)) < 0 || read(fd, piece, sizeof(piece)) <= 0)
		ktap_die("task_index");
	st_end_child(large);
	collect_rest(fd, &a);
	close(fd);
	ktap_equal(skipped(&a, "exited"), 1, "exit during a walk: counted");
	ktap_ok(!strcmp(ps_str(&a.end.rec, "status"), "partial") &&
		!*ps_str(&a.end.rec, "truncated"),
		"exit during a walk: partial, but not truncated");
	ktap_ok(ps_has_task(&a, next), "exit during a walk: the next process comes");
	st_end_child(next);
}

/* Each has some memory, lives for a moment, and there is always another. */
static void fork_on(void *ctx)
{
	(void)ctx;
	become("bomb");
	for (;;) {
		pid_t pid = fork();

		if (!pid) {
			st_touch(st_map(16, MAP_PRIVATE), 16);
			if (fork() >= 0)
				usleep(1000);
			_exit(0);
		}
		if (pid > 0)
			waitpid(pid, NULL, 0);
		shared->asleep++;
	}
}

static void test_forks(void)
{
	pid_t bomb = ht_spawn(fork_on, NULL);
	unsigned int i, ended = 0, asked = 10;
	struct ps_answer *a;
	int status;

	if (!ht_reaches(&shared->asleep, 3, 10000))
		ktap_die("nobody forks");
	for (i = 0; i < asked; i++) {
		a = ps_ask("task_index", "uid:%d group=total", UID);
		ended += ps_num(&a->end.rec, "pages") && !*ps_str(&a->end.rec, "truncated");
		ps_free(a);
	}
	ktap_equal(ended, asked, "beside a user who forks all the time, each answer ends");
	kill(bomb, SIGKILL);
	ht_ended(bomb, 10000, &status);
	st_run("pkill -KILL -u %d; true", UID);
}

int main(void)
{
	pid_t men[MEN], zombie;

	st_quiet();
	shared = ht_shared(sizeof(*shared));
	make_men(men, MEN);
	zombie = make_zombie();
	test_uid(men);
	test_none();
	test_shell(men);
	test_self();
	test_namespace(men);
	test_cgroup(men);
	test_cgroup_gone(men);
	test_errors();
	end_men(men, MEN);
	waitpid(zombie, NULL, 0);
	test_headless();
	test_shared();
	test_exit();
	test_forks();
	return ktap_end();
}
