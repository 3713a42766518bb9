// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module,disks,memory,settings machine=turns */
/*
 * Others than a program itself find in its memory what it has, while it is traced: children,
 * debuggers, devices, pipes, core files, threads that wait for each other, and the next program.
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "ktap.h"
#include "states.h"

#define DISK "/dev/scratch1"
#define N BEHAVE_PAGES

static uint64_t forked(void)
{
	char *at = behave_make(N);
	unsigned int i, ended = 0, good = 0;
	int status;
	pid_t pid;

	for (i = 0; i < 8; i++) {
		behave_protect();
		pid = fork();
		if (!pid) {
			good = behave_good(at, N);
			st_touch(at + N / 2 * ST_PAGE, N / 2);
			_exit(good == N && behave_good(at + N / 2 * ST_PAGE, N / 2) == N / 2);
		}
		if (i % 2)
			*(uint64_t *)at += 0;
		waitpid(pid, &status, 0);
		ended += WIFEXITED(status);
		good += WEXITSTATUS(status) * 100;
		good += behave_good(at, N);
	}
	behave_expect(ended == 8, "children come to their end by themselves");
	return good;
}

/* What it runs has no page of its own yet: it says what it was told, and from where it was run. */
static uint64_t ran_another(void)
{
	char *at = behave_make(N), text[32] = "";
	int pipes[2], status;
	uint64_t good = 0;
	unsigned int i;
	pid_t pid;

	for (i = 0; i < 4; i++) {
		if (pipe2(pipes, O_CLOEXEC))
			return 0;
		behave_protect();
		snprintf(at + ST_PAGE / 2, ST_PAGE / 2, "echo word-%u; exit %u", i, i + 3);
		pid = i % 2 ? fork() : vfork();
		if (!pid) {
			dup2(pipes[1], 1);
			execl("/bin/sh", "sh", "-c", at + ST_PAGE / 2, NULL);
			_exit(99);
		}
		close(pipes[1]);
		good += read(pipes[0], text, sizeof(text)) == 7 && text[5] == (char)('0' + i);
		close(pipes[0]);
		waitpid(pid, &status, 0);
		good += WEXITSTATUS(status) == (int)i + 3;
	}
	behave_expect(good == 8, "other programs are run");
	return good * 100 + behave_good(at, N);
}

static uint64_t read_by_others(void)
{
	char *at = behave_make(N);
	static char copy[ST_PAGE];
	struct iovec here = { copy, ST_PAGE }, there = { at, ST_PAGE };
	int pipes[2];
	unsigned int i, good = 0;

	if (pipe(pipes))
		return 0;
	for (i = 0; i < N; i++) {
		if (i % 16 == 0)
			behave_protect();
		there.iov_base = at + i * ST_PAGE;
		good += process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)ST_PAGE &&
			*(uint64_t *)copy == (uintptr_t)at + i + 1;
		*(uint64_t *)copy += N;
		good += process_vm_writev(getpid(), &here, 1, &there, 1, 0) == (ssize_t)ST_PAGE;
		*(uint64_t *)copy = 0;
		good += vmsplice(pipes[1], &there, 1, 0) == (ssize_t)ST_PAGE;
		good += read(pipes[0], copy, ST_PAGE) == (ssize_t)ST_PAGE &&
			*(uint64_t *)copy == (uintptr_t)at + N + i + 1;
	}
	behave_expect(good == 4 * N, "each page is read, written and put into a pipe");
	return good;
}

static uint64_t direct_io(void)
{
	char *at = behave_make(N), *to = behave_make(N);
	int fd = open(DISK, O_RDWR | O_DIRECT | O_CLOEXEC);
	unsigned int i, good = 0;

	behave_protect();
	good += pwrite(fd, at, N * ST_PAGE, 0) == (ssize_t)(N * ST_PAGE);
	memset(to, 0, N * ST_PAGE);
	behave_protect();
	good += pread(fd, to, N * ST_PAGE, 0) == (ssize_t)(N * ST_PAGE);
	behave_expect(fd >= 0 && good == 2, "a device reads and writes all pages");
	for (i = 0; i < N; i++)
		good += *(uint64_t *)(to + i * ST_PAGE) == (uintptr_t)at + i + 1;
	close(fd);
	return good;
}

