// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,query,load needs=userns,fuse disturbs=module,mounts */
/*
 * What is wrong with a line of task_index, what ends an answer before its time, and that the
 * module goes whenever nobody has its files open.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"
#include "unload-race.h"
#include <linux/pagesnap/accesses.h>

#define MNT "/mnt/slow"
#define HELD_UID 4338
#define OUT_MAX (1 << 20)

static char out[OUT_MAX + 1];

static void read_all(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t n;

	while ((n = read(fd, out + len, OUT_MAX - len)) > 0)
		len += n;
	out[len] = '\0';
	close(fd);
}

static bool has(const char *needle)
{
	if (strstr(out, needle))
		return true;
	ktap_note("not seen: %s in %.600s", needle, out);
	return false;
}

/* Lines --------------------------------------------------------------------------- */

static const struct {
	const char *options;
	unsigned int col;	/* from where they begin */
	const char *msg;
} bad[] = {
	{ "every=5ms", 7, "every= takes a time from 10ms to 1h" },
	{ "every=2h", 7, "every= takes a time from 10ms to 1h" },
	{ "samples=0", 9, "samples= takes a number above 0" },
	{ "samples=x", 9, "samples= takes a number above 0" },
	{ "for=ever", 5, "for= takes a time, as 10s" },
	{ "aggregate=101", 11, "aggregate= takes 1 to 100 samples" },
	{ "flush=2", 7, "flush= takes 0 or 1" },
	{ "children=2", 10, "children= takes 0 or 1" },
	{ "write=yes", 7, "write= takes 0 or 1" },
	{ "unit=3M", 6, "unit= takes page, or a power of two from that to 1G, as 2M" },
	{ "unit=2G", 6, "unit= takes page, or a power of two from that to 1G, as 2M" },
	{ "unit=2K", 6, "unit= takes page, or a power of two from that to 1G, as 2M" },
	{ "age=5-2", 5, "age=: MAX is below MIN" },
	{ "age=old", 5, "age= takes samples: MIN-MAX, MIN- or one number" },
	{ "unit=2M write=1", 15, "write=1 is for unit=page" },
	{ "write=1 unit=2M", 14, "write=1 is for unit=page" },
	{ "skip=2", 6, "skip= takes 0 or 1" },
	{ "group=page", 1, "unknown key" },
};

static void test_bad(void)
{
	char line[80], *caret;
	unsigned int i;
	int fd;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		int before = snprintf(line, sizeof(line), "%d ", getpid());

		snprintf(line + before, sizeof(line) - before, "%s\n", bad[i].options);
		fd = open(ACCESSES_TASK, O_WRONLY | O_TRUNC | O_CLOEXEC);
		ktap_ok(write(fd, line, strlen(line)) < 0 && errno == EINVAL, "%s: EINVAL",
			bad[i].options);
		close(fd);
		read_all(ACCESSES "error_log");
		caret = strrchr(out, '^');
		ktap_ok(has(bad[i].msg) && caret, "%s: the log says why", bad[i].options);
		while (caret && caret > out && caret[-1] != '\n')
			caret--;
		/* Behind "  Command: ", as in tracefs' own. */
		ktap_equal(caret ? strcspn(caret, "^") : 0,
			   strlen("  Command: ") + before + bad[i].col - 1,
			   "%s: the caret stands under it", bad[i].options);
	}
}

static void says(const char *line, const char *words, const char *name)
{
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC);
	size_t len = 0;
	ssize_t n;

	if (write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("write");
	while ((n = read(fd, out + len, OUT_MAX - len)) > 0)
		len += n;
	out[len] = '\0';
	close(fd);
	ktap_ok(has(words), "%s", name);
}

static void test_refused(void)
{
	char line[80];

	says("uid:4339 samples=1 every=10ms\n", "status=complete objects=0 ",
	     "a user without processes: an answer without heat");
	says("uid:0 0 10 samples=1\n", "errno=EINVAL", "a target has no range");
	says("999999 samples=1\n", "errno=ESRCH col=1 msg=no\\040such\\040task", "no such task");
	says("2 samples=1\n", "errno=ESRCH col=1 msg=kernel\\040thread",
	     "a kernel thread has no memory");
	snprintf(line, sizeof(line), "%d\n%d samples=1 every=10ms\n", getpid(), getpid());
	says(line, "never\\040ends", "what never ends is the last line of its batch");
	ktap_ok(has("\nend   q=2 status=complete "), "the line behind it is answered");
	snprintf(line, sizeof(line), "%d for=50ms\n", getpid());
	says(line, "for=\\040is\\040shorter", "for= is shorter than every=");
	snprintf(line, sizeof(line), "%d samples=2 every=10ms limit=3\n", getpid());
	says(line, "truncated=limit", "limit= ends it");
	snprintf(line, sizeof(line), "%d for=100ms every=20ms\n", getpid());
	says(line, "status=complete", "for= ends it");
}

