// SPDX-License-Identifier: GPL-2.0
/*
 * Filesystems without a disk, and those that stand on others: tmpfs,
 * hugetlbfs, bind mounts, overlays, fuse.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mount.h"
#include "stress.h"

#define LAYERS POOL "/layers"

static void with_tmpfs(const char *dir)
{
	mount_fill(dir);
	nap(rnd(60));
	mount_leave(dir, one_in(3));
}

/* Files of huge pages can't be written, only mapped. */
static void with_hugetlbfs(const char *dir)
{
	char path[96];
	void *map;
	int fd;

	snprintf(path, sizeof(path), "%s/f%u", dir, rnd(4));
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0) {
		map = mmap(NULL, 2 * ST_HUGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (map != MAP_FAILED) {
			/* as much as there is, and no SIGBUS */
			madvise(map, 2 * ST_HUGE, 23 /* MADV_POPULATE_WRITE */);
			nap(rnd(60));
			munmap(map, 2 * ST_HUGE);
		}
		close(fd);
	}
	mount_leave(dir, one_in(3));
}

static void with_bind(const char *dir)
{
	char path[96];

	mount_fill(dir);
	nap(rnd(60));
	snprintf(path, sizeof(path), "%s/f%u", dir, rnd(4));
	unlink(path);
	mount_leave(dir, one_in(3));
}

/* Copied up, replaced and deleted while names above and below are asked for. */
static void with_overlay(const char *dir)
{
	char path[96];

	mount_fill(dir);
	snprintf(path, sizeof(path), "%s/f%u", dir, rnd(4));
	unlink(path);
	nap(rnd(60));
	mount_leave(dir, one_in(3));
	sh("rm -rf " LAYERS "/upper " LAYERS "/work && mkdir " LAYERS "/upper " LAYERS "/work");
}

static bool mount_tmpfs(const char *dir)
{
	return !mount("stress", dir, "tmpfs", 0, one_in(2) ? "size=20m" : "size=20m,huge=always");
}

static bool mount_hugetlbfs(const char *dir)
{
	return !mount("stress", dir, "hugetlbfs", 0, "pagesize=2M");
}

static bool mount_bind(const char *dir)
{
	return !mount(LAYERS "/lower", dir, NULL, MS_BIND, NULL);
}

static bool mount_overlay(const char *dir)
{
	return !mount("stress", dir, "overlay", 0,
		      "lowerdir=" LAYERS "/lower,upperdir=" LAYERS "/upper,workdir=" LAYERS "/work");
}

static pid_t server;

static bool mount_fuse(const char *dir)
{
	server = fuse_serve(dir);
	return server > 0;
}

static void with_fuse(const char *dir)
{
	static char buf[65536];
	unsigned int i;
	char path[96];
	int fd;

	for (i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s/f%u", dir, i);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		while (fd >= 0 && read(fd, buf, sizeof(buf)) > 0)
			;
		if (fd >= 0)
			close(fd);
	}
	nap(rnd(60));
	/* A server that dies ends its filesystem. */
	if (one_in(3))
		kill(server, SIGKILL);
	mount_leave(dir, one_in(3));
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
}

static struct kind {
	const char *name;
	bool (*mount)(const char *dir);
	void (*use)(const char *dir);
	int tally;
} kinds[] = {
	{ "tmpfs", mount_tmpfs, with_tmpfs, 0 },
	{ "hugetlbfs", mount_hugetlbfs, with_hugetlbfs, 0 },
	{ "bind", mount_bind, with_bind, 0 },
	{ "overlay", mount_overlay, with_overlay, 0 },
	{ "fuse", mount_fuse, with_fuse, 0 },
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static bool works(struct kind *k)
{
	char dir[64];

	mount_point(dir, sizeof(dir), k->name);
	if (!k->mount(dir))
		return false;
	umount2(dir, MNT_DETACH);
	if (k->mount == mount_fuse) {
		kill(server, SIGKILL);
		waitpid(server, NULL, 0);
	}
	return true;
}

static void setup(void)
{
	unsigned int i;
	char name[40];

	sh("mkdir -p " MOUNTS " " LAYERS "/lower " LAYERS "/upper " LAYERS "/work");
	mount_fill(LAYERS "/lower");
	put("/proc/sys/vm/nr_hugepages", "8");
	/* built in, or modules; hugetlbfs and overlay are loaded by their names */
	sh("modprobe fuse");
	for (i = 0; i < KINDS; i++) {
		snprintf(name, sizeof(name), "%s mounted and unmounted", kinds[i].name);
		kinds[i].tally = tally_new(name);
		if (!works(&kinds[i]))
			tally_skip(kinds[i].tally, "%s can't be mounted: %s", kinds[i].name,
				   strerror(errno));
	}
}

static void churn(unsigned int n)
{
	struct kind *k = &kinds[n % KINDS];
	char dir[64];

	if (tally_skipped(k->tally))
		return;
	mount_point(dir, sizeof(dir), k->name);
	if (!k->mount(dir)) {
		nap(20);
		return;
	}
	k->use(dir);
	did(k->tally);
}

static bool undo(void)
{
	unsigned int i;
	char dir[64];

	for (i = 0; i < KINDS; i++) {
		mount_point(dir, sizeof(dir), kinds[i].name);
		umount2(dir, MNT_DETACH);
	}
	return put("/proc/sys/vm/nr_hugepages", "0");
}

const struct churner churn_mounts = { "mounts", setup, churn, undo, 1 };
