// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=load,session needs=- disturbs=module always=debug */
/*
 * rmmod is safe at any moment: it is EBUSY while a descriptor is open, and
 * races with open(), read(), walks and O_PATH reopens otherwise.  What would
 * go wrong shows in the kernel log, which the runner scans.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define WANTED 100
/* A machine with much else to do gets no further in time. */
#define NEEDED 20
/* Under an emulator beside other work it takes half of this. */
#define SECONDS 100

/* Counters that the children share. */
struct shared {
	volatile int stop;
	volatile long opens;
	volatile long reads;
	volatile long refused;
	volatile long surprises;
};

static struct shared *shared;
static const char *module_path;

static int load(void)
{
	int fd = open(module_path, O_RDONLY | O_CLOEXEC), err = 0;

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		err = errno;
	close(fd);
	return err;
}

static int unload(void)
{
	return syscall(SYS_delete_module, "pagesnap", O_NONBLOCK) ? errno : 0;
}

static void count_open(int fd)
{
	if (fd >= 0)
		__sync_fetch_and_add(&shared->opens, 1);
	else if (errno == ENOENT || errno == ENXIO || errno == EBUSY)
		__sync_fetch_and_add(&shared->refused, 1);
	else
		__sync_fetch_and_add(&shared->surprises, 1);
}

/* Opens by name, reads a little, closes. */
static void opener(void)
{
	static const char *const queries[] = { "0- group=page\n", "/\n" };
	static const char *const paths[] = { DIR "pfn_index", DIR "sb_index" };
	char buf[4096];
	int i = 0, fd;

	while (!shared->stop) {
		i ^= 1;
		fd = open(paths[i], O_RDWR | O_CLOEXEC);
		count_open(fd);
		if (fd < 0)
			continue;
		if (write(fd, queries[i], strlen(queries[i])) > 0 && read(fd, buf, sizeof(buf)) > 0)
			__sync_fetch_and_add(&shared->reads, 1);
		close(fd);
		/* Leave a gap for the unload. */
		usleep(1000);
	}
}

/* Keeps an O_PATH descriptor over unloads and opens it again. */
static void reopener(void)
{
	char path[64];
	int held = -1, fd, i = 0;

	while (!shared->stop) {
		if (held < 0)
			held = open(DIR "filename_index", O_PATH | O_CLOEXEC);
		if (held < 0) {
			usleep(100);
			continue;
		}
		snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		count_open(fd);
		if (fd >= 0)
			close(fd);
		else
			usleep(100);
		if (++i % 64 == 0) {
			close(held);
			held = -1;
		}
	}
}

static void spawn(void (*what)(void), pid_t *pid)
{
	*pid = fork();
	if (*pid)
		return;
	what();
	_exit(0);
}

static void test_busy(void)
{
	int fd = open(DIR "pfn_index", O_RDWR);
	char c;

	ktap_ok(fd >= 0, "a control file opens");
	ktap_ok(unload() == EWOULDBLOCK || errno == EBUSY, "rmmod is refused at once while it is open");
	dprintf(fd, "0-\n");
	ktap_ok(read(fd, &c, 1) == 1, "a session goes on after rmmod was refused");
	ktap_ok(unload() != 0, "in the middle of a walk too");
	close(fd);
	ktap_ok(unload() == 0, "closed, the module unloads");
	ktap_ok(access(DIR "pfn_index", F_OK) && access("/sys/kernel/tracing/objects", F_OK),
		"its files are gone");
	ktap_ok(load() == 0, "the module loads again after rmmod");
}

static void test_path_descriptor(void)
{
	int held = open(DIR "format", O_PATH), fd;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
	ktap_ok(unload() == 0, "an O_PATH descriptor doesn't hold the module");
	ktap_ok(open(path, O_RDONLY) < 0 && errno == ENXIO, "reopened it gives ENXIO");
	ktap_ok(load() == 0 && open(path, O_RDONLY) < 0 && errno == ENXIO,
		"also when the module is back");
	fd = open(DIR "format", O_RDONLY);
	ktap_ok(fd >= 0, "a new open works");
	close(fd);
	close(held);
}

static void test_race(void)
{
	long wanted = WANTED / ktap_slowness(), unloads = 0, busy = 0, odd = 0;
	time_t end = time(NULL) + SECONDS;
	pid_t pids[3];
	int err;

	spawn(opener, &pids[0]);
	spawn(opener, &pids[1]);
	spawn(reopener, &pids[2]);
	while (unloads < wanted && time(NULL) < end) {
		err = unload();
		if (err == EWOULDBLOCK || err == EBUSY) {
			busy++;
			usleep(50);
			continue;
		}
		odd += err != 0 && err != ENOENT;
		unloads += !err;
		odd += load() != 0;
	}
	shared->stop = 1;
	for (int i = 0; i < 3; i++)
		waitpid(pids[i], NULL, 0);
	ktap_note("%ld unloads, %ld busy, %ld opens, %ld reads, %ld refused", unloads, busy,
		  shared->opens, shared->reads, shared->refused);
	ktap_ok(unloads >= NEEDED / ktap_slowness(), "unloads race with opens");
	ktap_ok(shared->opens && shared->reads, "which do get through");
	ktap_ok(!odd, "load and unload fail in no other way");
	ktap_ok(!shared->surprises, "open fails in no unexpected way while the module unloads");
}

int main(void)
{
	module_path = getenv("PAGESNAP_MODULE") ?: "/payload/pagesnap.ko";
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	test_busy();
	test_path_descriptor();
	test_race();
	return ktap_end();
}