static void test_shell(void)
{
	st_run("echo \"$$ every=20ms samples=3\" >" ACCESSES_TASK
	       "; cat " ACCESSES_TASK " >/tmp/accesses-out");
	read_all("/tmp/accesses-out");
	/* one that comes late has a number that is larger */
	ktap_ok(has("# pagesnap abi=") && has("file=task_index") && has("\nsample q=1 n=1 ") &&
		has("\nheat  q=1 vpn=0x") && has(" status=complete ") && has(" samples=3 "),
		"by hand: an answer");
	read_all(ACCESSES "format");
	ktap_ok(has("record: sample type:513 size:104\n") &&
		has("record: heat type:514 size:56\n") &&
		has("record: wss type:515 size:304\n") &&
		has("record: process type:516 size:48\n") &&
		has("\tfield:__u32 dirtied;\toffset:40;\tsize:4;\tsigned:0;\n"),
		"format has the records");
	ktap_ok(has("value: why pfnmap 0\n") && has("value: what left 3\n") &&
		has("value: counter flushes 4\n"),
		"format has the words");
}

/* Binary ---------------------------------------------------------------------------- */

static void test_binary(void)
{
	const struct pagesnap_accesses_sample *s = NULL;
	unsigned int heat = 0, wrong = 0, samples = 0;
	const struct pagesnap_rec *rec;
	size_t len = 0, at;
	uint64_t accessed = 0;
	char line[80];
	ssize_t n;
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC);

	snprintf(line, sizeof(line), "%d every=50ms samples=2 format=binary\n", getpid());
	if (write(fd, line, strlen(line)) < 0)
		ktap_die("write");
	while ((n = read(fd, out + len, OUT_MAX - len)) > 0)
		len += n;
	close(fd);
	for (at = 0; at < len; at += rec->len) {
		rec = (void *)(out + at);
		if (rec->type == PAGESNAP_REC_SAMPLE) {
			if (s && s->accessed != accessed)
				wrong++;
			s = (void *)rec;
			samples++;
			accessed = 0;
			wrong += rec->len != sizeof(*s) || s->processes != 1 || !s->entries;
		} else if (rec->type == PAGESNAP_REC_HEAT) {
			const struct pagesnap_accesses_heat *h = (void *)rec;

			heat++;
			accessed += h->accessed ? h->nr : 0;
			wrong += rec->len != sizeof(*h) || h->of != 1 || !h->nr ||
				 h->dirtied != PAGESNAP_NONE32;
		}
	}
	ktap_ok(samples == 2 && heat > 2 && accessed == s->accessed,
		"binary: two samples, %u of heat", heat);
	ktap_equal(wrong, 0, "binary: what heat tells adds up to what a sample does");
}

/* Ends ------------------------------------------------------------------------------ */

static char *some(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	st_touch(at, ACC_PAGES);
	return at;
}

static void test_exit(void)
{
	struct acc_target *t = acc_start(some);
	int fd = acc_ask(t, "samples=9"), status;
	struct acc_round r;

	acc_touch(t);
	acc_round(fd, t, 1, &r);
	kill(t->pid, SIGKILL);
	waitpid(t->pid, &status, 0);
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, "status=partial ") && acc_says(&r, " truncated=exited ") &&
		acc_says(&r, " samples=1 "), "exit: the answer ends with the process, and says so");
}

static void exec_later(void *ctx)
{
	volatile unsigned int *go = ctx;

	while (!*go)
		usleep(1000);
	execl("/bin/sleep", "sleep", "60", NULL);
}

static void test_exec(void)
{
	volatile unsigned int *go = ht_shared(sizeof(*go));
	struct acc_target t = { .pid = fork() };
	struct acc_round r;
	int fd;

	if (!t.pid)
		exec_later((void *)go);
	fd = acc_ask(&t, "samples=9");
	*go = 1;
	acc_rest(fd, &t, &r);
	ktap_ok(acc_says(&r, "status=partial ") && acc_says(&r, " truncated=execed "),
		"exec: the answer ends with the program, and says so");
	kill(t.pid, SIGKILL);
	waitpid(t.pid, NULL, 0);
}

