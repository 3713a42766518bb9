// SPDX-License-Identifier: GPL-2.0
/*
 * In which memory cgroup a process is, by /proc/PID/cgroup.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "process_cgroup.h"
#include "process_file.h"

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
	FILE *from = process_file(pid, "cgroup");
	ssize_t len;

	if (!from)
		return -errno;
	len = read_lines(from, path, size);
	fclose(from);
	return len;
}
