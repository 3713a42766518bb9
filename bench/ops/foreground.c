// SPDX-License-Identifier: GPL-2.0
/*
 * foreground WORK AMOUNT [WHERE] [-- COMMAND]: does AMOUNT of some work and
 * reports how long that took, while a shell runs COMMAND over and over on another
 * CPU, if there is one.  What both of them touch is $TARGET for COMMAND: this process's PID, or
 * WHERE.  The work is
 *
 *   read FILE    fio: pread() of 4 KiB at places all over a file
 *   fault        page faults of a process that has 512 MiB in 1,000 VMAs: 64
 *                pages given back, and touched again
 *   map          mmap(), a fault and munmap() in the same
 *   create DIR   a file made, and unlinked
 *   calls FILE   a pipe made and closed; stat(), open(), read() of FILE
 *   touch        each page of 64 MiB read
 *   touch-few    each page of 1 MiB read
 *   touch-new    one page in 64 of 1 MiB given back and written to, then each page of it read 64
 *                times: 16,388 references, of which 4 are faults
 *   touch-half   a random half of these, always the same one
 *   touch-part   those 64 MiB, of 1 GiB that was written to once
 *   run PROGRAM  a shell runs PROGRAM; WHERE isn't what COMMAND looks at
 *
 * COMMAND has the control group pagesnap-bench to itself, for what it took of its
 * CPU, which goes to stderr, and so that all of it can be ended.  $BENCH_HEAD_START_MS is for one
 * that takes long until it is at work: so long before a piece of the work that doesn't count, and
 * again behind that.
 *
 * $BENCH_COSTS is a file that gets "OWN OTHER", nanoseconds of CPU: those of this process and those
 * of COMMAND, each from its start on, and of COMMAND until it has ended: what it does when the work
 * is done belongs to its cost, too.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#include "ops.h"

#define GROUP		"/sys/fs/cgroup/pagesnap-bench"
#define VMAS		1000ul
#define VMA_BYTES	(512ul << 10)
#define AGAIN_PAGES	64ul
#define HOT_PAGES	(64ul << 20 >> 12)
#define FEW_PAGES	(1ul << 20 >> 12)
#define PART_PAGES	(1ul << 30 >> 12)
#define FOREGROUND_CPU	0
#define BACKGROUND_CPU	1
/* Until COMMAND is at work, and not at its start. */
#define HEAD_START_MS	300
#define NEW_PAGES	(FEW_PAGES / 64)
#define NEW_ROUNDS	64
/* For COMMAND to write down what it knows, after it was asked to end. */
#define LAST_WORDS_MS	60000

struct work {
	const char *name;
	/* whether it has a WHERE, and is that what COMMAND looks at */
	bool place, looked_at;
	void (*prepare)(const char *where);
	/* One piece of it, or all: */
	void (*one)(unsigned long nth);
	void (*all)(unsigned long amount);
};

static const char *file;
static char *vmas[VMAS];
static const char *dir;
static const char *program;
/* Those that are touched, in order. */
static volatile char *hot[HOT_PAGES];
static unsigned long nr_hot;
/* The shell of COMMAND, or what that has become. */
static pid_t shell;

static void on_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu < get_nprocs() ? cpu : FOREGROUND_CPU, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		err(1, "CPU %d", cpu);
}

static void prepare_read(const char *where)
{
	file = where;
}

/* Always the same places. */
static void all_reads(unsigned long amount)
{
	char from[4096], number[64];
	pid_t pid = fork();
	int status;

	snprintf(from, sizeof(from), "--filename=%s", file);
	snprintf(number, sizeof(number), "--number_ios=%lu", amount);
	if (!pid) {
		execlp("fio", "fio", "--name=reads", "--readonly", "--rw=randread", "--bs=4k",
		       "--ioengine=psync", "--norandommap", "--randseed=1", "--invalidate=0",
		       "--gtod_reduce=1", "--io_size=1T", "--thread", "--output=/dev/null", from,
		       number, (char *)NULL);
		err(1, "fio");
	}
	if (waitpid(pid, &status, 0) < 0 || status)
		errx(1, "fio failed");
}

