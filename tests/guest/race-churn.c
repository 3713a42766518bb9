// SPDX-License-Identifier: GPL-2.0
/*
 * Walks of all four kinds while what they walk changes: files are truncated,
 * punched, evicted and deleted, mappings split, collapsed, swapped and
 * dropped, a filesystem mounted and unmounted.  Every answer must ascend,
 * hold no index twice, and add up to its end record.  What crashes shows in
 * the kernel log.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define SECONDS 20
#define MNT "/mnt/churn"
#define SIZE (8 << 20)
#define LINE_MAX_ 65536

struct shared {
	volatile int stop;
	volatile long churns[8];
	volatile long answers[4];
	volatile long bad;
	char why[512];
};

static struct shared *shared;

/* What changes ----------------------------------------------------------- */

static void churn_file(const char *path, int seed)
{
	static char buf[65536];
	int fd = open(path, O_RDWR | O_CREAT, 0600), i;
	off_t off;

	srand(seed);
	off = (off_t)(rand() % 100) * 65536;
	for (i = 0; i < 8; i++)
		if (pwrite(fd, buf, sizeof(buf), off + i * 65536) < 0)
			break;
	switch (seed % 5) {
	case 0:
		if (ftruncate(fd, rand() % SIZE))
			break;
		break;
	case 1:
		fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off, 200000);
		break;
	case 2:
		fdatasync(fd);
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		break;
	case 3:
		unlink(path);
		break;
	default:
		break;
	}
	close(fd);
}

static void churn_files(int n)
{
	char path[64];

	snprintf(path, sizeof(path), n & 1 ? "/root/churn%d" : "/dev/shm/churn%d", n % 6);
	churn_file(path, n);
}

static char *area;

static void churn_area(int n)
{
	size_t off = (size_t)(n * 7919 % 16) << 21;

	switch (n % 7) {
	case 0:
		memset(area + off, n, 2 << 20);
		break;
	case 1:
		madvise(area + off, 2 << 20, 21 /* MADV_PAGEOUT */);
		break;
	case 2:
		madvise(area + off, 2 << 20, 25 /* MADV_COLLAPSE, from 6.1 */);
		break;
	case 3:
		madvise(area + off + 4096, 65536, MADV_DONTNEED);
		break;
	case 4:
		mprotect(area + off, 1 << 20, PROT_READ);
		mprotect(area + off, 1 << 20, PROT_READ | PROT_WRITE);
		break;
	case 5:
		mmap(area + off, 1 << 20, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		break;
	default:
		if (!fork()) {
			area[off] = 1;
			_exit(0);
		}
		wait(NULL);
	}
}

static void churn_mount(int n)
{
	static char buf[65536];
	char path[64];

	if (mount("churn", MNT, "tmpfs", 0, "size=20m"))
		return;
	for (int i = 0; i < 20; i++) {
		snprintf(path, sizeof(path), MNT "/f%d", (i + n) % 40);
		int fd = open(path, O_RDWR | O_CREAT, 0600);

		if (write(fd, buf, 1 + n % sizeof(buf)) < 0)
			n++;
		close(fd);
	}
	umount2(MNT, n & 1 ? MNT_DETACH : 0);
	umount2(MNT, MNT_DETACH);
}

static void churn_caches(int n)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY);

	if (write(fd, "3", 1) != 1)
		n++;
	close(fd);
	usleep(200000);
}

/* Readers ---------------------------------------------------------------- */

static void complain(const char *what, const char *line)
{
	if (!__sync_fetch_and_add(&shared->bad, 1))
		snprintf(shared->why, sizeof(shared->why), "%s: %.300s", what, line);
}

static bool number(const char *line, const char *key, unsigned long long *v)
{
	const char *p = strstr(line, key);

	if (p)
		*v = strtoull(p + strlen(key), NULL, 0);
	return p;
}

struct sums {
	unsigned long long next;	/* index that may come next */
	unsigned long long pages, gone, swap, special, holes, records;
};

static void check_end(const char *line, const struct sums *s)
{
	static const char *const keys[] = { " pages=", " gone=", " swap=", " special=", " holes=",
					    " records=" };
	const unsigned long long have[] = { s->pages, s->gone, s->swap, s->special, s->holes,
					    s->records };
	unsigned long long v;

	for (int i = 0; i < 6; i++)
		if (!number(line, keys[i], &v) || v != have[i])
			complain("the end does not add up", line);
}

/* The first key behind the query tells where pages stand; objects have another there. */
static bool place(const char *line, unsigned long long *index)
{
	static const char *const keys[] = { "index=", "vpn=", "pfn=" };
	const char *p = strstr(line, " q=1 ");

	for (int i = 0; p && i < 3; i++) {
		if (strncmp(p + 5, keys[i], strlen(keys[i])))
			continue;
		*index = strtoull(p + 5 + strlen(keys[i]), NULL, 0);
		return true;
	}
	return false;
}

