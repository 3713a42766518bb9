// SPDX-License-Identifier: GPL-2.0
/*
 * The processes of a user or a cgroup, as /proc has them.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cgroups.h"
#include "members.h"
#include "process_cgroup.h"
#include "system_path.h"

#define UID "uid:"
#define CGROUP "cgroup:"
#define UID_LINE "Uid:"

/**
 * struct target - whose processes are wanted
 * @by_uid: those of a user, else those of a cgroup and the ones below it
 * @uid: real one
 * @path: of the cgroup, without a slash at its end
 * @len: its bytes
 */
struct target {
	bool by_uid;
	uint64_t uid;
	char path[PATH_MAX];
	size_t len;
};

/* Where v1 charges memory, /proc would be asked about other cgroups than those of queries. */
static int path_of(uint64_t ino, char *path, size_t size)
{
	char dir[PATH_MAX];
	struct statfs fs;
	ssize_t len;
	int err;

	err = cgroups_mount(dir, sizeof(dir));
	if (err)
		return err;
	if (statfs(dir, &fs))
		return -errno;
	if (fs.f_type != CGROUP2_SUPER_MAGIC)
		return -EOPNOTSUPP;
	len = cgroups_path(dir, ino, path, size - 1);
	if (len < 0)
		return len;
	path[len] = '\0';
	return 0;
}

static int read_target(struct target *t, const char *text)
{
	int err = 0;

	*t = (struct target){ .by_uid = !strncmp(text, UID, strlen(UID)) };
	if (t->by_uid) {
		t->uid = strtoull(text + strlen(UID), NULL, 10);
		return 0;
	}
	text += strlen(CGROUP);
	if (*text == '@')
		err = path_of(strtoull(text + 1, NULL, 10), t->path, sizeof(t->path));
	else if ((size_t)snprintf(t->path, sizeof(t->path), "%s", text) >= sizeof(t->path))
		err = -ENAMETOOLONG;
	t->len = strlen(t->path);
	while (t->len && t->path[t->len - 1] == '/')
		t->len--;
	return err;
}

/* 1 if it is one, 0 if not, or if it has ended, or a negative errno. */
static int is_of_user(const struct target *t, uint32_t pid)
{
	char path[PATH_MAX], line[256];
	int is = 0;
	FILE *from;

	snprintf(path, sizeof(path), "%s/%" PRIu32 "/status", system_path("PAGESNAP_PROC", "/proc"),
		 pid);
	from = fopen(path, "re");
	if (!from)
		return errno == ENOENT || errno == ESRCH ? 0 : -errno;
	while (fgets(line, sizeof(line), from))
		if (!strncmp(line, UID_LINE, strlen(UID_LINE))) {
			is = strtoull(line + strlen(UID_LINE), NULL, 10) == t->uid;
			break;
		}
	fclose(from);
	return is;
}

static int is_of_cgroup(const struct target *t, uint32_t pid)
{
	char path[PATH_MAX];
	ssize_t len = process_cgroup(pid, path, sizeof(path));

	if (len == -ENOENT || len == -ESRCH)
		return 0;
	if (len < 0)
		return len;
	return (size_t)len >= t->len && !memcmp(path, t->path, t->len) &&
	       ((size_t)len == t->len || path[t->len] == '/');
}

/**
 * members_each() - go through the processes of a user or a cgroup
 * @text: which, as queries have it
 * @fn: is called with each
 * @ctx: its first argument
 *
 * Return: 0, what @fn returned if that isn't 0, or a negative errno.
 */
int members_each(const char *text, int (*fn)(void *ctx, uint32_t pid), void *ctx)
{
	struct target target;
	int ret = read_target(&target, text);
	DIR *proc = ret ? NULL : opendir(system_path("PAGESNAP_PROC", "/proc"));
	struct dirent *e;
	uint32_t pid;

	if (!proc)
		return ret ?: -errno;
	while (!ret && (e = readdir(proc))) {
		pid = strtoul(e->d_name, NULL, 10);
		if (!pid || pid == (uint32_t)getpid())
			continue;
		ret = target.by_uid ? is_of_user(&target, pid) : is_of_cgroup(&target, pid);
		ret = ret > 0 ? fn(ctx, pid) : ret;
	}
	closedir(proc);
	return ret;
}
