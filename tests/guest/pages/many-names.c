// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=names needs=- disturbs=mounts */
/*
 * A file of so many names, in folders so deep, that looking through them all
 * takes long: nobody waits for that, it can be killed, and the answer is right.
 * And while folders are renamed all the time, a file that is always below a
 * directory is always found there, and never below another.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROOT	"/mnt/names"
#define DEEP	8000
/* Rounds of four answers each, but no more than fit into so many seconds. */
#define RENAMES	40
#define RENAMES_S 30

/* As ext4 allows; fewer where all takes longer. */
static unsigned int names = 65000;

/* What watches the CPUs is impatient, and says so in the log, which is looked at. */
static void watch(void)
{
	st_set("/proc/sys/kernel/watchdog_thresh", ktap_slowness() > 1 ? "10" : "1");
	st_set("/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout",
	       ktap_slowness() > 1 ? "21" : "3");
}

/* As tests/vm/run starts a guest. */
static void stop_watching(void)
{
	st_set("/proc/sys/kernel/watchdog_thresh", "30");
	st_set("/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout", "60");
}

static ino_t make_file(const char *path)
{
	int fd = st_file(path);
	struct stat st;

	st_write(fd, 0, 1);
	if (fstat(fd, &st))
		ktap_die("fstat()");
	close(fd);
	return st.st_ino;
}

static void make_folder(const char *path)
{
	if (mkdir(path, 0700))
		ktap_die("mkdir %s", path);
}

/* The folder @deep levels below @path. */
static int dig(const char *path, unsigned int deep)
{
	int fd, below;

	make_folder(path);
	fd = open(path, O_PATH | O_DIRECTORY);
	while (deep--) {
		if (mkdirat(fd, "d", 0700))
			ktap_die("mkdirat()");
		below = openat(fd, "d", O_PATH | O_DIRECTORY);
		close(fd);
		fd = below;
	}
	if (fd < 0)
		ktap_die("openat()");
	return fd;
}

/* How often @ino is told for @dir; all that is told if @others is set. */
static unsigned int count(const char *dir, ino_t ino, unsigned int *others)
{
	struct ps_answer *a = ps_ask("filename_index", "%s group=object", dir);
	const struct ps_rec *rec;
	unsigned int found = 0;
	size_t i;

	for (i = 0; (rec = ps_object(a, "file", i)); i++)
		found += ps_num(rec, "ino") == ino;
	if (others)
		*others = i - found;
	if (!ps_complete(a))
		found = 1000;
	ps_free(a);
	return found;
}

static bool dies(pid_t pid, long ms)
{
	for (ms *= ktap_slowness(); ms > 0; ms -= 10) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return true;
		poll(NULL, 0, 10);
	}
	return false;
}

static void check_killed(void)
{
	bool died = true;
	pid_t pid;
	int i;

	for (i = 0; i < 5 && died; i++) {
		pid = fork();
		if (!pid)
			for (;;)
				count(ROOT "/other", 0, NULL);
		poll(NULL, 0, 20 + 30 * i);
		kill(pid, SIGKILL);
		died = dies(pid, 2000);
	}
	ktap_ok(died, "who asks can be killed");
}

/* Neighbours on the list are in different folders: none is like the one before. */
static void check_many(void)
{
	int dirs[] = { dig(ROOT "/a", DEEP), dig(ROOT "/b", DEEP) };
	ino_t ino = make_file(ROOT "/f"), other;
	unsigned int i, others;
	char name[16];

	make_folder(ROOT "/other");
	other = make_file(ROOT "/other/x");
	for (i = 0; i < names; i++) {
		snprintf(name, sizeof(name), "%u", i);
		if (linkat(AT_FDCWD, ROOT "/f", dirs[i % 2], name, 0))
			ktap_die("linkat()");
	}
	watch();
	ktap_equal(count(ROOT "/other", other, &others), 1, "another folder has its file");
	ktap_equal(others, 0, "another folder does not have the file of many names");
	check_killed();
	ktap_equal(count(ROOT "/a", ino, &others), 1, "which is in its folders");
	ktap_equal(others, 0, "alone");
	ktap_equal(count(ROOT "/b", ino, NULL), 1, "in each of them");
	/* The first name of all is the last one to be looked at. */
	make_folder(ROOT "/first");
	if (rename(ROOT "/f", ROOT "/first/f"))
		ktap_die("rename()");
	ktap_equal(count(ROOT "/first", ino, &others), 1,
		   "the first name of a file with many is found");
	ktap_equal(others, 0, "no other");
	stop_watching();
	close(dirs[0]);
	close(dirs[1]);
}

