// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=supers needs=- disturbs=disks,mounts */
/*
 * type:NAME in sb_index: what has no path is found, each file once, by the
 * right superblock, and no module is loaded for the asking.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define DIR	"/sys/kernel/tracing/objects/mm/pages/"

/* Files of an answer -------------------------------------------------------- */

struct found {
	unsigned int times;
	uint64_t pages;
	char name[256];
	char state[16];
	char dev[32];
};

static struct found find(const struct ps_answer *a, uint64_t ino, const char *dev)
{
	struct found found = { .times = 0 };
	const struct ps_rec *rec;

	for (size_t i = 0; (rec = ps_object(a, "file", i)); i++) {
		if (ps_num(rec, "ino") != ino || (dev && strcmp(ps_str(rec, "dev"), dev)))
			continue;
		found.times++;
		found.pages = ps_num(rec, "cached");
		snprintf(found.name, sizeof(found.name), "%s", ps_str(rec, "name"));
		snprintf(found.state, sizeof(found.state), "%s", ps_str(rec, "state"));
		snprintf(found.dev, sizeof(found.dev), "%s", ps_str(rec, "dev"));
	}
	return found;
}

static void check_found(const char *what, struct found found, uint64_t pages, const char *name,
			const char *state)
{
	ktap_equal(found.times, 1, "%s: once", what);
	ktap_equal(found.pages, pages, "%s: pages", what);
	if (!ktap_ok(!strcmp(found.name, name), "%s: name", what))
		ktap_note("%s, not %s", found.name, name);
	if (!ktap_ok(!strcmp(found.state, state), "%s: state", what))
		ktap_note("%s, not %s", found.state, state);
}

static const char *dev_of(dev_t dev)
{
	static char text[4][32];
	static unsigned int at;
	char *to = text[at++ % 4];

	snprintf(to, sizeof(text[0]), "%u:%u", major(dev), minor(dev));
	return to;
}

/* The superblock's own device: btrfs gives stat() another. */
static const char *dev_of_mount(const char *dir)
{
	static char text[4][32];
	static unsigned int at;
	char *to = text[at++ % 4], line[1024], mounted[512];
	FILE *f = fopen("/proc/self/mountinfo", "r");

	to[0] = '\0';
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%*s %*s %31s %*s %511s", to, mounted) == 2 &&
		    !strcmp(mounted, dir))
			break;
	fclose(f);
	return to;
}

/* Inode behind an address, as /proc/self/maps has it. */
static uint64_t mapped_ino(const void *at)
{
	unsigned long start, end;
	char line[512];
	uint64_t ino = 0, one;
	FILE *f = fopen("/proc/self/maps", "r");

	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %*s %*s %lu", &start, &end, &one) == 3 &&
		    start <= (unsigned long)at && (unsigned long)at < end)
			ino = one;
	fclose(f);
	return ino;
}

/* Shared memory ------------------------------------------------------------- */

/* By process it has the same name and state, and by file, if @fd is one. */
static void check_same(const char *what, const char *at, int fd, const char *name,
		       const char *state)
{
	struct ps_answer *a = ps_ask("task_index", "%d 0x%llx+1", getpid(),
				     (unsigned long long)at / ST_PAGE), *b;
	const struct ps_rec *vma = ps_object(a, "vma", 0), *file;

	ktap_ok(vma && !strcmp(ps_str(vma, "name"), name) && !strcmp(ps_str(vma, "state"), state),
		"%s: by process: %s, %s", what, vma ? ps_str(vma, "name") : "", state);
	ps_free(a);
	if (fd < 0)
		return;
	b = ps_ask("filename_index", "/proc/%d/fd/%d", getpid(), fd);
	file = ps_object(b, "file", 0);
	ktap_ok(file && !strcmp(ps_str(file, "name"), name) &&
		!strcmp(ps_str(file, "state"), state),
		"%s: by file: %s, %s", what, file ? ps_str(file, "name") : "", state);
	ps_free(b);
}

