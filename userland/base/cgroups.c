// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where memory cgroups are, and what they are called
 *
 * The inode of a cgroup is the number of its node in kernfs, which is all that
 * kernfs wants to open it by handle (kernfs_fh_to_dentry() in
 * fs/kernfs/mount.c).  So none but the cgroups that are asked for are touched,
 * however many there are.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgroups.h"
#include "system_path.h"

/* FILEID_KERNFS of linux/exportfs.h: 64 bits of number. */
#define KERNFS_HANDLE 0xfe

/* Where they were before another mount namespace was joined; set before there are threads. */
static char kept_mount[PATH_MAX];
static bool mount_is_kept;

/**
 * cgroups_keep_mount() - go on with the mount that is found now
 *
 * The mounts that are read later are those of another namespace.
 */
void cgroups_keep_mount(void)
{
	if (cgroups_mount(kept_mount, sizeof(kept_mount)))
		*kept_mount = '\0';
	mount_is_kept = true;
}

/**
 * cgroups_mount() - find the mount of memory cgroups
 * @dir: where to
 * @size: bytes there
 *
 * cgroup v2, or the controller of v1: where v1 has it, v2 does not charge memory.
 * $PAGESNAP_CGROUPS is where tests have their own.
 *
 * Return: 0 or a negative errno.
 */
int cgroups_mount(char *dir, size_t size)
{
	const char *given = getenv("PAGESNAP_CGROUPS");
	bool found = false;
	char strings[4096];
	struct mntent room, *m;
	FILE *mounts;

	if (!given && mount_is_kept)
		given = kept_mount;
	if (given && !*given)
		return -ENOENT;
	if (given)
		return (size_t)snprintf(dir, size, "%s", given) < size ? 0 : -ENAMETOOLONG;
	mounts = setmntent("/proc/self/mounts", "re");
	if (!mounts)
		return -errno;
	while ((m = getmntent_r(mounts, &room, strings, sizeof(strings)))) {
		bool v1 = !strcmp(m->mnt_type, "cgroup") && hasmntopt(m, "memory");

		if (!v1 && (found || strcmp(m->mnt_type, "cgroup2")))
			continue;
		found = (size_t)snprintf(dir, size, "%s", m->mnt_dir) < size;
		if (v1)
			break;
	}
	endmntent(mounts);
	return found ? 0 : -ENOENT;
}

/* A descriptor of the cgroup, or a negative errno. */
static int open_cgroup(const char *dir, uint64_t ino)
{
	_Alignas(struct file_handle) char room[sizeof(struct file_handle) + sizeof(ino)];
	struct file_handle *handle = (struct file_handle *)room;
	int mount = open(system_path_of(dir), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int fd;

	if (mount < 0)
		return -errno;
	handle->handle_bytes = sizeof(ino);
	handle->handle_type = KERNFS_HANDLE;
	memcpy(handle->f_handle, &ino, sizeof(ino));
	fd = open_by_handle_at(mount, handle, O_PATH | O_CLOEXEC);
	if (fd < 0)
		fd = -errno;
	close(mount);
	return fd;
}

/**
 * cgroups_path() - what a cgroup is called
 * @dir: mount of the cgroups
 * @ino: its inode
 * @path: where to, not terminated
 * @size: bytes there
 *
 * Return: length of the path below @dir; -ESTALE if there is no such cgroup,
 * another negative errno if the caller may not open by handle, or it is not
 * below @dir.
 */
ssize_t cgroups_path(const char *dir, uint64_t ino, char *path, size_t size)
{
	char link[64], target[PATH_MAX];
	size_t dir_len = strlen(dir), len;
	int fd = open_cgroup(dir, ino);
	ssize_t n;

	if (fd < 0)
		return fd;
	snprintf(link, sizeof(link), "%s/%d", system_path_of("/proc/self/fd"), fd);
	n = readlink(link, target, sizeof(target));
	close(fd);
	if (n < (ssize_t)dir_len || n == sizeof(target) || memcmp(target, dir, dir_len))
		return -ENOENT;
	len = n - dir_len;
	if (len >= size)
		return -ENAMETOOLONG;
	if (!len)
		target[dir_len + len++] = '/';
	memcpy(path, target + dir_len, len);
	return len;
}
