// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "only-root.h"

#define TRACEFS "/sys/kernel/tracing"
#define NOBODY 65534

/* Return: errno of an open() by a user without any capability, 0 if it succeeds. */
static int nobody_opens(const char *file)
{
	int status;

	if (!fork()) {
		if (setgid(NOBODY) || setuid(NOBODY))
			_exit(255);
		_exit(open(file, O_RDONLY) < 0 ? errno : 0);
	}
	wait(&status);
	return WEXITSTATUS(status);
}

/* The same with modes that let everybody in: of @file, and of all around it up to tracefs. */
static int nobody_opens_below(char *path, const char *file)
{
	char *name = strrchr(path, '/');
	struct stat st;
	int err;

	if (strlen(path) < strlen(TRACEFS))
		return nobody_opens(file);
	if (stat(path, &st))
		ktap_die("%s isn't there", path);
	chmod(path, (st.st_mode & 07777) | (S_ISDIR(st.st_mode) ? 0555 : 0444));
	*name = '\0';
	err = nobody_opens_below(path, file);
	*name = '/';
	chmod(path, st.st_mode & 07777);
	return err;
}

void only_root_opens(const char *file)
{
	char path[256];

	snprintf(path, sizeof(path), "%s", file);
	ktap_equal(nobody_opens(file), EACCES, "another user can't open %s", file);
	ktap_equal(nobody_opens_below(path, file), EPERM,
		   "without CAP_SYS_ADMIN nobody can open %s, whatever its mode", file);
}
