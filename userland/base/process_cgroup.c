// SPDX-License-Identifier: GPL-2.0
/*
 * In which memory cgroup a process is, by /proc/PID/cgroup.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process_cgroup.h"
#include "system_path.h"

/* PROC_PID_INIT_INO: the inode of the initial PID namespace, on all kernels. */
#define INITIAL_NAMESPACE "pid:[4026531836]"

/* Of another PID namespace /proc shows other processes under the same numbers. */
static bool counts_otherwise(void)
{
	char name[64];
	ssize_t len;

	if (getenv("PAGESNAP_PROC"))
		return false;
	len = readlink(system_path_of("/proc/self/ns/pid"), name, sizeof(name));
	return len != strlen(INITIAL_NAMESPACE) || memcmp(name, INITIAL_NAMESPACE, len) != 0;
}

/*
 * The path of a line "N:CONTROLLERS:PATH", NULL if it isn't that of memory.  Where v1 has memory,
 * v2 does not charge it: *@v1 is set.
 */
static const char *memory_path(char *line, bool *v1)
{
	char *controllers = strchr(line, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL, *word, *rest;

	if (!path)
		return NULL;
	*controllers++ = '\0';
	*path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	if (!*controllers)
		return path;
	for (rest = controllers; (word = strsep(&rest, ","));)
		if (!strcmp(word, "memory")) {
			*v1 = true;
			return path;
		}
	return NULL;
}

static ssize_t read_lines(FILE *from, char *path, size_t size)
{
	char line[PATH_MAX + 256];
	const char *found;
	ssize_t len = -ENOENT;
	bool v1 = false;

	while (!v1 && fgets(line, sizeof(line), from)) {
		found = memory_path(line, &v1);
		if (!found)
			continue;
		len = strlen(found);
		if ((size_t)len > size)
			return -ENAMETOOLONG;
		memcpy(path, found, len);
	}
	return len;
}

/**
 * process_cgroup() - in which memory cgroup a process is
 * @pid: process, in the initial PID namespace
 * @path: where to, not terminated; below the root of our cgroup namespace
 * @size: bytes there
 *
 * Return: length of the path; -ENOENT if there is no such process, or it is in none; -EXDEV if
 * /proc is of another PID namespace, where @pid is another process; or another negative errno.
 */
ssize_t process_cgroup(uint32_t pid, char *path, size_t size)
{
	char file[PATH_MAX];
	ssize_t len;
	FILE *from;

	if (counts_otherwise())
		return -EXDEV;
	if (snprintf(file, sizeof(file), "%s/%" PRIu32 "/cgroup",
		     system_path("PAGESNAP_PROC", "/proc"), pid) >= (int)sizeof(file))
		return -ENAMETOOLONG;
	from = fopen(file, "re");
	if (!from)
		return -errno;
	len = read_lines(from, path, size);
	fclose(from);
	return len;
}
