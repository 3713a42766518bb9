// SPDX-License-Identifier: GPL-2.0
/* A machine that reports whoever takes too long, and has nothing left in the end. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

/* Half of what a task may have a CPU for, and what RCU waits for one, in seconds. */
static struct {
	const char *path;
	const char *value;
	char before[16];
} limits[] = {
	{ "/proc/sys/kernel/watchdog_thresh", "1", "" },
	{ "/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout", "3", "" },
};

#define LIMITS (sizeof(limits) / sizeof(*limits))

static void restore(void)
{
	size_t i;

	for (i = 0; i < LIMITS; i++)
		st_set(limits[i].path, limits[i].before);
}

void ht_watch(void)
{
	size_t i;

	for (i = 0; i < LIMITS; i++) {
		snprintf(limits[i].before, sizeof(limits[i].before), "%llu",
			 (unsigned long long)or_number(limits[i].path, ""));
		st_set(limits[i].path, limits[i].value);
	}
	ht_at_exit(restore);
}

static bool is_unused(void *unused)
{
	(void)unused;
	return !or_number("/sys/module/pagesnap/refcnt", "");
}

static int load(void)
{
	int fd = open(getenv("PAGESNAP_MODULE") ?: "/payload/pagesnap.ko", O_RDONLY | O_CLOEXEC);
	int err = fd < 0 || syscall(SYS_finit_module, fd, "", 0) ? errno : 0;

	if (fd >= 0)
		close(fd);
	return err;
}

void ht_nothing_is_left(void)
{
	if (!ktap_ok(ht_until(10000, is_unused, NULL), "nobody holds the module in the end"))
		return;
	if (ktap_ok_errno(!syscall(SYS_delete_module, "pagesnap", O_NONBLOCK),
			  "the module unloads after hostile tests"))
		ktap_equal(load(), 0, "the module loads again after hostile tests");
}