static void prepare_fault(const char *where)
{
	unsigned long i;

	(void)where;
	for (i = 0; i < VMAS; i++) {
		/* neighbours that may do the same would become one VMA */
		vmas[i] = mmap(NULL, VMA_BYTES, PROT_READ | PROT_WRITE | (i & 1 ? PROT_EXEC : 0),
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (vmas[i] == MAP_FAILED)
			err(1, "mmap()");
		madvise(vmas[i], VMA_BYTES, MADV_NOHUGEPAGE);
		memset(vmas[i], 1, VMA_BYTES);
	}
}

static void one_fault(unsigned long nth)
{
	char *at = vmas[nth % VMAS];
	unsigned long i;

	if (madvise(at, AGAIN_PAGES * PAGE_BYTES, MADV_DONTNEED))
		err(1, "madvise()");
	for (i = 0; i < AGAIN_PAGES; i++)
		at[i * PAGE_BYTES] = 1;
}

static void one_map(unsigned long nth)
{
	char *at = mmap(NULL, 4 * PAGE_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)nth;
	if (at == MAP_FAILED)
		err(1, "mmap()");
	*at = 1;
	munmap(at, 4 * PAGE_BYTES);
}

static void prepare_create(const char *where)
{
	dir = where;
}

static void one_create(unsigned long nth)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/one-%lu", dir, nth % 16);
	close(bench_open(path, O_CREAT | O_WRONLY));
	if (unlink(path))
		err(1, "%s", path);
}

static void one_call_of_each(unsigned long nth)
{
	struct stat st;
	char some[256];
	int ends[2], fd;

	(void)nth;
	if (pipe(ends))
		err(1, "pipe()");
	close(ends[0]);
	close(ends[1]);
	if (stat(file, &st))
		err(1, "%s", file);
	fd = bench_open(file, O_RDONLY);
	if (read(fd, some, sizeof(some)) < 0)
		err(1, "%s", file);
	close(fd);
}

static volatile char *small_pages(unsigned long nr)
{
	char *at = mmap(NULL, nr * PAGE_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		err(1, "mmap()");
	madvise(at, nr * PAGE_BYTES, MADV_NOHUGEPAGE);
	memset(at, 1, nr * PAGE_BYTES);
	return at;
}

static void heat_all(unsigned long pages)
{
	volatile char *at = small_pages(pages);

	while (nr_hot < pages) {
		hot[nr_hot] = at + nr_hot * PAGE_BYTES;
		nr_hot++;
	}
}

static void prepare_touch(const char *where)
{
	(void)where;
	heat_all(HOT_PAGES);
}

static void prepare_few(const char *where)
{
	(void)where;
	heat_all(FEW_PAGES);
}

static void prepare_half(const char *where)
{
	volatile char *at = small_pages(HOT_PAGES);
	unsigned long i;

	(void)where;
	for (i = 0; i < HOT_PAGES; i++)
		if (bench_toss())
			hot[nr_hot++] = at + i * PAGE_BYTES;
}

static void prepare_part(const char *where)
{
	volatile char *at = small_pages(PART_PAGES);

	(void)where;
	while (nr_hot < HOT_PAGES) {
		hot[nr_hot] = at + (PART_PAGES / 2 + nr_hot) * PAGE_BYTES;
		nr_hot++;
	}
}

static void one_touch(unsigned long nth)
{
	unsigned long i;

	(void)nth;
	for (i = 0; i < nr_hot; i++)
		(void)*hot[i];
}

static void one_new(unsigned long nth)
{
	char *at = (char *)hot[nth * NEW_PAGES % FEW_PAGES];
	unsigned long i;

	if (madvise(at, NEW_PAGES * PAGE_BYTES, MADV_DONTNEED))
		err(1, "madvise()");
	for (i = 0; i < NEW_PAGES; i++)
		at[i * PAGE_BYTES] = 1;
	for (i = 0; i < NEW_ROUNDS; i++)
		one_touch(nth);
}

static void prepare_run(const char *where)
{
	program = where;
}

static void one_run(unsigned long nth)
{
	pid_t pid = fork();
	int status;

	(void)nth;
	if (!pid) {
		execl("/bin/sh", "sh", "-c", program, (char *)NULL);
		err(1, "/bin/sh");
	}
	if (waitpid(pid, &status, 0) < 0 || status)
		errx(1, "failed: %s", program);
}

static const struct work works[] = {
	{ "read", true, true, prepare_read, NULL, all_reads },
	{ "fault", false, false, prepare_fault, one_fault, NULL },
	{ "map", false, false, prepare_fault, one_map, NULL },
	{ "create", true, true, prepare_create, one_create, NULL },
	{ "calls", true, false, prepare_read, one_call_of_each, NULL },
	{ "touch", false, false, prepare_touch, one_touch, NULL },
	{ "touch-few", false, false, prepare_few, one_touch, NULL },
	{ "touch-new", false, false, prepare_few, one_new, NULL },
	{ "touch-half", false, false, prepare_half, one_touch, NULL },
	{ "touch-part", false, false, prepare_part, one_touch, NULL },
	{ "run", true, false, prepare_run, one_run, NULL },
};

static const struct work *find_work(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(works) / sizeof(works[0]); i++)
		if (!strcmp(works[i].name, name))
			return &works[i];
	errx(2, "no work is called %s", name);
}

