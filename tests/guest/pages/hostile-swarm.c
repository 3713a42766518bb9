// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,tasks,frames needs=userns disturbs=memory */
/*
 * Users whose processes come and go all the time, by fork, vfork and exec, with
 * memory of every kind, in memory cgroups that come and go as well, while root
 * asks about all of it.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define TENANTS	2
#define ROUNDS	12
#define CGROUP	"/sys/fs/cgroup/hostile"
/* One that stays. */
#define FIRST	"/sys/fs/cgroup/hostile-first"

/* Tenants -------------------------------------------------------------------------- */

/* Memory that is gone before it was looked at. */
static void touch_and_go(void)
{
	int fd = memfd_create("hostile", MFD_CLOEXEC), disk = st_file(HT_HOME "/deleted");
	char *at = mmap(NULL, 64 * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	unlink(HT_HOME "/deleted");
	st_write(disk, 0, 64);
	if (!ftruncate(fd, 64 * ST_PAGE) && at != MAP_FAILED)
		memset(at, 1, 32 * ST_PAGE);
	st_touch(st_map(64, MAP_PRIVATE), 64);
	_exit(0);
}

static void exec_by_vfork(void)
{
	static char *const args[] = { "/bin/true", NULL };
	pid_t pid = vfork();

	if (!pid) {
		execv(*args, args);
		_exit(1);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

static void come_and_go(void *unused)
{
	pid_t pid;

	(void)unused;
	for (;;) {
		pid = fork();
		if (!pid)
			touch_and_go();
		exec_by_vfork();
		if (pid > 0)
			waitpid(pid, NULL, 0);
	}
}

static void be_hostile(void *unused)
{
	ht_spawn(come_and_go, unused);
	ht_spawn(come_and_go, unused);
}

/* Root ------------------------------------------------------------------------------- */

/* A cgroup of its own for a moment; its pages stay charged to what is no more. */
static void move(pid_t pid, const char *to)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.procs", to);
	f = fopen(path, "we");
	if (!f)
		return;
	fprintf(f, "%d\n", pid);
	fclose(f);
}

/* A process of some user that was there just now; 0 if none was. */
static pid_t find_one(unsigned int nth)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	pid_t pid = 0, found = 0;
	struct stat st;

	while (proc && (entry = readdir(proc))) {
		pid = atoi(entry->d_name);
		if (pid && !fstatat(dirfd(proc), entry->d_name, &st, 0) && st.st_uid == 1000) {
			found = pid;
			if (!nth--)
				break;
		}
	}
	if (proc)
		closedir(proc);
	return found;
}

struct tally {
	unsigned int asked;
	unsigned int stuck;
};

static void count(struct tally *t, enum ht_outcome outcome)
{
	t->asked++;
	t->stuck += outcome == HT_STUCK;
}

static void ask_tasks(struct tally *t, unsigned int round)
{
	struct ht_reader r[6];
	unsigned int i;

	for (i = 0; i < 6; i++)
		ht_ask(&r[i], "task_index", "%d group=%s", find_one(round + i),
		       i % 2 ? "page" : "run");
	for (i = 0; i < 6; i++)
		count(t, ht_outcome(&r[i], 5000));
}

static void ask_files(struct tally *t, pid_t tenant)
{
	count(t, ht_answer(10000, "sb_index", "type:tmpfs"));
	count(t, ht_answer(10000, "sb_index", "/proc/%d/root" HT_HOME, tenant));
	count(t, ht_answer(10000, "filename_index", "/proc/%d/root" HT_HOME, tenant));
}

/* Everything in turn, while cgroups come and go. */
static void ask_all_the_time(const struct ht_tenant *tenants)
{
	struct tally t = { 0 };
	unsigned int i;

	for (i = 0; i < ROUNDS / (unsigned int)ktap_slowness() + 1; i++) {
		mkdir(CGROUP, 0755);
		move(find_one(i), CGROUP);
		ask_tasks(&t, i);
		ask_files(&t, tenants[i % TENANTS].pid);
		if (i % 4 == 0)
			count(&t, ht_answer(20000, "pfn_index", "0- names=1"));
		move(find_one(i), "/sys/fs/cgroup");
		rmdir(CGROUP);
	}
	ktap_note("%u asked", t.asked);
	ktap_equal(t.stuck, 0, "every reader is answered or dies of SIGKILL");
}

static bool cgroup_goes(void *unused)
{
	(void)unused;
	return !rmdir(CGROUP) || errno == ENOENT;
}

int main(void)
{
	struct ht_tenant tenants[TENANTS];
	unsigned int i, gone = 0;

	ht_setup();
	/* The first memory cgroup patches the allocator's code: an emulated guest is to be idle. */
	mkdir(FIRST, 0755);
	ht_watch();
	for (i = 0; i < TENANTS; i++)
		ht_start(&tenants[i], be_hostile, NULL);
	ask_all_the_time(tenants);
	for (i = 0; i < TENANTS; i++)
		gone += ht_end(&tenants[i]);
	ktap_equal(gone, TENANTS, "the tenants go");
	ktap_ok(ht_until(5000, cgroup_goes, NULL), "the cgroup of processes that are gone can be removed");
	rmdir(FIRST);
	ht_nothing_is_left();
	return ktap_end();
}
