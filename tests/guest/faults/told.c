// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module,settings machine=turns */
/*
 * What a trace says of threads and processes holds: although a thread has the number of another
 * one, a program came when nothing was ready for it, a line names a thread, a program becomes
 * another user's, or a process ends as it is found.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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

static struct flt_answer *ask(pid_t pid, const char *options)
{
	char target[16];

	snprintf(target, sizeof(target), "%d", pid);
	return flt_ask(target, options);
}

static unsigned int events_of(const struct flt_answer *a, unsigned int type, pid_t pid)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, type)))
		n += ((const struct pagesnap_faults_event *)rec)->pid == (uint32_t)pid;
	return n;
}

/* Numbers of threads --------------------------------------------------------------- */

#define TRIES 100

static pid_t first;

/* Who has the number of the first stays, as names are read when the record is written. */
static void *touch_one(void *target)
{
	struct flt_target *t = target;
	char *page = (char *)(uintptr_t)t->at;
	bool again = gettid() == first;

	if (!first)
		first = gettid();
	*(volatile char *)page = 1;
	madvise(page, ST_PAGE, MADV_DONTNEED);
	if (again)
		t->result = first;
	while (t->result)
		usleep(1000);
	return NULL;
}

/* A thread has the name of who makes it. */
static void run_thread(struct flt_target *t, const char *name)
{
	pthread_t thread;

	prctl(PR_SET_NAME, name);
	if (pthread_create(&thread, NULL, touch_one, t))
		ktap_die("pthread_create");
	pthread_join(thread, NULL);
}

/* Another process may get the number first. */
static void use_number_again(struct flt_target *t)
{
	unsigned int i;
	char last[16];

	run_thread(t, "first");
	snprintf(last, sizeof(last), "%d", first - 1);
	for (i = 0; i < TRIES; i++) {
		st_set("/proc/sys/kernel/ns_last_pid", last);
		run_thread(t, "later");
	}
}

static bool is_again_or_over(void *target)
{
	const struct flt_target *t = target;

	return t->result || turns_are_done(&t->turns);
}

/* Return: how many records the thread has; @name gets what the last says. */
static unsigned int names_of(const struct flt_answer *a, pid_t tid, char *name)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	*name = '\0';
	while ((rec = flt_next(a, rec, PAGESNAP_REC_THREAD))) {
		const struct pagesnap_faults_thread *r = (const void *)rec;

		if (r->tid != (uint32_t)tid)
			continue;
		memcpy(name, r->comm, sizeof(r->comm));
		n++;
	}
	return n;
}

static void test_number_again(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a;
	char name[32];

	a = ask(t->pid, "every=1h");
	t->act = use_number_again;
	turns_ask(&t->turns);
	ht_until(60000, is_again_or_over, t);
	flt_read(a, 300);
	ktap_ok(t->result, "a thread has the number of one that ended");
	ktap_equal(names_of(a, t->result, name), 2, "both threads of one number are told");
	ktap_ok(!strcmp(name, "later"), "the second thread of a number has its own name (%s)", name);
	flt_close(a);
	flt_end(t);
}

/* Programs ------------------------------------------------------------------------- */

/* More than there are guards ready. */
#define SCRIPT "n=$((n+1)); export n; test $n -lt 100 && exec /bin/sh -c \"$S\";" \
	       ">/told.ready; while :; do x=$x$x; x=a; done"

static void run_many(struct flt_target *t)
{
	t->turns.done++;
	setenv("S", SCRIPT, 1);
	execl("/bin/sh", "sh", "-c", SCRIPT, NULL);
}

static bool is_ready(void *unused)
{
	(void)unused;
	return !access("/told.ready", F_OK);
}

/* Three sweeps behind @from bytes made entries fault. */
static bool has_sweeps_behind(const struct flt_answer *a, void *from)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_SWEEP)))
		n += (size_t)((const char *)rec - a->bytes) >= *(size_t *)from &&
		     ((const struct pagesnap_faults_sweep *)rec)->guarded > 0;
	return n > 2;
}

static void test_unready(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t->pid, "every=20ms");
	size_t from;

	t->act = run_many;
	turns_ask(&t->turns);
	/* Who doesn't read has nothing ready. */
	ktap_ok(ht_until(60000, is_ready, NULL), "a process runs programs while nobody reads");
	flt_read(a, 300);
	from = a->len;
	ktap_ok(flt_until(a, has_sweeps_behind, &from),
		"sweeps find the program that nothing was ready for");
	flt_end(t);
	flt_rest(a);
	ktap_ok(a->end.skipped[PAGESNAP_FAULTS_WHY_UNREADY], "programs came when nothing was ready");
	flt_close(a);
	unlink("/told.ready");
}

