// SPDX-License-Identifier: GPL-2.0
/*
 * What a process is called, by /proc/PID/comm.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "process_comm.h"
#include "process_file.h"

/**
 * process_comm() - what is a process called?
 * @pid: process, in the initial PID namespace
 * @comm: gets its name
 *
 * Return: bytes of the name, or a negative errno as process_file() sets it.
 */
ssize_t process_comm(uint32_t pid, char comm[PROCESS_COMM_MAX])
{
	FILE *from = process_file(pid, "comm");

	if (!from)
		return -errno;
	*comm = '\0';
	if (!fgets(comm, PROCESS_COMM_MAX, from))
		*comm = '\0';
	fclose(from);
	comm[strcspn(comm, "\n")] = '\0';
	return *comm ? (ssize_t)strlen(comm) : -ENOENT;
}