static void test_shared_memory(void)
{
	int memfd = memfd_create("no path", MFD_CLOEXEC), id;
	char *shm, *anon, *mem, name[64];
	struct ps_answer *a;
	struct stat st;

	st_write(memfd, 0, 20);
	fstat(memfd, &st);
	id = shmget(IPC_PRIVATE, 10 * ST_PAGE, IPC_CREAT | 0600);
	shm = shmat(id, NULL, 0);
	shmctl(id, IPC_RMID, NULL);
	memset(shm, 1, 10 * ST_PAGE);
	anon = mmap(NULL, 12 * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	memset(anon, 1, 12 * ST_PAGE);
	a = ps_ask("sb_index", "type:tmpfs group=object");
	ktap_ok(ps_complete(a), "tmpfs: complete");
	check_found("memfd", find(a, st.st_ino, dev_of(st.st_dev)), 20, "memfd:no\\040path",
		    "deleted");
	snprintf(name, sizeof(name), "SYSV%08x", 0);
	check_found("System V", find(a, mapped_ino(shm), dev_of(st.st_dev)), 10, name, "deleted");
	check_found("anonymous", find(a, mapped_ino(anon), dev_of(st.st_dev)), 12, "dev/zero",
		    "deleted");
	ps_free(a);
	mem = mmap(NULL, 20 * ST_PAGE, PROT_READ, MAP_SHARED | MAP_POPULATE, memfd, 0);
	check_same("memfd", mem, memfd, "memfd:no\\040path", "deleted");
	check_same("System V", shm, -1, name, "deleted");
	check_same("anonymous", anon, -1, "dev/zero", "deleted");
	munmap(mem, 20 * ST_PAGE);
	shmdt(shm);
	munmap(anon, 12 * ST_PAGE);
	close(memfd);
}

static void test_hugetlb(void)
{
	struct ps_answer *a;
	struct stat st;
	char *map;
	int fd;

	if (st_hugetlb(2) < 2) {
		ktap_skip("hugetlb", "no huge pages to be had");
		return;
	}
	fd = memfd_create("huge", MFD_HUGETLB);
	map = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	if (ftruncate(fd, 4 << 20) || map == MAP_FAILED)
		ktap_die("hugetlb memfd");
	map[0] = 1;
	fstat(fd, &st);
	a = ps_ask("sb_index", "type:hugetlbfs group=object");
	check_found("hugetlb memfd", find(a, st.st_ino, dev_of(st.st_dev)), 512, "memfd:huge",
		    "deleted");
	check_same("hugetlb memfd", map, fd, "memfd:huge", "deleted");
	ps_free(a);
	munmap(map, 4 << 20);
	close(fd);
	st_hugetlb(0);
}

/* Superblocks ---------------------------------------------------------------- */

struct put {
	const char *mount;
	const char *path;
	const char *name;	/* from the superblock's root */
	const char *state;
	uint64_t pages;
	int fd;
	struct stat st;
};

static void put(struct put *p)
{
	p->fd = p->name[0] ? st_file(p->path) : open(p->path, O_TMPFILE | O_RDWR, 0600);
	st_write(p->fd, 0, p->pages);
	st_clean(p->fd);
	if (fstat(p->fd, &p->st))
		ktap_die("fstat(%s)", p->path);
	if (p->name[0] && !strcmp(p->state, "deleted"))
		unlink(p->path);
}

static void check_put(const struct ps_answer *a, const struct put *p, unsigned int times)
{
	struct found found = find(a, p->st.st_ino, dev_of_mount(p->mount));

	ktap_equal(found.times, times, "%s: found", p->path);
	if (!times)
		return;
	ktap_equal(found.pages, p->pages, "%s: pages", p->path);
	ktap_ok(!p->name[0] || !strcmp(found.name, p->name), "%s: name %s", p->path, found.name);
	ktap_ok(!strcmp(found.state, p->state), "%s: state %s", p->path, found.state);
}

static void test_two(const char *fs)
{
	struct put puts[] = {
		{ "/mnt/one", "/mnt/one/f", "/f", "live", 9, -1, { 0 } },
		{ "/mnt/one", "/mnt/one/gone", "/gone", "deleted", 11, -1, { 0 } },
		{ "/mnt/one", "/mnt/one", "", "deleted", 13, -1, { 0 } },
		{ "/mnt/two", "/mnt/two/f", "/f", "live", 17, -1, { 0 } },
	};
	const size_t nr = sizeof(puts) / sizeof(puts[0]);
	struct ps_answer *a, *one;

	if (!st_mount(fs, "/dev/scratch0", "/mnt/one") ||
	    !st_mount(fs, "/dev/scratch1", "/mnt/two")) {
		ktap_skip("two superblocks", "no %s", fs);
		return;
	}
	/* The same superblock in other places. */
	mkdir("/mnt/again", 0700);
	if (mount("/mnt/one", "/mnt/again", NULL, MS_BIND, NULL))
		ktap_die("bind mount");
	for (size_t i = 0; i < nr; i++)
		put(&puts[i]);
	a = ps_ask("sb_index", "type:%s group=object", fs);
	if (!strcmp(fs, "btrfs") && or_kernel_before(6, 8)) {
		ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "EOPNOTSUPP"),
			"type:btrfs is refused, not answered with nothing");
		ps_free(a);
		goto out;
	}
	ktap_ok(ps_complete(a), "type:%s is answered", fs);
	for (size_t i = 0; i < nr; i++)
		check_put(a, &puts[i], 1);
	ps_free(a);
	one = ps_ask("sb_index", "type:%s dev=%s group=object", fs, dev_of_mount("/mnt/two"));
	ktap_equal(ps_count_objects(one, "sb"), 1, "dev=: one superblock");
	for (size_t i = 0; i < nr; i++)
		check_put(one, &puts[i], i == 3);
	ps_free(one);