/* Threads that are named ------------------------------------------------------------ */

static void *wait_long(void *t)
{
	((struct flt_target *)t)->result = gettid();
	pause();
	return NULL;
}

static void begin_thread(struct flt_target *t)
{
	pthread_t thread;

	t->result = 0;
	if (pthread_create(&thread, NULL, wait_long, t))
		ktap_die("pthread_create");
	while (!t->result)
		usleep(500);
}

static void test_named_thread(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a;
	pid_t pid = t->pid;

	flt_act(t, begin_thread);
	a = ask(t->result, "every=20ms");
	flt_end(t);
	flt_rest(a);
	ktap_equal(events_of(a, PAGESNAP_REC_EXIT, pid), 1,
		   "the end of a process is told when a line names one of its threads");
	flt_close(a);
}

/* Users ------------------------------------------------------------------------------ */

#define UID 4711

/* The real uid is what counts; who keeps root's as well may change it. */
static void be_users(struct flt_target *t)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	t->result = setresuid(UID, 0, 0) || sigprocmask(SIG_BLOCK, &set, NULL);
}

static void run_ourselves(struct flt_target *t)
{
	t->turns.done++;
	execl("/proc/self/exe", "told", "--become-root", NULL);
}

static int become_root(void)
{
	sigset_t set;
	int got;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigwait(&set, &got);
	if (setresuid(0, 0, 0))
		return 1;
	pause();
	return 0;
}

static bool was_told(const struct flt_answer *a, unsigned int what, pid_t pid)
{
	const struct pagesnap_rec *rec = NULL;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_TRACED))) {
		const struct pagesnap_faults_traced *r = (const void *)rec;

		if (r->what == what && r->pid == (uint32_t)pid)
			return true;
	}
	return false;
}

static bool runs_program(const struct flt_answer *a, void *t)
{
	return events_of(a, PAGESNAP_REC_EXEC, ((struct flt_target *)t)->pid) > 0;
}

static bool has_left(const struct flt_answer *a, void *t)
{
	return was_told(a, PAGESNAP_TRACED_LEFT, ((struct flt_target *)t)->pid);
}

static bool has_swept(const struct flt_answer *a, void *sweeps)
{
	return a->sweeps >= *(unsigned int *)sweeps;
}

/* Sweeps are what find that somebody left: one may be under way, and others come behind it. */
static void see_sweeps(struct flt_answer *a)
{
	unsigned int sweeps = a->sweeps + 10;

	if (!flt_until(a, has_swept, &sweeps))
		ktap_die("no sweeps");
}

static void test_left(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a;

	flt_act(t, be_users);
	a = flt_ask("uid:4711", "every=20ms for=1h");
	ktap_ok(was_told(a, PAGESNAP_TRACED_COMES, t->pid), "a process of a user is found");
	t->act = run_ourselves;
	turns_ask(&t->turns);
	flt_until(a, runs_program, t);
	see_sweeps(a);
	ktap_equal(events_of(a, PAGESNAP_REC_EXEC, t->pid), 1, "a user's process runs a program");
	ktap_ok(!has_left(a, t), "a program of a user's process is that user's");
	kill(t->pid, SIGUSR1);
	ktap_ok(flt_until(a, has_left, t),
		"a program that becomes another user's is told to leave");
	flt_close(a);
	flt_end(t);
}

/* The child is a user's by itself alone, in its parent's memory until it has a program. */
static void run_as_user(struct flt_target *t)
{
	pid_t pid = vfork();

	if (pid)
		return;
	syscall(SYS_setresuid, UID, UID, UID);
	t->result = getpid();
	while (!t->nr)
		usleep(1000);
	execl("/bin/sleep", "sleep", "600", NULL);
	_exit(1);
}

/* On its pages, by itself: a program may have others at the same place. */
static unsigned int count_own(const struct flt_answer *a, const struct flt_target *t)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int nr = 0;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_FAULT))) {
		const struct pagesnap_faults_fault *f = (const void *)rec;

		nr += f->tid == (uint32_t)t->pid && flt_vpn(f) - t->at / ST_PAGE < FLT_PAGES;
	}
	return nr;
}

