// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=lease,load needs=userns disturbs=disks,mounts,module */
/*
 * Deleted files on a frozen filesystem, to which a reader has the last
 * references: their blocks can't be freed before the thaw, and that is not what
 * the reader waits for, nor its close(), nor who unloads the module.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define DIR	"/sys/kernel/tracing/objects/mm/pages/"
#define MNT	"/mnt/frozen"
#define DEVICE	"/dev/scratch0"
#define PAGES	2000
/* A lease of ours may be lost before the file is closed: so it is tried more than once. */
#define TRIES	3

enum ending { READS_ON, CLOSES, CLOSES_LATER, IS_KILLED, ENDINGS };

static const char *const ending_name[] = {
	"a reader that reads on is answered", "a reader that closes is through",
	"a reader that closes later is through", "a reader that is killed dies",
};

struct scene {
	int file;		/* the only descriptor of a deleted file */
	enum ending ending;
	int has_read[2];
	int is_closed[2];
};

/* In the cache, deleted, and open once, for reading: then close() has nothing to do. */
static int deleted_file(void)
{
	int fd = st_file(MNT "/deleted"), again;

	st_write(fd, 0, PAGES);
	again = open(MNT "/deleted", O_RDONLY | O_CLOEXEC);
	if (again < 0 || unlink(MNT "/deleted"))
		ktap_die("a deleted file");
	close(fd);
	return again;
}

static void end_of_reader(int index, enum ending ending)
{
	static char text[65536];

	if (ending == CLOSES_LATER)
		usleep(50000);
	while (ending == READS_ON && read(index, text, sizeof(text)) > 0)
		;
	while (ending == IS_KILLED)
		pause();
	close(index);
	_exit(0);
}

/* Stops in the middle of an answer, until nobody else has the file. */
static pid_t start_reader(const struct scene *s)
{
	int index, parent = getpid();
	pid_t pid = fork();
	char text[4097] = "";

	if (pid)
		return pid;
	close(s->file);
	index = open(DIR "filename_index", O_RDWR | O_CLOEXEC);
	dprintf(index, "/proc/%d/fd/%d group=page\n", parent, s->file);
	if (read(index, text, sizeof(text) - 1) <= 0 || strstr(text, "\nerror "))
		_exit(1);
	if (write(s->has_read[1], "", 1) != 1 || read(s->is_closed[0], text, 1) != 1)
		_exit(1);
	end_of_reader(index, s->ending);
	return 0;
}

static void freeze(unsigned long how)
{
	int fd = open(MNT, O_RDONLY | O_CLOEXEC);

	if (ioctl(fd, how, 0))
		ktap_die("the filesystem can't be frozen, or thawed");
	close(fd);
}

/* Return: the reader ended in time. */
static bool try_ending(int file, enum ending ending)
{
	struct scene s = { .file = file, .ending = ending };
	int status = -1;
	pid_t pid;
	char byte;

	if (pipe(s.has_read) || pipe(s.is_closed))
		ktap_die("pipe()");
	pid = start_reader(&s);
	close(s.has_read[1]);
	if (read(s.has_read[0], &byte, 1) != 1) {
		freeze(FITHAW);
		ktap_die("the reader has no answer");
	}
	close(file);
	if (write(s.is_closed[1], "", 1) != 1)
		ktap_die("write()");
	if (ending == IS_KILLED)
		kill(pid, SIGKILL);
	close(s.has_read[0]);
	close(s.is_closed[0]);
	close(s.is_closed[1]);
	return ht_ended(pid, 2000, &status);
}

static bool module_is_free(void *ctx)
{
	(void)ctx;
	return !or_number("/sys/module/pagesnap/refcnt", "");
}

static bool is_unmounted(void *ctx)
{
	(void)ctx;
	return !st_run("umount " MNT " 2>/dev/null");
}

/* One for each superblock that is stuck: there are only so many for all. */
static bool has_one_worker(void)
{
	return !st_run("[ \"$(cat /proc/[0-9]*/comm 2>/dev/null | "
		       "grep -c '+pagesnap-drop')\" = 1 ]");
}

static void test_frozen(void)
{
	int file[ENDINGS][TRIES], fd;
	unsigned int i, j, ended;

	for (i = 0; i < ENDINGS; i++)
		for (j = 0; j < TRIES; j++)
			file[i][j] = deleted_file();
	freeze(FIFREEZE);
	for (i = 0; i < ENDINGS; i++) {
		for (j = ended = 0; j < TRIES; j++)
			ended += try_ending(file[i][j], i);
		ktap_equal(ended, TRIES, "frozen: %s", ending_name[i]);
	}
	ktap_ok(has_one_worker(), "frozen: one worker is stuck, however many files there are");
	ktap_ok(!module_is_free(NULL), "frozen: the module stays for who has the last reference");
	ktap_ok(syscall(SYS_delete_module, "pagesnap", O_NONBLOCK) && errno == EAGAIN,
		"frozen: unloading is refused, not hung");
	freeze(FITHAW);
	ktap_ok(ht_until(20000, module_is_free, NULL), "thawed: nobody holds the module any more");
	ktap_ok(ht_until(5000, is_unmounted, NULL), "thawed: it can be unmounted");
	fd = open(DEVICE, O_RDONLY | O_EXCL | O_CLOEXEC);
	ktap_ok(fd >= 0, "thawed: and its device is free");
	close(fd);
}

int main(void)
{
	if (!st_mount("ext4", DEVICE, MNT))
		ktap_skip_all("no ext4");
	test_frozen();
	ht_nothing_is_left();
	return ktap_end();
}
