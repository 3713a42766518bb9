// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=lease,names needs=numa disturbs=disks,mounts,memory always=debug */
/*
 * A reader that stops in the middle keeps nothing for long: the filesystem
 * can be unmounted and its device reused, a deleted file's blocks are freed,
 * an exited task's memory is freed, a removed cgroup too.  And one that goes on
 * later finds its place again, or says that it was lost.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "states.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define MNT "/mnt/lease"
#define DISK "/dev/scratch0"
#define OUT_MAX (64 << 20)
#define BATCH 200

static char *out;
/* Less of all of them where everything takes longer. */
static unsigned int files = 400, rounds = 100, task_mb = 200, frames = 262144, inodes = 150000;

static void run(const char *command)
{
	if (system(command))
		ktap_note("failed: %s", command);
}

/* Pages of 4096 bytes, so many apart. */
static void make_file(const char *path, size_t pages, size_t apart)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	for (size_t i = 0; i < pages; i++)
		if (pwrite(fd, "x", 1, i * apart * 4096) != 1)
			ktap_note("%s: %m", path);
	close(fd);
}

/* Every other page, so that each is a run of its own. */
static void make_sparse(const char *path, size_t pages)
{
	make_file(path, pages, 2);
}

static void mount_disk(void)
{
	char path[64];

	run("mkfs.ext4 -q -F " DISK);
	mkdir(MNT, 0700);
	if (mount(DISK, MNT, "ext4", 0, NULL))
		ktap_note("mount: %m");
	for (unsigned int i = 0; i < files; i++) {
		snprintf(path, sizeof(path), MNT "/f%d", i);
		make_file(path, i == 7 ? 3000 : 16, 1);
	}
	sync();
}

/* Begin an answer and stop after the first bytes. */
static int begin(const char *index, const char *query)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), DIR "%s", index);
	fd = open(path, O_RDWR | O_CLOEXEC);
	dprintf(fd, "%s\n", query);
	if (read(fd, out, 4096) != 4096)
		ktap_note("short first read");
	return fd;
}

static size_t read_on(int fd, size_t len)
{
	ssize_t n;

	while ((n = read(fd, out + len, 65536)) > 0)
		len += n;
	out[len] = '\0';
	return len;
}

static size_t rest(int fd)
{
	return read_on(fd, 4096);
}

static unsigned int count(const char *needle)
{
	unsigned int n = 0;

	for (char *p = out; (p = strstr(p, needle)); p += strlen(needle))
		n++;
	return n;
}

/* Of the first line that has it; 0 if none does. */
static unsigned long number(const char *key)
{
	const char *at = strstr(out, key);

	return at ? strtoul(at + strlen(key), NULL, 10) : 0;
}

static bool disk_is_free(void)
{
	return st_is_free(DISK);
}

/* Longer where everything takes longer. */
static bool wait_for(bool (*what)(void), int ms)
{
	for (ms *= ktap_slowness(); ms > 0; ms -= 10) {
		if (what())
			return true;
		usleep(10000);
	}
	return what();
}

/* Longer than a lease, and what is done at its end. */
static void away(void)
{
	usleep(400000 * (ktap_slowness() > 1 ? 4 : 1));
}

static void test_umount(const char *index, const char *query)
{
	int fd;

	mount_disk();
	fd = begin(index, query);
	ktap_ok(umount(MNT) == 0, "%s: umount under a stopped reader", index);
	ktap_ok(wait_for(disk_is_free, 1000), "%s: and the device is free", index);
	ktap_ok(system("mkfs.ext4 -q -F " DISK) == 0, "%s: for another filesystem", index);
	rest(fd);
	ktap_ok(count("\nend   q=1 ") == 1 && count(" status=partial ") == 1 &&
		count(" truncated=") == 1, "%s: the answer says that it is cut", index);
	close(fd);
}

