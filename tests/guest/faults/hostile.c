// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults,tenants needs=userns,fuse disturbs=module,mounts machine=turns always=debug */
/*
 * Those who are traced do what they can to keep root's session from its end: they hold their own
 * lock, sleep in faults that nobody answers, are stopped, have as much memory and as many VMAs as
 * they may, and come and go all the time.  A session ends all the same, in a time that is known,
 * and they go on as if nothing had been.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define MNT "/mnt/slow"
#define PAGES 512
#define VMAS 60000
/* What a session may take to end: locks are waited for 1.5 s in all, works of threads 2 s. */
#define ENDS_MS 4500
/* Until there is a sweep that finds a lock held. */
#define EVERY_MS 3000

/**
 * struct scene - who is traced
 * @be: what it is
 * @fuse: what it waits for
 * @at: its pages
 * @tid: of the thread that holds or sleeps
 * @ready: it may be traced
 * @hold: it is to begin
 * @go: it touches its pages
 * @good: of them, how many had what they should have, and 1
 */
struct scene {
	void (*be)(struct scene *s);
	struct ht_fuse *fuse;
	char *at;
	volatile pid_t tid;
	volatile unsigned int ready;
	volatile unsigned int hold;
	volatile unsigned int go;
	volatile unsigned int good;
};

static unsigned int good_pages(const struct scene *s)
{
	unsigned int i, good = 0;

	for (i = 0; i < PAGES; i++)
		good += *(volatile uint64_t *)(s->at + i * ST_PAGE) == (uintptr_t)s->at + i + 1;
	return good;
}

static void live(void *ctx)
{
	struct scene *s = ctx;

	s->at = st_map(PAGES, MAP_PRIVATE);
	st_touch(s->at, PAGES);
	s->be(s);
	s->ready = 1;
	while (!s->go)
		usleep(1000);
	s->good = 1 + good_pages(s);
}

static pid_t start(struct scene *s, void (*be)(struct scene *s))
{
	pid_t pid;

	s->be = be;
	s->ready = s->hold = s->go = s->good = 0;
	pid = ht_spawn(live, s);
	if (!ht_reaches(&s->ready, 1, 20000))
		ktap_die("nobody is there to be traced");
	return pid;
}

static struct flt_answer *ask(pid_t pid, const char *options)
{
	char target[16];

	snprintf(target, sizeof(target), "%d", pid);
	return flt_ask(target, options);
}

/* All is as it was for who was traced, and for the module. */
static void goes_on(struct scene *s, pid_t pid, const char *how)
{
	int status;

	s->go = 1;
	ktap_ok(ht_reaches(&s->good, 1, 20000), "%s: who was traced goes on", how);
	ktap_equal(s->good, PAGES + 1, "%s: its pages have what they had", how);
	ktap_equal(or_number(FAULTS "stats", "guards memories="), 0, "%s: no memory is kept", how);
	kill(pid, SIGKILL);
	ktap_ok(ht_ended(pid, 10000, &status), "%s: who was traced ends", how);
	ktap_equal(module_unload(faults.name), 0, "%s: the module goes", how);
	flt_load();
}

/*
 * A session that is closed, by a child: this counts naps, not time, as a machine may stand still.
 * Who closes last is who waits, and that is not who counts.
 */
static bool closes(struct flt_answer *a, long ms)
{
	volatile unsigned int *alone = ht_shared(sizeof(*alone));
	pid_t pid = fork();
	int status;

	if (!pid) {
		while (!*alone)
			usleep(1000);
		close(a->fd);
		_exit(0);
	}
	flt_close(a);
	*alone = 1;
	return ht_ended(pid, ms, &status);
}

/* A reader that is killed, wherever it is. */
static bool dies(pid_t target, const char *options)
{
	volatile unsigned int *swept = ht_shared(sizeof(*swept));
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct flt_answer *a = ask(target, options);

		*swept = 1;
		for (;;)
			flt_read(a, 100);
	}
	ht_reaches(swept, 1, 20000);
	kill(pid, SIGKILL);
	return ht_ended(pid, ENDS_MS, &status);
}