/* Each of many names has a folder of its own: none is known from the one before. */
static void check_folders(void)
{
	int trunk = dig(ROOT "/trunk", DEEP), dir;
	ino_t ino = make_file(ROOT "/g");
	unsigned int i;
	char name[16];

	for (i = 0; i < names / 10; i++) {
		snprintf(name, sizeof(name), "%u", i);
		if (mkdirat(trunk, name, 0700))
			ktap_die("mkdirat()");
		dir = openat(trunk, name, O_PATH | O_DIRECTORY);
		if (linkat(AT_FDCWD, ROOT "/g", dir, "g", 0))
			ktap_die("linkat()");
		close(dir);
	}
	watch();
	ktap_equal(count(ROOT "/other", ino, NULL), 0,
		   "a file is not found where none of its folders is");
	ktap_equal(count(ROOT "/trunk", ino, NULL), 1, "a file is found above its folders");
	stop_watching();
	close(trunk);
}

/* A folder goes from one place below "in" to another, and others somewhere else. */
static pid_t rename_all_the_time(void)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	for (;;) {
		if (rename(ROOT "/in/x/p", ROOT "/in/y/z/p") || rename(ROOT "/s", ROOT "/t") ||
		    rename(ROOT "/in/y/z", ROOT "/in/z") || rename(ROOT "/in/z", ROOT "/in/y/z") ||
		    rename(ROOT "/in/y/z/p", ROOT "/in/x/p") || rename(ROOT "/t", ROOT "/s"))
			_exit(1);
	}
}

/* The file has another name each time, one of which is always below "in". */
static pid_t link_all_the_time(void)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	for (;;) {
		if (link(ROOT "/in/l1", ROOT "/in/x/l2") || unlink(ROOT "/in/l1") ||
		    link(ROOT "/in/x/l2", ROOT "/in/l1") || unlink(ROOT "/in/x/l2"))
			_exit(1);
	}
}

static void make_moving(ino_t *moved, ino_t *linked, ino_t *deep)
{
	int fd;

	make_folder(ROOT "/s");
	make_folder(ROOT "/in");
	make_folder(ROOT "/in/x");
	make_folder(ROOT "/in/y");
	make_folder(ROOT "/in/y/z");
	make_folder(ROOT "/in/x/p");
	make_folder(ROOT "/in/x/p/q");
	*moved = make_file(ROOT "/in/x/p/q/f");
	*linked = make_file(ROOT "/in/l1");
	*deep = make_file(ROOT "/d");
	fd = dig(ROOT "/in/deep", DEEP / 2);
	if (linkat(AT_FDCWD, ROOT "/d", fd, "d", 0) || unlink(ROOT "/d"))
		ktap_die("linkat()");
	close(fd);
}

static void check_renames(void)
{
	unsigned int i, rounds, found = 0, deep_found = 0, linked_found = 0, elsewhere = 0;
	ino_t moved, linked, deep;
	time_t begin = time(NULL);
	pid_t pids[2];

	make_moving(&moved, &linked, &deep);
	pids[0] = rename_all_the_time();
	pids[1] = link_all_the_time();
	for (rounds = 0; rounds < RENAMES && time(NULL) - begin < RENAMES_S; rounds++) {
		found += count(ROOT "/in", moved, NULL);
		deep_found += count(ROOT "/in", deep, NULL);
		linked_found += count(ROOT "/in", linked, NULL);
		elsewhere += count(ROOT "/other", moved, NULL);
	}
	for (i = 0; i < 2; i++) {
		ktap_equal(waitpid(pids[i], NULL, WNOHANG), 0,
			   "%s go on all the time", i ? "links" : "renames");
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
	ktap_equal(found, rounds, "a file whose folders are moved is always found");
	ktap_equal(elsewhere, 0, "a file is never found below a folder that it is not in");
	ktap_equal(deep_found, rounds, "one that is deep is found, too");
	ktap_equal(linked_found, rounds, "a file whose names change is always found");
}

int main(void)
{
	st_quiet();
	names /= ktap_slowness();
	make_folder(ROOT);
	if (mount("none", ROOT, "tmpfs", 0, "nr_inodes=0"))
		ktap_die("tmpfs");
	check_many();
	check_folders();
	check_renames();
	if (umount(ROOT))
		ktap_die("umount()");
	rmdir(ROOT);
	return ktap_end();
}