static void test_busy(void)
{
	struct acc_target *t = acc_start(some);
	int i, fds[PAGESNAP_ACCESSES_SESSIONS_MAX];
	char line[80];

	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++)
		fds[i] = acc_ask(t, "samples=9");
	snprintf(line, sizeof(line), "%d samples=1 every=10ms\n", t->pid);
	says(line, "errno=EBUSY col=1 msg=16\\040sessions\\040look",
	     "busy: a session more than a process may have is refused");
	close(fds[3]);
	says(line, "status=complete", "busy: but not when one of them is closed");
	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++)
		if (i != 3)
			close(fds[i]);
	acc_end(t);
}

/* Locks ----------------------------------------------------------------------------- */

struct scene {
	struct ht_fuse *fuse;
	volatile unsigned int opened;
};

static void become_user(void *ctx)
{
	(void)ctx;
	if (setresuid(HELD_UID, HELD_UID, HELD_UID))
		_exit(1);
}

static void hold_mmap_lock(void *ctx)
{
	struct scene *s = ctx;
	int fd = open(MNT "/f1", O_RDONLY | O_CLOEXEC);

	become_user(NULL);
	s->opened = 1;
	ht_mmap_held(fd);
}

/* Of two processes of a user one is held. */
static void test_held_of_two(pid_t held)
{
	pid_t other = ht_spawn(become_user, NULL);
	char line[80];
	int status;

	ht_waits(other, 10000);
	snprintf(line, sizeof(line), "uid:%d every=10ms samples=2\n", HELD_UID);
	says(line, "status=partial ", "held, one of two: the answer lacks it");
	snprintf(line, sizeof(line), " what=locked pid=%d ", held);
	ktap_ok(has(line) && has(",locked:3 ") && has(" processes=1 ") && has(" lacking=1 "),
		"held, one of two: it is named in each look");
	snprintf(line, sizeof(line), "\nwss   q=1 pid=%d n=", other);
	ktap_ok(has(line), "held, one of two: the other is looked at");
	kill(other, SIGKILL);
	ht_ended(other, 10000, &status);
}

static void test_held(void)
{
	struct scene *s = ht_shared(sizeof(*s));
	pid_t reader, target;
	struct ht_reader asks;
	char line[80];
	int status;

	s->fuse = ht_fuse();
	reader = ht_fuse_hold_mmaps(s->fuse, MNT);
	target = ht_spawn(hold_mmap_lock, s);
	if (!ht_reaches(&s->opened, 1, 10000) || !ht_waits(target, 10000))
		ktap_die("mmap_lock isn't held");
	snprintf(line, sizeof(line), "%d every=10ms samples=2\n", target);
	says(line, "status=partial ", "held: the answer lacks something");
	ktap_ok(has(" what=locked ") && has(" why=locked:3 ") && has(" processes=0 ") &&
		has(" lacking=1 ") && has(" samples=2 "), "held: each sample lacks the process");
	test_held_of_two(target);
	ht_ask(&asks, "task_index", "%d every=10ms samples=2", target);
	ht_waits(asks.pid, 2000);
	ktap_ok(ht_kill(&asks) != HT_STUCK, "held: a reader that waits can be killed");
	ht_fuse_answer(s->fuse, FUSE_READ);
	ht_ended(reader, 10000, &status);
	says(line, "status=complete", "let go: the answer is complete");
	kill(target, SIGKILL);
	ht_ended(target, 10000, &status);
	ht_fuse_let_go(s->fuse, MNT, reader);
}

/* Unloading ------------------------------------------------------------------------- */

static void asker(void)
{
	char line[80], buf[4096];

	snprintf(line, sizeof(line), "%d every=10ms samples=3\n", getppid());
	while (race_goes_on()) {
		int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC);

		if (fd < 0)
			continue;
		if (write(fd, line, strlen(line)) > 0)
			while (read(fd, buf, sizeof(buf)) > 0)
				;
		close(fd);
		race_gap();
	}
}

static void test_unload(void)
{
	static void (*const children[])(void) = { asker, asker };
	struct race race = RACE(&accesses, "", children, NULL);
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC);

	ktap_equal(module_unload(accesses.name), EWOULDBLOCK, "unload: not with a session open");
	ktap_equal(module_unload("pagesnap"), EWOULDBLOCK, "unload: pagesnap.ko stays under it");
	close(fd);
	ktap_equal(module_unload(accesses.name), 0, "unload: when nobody has its files open");
	ktap_ok(access(ACCESSES, F_OK) < 0, "unload: the folder is gone");
	race_run(&race);
	race_report(&race, "unloads race with sessions");
}

int main(void)
{
	ht_setup();
	acc_load();
	test_bad();
	test_refused();
	test_shell();
	test_binary();
	acc_in_time(test_exit());
	test_exec();
	test_busy();
	test_held();
	test_unload();
	return ktap_end();
}