/* The lock of its memory ------------------------------------------------------------ */

static void *hold(void *ctx)
{
	struct scene *s = ctx;
	int fd = open(MNT "/f1", O_RDONLY | O_CLOEXEC);

	s->tid = syscall(SYS_gettid);
	while (!s->hold)
		usleep(1000);
	ht_mmap_held(fd);
	return NULL;
}

static void be_holder(struct scene *s)
{
	pthread_t thread;

	pthread_create(&thread, NULL, hold, s);
	while (!s->tid)
		usleep(1000);
}

/* A child reads to the end, and this counts naps. */
static bool ends_in_time(struct flt_answer *a)
{
	struct pagesnap_end *end = ht_shared(sizeof(*end));
	pid_t pid = fork();
	int status;

	if (!pid) {
		flt_rest(a);
		*end = a->end;
		_exit(0);
	}
	if (!ht_ended(pid, EVERY_MS + ENDS_MS, &status))
		return false;
	a->end = *end;
	return status == 0;
}

static void test_held(struct scene *s)
{
	pid_t reader, target;
	struct flt_answer *a;
	char options[64];
	bool in_time;
	uint64_t hints;

	s->fuse = ht_fuse();
	reader = ht_fuse_hold_mmaps(s->fuse, MNT);
	s->tid = 0;
	target = start(s, be_holder);
	snprintf(options, sizeof(options), "every=%dms samples=1", EVERY_MS * ktap_slowness());
	a = ask(target, options);
	s->hold = 1;
	ktap_ok(ht_waits(s->tid, 10000), "held: who is traced holds its lock");
	in_time = ends_in_time(a);
	ktap_equal(a->end.skipped[PAGESNAP_FAULTS_WHY_LEFT], 1, "held: what is left is counted");
	ktap_equal(a->end.status, PAGESNAP_END_PARTIAL, "held: the answer says that it is partial");
	ktap_ok(in_time, "held: the session ends in time");
	ktap_note("%lld ms", (long long)a->end.us / 1000 - EVERY_MS * ktap_slowness());
	flt_close(a);
	hints = or_number("/proc/vmstat", "numa_hint_faults ");
	ht_fuse_answer(s->fuse, FUSE_READ);
	goes_on(s, target, "held");
	hints = or_number("/proc/vmstat", "numa_hint_faults ") - hints;
	ktap_ok(hints >= PAGES, "held: the kernel restores what was left");
	ht_fuse_let_go(s->fuse, MNT, reader);
}

/* A fault that nobody answers -------------------------------------------------------- */

static char *unanswered;

static void *sleep_in_a_fault(void *ctx)
{
	struct scene *s = ctx;

	s->tid = syscall(SYS_gettid);
	while (!s->hold)
		usleep(1000);
	*unanswered = 1;
	return NULL;
}

static int unanswered_fd;

static void be_sleeper(struct scene *s)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	pthread_t thread;

	unanswered = st_map(1, MAP_PRIVATE);
	unanswered_fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	reg.range.start = (uintptr_t)unanswered;
	reg.range.len = ST_PAGE;
	if (ioctl(unanswered_fd, UFFDIO_API, &api) || ioctl(unanswered_fd, UFFDIO_REGISTER, &reg))
		_exit(1);
	pthread_create(&thread, NULL, sleep_in_a_fault, s);
	while (!s->tid)
		usleep(1000);
}

static void test_asleep(struct scene *s, const char *options, const char *how)
{
	struct flt_answer *a;
	pid_t target;

	s->tid = 0;
	target = start(s, be_sleeper);
	a = ask(target, options);
	s->hold = 1;
	ktap_ok(ht_waits(s->tid, 10000), "%s: a thread sleeps in its fault", how);
	flt_read(a, 100);
	ktap_ok(closes(a, ENDS_MS), "%s: the session closes in time", how);
	ktap_ok(dies(target, options), "%s: a reader that is killed ends in time", how);
	/* With its end the fault has, too; a work of it may have kept the module. */
	goes_on(s, target, how);
}

/* Stopped ----------------------------------------------------------------------------- */

static void be_nothing(struct scene *s)
{
	(void)s;
}