static void check_line(const char *line, struct sums *s)
{
	unsigned long long index, nr = 1;
	bool run = !strncmp(line, "run ", 4) || !strncmp(line, "page ", 5);

	if (!strncmp(line, "end ", 4)) {
		check_end(line, s);
		memset(s, 0, sizeof(*s));
		return;
	}
	if (!place(line, &index)) {
		/* An object, whose pages may begin anywhere; spans go on. */
		if (strncmp(line, "span ", 5))
			s->next = 0;
		return;
	}
	number(line, " nr=", &nr);
	s->records++;
	if (index < s->next)
		complain("indices don't ascend", line);
	s->next = index + nr;
	if (run)
		s->pages += nr;
	else if (!strncmp(line, "gone ", 5))
		s->gone += nr;
	else if (!strncmp(line, "swap ", 5))
		s->swap += nr;
	else if (!strncmp(line, "hole ", 5))
		s->holes += nr;
	else
		s->special += nr;
}

static bool ask(const char *index, const char *query)
{
	static char path[128], line[LINE_MAX_];
	struct sums sums = {};
	bool ended = false;
	FILE *file;

	snprintf(path, sizeof(path), DIR "%s", index);
	file = fopen(path, "r+");
	if (!file)
		return false;
	fprintf(file, "%s\n", query);
	fflush(file);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '#' || !strncmp(line, "query ", 6) || !strncmp(line, "error ", 6))
			continue;
		if (!strncmp(line, "end ", 4) && strstr(line, "status=error"))
			ended = true;
		else
			check_line(line, &sums);
		ended |= !strncmp(line, "end ", 4);
	}
	fclose(file);
	if (!ended)
		complain("no end", query);
	return ended;
}

static void reader(int kind)
{
	static const char *const groups[] = { "", " group=page", " flags=-lru", " min-order=1" };
	static const char *const index[] = { "pfn_index", "filename_index", "sb_index",
					     "task_index" };
	static const char *const places[] = { "/root", "/dev/shm", MNT };
	char query[128];

	for (int n = 0; !shared->stop; n++) {
		const char *group = groups[n % 4];

		switch (kind) {
		case 0:
			snprintf(query, sizeof(query), "%d+30000%s", n * 10007 % 250000, group);
			break;
		case 1:
			snprintf(query, sizeof(query), n & 1 ? "/root/churn%d%s" :
				 "/dev/shm/churn%d%s", n % 6, group);
			break;
		case 2:
			snprintf(query, sizeof(query), "%s%s", places[n % 3], group);
			break;
		default:
			snprintf(query, sizeof(query), "%d%s", getppid(), group);
		}
		if (ask(index[kind], query))
			__sync_fetch_and_add(&shared->answers[kind], 1);
	}
}

/* ------------------------------------------------------------------------ */

static void setup(void)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	area = mmap(NULL, 34 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area = (char *)(((unsigned long)area + (2 << 20) - 1) & ~((2UL << 20) - 1));
	madvise(area, 32 << 20, MADV_HUGEPAGE);
	mkdir(MNT, 0700);
	if (system("mkswap -q /dev/scratch1 2> /dev/null") || swapon("/dev/scratch1", 0))
		ktap_note("no swap: %s", strerror(errno));
}

static pid_t spawn_reader(int kind)
{
	pid_t pid = fork();

	if (!pid) {
		reader(kind);
		_exit(0);
	}
	return pid;
}

static pid_t spawn_churn(int which, void (*churn)(int))
{
	pid_t pid = fork();

	if (!pid) {
		for (int n = 0; !shared->stop; n++) {
			churn(n);
			shared->churns[which]++;
		}
		_exit(0);
	}
	return pid;
}

int main(void)
{
	static const char *const names[] = { "pfn_index", "filename_index", "sb_index",
					     "task_index" };
	time_t end = time(NULL) + SECONDS;
	pid_t pids[8];
	int n = 0;

	setup();
	for (int kind = 0; kind < 4; kind++)
		pids[n++] = spawn_reader(kind);
	pids[n++] = spawn_churn(0, churn_files);
	pids[n++] = spawn_churn(1, churn_mount);
	pids[n++] = spawn_churn(2, churn_caches);
	/* The readers' parent, this task, is what task_index walks. */
	for (int i = 0; time(NULL) < end; i++) {
		churn_area(i);
		shared->churns[3]++;
	}
	shared->stop = 1;
	while (n)
		waitpid(pids[--n], NULL, 0);
	swapoff("/dev/scratch1");
	ktap_note("churns: files %ld, mounts %ld, caches %ld, memory %ld", shared->churns[0],
		  shared->churns[1], shared->churns[2], shared->churns[3]);
	for (int kind = 0; kind < 4; kind++)
		ktap_ok(shared->answers[kind] > 3, "%s answers meanwhile", names[kind]);
	ktap_note("answers: %ld %ld %ld %ld", shared->answers[0], shared->answers[1],
		  shared->answers[2], shared->answers[3]);
	if (shared->bad)
		ktap_note("%s", shared->why);
	ktap_ok(!shared->bad, "all answers ascend and add up (%ld don't)", shared->bad);
	return ktap_end();
}
