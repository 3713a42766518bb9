// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=load,session needs=- disturbs=module always=debug */
/*
 * rmmod is safe at any moment: it is EBUSY while a descriptor is open, and
 * races with open(), read(), walks and O_PATH reopens otherwise.  What would
 * go wrong shows in the kernel log, which the runner scans.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "unload-race.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"

/* Counters that the children share. */
struct shared {
	volatile long opens;
	volatile long reads;
	volatile long refused;
	volatile long surprises;
};

static struct shared *shared;
static struct module pagesnap = { "pagesnap", "/payload/pagesnap.ko" };

static int load(void)
{
	return module_load(&pagesnap, "");
}

static int unload(void)
{
	return module_unload(pagesnap.name);
}

static void count_open(int fd)
{
	if (!race_is_expected(fd))
		__sync_fetch_and_add(&shared->surprises, 1);
	else if (fd >= 0)
		__sync_fetch_and_add(&shared->opens, 1);
	else
		__sync_fetch_and_add(&shared->refused, 1);
}

/* Opens by name, reads a little, closes. */
static void opener(void)
{
	static const char *const queries[] = { "0- group=page\n", "/\n" };
	static const char *const paths[] = { DIR "pfn_index", DIR "sb_index" };
	char buf[4096];
	int i = 0, fd;

	while (race_goes_on()) {
		i ^= 1;
		fd = open(paths[i], O_RDWR | O_CLOEXEC);
		count_open(fd);
		if (fd < 0)
			continue;
		if (write(fd, queries[i], strlen(queries[i])) > 0 && read(fd, buf, sizeof(buf)) > 0)
			__sync_fetch_and_add(&shared->reads, 1);
		close(fd);
		race_gap();
	}
}

/* Keeps an O_PATH descriptor over unloads and opens it again. */
static void reopener(void)
{
	char path[64];
	int held = -1, fd, i = 0;

	while (race_goes_on()) {
		if (held < 0)
			held = open(DIR "filename_index", O_PATH | O_CLOEXEC);
		if (!race_is_expected(held))
			__sync_fetch_and_add(&shared->surprises, 1);
		if (held < 0)
			continue;
		snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		count_open(fd);
		if (fd >= 0)
			close(fd);
		race_gap();
		if (++i % 16 == 0) {
			close(held);
			held = -1;
		}
	}
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
		"the files of the module are gone when it is unloaded");
	ktap_ok(load() == 0, "the module loads again after rmmod");
}

static void test_path_descriptor(void)
{
	int held = open(DIR "format", O_PATH), fd;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
	ktap_ok(unload() == 0, "an O_PATH descriptor doesn't hold the module");
	ktap_ok(open(path, O_RDONLY) < 0 && errno == ENXIO,
		"an O_PATH descriptor that is reopened gives ENXIO");
	ktap_ok(load() == 0 && open(path, O_RDONLY) < 0 && errno == ENXIO,
		"an O_PATH descriptor gives ENXIO even when the module is back");
	fd = open(DIR "format", O_RDONLY);
	ktap_ok(fd >= 0, "a new open works");
	close(fd);
	close(held);
}

static bool got_through(void)
{
	return shared->opens && shared->reads;
}

static void test_race(void)
{
	static void (*const children[])(void) = { opener, opener, reopener };
	struct race race = RACE(&pagesnap, "", children, got_through);

	ktap_ok(unload() == 0, "a new open holds it no longer");
	race_run(&race);
	ktap_note("%ld opens, %ld reads, %ld refused", shared->opens, shared->reads, shared->refused);
	race_report(&race, "unloads race with opens");
	ktap_ok(got_through(), "opens and reads get through");
	ktap_ok(!shared->surprises, "open fails in no unexpected way while the module unloads");
	ktap_ok(load() == 0, "the module loads after unloads raced with opens");
}

int main(void)
{
	pagesnap.file = getenv("PAGESNAP_MODULE") ?: pagesnap.file;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	test_busy();
	test_path_descriptor();
	test_race();
	return ktap_end();
}
