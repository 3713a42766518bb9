// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: several processes that are named at once
 *
 * The module finds cgroups in the default hierarchy, that of cgroup v2, alone.  Where memory
 * is charged in one of v1, names and inodes there mean other cgroups: so it is only here
 * that cgroup_find() is asked about v2 and nothing else.
 *
 * In another mount namespace nothing is looked up.  /etc/passwd, the libraries that libc
 * asks about users, and what is mounted on /sys/fs/cgroup are the container's there, and
 * libc would run its code as who we are.
 */
#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "ask/mnt_ns.h"
#include "base/cgroups.h"
#include "cgroup.h"
#include "specs.h"
#include "target.h"

/* Of what is known about a user: far more than there is. */
#define USER_MAX (1 << 20)

static const char uid_prefix[] = "uid:", cgroup_prefix[] = "cgroup:", file_prefix[] = "file:";

/* What is behind @prefix, NULL if nothing is. */
static const char *behind(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return !strncmp(text, prefix, len) && text[len] ? text + len : NULL;
}

/**
 * target_is() - does a word name several processes?
 * @text: word
 *
 * Return: true if it begins as such a word, and says which.
 */
bool target_is(const char *text)
{
	return behind(text, uid_prefix) || behind(text, cgroup_prefix);
}

/**
 * target_file() - does a word name a file whose processes are meant?
 * @text: word
 *
 * Return: path, NULL if it names none.
 */
const char *target_file(const char *text)
{
	return behind(text, file_prefix);
}

static int made(int n, const char **why)
{
	*why = "no memory";
	return n < 0 ? ENOMEM : 0;
}

/* 0 or a positive errno: ENOENT where nobody is called so, not where nobody could be asked. */
static int uid_of(const char *name, uint64_t *uid)
{
	struct passwd entry, *user = NULL;
	char *strings = NULL;
	int err = ERANGE;
	size_t size;

	for (size = 4096; err == ERANGE && size <= USER_MAX; size *= 2) {
		free(strings);
		strings = malloc(size);
		err = strings ? getpwnam_r(name, &entry, strings, size, &user) : ENOMEM;
	}
	if (!err && user)
		*uid = user->pw_uid;
	free(strings);
	/* some libraries have an error for it */
	return (!err && !user) || err == ESRCH ? ENOENT : err;
}

static int find_user(const char *name, char **target, const char **why)
{
	const char *unused;
	uint64_t uid;
	int err;

	if (spec_number(name, &uid, &unused)) {
		*why = "with --mnt-ns name the user by number: uid:N";
		if (mnt_ns_joined())
			return EINVAL;
		err = uid_of(name, &uid);
		*why = err == ENOENT ? "no such user" : strerror(err);
		if (err)
			return err;
	}
	return made(asprintf(target, "%s%ju", uid_prefix, (uintmax_t)uid), why);
}

static bool is_v2(const char *path)
{
	struct statfs fs;

	return !statfs(path, &fs) && fs.f_type == CGROUP2_SUPER_MAGIC;
}

/* Inode of a path that has the mount in front, 0 if it hasn't. */
static uint64_t inode_of(const char *path)
{
	struct stat st;

	return is_v2(path) && !stat(path, &st) && S_ISDIR(st.st_mode) ? st.st_ino : 0;
}

/* Inode of what is called so below the mount. */
static int inode_called(const char *name, uint64_t *ino, const char **why)
{
	static char sentence[256];
	char dir[PATH_MAX];
	bool unused;

	/* where tests have their own, there is no such filesystem */
	*why = "memory is charged in cgroup v1, where no names are looked up: take /PATH or @INODE";
	if (!cgroups_mount(dir, sizeof(dir)) && !is_v2(dir) && !getenv("PAGESNAP_CGROUPS"))
		return ENOENT;
	*why = sentence;
	return -cgroup_find(name, ino, &unused, sentence, sizeof(sentence));
}

/* Of a path that is the kernel's to find, the inode is 0. */
static int find_inode(const char *name, uint64_t *ino, const char **why)
{
	*ino = 0;
	if (*name == '@')
		return spec_number(name + 1, ino, why) ? EINVAL : 0;
	if (mnt_ns_joined()) {
		*why = "with --mnt-ns name the cgroup by path or inode: cgroup:/PATH, cgroup:@INODE";
		return *name == '/' ? 0 : EINVAL;
	}
	if (*name != '/')
		return inode_called(name, ino, why);
	*ino = inode_of(name);
	return 0;
}

static int find_cgroup(const char *name, char **target, const char **why)
{
	uint64_t ino;
	int err = find_inode(name, &ino, why);

	if (err)
		return err;
	if (!ino && *name == '/')
		return made(asprintf(target, "%s%s", cgroup_prefix, name), why);
	return made(asprintf(target, "%s@%ju", cgroup_prefix, (uintmax_t)ino), why);
}

/**
 * target_find() - look up who is named
 * @text: word for which target_is() is true
 * @target: gets what a query says, to be freed
 * @why: what is wrong with it; stays until the next call
 *
 * Return: 0 or a positive errno.
 */
int target_find(const char *text, char **target, const char **why)
{
	const char *user = behind(text, uid_prefix), *cgroup = behind(text, cgroup_prefix);

	*why = "uid:USER or cgroup:PATH expected";
	if (user)
		return find_user(user, target, why);
	return cgroup ? find_cgroup(cgroup, target, why) : EINVAL;
}
