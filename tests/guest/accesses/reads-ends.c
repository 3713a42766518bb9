// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,load needs=- disturbs=module,settings */
/*
 * What an answer with reads=1 refuses, how it ends, and that its probes are gone before the module
 * is, while others read and write as fast as they can.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "one-cpu.h"
#include "states.h"
#include "unload-race.h"

#define PATH "/dev/shm/pages"
#define PAGES 64
#define DEBUGFS "/sys/kernel/debug"
#define ENABLED DEBUGFS "/kprobes/enabled"

static const struct acc_target nobody;
static char buf[4 * ST_PAGE];

static void test_refused(void)
{
	static const struct {
		const char *file;
		const char *line;
	} bad[] = {
		{ ACCESSES_TASK, "1 reads=1\n" },
		{ ACCESSES_TASK, "1 reads=1 by=pfn\n" },
		{ ACCESSES_PFN, "0- reads=1\n" },
		{ ACCESSES_FILE, PATH " reads=2\n" },
		{ ACCESSES_FILE, PATH " reads=\n" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		acc_refuses(bad[i].file, bad[i].line, EINVAL);
}

static bool has_probes(void)
{
	return st_run("test \"$(grep -c pagesnap_accesses " DEBUGFS "/kprobes/list)\" = 0");
}

static void test_gone(void)
{
	const char *before;
	int a = acc_ask_together(ACCESSES_FILE, PATH, "reads=1", &before);
	int b = acc_ask_together(ACCESSES_FILE, PATH, "reads=1", &before);

	ktap_ok(has_probes(), "probes are there while a session lasts");
	close(a);
	ktap_ok(has_probes(), "probes are there while another session lasts");
	close(b);
	ktap_ok(!has_probes(), "probes are gone behind the last session");
	close(acc_ask_together(ACCESSES_FILE, PATH, "reads=0", &before));
	ktap_ok(!has_probes(), "no probes without reads=1");
}

static void test_deleted(void)
{
	int fd = open("/dev/shm/deleted", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	const char *before;
	struct acc_round r;
	int session;

	if (write(fd, buf, sizeof(buf)) != sizeof(buf))
		ktap_die("write()");
	session = acc_ask_together(ACCESSES_FILE, "/dev/shm/deleted", "reads=1 samples=9", &before);
	unlink("/dev/shm/deleted");
	close(fd);
	acc_rest(session, &nobody, &r);
	ktap_ok(acc_says(&r, " truncated=cursor-lost "), "a deleted file that nobody maps is lost");
}

static void test_off(void)
{
	static const char line[] = PATH " reads=1 samples=2 every=500ms\n";
	int fd = open(ACCESSES_FILE, O_RDWR | O_CLOEXEC);
	const char *before;
	struct acc_round r;

	st_set(ENABLED, "0");
	if (write(fd, line, sizeof(line) - 1) != sizeof(line) - 1)
		ktap_die("write()");
	acc_read(fd, 9);
	acc_take(&nobody, &r);
	st_set(ENABLED, "1");
	ktap_ok(acc_says(&r, " errno=EOPNOTSUPP ") &&
		acc_says(&r, "reads=1:\\040kprobes\\040are\\040switched\\040off"), "refused: no kprobes now");
	close(fd);
	fd = acc_ask_together(ACCESSES_FILE, PATH, "reads=1 samples=1", &before);
	st_set(ENABLED, "0");
	acc_rest(fd, &nobody, &r);
	st_set(ENABLED, "1");
	ktap_ok(acc_says(&r, "reads=1: kprobes were switched off: ") &&
		acc_says(&r, " status=partial ") && !strstr(r.text, "\nwss "),
		"kprobes that are switched off meanwhile: the answer says so");
}

/* Racing ------------------------------------------------------------------------------- */

static void reader(void)
{
	int fd = open(PATH, O_RDWR | O_CLOEXEC);

	while (race_goes_on())
		if (pread(fd, buf, sizeof(buf), 8 * ST_PAGE) < 0 ||
		    pwrite(fd, buf, sizeof(buf), 32 * ST_PAGE) < 0)
			_exit(1);
	close(fd);
}

/* Sessions that were opened in between. */
static volatile long *sessions;

static void asker(void)
{
	static const char line[] = PATH " reads=1 every=10ms samples=2\n";
	int fd;

	/* above who unloads: or it would never come to the CPU while the module is there */
	setpriority(PRIO_PROCESS, 0, -15);
	while (race_goes_on()) {
		fd = open(ACCESSES_FILE, O_RDWR | O_CLOEXEC);
		if (fd < 0) {
			usleep(random() % 500);
			continue;
		}
		++*sessions;
		/* one in two is closed in the middle */
		if (write(fd, line, sizeof(line) - 1) > 0)
			while (read(fd, buf, sizeof(buf)) > 0 && random() % 4)
				;
		close(fd);
		race_gap();
	}
}

static void test_unload(void)
{
	static void (*const children[])(void) = { reader, asker };
	struct race race = RACE(&accesses, "", children, NULL);

	ktap_equal(module_unload(accesses.name), 0, "unload: when nobody has its files open");
	sessions = ht_shared(sizeof(*sessions));
	/* by time: many unloads come before the first session on one CPU */
	setenv("PAGESNAP_RACE_TIME", "8", 0);
	race_run(&race);
	ktap_note("%ld sessions", *sessions);
	ktap_ok(*sessions, "unload: sessions were there in between");
	race_report(&race, "unloads race with reads");
}

int main(void)
{
	int fd;

	st_quiet();
	one_cpu();
	acc_load();
	mount("debugfs", DEBUGFS, "debugfs", 0, NULL);
	fd = st_file(PATH);
	st_write(fd, 0, PAGES);
	close(fd);
	test_refused();
	test_gone();
	test_deleted();
	test_off();
	test_unload();
	unlink(PATH);
	return ktap_end();
}
