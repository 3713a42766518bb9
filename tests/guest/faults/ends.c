// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * However a trace ends, no entry of its is left, nobody is hurt, and the module goes: the reader
 * closes or is killed, the process ends, runs another program or holds its own lock.  One process
 * is traced by one session.
 */
#include <fcntl.h>
#include <linux/kvm.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

static char *make(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	st_touch(at, FLT_PAGES);
	return at;
}

static uint64_t hints(void)
{
	return or_number("/proc/vmstat", "numa_hint_faults ");
}

/* Of all pages: how many faults that takes. */
static void touch_all(struct flt_target *t)
{
	struct rusage before, after;
	volatile char *at = (char *)(uintptr_t)t->at;
	unsigned int i;

	getrusage(RUSAGE_SELF, &before);
	for (i = 0; i < FLT_PAGES; i++)
		(void)at[i * ST_PAGE];
	getrusage(RUSAGE_SELF, &after);
	t->result = after.ru_minflt - before.ru_minflt;
}

/*
 * A fault or two may be of other pages.  Hints are counted for the whole machine, where others have
 * some, too: those of the target are no more than its faults.
 */
static void nothing_is_left(struct flt_target *t, const char *how)
{
	uint64_t before = hints(), found;

	flt_act(t, touch_all);
	found = hints() - before;
	ktap_ok(t->result < 4, "%s: no entry is left that faults", how);
	if (t->result >= 4 || found)
		ktap_note("%llu faults, and %llu hints of all", (unsigned long long)t->result,
			  (unsigned long long)found);
	ktap_ok(!found || !t->result, "%s: the kernel finds no hint", how);
	flt_end(t);
}

static void test_close(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = flt_ask_pages(t, "every=1h");

	ktap_equal(a->sweep.guarded, FLT_PAGES, "all pages are made to fault");
	ktap_equal(module_unload(faults.name), EWOULDBLOCK, "a module with a session stays");
	flt_close(a);
	nothing_is_left(t, "closed in the middle");
	ktap_equal(module_unload(faults.name), 0, "the module goes right behind the session");
	flt_load();
}

static void test_whole(void)
{
	struct flt_target *t = flt_start(make);
	char target[16];
	struct flt_answer *a;

	snprintf(target, sizeof(target), "%d", t->pid);
	a = flt_ask(target, "every=20ms window=8 samples=4");
	flt_act(t, touch_all);
	flt_rest(a);
	ktap_ok(a->end.counters[PAGESNAP_FAULTS_COUNT_HEALED] * 100 <=
		a->end.counters[PAGESNAP_FAULTS_COUNT_GUARDED], "the kernel restores at most 1 %%");
	flt_close(a);
	nothing_is_left(t, "at the end of samples=");
}

static void test_killed(void)
{
	struct flt_target *t = flt_start(make);
	volatile unsigned int *ready = ht_shared(sizeof(*ready));
	int status;
	pid_t pid = fork();

	if (!pid) {
		flt_ask_pages(t, "every=1h");
		*ready = 1;
		pause();
	}
	ktap_ok(ht_reaches(ready, 1, 20000), "a reader traces");
	kill(pid, SIGKILL);
	ktap_ok(ht_ended(pid, 5000, &status), "a reader that is killed ends");
	nothing_is_left(t, "the reader was killed");
}

static void test_second(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = flt_ask_pages(t, "every=1h"), *b;
	char words[64];

	b = flt_ask_pages(t, "every=1h");
	snprintf(words, sizeof(words), "process %d traces it already", getpid());
	ktap_ok(strstr(b->error, words), "a second session is told who traces the process");
	ktap_note("%s", b->error);
	flt_close(b);
	flt_touch(t);
	flt_close(a);
	nothing_is_left(t, "two sessions");
}

static void test_limit(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = flt_ask_pages(t, "every=1h limit=100");

	flt_act(t, touch_all);
	flt_rest(a);
	ktap_ok(a->end.cut == PAGESNAP_CUT_LIMIT, "limit= ends a trace");
	flt_close(a);
	nothing_is_left(t, "at the end of limit=");
}

/* Children that have what was protected. */
static struct flt_target *heir;

static void have_heir(struct flt_target *t)
{
	pid_t pid = fork();

	if (pid) {
		t->result = pid;
		return;
	}
	while (turns_are_done(&heir->turns))
		usleep(1000);
	heir->at = t->at;
	touch_all(heir);
	heir->turns.done++;
	_exit(0);
}

