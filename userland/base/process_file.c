// SPDX-License-Identifier: GPL-2.0
/*
 * Files of /proc about a process that a record names.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process_file.h"
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

/**
 * process_file() - open a file about a process
 * @pid: process, in the initial PID namespace
 * @name: of the file
 *
 * Return: file; NULL and errno: ENOENT if there is no such process, EXDEV if /proc is of another
 * PID namespace, where @pid is another process; or another one.
 */
FILE *process_file(uint32_t pid, const char *name)
{
	char path[PATH_MAX];

	if (counts_otherwise()) {
		errno = EXDEV;
		return NULL;
	}
	if (snprintf(path, sizeof(path), "%s/%" PRIu32 "/%s",
		     system_path("PAGESNAP_PROC", "/proc"), pid, name) >= (int)sizeof(path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return fopen(path, "re");
}
