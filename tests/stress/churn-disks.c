// SPDX-License-Identifier: GPL-2.0
/*
 * Filesystems on disks, frozen, thawed and unmounted under walks.  What is
 * unmounted must leave its device free within seconds: no reader may keep it.
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mount.h"
#include "stress.h"

static struct disk {
	const char *fstype;
	const char *size;
	const char *options;
	char device[32];
	int t_mount, t_freeze;
} disks[] = {
	{ .fstype = "ext4", .size = "64M" },
	/* The smallest that their mkfs make. */
	{ .fstype = "xfs", .size = "300M" },
	{ .fstype = "btrfs", .size = "120M" },
};
#define DISKS (sizeof(disks) / sizeof(*disks))

static void setup_disk(struct disk *d)
{
	char name[40], image[64];

	snprintf(image, sizeof(image), POOL "/%s.img", d->fstype);
	snprintf(name, sizeof(name), "%s mounted and unmounted", d->fstype);
	d->t_mount = tally_new(name);
	snprintf(name, sizeof(name), "%s frozen and thawed", d->fstype);
	d->t_freeze = tally_new(name);
	if (sh("truncate -s %s %s && mkfs.%s -q %s %s", d->size, image, d->fstype,
	       strcmp(d->fstype, "ext4") ? "-f" : "-F", image) &&
	    mount_loop(image, d->device, sizeof(d->device)) &&
	    (sh("grep -qw %s /proc/filesystems", d->fstype) || sh("modprobe %s", d->fstype)))
		return;
	*d->device = '\0';
	tally_skip(d->t_mount, "no mkfs.%s, loop device or kernel support", d->fstype);
	tally_skip(d->t_freeze, "no mkfs.%s, loop device or kernel support", d->fstype);
}

static void setup(void)
{
	unsigned int i;

	for (i = 0; i < DISKS; i++)
		setup_disk(&disks[i]);
}

static void freeze(const char *dir, int tally)
{
	int fd = open(dir, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (!ioctl(fd, FIFREEZE, 0)) {
		usleep(1000 * (1 + rnd(60)));
		if (ioctl(fd, FITHAW, 0))
			wrong("a filesystem can't be thawed");
		did(tally);
	}
	close(fd);
}

static bool is_free(const char *device)
{
	int fd = open(device, O_RDWR | O_EXCL | O_CLOEXEC);

	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ULL + t.tv_nsec / 1000000;
}

/* A lease lasts for 100 ms after its reader was here last. */
static void expect_free(struct disk *d)
{
	uint64_t begin = now_ms(), ms;
	char text[120];

	if (!mount_wait(is_free, d->device)) {
		snprintf(text, sizeof(text), "%s is unmounted, but its device is kept", d->fstype);
		wrong(text);
	}
	ms = now_ms() - begin;
	if (ms > shared->device_ms)
		shared->device_ms = ms;
}

static void churn(unsigned int n)
{
	struct disk *d = &disks[n % DISKS];
	char dir[64], text[120];

	if (!*d->device) {
		nap(50);
		return;
	}
	mount_point(dir, sizeof(dir), d->fstype);
	if (mount(d->device, dir, d->fstype, 0, d->options)) {
		snprintf(text, sizeof(text), "%s can't be mounted again: %m", d->fstype);
		wrong(text);
		nap(200);
		return;
	}
	mount_fill(dir);
	if (one_in(2))
		freeze(dir, d->t_freeze);
	nap(rnd(100));
	if (one_in(2))
		freeze(dir, d->t_freeze);
	if (mount_leave(dir, one_in(4)))
		expect_free(d);
	did(d->t_mount);
}

static bool undo(void)
{
	bool good = true;
	unsigned int i;
	char dir[64];
	int fd;

	for (i = 0; i < DISKS; i++) {
		if (!*disks[i].device)
			continue;
		mount_point(dir, sizeof(dir), disks[i].fstype);
		fd = open(dir, O_RDONLY | O_CLOEXEC);
		ioctl(fd, FITHAW, 0);
		close(fd);
		umount2(dir, MNT_DETACH);
		good &= mount_wait(is_free, disks[i].device) &&
			sh("losetup -d %s", disks[i].device);
	}
	return good;
}

const struct churner churn_disks = { "disks", setup, churn, undo, 1 };