static void test_stopped(struct scene *s)
{
	pid_t target = start(s, be_nothing);
	uint64_t hints;

	kill(target, SIGSTOP);
	ktap_ok(dies(target, "every=10ms"), "stopped: a reader that is killed ends in time");
	kill(target, SIGCONT);
	hints = or_number("/proc/vmstat", "numa_hint_faults ");
	goes_on(s, target, "stopped");
	ktap_ok(or_number("/proc/vmstat", "numa_hint_faults ") - hints < 4,
		"stopped: nothing is left to the kernel");
}

/* Much of something ------------------------------------------------------------------- */

static void have_vmas(struct scene *s)
{
	(void)s;
	ht_vmas(VMAS / ktap_slowness());
}

/* Each in a table of its own, over 4 TiB. */
static void be_scattered(struct scene *s)
{
	size_t step = 1UL << 30, i, nr = 4096;
	char *at = mmap(NULL, step * nr, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)s;
	if (at == MAP_FAILED)
		return;
	madvise(at, step * nr, MADV_NOHUGEPAGE);
	for (i = 0; i < nr; i += 8)
		at[i * step] = 1;
}

static void test_much(struct scene *s, void (*be)(struct scene *s), const char *how)
{
	pid_t target = start(s, be);
	struct flt_answer *a = ask(target, "every=10ms window=8");

	flt_read(a, 200);
	ktap_note("%s: a sweep takes %llu us, of %llu entries", how,
		  (unsigned long long)a->sweep.took_ns / 1000,
		  (unsigned long long)a->sweep.entries);
	ktap_ok(closes(a, ENDS_MS), "%s: the session closes in time", how);
	ktap_ok(dies(target, "every=10ms"), "%s: a reader that is killed ends in time", how);
	goes_on(s, target, how);
}

/* Tenants who come and go ---------------------------------------------------------------- */

static void exec_by_vfork(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
}

static void come_and_go(void *ctx)
{
	struct scene *s = ctx;
	pid_t pid;

	for (;;) {
		pid = fork();
		if (!pid) {
			if (good_pages(s) != PAGES)
				s->good++;
			st_touch(s->at, PAGES);
			_exit(0);
		}
		exec_by_vfork();
		waitpid(pid, NULL, 0);
		__sync_fetch_and_add(&s->go, 1);
	}
}

static void be_swarm(void *ctx)
{
	struct scene *s = ctx;

	s->at = st_map(PAGES, MAP_PRIVATE);
	st_touch(s->at, PAGES);
	ht_spawn(come_and_go, s);
	ht_spawn(come_and_go, s);
}

static void test_swarm(struct scene *s)
{
	static const char *const options[] = {
		"every=10ms", "every=10ms children=1 window=4", "every=20ms children=1",
	};
	struct ht_tenant t;
	struct flt_answer *a;
	unsigned int i, ended = 0;

	s->good = s->go = 0;
	ht_start(&t, be_swarm, s);
	for (i = 0; i < 6; i++) {
		a = flt_ask("uid:1000", options[i % 3]);
		flt_read(a, 200);
		ended += closes(a, ENDS_MS);
	}
	ktap_equal(ended, 6, "a swarm: sessions close in time");
	ktap_equal(s->good, 0, "a swarm: all find what they have of their parents");
	ktap_ok(s->go > 4, "a swarm: processes come and go");
	ktap_ok(ht_end(&t), "a swarm: the tenant goes");
	ktap_equal(or_number(FAULTS "stats", "guards memories="), 0, "a swarm: no memory is kept");
	ktap_equal(module_unload(faults.name), 0, "a swarm: the module goes");
	flt_load();
}

int main(void)
{
	struct scene *s = ht_shared(sizeof(*s));

	flt_load();
	ht_setup();
	ht_watch();
	test_held(s);
	test_asleep(s, "every=10ms", "asleep");
	test_asleep(s, "every=10ms window=4", "asleep, with a window");
	test_stopped(s);
	test_much(s, have_vmas, "many VMAs");
	test_much(s, be_scattered, "scattered");
	test_swarm(s);
	return ktap_end();
}
