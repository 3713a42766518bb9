// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=supers,lease needs=- disturbs=mounts */
/*
 * While a reader is away, its filesystem is unmounted, and another takes its
 * place: on the same device, at the same mount point, with the same numbers, and
 * now and then at the same addresses.  It is never taken for the one before.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define MNT	"/mnt/again"
#define WORK	"/dev/shm/again/"
#define LOOP	"/dev/loop7"
#define TRIES	10
/* More than a session keeps of an answer. */
#define PAGES	2500

/* Two images, in which all is the same but for the contents of a file. */
static bool make_images(void)
{
	int fd;

	st_run("modprobe -q loop");
	mkdir(WORK, 0700);
	mkdir(WORK "in", 0700);
	mkdir(MNT, 0700);
	fd = st_file(WORK "in/file");
	st_write(fd, 0, PAGES);
	close(fd);
	for (int i = 0; i < 2; i++) {
		if (st_run("rm -f " WORK "%d; truncate -s 16M " WORK "%d", i, i) ||
		    st_run("mke2fs -q -F -t ext4 -O ^has_journal -d " WORK "in " WORK "%d", i))
			return false;
	}
	return true;
}

static char text[2 << 20];

/* The file's pages are cached then. */
static void mount_image(int i)
{
	int fd;

	if (st_run("losetup " LOOP " " WORK "%d", i) || mount(LOOP, MNT, "ext4", MS_RDONLY, NULL))
		ktap_die("image %d can't be mounted", i);
	fd = open(MNT "/file", O_RDONLY | O_CLOEXEC);
	while (read(fd, text, sizeof(text)) > 0)
		;
	close(fd);
}

static void unmount_image(void)
{
	if (umount(MNT) || st_run("losetup -d " LOOP))
		ktap_die("it can't be unmounted");
}

/* Return: did the answer go on in the other filesystem? */
static bool is_deceived(void)
{
	size_t len = 0;
	ssize_t n;
	int fd;

	mount_image(0);
	fd = ps_open("sb_index");
	dprintf(fd, MNT " group=page min-pages=%d\n", PAGES / 2);
	if (read(fd, text, 4096) <= 0)
		ktap_die("no answer");
	/* The lease ends, and what was freed comes to be free. */
	unmount_image();
	usleep(300000);
	mount_image(1);
	while ((n = read(fd, text + len, sizeof(text) - 1 - len)) > 0)
		len += n;
	text[len] = '\0';
	close(fd);
	unmount_image();
	return !strstr(text, " truncated=");
}

int main(void)
{
	unsigned int deceived = 0, i;
	cpu_set_t cpus;

	/* What is freed on a CPU is used there first. */
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	if (!make_images())
		ktap_skip_all("no images of ext4");
	for (i = 0; i < TRIES; i++)
		deceived += is_deceived();
	ktap_equal(deceived, 0, "another filesystem isn't taken for the one that was there");
	return ktap_end();
}
