// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "beside.h"

/* 0 or an errno. */
static int spawn(pid_t *pid, const char *program, char **argv,
		 const posix_spawn_file_actions_t *files, const posix_spawnattr_t *attr)
{
	char path[PATH_MAX + NAME_MAX];
	ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
	int err = ENOENT;

	while (len > 0 && path[len - 1] != '/')
		len--;
	if (len > 0) {
		snprintf(path + len, sizeof(path) - len, "%s", program);
		err = posix_spawn(pid, path, files, attr, argv, environ);
	}
	return err == ENOENT ? posix_spawnp(pid, program, files, attr, argv, environ) : err;
}

/**
 * beside_spawn() - start a program that belongs to this one
 * @pid: gets it
 * @program: its name
 * @argv: its words
 * @files: what it has open
 *
 * Return: 0 or a negative errno.
 */
int beside_spawn(pid_t *pid, const char *program, char **argv,
		 const posix_spawn_file_actions_t *files)
{
	sigset_t pipe_alone;
	posix_spawnattr_t attr;
	int err = posix_spawnattr_init(&attr);

	if (err)
		return -err;
	sigemptyset(&pipe_alone);
	sigaddset(&pipe_alone, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &pipe_alone);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	err = spawn(pid, program, argv, files, &attr);
	posix_spawnattr_destroy(&attr);
	return -err;
}