out:
	for (size_t i = 0; i < nr; i++)
		close(puts[i].fd);
	umount("/mnt/again");
	st_umount("/mnt/one");
	st_umount("/mnt/two");
}

/* Block devices --------------------------------------------------------------- */

static void test_bdev(void)
{
	static unsigned char cached[256];
	int fd = open("/dev/scratch0", O_RDONLY);
	char what[64];
	struct ps_answer *a;
	struct stat st;
	size_t pages;

	if (fd < 0) {
		ktap_skip("block devices", "no disk");
		return;
	}
	st_evict(fd, 0, 256);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	st_cache(fd, 10, 30);
	pages = or_mincore(fd, 256, cached);
	fstat(fd, &st);
	a = ps_ask("sb_index", "type:bdev dev=%s group=object", dev_of(st.st_rdev));
	ktap_equal(ps_count_objects(a, "file"), 1, "bdev: one device");
	snprintf(what, sizeof(what), "%s", dev_of(st.st_rdev));
	if (ps_object(a, "file", 0)) {
		const struct ps_rec *rec = ps_object(a, "file", 0);

		ktap_equal(ps_num(rec, "cached"), pages, "bdev: its pages");
		ktap_ok(!strcmp(ps_str(rec, "name"), what), "bdev: name=MAJ:MIN");
		ktap_ok(!strcmp(ps_str(rec, "type"), "blk"), "bdev: type=blk");
	}
	ps_free(a);
	a = ps_ask("filename_index", "/dev/scratch0 group=object");
	ktap_ok(ps_object(a, "file", 0) && ps_num(ps_object(a, "file", 0), "cached") == pages &&
		!strcmp(ps_str(ps_object(a, "file", 0), "name"), realpath("/dev/scratch0", NULL)),
		"bdev: by its node");
	ps_free(a);
	a = ps_ask("sb_index", "type:bdev group=object");
	ktap_ok(ps_count_objects(a, "file") > 1, "bdev: all devices");
	ps_free(a);
	a = ps_ask("sb_index", "type:bdev dev=999:1048575");
	ktap_ok(ps_complete(a) && !a->nr, "bdev: a device that is not there has no pages");
	ps_free(a);
	close(fd);
}

/* What is refused -------------------------------------------------------------- */

static unsigned int modules(void)
{
	char line[1024];
	unsigned int n = 0;
	FILE *f = fopen("/proc/modules", "r");

	while (f && fgets(line, sizeof(line), f))
		n++;
	if (f)
		fclose(f);
	return n;
}

static void refuse(const char *query, const char *msg)
{
	struct ps_answer *a = ps_ask("sb_index", "%s", query);
	int fd = open(DIR "sb_index", O_WRONLY | O_TRUNC);
	const char *got = a->error.rec.type ? ps_str(&a->error.rec, "errno") : "none";

	ktap_ok(!strcmp(got, "ENODEV"), "%s: errno=%s", query, got);
	ktap_ok(a->error.rec.type && strstr(ps_unescape(ps_str(&a->error.rec, "msg")), msg),
		"%s: says why", query);
	ps_free(a);
	/* The standing set learns of a type at once, of a device when it is read. */
	if (!strchr(query, ' '))
		ktap_ok(dprintf(fd, "%s\n", query) < 0 && errno == ENODEV, "%s: write() fails",
			query);
	close(fd);
}

static void test_refused(void)
{
	unsigned int before = modules();

	refuse("type:nosuch", "/proc/filesystems");
	refuse("type:ext", "/proc/filesystems");
	refuse("type:ext4.sub", "/proc/filesystems");
	refuse("type:nodev", "/proc/filesystems");
	/* There is a module of it, which nobody needed so far. */
	refuse("type:minix", "/proc/filesystems");
	refuse("type:proc dev=9:9", "on this device");
	ktap_equal(modules(), before, "no module was loaded");
}

/* Unmounted meanwhile ----------------------------------------------------------- */

static char text[1 << 20];