/* After the lease is gone, the walk goes on where it was: nothing twice, nothing lost. */
static void test_regain(void)
{
	int fd, missing = 0, twice = 0;
	char want[64];

	mount_disk();
	fd = begin("sb_index", MNT " group=page");
	away();
	rest(fd);
	for (unsigned int i = 0; i < files; i++) {
		snprintf(want, sizeof(want), " name=" MNT "/f%d\n", i);
		missing += count(want) == 0;
		twice += count(want) > 1;
	}
	ktap_ok(!missing, "sb_index: a reader that was away finds all files (%d missing)", missing);
	ktap_ok(!twice, "sb_index: and none twice (%d)", twice);
	/* Where everything takes longer the lease ends more than once. */
	ktap_ok(count(" rescans=0 ") == 0 && count(" status=complete ") == 1 &&
		(count(" rescans=1 ") == 1 || ktap_slowness() > 1),
		"sb_index: the end tells of the rescan");
	/* A page of the last file leads there, and the others are those before it. */
	ktap_ok(number(" rescanned=") && number(" rescanned=") <= 64 * number(" rescans="),
		"sb_index: and that it passed few inodes (%lu)", number(" rescanned="));
	close(fd);
}

/* All pages are reclaimed meanwhile, so none leads back to the last file. */
static void test_regain_without_page(void)
{
	int fd = begin("sb_index", MNT " group=page"), file, twice = 0;
	char path[64], want[80];

	for (unsigned int i = 0; i < files; i++) {
		snprintf(path, sizeof(path), MNT "/f%u", i);
		file = open(path, O_RDONLY | O_CLOEXEC);
		posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
		close(file);
	}
	away();
	rest(fd);
	for (unsigned int i = 0; i < files; i++) {
		snprintf(want, sizeof(want), " name=" MNT "/f%u\n", i);
		twice += count(want) > 1;
	}
	ktap_ok(!twice && count(" status=complete ") == 1,
		"sb_index: with all pages reclaimed the place is found, too (%d twice)", twice);
	ktap_ok(number(" rescanned=") > 64, "sb_index: in the list (%lu inodes passed)",
		number(" rescanned="));
	close(fd);
	for (unsigned int i = 0; i < files; i++) {
		snprintf(path, sizeof(path), MNT "/f%u", i);
		make_file(path, i == 7 ? 3000 : 16, 1);
	}
	sync();
}

/* The cursor's file is deleted meanwhile. */
static void test_regain_deleted(void)
{
	char name[64], *p, *last = NULL;
	int fd = begin("sb_index", MNT " group=page");

	/* Delete the files that were reported so far but for a few. */
	out[4096] = '\0';
	for (p = out; (p = strstr(p, " name=" MNT "/")); p++)
		if (strchr(p, '\n'))
			last = p;
	if (last) {
		snprintf(name, sizeof(name), "%.*s", (int)(strchr(last, '\n') - last - 6), last + 6);
		unlink(name);
	}
	away();
	rest(fd);
	ktap_ok(count("\nend   q=1 ") == 1 && count("\nfile ") >= files - 2,
		"sb_index: with its file deleted the walk goes on from the one before");
	close(fd);
	umount(MNT);
}

/*
 * Between two reads the lease is lost, and with so many inodes finding the place
 * again takes longer than a read() may (100 ms): it gets on all the same.
 */
static void test_slow_reader(void)
{
	unsigned int reads = 0, i;
	char path[64];
	size_t len;
	ssize_t n;
	int fd;

	mkdir(MNT, 0700);
	if (mount("none", MNT, "tmpfs", 0, "nr_inodes=0"))
		ktap_note("mount: %m");
	for (i = 0; i < inodes; i++) {
		snprintf(path, sizeof(path), MNT "/empty%u", i);
		if (mknod(path, S_IFREG | 0600, 0))
			ktap_note("%s: %m", path);
	}
	for (i = 0; i < files; i++) {
		snprintf(path, sizeof(path), MNT "/f%u", i);
		make_file(path, 16, 1);
	}
	fd = open(DIR "sb_index", O_RDWR | O_CLOEXEC);
	/* more than the session keeps, so that it has to find its place again */
	dprintf(fd, MNT " group=page\n");
	for (len = 0; reads < 50 && (n = read(fd, out + len, 262144)) > 0; len += n, reads++)
		away();
	out[len] = '\0';
	ktap_note("%u reads", reads);
	ktap_ok(count("\nfile ") == files && count(" status=complete ") == 1,
		"sb_index: a slow reader gets all files (%u of %u)", count("\nfile "), files);
	close(fd);
	umount(MNT);
}

