// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * A program that handles its own faults by userfaultfd is told of the same ones while it is
 * traced: pages that are missing, written to, or in the page cache only.  Once it has asked for
 * them its memory is left alone, and entries that were made to fault before it did are its own.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "ktap.h"
#include "states.h"

#define N BEHAVE_PAGES

static int faults_fd;
static char *watched;
/* What its owner was told of. */
static volatile unsigned int missing, written, minor;

static void copy_page(uintptr_t addr)
{
	static char page[ST_PAGE] __attribute__((aligned(4096)));
	struct uffdio_copy copy = { .dst = addr, .src = (uintptr_t)page, .len = ST_PAGE };

	*(uint64_t *)page = (uintptr_t)watched + (addr - (uintptr_t)watched) / ST_PAGE + 1;
	missing++;
	ioctl(faults_fd, UFFDIO_COPY, &copy);
}

static void allow_write(uintptr_t addr)
{
	struct uffdio_writeprotect wp = { .range = { .start = addr, .len = ST_PAGE } };

	written++;
	ioctl(faults_fd, UFFDIO_WRITEPROTECT, &wp);
}

static void go_on(uintptr_t addr)
{
	struct uffdio_continue next = { .range = { .start = addr, .len = ST_PAGE } };

	minor++;
	ioctl(faults_fd, UFFDIO_CONTINUE, &next);
}

static void *handle(void *unused)
{
	struct uffd_msg msg;

	(void)unused;
	while (read(faults_fd, &msg, sizeof(msg)) == sizeof(msg)) {
		uintptr_t addr = msg.arg.pagefault.address & ~(ST_PAGE - 1);

		if (msg.arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP)
			allow_write(addr);
		else if (msg.arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_MINOR)
			go_on(addr);
		else
			copy_page(addr);
	}
	return NULL;
}

/* From now on somebody handles faults in @watched. */
static void watch(uint64_t mode, uint64_t features)
{
	struct uffdio_api api = { .api = UFFD_API, .features = features };
	struct uffdio_register reg = {
		.range = { .start = (uintptr_t)watched, .len = N * ST_PAGE }, .mode = mode,
	};
	pthread_t thread;

	missing = written = minor = 0;
	faults_fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	behave_expect(faults_fd >= 0 && !ioctl(faults_fd, UFFDIO_API, &api),
		      "this kernel has userfaultfd with what is needed");
	behave_expect(!ioctl(faults_fd, UFFDIO_REGISTER, &reg), "memory is registered");
	pthread_create(&thread, NULL, handle, NULL);
}

static uint64_t provided(void)
{
	uint64_t good;

	watched = behave_make(N);
	behave_protect();
	madvise(watched + N / 2 * ST_PAGE, N / 2 * ST_PAGE, MADV_DONTNEED);
	watch(UFFDIO_REGISTER_MODE_MISSING, 0);
	behave_protect();
	good = behave_good(watched, N);
	behave_expect(missing == N / 2, "its owner is told of each missing page once");
	behave_protect();
	return good * 1000 + behave_good(watched, N) + missing;
}

static uint64_t write_protected(void)
{
	struct uffdio_writeprotect wp = { .mode = UFFDIO_WRITEPROTECT_MODE_WP };
	unsigned int i;
	uint64_t good;

	watched = behave_make(N);
	behave_protect();
	watch(UFFDIO_REGISTER_MODE_WP, UFFD_FEATURE_PAGEFAULT_FLAG_WP);
	behave_protect();
	wp.range.start = (uintptr_t)watched;
	wp.range.len = N / 2 * ST_PAGE;
	behave_expect(!ioctl(faults_fd, UFFDIO_WRITEPROTECT, &wp), "pages are write-protected");
	behave_protect();
	good = behave_good(watched, N);
	behave_expect(!written, "who reads is let through");
	for (i = 0; i < N; i++)
		(*(uint64_t *)(watched + i * ST_PAGE + 8))++;
	behave_protect();
	for (i = 0; i < N; i++)
		(*(uint64_t *)(watched + i * ST_PAGE + 8))++;
	behave_expect(written == N / 2, "its owner is told of the first write to each page");
	for (i = 0; i < N; i++)
		good += *(uint64_t *)(watched + i * ST_PAGE + 8) == 2;
	return good * 1000 + behave_good(watched, N) + written;
}

static uint64_t continued(void)
{
	int fd = syscall(SYS_memfd_create, "minor", 0);
	uint64_t good;

	if (ftruncate(fd, N * ST_PAGE))
		return 0;
	watched = mmap(NULL, N * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	st_touch(watched, N);
	behave_protect();
	madvise(watched, N / 2 * ST_PAGE, MADV_DONTNEED);
	watch(UFFDIO_REGISTER_MODE_MINOR, UFFD_FEATURE_MINOR_SHMEM);
	behave_protect();
	good = behave_good(watched, N);
	behave_expect(minor == N / 2, "its owner is told of each page in the page cache once");
	behave_protect();
	return good * 1000 + behave_good(watched, N) + minor;
}

static char *make_watched(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);

	st_touch(at, FLT_PAGES);
	reg.range.start = (uintptr_t)at;
	reg.range.len = FLT_PAGES * ST_PAGE;
	if (ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &reg))
		abort();
	return at;
}

static void test_left_alone(void)
{
	struct flt_target *t = flt_start(make_watched);
	struct flt_answer *a = flt_ask_pages(t, "every=20ms samples=2");

	flt_rest(a);
	ktap_equal(a->sweep.guarded, 0, "no page that userfaultfd has is made to fault");
	ktap_equal(a->end.skipped[PAGESNAP_FAULTS_WHY_UFFD], FLT_PAGES,
		   "pages that userfaultfd has are counted");
	flt_close(a);
	flt_end(t);
}

static const struct behave all[] = {
	{ "userfaultfd provides pages", provided },
	{ "userfaultfd hears of writes", write_protected },
	{ "userfaultfd lets pages of the page cache in", continued },
};

int main(void)
{
	flt_load();
	behave_compare(all, sizeof(all) / sizeof(all[0]));
	test_left_alone();
	return ktap_end();
}