static void test_unmounted(void)
{
	struct put p = { "/mnt/one", "/mnt/one/f", "/f", "live", 3000, -1, { 0 } };
	struct put q = { "/mnt/two", "/mnt/two/f", "/f", "live", 3000, -1, { 0 } };
	size_t len = 0;
	ssize_t n;
	int fd, gone;

	if (!st_mount("ext4", "/dev/scratch0", "/mnt/one") ||
	    !st_mount("ext4", "/dev/scratch1", "/mnt/two")) {
		ktap_skip("unmounted", "no ext4");
		return;
	}
	put(&p);
	put(&q);
	close(p.fd);
	close(q.fd);
	fd = open(DIR "sb_index", O_RDWR);
	dprintf(fd, "type:ext4 group=page\n");
	if (read(fd, text, 4096) <= 0)
		ktap_die("read()");
	gone = !umount("/mnt/one") + !umount("/mnt/two");
	ktap_equal(gone, 2, "filesystems of a type can be unmounted under a reader");
	while ((n = read(fd, text + len, sizeof(text) - 1 - len)) > 0) {
		len += n;
		text[len] = '\0';
		if (len > sizeof(text) / 2) {
			memmove(text, text + len - 4096, 4096);
			len = 4096;
		}
	}
	ktap_ok(strstr(text, "\nend ") && strstr(text, " status=partial ") &&
		strstr(text, " why=unmounted:2 "), "the end counts what was unmounted");
	close(fd);
}

/* Lost meanwhile ---------------------------------------------------------------- */

/* Reads on until pages of /f have come. */
static size_t read_into_file(int fd, char *to, size_t size)
{
	size_t len = 0;
	ssize_t n;
	char *file;

	while (len + 4097 < size && (n = read(fd, to + len, 4096)) > 0) {
		len += n;
		to[len] = '\0';
		file = strstr(to, " name=/f\n");
		if (file && strstr(file, "\npage "))
			return len;
	}
	ktap_die("type:tmpfs: /f doesn't come");
}

/* Pages of /f on @dev; -1 if they don't ascend within one file. */
static int64_t pages_of(char *lines, const char *dev)
{
	uint64_t index, last = 0;
	int64_t pages = 0;
	bool ours = false, fresh = true;
	char want[64];

	snprintf(want, sizeof(want), " dev=%s ", dev);
	for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strncmp(line, "file ", 5)) {
			ours = strstr(line, want) && strstr(line, " name=/f");
			fresh = true;
		} else if (sscanf(line, "page %*s index=%lu", &index) == 1) {
			if (!fresh && index <= last)
				return -1;
			fresh = false;
			last = index;
			pages += ours;
		}
	}
	return pages;
}

/* Its file is evicted while the reader is away: the next superblock has records of its own. */
static void test_cursor_lost_of_a_type(void)
{
	static char lines[4 << 20];
	static const char *const mounts[] = { "/mnt/one", "/mnt/two" };
	char dev[2][32], path[64];
	int fd, file, first;
	size_t len;
	ssize_t n;

	for (size_t i = 0; i < 2; i++) {
		if (!st_mount("tmpfs", "none", mounts[i]))
			ktap_die("tmpfs");
		snprintf(path, sizeof(path), "%s/f", mounts[i]);
		file = st_file(path);
		st_write(file, 0, 3000);
		close(file);
		snprintf(dev[i], sizeof(dev[i]), "%s", dev_of_mount(mounts[i]));
	}
	fd = open(DIR "sb_index", O_RDWR);
	dprintf(fd, "type:tmpfs group=page\n");
	len = read_into_file(fd, lines, sizeof(lines));
	snprintf(path, sizeof(path), " dev=%s ", dev[1]);
	first = strstr(lines, path) ? 1 : 0;
	usleep(300000);
	snprintf(path, sizeof(path), "%s/f", mounts[first]);
	unlink(path);
	while ((n = read(fd, lines + len, sizeof(lines) - 1 - len)) > 0)
		len += n;
	lines[len] = '\0';
	ktap_ok(strstr(lines, " truncated=cursor-lost "), "cursor lost of a type: it is said");
	ktap_equal(pages_of(lines, dev[!first]), 3000,
		   "cursor lost of a type: the next superblock's file has all its pages, and no others");
	close(fd);
	st_umount("/mnt/one");
	st_umount("/mnt/two");
}

/* More than one pass pins ------------------------------------------------------- */

/* In the kernel 256 at a time. */
#define MANY	800

struct many {
	char dev[32];
	unsigned int reports;
	bool gone;	/* while the reader was at it */
};