static void test_heir(bool children)
{
	const char *how = children ? "children=1" : "children=0";
	struct flt_target *t;
	struct flt_answer *a;
	char target[16];
	uint64_t before = hints();

	heir = ht_shared(sizeof(*heir));
	t = flt_start(make);
	snprintf(target, sizeof(target), "%d", t->pid);
	a = flt_ask(target, children ? "every=1h children=1" : "every=1h");
	flt_act(t, have_heir);
	flt_read(a, 100);
	flt_close(a);
	turns_ask(&heir->turns);
	ktap_ok(ht_reaches(&heir->turns.done, 1, 20000), "%s: a child touches what it has", how);
	ktap_ok(heir->result < 16, "%s: a child has no entry that faults when all is over", how);
	ktap_note("%llu faults", (unsigned long long)heir->result);
	/* fork() itself writes a word for it. */
	ktap_ok(hints() - before <= 1, "%s: the kernel finds no hint in the child", how);
	nothing_is_left(t, how);
}

/* Forks that are under way when a session closes: a child has its entries before it is known. */
static struct {
	volatile bool forks;
	volatile bool borrows;
	volatile unsigned int closed;
	volatile unsigned int children;
	volatile unsigned int alive;
	volatile unsigned int left;
} *crowd;

static void wait_and_look(struct flt_target *t, unsigned int closed)
{
	struct flt_target mine = { .at = t->at };

	while (crowd->closed == closed)
		usleep(500);
	touch_all(&mine);
	if (mine.result >= 16)
		__sync_fetch_and_add(&crowd->left, 1);
	__sync_fetch_and_sub(&crowd->alive, 1);
	_exit(0);
}

/**
 * struct lent - who forks, and since when
 * @t: whose memory it is
 * @closed: sessions that were closed before it was known that children are wanted
 */
struct lent {
	struct flt_target *t;
	unsigned int closed;
};

static void fork_once(const struct lent *l)
{
	crowd->children++;
	if (!fork())
		wait_and_look(l->t, l->closed);
}

/* Another process forks the memory, as children of vfork() may. */
static int fork_borrowed(void *l)
{
	fork_once(l);
	_exit(0);
}

static void fork_for_ever(struct flt_target *t)
{
	static char stack[1 << 18];
	struct lent l = { .t = t };

	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		/* a child counts before it is wanted: or else it could come in the next session */
		__sync_fetch_and_add(&crowd->alive, 1);
		l.closed = crowd->closed;
		if (!crowd->forks || crowd->alive > 25) {
			__sync_fetch_and_sub(&crowd->alive, 1);
			usleep(100);
			continue;
		}
		if (!crowd->borrows)
			fork_once(&l);
		else if (clone(fork_borrowed, stack + sizeof(stack),
			       CLONE_VM | CLONE_VFORK | SIGCHLD, &l) < 0)
			ktap_die("clone()");
	}
}

static bool is_alone(void *unused)
{
	(void)unused;
	return !crowd->alive;
}

static void test_forks_under_way(bool borrows)
{
	const char *who = borrows ? "a child of vfork() forks" : "a process forks";
	struct flt_target *t;
	struct flt_answer *a;
	unsigned int i, left = 0;
	char target[16];

	crowd = ht_shared(sizeof(*crowd));
	crowd->borrows = borrows;
	t = flt_start(make);
	snprintf(target, sizeof(target), "%d", t->pid);
	t->act = fork_for_ever;
	turns_ask(&t->turns);
	for (i = 0; i < 40U / ktap_slowness() + 4; i++) {
		a = flt_ask(target, i % 2 ? "every=10ms" : "every=10ms children=1");
		crowd->forks = true;
		usleep(random() % 20000);
		flt_close(a);
		crowd->forks = false;
		crowd->closed++;
		if (!ht_until(20000, is_alone, NULL))
			ktap_die("children don't end");
		left += or_number(FAULTS "stats", "guards memories=");
	}
	ktap_note("%u children", crowd->children);
	ktap_ok(crowd->children > i, "%s: children come while sessions close", who);
	ktap_equal(crowd->left, 0, "%s: no child has entries that nobody restores", who);
	ktap_equal(left, 0, "%s: no memory of children is kept", who);
	flt_end(t);
}

/* Ends and other programs at any moment ------------------------------------------- */

static void touch_for_ever(void)
{
	char *at = make();
	unsigned int i;

	for (i = 0;; i++)
		at[i % FLT_PAGES * ST_PAGE + 8] = i;
}

static pid_t start_one(bool runs, unsigned int us)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	if (!runs)
		touch_for_ever();
	st_touch(make(), 64);
	usleep(us);
	execl("/bin/sleep", "sleep", "0.05", NULL);
	_exit(1);
}

