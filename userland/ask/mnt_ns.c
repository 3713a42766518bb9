// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: asking as a process in another mount namespace would
 *
 * The module looks paths up, and names files, for the task that reads.  So this
 * process goes where that other one is: its mount namespace, and its root, as it
 * may be in a chroot as well.  Then absolute paths are the other one's.  The
 * working folder is the root that was left: files of the system are opened from
 * there (system_path.h), so nothing that a container has put into its /proc or
 * /sys is believed.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/cgroups.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "base/system_path.h"
#include "lib/collection.h"
#include "lib/internal.h"
#include "mnt_ns.h"

/**
 * struct other - a process, and where it is
 * @ns: its mount namespace; this and the following are descriptors
 * @root: its root
 * @here: our root
 */
struct other {
	int ns;
	int root;
	int here;
};

static bool joined;
static char index_dir[PATH_MAX];

/**
 * mnt_ns_joined() - was another mount namespace joined?
 *
 * Return: whether paths have to be absolute.
 */
bool mnt_ns_joined(void)
{
	return joined;
}

/**
 * mnt_ns_index_dir() - where the index files are
 *
 * Return: folder, found before another mount namespace was joined; NULL if none was.
 */
const char *mnt_ns_index_dir(void)
{
	return *index_dir ? system_path_of(index_dir) : NULL;
}

static int failed(uint32_t pid, const char *why)
{
	say_error("--mnt-ns %u: %s", pid, why);
	return EXIT_FAILED;
}

/* What can't be asked is said before, as without the option. */
static int find_index(void)
{
	struct pagesnap_session *s;
	char dir[PATH_MAX];
	int err = pagesnap_open(&s, PAGESNAP_PFN, NULL);

	if (err)
		say_lines(s ? pagesnap_message(s) : strerror(-err));
	else if (pagesnap_find_dir(NULL, pagesnap_collection_pages.folder, dir, sizeof(dir)) >= 0 &&
		 !realpath(dir, index_dir))
		strcpy(index_dir, dir);
	pagesnap_close(s);
	return err ? EXIT_FAILED : EXIT_OK;
}

/*
 * libc reads catalogs of messages, and loads code that converts characters, when
 * they are needed first.  These have to be ours, not the container's.
 */
static void load_locale(void)
{
	mbstate_t state = { };
	wchar_t c;

	(void)strerror(EPERM);
	(void)mbrtowc(&c, "x", 1, &state);
}

static const char *why_not_opened(int err)
{
	switch (err) {
	case ENOENT:
	case ESRCH:
		return "the process has ended";
	case EACCES:
	case EPERM:
		return "not permitted: this takes CAP_SYS_PTRACE";
	}
	return strerror(err);
}

/* The folder of the process stays that of this process, if its number is another's soon. */
static int open_other(struct other *o, uint32_t pid)
{
	char path[32];
	int proc;

	snprintf(path, sizeof(path), "/proc/%u", pid);
	proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (proc < 0)
		return failed(pid, errno == ENOENT ? "no such process" : strerror(errno));
	o->ns = openat(proc, "ns/mnt", O_RDONLY | O_CLOEXEC);
	o->root = o->ns < 0 ? -1 : openat(proc, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
	o->here = o->root < 0 ? -1 : open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (o->here < 0)
		failed(pid, why_not_opened(errno));
	close(proc);
	return o->here < 0 ? EXIT_FAILED : EXIT_OK;
}

static void close_other(const struct other *o)
{
	if (o->ns >= 0)
		close(o->ns);
	if (o->root >= 0)
		close(o->root);
	if (o->here >= 0)
		close(o->here);
}

static int enter(const struct other *o, uint32_t pid)
{
	if (!setns(o->ns, CLONE_NEWNS) && !fchdir(o->root) && !chroot(".") && !fchdir(o->here))
		return EXIT_OK;
	return failed(pid, errno == EPERM ?
		      "not permitted: this takes CAP_SYS_ADMIN and CAP_SYS_CHROOT" :
		      strerror(errno));
}

/**
 * mnt_ns_join() - join the mount namespace of a process, and its root
 * @pid: the process
 * @ask: index files will be opened
 *
 * Return: an exit code, after a message if that is not 0.
 */
int mnt_ns_join(uint32_t pid, bool ask)
{
	struct other o = { -1, -1, -1 };
	int code = ask ? find_index() : EXIT_OK;

	if (code)
		return code;
	load_locale();
	cgroups_keep_mount();
	code = open_other(&o, pid);
	if (!code)
		code = enter(&o, pid);
	close_other(&o);
	if (code)
		return code;
	joined = true;
	system_path_from_folder();
	return EXIT_OK;
}
