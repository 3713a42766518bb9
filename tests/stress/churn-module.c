// SPDX-License-Identifier: GPL-2.0
/*
 * The module goes and comes back: now and then readers are asked to end their
 * sessions for it; in between it is tried while sessions are open, and must
 * be refused at once, or work if none happens to be.
 */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stress.h"

static int t_unload, t_busy;

static const char *module_path(void)
{
	return getenv("PAGESNAP_MODULE") ?: "/payload/pagesnap.ko";
}

static void setup(void)
{
	t_unload = tally_new("module unloaded and loaded");
	t_busy = tally_new("module unloading refused with EBUSY");
	if (access(module_path(), R_OK))
		tally_skip(t_unload, "no module file %s", module_path());
}

static int load(void)
{
	int fd = open(module_path(), O_RDONLY | O_CLOEXEC), err = 0;

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		err = errno;
	close(fd);
	return err;
}

bool module_there(void)
{
	return !access("/sys/module/pagesnap", F_OK);
}

static void complain(const char *what, int err)
{
	char text[120];

	snprintf(text, sizeof(text), "the module can't be %s: %s", what, strerror(err));
	wrong(text);
}

/* Return: 0 when it went and came back. */
static int try_once(void)
{
	int err = syscall(SYS_delete_module, "pagesnap", O_NONBLOCK) ? errno : 0;

	if (err == EWOULDBLOCK || err == EBUSY) {
		did(t_busy);
		return err;
	}
	if (err && err != ENOENT) {
		complain("unloaded", err);
		return err;
	}
	if (one_in(2))
		nap(rnd(30));
	err = load();
	if (err)
		complain("loaded", err);
	else
		did(t_unload);
	return err;
}

static void churn(unsigned int n)
{
	unsigned int tries = 100;

	if (tally_skipped(t_unload)) {
		nap(1000);
		return;
	}
	nap(300 + rnd(700));
	if (n % 3) {
		try_once();
		return;
	}
	shared->pause = 1;
	/* Not for ever: one who is stopped has a session, too. */
	while (try_once() && !stopping() && tries--)
		usleep(20000);
	shared->pause = 0;
}

static bool undo(void)
{
	return module_there() || !load();
}

const struct churner churn_module = { "module", setup, churn, undo, 1 };