static void test_any_moment(bool runs)
{
	unsigned int i, sweeps = 0;
	char target[16];

	for (i = 0; i < 24U / ktap_slowness() + 4; i++) {
		pid_t pid = start_one(runs, random() % 60000);
		struct flt_answer *a;

		usleep(random() % 20000);
		snprintf(target, sizeof(target), "%d", pid);
		a = flt_ask(target, i % 2 ? "every=10ms window=8" : "every=10ms");
		flt_read(a, random() % 60);
		kill(pid, runs ? 0 : SIGKILL);
		flt_read(a, random() % 30);
		sweeps += a->sweeps;
		flt_close(a);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	ktap_ok(sweeps > 4, "a process may %s at any moment",
		runs ? "run another program" : "be killed");
}

/* A process that is traced before it ends, and has a child by then. */
struct parent {
	volatile bool traced;
	volatile pid_t child;
};

static void be_parent(struct parent *p)
{
	pid_t pid;

	make();
	while (!p->traced)
		usleep(1000);
	pid = fork();
	if (!pid)
		pause();
	p->child = pid;
	_exit(0);
}

static void test_exited(void)
{
	struct parent *p = ht_shared(sizeof(*p));
	pid_t pid = fork();
	struct flt_answer *a;
	char target[16];
	int status;

	if (!pid)
		be_parent(p);
	snprintf(target, sizeof(target), "%d", pid);
	a = flt_ask(target, "every=50ms children=0");
	p->traced = true;
	ktap_ok(ht_ended(pid, 10000, &status), "a process ends, and its child lives on");
	flt_rest(a);
	ktap_ok(a->has_end, "the trace of a process that ended ends, too");
	ktap_ok(flt_next(a, NULL, PAGESNAP_REC_EXIT),
		"the exit of a process whose child lives on is told");
	flt_close(a);
	kill(p->child, SIGKILL);
}

/* A guest that begins ---------------------------------------------------------------- */

static void begin_guest(struct flt_target *t)
{
	int fd = open("/dev/kvm", O_RDWR | O_CLOEXEC);

	t->result = fd >= 0 && ioctl(fd, KVM_CREATE_VM, 0) >= 0;
}

static bool was_told(const struct flt_answer *a, unsigned int what)
{
	const struct pagesnap_rec *rec = NULL;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_TRACED)))
		if (((const struct pagesnap_faults_traced *)rec)->what == what)
			return true;
	return false;
}

static void test_guest(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a;
	char target[16];

	st_run("modprobe -q kvm-amd || modprobe -q kvm-intel");
	snprintf(target, sizeof(target), "%d", t->pid);
	a = flt_ask(target, "every=20ms");
	flt_act(t, begin_guest);
	if (!t->result) {
		ktap_skip("a guest that begins ends a trace", "no KVM here");
		flt_close(a);
		flt_end(t);
		return;
	}
	flt_rest(a);
	ktap_ok(a->has_end, "a guest that begins ends a trace");
	ktap_ok(was_told(a, PAGESNAP_TRACED_NOTIFIERS), "the process with a guest is told of");
	ktap_equal(a->end.skipped[PAGESNAP_FAULTS_WHY_NOTIFIERS], 1,
		   "the process with a guest is counted");
	flt_close(a);
	a = flt_ask(target, "every=20ms");
	ktap_ok(strstr(a->error, "a guest or a device"), "a process with a guest is refused");
	flt_close(a);
	nothing_is_left(t, "a guest");
}

/* Who holds the lock ----------------------------------------------------------------- */

static volatile unsigned int *held;

static void *map_and_unmap(void *unused)
{
	size_t bytes = 64 << 20;

	(void)unused;
	for (;;) {
		char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

		(*held)++;
		munmap(at, bytes);
	}
	return NULL;
}

static void test_lock(void)
{
	struct flt_answer *a;
	pthread_t thread;
	char target[16];
	unsigned int i;
	pid_t pid;

	held = ht_shared(sizeof(*held));
	pid = fork();
	if (!pid) {
		for (i = 0; i < 3; i++)
			pthread_create(&thread, NULL, map_and_unmap, NULL);
		touch_for_ever();
	}
	ht_reaches(held, 3, 20000);
	snprintf(target, sizeof(target), "%d", pid);
	a = flt_ask(target, "every=50ms");
	flt_read(a, 500);
	flt_close(a);
	i = *held;
	ktap_ok(ht_reaches(held, i + 3, 20000),
		"threads that take their lock again and again go on when all is over");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ktap_equal(module_unload(faults.name), 0, "the module goes behind that");
	flt_load();
}

int main(void)
{
	flt_load();
	flt_delay_scans();
	srandom(3);
	test_close();
	test_whole();
	test_killed();
	test_second();
	test_limit();
	test_heir(false);
	test_heir(true);
	test_forks_under_way(false);
	test_forks_under_way(true);
	test_any_moment(false);
	test_any_moment(true);
	test_exited();
	test_guest();
	test_lock();
	return ktap_end();
}