/* --- the other ------------------------------------------------------------ */

static void write_to(const char *path, const char *text)
{
	int fd = bench_open(path, O_WRONLY);

	if (write(fd, text, strlen(text)) < 0)
		err(1, "%s", path);
	close(fd);
}

/* Microseconds of CPU that the group has had. */
static uint64_t group_us(void)
{
	char text[64] = "";
	int fd = bench_open(GROUP "/cpu.stat", O_RDONLY);

	if (read(fd, text, sizeof(text) - 1) < 0)
		err(1, "cpu.stat");
	close(fd);
	return strtoull(text + strlen("usage_usec "), NULL, 10);
}

/* Waits for a byte, and then is COMMAND, until its group is killed. */
__attribute__((noreturn))
static void background(const char *command, const char *target, int go)
{
	char loop[4096], byte;

	if (read(go, &byte, 1) != 1)
		exit(0);
	close(go);
	setenv("TARGET", target, 1);
	snprintf(loop, sizeof(loop),
		 "while %s; do :; done; printf '# note\\tthat failed: %%s\\n' '%s' >&2",
		 command, command);
	write_to(GROUP "/cgroup.procs", "0");
	on_cpu(BACKGROUND_CPU);
	execl("/bin/sh", "sh", "-c", loop, (char *)NULL);
	err(1, "/bin/sh");
}

/* Forked while this process is small, or its page tables would be shared first. */
static int start_background(const char *command, const char *where)
{
	char target[32];
	int go[2];

	snprintf(target, sizeof(target), "%d", getpid());
	mkdir(GROUP, 0700);
	if (pipe(go))
		err(1, "pipe()");
	shell = fork();
	switch (shell) {
	case -1:
		err(1, "fork()");
	case 0:
		close(go[1]);
		background(command, where ?: target, go[0]);
	}
	close(go[0]);
	return go[1];
}

/* Return: microseconds of CPU that COMMAND has had in all. */
static uint64_t end_background(void)
{
	uint64_t us;
	int ms;

	kill(shell, SIGTERM);
	for (ms = 0; ms < LAST_WORDS_MS && !waitpid(shell, NULL, WNOHANG); ms++)
		usleep(1000);
	write_to(GROUP "/cgroup.kill", "1");
	while (wait(NULL) > 0)
		;
	us = group_us();
	/* What it had started is dead, but maybe not gone. */
	while (rmdir(GROUP) && errno == EBUSY)
		usleep(10000);
	return us;
}

static void write_costs(uint64_t own, uint64_t other)
{
	const char *path = getenv("BENCH_COSTS");
	int fd;

	if (!path)
		return;
	fd = bench_open(path, O_WRONLY | O_CREAT | O_TRUNC);
	if (dprintf(fd, "%llu %llu\n", (unsigned long long)own, (unsigned long long)other) < 0)
		err(1, "%s", path);
	close(fd);
}

static void give_head_start(const struct work *work)
{
	const char *ms = getenv("BENCH_HEAD_START_MS");

	usleep(1000 * (ms ? (useconds_t)atoi(ms) : HEAD_START_MS));
	if (!ms || !work->one)
		return;
	work->one(0);
	usleep(1000 * (useconds_t)atoi(ms));
}

int main(int argc, char **argv)
{
	const char *where = NULL, *command = NULL;
	unsigned long amount, i;
	const struct work *work;
	struct bench_cost began, took;
	uint64_t us = 0, all_us = 0;
	int at = 3, go = -1;

	if (argc < 3)
		errx(2, "usage: foreground WORK AMOUNT [WHERE] [-- COMMAND]");
	work = find_work(argv[1]);
	amount = strtoul(argv[2], NULL, 10);
	if (work->place)
		where = argv[at++];
	if (at + 1 < argc && !strcmp(argv[at], "--"))
		command = argv[at + 1];
	if (command)
		go = start_background(command, work->looked_at ? where : NULL);
	on_cpu(FOREGROUND_CPU);
	work->prepare(where);
	if (command) {
		if (write(go, "", 1) != 1)
			err(1, "pipe");
		give_head_start(work);
		us = group_us();
	}
	began = bench_begin();
	if (work->all)
		work->all(amount);
	for (i = 0; i < amount && work->one; i++)
		work->one(i);
	took = bench_since(began);
	if (command) {
		us = group_us() - us;
		all_us = end_background();
		fprintf(stderr, "# note\t%s beside %s: it took %.0f %% of its CPU\n", work->name,
			command, (double)us * 100000 / (double)took.wall);
	}
	write_costs(began.cpu + took.cpu, all_us * 1000);
	bench_report(took);
	return 0;
}