static unsigned long disk_free(void)
{
	struct statfs s;

	statfs("/dev/shm", &s);
	return s.f_bfree;
}

static unsigned long free_before;

static bool disk_is_as_before(void)
{
	return disk_free() >= free_before - 8;
}

static void test_deleted_file(void)
{
	int fd;

	free_before = disk_free();
	make_sparse("/dev/shm/big", 2000);
	fd = begin("filename_index", "/dev/shm/big");
	unlink("/dev/shm/big");
	ktap_ok(wait_for(disk_is_as_before, 1000), "filename_index: a deleted file is freed");
	rest(fd);
	ktap_ok(count(" truncated=cursor-lost ") == 1, "filename_index: the answer says so");
	close(fd);

	make_sparse("/dev/shm/big", 2000);
	fd = begin("filename_index", "/dev/shm/big");
	away();
	rest(fd);
	ktap_ok(count(" pages=2000 ") == 1 && count(" status=complete ") == 1,
		"filename_index: a reader that was away goes on");
	close(fd);

	fd = begin("filename_index", "/dev/shm/big");
	unlink("/dev/shm/big");
	make_sparse("/dev/shm/big", 2000);
	away();
	rest(fd);
	ktap_ok(count(" truncated=cursor-lost ") == 1,
		"filename_index: another file of that name isn't taken for it");
	unlink("/dev/shm/big");
	close(fd);
}

static unsigned long free_mb(void)
{
	struct sysinfo s;

	sysinfo(&s);
	return s.freeram >> 20;
}

#define CGROUPS "/sys/fs/cgroup/"
#define CGROUP CGROUPS "lease/"

/* This task goes into the cgroup of this folder. */
static void enter(const char *cgroup)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%scgroup.procs", cgroup);
	fd = open(path, O_WRONLY);
	if (write(fd, "0", 1) != 1)
		ktap_note("%s: %m", path);
	close(fd);
}

