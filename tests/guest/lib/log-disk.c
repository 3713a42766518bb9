// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "log-disk.h"
#include "states.h"

int log_disk(const char *serial)
{
	char found[32], path[64];
	glob_t disks;
	size_t i;
	int fd = -1;

	if (glob("/sys/block/nvme*", 0, NULL, &disks))
		return -1;
	for (i = 0; i < disks.gl_pathc && fd < 0; i++) {
		snprintf(path, sizeof(path), "%s/device/serial", disks.gl_pathv[i]);
		st_get(path, found, sizeof(found));
		snprintf(path, sizeof(path), "/dev/%s", strrchr(disks.gl_pathv[i], '/') + 1);
		if (!strncmp(found, serial, strlen(serial)))
			fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	}
	globfree(&disks);
	return fd;
}
