// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: several processes that are named at once
 *
 * The module finds cgroups in the default hierarchy, that of cgroup v2, alone.  Where memory
 * is charged in one of v1, names and inodes there mean other cgroups: so it is only here
 * that cgroup_find() is asked about v2 and nothing else.
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

#include "base/cgroups.h"
#include "cgroup.h"
#include "specs.h"
#include "target.h"

static const char uid_prefix[] = "uid:", cgroup_prefix[] = "cgroup:";

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

static int made(int n, const char **why)
{
	*why = "no memory";
	return n < 0 ? ENOMEM : 0;
}

static bool uid_of(const char *name, uint64_t *uid)
{
	struct passwd entry, *user;
	char strings[4096];

	if (getpwnam_r(name, &entry, strings, sizeof(strings), &user) || !user)
		return false;
	*uid = user->pw_uid;
	return true;
}

static int find_user(const char *name, char **target, const char **why)
{
	const char *unused;
	uint64_t uid;

	*why = "no such user";
	if (spec_number(name, &uid, &unused) && !uid_of(name, &uid))
		return ENOENT;
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

/* Inode of what is called so below the mount, 0 if there is none, or several. */
static uint64_t inode_called(const char *name)
{
	char dir[PATH_MAX], unused[256];
	bool below;
	uint64_t ino;

	/* where tests have their own, there is no such filesystem */
	if (cgroups_mount(dir, sizeof(dir)) || !(is_v2(dir) || getenv("PAGESNAP_CGROUPS")))
		return 0;
	return cgroup_find(name, &ino, &below, unused, sizeof(unused)) ? 0 : ino;
}

static int find_cgroup(const char *name, char **target, const char **why)
{
	uint64_t ino = 0;

	if (*name == '@') {
		if (spec_number(name + 1, &ino, why))
			return EINVAL;
	} else {
		ino = *name == '/' ? inode_of(name) : inode_called(name);
		*why = "no such cgroup in cgroup v2, or several are called so";
		if (!ino && *name != '/')
			return ENOENT;
	}
	if (!ino && *name == '/')
		return made(asprintf(target, "%s%s", cgroup_prefix, name), why);
	return made(asprintf(target, "%s@%ju", cgroup_prefix, (uintmax_t)ino), why);
}

/**
 * target_find() - look up who is named
 * @text: word for which target_is() is true
 * @target: gets what a query says, to be freed
 * @why: what is wrong with it
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
