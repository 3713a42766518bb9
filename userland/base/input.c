// SPDX-License-Identifier: GPL-2.0
/* Files that are named to be read. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "input.h"

/**
 * input_open() - open a file, or stdin
 * @path: file, "-" for stdin
 *
 * Return: a descriptor, or a negative errno.  stdin itself stays open, and the place of none of the
 * standard streams is taken by it.
 */
int input_open(const char *path)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
				   : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	return fd < 0 ? -errno : fd;
}
