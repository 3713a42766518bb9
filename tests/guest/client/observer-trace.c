// SPDX-License-Identifier: GPL-2.0
/* tags: collection=client about=faults needs=- disturbs=disks,mounts,memory,settings,module machine=turns */
/*
 * What a trace leaves, with all processes in it, or a command; one of them uses mapped pages of a
 * file all the time.  docs/observer.md has the table.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "observed.h"
#include "states.h"
#include "turns.h"

#define MAPPED	OBS_TREE "/mapped"
#define PAGES	2000

static const char *const observers[] = {
	"sleep 1",
	"pagesnap trace --every 100ms --for 1s cgroup:/",
	"pagesnap trace --every 500ms --for 1s cgroup:/",
	"pagesnap trace --every 100ms --window 1 --for 1s cgroup:/",
	"pagesnap trace -- sleep 1",
	"sh -c 'echo 1 >/proc/sys/vm/drop_caches'",
};

#define OBSERVERS (sizeof(observers) / sizeof(observers[0]))
#define DROPS (OBSERVERS - 1)

struct user {
	struct turns turns;
	char *at;
};

static void map(void *shared)
{
	struct user *u = shared;
	int fd = open(MAPPED, O_RDONLY | O_NOATIME | O_CLOEXEC);

	u->at = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
	if (fd < 0 || u->at == MAP_FAILED)
		ktap_die("%s can't be mapped", MAPPED);
	close(fd);
}

static void use_for_ever(void *shared)
{
	const struct user *u = shared;
	unsigned int i;

	for (;;) {
		for (i = 0; i < PAGES; i++)
			(void)*(volatile char *)(u->at + i * ST_PAGE);
		usleep(20000);
	}
}

static pid_t start(void)
{
	struct user *u = ht_shared(sizeof(*u));
	int fd = st_file(MAPPED);
	pid_t pid;

	st_write(fd, 0, PAGES);
	st_clean(fd);
	close(fd);
	pid = turns_start(&u->turns, map, use_for_ever, u);
	turns_ask(&u->turns);
	return pid;
}

/* A machine that is slow may not come to all pages in a second: longer then, to 16 s. */
static bool tells_all_pages(void)
{
	unsigned int s;

	for (s = 1; s <= 16; s *= 2)
		if (!st_run("pagesnap trace --every 100ms --for %us --by file --csv -n"
			    " -o PAGES,NAME cgroup:/ | grep -q '^%u,%s'", s, PAGES, MAPPED))
			return true;
	return false;
}

int main(void)
{
	static struct obs_change changes[OBSERVERS];
	pid_t user;
	size_t i;

	flt_load();
	/* on 7.2 a huge page of a file is one that is referenced */
	st_set("/sys/kernel/mm/transparent_hugepage/enabled", "never");
	obs_begin();
	user = start();
	for (i = 0; i < OBSERVERS; i++) {
		obs_observe(observers[i], &changes[i]);
		if (i && i < DROPS)
			obs_judge(observers[i], &changes[i], &changes[0]);
	}
	/* or else the figures above mean nothing */
	ktap_ok(tells_all_pages(), "a trace tells of all pages that are used meanwhile");
	ktap_ok(changes[DROPS].flags > OBS_CACHED / 2,
		"one that drops what is cached is seen to change flags");
	turns_end(user);
	obs_end();
	st_set("/sys/kernel/mm/transparent_hugepage/enabled", "always");
	return ktap_end();
}