/* Memory of somebody else that a process of the target had for a while is traced no more then. */
static void test_made_by_other(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_target made = { 0 };
	struct flt_answer *a;

	t->nr = 0;
	t->act = run_as_user;
	turns_ask(&t->turns);
	while (!t->result)
		usleep(1000);
	made.pid = t->result;
	a = flt_ask("uid:4711", "every=20ms for=1h");
	ktap_ok(was_told(a, PAGESNAP_TRACED_COMES, made.pid),
		"a user's process is found that still has its maker's memory");
	t->nr = 1;
	flt_until(a, runs_program, &made);
	see_sweeps(a);
	ktap_ok(!has_left(a, &made), "who runs a program out of its maker's memory has not left");
	while (!turns_are_done(&t->turns))
		usleep(1000);
	t->act = NULL;
	flt_choose(t, 200, FLT_PAGES, 0);
	flt_touch(t);
	see_sweeps(a);
	ktap_equal(count_own(a, t), 0,
		   "memory of a maker that is no user's is traced no more");
	kill(made.pid, SIGKILL);
	flt_close(a);
	flt_end(t);
}

/* Ends ------------------------------------------------------------------------------- */

#define SHORT 400
#define LOOKS 100

static void short_lives(void)
{
	unsigned int i;

	if (setuid(UID))
		_exit(1);
	for (i = 0; i < SHORT; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (i % 4 == 3)
			while (waitpid(-1, NULL, 0) > 0)
				;
	}
	_exit(0);
}

static bool ends(const struct flt_answer *a, const struct pagesnap_rec *rec, uint32_t pid)
{
	while ((rec = flt_next(a, rec, 0))) {
		const struct pagesnap_faults_event *event = (const void *)rec;
		const struct pagesnap_faults_traced *traced = (const void *)rec;

		if (rec->type == PAGESNAP_REC_EXIT && event->pid == pid)
			return true;
		if (rec->type == PAGESNAP_REC_TRACED && traced->pid == pid &&
		    traced->what == PAGESNAP_TRACED_GONE)
			return true;
	}
	return false;
}

static void note_what_is_told(const struct flt_answer *a, const struct pagesnap_rec *rec,
			      uint32_t pid)
{
	ktap_note("process %u comes, and then", pid);
	while ((rec = flt_next(a, rec, PAGESNAP_REC_TRACED))) {
		const struct pagesnap_faults_traced *r = (const void *)rec;

		if (r->pid == pid)
			ktap_note("sweep %llu: PAGESNAP_TRACED_* is %u",
				  (unsigned long long)r->n, r->what);
	}
}

/* Who came, and of these, who is not told to end. */
static void count_ends(const struct flt_answer *a, unsigned int *came, unsigned int *endless,
		       bool note)
{
	const struct pagesnap_rec *rec = NULL;

	*came = 0;
	*endless = 0;
	while ((rec = flt_next(a, rec, PAGESNAP_REC_TRACED))) {
		const struct pagesnap_faults_traced *r = (const void *)rec;

		if (r->what != PAGESNAP_TRACED_COMES)
			continue;
		++*came;
		if (ends(a, rec, r->pid))
			continue;
		++*endless;
		if (note)
			note_what_is_told(a, rec, r->pid);
	}
}

/*
 * A process that ends between its being found and its first sweep has no exit: it is told of by the
 * next sweep, for which a machine that is busy may take its time.
 */
static void test_ends(void)
{
	struct flt_answer *a = flt_ask("uid:4711", "every=10ms for=1h");
	unsigned int came, endless, i;
	pid_t pid = fork();

	if (!pid)
		short_lives();
	while (waitpid(pid, NULL, WNOHANG) != pid)
		flt_read(a, 20);
	for (i = 1, endless = 1; i <= LOOKS && endless; i++) {
		flt_read(a, 200);
		count_ends(a, &came, &endless, i == LOOKS);
	}
	ktap_note("%u came", came);
	ktap_ok(came > 3, "short processes of a user are found");
	ktap_equal(endless, 0, "each process that comes is told to end");
	flt_close(a);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--become-root"))
		return become_root();
	flt_load();
	test_number_again();
	test_unready();
	test_named_thread();
	test_left();
	test_made_by_other();
	test_ends();
	return ktap_end();
}
