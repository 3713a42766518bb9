// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=swap,ksm,thp disturbs=module,disks,memory,settings machine=turns */
/*
 * The memory of a program that is traced has what it had, whatever the kernel and others do with
 * its pages: swap, merge, move, split, copy, drop, read and write them behind its back.
 */
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define SWAP "/dev/scratch0"
#define N BEHAVE_PAGES

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static uint64_t swapped(void)
{
	char *at = behave_make(N);
	unsigned int round, good = 0;

	for (round = 0; round < 4; round++) {
		behave_protect();
		madvise(at, N * ST_PAGE, MADV_PAGEOUT);
		if (round % 2)
			behave_protect();
		good += behave_good(at, N);
	}
	return good;
}

static uint64_t merged(void)
{
	char *at = behave_make(N);
	unsigned int i, good = 0;

	for (i = 0; i < N; i++)
		memset(at + i * ST_PAGE, 'k', ST_PAGE);
	behave_protect();
	madvise(at, N * ST_PAGE, MADV_MERGEABLE);
	for (i = 0; i < 6; i++)
		behave_protect();
	for (i = 0; i < N; i += 2)
		at[i * ST_PAGE] = i;
	behave_protect();
	madvise(at, N * ST_PAGE, MADV_UNMERGEABLE);
	for (i = 0; i < N; i++)
		good += at[i * ST_PAGE] == (i % 2 ? 'k' : (char)i) && at[i * ST_PAGE + 99] == 'k';
	return good;
}

static uint64_t moved(void)
{
	char *at = behave_make(N);
	void *pages[N];
	int nodes[N], status[N];
	unsigned int i, round, good = 0;

	for (round = 0; round < 4; round++) {
		for (i = 0; i < N; i++) {
			pages[i] = at + i * ST_PAGE;
			nodes[i] = round % 2;
		}
		behave_protect();
		syscall(SYS_move_pages, 0, N, pages, nodes, status, 2);
		good += behave_good(at, N);
	}
	return good;
}

static uint64_t forked(void)
{
	char *at = behave_make(N);
	unsigned int i, good = 0;
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
		good += WIFEXITED(status) * 100 + WEXITSTATUS(status);
		good += behave_good(at, N);
	}
	return good;
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
		there.iov_base = copy;
	}
	return good;
}

static uint64_t direct_io(void)
{
	char *at = behave_make(N), *to = behave_make(N);
	int fd = open("/tmp/direct", O_RDWR | O_CREAT | O_DIRECT | O_CLOEXEC, 0600);
	unsigned int i, good = 0;

	if (fd < 0)
		fd = open("/tmp/direct", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	behave_protect();
	good += pwrite(fd, at, N * ST_PAGE, 0) == (ssize_t)(N * ST_PAGE);
	behave_protect();
	good += pread(fd, to, N * ST_PAGE, 0) == (ssize_t)(N * ST_PAGE);
	for (i = 0; i < N; i++)
		good += *(uint64_t *)(to + i * ST_PAGE) == (uintptr_t)at + i + 1;
	close(fd);
	unlink("/tmp/direct");
	return good;
}

/* By a child, which has what is protected, too. */
static uint64_t debugged(void)
{
	char *at = behave_make(N);
	unsigned int i, good = 0;
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

		good += (uint64_t)ptrace(PTRACE_PEEKDATA, pid, addr, NULL) == (uintptr_t)at + i + 1;
		if (i % 2)
			good += !ptrace(PTRACE_POKEDATA, pid, addr, NULL);
	}
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	return good * 1000 + WEXITSTATUS(status) * 100 + behave_good(at, N);
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
	return good * 10 + !!WCOREDUMP(status);
}

