// SPDX-License-Identifier: GPL-2.0
/*
 * What all mounts have in common.
 */
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mount.h"
#include "stress.h"

void mount_point(char *path, size_t size, const char *name)
{
	snprintf(path, size, MOUNTS "/%s", name);
	mkdir(path, 0700);
}

static char buf[65536];

static void fill_some(int fd)
{
	unsigned int n;

	for (n = rnd(8); n; n--)
		if (pwrite(fd, buf, 1 + rnd(sizeof(buf)), rnd(1 << 20)) < 0)
			return;
}

/* More pages than a session keeps lines of: so a walk waits here for its reader. */
static void fill_much(int fd)
{
	unsigned int n;

	for (n = 0; n < 128; n++)
		if (pwrite(fd, buf, sizeof(buf), n * sizeof(buf)) < 0)
			return;
}

void mount_fill(const char *dir)
{
	char path[128];
	unsigned int i;
	int fd;

	for (i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s/f%u", dir, i);
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			return;
		if (!i && one_in(2))
			fill_much(fd);
		else
			fill_some(fd);
		close(fd);
	}
}

bool mount_loop(const char *image, char *device, size_t size)
{
	char command[256];
	FILE *out;
	bool good;

	snprintf(command, sizeof(command), "losetup -f --show %s 2>/dev/null", image);
	out = popen(command, "r");
	good = out && fgets(device, size, out);
	if (out)
		pclose(out);
	device[strcspn(device, "\n")] = '\0';
	return good && *device == '/';
}

bool mount_wait(bool (*what)(const char *arg), const char *arg)
{
	time_t end = time(NULL) + patience(MOUNT_PATIENCE) / 1000;
	unsigned int tries = 0;

	/* a guest that stands still for that time has not tried for that time */
	do {
		if (what(arg))
			return true;
		usleep(2000);
	} while (time(NULL) < end || ++tries < 500);
	return false;
}

static bool unmounts(const char *dir)
{
	return !umount(dir);
}

/* Who keeps it there, as notes: of processes what they map, have open and stand in. */
static void show_users(const char *dir)
{
	sh_notes("grep ' %s' /proc/self/mountinfo; grep -H '%s' /proc/[0-9]*/maps;"
		 "for p in /proc/[0-9]*; do"
		 "  ls -l $p/fd $p/cwd $p/root $p/exe | grep -q '%s' &&"
		 "  { head -n 3 $p/status; cat $p/stack; }; done", dir, dir, dir);
}

bool mount_gone(const char *dir)
{
	unsigned int tries;

	for (tries = 0; tries < 3; tries++)
		if (mount_wait(unmounts, dir))
			return true;
	ktap_note("%s: %s", dir, strerror(errno));
	show_users(dir);
	return false;
}

bool mount_leave(const char *dir, bool detach)
{
	char text[200];

	if (detach ? !umount2(dir, MNT_DETACH) : mount_wait(unmounts, dir))
		return true;
	snprintf(text, sizeof(text), "%s can't be unmounted: %m", dir);
	wrong(text);
	umount2(dir, MNT_DETACH);
	return false;
}