static pid_t task_with_memory(const char *cgroup)
{
	int ready[2];
	pid_t pid;
	char c;

	if (pipe(ready))
		exit(1);
	pid = fork();
	if (!pid) {
		enter(cgroup);
		char *p = mmap(NULL, (size_t)task_mb << 20, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise(p, (size_t)task_mb << 20, MADV_NOHUGEPAGE);
		memset(p, 1, (size_t)task_mb << 20);
		if (write(ready[1], "x", 1) != 1)
			_exit(1);
		pause();
	}
	if (read(ready[0], &c, 1) != 1)
		exit(1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void test_task_exit(void)
{
	pid_t pid = task_with_memory(CGROUPS);
	char query[32];
	unsigned long with, after;
	int fd;

	/* Since v6.7 per-CPU lists keep up to an eighth of a zone for themselves. */
	run("echo 1000 > /proc/sys/vm/percpu_pagelist_high_fraction");
	snprintf(query, sizeof(query), "%d group=page", pid);
	fd = begin("task_index", query);
	with = free_mb();
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	after = free_mb();
	ktap_note("%lu MiB free with the task, %lu without", with, after);
	ktap_ok(after > with + task_mb / 2,
		"task_index: a stopped reader doesn't keep an exited task's memory");
	rest(fd);
	ktap_ok(count(" truncated=exited ") == 1, "task_index: the answer says so");
	close(fd);
}

static int dying_before;

/* Cgroups that are removed, but can't be freed as something still holds them. */
static int dying(void)
{
	char text[256] = "";
	const char *p;
	int fd = open(CGROUPS "cgroup.stat", O_RDONLY);

	if (read(fd, text, sizeof(text) - 1) < 0)
		ktap_note("cgroup.stat: %m");
	close(fd);
	p = strstr(text, "nr_dying_descendants ");
	return p ? atoi(p + strlen("nr_dying_descendants ")) : -1;
}

static bool none_dying(void)
{
	return dying() <= dying_before;
}

/* What a CPU has not put on the LRU lists yet keeps its cgroup: compaction begins with that. */
static void drain_lru(void)
{
	int fd = open("/proc/sys/vm/compact_memory", O_WRONLY);

	if (fd < 0)
		return;
	if (write(fd, "1", 1) != 1)
		ktap_note("compact_memory: %m");
	close(fd);
}

/* Removes the cgroup: whether it is freed then. */
static bool cgroup_freed(void)
{
	dying_before = dying();
	if (rmdir(CGROUP)) {
		ktap_note("rmdir: %m");
		return false;
	}
	drain_lru();
	return wait_for(none_dying, 15000);
}

static void end_task(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* One query about the pages of a cgroup's task, which stops in the middle. */
static void test_cgroup_of_pages(const char *index)
{
	char query[32];
	pid_t pid;
	int fd;

	mkdir(CGROUP, 0700);
	pid = task_with_memory(CGROUP);
	if (!strcmp(index, "task_index"))
		snprintf(query, sizeof(query), "%d group=page", pid);
	else
		snprintf(query, sizeof(query), "0+%u group=page", frames);
	fd = begin(index, query);
	end_task(pid);
	ktap_ok(cgroup_freed(), "%s: a cgroup is freed under a stopped reader", index);
	rest(fd);
	ktap_ok(count("\nend   q=1 ") == 1, "%s: who then goes on to the end", index);
	close(fd);
}

static void test_cgroup(void)
{
	char query[32];
	int fd;

	mkdir(CGROUP, 0700);
	end_task(task_with_memory(CGROUP));
	ktap_ok(cgroup_freed(), "a cgroup is freed when nobody reads");
	test_cgroup_of_pages("pfn_index");
	test_cgroup_of_pages("task_index");
	mkdir(CGROUP, 0700);
	enter(CGROUP);
	snprintf(query, sizeof(query), "0+%u group=page", frames);
	fd = begin("pfn_index", query);
	enter(CGROUPS);
	ktap_ok(cgroup_freed(), "a cgroup is freed although a session was opened in it");
	close(fd);
}

static bool is_unmounted(void)
{
	return umount(MNT) == 0;
}

/*
 * An unmount while reads go on back to back.  A mount is busy in the moment in which its path
 * is looked up, as it is for everybody who opens a file there: umount may have to try again.
 */
static void test_umount_running(void)
{
	pid_t pid;
	int fd;

	mount_disk();
	pid = fork();
	if (!pid) {
		for (;;) {
			fd = begin("sb_index", MNT " group=page");
			rest(fd);
			close(fd);
		}
	}
	usleep(300000);
	ktap_ok(wait_for(is_unmounted, 3000), "sb_index: umount under a running reader");
	ktap_ok(wait_for(disk_is_free, 3000), "sb_index: and the device is free");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Answers of one session to a batch of queries about one file. */
static unsigned int cut_answers(void)
{
	unsigned int cut = 0;
	char batch[8192];
	size_t len = 0;
	int fd;

	for (int i = 0; i < BATCH; i++)
		len += sprintf(batch + len, MNT "/f0 group=object\n");
	for (unsigned int i = 0; i < rounds; i++) {
		fd = open(DIR "filename_index", O_RDWR | O_TRUNC | O_CLOEXEC);
		if (write(fd, batch, len) != (ssize_t)len)
			ktap_note("write: %m");
		read_on(fd, 0);
		close(fd);
		cut += BATCH - count("status=complete");
	}
	if (cut)
		ktap_note("%u answers are cut", cut);
	return cut;
}

/* Each session's own references come and go: none is ever the last. */
static void test_many_sessions(void)
{
	bool good = true;
	int status;

	mount_disk();
	for (int i = 0; i < 4; i++) {
		if (fork())
			continue;
		_exit(cut_answers() > 0);
	}
	while (wait(&status) > 0)
		good = good && WIFEXITED(status) && !WEXITSTATUS(status);
	ktap_ok(good, "four sessions on one filesystem: it never looks unmounted");
	umount(MNT);
}

int main(void)
{
	out = malloc(OUT_MAX);
	if (ktap_slowness() > 1) {
		files /= 4;
		rounds /= 4 * ktap_slowness();
		task_mb /= 4;
		frames /= 4;
		inodes /= 10;
	}
	test_umount("sb_index", MNT " group=page");
	test_umount("filename_index", MNT "/f7 group=page");
	test_regain();
	test_regain_without_page();
	test_regain_deleted();
	test_slow_reader();
	test_deleted_file();
	test_task_exit();
	test_cgroup();
	test_umount_running();
	test_many_sessions();
	return ktap_end();
}