/* Pages are made to fault while a device has them: they are pinned then, and stay the same. */
static uint64_t pinned_io(void)
{
	char *at = behave_make(N), *to = behave_make(N);
	int fd = open(DISK, O_RDWR | O_DIRECT | O_CLOEXEC);
	struct iocb io[N], *list[N];
	static struct io_event done[N];
	aio_context_t context = 0;
	uint64_t good = 0;
	unsigned int i;
	long begun, ended;

	if (pwrite(fd, at, N * ST_PAGE, 0) != (ssize_t)(N * ST_PAGE))
		return 0;
	memset(to, 0, N * ST_PAGE);
	memset(io, 0, sizeof(io));
	for (i = 0; i < N; i++) {
		io[i].aio_fildes = fd;
		io[i].aio_lio_opcode = IOCB_CMD_PREAD;
		io[i].aio_buf = (uintptr_t)to + i * ST_PAGE;
		io[i].aio_nbytes = ST_PAGE;
		io[i].aio_offset = i * ST_PAGE;
		list[i] = &io[i];
	}
	syscall(SYS_io_setup, N, &context);
	behave_protect();
	begun = syscall(SYS_io_submit, context, N, list);
	behave_protect();
	if (!fork())
		_exit(0);
	ended = syscall(SYS_io_getevents, context, N, N, done, NULL);
	syscall(SYS_io_destroy, context);
	wait(NULL);
	behave_expect(begun == N && ended == N, "a device reads into all pages, later");
	for (i = 0; i < N; i++)
		good += *(uint64_t *)(to + i * ST_PAGE) == (uintptr_t)at + i + 1;
	close(fd);
	return good;
}

/* By its parent, which is traced; the child has what is protected, too. */
static uint64_t debugged(void)
{
	char *at = behave_make(N);
	unsigned int i, peeked = 0, poked = 0;
	int status;
	pid_t pid = fork();

	if (!pid) {
		raise(SIGSTOP);
		_exit(behave_good(at, N) == N / 2);
	}
	behave_protect();
	waitpid(pid, &status, WUNTRACED);
	ptrace(PTRACE_SEIZE, pid, NULL, NULL);
	ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	waitpid(pid, &status, 0);
	for (i = 0; i < N; i++) {
		char *addr = at + i * ST_PAGE;

		peeked += (uint64_t)ptrace(PTRACE_PEEKDATA, pid, addr, NULL) ==
			  (uintptr_t)at + i + 1;
		if (i % 2)
			poked += !ptrace(PTRACE_POKEDATA, pid, addr, NULL);
	}
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	behave_expect(peeked == N && poked == N / 2, "a debugger reads and writes words");
	behave_expect(WEXITSTATUS(status) == 1, "whom it debugs finds what was written");
	return peeked * 1000 + poked + behave_good(at, N);
}

/* By its child: it is stopped, read and written as a program that is traced. */
static uint64_t debugged_itself(void)
{
	volatile uint64_t *seen = mmap(NULL, ST_PAGE, PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *at = behave_make(N);
	pid_t me = getpid(), pid;
	unsigned int i, good = 0;
	int status;

	behave_protect();
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_SEIZE, me, NULL, NULL);
		ptrace(PTRACE_INTERRUPT, me, NULL, NULL);
		waitpid(me, &status, __WALL);
		for (i = 0; i < N; i++) {
			*seen += (uint64_t)ptrace(PTRACE_PEEKDATA, me, at + i * ST_PAGE, NULL) ==
				 (uintptr_t)at + i + 1;
			ptrace(PTRACE_POKEDATA, me, at + i * ST_PAGE, (void *)(uintptr_t)i);
		}
		ptrace(PTRACE_DETACH, me, NULL, NULL);
		_exit(0);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (i = 0; i < N; i++)
		good += *(uint64_t *)(at + i * ST_PAGE) == i;
	behave_expect(*seen == N && good == N, "a debugger reads and writes its words");
	return *seen * 1000 + good;
}