/* Of several pages: the answer is longer than what a session makes at a time. */
static bool mount_one(const char *dir, struct many *m)
{
	char path[64];
	struct stat st;
	int fd;

	mkdir(dir, 0700);
	if (mount("none", dir, "tmpfs", 0, "size=64k"))
		return false;
	snprintf(path, sizeof(path), "%s/f", dir);
	fd = st_file(path);
	st_write(fd, 0, 8);
	fstat(fd, &st);
	close(fd);
	snprintf(m->dev, sizeof(m->dev), "%s", dev_of(st.st_dev));
	return true;
}

static void unmount_each(struct many *many, unsigned int from, unsigned int step)
{
	char dir[64];

	for (unsigned int i = from; i < MANY; i += step) {
		snprintf(dir, sizeof(dir), "/mnt/many/%u", i);
		if (!many[i].gone && umount(dir))
			ktap_die("umount(%s): %m", dir);
		many[i].gone = true;
	}
}

/* Counts those that are reported, by the lines of their file.  Changes @lines. */
static void tell(char *lines, struct many *many)
{
	for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
		const char *dev = strstr(line, " dev=");
		size_t len = strlen(line);

		if (strncmp(line, "file ", 5) || !dev || strcmp(line + len - 8, " name=/f"))
			continue;
		dev += strlen(" dev=");
		for (unsigned int i = 0; i < MANY; i++)
			if (!strncmp(dev, many[i].dev, strcspn(dev, " ")) &&
			    !many[i].dev[strcspn(dev, " ")])
				many[i].reports++;
	}
}

static uint64_t unmounted_of(const char *lines)
{
	const char *why = strstr(lines, "unmounted:");

	return why ? strtoull(why + strlen("unmounted:"), NULL, 10) : 0;
}

/*
 * The reader comes back before what was pinned for him is dropped, and after it; some are
 * unmounted while it is pinned, some while it isn't, and others are mounted, which may
 * get the numbers and the addresses of those.
 */
static void test_many(void)
{
	static struct many many[MANY], later;
	static char lines[16 << 20];
	unsigned int missed = 0, twice = 0, reports = 0, gone = 0, i;
	uint64_t unmounted;
	size_t len = 0;
	char dir[64];
	ssize_t n;
	int fd;

	mkdir("/mnt/many", 0700);
	for (i = 0; i < MANY; i++) {
		snprintf(dir, sizeof(dir), "/mnt/many/%u", i);
		if (!mount_one(dir, &many[i]))
			ktap_die("mount(%s): %m", dir);
	}
	fd = open(DIR "sb_index", O_RDWR);
	dprintf(fd, "type:tmpfs group=page\n");
	for (i = 0; len + 4097 < sizeof(lines) && (n = read(fd, lines + len, 4096)) > 0; i++) {
		len += n;
		/* The first piece is what the session made before it paused. */
		if (i == 0) {
			unmount_each(many, 1, 5);
		} else if (i == 70) {
			for (unsigned int j = 0; j < MANY / 4; j++) {
				snprintf(dir, sizeof(dir), "/mnt/many/later%u", j);
				if (!mount_one(dir, &later))
					ktap_die("mount(%s): %m", dir);
			}
			usleep(300000);
			unmount_each(many, 2, 10);
		} else if (i == 140) {
			usleep(300000);
		}
	}
	lines[len] = '\0';
	close(fd);
	ktap_ok(strstr(lines, "\nend "), "many: the answer ends");
	unmounted = unmounted_of(lines);
	tell(lines, many);
	for (i = 0; i < MANY; i++) {
		missed += !many[i].gone && many[i].reports != 1;
		twice += many[i].reports > 1 && !many[i].gone;
		gone += many[i].gone && !many[i].reports;
		reports += many[i].reports;
	}
	ktap_note("%u reads, %u of %u told, unmounted:%llu", i, reports, MANY,
		  (unsigned long long)unmounted);
	ktap_equal(missed, 0, "many: each that stayed is told once");
	ktap_equal(twice, 0, "many: none is told twice");
	/*
	 * A superblock that came later may be told in the place of one that went; and the one
	 * under way was told, and counts if it went then.
	 */
	ktap_ok(gone && unmounted <= gone + 1 && unmounted + MANY / 4 >= gone,
		"many: those unmounted before their turn are counted");
	unmount_each(many, 0, 1);
	st_run("for d in /mnt/many/later*; do umount $d; done; rm -rf /mnt/many");
}

int main(void)
{
	st_quiet();
	test_shared_memory();
	test_hugetlb();
	test_two("ext4");
	test_two("xfs");
	test_two("btrfs");
	test_bdev();
	test_refused();
	test_unmounted();
	test_cursor_lost_of_a_type();
	test_many();
	return ktap_end();
}