static uint64_t huge(void)
{
	char *at = st_map(4 * ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t i, good = 0;

	st_thp(at, 4 * ST_HUGE_PAGES);
	behave_protect();
	good += behave_good(at, 4 * ST_HUGE_PAGES);
	behave_protect();
	munmap(at + ST_HUGE + 5 * ST_PAGE, 3 * ST_PAGE);
	mprotect(at + 2 * ST_HUGE + 7 * ST_PAGE, ST_PAGE, PROT_READ);
	madvise(at + 3 * ST_HUGE + 7 * ST_PAGE, ST_PAGE, MADV_DONTNEED);
	behave_protect();
	for (i = 0; i < 4 * ST_HUGE_PAGES; i++) {
		uint64_t *word = (uint64_t *)(at + i * ST_PAGE);

		if (i >= ST_HUGE_PAGES + 5 && i < ST_HUGE_PAGES + 8)
			continue;
		good += *word == (uintptr_t)at + i + 1;
		if (i != 2 * ST_HUGE_PAGES + 7)
			(*word)++;
	}
	if (madvise(at, ST_HUGE, MADV_COLLAPSE))
		good += 0;
	behave_protect();
	for (i = 0; i < ST_HUGE_PAGES; i++)
		good += *(uint64_t *)(at + i * ST_PAGE) == (uintptr_t)at + i + 2;
	return good;
}

static uint64_t collapsed(void)
{
	char *at = st_map(ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t good = 0;

	st_touch(at, ST_HUGE_PAGES);
	madvise(at, ST_HUGE, MADV_HUGEPAGE);
	behave_protect();
	madvise(at, ST_HUGE, MADV_COLLAPSE);
	good += behave_good(at, ST_HUGE_PAGES);
	behave_protect();
	return good + behave_good(at, ST_HUGE_PAGES);
}

static uint64_t dropped(void)
{
	char *at = behave_make(N), *to;
	uint64_t good = 0;
	unsigned int i;

	behave_protect();
	madvise(at, N / 4 * ST_PAGE, MADV_DONTNEED);
	madvise(at + N / 4 * ST_PAGE, N / 4 * ST_PAGE, MADV_FREE);
	for (i = 0; i < N / 2; i++) {
		uint64_t word = *(uint64_t *)(at + i * ST_PAGE);

		good += !word || (i >= N / 4 && word == (uintptr_t)at + i + 1);
	}
	behave_protect();
	to = mremap(at + N / 2 * ST_PAGE, N / 2 * ST_PAGE, N * ST_PAGE, MREMAP_MAYMOVE);
	for (i = 0; i < N / 2; i++)
		good += *(uint64_t *)(to + i * ST_PAGE) == (uintptr_t)at + N / 2 + i + 1;
	for (i = N / 2; i < N; i++)
		good += !to[i * ST_PAGE];
	return good;
}

static char *missing;

static void *provide(void *fd)
{
	static char page[ST_PAGE] __attribute__((aligned(4096)));
	struct uffd_msg msg;

	while (read((int)(intptr_t)fd, &msg, sizeof(msg)) == sizeof(msg)) {
		uintptr_t addr = msg.arg.pagefault.address & ~(ST_PAGE - 1);
		struct uffdio_copy copy = { .dst = addr, .src = (uintptr_t)page, .len = ST_PAGE };

		*(uint64_t *)page = (uintptr_t)missing + (addr - (uintptr_t)missing) / ST_PAGE + 1;
		ioctl((int)(intptr_t)fd, UFFDIO_COPY, &copy);
	}
	return NULL;
}

static uint64_t provided(void)
{
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	uint64_t good = 0;
	pthread_t thread;

	missing = behave_make(N);
	if (fd < 0)
		good = 1000;
	behave_protect();
	madvise(missing + N / 2 * ST_PAGE, N / 2 * ST_PAGE, MADV_DONTNEED);
	reg.range.start = (uintptr_t)missing;
	reg.range.len = N * ST_PAGE;
	ioctl(fd, UFFDIO_API, &api);
	if (fd < 0 || ioctl(fd, UFFDIO_REGISTER, &reg)) {
		st_touch(missing, N);
		return good + behave_good(missing, N);
	}
	pthread_create(&thread, NULL, provide, (void *)(intptr_t)fd);
	good += behave_good(missing, N);
	behave_protect();
	return good + behave_good(missing, N);
}

static char *hammered;
static volatile bool stop;

static void *hammer(void *nth)
{
	uint64_t good = 0, want = 0, bad = 0;
	unsigned int i, first = (intptr_t)nth * N / 4;

	for (; !stop; want++)
		for (i = first; i < first + N / 4; i++) {
			uint64_t *word = (uint64_t *)(hammered + i * ST_PAGE);

			bad += *word != (uintptr_t)hammered + i + 1 + want;
			(*word)++;
			if (want % 64 == 63)
				mprotect(word, ST_PAGE, PROT_READ | PROT_WRITE);
			good++;
		}
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
	stop = true;
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &ret);
		good += (intptr_t)ret;
	}
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
	return good;
}

static const struct behave all[] = {
	{ "pages come back from swap", swapped },
	{ "pages that are merged are written to apart", merged },
	{ "pages that are moved to another node keep what they have", moved },
	{ "children have what was there, and their own copies", forked },
	{ "other processes and pipes read and write pages", read_by_others },
	{ "devices read and write pages", direct_io },
	{ "a debugger reads and writes pages", debugged },
	{ "a core file has what was there", dumped },
	{ "huge pages that are split keep what they have", huge },
	{ "pages that are collapsed keep what they have", collapsed },
	{ "pages that are dropped are empty, those that are remapped are not", dropped },
	{ "userfaultfd provides pages", provided },
	{ "threads that hammer find what they wrote", by_threads },
	{ "futexes are as without", futexes },
};

int main(void)
{
	flt_load();
	st_swapon(SWAP);
	st_run("echo core >/proc/sys/kernel/core_pattern; echo 0 >/proc/sys/kernel/core_uses_pid;"
	       "echo 1000 >/sys/kernel/mm/ksm/pages_to_scan;"
	       "echo 10 >/sys/kernel/mm/ksm/sleep_millisecs; echo 1 >/sys/kernel/mm/ksm/run");
	behave_compare(all, sizeof(all) / sizeof(all[0]));
	st_run("echo 2 >/sys/kernel/mm/ksm/run; echo 0 >/sys/kernel/mm/ksm/run");
	st_swapoff(SWAP);
	return ktap_end();
}