/* Words of the pattern that a core file has. */
static uint64_t dumped(void)
{
	char *at = behave_make(N);
	struct rlimit lim = { RLIM_INFINITY, RLIM_INFINITY };
	static char page[ST_PAGE];
	uint64_t good = 0, first;
	int fd, status;
	pid_t pid;

	unlink("/tmp/core");
	setrlimit(RLIMIT_CORE, &lim);
	behave_protect();
	pid = fork();
	if (!pid) {
		if (chdir("/tmp"))
			_exit(1);
		abort();
	}
	waitpid(pid, &status, 0);
	fd = open("/tmp/core", O_RDONLY | O_CLOEXEC);
	while (read(fd, page, ST_PAGE) == (ssize_t)ST_PAGE) {
		first = *(uint64_t *)page;
		good += first > (uintptr_t)at && first <= (uintptr_t)at + N;
	}
	close(fd);
	behave_expect(WIFSIGNALED(status) && WCOREDUMP(status), "a core file is written");
	behave_expect(good == N, "all pages are in it");
	return good;
}

static char *hammered;
static volatile bool stop;
static volatile uint64_t rounds;

static void *hammer(void *nth)
{
	unsigned int i, first = (intptr_t)nth * N / 4;
	uint64_t want = 0, bad = 0;

	for (; !stop; want++)
		for (i = first; i < first + N / 4; i++) {
			uint64_t *word = (uint64_t *)(hammered + i * ST_PAGE);

			bad += *word != (uintptr_t)hammered + i + 1 + want;
			(*word)++;
			if (want % 64 == 63)
				mprotect(word, ST_PAGE, PROT_READ | PROT_WRITE);
		}
	__atomic_add_fetch(&rounds, want, __ATOMIC_RELAXED);
	return bad ? NULL : (void *)1;
}

static uint64_t by_threads(void)
{
	pthread_t threads[4];
	unsigned int i;
	uint64_t good = 0;
	void *ret;

	hammered = behave_make(N);
	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, hammer, (void *)(intptr_t)i);
	for (i = 0; i < 10; i++)
		behave_protect();
	usleep(50000);
	stop = true;
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &ret);
		good += (intptr_t)ret;
	}
	behave_expect(rounds >= 4, "threads write to their pages again and again");
	return good;
}

static uint64_t futexes(void)
{
	char *at = behave_make(N);
	uint64_t good = 0;
	unsigned int i;

	for (i = 0; i < N; i++) {
		uint32_t *word = (uint32_t *)(at + i * ST_PAGE + 64);

		if (i % 8 == 0)
			behave_protect();
		good += syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0) < 0 &&
			errno == EAGAIN;
		good += syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0) == 0;
		good += syscall(SYS_futex, word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0) == 0;
	}
	behave_expect(good == 3 * N, "a futex on each page is waited for, taken and given back");
	return good;
}

static const struct behave all[] = {
	{ "children have what was there, and their own copies", forked },
	{ "other programs are run, and told what was there", ran_another },
	{ "other processes and pipes read and write pages", read_by_others },
	{ "devices read and write pages", direct_io },
	{ "devices write to pages that they have had before", pinned_io },
	{ "a debugger reads and writes pages of its child", debugged },
	{ "a debugger reads and writes pages of its parent", debugged_itself },
	{ "threads that hammer find what they wrote", by_threads },
	{ "futexes are as without", futexes },
};

/* Small kernels have none, or none of ELF: a process that aborts says whether one is written. */
static bool writes_core_files(void)
{
	struct rlimit lim = { RLIM_INFINITY, RLIM_INFINITY };
	int status = 0;
	pid_t pid;

	if (st_run("echo core 2>/dev/null >/proc/sys/kernel/core_pattern &&"
		   "echo 0 >/proc/sys/kernel/core_uses_pid"))
		return false;
	pid = fork();
	if (!pid) {
		setrlimit(RLIMIT_CORE, &lim);
		if (!chdir("/tmp"))
			abort();
		_exit(1);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) && WCOREDUMP(status);
}

static void test_core(void)
{
	static const struct behave core = { "a core file has what was there", dumped };

	if (writes_core_files())
		behave_compare(&core, 1);
	else
		ktap_skip(core.what, "this kernel writes none");
}

int main(void)
{
	flt_load();
	behave_compare(all, sizeof(all) / sizeof(all[0]));
	test_core();
	return ktap_end();
}
